"""Names of the game as examples for the words in capitals of a help: KIND, COUNTER, ZONE."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import partial

from cardwright.board.declarations import Zone
from cardwright.board.model import Board
from cardwright.board.types import NUMBER
from cardwright.language.inflection import listed
from cardwright.language.resolve.scope import Context
from cardwright.source.diagnostics import Diagnostic

_CAPITALS = re.compile(r"\b[A-Z]{4,}\b")


def with_examples(help: str, context: Context) -> str:
    """A help, with a name of the game for each word in capitals."""
    words = [word for word in dict.fromkeys(_CAPITALS.findall(help)) if word in _NAMES]
    named = [(word, next(iter(_NAMES[word](context)), "")) for word in words]
    shown = [f"{word} `{name}`" for word, name in named if name]
    if not shown:
        return help
    shown[0] = shown[0].replace(" ", " may be ", 1)
    return f"{help} (here, {listed(shown)})"


def explained(found: Diagnostic, context: Context) -> Diagnostic:
    """A diagnostic whose help has examples."""
    help = with_examples(found.help, context)
    return found if help == found.help else replace(found, help=help)


def _kinds(context: Context, *roots: str) -> Iterator[str]:
    """The kinds with these roots that the game declares, in their order."""
    board = context.board
    for root in roots:
        yield from (kind for kind in board.below(root) if board.kinds[kind].span is not None)


def _zones(context: Context) -> list[Zone]:
    return [zone for zone in context.board.zones.values() if zone.span is not None]


def _hands(context: Context) -> Iterator[str]:
    yield from (zone.name for zone in _zones(context) if zone.each_player)


def _cards(context: Context) -> Iterator[str]:
    """The kinds of cards, first those that are in hands."""
    known = [*_kinds(context, "card")]
    yield from (zone.holds for zone in _zones(context) if zone.each_player and zone.holds in known)
    yield from known


def _piles(context: Context, *, ordered: bool) -> Iterator[str]:
    """The game's zones, first those for the cards in hands, and those that are ordered or not."""
    card, zones = next(_cards(context), ""), [z for z in _zones(context) if not z.each_player]
    ranked = sorted(zones, key=lambda zone: (zone.ordered is not ordered, zone.holds != card))
    yield from (zone.name for zone in ranked)


def _counters(board: Board) -> Iterator[str]:
    fields = board.fields("player").values()
    yield from (field.name for field in fields if field.type == NUMBER and not field.printed)


_NAMES: dict[str, Callable[[Context], Iterable[str]]] = {
    "KIND": lambda context: _kinds(context, "piece", "card", "place"),
    "CARD": _cards,
    "COUNTER": lambda context: _counters(context.board),
    "ZONE": partial(_piles, ordered=False),
    "DECK": partial(_piles, ordered=True),
    "HAND": _hands,
    "RULE": lambda context: context.declared.rules,
    "MENU": lambda context: context.declared.menus,
    "PLAYER": lambda context: context.board.things.get("player", ()),
}
