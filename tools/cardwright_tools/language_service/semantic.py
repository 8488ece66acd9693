"""The colours of code inside YAML texts, according to what each word is to the checker."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Literal

from cardwright import Rules
from cardwright.language.syntax.nodes import Word
from cardwright.language.syntax.one_line import TEXTS, words
from cardwright.source.text import Span
from cardwright_tools.language_service.index import Key
from cardwright_tools.language_service.project import Project
from cardwright_tools.language_service.scenario_names import ScenarioText

Colour = Literal["keyword", "verb", "number", "string", "variable", "kind", "property", "thing",
                 "rule", "operator"]  # fmt: skip
_OF_ENTRY: dict[str, Colour] = {
    "kind": "kind", "enum": "kind", "field": "property", "state": "property", "zone": "property",
    "definition": "property", "rule": "rule", "menu": "rule", "option": "rule",
}  # fmt: skip


def colours(project: Project, file: Path) -> Iterator[tuple[Span, Colour]]:
    """The words of a file's code with their colours, in order."""
    rules, texts = project.rules_of(file), project.scenario(file)
    if texts:
        return _scenario_colours(texts)
    return _pack_colours(rules, file.as_posix(), project) if rules else iter(())


def _pack_colours(rules: Rules, file: str, project: Project) -> Iterator[tuple[Span, Colour]]:
    found: dict[int, tuple[Span, Colour]] = {}
    for span, tree in rules.checked.trees.items():
        for word in words(tree) if span.source.name == file else ():
            if (place := project.place(word.span)) is not None:
                known = project.names.at(place.source.name, place.start)
                found[place.start] = place, _colour(word, known.key if known else None)
    return (found[start] for start in sorted(found))


def _scenario_colours(texts: Sequence[ScenarioText]) -> Iterator[tuple[Span, Colour]]:
    found: dict[int, tuple[Span, Colour]] = {}
    for text in texts:
        keys = {one.span.start: one.keys[0] for one in text.mentions}
        found |= {one.span.start: (one.span, _of_name(one.keys[0])) for one in text.mentions}
        for word in words(text.tree) if text.tree else ():
            found[word.span.start] = word.span, _colour(word, keys.get(word.span.start))
    return (found[start] for start in sorted(found))


def _of_name(key: Key) -> Colour:
    return _OF_ENTRY.get(key[0], "thing")


def _colour(word: Word, name: Key | None) -> Colour:
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
    return _of_name(name) if name else "variable"
