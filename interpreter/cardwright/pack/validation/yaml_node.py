"""A node of a YAML document: a value with its path, so that errors can point to it.

Responsible for reading a value key by key and item by item. Knows nothing about what values mean.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from cardwright.source.document import Document, Path, Value
from cardwright.source.records import dataclass
from cardwright.source.text import Span


@dataclass(frozen=True, slots=True)
class YamlNode:
    """`value` is the document's value at `path`, without the parts found invalid.

    `places`: in a member of a family, the paths of values in the family's entry.
    """

    document: Document
    path: Path
    value: Value
    pack: str
    places: Mapping[str, Path] | None = None

    @property
    def span(self) -> Span:
        """The span of the value."""
        return self.document.values[self.path]

    @property
    def key_span(self) -> Span:
        """The span of the key; for an item of a list, of the item."""
        return self.document.keys.get(self.path, self.span)

    @property
    def id_span(self) -> Span:
        """What to underline for a whole mapping: its id, else its first key."""
        if not isinstance(self.value, dict):
            return self.span
        for key in ("id", "option"):
            if (*self.path, key) in self.document.values:
                return self.document.values[(*self.path, key)]
        paths = ((*self.path, key) for key in self.value)
        return next((self.document.keys[p] for p in paths if p in self.document.keys), self.span)

    def child(self, step: str | int, value: Value) -> YamlNode:
        path = self.places.get(step) if self.places and isinstance(step, str) else None
        return YamlNode(self.document, path or (*self.path, step), value, self.pack)

    def with_value(self, value: Value) -> YamlNode:
        """The same node with another value."""
        return replace(self, value=value)

    def with_places(self, places: Mapping[str, Path]) -> YamlNode:
        return replace(self, places=places)

    def get(self, key: str) -> YamlNode | None:
        """The value of a key; None if it is missing or empty."""
        found = self.value.get(key) if isinstance(self.value, dict) else None
        if found is None or self.places:
            return None if found is None else self.child(key, found)
        return YamlNode(self.document, (*self.path, key), found, self.pack)  # as most are

    def _at(self, key: str) -> Value:
        return self.value.get(key) if isinstance(self.value, dict) else None

    def get_or_self(self, key: str) -> YamlNode | None:
        """The value of a key, or this node if it is written in its place; None if empty."""
        return self.get(key) if isinstance(self.value, dict) or self.value is None else self

    def items(self) -> Iterator[tuple[str, YamlNode]]:
        """Keys, as texts, and values of a mapping; those without a value are left out."""
        if isinstance(self.value, dict):
            for key, value in self.value.items():
                if value is not None:
                    yield str(key), self.child(key, value)

    def elements(self) -> Iterator[YamlNode]:
        """The items of a list; any other value counts as a list of itself."""
        if not isinstance(self.value, list):
            yield self
            return
        for index, value in enumerate(self.value):
            if value is not None:
                yield self.child(index, value)

    def text(self, key: str, default: str = "") -> str:
        found = self._at(key)
        return default if found is None else str(found)

    def number(self, key: str) -> int | None:
        found = self._at(key)
        return found if isinstance(found, int) else None

    def flag(self, key: str, default: bool = False) -> bool:
        found = self._at(key)
        return default if found is None else found is True

    def items_of(self, key: str) -> list[tuple[str, YamlNode]]:
        found = self.get(key)
        return list(found.items()) if found else []

    def elements_of(self, key: str) -> list[YamlNode]:
        found = self.get(key)
        return list(found.elements()) if found else []

    @property
    def word(self) -> str:
        """The value as a text."""
        return str(self.value)
