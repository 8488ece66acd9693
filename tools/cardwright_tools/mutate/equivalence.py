"""The signature of a linked game, independent of positions and wording.

Packs with equal signatures play the same, so a mutant that keeps the signature is equivalent.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields

from cardwright import Rules
from cardwright.board.model import Board
from cardwright.source.text import Span
from cardwright_tools.diff.normal_form import normal_form

_WORDS = frozenset({"span", "title", "text", "provenance", "pack"})


def game_signature(rules: Rules) -> object:
    """A value that is equal for games that differ only in titles and texts."""
    checked, declared = rules.checked, rules.declared
    return (
        tuple(_board(declared.board)),
        tuple(
            (name, f.takes, normal_form(f.body)) for name, f in sorted(checked.functions.items())
        ),
        tuple((name, normal_form(m)) for name, m in sorted(checked.modifiers.items())),
        tuple((name, normal_form(r)) for name, r in sorted(checked.rules.items())),
        tuple((key, normal_form(e)) for key, e in sorted(checked.effects.items())),
        tuple(_options(rules)),
        tuple(_abilities(rules)),
        tuple(sorted(declared.menus)),
        (declared.main, declared.score, declared.evaluate, declared.seats),
        normal_form(checked.winners),
        tuple(normal_form(rule.test) for rule in checked.list_rules),
        (rules.players, tuple((p.id, p.version) for p in rules.packs)),
    )


def _options(rules: Rules) -> Iterator[object]:
    for option in rules.checked.options:
        own, bearer = option.declared, option.declared.bearer
        head = own.id, own.menu, option.limit, bearer and (bearer.kind, bearer.id)
        cost = option.cost and option.cost.test
        yield head, normal_form((option.test, cost, option.routine))


def _abilities(rules: Rules) -> Iterator[object]:
    for made in rules.checked.abilities:
        head = made.hook, made.event
        bearer = made.bearer and (made.bearer.kind, made.bearer.id)
        yield head, bearer, normal_form((made.test, made.routine))


# The board


def _board(board: Board) -> Iterator[object]:
    yield tuple((name, enum.values) for name, enum in board.enums.items())
    yield tuple(_own(kind) for kind in board.kinds.values())
    yield tuple(_own(zone) for zone in board.zones.values())
    yield tuple(_own(cell) for cell in board.state.values())
    yield tuple((k, tuple(_own(t) for t in group.values())) for k, group in board.things.items())
    yield tuple(board.pieces.items())


def _own(part: object) -> object:
    """A declaration's own fields, without those that only players read."""
    if isinstance(part, dict):
        return tuple((key, _own(value)) for key, value in part.items())
    if isinstance(part, tuple | list):
        return tuple(map(_own, part))
    if isinstance(part, Span):
        return ()  # the value itself is checked and compared
    if not hasattr(part, "__dataclass_fields__"):
        return part
    names = [one.name for one in fields(part) if one.name not in _WORDS]  # type: ignore[arg-type]
    return tuple((name, _own(getattr(part, name))) for name in names)
