"""Where hidden values come from: what the rules of a program choose, roll and copy.

Owns facts about the rules that `determinize` needs: which choices set a cell, which cells are dice,
by which printed facts an effect selects things. Computed once per program.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field

from cardwright.backends.python.program import FRAME, EntryPoint, Program
from cardwright.board.model import Field
from cardwright.language import core
from cardwright.language.core import Expr, walk
from cardwright.source.records import dataclass

Key = tuple[str, str]  # the kind and the name of a cell


@dataclass(slots=True)
class Origins:
    """`chosen`: what a cell is chosen from, with the register of the thing that has the cell."""

    chosen: dict[Key, tuple[int, Expr]] = field(default_factory=dict)
    rolled: set[Key] = field(default_factory=set)
    copied: set[tuple[Key, Key]] = field(default_factory=set)  # to the first from the second
    picking: dict[str, frozenset[Key]] = field(default_factory=dict)
    secrets: dict[int, list[core.Choose]] = field(default_factory=dict)  # by routine
    things: dict[int, frozenset[int]] = field(default_factory=dict)


def origins(program: Program) -> Origins:
    """The facts of a program, found when they are first asked for."""
    found = program.memo.get("origins")
    if not isinstance(found, Origins):
        found = program.memo["origins"] = _found(program)
    return found


def key(found: Field) -> Key:
    return found.kind, found.name


def cell_of(program: Program, cell: Key) -> Field:
    """The declaration of a cell; one without a kind is the game's own."""
    board = program.board
    return board.kinds[cell[0]].fields[cell[1]] if cell[0] else board.state[cell[1]]


def _found(program: Program) -> Origins:
    found, mixed = Origins(), set[Key]()
    for number, entry in enumerate(program.entries):
        body = list(walk(entry.routine.body)) if entry.routine else []
        chosen = {n.reg: n.source for n in body if isinstance(n, core.Choose) and not n.many}
        found.secrets[number] = [n for n in body if isinstance(n, core.Choose) and n.secret]
        for node in body:
            if isinstance(node, core.Roll):
                found.rolled.add(key(node.field))
            elif isinstance(node, core.Assign) and not _is_none(node.value):
                if not _from_choice(found, node, chosen):
                    mixed.add(key(node.field))
                if isinstance(node.value, core.Get) and not node.value.field.printed:
                    found.copied.add((key(node.field), key(node.value.field)))
        picks = [n.source for n in body if isinstance(n, core.Choose) and _is_thing(n.source)]
        if picks:
            found.picking[entry.name] = frozenset(k for e in picks for k in _printed(e))
    found.chosen = {cell: way for cell, way in found.chosen.items() if cell not in mixed}
    return found


def _from_choice(found: Origins, change: core.Assign, chosen: dict[int, Expr]) -> bool:
    """Notes what a cell of one thing, which a register names, is chosen from."""
    value, of = change.value, change.of
    if change.op != "=" or not isinstance(value, core.Reg) or not isinstance(of, core.Reg):
        return False
    source, cell = chosen.get(value.index), key(change.field)
    if source is None or any(r.index != of.index for r in _registers(source)):
        return False
    known = found.chosen.setdefault(cell, (of.index, source))
    return known[0] == of.index and core.same(known[1], source)


def _registers(expr: Expr) -> Iterator[core.Reg]:
    return (part for part in core.inside(expr) if isinstance(part, core.Reg))


def _printed(expr: Expr) -> Iterator[Key]:
    gets = (part for part in core.inside(expr) if isinstance(part, core.Get))
    return (key(part.field) for part in gets if part.field.printed)


def _is_none(expr: Expr) -> bool:
    return isinstance(expr, core.Lit) and not expr.value


def _is_thing(expr: Expr) -> bool:
    return expr.type.base == "thing"


def things(program: Program, number: int) -> frozenset[int]:
    """The positions in a routine's frame that hold ids of things, or lists of them."""
    known = origins(program).things
    if number not in known:
        known[number] = _things(program.entries[number])
    return known[number]


def _things(entry: EntryPoint) -> frozenset[int]:
    body = walk(entry.routine.body) if entry.routine else ()
    read = {n.index for n in body if isinstance(n, core.Reg) and _is_thing(n)}
    return frozenset(FRAME + register for register in read | entry.things)
