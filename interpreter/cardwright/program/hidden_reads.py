"""The parts of an expression that may be hidden from a player.

An upper bound for all players and positions: `runtime.taint` determines it for one position.
"""

from __future__ import annotations

from cardwright.board.face_down import may_be_face_down
from cardwright.board.model import Board
from cardwright.board.types import thing
from cardwright.language import core
from cardwright.language.active import SILENCED, active_conditions
from cardwright.language.front_end.checked import Checked
from cardwright.source.memoized import memoized

HiddenReaders = frozenset[str | core.Event]
"""The definitions that look at what may be hidden, and the rules and options with a prohibition
that does."""


def reads_hidden(tree: object, board: Board, readers: HiddenReaders) -> bool:
    """Whether any part of it may read something hidden."""
    return any(_looks(node, board, readers) for node in core.walk(tree))


@memoized
def find_hidden_readers(checked: Checked) -> HiddenReaders:
    board, found, before = checked.board, HiddenReaders(), None
    trees: dict[str | core.Event, tuple[object, ...]] = {
        name: (function.body, *(_of_modifier(m, checked) for m in checked.modifiers.get(name, ())))
        for name, function in checked.functions.items()
    }
    for ability in checked.abilities:
        if ability.hook == "forbid" and ability.event.sort in ("rule", "option"):
            trees[ability.event] = (*trees.get(ability.event, ()), ability.test)
    while found != before:
        before = found
        found = frozenset(n for n in trees if reads_hidden(trees[n], board, before))
    return found


def _of_modifier(modifier: core.Modifier, checked: Checked) -> tuple[object, ...]:
    """The expressions of a modifier, including its conditions."""
    bearer, span = modifier.bearer, modifier.declared.span
    if bearer is None:
        return modifier.test, modifier.value
    this = core.Lit(thing(bearer.kind), span, 0)
    silences = SILENCED in checked.functions
    counts = active_conditions(checked.board, this, modifier.declared, silences)
    return modifier.test, modifier.value, *counts


def _looks(node: object, board: Board, readers: HiddenReaders) -> bool:
    match node:
        case core.Get(field=field):
            return field.seen_by != "all"
        case core.ZoneOf(zone=zone):
            return zone in board.zones and board.zones[zone].seen_by != "all"
        case core.Domain(kind=kind):
            return _may_hide(kind, board)
        case core.Call(name=name):
            return name in readers
        case core.Forbidden(event=event):
            return event in readers
    return False


def _may_hide(kind: str, board: Board) -> bool:
    """Whether such things may be in a zone that is not open to all, or lie face down."""
    if kind in board.kinds and may_be_face_down(board, kind):
        return True
    hidden = (zone.holds for zone in board.zones.values() if zone.seen_by != "all")
    return any(board.related(kind, held) for held in hidden)
