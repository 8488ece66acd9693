"""Which engine plays, and that a search can't tell which one it is."""

from __future__ import annotations

import json
import shutil
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from cardwright import load
from cardwright.backends.game_errors import GameError
from cardwright.backends.python import build
from cardwright.players.simulation import PlayoutPolicy, Simulation, simulation
from cardwright.runtime import engines
from cardwright.runtime.game import Game
from cardwright_tools.cli import cardwright
from cardwright_tools.sim.games import Outcome
from cardwright_tools.sim.playout import GameRunner

from ..all_packs import ROOT, rules_of

CONNECT_FOUR = ROOT / "tests" / "packs" / "connect-four"


@pytest.mark.skipif(shutil.which("cc") is None, reason="there is no C compiler")
@pytest.mark.parametrize("pack", ["connect-four", "mini-orbit", "skirmish", "hands"])
def test_playouts_are_worth_the_same_on_both_engines(pack: str) -> None:
    """Also those of players that look ahead, the estimates of answers, and what a search finds."""
    program = rules_of(ROOT / "tests" / "packs" / pack).program(2)
    told, start = [], Game(program, 3)
    for engine in ("python", "native"):
        engines.choose_engine(program, engine)
        library = engines.native(program)
        assert (library is None) == (engine == "python")
        told.append([_imagined(simulation(start, library), random) for random in range(12)])
    engines.choose_engine(program, "python")
    assert told[0] == told[1]
    assert len({str(one) for one in told[0]}) > 1


def _imagined(start: Simulation, random: int) -> list[object]:
    plain, well = (start.copy(random) for _ in range(2))
    well.apply(random % len(well.answers))
    promised = well.rate_answers(3, random) if well.answers else ()
    found: list[object] = [well.player, well.point, [*well.answers], [*promised]]
    for one, policy in ((plain, PlayoutPolicy(0, 40)), (well, PlayoutPolicy(3, 12))):
        try:
            found.append([*one.play_on(policy, random)])
        except GameError as error:  # a card copies itself endlessly
            found.append(error.code)
    return found


@pytest.mark.skipif(shutil.which("cc") is None, reason="there is no C compiler")
@pytest.mark.parametrize("pack", ["connect-four", "push-your-luck", "skirmish"])
def test_games_of_sim_have_the_same_outcomes_on_both_engines(pack: str) -> None:
    rules = rules_of(ROOT / "tests" / "packs" / pack)
    python, native = (GameRunner(rules, 2, 7, engine=engine) for engine in ("python", "native"))
    assert not isinstance(native.engine, engines.Unavailable)
    for index in range(5):
        told = []
        for runner in (python, native):
            engines.choose_engine(rules.program(2), "python" if runner is python else "native")
            outcome, _ = runner.play(index)
            assert isinstance(outcome, Outcome)
            told.append(replace(outcome, seconds=0))
        assert told[0] == told[1]
        assert told[0].rounds or "turn" not in rules.checked.rules


@pytest.mark.skipif(shutil.which("cc") is None, reason="there is no C compiler")
@pytest.mark.parametrize(
    ("words", "answers"),
    [("play PACK --bots mcts:5", "1\nwhy\n2\nundo\nundo\n3\n1\nlog\nquit\n"),
     ("tournament PACK --between random,mcts:5 --games 2", ""),
     ("balance PACK --players-by mcts:5 --games 2", "")],
)  # fmt: skip
def test_commands_say_the_same_on_both_engines(words: str, answers: str) -> None:
    command = words.replace("PACK", CONNECT_FOUR.as_posix()).split()
    said = {}
    for engine in ("python", "native"):
        run = CliRunner().invoke(cardwright, [*command, "--engine", engine], input=answers)
        assert run.exit_code == 0, run.output
        said[engine] = run.output.replace(f"playouts: {engine}", "playouts: of the engine")
    assert said["python"] == said["native"]
    assert len(said["python"].splitlines()) > 5


def test_play_says_once_why_python_plays(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("CC", "no-such-compiler")
    monkeypatch.setenv("CARDWRIGHT_CACHE", str(tmp_path))  # with nothing compiled before
    pack = (ROOT / "tests" / "packs" / "tic-tac-toe").as_posix()
    run = CliRunner().invoke(cardwright, ["play", pack, "--engine", "native"], input="1\nquit\n")
    (told,) = [line for line in run.output.splitlines() if "compiler" in line]
    assert told.startswith("Python plays this game: `CC` is `no-such-compiler`, and there is no")


def test_without_a_compiler_python_plays(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("CC", "no-such-compiler")
    monkeypatch.setenv("CARDWRIGHT_CACHE", str(tmp_path))
    program = load(CONNECT_FOUR).program(2)
    found = engines.choose_engine(program, "native")
    assert found == engines.Unavailable(
        "`CC` is `no-such-compiler`, and there is no such program: unset it, or name a C compiler"
    )
    assert engines.native(program) is None


def test_a_few_searching_games_suggest_the_native_engine(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("CARDWRIGHT_CACHE", str(tmp_path))
    pack = (ROOT / "tests" / "packs" / "tic-tac-toe").as_posix()
    words = ["sim", pack, "--games", "1", "--players-by", "mcts:2"]
    assert (
        "with `--engine native`, which compiles the game"
        in CliRunner().invoke(cardwright, words).stderr
    )
    assert "native" not in CliRunner().invoke(cardwright, [*words, "--engine", "python"]).stderr
    monkeypatch.setenv("CC", "no-compiler")
    assert "native" not in CliRunner().invoke(cardwright, words).stderr


@pytest.mark.skipif(shutil.which("cc") is None, reason="there is no C compiler")
def test_sim_says_which_engine_played(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """And that a compiler has been started, which takes a while."""
    monkeypatch.setenv("CARDWRIGHT_CACHE", str(tmp_path))
    words = ["sim", (ROOT / "tests" / "packs" / "tic-tac-toe").as_posix(), "--games", "2"]
    for more, engine, compiled in (
        ("", "engine: python", False), ("--engine native", "engine: native", True),
        ("", "engine: native", False), ("--log", "engine: python", False),
        ("--players-by mcts:2", "engine: python, playouts: native", False),
    ):  # fmt: skip
        run = CliRunner().invoke(cardwright, [*words, *more.split()])
        assert engine in run.stdout.splitlines()
        assert ("compiling the game (only once) ..." in run.stderr) == compiled
    run = CliRunner().invoke(cardwright, [*words, "--json", "-"])
    assert json.loads(run.stdout)["engine"] == "native"
    tmp_path.chmod(0o777)
    run = CliRunner().invoke(cardwright, words)
    assert "games are not compiled into a folder that other users can change" in run.stderr


def test_auto_compiles_nothing(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("CARDWRIGHT_CACHE", str(tmp_path))
    program = load(CONNECT_FOUR).program(2)
    assert isinstance(engines.choose_engine(program, "auto"), engines.Unavailable)
    assert not [*tmp_path.rglob("*.so")]


@pytest.mark.skipif(shutil.which("cc") is None, reason="there is no C compiler")
def test_what_was_compiled_is_played_without_its_program(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The program is made when something reads it, and is then as it would have been."""
    monkeypatch.setenv("CARDWRIGHT_CACHE", str(tmp_path))
    pack = ROOT / "tests" / "packs" / "stones"
    first = load(pack).new_game(2, 5, engine="native")
    rules, made = load(pack), list[object]()
    emit = build.emit_program
    monkeypatch.setattr(build, "emit_program", lambda *of: made.append(of) or emit(*of))
    game = rules.new_game(2, 5, engine="native")
    batch = rules.batch(2, 2, 1)
    batch.step(batch.legal[:, 0])
    assert game.position.question == first.position.question
    assert not made
    assert (game.turn, game.options.ids, game.log()) == (first.turn, first.options.ids, first.log())
    assert batch.players == game.rules.seats(2)
    assert len(made) == 1
    assert rules.program(2).identity == first.rules.program(2).identity
