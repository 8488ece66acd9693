"""Where hidden values come from: what the rules of a program choose, roll and copy.

Responsible for facts about the rules that `determinize` needs: which choices set a cell, which
cells are dice, by which printed facts an effect selects things. Computed once per program.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import field

from cardwright.board.declarations import Field
from cardwright.board.model import Board
from cardwright.language import core
from cardwright.language.core import Expr, walk
from cardwright.program.decision_points import LogPoint
from cardwright.program.operations import FRAME
from cardwright.program.program import Program
from cardwright.program.secret_changes import (
    registers_in,
    secret_change,
    secret_choices,
)
from cardwright.source.memoized import memoized
from cardwright.source.records import dataclass

Key = tuple[str, str]  # the kind and the name of a cell
Shown = tuple[Key, bool]  # a cell whose value is shown; of one known thing, or of any


@dataclass(frozen=True, slots=True)
class ValueOrigin:
    """How a cell gets its value: a choice from `source`, where the register `of` has the thing with
    the cell (-1: it is the game's own). For several, from `low` to `high`, or as many as there are
    if these are not known, and within `limits`. `adds`: the choice was added to the cell's previous
    value, or removed from it. `reg` is the register of the choice. `public`: all see the choice.
    `value`: the value calculated from the choice, if it was not used as it is.
    """

    of: int
    reg: int
    source: Expr
    low: int | None = None
    high: int | None = None
    limits: tuple[core.Limit, ...] = ()
    adds: bool = False
    public: bool = False
    value: Expr | None = None


@dataclass(slots=True)
class Origins:
    """`chosen`: how a cell was chosen, in each of the possible ways.

    `copied`: to a cell, from another, and whether both are of one thing. `stored`: by routine and
    register, the cells that have its value. `picking`: by routine and register of a thing that was
    picked, the facts by which it was picked. `public`: by routine and register, what was chosen
    openly. `secretly`: whether the value or the amount of a change follows from a secret choice.
    `ways`: by set, how the members it is changed by are chosen, secretly or not.
    """

    chosen: dict[Key, list[ValueOrigin]] = field(default_factory=dict)
    rolled: set[Key] = field(default_factory=set)
    copied: set[tuple[Key, Key, bool]] = field(default_factory=set)
    stored: dict[tuple[int, int], set[Shown]] = field(default_factory=dict)
    picking: dict[tuple[int, int], frozenset[Key]] = field(default_factory=dict)
    secrets: dict[int, list[core.Choose]] = field(default_factory=dict)  # by routine
    lets: dict[int, list[core.Let]] = field(default_factory=dict)  # by routine
    public: set[tuple[int, int]] = field(default_factory=set)
    secretly: bool = False
    ways: dict[Key, dict[tuple[int, int], ValueOrigin]] = field(default_factory=dict)
    shown: set[Key] = field(default_factory=set)  # to which something is added that all know

    @property
    def grows(self) -> bool:
        """Whether hidden cells may be changed step by step, so that the log says more of them."""
        return bool(self.secretly or self.shown or self.ways)

    def adds_what_is_public(self, routine: int, change: core.Assign) -> bool:
        """Whether a cell is changed by a public choice: the rest of its value stays."""
        value = alone(change.value)
        if change.op == "=" or not isinstance(value, core.Reg):
            return False
        public = (routine, value.index) in self.public
        self.shown |= {change.field.full_name} if public else set()
        return public


@memoized
def origins(program: Program) -> Origins:
    """The facts of a program, found on first use."""
    found = Origins()
    mixed = {
        cell
        for number, entry in enumerate(program.entries)
        for cell in _Reader(program, found, number, entry.routine).read()
    }
    found.chosen = {cell: way for cell, way in found.chosen.items() if cell not in mixed}
    return found


class _Reader:
    """Reads the facts of one routine."""

    def __init__(
        self, program: Program, found: Origins, number: int, routine: core.Routine
    ) -> None:
        self.program, self.found, self.number = program, found, number
        self.body = list(walk(routine.body))
        self.secret = secret_choices(routine)
        choices = [node for node in self.body if isinstance(node, core.Choose)]
        self.chosen = {choice.reg: choice for choice in choices if _is_free(choice)}
        found.public |= {(number, n.reg) for n in choices if _is_public(program.board, n)}
        found.secrets[number] = [choice for choice in choices if choice.secret]
        lets = (node for node in self.body if isinstance(node, core.Let))
        found.lets[number] = [let for let in lets if _can_be_redone(let.value)]

    def read(self) -> Iterator[Key]:
        """Adds the facts; yields the cells that may have a value which no choice explains."""
        found = self.found
        for node in self.body:
            if isinstance(node, core.Roll):
                found.rolled.update(face.full_name for face in node.faces)
            elif isinstance(node, core.Assign) and not _is_none(node.value):
                if not self._explained(node):
                    yield node.field.full_name
                self._copied(node)
            for reg, shown in _stored_register(node):
                found.stored.setdefault((self.number, reg), set()).add(shown)
        picked = _picked(self.body).items()
        found.picking |= {(self.number, reg): facts for reg, facts in picked}

    def _explained(self, node: core.Assign) -> bool:
        """Whether it is known how a cell gets its value."""
        found, cell, many = self.found, node.field.full_name, node.field.type.many
        way = _way(node, self.chosen)
        if way is not None and many:
            found.ways.setdefault(cell, {})[self.number, way.reg] = way
        if way is not None and way.public and (way.adds or way.value is not None):
            way = None
        made = secret_change(node, self.secret, self.program)
        found.secretly |= made is not None
        counts = node.field.type.base == "number" and not many
        if way is not None and not (way.adds and counts):
            found.chosen.setdefault(cell, []).append(way)
            return True
        return bool(way or made or found.adds_what_is_public(self.number, node))

    def _copied(self, node: core.Assign) -> None:
        """Notes the cell that a cell has its value from."""
        value = node.value
        if isinstance(value, core.Get) and _stays(value.field):
            alike = node.of is not None and core.same(node.of, value.of)
            self.found.copied.add((node.field.full_name, value.field.full_name, alike))


def _stays(cell: Field) -> bool:
    """Whether a cell still has the value that was copied from it: a secret cell is cleared once it
    is shown.
    """
    return not cell.printed and not cell.pending_for


def _stored_register(node: core.Node) -> Iterator[tuple[int, Shown]]:
    """The register that a statement stores in a cell, or fills from one."""
    match node:
        case core.Assign(value=core.Reg() as value):
            yield (
                value.index,
                (node.field.full_name, isinstance(node.of, core.Reg) and not node.of.index),
            )
        case core.Let(value=core.Get(field=field, of=of)) if not field.printed:
            yield node.reg, (field.full_name, isinstance(of, core.Reg) and not of.index)


def shown_cells(program: Program, site: LogPoint) -> Collection[Shown]:
    """The cells whose value is revealed; any of its type, if nothing says where it is."""
    assert isinstance(site.statement, core.Reveal)
    item = site.statement.item
    if isinstance(item, core.Get):
        return [] if item.field.printed else [(item.field.full_name, True)]
    stored = (
        origins(program).stored.get((site.entry, item.index)) if isinstance(item, core.Reg) else ()
    )
    cells = ((cell, program.board.cell(*cell)) for cell in program.layout.ranges)
    return stored or [(cell, False) for cell, of in cells if of.type.one() == item.type.one()]


def _is_free(choice: core.Choose) -> bool:
    """Whether it is a choice of one, or of a set: nothing is taken more than once."""
    return not choice.many or not choice.again


def _is_public(board: Board, choice: core.Choose) -> bool:
    """Whether all see the choice: a log line names it, and it is not out of sight."""
    of = choice.source.type
    named = of.base != "thing" or (
        of.of in board.kinds and board.root(of.of) not in ("piece", "card")
    )
    return named and not choice.secret


MAX_SIZE = 1_000_000  # the size of a set from which any number may be chosen


def _way(change: core.Assign, chosen: dict[int, core.Choose]) -> ValueOrigin | None:
    """How a cell of the game, or of a thing in a register, is chosen, or changed by a choice or a
    value calculated from it.
    """
    value, of = alone(change.value), -1
    if change.of is not None:
        if not isinstance(change.of, core.Reg):
            return None
        of = change.of.index
    plain = isinstance(value, core.Reg)
    registers = {r.index for r in registers_in(value) if plain or r.index != of}
    choice = chosen.get(registers.pop()) if len(registers) == 1 else None
    if choice is None or not (plain or _can_be_redone(value)):
        return None
    parts = (choice.source, *(e for limit in choice.limits for e in (limit.number, limit.key)))
    if any(r.index != of for part in parts for r in registers_in(part)):
        return None
    low, high = (e.value if isinstance(e, core.Lit) else None for e in (choice.low, choice.high))
    high = MAX_SIZE if choice.high is None else high
    return ValueOrigin(of, choice.reg, choice.source, low, high, choice.limits, change.op != "=",
               not choice.secret, None if plain else value)  # fmt: skip


def alone(value: Expr) -> Expr:
    """The only member of a set."""
    return value.items[0] if isinstance(value, core.SetOf) and len(value.items) == 1 else value


def _picked(body: Sequence[core.Node]) -> dict[int, frozenset[Key]]:
    """A choice does not reveal which one it was; anything else picks by printed facts, or takes
    all.
    """
    found: dict[int, frozenset[Key]] = {}
    for node in body:
        if isinstance(node, core.Choose | core.ForEach | core.Let):
            source = node.value if isinstance(node, core.Let) else node.source
            known = [found[r.index] for r in registers_in(source) if r.index in found]
            facts = frozenset(_printed(source)).union(*known)
            if _is_thing(source) and (facts or known or isinstance(node, core.Choose)):
                found[node.reg] = facts
    return found


def _can_be_redone(expr: Expr) -> bool:
    """Whether it is a value calculated from values: a register of a set may not be filled yet."""
    return not _is_thing(expr) and not any(register.type.many for register in registers_in(expr))


def _printed(expr: Expr) -> Iterator[Key]:
    gets = (part for part in core.inside(expr) if isinstance(part, core.Get))
    return (part.field.full_name for part in gets if part.field.printed)


def _is_none(expr: Expr) -> bool:
    return isinstance(expr, core.Lit) and not expr.value


def _is_thing(expr: Expr) -> bool:
    return expr.type.base == "thing"


@memoized
def things(program: Program, number: int) -> frozenset[int]:
    """The positions in a routine's frame that hold ids of things, or lists of them."""
    entry = program.entries[number]
    body = walk(entry.routine.body)
    read = {n.index for n in body if isinstance(n, core.Reg) and _is_thing(n)}
    return frozenset(FRAME + register for register in read | entry.things)
