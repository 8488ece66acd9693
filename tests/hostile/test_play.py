"""Games that would run forever, or fill the memory, end with a code after counted work."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Literal

import pytest

import cardwright
from cardwright import GameError
from cardwright.backends.reference import build as reference
from cardwright.language.analysis.metering import LINE, MAX_OF_ANSWER, MAX_OF_GAME
from cardwright.program.emit import code
from cardwright.program.program import Program
from cardwright.runtime.game import Game

from .play_cases import CASES, LARGE, PROGRAMS, in_a_line, nested, write_more, write_play_case

pytestmark = pytest.mark.usefixtures("shared_packs")

IN_SUITE = ("numbers at random", "light doubling definitions", "a log of millions of lines",
            "rounds of nothing", "lines of the log with many values")  # fmt: skip
SOAK = [pytest.param(n, marks=() if n in IN_SUITE else (pytest.mark.soak,)) for n in CASES]


def played(program: Program) -> tuple[Game, GameError]:
    """Plays a game in which each answer is the first one offered, and returns its end."""
    game = Game(program, 0, start=False)
    try:
        game._begin()
        while game.question is not None:
            game.answer(0)
    except GameError as error:
        return game, error
    raise AssertionError("the game came to an end")


@pytest.mark.parametrize("name", SOAK)
def test_the_work_of_an_answer_is_bounded(name: str, tmp_path: Path) -> None:
    rules = cardwright.load(write_play_case(name, tmp_path))
    game, error = played(rules.program(2))
    assert error.code == CASES[name][0]
    assert error.where[0] == "hostile"
    assert MAX_OF_ANSWER < game.work < MAX_OF_GAME + 2 * MAX_OF_ANSWER
    assert lines_of(game) <= (game.work + MAX_OF_ANSWER) // LINE


@pytest.mark.parametrize("covered", [False, True])
def test_a_game_that_records_coverage_may_take_more_steps(covered: bool) -> None:
    rules = cardwright.load(Path(__file__).parents[1] / "packs" / "tic-tac-toe")
    game = (rules.marked() if covered else rules).new_game(players=2, seed=1).position
    game.work = MAX_OF_GAME
    if covered:
        game.answer(0)
    else:
        with pytest.raises(GameError, match="the whole game is too much work"):
            game.answer(0)


def lines_of(game: Game) -> int:
    count, link = 0, game.log
    while link is not None:
        count, link = count + 1, link[0]  # type: ignore[assignment]
    return count


@pytest.mark.parametrize("name", ["numbers at random", "sums of sums"])
def test_both_backends_count_the_same(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = cardwright.load(write_play_case(name, tmp_path))
    program = rules.program(2)
    other = reference.build(program.checked, rules.seats(2), None, 2)
    monkeypatch.setattr("cardwright.runtime.game.MAX_OF_ANSWER", MAX_OF_ANSWER // 100)
    games = [played(one)[0] for one in (program, other)]
    assert games[0].work == games[1].work
    assert games[0].rng == games[1].rng


ENGINES = ["python", pytest.param("native", marks=pytest.mark.soak)]
Engine = Literal["python", "native"]


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(("modifiers", "deep", "code"), [(90, 100, ""), (150, 100, "CW276")])
def test_definitions_are_worked_out_as_deep_as_they_may_be(
    modifiers: int, deep: int, code: str, engine: Engine, tmp_path: Path
) -> None:
    pack = write_more(nested(modifiers, deep), tmp_path)
    _, report = cardwright.examine(pack)
    assert [d.code for d in report.diagnostics if d.severity == "error"] == [code] * bool(code)
    if not code:
        outcome = cardwright.load(pack).new_game(2, 1, engine=engine).outcome
        assert outcome is not None
        assert outcome.scores["ann"] == 3 + modifiers - 1  # including what she begins with


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("rules", [190, 210])
def test_a_long_chain_of_rules_is_not_a_cycle(rules: int, engine: Engine, tmp_path: Path) -> None:
    found = cardwright.load(write_more(in_a_line(rules), tmp_path))
    if rules < 200:
        assert found.new_game(2, 1, engine=engine).turn is None
    else:
        with pytest.raises(GameError, match="or form too long a chain"):
            found.new_game(2, 1, engine=engine)


def test_a_deep_value_is_explained_to_a_caller_with_a_deep_stack(tmp_path: Path) -> None:
    """Nested phrases in nested definitions: more calls than Python allows by default."""
    inside = "".join(f"  e{n}: {'1 + (' * 10}e{n - 1}{')' * 10}\n" for n in range(1, 90))
    more = f"rules:\n  hostile: choose 1 town\ndefinitions:\n  e0: 1\n{inside}"
    game = cardwright.load(write_more(more, tmp_path)).new_game(2, 1)
    limit = sys.getrecursionlimit()

    def from_deep_down(calls: int) -> str:
        return from_deep_down(calls - 1) if calls else game.why_with_secrets("e89").value

    assert from_deep_down(600) == "891"
    assert sys.getrecursionlimit() == limit


def test_a_game_continues_for_a_caller_with_a_deep_stack(tmp_path: Path) -> None:
    """Definitions at the greatest depth allowed are evaluated where little of Python's stack is
    left."""
    rules = cardwright.load(write_more(nested(90, 100), tmp_path))

    def from_deep_down(calls: int) -> int:
        if calls:
            return from_deep_down(calls - 1)
        outcome = rules.new_game(2, 1).outcome
        assert outcome is not None
        return outcome.scores["ann"] or 0

    assert from_deep_down(900) == from_deep_down(0)


@pytest.mark.parametrize("name", LARGE)
def test_a_game_of_too_many_things_is_not_made(name: str, tmp_path: Path) -> None:
    _, report = cardwright.examine(write_play_case(name, tmp_path))
    assert [d.code for d in report.diagnostics] == [LARGE[name][0]]


def test_a_program_of_too_many_parts_is_not_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = cardwright.load(write_play_case("numbers at random", tmp_path))
    monkeypatch.setattr(code, "MAX_PARTS", 20)
    with pytest.raises(GameError, match="parts: each ability") as found:
        rules.program(2)
    assert found.value.code == "CW401"


@pytest.mark.parametrize("name", PROGRAMS)
def test_code_printed_for_each_of_many_things_is_counted(name: str, tmp_path: Path) -> None:
    rules = cardwright.load(write_play_case(name, tmp_path))
    with pytest.raises(GameError, match="parts: each ability") as found:
        rules.program(2)
    assert found.value.code == PROGRAMS[name][0]
