"""The sections of all files, and their validated entries.

Decides which sections there are and where. Knows nothing about what a section declares.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from functools import cache
from itertools import pairwise

from cardwright.pack.builder import EVERYTHING, SECTION, PackBuilder
from cardwright.pack.forms.form_schemas import inline_schema, type_schema
from cardwright.pack.forms.forms import SECTIONS
from cardwright.pack.missing_section_keys import lacks_section_key, read_without_key, split_section
from cardwright.pack.names.gap_names import NAMELESS_SECTIONS, gap_names
from cardwright.pack.unindented_effects import without_unindented
from cardwright.pack.validation.validator import Validator
from cardwright.pack.validation.yaml_node import YamlNode
from cardwright.source.document import Document
from cardwright.source.edits import Suggestion
from cardwright.source.memoized import memoized
from cardwright.source.records import dataclass
from cardwright.source.spelling import distance, nearest

MAX_DEFINITIONS = 20_000
MAX_NAMED = {"abilities": 2_000, "definitions": 5_000, "rules": 5_000}
"""Of the game itself: each ability is looked at beside all others, and definitions and rules keep
what they take, name and cost.
"""
_READ_LATER = frozenset({"definitions", "rules", "menus", "options", "abilities"})
"""The sections that are read when all kinds are known."""
_CATEGORIES = {"enums": EVERYTHING, "kinds": EVERYTHING, "zones": "zones", "rules": "rules",
               "automata": "things", "keywords": EVERYTHING, "extend": EVERYTHING}  # fmt: skip
_OF_KINDS = ("", "kinds", "extend")
"""Sections that may give kinds fields."""


@dataclass(frozen=True, slots=True)
class Entry:
    """`node` is the usable part of an entry; `is_complete` if that is all of it."""

    key: str
    node: YamlNode
    is_complete: bool


@dataclass(slots=True)
class Sections:
    """The nodes of the built-in sections, by name, and of those named by plurals of kinds."""

    built_in: dict[str, list[YamlNode]] = field(default_factory=dict)
    of_kinds: list[tuple[str, YamlNode]] = field(default_factory=list)


def mark_gaps(document: Document, builder: PackBuilder) -> None:
    """Notes what may be declared in the parts of a file that could not be read."""
    for gap in document.gaps:
        if gap.section in _OF_KINDS:
            builder.incomplete_kinds.update(gap_names(document, gap))
        if gap.section not in NAMELESS_SECTIONS:
            builder.mark_incomplete(_category(gap.section, document))


def _category(section: str, document: Document) -> str:
    """What is incomplete if a part of a section can't be read."""
    is_of_things = isinstance(document.value, dict) and section in document.value.keys() - SECTIONS
    return _CATEGORIES.get(section, "things" if is_of_things else EVERYTHING)


def collect_sections(documents: Mapping[str, Sequence[Document]], builder: PackBuilder) -> Sections:
    """The sections in the documents of each pack."""
    found, count = Sections(), 0
    for pack, files in documents.items():
        for document in files:
            top = YamlNode(document, (), document.value, pack)
            for name, node in _split_file(top, builder):
                count += 1 + _length(node)
                if too_many := _too_many(name, node, found, count):
                    message = f"a game can have at most {too_many}"
                    builder.error("CW303", message, node.key_span)
                    builder.mark_incomplete()
                    return found
                if name == "provenance":
                    _container_validator(name).validate(node, builder.report)
                elif name in SECTIONS:
                    found.built_in.setdefault(name, []).append(node)
                else:
                    found.of_kinds.append((name, node))
    return found


def _length(node: YamlNode) -> int:
    return len(node.value) if isinstance(node.value, dict | list) else 0


def _too_many(name: str, node: YamlNode, found: Sections, count: int) -> str:
    """What there would be too many of with this section."""
    if count > MAX_DEFINITIONS:
        return f"{MAX_DEFINITIONS:,} definitions"
    before = found.built_in.get(name, ())
    most = MAX_NAMED.get(name, MAX_DEFINITIONS)
    if sum(map(_length, (*before, node))) > most:
        return f"{most:,} entries in `{name}`"
    return ""


def _split_file(top: YamlNode, builder: PackBuilder) -> Iterator[tuple[str, YamlNode]]:
    """The sections of a file, including those whose keys are missing."""
    if lacks_section_key(top.document):
        yield from read_without_key(top, _is_entry, builder)
        return
    for name, node in _top_level(top, builder):
        whole = without_unindented(node, builder)
        yield from split_section(name, whole, _is_entry, builder)


def _is_entry(name: str, entry: YamlNode) -> bool:
    return _entry_validator(name).is_valid(entry)


def _top_level(top: YamlNode, builder: PackBuilder) -> Iterator[tuple[str, YamlNode]]:
    if not isinstance(top.value, dict):
        builder.error("CW322", "a file must be a mapping of sections", top.span, "as in `cards:`")
        builder.mark_incomplete()
        return
    for key, value in top.value.items():
        yield str(key), top.child(key, value)


def entries(sections: Sections, name: str, builder: PackBuilder) -> Iterator[Entry]:
    """All entries of a built-in section, validated here."""
    for node in sections.built_in.get(name, ()):
        if _container_validator(name).validate(node, builder.report) is None:
            builder.mark_incomplete(_CATEGORIES.get(name, EVERYTHING))
            continue
        for key, child in _children(node):
            yield check_entry(key, child, _entry_validator(name), builder)


def names_in(sections: Sections, name: str) -> list[str]:
    """The names of a section's entries, before any entry is read."""
    return [key for node in sections.built_in.get(name, ()) for key, _ in _children(node)]


def _children(node: YamlNode) -> Iterator[tuple[str, YamlNode]]:
    """The entries of a section, including empty ones, so that they are reported."""
    if isinstance(node.value, dict):
        yield from ((str(key), node.child(key, value)) for key, value in node.value.items())
    elif isinstance(node.value, list):
        yield from (("", node.child(index, value)) for index, value in enumerate(node.value))


def check_entry(key: str, node: YamlNode, shape: Validator, builder: PackBuilder) -> Entry:
    """An entry without its invalid parts, which are reported."""
    usable = shape.validate(node, builder.report)
    return Entry(key, usable or node.with_value(None), usable is node)


@cache
def _container_validator(name: str) -> Validator:
    if SECTIONS[name].type == "text":
        return Validator(type_schema("text", inline_schema))
    if SECTIONS[name].type.startswith("list of "):
        return Validator({"type": "array", "title": "a list"})
    return Validator({"type": "object", "title": "a mapping"})


@cache
def _entry_validator(name: str) -> Validator:
    words = SECTIONS[name].type.removeprefix("list of ").removeprefix("map of ")
    return Validator(type_schema(words, inline_schema))


_ALIASES = {"effects": "rules", "functions": "definitions", "variables": "state",
            "counters": "state", "types": "kinds", "triggers": "abilities", "passives": "abilities",
            "modifiers": "abilities", "resources": "state", "setup": "rules"}  # fmt: skip
"""Names that other languages have for the sections."""


def unknown_section(name: str, node: YamlNode, sections: Sections, builder: PackBuilder) -> None:
    """Reports a key that is neither a section nor the plural of a kind. What has the shape of the
    section that was meant is read as its part, so that errors there are reported, too.
    """
    kinds = builder.board.kinds
    plurals = [kind.plural for kind in kinds.values()]
    message = f"`{name}` is neither a section nor the plural of a kind"
    near = _intended_section(name, node)
    if name.startswith("-"):
        builder.error(
            "CW320", message, node.key_span, f"put a space after `-`: `- {name[1:]}: ...`"
        )
    elif name in kinds:
        help = f"write the plural `{kinds[name].plural}`"
        builder.error("CW320", message, node.key_span, help)
        builder.mark_incomplete("things")
    elif near and not nearest(name, plurals):
        help = f"write only `{near}`"
        if near not in name.split():
            help = Suggestion.of(f"did you mean `{near}`?", name, near)
        builder.defer_unknown(SECTION, name, "CW320", message, node.key_span, help=help)
        if near in _READ_LATER and all(_is_entry(near, entry) for _, entry in _children(node)):
            sections.built_in.setdefault(near, []).append(node)
        else:
            builder.mark_incomplete(_CATEGORIES.get(near, "things"))
            if near in _OF_KINDS:
                builder.incomplete_kinds.update(key for key, _ in _children(node))
    else:
        help = "declare its kind under `kinds`, or add the pack that declares it to `requires`"
        if above := _section_above(name, node):
            help = f"if it belongs to `{above}`, indent it"
        if name in _ALIASES:
            plurals, help = [], f"write `{_ALIASES[name]}`"
        builder.defer_unknown("types", name, "CW320", message, node.key_span, plurals, help)
        builder.mark_incomplete(EVERYTHING if isinstance(node.value, dict) else "things")
        # a pack that is not listed as required may declare the rest
        builder.mark_incomplete("manifests")


def _section_above(name: str, node: YamlNode) -> str:
    """The section before a key, if the key may be an entry of it that is not indented; else ""."""
    above = _keys_above(node.document).get(name, "")
    is_map = above in SECTIONS and SECTIONS[above].type.startswith("map of ")
    return above if is_map and _is_entry(above, node) else ""


@memoized
def _keys_above(document: Document) -> Mapping[str, str]:
    """The key before each key of a file."""
    top = document.value
    return {key: above for above, key in pairwise(map(str, top))} if isinstance(top, dict) else {}


def _looks_like(section: str, node: YamlNode) -> bool:
    """Whether a node and its entries have the shape of a section."""
    if not _container_validator(section).is_valid(node):
        return False
    is_read = section in _READ_LATER
    return not is_read or all(_is_entry(section, entry) for _, entry in _children(node))


def _intended_section(name: str, node: YamlNode) -> str | None:
    """The section that was meant; if its shape differs, only for a typo of one letter."""
    meant = next((word for word in name.split() if word in SECTIONS), None)
    meant = meant or nearest(name, SECTIONS)
    alike = meant and (node.value is None or _looks_like(meant, node))
    return meant if meant and (alike or distance(name, meant, 1) <= 1) else None
