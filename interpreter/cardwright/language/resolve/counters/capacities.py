"""Capacities: the room that is left, and the prohibition on exceeding it.

Responsible for the meaning of `holds`: things count by their size, or each as one.
"""

from __future__ import annotations

from collections.abc import Iterator

from cardwright.board.types import FLAG, NUMBER, thing
from cardwright.language import core, hir
from cardwright.language.core import Expr, lit
from cardwright.language.declared import Capacity, Definition
from cardwright.language.resolve.dispatch import number
from cardwright.language.resolve.errors import AlreadyReported
from cardwright.language.resolve.scope import Scope
from cardwright.language.resolve.texts import read_expression
from cardwright.source.text import Span

UNLIMITED = 999  # if nothing limits how many go there


def room(declared: Definition, holder: Expr, scope: Scope) -> Expr:
    """How many more of its kind a thing has room for, by the first capacity of its kind."""
    span = declared.span
    found: Expr = lit(0, span)
    for capacity in reversed(declared.capacities):
        left = _left(capacity, holder, scope)
        if len(declared.capacities) == 1:
            return left
        found = core.Cond(
            NUMBER, span, core.IsKind(FLAG, span, holder, capacity.of), left, found, origin=capacity
        )
    return found


def _left(capacity: Capacity, holder: Expr, scope: Scope) -> Expr:
    of, span = thing(capacity.of), capacity.span
    place = holder if holder.type.of == capacity.of else core.AsKind(of, span, holder, capacity.of)
    most = _number(capacity.most, scope.inner(**{capacity.of: place}))
    _, var = scope.with_variable((capacity.holds,), thing(capacity.holds), span)
    here = core.LocationOf(of.maybe(), span, var)
    there = core.Filter(
        var.type.set(), span, var.index, core.Domain(var.type.set(), span, capacity.holds),
        hir.Located(FLAG, span, here, place),
    )  # fmt: skip
    return core.Arith(NUMBER, span, "-", most, _taken(capacity, there, scope))


def _taken(capacity: Capacity, there: Expr, scope: Scope) -> Expr:
    if capacity.size is None:
        return core.Count(NUMBER, capacity.span, there)
    inner, var = scope.with_variable((capacity.holds,), there.type.one(), capacity.size)
    size = _number(capacity.size, inner)
    return core.Reduce(NUMBER, capacity.size, "sum", var.index, there, size)


def size_of(capacity: Capacity, item: Expr, scope: Scope) -> Expr:
    """How much room a thing takes."""
    if capacity.size is None:
        return lit(1, capacity.span)
    return _number(capacity.size, scope.inner(**{capacity.holds: item}))


def _number(text: Span, scope: Scope) -> Expr:
    """A number. Raises CheckError for anything else."""
    node = read_expression(text, scope.context)
    if node is None:
        raise AlreadyReported(text)
    return number(node, scope)


def exceeds_capacity(capacity: Capacity, item: Expr, there: Expr, scope: Scope) -> Expr:
    """The condition that a thing goes to such a holder, is not there yet, and has too little
    room.
    """
    span = capacity.span
    here = core.LocationOf(there.type, span, item)
    holder = core.AsKind(thing(capacity.of).maybe(), span, there, capacity.of)
    is_holder = core.IsKind(FLAG, span, there, capacity.of)
    elsewhere = core.Compare(FLAG, span, "!=", here, there)
    large = core.Compare(FLAG, span, ">", size_of(capacity, item, scope), _room(capacity, holder))
    return core.Logic(FLAG, span, "and", core.Logic(FLAG, span, "and", is_holder, elsewhere), large)


def _room(capacity: Capacity, holder: Expr) -> Expr:
    return core.Call(NUMBER, capacity.span, f"{capacity.holds}-room", (holder,))


def _all(scope: Scope) -> Iterator[Capacity]:
    for declared in scope.context.declared.definitions.values():
        yield from declared.capacities


def room_conditions(item: Expr, other: Expr, scope: Scope) -> list[Expr]:
    """The conditions that a thing has room where another one is, if that one leaves at the same
    time.
    """
    board, span = scope.context.board, item.span
    there = core.place_of(other, span)
    tests = []
    for capacity in _all(scope):
        kind, held = item.type.of, capacity.holds
        if not board.related(kind, held):
            continue
        left = size_of(capacity, _as(other, held), scope)
        taken = core.Cond(NUMBER, span, _is(other, held), left, lit(0, span), origin=capacity)
        room_ = core.Arith(NUMBER, span, "+", _room(capacity, _as(there, capacity.of)), taken)
        size = size_of(capacity, _as(item, held), scope)
        fits = core.Compare(FLAG, span, "<=", size, room_)
        tests.append(_unless(_both(_is(item, held), _is(there, capacity.of)), fits))
    return tests


def placement_conditions(item: Expr, other: Expr, scope: Scope) -> list[Expr]:
    """The conditions that a thing can be on the same holder as another one; there are none for
    zones.
    """
    board = scope.context.board
    on, known = (
        board.lives_on(e.type.of) if e.type.of in board.kinds else () for e in (item, other)
    )
    if not on or (known and all(any(board.is_a(k, o) for o in on) for k in known)):
        return []
    there = core.place_of(other, item.span)
    on_board = core.joined("or", (_is(there, root) for root in ("place", "piece", "card")))
    return [_unless(on_board, core.joined("or", (_is(there, k) for k in on)))]


def has_room_after_becoming(item: Expr, form: Expr | None, scope: Scope) -> Expr | None:
    """Whether a thing would have room where it is, and room for its load, if it became another."""
    span, tests = item.span, list[Expr]()
    here = core.place_of(item, span)
    for capacity in _all(scope):
        now = _room(capacity, _as(here, capacity.of))
        least = core.Arith(NUMBER, span, "min", lit(0, span), now)  # not fuller than it is
        then = core.AsIf(NUMBER, span, item, form, now)
        among = _both(core.AsIf(FLAG, span, item, form, _is(item, capacity.holds)),
                      _is(here, capacity.of))  # fmt: skip
        tests.append(_unless(among, core.Compare(FLAG, span, ">=", then, least)))
        enough = core.Compare(
            FLAG, span, ">=", _room(capacity, _as(item, capacity.of)), lit(0, span)
        )
        holder = _unless(_is(item, capacity.of), enough)
        tests.append(core.AsIf(FLAG, span, item, form, holder))
    return core.joined("and", tests) if tests else None


def _is(item: Expr, kind: str) -> Expr:
    return core.IsKind(FLAG, item.span, item, kind)


def _as(item: Expr, kind: str) -> Expr:
    return core.AsKind(thing(kind).maybe(), item.span, item, kind)


def _both(left: Expr, right: Expr) -> Expr:
    return core.Logic(FLAG, left.span, "and", left, right)


def _unless(test: Expr, then: Expr) -> Expr:
    return core.Logic(FLAG, test.span, "or", core.Not(FLAG, test.span, test), then)


def limits_of_room(source: Expr, places: Expr, scope: Scope) -> tuple[core.Limit, ...]:
    """Limits, so that no more of these go to a place than it has room for, assuming the size of the
    largest.
    """
    board, kind = scope.context.board, source.type.of
    above = board.ancestors(kind) if kind in board.kinds else ()
    rooms = (scope.context.declared.definitions.get(f"{held}-room") for held in above)
    capacities = [c for room in rooms if room for c in room.capacities]
    return tuple(
        _limit(capacity, source, places, scope)
        for capacity in capacities
        if board.related(capacity.of, places.type.of)
    )


def _limit(capacity: Capacity, source: Expr, places: Expr, scope: Scope) -> core.Limit:
    span, kind = capacity.span, places.type.of
    inner, place = scope.with_variable((), places.type.one(), span)
    most = _room(capacity, core.AsKind(thing(capacity.of).maybe(), span, place, capacity.of))
    if capacity.size is not None:
        _, item = inner.with_variable((), source.type.one(), span)
        size = size_of(capacity, item, inner)
        largest = core.Reduce(NUMBER, span, "highest", item.index, source, size)
        tiny = core.Compare(FLAG, span, "<=", largest, lit(0, span))
        many = core.Arith(NUMBER, span, "/", most, largest)
        most = core.Cond(NUMBER, span, tiny, lit(UNLIMITED, span), many, origin=capacity)
    if not scope.context.board.is_a(kind, capacity.of):
        holds = core.IsKind(FLAG, span, place, capacity.of)
        most = core.Cond(NUMBER, span, holds, most, lit(UNLIMITED, span), origin=capacity)
    return core.Limit(most, place.index, place, implied=True)
