"""The names of packs in their scenarios: in effects and expressions as the checker reads them.

All other texts (players, positions, answers) are words, and a word that several things share is
ambiguous there. Keys of the form of scenarios are no names.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from cardwright import Rules
from cardwright.language import core
from cardwright.language.external_texts import ExternalTexts
from cardwright.language.syntax.nodes import Node
from cardwright.language.syntax.one_line import TEXTS, words
from cardwright.source.diagnostics import Report
from cardwright.source.document import Document
from cardwright.source.document import Path as YamlPath
from cardwright.source.text import Span
from cardwright.source.yaml_reader import load
from cardwright_tools.language_service.index import Key, NameIndex
from cardwright_tools.language_service.names import Readings
from cardwright_tools.scenario.read import SCENARIO_KEYS
from cardwright_tools.scenario.runner import SETTINGS

_WORD = re.compile(r"[a-z][\w-]*")
_TOLD = ("scenario", "provenance")


@dataclass(frozen=True, slots=True)
class Mention:
    """A word, and the names that it may stand for: one, if that is known."""

    span: Span
    keys: Sequence[Key]


@dataclass(frozen=True, slots=True)
class ScenarioText:
    """The names in a text of a scenario file; its syntax tree, if it is read as code."""

    mentions: Sequence[Mention]
    tree: Node | None = None


def scenario_texts(file: Path, rules: Rules, index: NameIndex) -> Iterator[ScenarioText]:
    """All texts in a scenario file that may have names."""
    document = load(file, file.as_posix(), Report())
    if document is None:
        return
    reader = _Reader(ExternalTexts(rules.checked), index)
    for path, span in document.keys.items():
        inside = _unquoted(span)
        if not _is_of_form(path):
            yield reader.expression(inside) if _is_claim(path) else reader.words(inside)
    for path in document.values:
        if isinstance(document.at(path), str) and path[-1] not in _TOLD:
            yield _in_value(path, document, reader)


def _in_value(path: YamlPath, document: Document, reader: _Reader) -> ScenarioText:
    span = document.text_span(path)
    if path[-1] == "do":
        return reader.effect(span)
    return reader.expression(span) if "expect" in path else reader.words(span)


def _is_of_form(path: YamlPath) -> bool:
    above, key = path[-2:-1], path[-1]
    if above == ("given",):
        return key in SETTINGS
    return any(isinstance(one, int) for one in above) and key in SCENARIO_KEYS


def _is_claim(path: YamlPath) -> bool:
    return "expect" in path[:-1]


def _unquoted(span: Span) -> Span:
    quoted = span.text[:1] in ("'", '"')
    return Span(span.source, span.start + quoted, span.end - quoted)


@dataclass(slots=True)
class _Reader:
    texts: ExternalTexts
    index: NameIndex

    def effect(self, span: Span) -> ScenarioText:
        routine = self.texts.effect("scenario", span, Report())
        tree = self.texts.tree(span)
        if routine is None or tree is None:
            return self.words(span)
        return ScenarioText([*self._read(tree, routine.body)], tree)

    def expression(self, span: Span) -> ScenarioText:
        """An expression, or words for a position."""
        found, tree = self.texts.expression(span, Report()), self.texts.tree(span)
        if found is None or tree is None or len(span.text.split()) == 1:
            return self.words(span)
        return ScenarioText([*self._read(tree, found)], tree)

    def words(self, span: Span) -> ScenarioText:
        return ScenarioText([*self._among_words(span)])

    def _read(self, tree: Node, meant: object) -> Iterator[Mention]:
        readings = Readings(self.index, lambda span: span)
        for node in core.walk(meant):
            readings.note(node)
        given = {word.text for word in tree.bound_names()}
        for word in words(tree):
            if word.kind not in TEXTS and not word.is_keyword and word.text not in given:
                # A loop names its member after the kind, and is renamed with it.
                span = word.span
                readings.variables.discard((span.source.name, span.start, span.end))
                for one in readings.of_word(word.text, word.span):
                    yield Mention(one.span, [one.key])

    def _among_words(self, span: Span) -> Iterator[Mention]:
        for found in _WORD.finditer(span.text):
            if keys := self.index.by_word.get(found[0]):
                start = span.start + found.start()
                yield Mention(Span(span.source, start, start + len(found[0])), keys)
