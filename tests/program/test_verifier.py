"""All programs are well formed, and the verifier finds the errors in malformed ones."""

from __future__ import annotations

import copy
import inspect
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

import cardwright
from cardwright.backends import intrinsics, networks
from cardwright.backends.python import printer
from cardwright.program import operations as op
from cardwright.program import primitives
from cardwright.program import values as v
from cardwright.program.decision_points import ChoicePoint
from cardwright.program.program import Program
from cardwright.program.register_bounds import register_bounds
from cardwright.runtime.game import Game
from dev.listing import listing
from dev.verifier import verify

from ..all_packs import PACKS, ROOT, rules_of

pytestmark = pytest.mark.usefixtures("shared_packs")


@pytest.mark.parametrize("pack", PACKS, ids=lambda pack: pack.name)
def test_the_programs_of_all_packs_are_well_formed(pack: Path) -> None:
    rules = rules_of(pack)
    assert verify(rules.program(max(rules.players))) == []


@pytest.mark.parametrize("name", ["chain", "keywords", "market", "reversi"])
def test_programs_that_record_coverage_are_well_formed(name: str) -> None:
    rules = cardwright.load(ROOT / "tests" / "packs" / name)
    assert verify(rules.marked().program(max(rules.players))) == []


@cache
def _original() -> Program:
    return cardwright.load(ROOT / "tests" / "packs" / "tic-tac-toe").program(2)


def broken(change: Callable[[Program, list[op.Operation]], object]) -> list[str]:
    """The verifier's errors after a change in the block that chooses a cell."""
    program = copy.copy(_original())
    program.code = copy.copy(program.code)
    program.code.blocks = [[copy.copy(o) for o in block] for block in program.code.blocks]
    program.code.functions = copy.deepcopy(program.code.functions)
    at = next(p for p in program.points if isinstance(p, ChoicePoint)).ask
    before = next(
        b for b in program.code.blocks if isinstance(b[-1], op.Goto) and b[-1].block == at
    )
    change(program, before)
    return verify(program)


ZERO, SET = v.Const(0), v.Const((1, 2))
LAST = v.Register(10)


Change = Callable[[Program, list[op.Operation]], object]


def _last(operation: op.Operation) -> Change:
    return lambda program, block: block.__setitem__(-1, operation)


def _first(operation: op.Operation) -> Change:
    return lambda program, block: block.insert(0, operation)


def _value(value: v.Value) -> Change:
    return _first(op.Set(LAST, value))


def _body(operation: op.Operation) -> Change:
    """Gives the function of the winners another body."""
    return lambda program, block: program.code.functions[0].body.__setitem__(0, operation)


SET_FOR_NUMBER = "Const is set where number is expected"
BROKEN: dict[str, tuple[Change, str]] = {
    "no end": (lambda p, b: b.pop(), "it does not end once, at its end"),
    "two ends": (lambda p, b: b.append(op.Goto(0)), "it does not end once, at its end"),
    "end first": (lambda p, b: b.insert(0, b.pop()), "it does not end once, at its end"),
    "no target": (_last(op.Goto(999)), "it goes on at b999, which does not exist"),
    "other routine": (_last(op.Goto(0)), "b0 belongs to game too"),
    "other question": (_last(op.Ask("open", 1)), "there is no such point as 1"),
    "no point": (_first(op.Log(99, [])), "there is no such point as 99"),
    "no effect": (_first(op.Do("explode", [])), "there is no primitive `explode`"),
    "too few": (_first(op.Do("give", [ZERO])), "`give` takes 2, not 1"),
    "effect of a set": (_first(op.Do("give", [ZERO, SET])), SET_FOR_NUMBER),
    "number counted": (_value(v.Call("count", [ZERO])), "Const is number where set is expected"),
    "cell of a set": (_value(v.Cell(SET)), SET_FOR_NUMBER),
    "no table": (_value(v.Table("K99")), "there is no table K99"),
    "no function": (_value(v.Invoke("F99", [])), "`F99` can't be called so"),
    "no local": (_value(v.Var("t1")), "t1 is not set here"),
    "two shapes": (_value(SET), "r10 is a number and a set"),
    "no register": (_first(op.Set(v.Register(40), ZERO)), "r40 is not in its frame of 11"),
    "unset": (_value(v.Call("count", [v.Register(9, True)])), "reads r9 unset"),
    "takes another": (_last(op.Run("push", [v.Const(1), v.Items([])], 13)), "takes 1, not 0"),
    "no value": (lambda p, b: p.code.functions[0].body.pop(), "it returns nothing"),
    "no frame": (_body(op.Return(LAST)), "it reads a register and has no frame"),
    "returns a set": (_body(op.Return(SET)), SET_FOR_NUMBER),
}


@pytest.mark.parametrize("case", BROKEN)
def test_what_is_wrong_with_a_program_is_found(case: str) -> None:
    change, expected = BROKEN[case]
    found = broken(change)
    assert any(expected in error for error in found), found


def test_the_program_that_is_broken_here_was_well_formed() -> None:
    assert broken(lambda program, block: None) == []


# ------------------------------------------------------------------------- what backends owe


def _takes(function: Callable[..., object]) -> range:
    """The numbers of arguments that a function accepts."""
    parameters = inspect.signature(function).parameters.values()
    needed = sum(one.default is one.empty for one in parameters)
    return range(needed, len(parameters) + 1)


@pytest.mark.parametrize("name", primitives.FUNCTIONS)
def test_each_function_is_there_with_its_signature(name: str) -> None:
    signature = primitives.FUNCTIONS[name]
    most = len(signature.takes)
    if name in (*printer.BUILT_IN, *printer.OF_NONE_0, "min", "max", "sum"):
        return
    module = intrinsics if hasattr(intrinsics, name) else networks
    takes = _takes(getattr(module, name))
    assert {most, most - signature.optional} <= {*takes}


@pytest.mark.parametrize(
    ("name", "signature"),
    [*primitives.EFFECTS.items(), *primitives.QUERIES.items(), *primitives.RUNS.items(),
     *primitives.LEAVES.items()],
)  # fmt: skip
def test_each_effect_and_query_is_there_with_its_signature(
    name: str, signature: primitives.Signature
) -> None:
    most = 1 + len(signature.takes)  # and the game
    assert {most, most - signature.optional} <= {*_takes(getattr(Game, name))}


# ---------------------------------------------------------------------------------- as text


def test_a_program_is_printed() -> None:
    lines = [line.partition(";")[0].rstrip() for line in listing(_original(), "game")]
    assert lines[:6] == [
        "routine 0 game: takes 1 of 4 registers",
        "  b0:",
        "    spend 201",
        "    r3 = 5",
        "    goto b2",
        "  b1:",
    ]


def test_the_page_shows_what_is_printed() -> None:
    program = _original()
    printed = {
        line.partition(";")[0].rstrip() for line in listing(program, "", register_bounds(program))
    }
    page = (ROOT / "docs" / "program.md").read_text("utf-8")
    shown = page.partition("```text\n")[2].partition("```")[0].splitlines()
    assert [line for line in shown if line.partition(";")[0].rstrip() not in printed] == []
    ends = {"table K0 = (3, 4, 5, 6, 7, 8, 9, 10, 11)", "s[x + 45]: won of player x", "thing 3: a1",
            "z[0]: seats", "log 3: set"}  # fmt: skip
    assert ends <= printed
