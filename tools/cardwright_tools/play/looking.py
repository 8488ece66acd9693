"""What `look` finds by words: definitions, and the pieces that have none, kind by kind.

Owns which words find what. What a player may see of it is a matter of the drawing.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from cardwright.board.model import Thing
from cardwright.runtime import naming
from cardwright.runtime.game import Game


@dataclass(frozen=True, slots=True)
class Known:
    """Something to look at; `item` is 0 if it is not in this game.

    Pieces without definitions are all alike: `item` is the one that stands for its kind.
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


def find_known(game: Game, words: str) -> list[Known]:
    """What is called so; else what has the words in its name; else all that is of such a kind."""
    wanted, every = words.casefold(), [*_defined(game), *_undefined(game)]
    if not wanted:
        return []
    exact = [one for one in every if wanted in one.names]
    found = exact or [one for one in every if wanted in " ".join(one.names)]
    return found or _of_kind(game, wanted, every)


def _defined(game: Game) -> Iterator[Known]:
    by_name = game.program.layout.by_name
    for group in game.program.board.things.values():
        for id, thing in group.items():
            title = thing.title or naming.as_title(id)
            yield Known(id, title, thing.kind, by_name.get((thing.kind, id), 0), thing)


def _undefined(game: Game) -> Iterator[Known]:
    """Each kind of pieces without definitions that is in the game."""
    layout, board = game.program.layout, game.program.board
    pieces = (layout.items[item] for root in ("piece", "card") for item in layout.kind(root))
    designs = {layout.designs[item.id] for item in pieces if item.thing is None}
    for design in sorted(designs):
        kind = layout.items[design].kind
        title = board.kinds[kind].title or naming.as_title(kind)
        yield Known(kind, title, board.kinds[kind].parent, design)


def _of_kind(game: Game, wanted: str, every: list[Known]) -> list[Known]:
    board = game.program.board
    kinds = {
        k.name for k in board.kinds.values() if wanted in (k.name, k.plural, k.title.casefold())
    }
    return [one for one in every if any(board.is_a(one.own_kind, kind) for kind in kinds)]
