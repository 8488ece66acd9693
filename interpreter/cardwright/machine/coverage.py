"""Marks: which places of checked rules have run, for programs that are built to note it.

Owns how a program notes it; which places there are is found in `places`. A program built
without marks has none of this in it.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import field

from cardwright.language.front_end import Checked
from cardwright.language.core import Expr
from cardwright.machine.emit import Emitter, Node, call, const, name
from cardwright.machine.tables import Tables
from cardwright.source.records import dataclass
from cardwright.source.text import Span

RAN, SEEN, NOTED = "C", "seen", "noted"  # as emitted code calls them


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

    def values(self) -> dict[str, object]:
        """What emitted code calls."""
        ran = self.ran

        def seen(true: int, false: int, value: object) -> object:
            ran[true if value else false] = 1
            return value

        def noted(number: int) -> bool:
            ran[number] = 1
            return True

        return {RAN: ran, SEEN: seen, NOTED: noted}

    def noting(self, node: object, mark: str) -> list[ast.stmt]:
        """The statement that notes a place; none when there is nothing to note."""
        number = self.number(node, mark)
        if number is None:
            return []
        target = ast.Subscript(name(RAN), const(number), ast.Store())
        return [ast.Assign([target], const(1))]

    def noted(self, node: object, mark: str) -> list[Node]:
        """The same as a test that always holds."""
        number = self.number(node, mark)
        return [] if number is None else [call(NOTED, const(number))]


class MarkingEmitter(Emitter):
    """Notes of each test that is a place whether it was true or false."""

    def __init__(
        self, tables: Tables, marks: Marks, registers: Callable[[int], Node] | None = None
    ) -> None:
        super().__init__(tables, registers)
        self._marks = marks

    def __call__(self, expr: Expr) -> Node:
        node = super().__call__(expr)
        true, false = (self._marks.number(expr, mark) for mark in ("true", "false"))
        if true is None or false is None:
            return node
        return call(SEEN, const(true), const(false), node)


__all__ = ["Key", "MarkingEmitter", "Marks", "Place", "key_of"]
