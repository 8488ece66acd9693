"""Names of the game as examples for the words in capitals of a help: KIND, COUNTER, ZONE."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial

from cardwright.board.declarations import Zone
from cardwright.board.model import Board
from cardwright.board.types import NUMBER
from cardwright.language.declared import Declared
from cardwright.language.inflection import listed
from cardwright.language.resolve.scope import Context
from cardwright.source.diagnostics import Diagnostic
from cardwright.source.edits import Suggestion
from cardwright.source.text import Span

_NAME = re.compile(r"[a-z][\w-]*")
_CAPITALS = re.compile(r"\b[A-Z]{3,}\b")


def with_examples(help: str, context: Context, at: Span | None) -> str:
    """A help, with a name of the game for each word in capitals: one that the line of the error
    speaks of, if there is one.
    """
    words = [word for word in dict.fromkeys(_CAPITALS.findall(help)) if word in _NAMES]
    spoken = _spoken_of(at, context) if words and at is not None else set()
    named = [(word, _example([*_NAMES[word](context)], spoken)) for word in words]
    shown = [f"{word} `{name}`" for word, name in named if name]
    if not shown:
        return help
    shown[0] = shown[0].replace(" ", " may be ", 1)
    return f"{help} (here, {listed(shown)})"


def _example(known: Sequence[str], spoken: Collection[str]) -> str:
    return next((name for name in known if name in spoken), next(iter(known), ""))


def _spoken_of(at: Span, context: Context) -> set[str]:
    """The words of the line of an error, and the kinds and things that they are about."""
    words, board = _NAME.findall(at.source.line(at.lines[0])), context.board
    nouns = (board.noun(word) for word in words)
    things = (thing.kind for word in words for thing in board.things_named(word))
    return {*words, *(noun[0] for noun in nouns if noun), *things}


def explained(found: Diagnostic, context: Context) -> Diagnostic:
    """A diagnostic whose help has examples."""
    help = _id_of_title(found.span, context) or with_examples(found.help, context, found.span)
    if (rule := _rule_instead(found.span, context)) and "`do " not in help:
        help = f"{rule}; or {help}"
    return found if help == found.help else replace(found, help=help)


def _id_of_title(at: Span | None, context: Context) -> str:
    """Help for `remove 1 punt on Heron Isle`, the title of a thing."""
    title = at.text if at is not None else ""
    things = (thing for known in context.board.things.values() for thing in known.values())
    id = next((one.id for one in things if title == one.title != one.id), "")
    return Suggestion.only(f"write its id: `{id}`", title, id) if id else ""


def _rule_instead(at: Span | None, context: Context) -> str:
    """Help for `draw 2 cards`, if the game has a rule for it: `draw-cards`."""
    verb = (at.text.split() or [""])[0].removesuffix("s") if at is not None else ""
    found = [rule for name, rule in context.declared.rules.items() if name.split("-")[0] == verb]
    if not found:
        return ""
    takes = ", ".join(one.name for one in found[0].takes)
    return f"write `do {found[0].name}{f' with {takes}' if takes else ''}`"


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


def _dice(board: Board) -> list[str]:
    return [kind for kind in board.below("die") if "face" in board.kinds[kind].fields]


def _rules(declared: Declared) -> list[str]:
    """The rules, last the one that plays the game, which nothing else runs."""
    return sorted(declared.rules, key=lambda rule: rule == declared.main)


def _counters(board: Board) -> Iterator[str]:
    fields = board.fields("player").values()
    yield from (field.name for field in fields if field.type == NUMBER and not field.printed)


_NAMES: dict[str, Callable[[Context], Iterable[str]]] = {
    "KIND": lambda context: _kinds(context, "piece", "card", "place"),
    "CARD": _cards,
    "PLACE": lambda context: _kinds(context, "place"),
    "COUNTER": lambda context: _counters(context.board),
    "ZONE": partial(_piles, ordered=False),
    "DECK": partial(_piles, ordered=True),
    "HAND": _hands,
    "RULE": lambda context: _rules(context.declared),
    "MENU": lambda context: context.declared.menus,
    "PLAYER": lambda context: ("player after you",),
    "DIE": lambda context: _dice(context.board),
    "SLOT": lambda context: (slot for kind in context.board.kinds.values() for slot in kind.rules),
}
