"""Completions at the cursor: keys, values and texts of code.

Keys and values come from the schema of the pack, which may depend on other keys beside them.
"""

from __future__ import annotations

from collections.abc import Iterator

from cardwright import Rules
from cardwright.language.vocabulary.abilities import ABILITIES
from cardwright_tools.language_service.code_completion import Completion, in_code
from cardwright_tools.language_service.code_texts import start_of
from cardwright_tools.language_service.index import NameIndex
from cardwright_tools.language_service.name_filter import NOTHING_MORE
from cardwright_tools.language_service.names_in_scope import scope_at
from cardwright_tools.language_service.schema_nodes import Schema, described, nodes_at
from cardwright_tools.language_service.yaml_cursor import ITEM, YamlCursor

_HEADS = (*ABILITIES, "option")
"""The keys that tell what sort of ability a mapping is."""


def completions(
    place: YamlCursor, schema: Schema, index: NameIndex, rules: Rules | None = None
) -> list[Completion]:
    """The completions at a place in a file with this schema; with the `rules` that the file is
    part of, names that fit come before others."""
    nodes = list(nodes_at(schema, place.path, schema, place))
    found = [] if place.is_key and not place.may_be_value else [*_texts(nodes, place, index, rules)]
    found += _keys(nodes, schema, place) if place.is_key else ()
    by_text: dict[str, Completion] = {}
    for one in found:
        by_text.setdefault(one.text, one)
    return [*by_text.values()]


def _keys(nodes: list[Schema], root: Schema, place: YamlCursor) -> Iterator[Completion]:
    """The keys that are not there yet: those that tell what sort of ability it is, then required
    ones, then others."""
    known = {name: below for node in nodes for name, below in node.get("properties", {}).items()}
    needed = {name for node in nodes for name in node.get("required", ())}
    heads = _HEADS if _is_of_ability(place) else ()
    first = [name for name in heads if name in known]
    order = dict.fromkeys([*first, *(name for name in known if name in needed), *known])
    for name in order:
        if name not in place.beside:
            yield Completion(name, "key", described(known[name], root))


def _is_of_ability(place: YamlCursor) -> bool:
    return place.path[-2:] == ("abilities", ITEM)


def _texts(
    nodes: list[Schema], place: YamlCursor, index: NameIndex, rules: Rules | None
) -> Iterator[Completion]:
    """The completions of a value with one of these schemas."""
    for start in dict.fromkeys(start_of(node, place.path) for node in nodes):
        if start:
            scope = scope_at(place, rules) if rules else NOTHING_MORE
            yield from in_code(place.before, start, index, rules, scope)
    for node in nodes:
        values = (*node.get("enum", ()), *node.get("examples", ()))
        yield from (Completion(str(value), "value") for value in values)
        if node.get("type") == "boolean":
            yield from (Completion(word, "value") for word in ("true", "false"))
