"""What an expression looks at that may be hidden from a player.

Owns a bound, whoever plays and whatever the position: `runtime.taint` says it of one position.
"""

from __future__ import annotations

from cardwright.board.face_down import may_be_face_down
from cardwright.board.model import Board
from cardwright.board.types import thing
from cardwright.language import core
from cardwright.language.active import SILENCED, active_conditions
from cardwright.language.front_end.checked import Checked


def looks_at_hidden(tree: object, board: Board, telling: frozenset[str]) -> bool:
    """Whether any part of it may; `telling` are the definitions that do."""
    return any(_looks(node, board, telling) for node in core.walk(tree))


def telling_definitions(checked: Checked) -> frozenset[str]:
    """The definitions, and prohibitions of rules, that look at what may be hidden."""
    board, found, before = checked.declared.board, frozenset[str](), None
    trees: dict[str, tuple[object, ...]] = {
        name: (function.body, *(_of_modifier(m, checked) for m in checked.modifiers.get(name, ())))
        for name, function in checked.functions.items()
    }
    for ability in checked.abilities:
        if ability.hook == "forbid" and ability.verb.startswith(("rule ", "option ")):
            name = _prohibition(ability.verb)
            trees[name] = (*trees.get(name, ()), ability.test)
    while found != before:
        before = found
        found = frozenset(n for n in trees if looks_at_hidden(trees[n], board, before))
    return found


def _of_modifier(modifier: core.Modifier, checked: Checked) -> tuple[object, ...]:
    """What a modifier looks at: also where it counts."""
    bearer, span = modifier.bearer, modifier.declared.span
    if bearer is None:
        return modifier.test, modifier.value
    this = core.Lit(thing(bearer.kind), span, 0)
    silences = SILENCED in checked.functions
    counts = active_conditions(checked.declared.board, this, modifier.declared, silences)
    return modifier.test, modifier.value, *counts


def _prohibition(verb: str) -> str:
    """What the prohibitions of a rule are called among the definitions."""
    return f"forbid {verb}"


def _looks(node: object, board: Board, telling: frozenset[str]) -> bool:
    match node:
        case core.Get(field=field):
            return field.seen_by != "all"
        case core.ZoneOf(zone=zone):
            return zone in board.zones and board.zones[zone].seen_by != "all"
        case core.Domain(kind=kind):
            return _may_hide(kind, board)
        case core.Call(name=name):
            return name in telling
        case core.Forbidden(verb=verb):
            return _prohibition(verb) in telling
    return False


def _may_hide(kind: str, board: Board) -> bool:
    """Whether such things may be in a zone that is not open to all, or lie face down."""
    if kind in board.kinds and may_be_face_down(board, kind):
        return True
    hidden = (zone.holds for zone in board.zones.values() if zone.seen_by != "all")
    return any(board.is_a(kind, held) or board.is_a(held, kind) for held in hidden)
