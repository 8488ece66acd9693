"""The code of a program under construction: blocks, functions and decision points."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field

from cardwright.program.constants import Constants
from cardwright.program.decision_points import Point
from cardwright.program.operations import Function, Operation, Return
from cardwright.program.values import Value
from cardwright.source.records import dataclass
from cardwright.source.text import Span

MAX_PARTS = 80_000  # the most blocks, functions and points of a program
# the number of repeated values that count as a part: they are printed for each bearer of an
# ability
VALUES_OF_A_PART = 2


class TooLarge(Exception):
    """A program has more parts than can be made in reasonable time."""


@dataclass(slots=True)
class Link:
    """An attribute of a point or a row that is a function of the program, or several of them.

    A backend sets it as soon as it has made the functions; `add` appends to a list.
    """

    of: object
    attribute: str
    functions: str | tuple[str | None, ...]

    @property
    def names(self) -> Sequence[str | None]:
        return (self.functions,) if isinstance(self.functions, str) else self.functions

    def set(self, made: Mapping[str, object]) -> None:
        found = tuple([made[name] if name else None for name in self.names])
        setattr(self.of, self.attribute, found[0] if isinstance(self.functions, str) else found)


@dataclass(slots=True)
class Code:
    """The blocks of a program, each with its source text, and its functions."""

    constants: Constants
    blocks: list[list[Operation]] = field(default_factory=list)
    spans: list[Span] = field(default_factory=list)
    functions: list[Function] = field(default_factory=list)
    points: list[Point] = field(default_factory=list)
    links: list[Link] = field(default_factory=list)
    repeated: int = 0  # values and operations

    def _limit(self) -> None:
        """Abilities are emitted for each event, and for each thing that carries them."""
        parts = len(self.blocks) + len(self.functions) + len(self.links)
        if parts + self.repeated // VALUES_OF_A_PART > MAX_PARTS:
            raise TooLarge

    def repeat(self, values: int) -> None:
        """Counts values and operations that a backend prints again."""
        self.repeated += values
        self._limit()

    def block(self, span: Span) -> int:
        self._limit()
        self.blocks.append([])
        self.spans.append(span)
        return len(self.blocks) - 1

    def point(self, point: Point) -> int:
        self.points.append(point)
        return point.index

    def function(
        self,
        takes: Sequence[str],
        body: Value,
        at: Span,
        *,
        framed: bool = False,
        many: bool = False,
    ) -> str:
        """A function of the program; returns its name."""
        self._limit()
        name = f"F{len(self.functions)}"
        returned = Return(body)
        returned.span = at
        self.functions.append(Function(name, tuple(takes), [returned], at, framed, many))
        return name

    def link(self, of: object, attribute: str, functions: str | tuple[str | None, ...]) -> None:
        self.links.append(Link(of, attribute, functions))


def unlinked(*_: object) -> int:
    """Stands in for a function of a point until it is compiled."""
    raise AssertionError("a point was used before its program was made")
