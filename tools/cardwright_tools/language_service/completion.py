"""Completions at the cursor: keys, values and words of effects.

Keys and values come from the schema of the pack, words of effects from the grammar and from the
names that packs declare. Decides the order in which they are offered.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from cardwright import Rules
from cardwright.language.syntax.continuations import continuations
from cardwright.language.syntax.parser import shared_parser
from cardwright.language.vocabulary.verbs import VERBS
from cardwright_tools.language_service.index import Key, NameIndex
from cardwright_tools.language_service.name_filter import (
    ALONE,
    NEVER,
    NOTHING_MORE,
    InScope,
    fits_of_names,
    is_kind,
)
from cardwright_tools.language_service.yaml_cursor import ITEM, YamlCursor

Schema = Mapping[str, Any]
Sort = Literal["key", "value", "verb", "word", "name"]
_STARTS = {"effect": "effect_text", "expression": "expression_text"}
_WORD = re.compile(r"[\w-]*$")
_ELSEWHERE = ("cost", "limit", "until")
"""Keys whose texts are expressions according to the schema, but have a grammar of their own."""


@dataclass(frozen=True, slots=True)
class Completion:
    """A completion: its text, its sort, and a line about it."""

    text: str
    sort: Sort
    doc: str = ""
    fits: bool = False  # a name that fits, where others don't


def completions(
    place: YamlCursor, schema: Schema, index: NameIndex, rules: Rules | None = None
) -> list[Completion]:
    """The completions at a place in a file with this schema; with the `rules` that the file is
    part of, names that fit come before others."""
    nodes = list(_at(schema, place.path, schema))
    if place.is_key:
        return list(_keys(nodes, schema))
    return [found for node in nodes for found in _values(node, place, index, rules)]


def _keys(nodes: list[Schema], root: Schema) -> Iterator[Completion]:
    seen = set[str]()
    for node in nodes:
        for name, below in node.get("properties", {}).items():
            if name not in seen:
                seen.add(name)
                yield Completion(name, "key", _described(below, root))


def _described(node: Schema, root: Schema) -> str:
    return str(node.get("description") or next(iter(_plain(node, root)), {}).get("title", ""))


def _values(
    node: Schema, place: YamlCursor, index: NameIndex, rules: Rules | None
) -> Iterator[Completion]:
    start = _STARTS.get(str(node.get("format")))
    if start and place.path[-1] not in _ELSEWHERE:
        scope = scope_at(place.path, rules) if rules else NOTHING_MORE
        yield from in_code(place.before, start, index, rules, scope)
    for value in node.get("enum", ()):
        yield Completion(str(value), "value")
    if node.get("type") == "boolean":
        yield from (Completion(word, "value") for word in ("true", "false"))


def in_code(
    before: str, start: str, index: NameIndex, rules: Rules | None, scope: InScope = NOTHING_MORE
) -> Iterator[Completion]:
    """The completions in a text of code: for its whole words, and the word being written."""
    whole = _WORD.sub("", before)
    found = continuations(shared_parser(VERBS), whole, start)
    docs = {verb.name: verb.doc for verb in VERBS.all}
    names = list(_names(whole, start, index, rules, scope)) if found.name else []
    yield from (Completion(name, "verb", docs[name]) for name in found.verbs)
    yield from (Completion(word, "word") for word in found.first)
    yield from (one for one in names if one.fits)
    yield from (Completion(word, "word") for word in found.words)
    yield from (one for one in names if not one.fits)


def _names(
    whole: str, start: str, index: NameIndex, rules: Rules | None, scope: InScope
) -> Iterator[Completion]:
    """All names: first those that the text itself introduces, then kinds before others that fit
    as well; after `give 1`, counters before kinds.
    """
    own = {word: [("name", word, "")] for word in shared_parser(VERBS).names_given(whole)}
    own |= {one.name: [("parameter", one.name, "")] for one in scope.takes}
    known = {**index.by_word, **own}
    found = fits_of_names(rules, whole, start, known, scope) if rules else {}
    fits = {**dict.fromkeys(known, ALONE), **found}
    is_mixed, gives = NEVER in fits.values(), _is_after_transfer(whole)

    def place(word: str) -> tuple[object, ...]:
        later = (gives and not _is_of_player(known[word]), not is_kind(known[word]))
        return fits[word] == NEVER, word not in own, fits[word], *later, word

    for word in sorted(known, key=place):
        doc = ", ".join(dict.fromkeys(key[0] for key in known[word]))
        yield Completion(word, "name", doc, fits=is_mixed and fits[word] != NEVER)


def _is_after_transfer(before: str) -> bool:
    """Whether a text ends with a verb that gives something to somebody, and a number."""
    said = [before[one.start : one.end] for one in shared_parser(VERBS).tokens(before)][-2:]
    verb = VERBS.by_form.get(said[0]) if said and said[-1].isdecimal() else None
    return verb is not None and bool(verb.to_self)


def _is_of_player(keys: Sequence[Key]) -> bool:
    return any(what == "state" and owner == "player" for what, _, owner in keys)


def scope_at(path: Sequence[str], rules: Rules) -> InScope:
    """What is known at a path: parameters of a rule, a definition or a printed effect."""
    declared, (section, *below) = rules.declared, path
    name = below[0] if below else ""
    if section == "rules" and name in declared.rules:
        return InScope(declared.rules[name].takes)
    if section == "definitions":
        known = declared.definitions.get(shared_parser(VERBS).defined(name))
        return InScope(known.takes) if known else NOTHING_MORE
    kind = next((k.name for k in declared.board.kinds.values() if k.plural == section), "")
    if kind and name == ITEM and len(below) > 1:
        return InScope(declared.taken_by(kind, below[1]), kind)
    return NOTHING_MORE


# ------------------------------------------------------------------------------ the schema


def _at(node: Schema, path: tuple[str, ...], root: Schema) -> Iterator[Schema]:
    """The schemas of the value at a path."""
    for plain in _plain(node, root):
        if not path:
            yield plain
        else:
            below = _below(plain, path[0])
            if below is not None:
                yield from _at(below, path[1:], root)


def _below(node: Schema, step: str) -> Schema | None:
    if step == ITEM:
        return node.get("items")
    further = node.get("additionalProperties")
    return node.get("properties", {}).get(step) or (further if isinstance(further, dict) else None)


def _plain(node: Schema, root: Schema) -> Iterator[Schema]:
    """The schema itself, or those that it refers to or chooses from."""
    if "$ref" in node:
        yield from _plain(root["$defs"][str(node["$ref"]).rpartition("/")[2]], root)
        return
    branches = [node[key] for key in ("then", "else") if key in node]
    branches += [one for key in ("anyOf", "oneOf", "allOf") for one in node.get(key, ())]
    branches = [one for one in branches if isinstance(one, dict)]
    for branch in branches:
        yield from _plain(branch, root)
    if not branches or "properties" in node or "type" in node:
        yield node
