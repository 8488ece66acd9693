"""The range of values that an expression can have in any game.

Responsible for the arithmetic of ranges and the facts that conditions imply. Definitions are
opaque, since packs may modify them.
"""

from __future__ import annotations

from collections.abc import Sequence

from cardwright.board.model import Board
from cardwright.language import core
from cardwright.language.core import Expr, same
from cardwright.source.records import dataclass

UNBOUNDED = 10**9


@dataclass(frozen=True, slots=True)
class Range:
    low: int = -UNBOUNDED
    high: int = UNBOUNDED

    @property
    def empty(self) -> bool:
        return self.low > self.high

    def intersect(self, other: Range) -> Range:
        return Range(max(self.low, other.low), min(self.high, other.high))

    def union(self, other: Range) -> Range:
        return Range(min(self.low, other.low), max(self.high, other.high))


ANY = Range()
SOME = Range(0)
Fact = tuple[Expr, Range]
"""The known range of an expression at a point of the rules."""


def range_of(e: Expr, facts: Sequence[Fact] = ()) -> Range:
    """The range of a number; facts about the same expression narrow it."""
    found = _plain(e, facts)
    for known, narrower in facts:
        if same(known, e):
            found = found.intersect(narrower)
    return found


def _plain(e: Expr, facts: Sequence[Fact]) -> Range:
    match e:
        case core.Lit():
            return Range(e.value, e.value)
        case core.Count() | core.LongestLine() | core.Position() | core.Connection():
            return SOME
        case core.Get() if e.type.base == "number" and not e.field.printed:
            low, high = e.field.low, e.field.high
            # For an empty set, every number is 0.
            bounded = Range(-UNBOUNDED if low is None else low, UNBOUNDED if high is None else high)
            return bounded if e.of is None else bounded.union(Range(0, 0))
        case core.Arith():
            return _arith(e.op, range_of(e.left, facts), range_of(e.right, facts))
        case core.Cond():
            return range_of(e.then, facts).union(range_of(e.other, facts))
        case _:
            return ANY


def _arith(op: str, left: Range, right: Range) -> Range:
    match op:
        case "+":
            return Range(left.low + right.low, left.high + right.high).intersect(ANY)
        case "-":
            return Range(left.low - right.high, left.high - right.low).intersect(ANY)
        case "min":
            return Range(min(left.low, right.low), min(left.high, right.high))
        case "max":
            return Range(max(left.low, right.low), max(left.high, right.high))
        case _:
            return ANY


# Conditions


def holds(e: Expr, board: Board, facts: Sequence[Fact] = ()) -> bool | None:
    """Whether a condition always holds, never does, or (None) sometimes."""
    match e:
        case core.Lit():
            return bool(e.value)
        case core.Not():
            of_it = holds(e.of, board, facts)
            return None if of_it is None else not of_it
        case core.Logic():
            return _joined(e.op, [holds(part, board, facts) for part in (e.left, e.right)])
        case core.Compare() if e.left.type.base == e.right.type.base == "number":
            return _compared(e.op, range_of(e.left, facts), range_of(e.right, facts))
        case core.IsKind():
            return _is_kind(e, board)
        case core.Exists(source=core.Filter(source=core.Domain()) as some):
            return _is_one_of_all(some, board)
        case _:
            return None


def _joined(op: str, parts: list[bool | None]) -> bool | None:
    decides = op == "or"
    if decides in parts:
        return decides
    return None if None in parts else not decides


def _compared(op: str, left: Range, right: Range) -> bool | None:
    if left.empty or right.empty:
        return None
    if op in (">", ">="):
        op, left, right = {">": "<", ">=": "<="}[op], right, left
    apart = left.high < right.low or right.high < left.low
    match op:
        case "<":
            return True if left.high < right.low else False if left.low >= right.high else None
        case "<=":
            return True if left.high <= right.low else False if left.low > right.high else None
        case "==":
            alike = left.low == left.high == right.low == right.high
            return False if apart else True if alike else None
        case _:
            alike = left.low == left.high == right.low == right.high
            return True if apart else False if alike else None


def _is_kind(e: core.IsKind, board: Board) -> bool | None:
    kind = e.of.type.of
    if e.of.type.base != "thing" or kind not in board.kinds or e.kind not in board.kinds:
        return None
    if board.is_a(kind, e.kind):
        return None if e.of.type.optional else True
    return None if board.is_a(e.kind, kind) else False


def _is_one_of_all(some: core.Filter, board: Board) -> bool | None:
    """`there are towns where town is skara`: a place is always there."""
    match some.test:
        case core.Compare(op="==", left=core.Var(), right=core.Named(type=of)):
            return True if board.root(of.of) == "place" else None
        case _:
            return None


def negated_facts(e: Expr) -> list[Fact]:
    """The facts about numbers if a condition is false."""
    if isinstance(e, core.Logic) and e.op == "or":
        return negated_facts(e.left) + negated_facts(e.right)
    if not isinstance(e, core.Compare) or not isinstance(e.right, core.Lit):
        return []
    number = e.right.value
    ranges = {"<": Range(number), "<=": Range(number + 1),
              ">": Range(-UNBOUNDED, number), ">=": Range(-UNBOUNDED, number - 1),
              "!=": Range(number, number)}  # fmt: skip
    return [(e.left, ranges[e.op])] if e.op in ranges else []
