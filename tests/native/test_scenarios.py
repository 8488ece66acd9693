"""Scenarios of packs, each step of which is also played on the native engine."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from cardwright import load
from cardwright.backends.native.frames import choices_of
from cardwright.backends.native.library import Position
from cardwright.backends.python.build import add_effect
from cardwright_tools.output import BROKEN
from cardwright_tools.scenario.run import run_tests

from ..all_packs import PACKS, ROOT

pytestmark = pytest.mark.skipif(shutil.which("cc") is None, reason="there is no C compiler")
FIXTURES = ROOT / "tests" / "packs"


def run(pack: Path) -> tuple[int, int, str]:
    """The exit code, how many steps and answers were played in C, and the output."""
    said: list[str] = []
    code = run_tests([pack], report_to=said.append, native=True)
    played = re.match(r"native engine: (\d+) steps and answers were the same", said[-1])
    return code, int(played[1]) if played else 0, "\n".join(said)


@pytest.mark.parametrize("name", ["card-guilds", "connect-four"])
def test_steps_are_the_same_on_both_engines(name: str) -> None:
    code, played, said = run(FIXTURES / name)
    assert code == 0, said
    assert played >= 5
    assert "Python" not in said


@pytest.mark.soak
@pytest.mark.parametrize("pack", PACKS, ids=lambda pack: pack.name)
def test_all_steps_are_the_same_on_both_engines(pack: Path) -> None:
    code, _, said = run(pack)
    assert code == 0, said


def test_steps_with_given_chance_are_played_in_python() -> None:
    code, played, said = run(FIXTURES / "dice-pool")
    assert code == 0, said
    assert played > 0
    assert re.search(r"\d+ with given chance in Python", said)


def test_each_choice_is_of_one_routine_although_all_effects_of_scenarios_have_one_name() -> None:
    program = load(FIXTURES / "card-guilds").program(2)
    routine = program.entries[program.rule("fight")].routine
    assert routine is not None
    added = [add_effect(program, routine) for _ in range(2)]
    assert len({program.entries[number].name for number in added}) == 1
    found = [id(one) for n in range(len(program.entries)) for one in choices_of(program, n)]
    assert len({*found}) == len(found) > 2
    first, second = ({id(one) for one in choices_of(program, number)} for number in added)
    assert first
    assert second.isdisjoint(first)


def test_another_position_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if the native engine did nothing."""
    monkeypatch.setattr(Position, "apply", lambda self, index: None)
    code, _, said = run(FIXTURES / "connect-four")
    assert code == BROKEN
    assert "OtherPosition: another position, and no error natively" in said


def test_without_a_compiler_scenarios_run_in_python(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("CC", "no-such-compiler")
    monkeypatch.setenv("CARDWRIGHT_CACHE", str(tmp_path))
    code, played, said = run(FIXTURES / "tic-tac-toe")
    assert (code, played) == (0, 0)
    assert "; `CC` is `no-such-compiler`, and there is no such program" in said
