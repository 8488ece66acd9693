"""The colours of code inside YAML texts: what each word is to the checker."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from cardwright import Rules
from cardwright.language.syntax.formatter import TEXTS, words
from cardwright.language.syntax.nodes import Word
from cardwright.source.text import Span
from cardwright_tools.language_service.index import NameIndex

Colour = Literal["keyword", "verb", "number", "string", "variable", "kind", "property", "thing",
                 "rule", "operator"]  # fmt: skip
_OF_ENTRY: dict[str, Colour] = {
    "kind": "kind", "enum": "kind", "field": "property", "state": "property", "zone": "property",
    "definition": "property", "rule": "rule", "menu": "rule", "option": "rule",
}  # fmt: skip


def colours(rules: Rules, file: str, names: NameIndex) -> Iterator[tuple[Span, Colour]]:
    """The words of a file's code with their colours, in order."""
    found = {
        word.span.start: (word.span, _colour(word, file, names))
        for span, tree in rules.checked.trees.items()
        if span.source.name == file
        for word in words(tree)
    }
    return (found[start] for start in sorted(found))


def _colour(word: Word, file: str, names: NameIndex) -> Colour:
    if word.kind in TEXTS:
        return "string"
    if word.kind == "VERB":
        return "verb"
    if word.kind in ("INT", "RANGE"):
        return "number"
    if not word.text[:1].isalpha():
        return "operator"
    if word.is_keyword:
        return "keyword"
    known = names.at(file, word.span.start)
    return _OF_ENTRY.get(known.key[0], "thing") if known else "variable"
