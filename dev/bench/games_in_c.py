"""Times of random games of Connect Four: the pack's in C, a hand-written one, and OpenSpiel's."""

from __future__ import annotations

import subprocess
import tempfile
import time
from importlib.util import find_spec
from pathlib import Path
from statistics import median

from cardwright.api import load
from cardwright.backends.native.compile import FLAGS, compiler
from cardwright.backends.native.printer import text_of

PACK = Path("tests/packs/connect-four")
BY_HAND = Path(__file__).with_name("connect_four.c")
ROUNDS, GAMES = 5, 200_000
MAIN = """
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
int main(int count, char **words) {
  cw_game *g = malloc(sizeof *g);
  cw_work *w = malloc(sizeof *w);
  long games = count > 1 ? atol(words[1]) : 1, moves = 0;
  clock_t start = clock();
  for (long i = 0; i < games; i++) {
    uint64_t random = (uint64_t)i;
    if (cw_new(g, w, (uint64_t)i)) return 1;
    moves += cw_playout(g, w, &random, INT64_MAX);
  }
  printf("%g %ld\\n", (double)(clock() - start) / CLOCKS_PER_SEC, moves);
}
"""


def measure_games() -> list[tuple[str, float]]:
    """The programs and their seconds per game, the hand-written one first. Raises NoCompiler."""
    program = text_of(load(PACK).program(2)) + MAIN
    found = [
        ("Connect Four by hand in C", _seconds(BY_HAND.read_text("utf-8"))),
        ("Connect Four, as C", _seconds(program)),
    ]
    if find_spec("pyspiel"):
        found.append(("Connect Four of OpenSpiel", _open_spiel()))
    return found


def _seconds(text: str) -> float:
    """Seconds per game of a C program, which is told how many to play and prints the time."""
    with tempfile.TemporaryDirectory() as folder:
        source, made = Path(folder) / "games.c", Path(folder) / "games"
        source.write_text(text, "utf-8")
        flags = [flag for flag in FLAGS if flag != "-shared"]
        subprocess.run([*compiler(), *flags, "-O2", "-o", made, source], check=True)
        return median(_run(made) for _ in range(ROUNDS)) / GAMES


def _run(program: Path) -> float:
    said = subprocess.run([program, str(GAMES)], capture_output=True, text=True, check=True)
    return float(said.stdout.split()[0])


def _open_spiel() -> float:
    """One step of its search, which plays all games from the start, in C++."""
    import pyspiel

    game = pyspiel.load_game("connect_four")
    rollouts = pyspiel.RandomRolloutEvaluator(n_rollouts=GAMES, seed=1)
    bot = pyspiel.MCTSBot(game, rollouts, 1.0, 1, 100, False, 1, False)
    start = time.process_time()
    bot.step(game.new_initial_state())
    return (time.process_time() - start) / GAMES
