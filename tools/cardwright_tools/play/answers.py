"""The answers to `why` and `look`, as lines: from a seat, and only what that player may know."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from textwrap import wrap

import cardwright
from cardwright import GameError, Tree, WhyError
from cardwright.board.declarations import Thing
from cardwright.board.model import Board
from cardwright.runtime import naming
from cardwright.runtime.game import Game
from cardwright.runtime.game import Game as Position
from cardwright_tools.output import terminal_width
from cardwright_tools.play import things
from cardwright_tools.show.rule_english import printed_keywords
from cardwright_tools.why import why_not

LOOKED_AT = 8  # the number of things described by one `look`


def why_lines(seat: cardwright.Seat, seen: Position, you: int, words: str) -> Iterator[str]:
    """The answer to `not NAME`, `NAME`, or an expression, from the seat's position `seen`."""
    first, _, name = words.partition(" ")
    if words == "not":
        yield "  write the name of what is missing: why not NAME"
        return
    if first == "not" and name.strip():
        yield from _tree_lines(why_not.why_not_trees(seen, name.strip(), you))
    elif words and (offered := why_not.offered_trees(seen, words)):
        yield from _tree_lines(offered)
    elif not words or why_not.is_missing(seen, words, you):
        for line in why_not.missing_lines(seen, words, you):
            yield from wrapped(line)
    else:
        yield from _value_lines(seat, seen, words)


def _value_lines(seat: cardwright.Seat, seen: Position, words: str) -> Iterator[str]:
    try:
        yield from _tree_lines([seat.why(words)])
    except WhyError as error:
        known = next(
            (k.title for k in find_targets(seen, words) if words.casefold() in k.names), ""
        )
        found = error.report.diagnostics
        lines = ["; ".join(filter(None, (one.message, one.help))) for one in found]
        for line in [f"`look {known}` shows what it is like"] if known else lines:
            yield from wrapped(line)
    except GameError as error:
        yield from (f"  {line}" for line in str(error).splitlines())


def _tree_lines(trees: Sequence[Tree]) -> Iterator[str]:
    return (f"  {line}" for tree in trees for line in tree.lines())


def look_lines(seen: Position, you: int, words: str) -> Iterator[str]:
    """The state of the things with this name, and what is printed on them."""
    if not words.strip():
        yield "write what to look at: look NAME"
        return
    found = find_targets(seen, words)
    for one in found[:LOOKED_AT]:
        facts = things.facts_of(seen, one.item, you)
        yield from wrapped(": ".join(filter(None, (f"{one.title} ({one.kind})", facts))))
        if one.thing:
            yield from _text_lines(one.thing, seen.program.board)
    if len(found) > LOOKED_AT:
        yield f"  ... and {len(found) - LOOKED_AT} more; write more of the name"
    if not found:
        yield f"there is no `{words}`"


def _text_lines(thing: Thing, board: Board) -> Iterator[str]:
    said = [thing.text]
    for keyword, word in printed_keywords(thing, board):
        said.append(f"{word}: {keyword.text}" if keyword.text else "")
    return (f"    {text}" for text in filter(None, said))


def wrapped(line: str, indent: str = "  ") -> list[str]:
    """A line, wrapped to the width of the terminal."""
    return wrap(line, terminal_width() - 2, initial_indent=indent, subsequent_indent="      ",
                break_on_hyphens=False)  # fmt: skip


@dataclass(frozen=True, slots=True)
class LookTarget:
    """Something to look at; `item` is 0 if it is not in this game.

    Pieces without definitions are all alike: `item` is one that represents its kind.
    """

    id: str
    title: str
    kind: str  # what it is one of
    item: int
    thing: Thing | None = None

    @property
    def own_kind(self) -> str:
        return self.kind if self.thing else self.id

    @property
    def names(self) -> tuple[str, str]:
        return self.id.casefold(), self.title.casefold()


def find_targets(game: Game, words: str) -> list[LookTarget]:
    """Everything with this name; or whose name has these words; or else of this kind."""
    searched, every = words.casefold(), [*_defined(game), *_undefined(game)]
    if not searched:
        return []
    exact = [one for one in every if searched in one.names]
    found = exact or [one for one in every if searched in " ".join(one.names)]
    return found or _of_kind(game, searched, every)


def _defined(game: Game) -> Iterator[LookTarget]:
    by_name = game.program.layout.by_name
    for group in game.program.board.things.values():
        for id, thing in group.items():
            title = thing.title or naming.as_title(id)
            yield LookTarget(id, title, thing.kind, by_name.get((thing.kind, id), 0), thing)


def _undefined(game: Game) -> Iterator[LookTarget]:
    """One item for each kind of pieces without definitions that is in the game."""
    layout, board = game.program.layout, game.program.board
    pieces = (layout.items[item] for root in ("piece", "card") for item in layout.kind(root))
    designs = {layout.designs[item.id] for item in pieces if item.thing is None}
    for design in sorted(designs):
        kind = layout.items[design].kind
        title = board.kinds[kind].title or naming.as_title(kind)
        yield LookTarget(kind, title, board.kinds[kind].parent, design)


def _of_kind(game: Game, searched: str, every: list[LookTarget]) -> list[LookTarget]:
    board = game.program.board
    kinds = {
        k.name for k in board.kinds.values() if searched in (k.name, k.plural, k.title.casefold())
    }
    return [one for one in every if any(board.is_a(one.own_kind, kind) for kind in kinds)]
