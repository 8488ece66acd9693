"""Generated C reads and writes nothing outside its arrays: games under the compiler's sanitizers.

It compiles without warnings, too.
"""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from cardwright import Rules
from cardwright.backends.native.compile import FLAGS
from cardwright.backends.native.printer import text_of
from dev.random_packs import write_pack

from ..all_packs import PACKS, ROOT, rules_of

pytestmark = pytest.mark.usefixtures("shared_packs")

GAMES = """
#include <stdio.h>
#include <stdlib.h>
int main(void) {
  cw_game *g = malloc(sizeof *g), *other = malloc(sizeof *other);
  cw_work *w = malloc(sizeof *w);
  int32_t *seen = malloc(cw_observed() * sizeof *seen);
  float *rewards = malloc(cw_players() * sizeof *rewards);
  int64_t *told = malloc(1 << 22), failed = 0;
  for (uint64_t seed = 0; seed < 200; seed++) {
    uint64_t random = seed;
    memset(g, 0xa5, sizeof *g);
    memset(w, 0xa5, sizeof *w);
    failed |= cw_new(g, w, seed);
    for (int part = 0; part < 80 && g->asked && !failed; part++) {
      cw_playout(g, w, &random, 25);
      failed |= w->error;
      cw_copy(other, g);
      cw_observe(g, g->asked, seen);
      for (int64_t i = 0; i < cw_count(g); i++) failed |= cw_index_of(g, cw_action(g, i)) != i;
      cw_rewards(g, w, rewards);
      failed |= cw_digest(g) != cw_digest(other);
      failed |= cw_import(g, w, told, cw_export(other, told, 1 << 19));
    }
  }
  free(g); free(other); free(w); free(told); free(seen); free(rewards);
  return failed != 0;
}
"""


def play_watched(rules: Rules, folder: Path, *optimised: str) -> int:
    """Plays under the sanitizers, which report errors; returns whether a game broke off."""
    source, made = folder / "program.c", folder / "program"
    source.write_text(text_of(rules.program(max(rules.players))) + GAMES, "utf-8")
    flags = (*optimised, "-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=undefined")
    command = ["cc", *(f for f in FLAGS if f != "-shared"), "-Wall", "-Wextra", "-Werror", *flags]
    subprocess.run([*command, "-o", str(made), str(source)], check=True, timeout=1800)
    played = subprocess.run([str(made)], check=False, timeout=1800, capture_output=True, text=True)
    assert played.stderr == ""
    return played.returncode


@pytest.mark.soak
@pytest.mark.skipif(shutil.which("cc") is None, reason="there is no C compiler")
@pytest.mark.parametrize("pack", PACKS, ids=lambda pack: pack.name)
def test_nothing_is_out_of_bounds(pack: Path, tmp_path: Path) -> None:
    assert play_watched(rules_of(pack), tmp_path, "-O1") == 0


@pytest.mark.soak
@pytest.mark.skipif(shutil.which("cc") is None, reason="there is no C compiler")
@pytest.mark.parametrize("seed", range(40))
def test_random_packs_stay_within_bounds(seed: int, tmp_path: Path) -> None:
    rules = write_pack(tmp_path / "random", seed)
    assert rules is not None
    assert play_watched(rules, tmp_path, "-O0") in (0, 1)  # its rules may be too much work


QUOTIENT = """
#include <stdlib.h>
int main(void) {
  cw_game *g = calloc(1, sizeof *g);
  cw_work *w = calloc(1, sizeof *w);
  cw_new(g, w, 1);
  int right = cw_div(g, -7, -1) == 7 && cw_div(g, -7, 2) == -4 && cw_mod(g, INT64_MIN, -1) == 0;
  cw_div(g, INT64_MIN, -1);
  return !(right && w->error == CW_OVERFLOW);
}
"""


@pytest.mark.skipif(shutil.which("cc") is None, reason="there is no C compiler")
def test_the_lowest_number_by_minus_one_goes_to_python(tmp_path: Path) -> None:
    program = rules_of(ROOT / "tests" / "packs" / "tic-tac-toe").program(2)
    source, made = tmp_path / "program.c", tmp_path / "program"
    source.write_text(text_of(program) + QUOTIENT, "utf-8")
    flags = [flag for flag in FLAGS if flag != "-shared"]
    subprocess.run(["cc", *flags, "-w", "-o", str(made), str(source)], check=True, timeout=300)
    subprocess.run([str(made)], check=True, timeout=60)


@pytest.mark.soak
@pytest.mark.skipif(shutil.which("cc") is None, reason="there is no C compiler")
@pytest.mark.parametrize("looks_for", ["thread", "address,undefined"])
@pytest.mark.parametrize("pack", ["menagerie", "sealed-bids"])
def test_threads_of_a_batch_share_nothing(pack: str, looks_for: str, tmp_path: Path) -> None:
    rules = rules_of(ROOT / "tests" / "packs" / pack)
    source, made = tmp_path / "program.c", tmp_path / "program"
    threads = Path(__file__).with_name("threads.c").read_text("utf-8")
    source.write_text(text_of(rules.program(max(rules.players))) + threads, "utf-8")
    flags = (*(f for f in FLAGS if f != "-shared"), "-O1", f"-fsanitize={looks_for}", "-pthread")
    subprocess.run(["cc", *flags, "-o", str(made), str(source)], check=True, timeout=300)
    subprocess.run([str(made)], check=True, timeout=300)
