"""The tree behind a value: what `why` gives, and how it is written.

Responsible for its form. What is in it: see `provenance`.
"""

from __future__ import annotations

from collections.abc import Iterator

from cardwright.source.records import dataclass
from cardwright.source.text import Span


@dataclass(frozen=True, slots=True)
class Tree:
    """An explanation: the expression, its value, a short reason, its position, its parts."""

    words: str
    value: str = ""
    note: str = ""
    span: Span | None = None
    children: tuple[Tree, ...] = ()

    @property
    def location(self) -> str:
        """`file:line`; "" for what is in no file of a pack."""
        if self.span is None or not self.span.source.name.endswith((".yaml", ".yml")):
            return ""
        return f"{self.span.source.name}:{self.span.lines[0]}"

    def lines(self, indent: str = "", above: str = "") -> Iterator[str]:
        """The tree as indented lines; a location is shown only at its first line."""
        place, sign = self.location, ": " if self.value in ("yes", "no") else " = "
        value = f"{sign}{self.value}" if self.value else ""
        note = f" ({self.note})" if self.note else ""
        said = f"  [{place}]" if place and place != above else ""
        yield f"{indent}{self.words}{value}{note}{said}"
        for child in self.children:
            yield from child.lines(indent + "  ", place or above)

    def __str__(self) -> str:
        return "\n".join(self.lines())


MORE = Tree("...")
