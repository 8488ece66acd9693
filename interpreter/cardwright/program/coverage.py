"""Coverage: which points of checked rules have run, for programs that are built to record it.

Responsible for the record; `coverage_points` finds the points. How a program records a hit is up to
its backend.
"""

from __future__ import annotations

from dataclasses import field

from cardwright.language.core import Expr
from cardwright.language.front_end.checked import Checked
from cardwright.source.records import dataclass
from cardwright.source.text import Span


@dataclass(frozen=True, slots=True)
class CoveragePoint:
    """The event that must happen at a span, and the definition that contains it.

    `within`: the texts of the statements that it is in, from the outermost.
    """

    what: str
    span: Span
    definition: str
    head: Span
    within: tuple[Span, ...] = ()

    @property
    def around(self) -> frozenset[Span]:
        """The texts that its own text is in."""
        return frozenset(self.within) - {self.span}


Key = tuple[str, int, int, str]


def key_of(what: str, span: Span) -> Key:
    return span.source.name, span.start, span.end, what


@dataclass(slots=True)
class Coverage:
    """The points of one game's rules, and for each whether it has run (1) or not (0).

    `fewest`: the fewest players that the game is for.
    """

    checked: Checked  # kept because its nodes are identified by their ids
    fewest: int = 1
    points: list[CoveragePoint] = field(default_factory=list)
    hits: list[int] = field(default_factory=list)
    _keys: dict[Key, int] = field(default_factory=dict)
    _numbers: dict[tuple[int, str], int] = field(default_factory=dict)

    def add(self, node: object, mark: str, point: CoveragePoint) -> None:
        """`node` hits `point` at its `mark`; two nodes of one text share the point."""
        key = key_of(point.what, point.span)
        if key not in self._keys:
            self._keys[key] = len(self.points)
            self.points.append(point)
            self.hits.append(0)
        self._numbers[(id(node), mark)] = self._keys[key]

    def number(self, node: object, mark: str) -> int | None:
        return self._numbers.get((id(node), mark))

    def hit(self, node: object, mark: str) -> None:
        """Records a hit directly, for code that is not compiled."""
        number = self.number(node, mark)
        if number is not None:
            self.hits[number] = 1

    def hit_test(self, test: Expr, holds: bool) -> None:
        self.hit(test, "true" if holds else "false")
