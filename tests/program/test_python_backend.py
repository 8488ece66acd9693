"""What the Python backend compiles, and when."""

from __future__ import annotations

import ast
import re
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from threading import Barrier

import pytest

from cardwright import load
from cardwright.backends.python import compile as python
from cardwright.backends.python import printer
from cardwright.backends.python.blocks import BlockPrinter
from cardwright.players.playout import play_to_end
from cardwright.program.control_flow import block_leaders
from cardwright.program.lazy_program import lazy_program
from cardwright.program.operations import Ask
from cardwright.program.program import Program
from cardwright.program.values import Loop, Value
from cardwright.runtime.game import Game

from ..all_packs import ROOT, rules_of

CONNECT_FOUR = ROOT / "tests" / "packs" / "connect-four"


def test_a_test_that_a_loop_repeats_is_made_once() -> None:
    """Whether there is a disc on a cell: the places of discs are collected in a set before the
    loop."""
    printed = printed_blocks(rules_of(CONNECT_FOUR).program(2))
    places = r"for (\w+) in \[\{s\[(\w+)\] for \2 in \w+ if s\[\2\]\}\] for (\w+) in "
    assert len(re.findall(places + r".* if not \3 in \1 if .* in \1\]", printed)) == 1
    assert "any(" not in printed


def test_a_block_that_only_one_other_goes_to_is_printed_inside_it() -> None:
    """A game stops only at questions, and where a routine continues after another one."""
    program = rules_of(CONNECT_FOUR).program(2)
    asks = [body[-1] for body in program.code.blocks if isinstance(body[-1], Ask)]
    printed = printed_blocks(program)
    assert len(re.findall(r"return g\.choose", printed)) > len(asks)
    functions = {int(name) for name in re.findall(r"def b(\d+)", printed)}
    assert functions == {number for number in block_leaders(program) if program.code.blocks[number]}
    inside = [int(block) for block in re.findall(r"f\[0\] = (\d+)", printed)]
    assert {*inside} <= functions


def printed_blocks(program: Program) -> str:
    found = BlockPrinter(program, block_leaders(program)).printed(range(len(program.code.blocks)))
    return ast.unparse(ast.fix_missing_locations(ast.Module([*found], [])))


def test_two_threads_compile_the_same_file(monkeypatch: pytest.MonkeyPatch) -> None:
    """As when games begin in two threads together: a file is compiled when it is first called."""
    program = load(CONNECT_FOUR).program(2)
    together, before, all_of = Barrier(2, timeout=120), printer._before, printer._all
    asking = list[object]()

    def found_in_both(loop: Loop) -> object:
        found = before(loop)
        if found[1]:
            asking.append(loop.tests)
            together.wait()
        return found

    def asked_in_both(nodes: Sequence[Value]) -> object:
        if any(nodes is tests for tests in asking):
            together.wait()
        return all_of(nodes)

    def played(_: int) -> object:
        return play_to_end(Game(program, 1), 5)

    monkeypatch.setattr(printer, "_before", found_in_both)
    monkeypatch.setattr(printer, "_all", asked_in_both)
    with ThreadPoolExecutor(2) as threads:
        one, other = threads.map(played, range(2))
    assert one == other


def test_a_file_is_compiled_when_something_of_it_is_called(monkeypatch: pytest.MonkeyPatch) -> None:
    made, compiled = list[str](), python._compiled
    monkeypatch.setattr(python, "_compiled", lambda *of: made.append(of[1]) or compiled(*of))
    program = load(ROOT / "tests" / "packs" / "card-guilds").program(2)
    assert not made
    other = replace(program, blocks=[*program.blocks])
    games = Game(program, 3), Game(other, 3)
    assert play_to_end(games[0], 5) == play_to_end(games[1], 5)
    assert games[0].state() == games[1].state()
    assert len(made) == len({*made}) > 1  # once, for both programs


def test_a_postponed_program_is_made_once_for_all_threads() -> None:
    program, made = rules_of(CONNECT_FOUR).program(2), list[float]()

    def emit() -> Program:
        made.append(time.monotonic())
        time.sleep(0.1)  # in which the other thread asks, too
        return program

    later = lazy_program("id", emit)
    with ThreadPoolExecutor(2) as threads:
        layouts = [*threads.map(lambda _: later.layout, range(2))]
    assert layouts == [program.layout] * 2
    assert len(made) == 1
    with pytest.raises(AttributeError, match="nothing_of_it"):
        getattr(later, "nothing_of_it")  # noqa: B009
