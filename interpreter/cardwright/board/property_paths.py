"""Finds a property of a kind: on the thing itself, along its references, or on its place.

`region of cart` is the region of the town that the cart is in: the shortest path wins; if there are
several, the author has to choose. Responsible for that search. Knows nothing about syntax.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from cardwright.board.declarations import Field
from cardwright.board.model import Board
from cardwright.board.types import Type, thing
from cardwright.source.records import dataclass

MAX_HOPS = 4


@dataclass(frozen=True, slots=True)
class Location:
    """The step from a thing to its place; `among` if places of other kinds are also possible."""

    kind: str
    name: str = "place"
    among: str = ""

    @property
    def type(self) -> Type:
        return thing(self.kind).maybe()


Step = Field | Location


@dataclass(frozen=True, slots=True)
class Path:
    steps: tuple[Step, ...]

    @property
    def type(self) -> Type:
        optional = any(step.type.optional for step in self.steps)
        last = self.steps[-1].type
        return last.maybe() if optional else last

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(step.name for step in self.steps)


def steps_from(board: Board, kind: str) -> Iterator[Step]:
    yield from board.fields(kind).values()
    on = board.lives_on(kind)
    if len(on) == 1:
        yield Location(on[0])
    elif on:
        yield Location(_common(board, on))
        yield from (Location(one, among=_common(board, on)) for one in on)


def _common(board: Board, kinds: tuple[str, ...]) -> str:
    roots = {board.root(k) for k in kinds}
    return roots.pop() if len(roots) == 1 else "thing"


def shortest_paths(board: Board, kind: str, matches: Callable[[Step], bool]) -> list[Path]:
    """All shortest paths from `kind` whose last step `matches`, by breadth-first search.

    Fields come before places. What is printed on the list that a player brings is not the player's.
    """
    lists = {name for name, one in board.kinds.items() if one.lists is not None}
    edge: list[tuple[str, tuple[Step, ...]]] = [(kind, ())]
    seen = {kind}
    for _ in range(MAX_HOPS):
        found: list[Path] = []
        following: list[tuple[str, tuple[Step, ...]]] = []
        for at, trail in edge:
            for step in steps_from(board, at):
                if matches(step):
                    found.append(Path((*trail, step)))
                elif step.type.is_thing and step.type.of not in seen | lists:
                    seen.add(step.type.of)
                    following.append((step.type.of, (*trail, step)))
        if found:
            return found
        edge = following
    return []


def by_name(board: Board, kind: str, name: str) -> list[Path]:
    """Paths to the property called `name`, or leading to a thing of the kind `name`."""
    if name in board.kinds:
        return shortest_paths(
            board, kind, lambda s: s.name == name or (s.type.is_thing and s.type.of == name)
        )
    return shortest_paths(board, kind, lambda s: s.name == name)


def by_type(board: Board, kind: str, expected: Type) -> list[Path]:
    """Paths to a property that holds a value (or a set of values) of the type `expected`."""

    def holds(step: Step) -> bool:
        if step.type.base != expected.base:
            return False
        if expected.base == "thing":
            return board.related(expected.of, step.type.of)
        return step.type.of == expected.of

    return shortest_paths(board, kind, holds)


def by_word(board: Board, kind: str, word: str) -> list[Path]:
    """Paths to a property for which `word` is a value, or to a flag called `word`."""

    def takes(step: Step) -> bool:
        kind_or_enum = step.type.of
        if step.type.base == "enum":
            return word in board.enums[kind_or_enum].values
        if step.type.base == "thing" and kind_or_enum in board.kinds:
            return board.instance(kind_or_enum, word) is not None
        return step.type.base == "flag" and step.name == word

    return shortest_paths(board, kind, takes)
