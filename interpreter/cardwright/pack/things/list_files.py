"""Reads a list that is in no pack: a user's own file, or a mapping from a program.

It is written as in a pack; `id` and `provenance` are optional. Knows nothing about which lists are
legal.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

from cardwright.board.declarations import Thing
from cardwright.language.declared import Declared
from cardwright.pack.builder import PackBuilder
from cardwright.pack.name_form import title_of
from cardwright.pack.things.lists import check_lists
from cardwright.pack.things.thing_builder import ThingBuilder
from cardwright.pack.validation.yaml_node import YamlNode
from cardwright.source.diagnostics import Report
from cardwright.source.document import Document, Value
from cardwright.source.text import Source
from cardwright.source.yaml_reader import load, read


def list_in_file(path: Path, declared: Declared, report: Report) -> tuple[Thing | None, Value]:
    """The list in a file, and the plain values it was read from."""
    document = load(path, path.as_posix(), report)
    return _read(document, path.stem, declared, report) if document else (None, None)


def list_in_mapping(
    values: Mapping[str, object], name: str, declared: Declared, report: Report
) -> tuple[Thing | None, Value]:
    """`list_in_file` for plain values; `name` is the list's id, if they have none."""
    source = Source(f"<{name}>", json.dumps(values, ensure_ascii=False, default=repr))
    document = read(source, report)
    return _read(document, name, declared, report) if document else (None, None)


def _read(
    document: Document, name: str, declared: Declared, report: Report
) -> tuple[Thing | None, Value]:
    kind, top = declared.board.list_kind(), YamlNode(document, (), document.value, "")
    if kind is None:
        report.error("CW345", "players bring no lists to this game", top.span)
        return None, None
    node = _only_entry(top, kind.plural, report)
    if node is None:
        return None, None
    builder = PackBuilder(declared, report)
    if isinstance(node.value, dict):
        node = node.with_value({"id": name, "provenance": "house", **node.value})
    things = ThingBuilder(builder)
    usable = things.validator(kind.name, whole=True).validate(node, report)
    if usable is None:
        return None, None
    id = usable.text("id", name)
    if (
        (own := usable.get("id")) is not None
        and id != name
        and not builder.check_name(id, own.span)
    ):
        return None, None
    thing = Thing(id, kind.name, title_of(id), span=node.id_span)
    things.fill_alone(thing, usable)
    check_lists((thing,), builder)
    builder.report_deferred()
    return thing, node.value


def _only_entry(top: YamlNode, section: str, report: Report) -> YamlNode | None:
    """A list by itself, or the only entry of a section."""
    found = top.get(section)
    if found is None:
        return top
    entries = [*found.elements()]
    if len(entries) == 1:
        return entries[0]
    message = f"there are {len(entries)} lists in this file"
    report.error("CW322", message, found.key_span, "keep only one of them")
    return None
