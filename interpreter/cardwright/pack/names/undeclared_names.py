"""Words that no file declares, and that are not a typo of a declared one.

Such a word may be meant for an empty section, or the id that a definition lacks. Responsible for
that test. Knows nothing about errors.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator

from cardwright.pack.names import name_scan
from cardwright.source.document import Document, Value
from cardwright.source.spelling import distance

NAMING_KEYS = ("id", "option", "plural")
"""Keys whose value is a name."""
_LIST_SECTIONS = frozenset({"enums", "extend"})
"""Sections whose lists hold names."""


class UndeclaredNames:
    """The words that these documents don't declare: an infinite set, tested by `contains`."""

    def __init__(self, documents: Iterable[Document]) -> None:
        known = {word for document in documents for word in _declared(document)}
        self._known = {word.casefold() for word in known}
        self._stems = name_scan.stems(known | name_scan.LANGUAGE_WORDS)
        self._by_deletion: dict[str, list[str]] = defaultdict(list)
        for word in self._known:
            for part in _deletions(word):
                self._by_deletion[part].append(word)

    def contains(self, word: str) -> bool:
        return name_scan.stem(word) not in self._stems and not self.is_typo(word)

    def is_typo(self, word: str) -> bool:
        """Whether a word is one letter away from a declared one, and not declared itself."""
        word = word.casefold()
        near = (other for part in _deletions(word) for other in self._by_deletion.get(part, ()))
        return word not in self._known and any(distance(word, other, 1) == 1 for other in near)


def _declared(document: Document) -> Iterator[str]:
    top = document.value if isinstance(document.value, dict) else {}
    for section, held in top.items():
        yield from name_scan.in_value(held) if section in _LIST_SECTIONS else _names_in(held)


def _names_in(value: Value) -> Iterator[str]:
    """The keys of a value, and the values of those keys that name something."""
    if isinstance(value, dict):
        for key, held in value.items():
            yield from name_scan.words(str(key))
            yield from name_scan.in_value(held) if key in NAMING_KEYS else _names_in(held)
    elif isinstance(value, list):
        for held in value:
            yield from _names_in(held)


def _deletions(word: str) -> set[str]:
    """A word and all results of deleting one letter; empty for words of up to three letters.

    Words one typo apart share a result, so near words are found without comparing with all.
    """
    word = word if len(word) > 3 else ""
    return {word, *(word[:at] + word[at + 1 :] for at in range(len(word)))} - {""}
