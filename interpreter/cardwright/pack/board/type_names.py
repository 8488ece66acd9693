"""Declares the names of types, and the enums among them with their values."""

from __future__ import annotations

from dataclasses import replace

from cardwright.board.built_in import root_kinds
from cardwright.board.declarations import LASTING, Enum
from cardwright.pack.builder import PackBuilder
from cardwright.pack.name_form import MAX_NAME_LENGTH, is_name
from cardwright.pack.sections import Entry, Sections, entries
from cardwright.pack.validation.yaml_node import YamlNode
from cardwright.pack.values import TYPE_WORDS
from cardwright.source.text import Span

ROOT_KINDS = frozenset(root_kinds())


def declare_enums(sections: Sections, builder: PackBuilder) -> None:
    enums = builder.board.enums
    for entry in entries(sections, "enums", builder):
        span = entry.node.key_span
        if not entry.is_complete:
            builder.mark_incomplete(f"enum {entry.key}")
        if declare_type(entry.key, span, "enum", builder):
            enums[entry.key] = _with_words(Enum(entry.key, (), span), entry, builder)
    for entry in entries(sections, "extend", builder):
        if (enum := enums.get(entry.key)) and isinstance(entry.node.value, list):
            enums[entry.key] = _with_words(enum, entry, builder)


def _with_words(enum: Enum, entry: Entry, builder: PackBuilder) -> Enum:
    """An enum with the values that an entry adds."""
    items = [item for item in entry.node.elements() if item.value is not None]
    if entry.node.span.text.startswith("["):
        items = [item for item in items if not _lacks_comma(item, builder)]
    group = f"word of {entry.key}"
    found = [
        (item.word, item.span)
        for item in items
        if builder.declare_name(group, item.word, item.span, f"the value `{item.word}`")
    ]
    values = (*enum.values, *(word for word, _ in found))
    return replace(enum, values=values, spans=(*enum.spans, *found))


def _lacks_comma(item: YamlNode, builder: PackBuilder) -> bool:
    """Whether an item in brackets seems to be several, between which a comma is missing."""
    names = item.word.split()
    if len(names) < 2 or len(item.word) > MAX_NAME_LENGTH or not all(map(is_name, names)):
        return False
    help = f"write `{', '.join(names)}`, or if this is one name, `{'-'.join(names)}`"
    builder.error("CW326", f"`{item.word}` is not a valid name", item.span, help)
    builder.mark_invalid_name(item.word)
    return True


def declare_type(
    name: str,
    span: Span,
    what: str,
    builder: PackBuilder,
    help: str = "use `extend:` to add to what another pack declares",
) -> bool:
    """Whether an enum or kind can have this name: types share one namespace."""
    if name in TYPE_WORDS or name in (*ROOT_KINDS, LASTING):
        builder.error("CW327", f"`{name}` is already a type", span, "choose another name")
        return False
    return builder.declare_name("type", name, span, f"the {what} `{name}`", help)
