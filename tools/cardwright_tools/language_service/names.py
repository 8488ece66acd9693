"""Builds the index of the names that packs declare and their occurrences, in effects and in YAML.

A word means what the checker took it to mean: if two things share a name, the nodes of the core
tree around it decide. Variables and parameters are not indexed.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace

from cardwright import Rules
from cardwright.board.model import plural
from cardwright.language import core
from cardwright.language.inflection import singular
from cardwright.language.syntax.one_line import TEXTS, words
from cardwright.source.text import Span
from cardwright_tools.language_service.index import Key, NameIndex, Occurrence, Where
from cardwright_tools.language_service.yaml_names import GAME, names_in_yaml
from cardwright_tools.lint.rule_trees import Part, body, owners
from cardwright_tools.show.definitions import all_entries
from cardwright_tools.show.entry import Entry

_UNNAMED = ("pack", "ability")
_OF_BEARER = ("field", "state", "word")


@dataclass(slots=True)
class KnownFile:
    """The names in a file, with the text and the parts of rules that they were read from."""

    read: list[object]
    names: list[Occurrence] = field(default_factory=list)

    def is_like(self, other: KnownFile) -> bool:
        """Whether both files were read from the same text and rules."""
        return [*map(id, self.read)] == [*map(id, other.read)]


@dataclass(slots=True)
class KnownNames:
    """Results of the last indexing: by the id of a part, the files that its nodes are in."""

    by_word: dict[str, list[Key]] = field(default_factory=dict)
    files: dict[str, KnownFile] = field(default_factory=dict)
    parts: dict[int, tuple[Part, frozenset[str]]] = field(default_factory=dict)

    def files_of(self, part: Part) -> frozenset[str]:
        """The files that the nodes of a part of rules are in."""
        if id(part) not in self.parts:
            spans = (getattr(node, "span", None) for node in core.walk(body(part)))
            names = frozenset(one.source.name for one in spans if isinstance(one, Span))
            self.parts[id(part)] = part, names
        return self.parts[id(part)][1]


def index_names(
    every: Sequence[Rules], now: Where = lambda span: span, known: KnownNames | None = None
) -> NameIndex:
    """The index of some packs, without occurrences whose position is unknown. Files that have
    not changed are not read again, if they are `known`."""
    index, known = NameIndex(), known or KnownNames()
    for rules in every:
        _add_entries(rules, index, now)
    files, before = _files(every, known), known.files if known.by_word == index.by_word else {}
    new = {name for name, file in files.items()
           if name not in before or not before[name].is_like(file)}  # fmt: skip
    found: dict[str, dict[int, Occurrence]] = {name: {} for name in new}
    for rules in every:
        for one in _occurrences(rules, index, now, known, new):
            found[one.span.source.name].setdefault(one.span.start, one)
    for key, entry in index.entries.items():  # YAML names without an own occurrence
        if entry.span is not None and entry.span.source.name in new:
            here = found[entry.span.source.name]
            if entry.span.text == entry.name and here.get(entry.span.start) is None:
                here[entry.span.start] = Occurrence(entry.span, key, declares=True)
    for name, file in files.items():
        here = found.get(name, {})
        file.names = [here[start] for start in sorted(here)] if name in new else before[name].names
    index.by_file = {name: file.names for name, file in files.items() if file.names}
    known.by_word, known.files = index.by_word, files
    return index


def _files(every: Sequence[Rules], known: KnownNames) -> dict[str, KnownFile]:
    """The data that the names in each file are read from, by file name."""
    found: dict[str, KnownFile] = {}
    for rules in every:
        for document in rules.documents:
            found.setdefault(document.source.name, KnownFile([])).read.append(document)
        for part in _parts(rules):
            for name in known.files_of(part):
                found.setdefault(name, KnownFile([])).read.append(part)
        for span, tree in rules.checked.trees.items():
            found.setdefault(span.source.name, KnownFile([])).read.append(tree)
    parts = known.parts
    known.parts = {id(one): parts[id(one)] for file in found.values() for one in file.read
                   if id(one) in parts}  # fmt: skip
    return found


def _parts(rules: Rules) -> Iterator[Part]:
    return (part for _, parts in owners(rules.checked) for part in parts)


def _add_entries(rules: Rules, index: NameIndex, now: Where) -> None:
    for entry in all_entries(rules):
        if entry.kind in _UNNAMED:
            continue
        key = (entry.kind, entry.name, entry.bearer if entry.kind in _OF_BEARER else "")
        if key not in index.entries:
            span = entry.span and now(entry.span)
            index.entries[key] = entry if span is entry.span else replace(entry, span=span)
            for word in _written_as(entry, rules):
                index.by_word.setdefault(word, []).append(key)


def _written_as(entry: Entry, rules: Rules) -> set[str]:
    """The words that refer to an entry in texts: also its plural, if that is a word; for a
    counter, also its singular, and of one per something (`stock of fish`) the first word."""
    board = rules.declared.board
    if entry.kind == "kind":
        return {entry.name, board.kinds[entry.name].plural}
    if entry.kind == "state":
        name = entry.name.split(" of ")[0]
        return {name, singular(name)}
    thing = board.things.get(entry.kind, {}).get(entry.name)
    several = entry.kind in ("enum", "word") or (thing is not None and thing.copies > 1)
    return {entry.name, plural(entry.name)} if several else {entry.name}


def _occurrences(
    rules: Rules, index: NameIndex, now: Where, known: KnownNames, files: Collection[str]
) -> Iterator[Occurrence]:
    """The occurrences in these files."""
    readings = Readings(index, now)
    for part in _parts(rules):
        if not known.files_of(part).isdisjoint(files):
            for node in core.walk(body(part)):
                readings.note(node)
    for span, tree in rules.checked.trees.items():
        for word in words(tree) if span.source.name in files else ():
            if word.kind not in TEXTS and not word.is_keyword:
                yield from readings.of_word(word.text, word.span)
    for document in rules.documents:
        if document.source.name in files:
            yield from names_in_yaml(document, rules.declared.board, index)


@dataclass(slots=True)
class Readings:
    """The meanings of words in effects: which are variables, and the names that nodes have."""

    index: NameIndex
    now: Where
    variables: set[tuple[str, int, int]] = field(default_factory=set)
    nodes: dict[tuple[str, Key], list[tuple[int, int]]] = field(default_factory=dict)

    def note(self, node: object) -> None:
        """Adds a node of the core tree."""
        span = getattr(node, "span", None)
        if not isinstance(span, Span):
            return
        if (span := self.now(span)) is None:
            return
        if isinstance(node, core.Reg | core.Var):
            self.variables.add((span.source.name, span.start, span.end))
        for key in _keys(node):
            self.nodes.setdefault((span.source.name, key), []).append((span.start, span.end))

    def of_word(self, text: str, read: Span) -> Iterator[Occurrence]:
        """The name that a word of an effect stands for, if any; a variable that is called like a
        kind is named after it.
        """
        keys = self.index.by_word.get(text) or self.index.by_word.get(positive(text), [])
        span = self.now(read) if keys else None
        if span is None:
            return
        if (span.source.name, span.start, span.end) in self.variables:
            keys = [key for key in keys if key[0] == "kind"]
        if keys:
            yield Occurrence(span, keys[0] if len(keys) == 1 else self._nearest(keys, span))

    def _nearest(self, keys: Sequence[Key], span: Span) -> Key:
        """Of several things with the same name, the one in the smallest node around the word."""
        around = [
            (end - start, key)
            for key in keys
            for start, end in self.nodes.get((span.source.name, key), ())
            if start <= span.start and span.end <= end
        ]
        return min(around)[1] if around else keys[0]


def positive(word: str) -> str:
    """`burnt` for `unburnt`."""
    return word.removeprefix("un").removeprefix("non-")


def _keys(node: object) -> Iterator[Key]:
    """The names that a node has, as keys of entries."""
    match node:
        case core.Named():
            kind = "word" if node.type.base == "enum" else node.owner
            yield kind, node.name, node.owner if kind == "word" else ""
        case core.Get() | core.Assign():
            bearer = node.field.kind or GAME
            yield from ((what, node.field.name, bearer) for what in ("field", "state"))
        case core.Call():
            yield "definition", node.name, ""
        case core.Domain() | core.IsKind() | core.AsKind() | core.Move():
            yield "kind", node.kind, ""
        case core.ZoneOf():
            yield "zone", node.zone, ""
        case core.Values():
            yield "enum", node.enum, ""
