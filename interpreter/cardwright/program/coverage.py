"""Marks: which places of checked rules have run, for programs that are built to note it.

Owns what has run; which places there are is found in `coverage_points`. How a program notes
it is up to its backend.
"""

from __future__ import annotations

from dataclasses import field

from cardwright.language.checker import Checked
from cardwright.language.core import Expr
from cardwright.source.records import dataclass
from cardwright.source.text import Span


@dataclass(frozen=True, slots=True)
class Place:
    """What must happen at a span, and the definition it stands in."""

    what: str
    span: Span
    definition: str
    head: Span


Key = tuple[str, int, int, str]


def key_of(what: str, span: Span) -> Key:
    return span.source.name, span.start, span.end, what


@dataclass(slots=True)
class Marks:
    """The places of one game's rules, and for each whether it has run (1) or not (0).

    `fewest`: the fewest players that the game is for.
    """

    checked: Checked  # held, since nodes of it are known by their identity
    fewest: int = 1
    places: list[Place] = field(default_factory=list)
    ran: list[int] = field(default_factory=list)
    _keys: dict[Key, int] = field(default_factory=dict)
    _numbers: dict[tuple[int, str], int] = field(default_factory=dict)

    def add(self, node: object, mark: str, place: Place) -> None:
        """`node` notes `place` at its `mark`; two nodes of one text share the place."""
        key = key_of(place.what, place.span)
        if key not in self._keys:
            self._keys[key] = len(self.places)
            self.places.append(place)
            self.ran.append(0)
        self._numbers[(id(node), mark)] = self._keys[key]

    def number(self, node: object, mark: str) -> int | None:
        return self._numbers.get((id(node), mark))

    def happened(self, node: object, mark: str) -> None:
        """Notes a place at once: for what is not compiled."""
        number = self.number(node, mark)
        if number is not None:
            self.ran[number] = 1

    def tested(self, test: Expr, holds: bool) -> None:
        self.happened(test, "true" if holds else "false")


__all__ = ["Key", "Marks", "Place", "key_of"]
