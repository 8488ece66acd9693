"""`sim`: results depend only on packs, seed and number of games."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from fractions import Fraction
from pathlib import Path

import pytest

import cardwright
from cardwright.runtime.engines import Engine
from cardwright_tools.cli import invoke
from cardwright_tools.sim.distribute import BATCH
from cardwright_tools.sim.games import GameSetup, Outcome
from cardwright_tools.sim.playout import GameRunner, count_rule
from cardwright_tools.sim.result_lines import result_lines, wins_text
from cardwright_tools.sim.results import SimResult, gather_results
from cardwright_tools.sim.run import simulate

from .child_process import started

ROOT = Path(__file__).parents[2]
ORBIT = str(ROOT / "tests/packs/mini-orbit")
HANDS = str(ROOT / "tests/packs/hands")
TOE = str(ROOT / "tests/packs/tic-tac-toe")


def result(
    *words: str, seed: int = 3, hash_seed: str = "0", pack: str = ORBIT
) -> dict[str, object]:
    line = [sys.executable, "-m", "cardwright_tools.cli", "sim", pack, "--players", "3"]
    line += ["--seed", str(seed), "--json", "-", *words]
    env = {**os.environ, "PYTHONHASHSEED": hash_seed}
    done = subprocess.run(line, capture_output=True, text=True, env=env, timeout=60, check=True)
    found = json.loads(done.stdout)
    assert isinstance(found, dict)
    return found


def same(found: dict[str, object]) -> dict[str, object]:
    return {k: v for k, v in found.items() if k not in ("seconds", "decisions_per_second")}


def test_the_result_does_not_depend_on_jobs_or_the_hash_seed() -> None:
    alone = same(result("--games", "30", hash_seed="1"))
    assert same(result("--games", "30", "--jobs", "2", hash_seed="2")) == alone


def test_the_result_depends_on_seed_and_number_of_games() -> None:
    def digest(seed: int, games: int) -> str:
        setup = GameSetup((ORBIT,), (), 3, seed)
        return gather_results("", setup, simulate(setup, games), games, 1.0).digest

    assert digest(3, 10) == digest(3, 10)
    assert len({digest(3, 10), digest(3, 11), digest(4, 10)}) == 3


def test_the_result_adds_up(capsys: pytest.CaptureFixture[str]) -> None:
    assert invoke(["sim", ORBIT, "--players", "3", "--games", "20", "--json", "-"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["games"] == 20
    assert found["failures"] == []
    assert not found["interrupted"]
    wins = found["wins"]
    assert isinstance(wins, dict)
    assert sum(wins["by_player"].values()) == pytest.approx(20, abs=0.01)
    assert sum(wins["by_seat"].values()) == pytest.approx(20, abs=0.01)
    scores = found["scores"]
    assert isinstance(scores, dict)
    assert list(scores) == ["red", "blue", "green"]
    for score in scores.values():
        assert score["minimum"] <= score["mean"] <= score["maximum"]


def test_no_games_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert invoke(["sim", TOE, "--games", "0"]) == 2
    assert "--games" in capsys.readouterr().err


def test_one_game_is_one(capsys: pytest.CaptureFixture[str]) -> None:
    assert invoke(["sim", TOE, "--games", "1"]) == 0
    assert ": 1 game of 2 players\n" in capsys.readouterr().out


def test_a_shared_win_is_explained_where_there_is_one(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert invoke(["sim", TOE, "--games", "5"]) == 0
    assert "shared win" not in capsys.readouterr().out
    (tmp_path / "pack.yaml").write_text(
        "id: draw\nversion: 1.0.0\ntitle: Draw\nplayers: [2, 2]\nmain: game\nwinners: players\n"
    )
    (tmp_path / "game.yaml").write_text(
        "kinds: {player: {}}\nrules: {game: end the game}\nplayers:\n"
        "  - {id: ann, provenance: house}\n  - {id: bob, provenance: house}\n"
    )
    assert invoke(["sim", str(tmp_path), "--games", "1"]) == 0
    out = capsys.readouterr().out
    assert "0.5" in out
    assert "A shared win is split equally" in out


def test_the_table_is_plain_text_of_a_hundred_columns(capsys: pytest.CaptureFixture[str]) -> None:
    assert invoke(["sim", ORBIT, "--games", "5"]) == 0
    out = capsys.readouterr().out
    assert "\x1b" not in out
    assert max(map(len, out.splitlines())) <= 100
    assert "digest" in out


def test_the_log_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert invoke(["sim", TOE, "--games", "1", "--log"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("Game 1\n")
    assert out.count("places a mark on") >= 5


def test_turns_are_counted() -> None:
    rules = cardwright.load(TOE)
    program, begun = count_rule(rules.program(2), "turn")
    table = GameRunner(rules, 2, seed=1)
    outcome, game = table.play(0)
    assert isinstance(outcome, Outcome)
    assert game is not None
    assert outcome.turns in (outcome.decisions, outcome.decisions + 1)  # the last is forced
    assert outcome.rounds == -(-outcome.turns // 2)
    assert not begun
    assert not count_rule(program, "nothing-here")[1]


@pytest.mark.parametrize(
    ("engine", "watched"), [("python", False), ("python", True), ("native", False)]
)
def test_a_turn_and_what_replaces_it_are_one(engine: Engine, watched: bool, tmp_path: Path) -> None:
    (tmp_path / "pack.yaml").write_text(
        "{id: rain, version: 1.0.0, title: Rain, players: [2, 2], main: game}"
    )
    (tmp_path / "rules.yaml").write_text("""
provenance: house
kinds: {player: {state: {gold: {type: number, min: 0, max: 9}}}}
players: [{id: ann}, {id: bob}]
rules:
  game: "repeat 3 times: for each player: player does turn"
  turn: |
    gain 1 gold
    if gold of you is 2: do turn
abilities: [{instead of: turn, do: 'say "It rains", then do turn'}]
""")
    runner = GameRunner(cardwright.load(tmp_path), 2, seed=1, watched=watched, engine=engine)
    outcome, _ = runner.play(0)
    assert isinstance(outcome, Outcome)
    assert (outcome.turns, outcome.rounds) == (8, 4)  # an extra one for each
    assert outcome.seen is None or outcome.seen.dead_turns == 8


def test_a_shared_win_is_divided() -> None:
    setup = GameSetup((TOE,), (), 2, 1)
    found = gather_results("x", setup, simulate(setup, 40), 40, 1.0)
    runner = GameRunner(cardwright.load(TOE), 2, 1)
    done = [runner.play(index)[0] for index in range(40)]
    won = sum(found.wins_by_player().values())
    assert won == sum(1 for o in done if isinstance(o, Outcome) and o.shares)


@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent otherwise there")
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_gives_the_result_of_the_finished_games(jobs: str, tmp_path: Path) -> None:
    words = ["sim", HANDS, "--games", "100000", "--players", "3", "--seed", "3"]
    words += ["--store", str(tmp_path), "--jobs", jobs, "--json", "-"]
    with started(*words) as process:
        # Of the games, those of all batches before the first unfinished one count.
        first = [tmp_path / f"game-{number}.json" for number in range(1, 4 * BATCH + 1)]
        while process.poll() is None and not all(file.is_file() for file in first):
            time.sleep(0.02)
        os.killpg(process.pid, signal.SIGINT)
        out, err = process.communicate(timeout=60)
    found = json.loads(out)
    assert process.returncode == 1
    assert found["interrupted"]
    assert "Traceback" not in err
    assert "interrupted:" in err
    again = result("--games", str(found["games"]), pack=HANDS)
    assert again["digest"] == found["digest"]


# ------------------------------------------------------------------- by whom, and how it ends

ENDS = """\
kinds: {player: {state: {gold: {type: number}}}, cube: {is: die, faces: [1, 2, 3, 4, 5, 6]}}
pieces: {cube: 1}
players: [{id: ann, provenance: house}, {id: bob, provenance: house}]
rules:
  game: |
    repeat 30 times:
      for each player: player does turn
  turn: |
    may "Roll":
      roll all cubes
      gain (sum of face of cube over cubes) gold
    if gold of you > 20: end the game "{you} is rich"
    if gold of you is 13: do bust
  bust: end the game
"""


@pytest.fixture
def ends(tmp_path: Path) -> Path:
    head = "id: ends\nversion: 1.0.0\ntitle: Ends\nplayers: [2, 2]\nmain: game\nscore: gold\n"
    (tmp_path / "pack.yaml").write_text(f"{head}winners: top players by gold of player\n")
    (tmp_path / "game.yaml").write_text(ENDS)
    return tmp_path


def run(setup: GameSetup, games: int, jobs: int = 1) -> SimResult:
    return gather_results("", setup, simulate(setup, games, jobs), games, 1.0)


AUTOMATON = """
automata: {bob: {answers: {may: if gold of you > 2}}}
"""


def test_nobody_plays_for_automata(ends: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with (ends / "game.yaml").open("a") as file:
        file.write(AUTOMATON)
    words = ["sim", str(ends), "--games", "2", "--players-by"]
    assert invoke([*words, "greedy"]) == 0
    out = capsys.readouterr().out
    assert re.search("^Ann +greedy ", out, re.M)
    assert re.search("^Bob +its rules ", out, re.M)
    assert invoke([*words, "greedy", "--json", "-"]) == 0
    assert json.loads(capsys.readouterr().out)["players_by"] == {"ann": "greedy"}
    assert invoke([*words, "bob=greedy"]) == 2
    assert "there is no player `bob` to play for; the players are ann" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("wins", "said"), [(Fraction(28_490), "28490"), (Fraction(100, 3), "33.33"), (Fraction(0), "0")]
)
def test_wins_are_written_out(wins: Fraction, said: str) -> None:
    assert wins_text(wins) == said


def test_wins_are_told_by_kind_of_player() -> None:
    found = run(GameSetup((TOE,), (), 2, 1, "1=greedy,2=random"), 12)
    assert [*found.wins_by_kind().values()] == [(12, w) for w in found.wins_by_seat().values()]
    table = "\n".join(result_lines(found, {}))
    assert re.search("^greedy +12 ", table, re.M)
    assert "1=greedy" not in table
    assert run(GameSetup((TOE,), (), 2, 1, "random"), 2).wins_by_kind() == {}


def test_greedy_players_beat_random_ones() -> None:
    def wins(by: str) -> dict[str, Fraction]:
        return run(GameSetup((TOE,), (), 2, 1, by), 60).wins_by_player()

    at_random = wins("")
    assert wins("random") == at_random
    assert wins("x=greedy")["x"] > at_random["x"] + 5
    assert wins("o=greedy")["o"] > at_random["o"] + 8
    assert wins("greedy,x=random") == wins("o=greedy")


def test_the_digest_of_greedy_games_does_not_depend_on_jobs() -> None:
    setup = GameSetup((str(ROOT / "tests/packs/push-your-luck"),), (), 3, 4, "greedy")
    alone, together = run(setup, 24), run(setup, 24, jobs=2)
    assert alone.digest == together.digest
    assert alone.to_json()["lengths"] == together.to_json()["lengths"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["sim", HANDS, "--modules", "zeta"], "--modules: there is no module `zeta`; the pack has"),
        (["sim", TOE, "--players-by", "y=greedy"], "--players-by: there is no player `y` to play"),
        (["sim", HANDS, "--games", "abc"], "'abc' is not a valid whole number"),
        (["sim", HANDS, "--log", "--executor", "dask:x"], "leave out --executor"),
    ],
)
def test_wrong_options_are_told_by_their_names(
    words: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert invoke(words) == 2
    assert said in capsys.readouterr().err


def test_what_to_count_by_is_said_for_a_player(
    ends: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["sim", str(ends), "--games", "1", "--wins-by"]
    assert invoke([*words, "gold"]) == 2
    assert "specify whose, as in `gold of ann`" in capsys.readouterr().err
    assert invoke([*words, "gold of player"]) == 2
    assert "names known here: `ann`, `bob`" in capsys.readouterr().err


def test_games_are_counted_by_what_ended_them(ends: Path) -> None:
    found = run(GameSetup((str(ends),), (), 2, 1), 100)
    assert found.ends() == {"{you} is rich": 68, "bust": 32}
    lengths = found.lengths()
    assert lengths["turns"][0] >= 3
    assert all(low <= middle <= high for low, middle, high in lengths.values())
    assert lengths["rounds"] == tuple(-(-turns // 2) for turns in lengths["turns"])


def test_wins_are_counted_by_a_value_at_the_end(
    ends: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found = run(GameSetup((str(ends),), (), 2, 1, wins_by="gold of ann > 20"), 100)
    groups = found.wins_by_group()
    assert [*groups] == ["no", "yes"]
    assert sum(games for games, _ in groups.values()) == 100
    total = {name: sum(wins[name] for _, wins in groups.values()) for name in ("ann", "bob")}
    assert total == found.wins_by_player()
    assert groups["yes"][1] == {"ann": groups["yes"][0], "bob": 0}
    words = ["sim", str(ends), "--games", "20", "--wins-by"]
    assert invoke([*words, "gold of bob"]) == 0
    out = capsys.readouterr().out
    _, *rows = out.partition("gold of bob   games")[2].partition("\n\n")[0].splitlines()[1:]
    numbers = [int(row.split()[0]) for row in rows]
    assert numbers == sorted(numbers)
    assert len(numbers) > 5
    assert invoke([*words, "gold of ann > 20", "--json", "-"]) == 0
    by_value = json.loads(capsys.readouterr().out)["wins"]["by_value"]
    assert by_value["yes"]["by_player"] == {"ann": by_value["yes"]["games"], "bob": 0}
    assert invoke([*words, "silver of bob"]) == 2
    assert "--wins-by: error[CW212]: a player has no `silver`" in capsys.readouterr().err
    assert invoke([*words, " * ".join(["1000000"] * 5)]) == 1
    assert "error[CW403]: a number is out of range" in capsys.readouterr().err


def test_what_ended_all_games_alike_is_said_too(
    ends: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = ends / "game.yaml"
    file.write_text(file.read_text().replace("30 times", "1 times"))
    assert invoke(["sim", str(ends), "--games", "7"]) == 0
    out = capsys.readouterr().out
    assert re.search(r"^rule that ends the game +games +share\n─+\ngame +7 +100.0%$", out, re.M)
    assert invoke(["sim", str(ends), "--games", "7", "--json", "-"]) == 0
    assert json.loads(capsys.readouterr().out)["ends"] == {"game": 7}


def test_the_log_says_why_the_game_ended(ends: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert invoke(["sim", str(ends), "--games", "20", "--log"]) == 0
    out = capsys.readouterr().out
    assert "  Ann is rich\n\n" in out
    assert "Bob is rich\n\n" in out
    assert "rule that ends the game" in out


def test_intervals_are_those_of_wilson() -> None:
    found = run(GameSetup((TOE,), (), 2, 1), 50)
    published = {0: (0.0, 0.0714), 5: (0.0435, 0.2136), 25: (0.3664, 0.6336), 50: (0.9286, 1.0)}
    for wins, interval in published.items():
        assert found.interval(Fraction(wins)) == pytest.approx(interval, abs=0.00015)
