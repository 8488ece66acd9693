"""Sections whose key is missing, so that their entries continue the section before.

Determines which section was meant. The missing key is reported once, and the entries are read as
that section's, so that they cause no other errors. Knows nothing about their meaning.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import takewhile

from cardwright.board.built_in import root_kinds
from cardwright.pack.builder import PackBuilder
from cardwright.pack.forms.forms import SECTIONS
from cardwright.pack.validation.yaml_node import YamlNode
from cardwright.source.document import Document, Value

IsEntry = Callable[[str, YamlNode], bool]
"""Whether a node has the shape of an entry of the named section."""
_ANY_MAP = "map of map of patched"
_MAP_SECTIONS = [
    k.name for k in SECTIONS.values() if k.type.startswith("map of ") and k.type != _ANY_MAP
]
_ROOTS = frozenset(root_kinds())


def split_section(
    name: str, node: YamlNode, is_entry: IsEntry, builder: PackBuilder
) -> Iterator[tuple[str, YamlNode]]:
    """The section, and the section that the entries at its end belong to."""
    held = dict(_entries(node)) if name in _MAP_SECTIONS else {}
    entries = [node.child(key, value) for key, value in held.items()]
    tail = [*takewhile(lambda entry: not is_entry(name, entry), reversed(entries))][::-1]
    other = _only_section_for(tail, is_entry)
    if not other or other in _section_names(node):
        yield name, node
        return
    message = f"the key `{other}` is missing before `{tail[0].path[-1]}`"
    help = f"write `{other}:` on its own line above it"
    builder.error("CW323", message, tail[0].key_span, help)
    last = {entry.path[-1] for entry in tail}
    yield name, node.with_value({key: value for key, value in held.items() if key not in last})
    yield other, node.with_value({key: value for key, value in held.items() if key in last})


def read_without_key(
    top: YamlNode, is_entry: IsEntry, builder: PackBuilder
) -> Iterator[tuple[str, YamlNode]]:
    """The whole file, as the section whose key is missing at its beginning."""
    entries = [top.child(key, held) for key, held in _entries(top)]
    other = _only_section_for(entries, is_entry)
    message = f"the key{f' `{other}`' if other else ' of a section'} is missing above this line"
    help = f"write `{other}:` above it" if other else "write its key above, as in `kinds:`"
    builder.error("CW323", message, entries[0].key_span if other else top.span, help)
    if other:
        yield other, top
    else:
        builder.mark_incomplete()


def lacks_section_key(document: Document) -> bool:
    """Whether all lines of a file are indented, and none of its keys is a section."""
    top = document.value if isinstance(document.value, dict) else {}
    first = next((document.keys[(key,)] for key in top), None)
    text = document.source.text
    if first is None or text[first.start - 1 : first.start] in ("", "\n"):
        return False
    if text[document.values[()].start] == "{":
        return False
    return not any(key in SECTIONS or isinstance(held, list) for key, held in top.items())


def _entries(node: YamlNode) -> list[tuple[str | int, Value]]:
    return [*node.value.items()] if isinstance(node.value, dict) else []


def _section_names(node: YamlNode) -> Sequence[object]:
    """The names of all sections in the node's file."""
    top = node.document.value
    return [*top] if isinstance(top, dict) else []


def _only_section_for(entries: Sequence[YamlNode], is_entry: IsEntry) -> str:
    """The only section that accepts all these entries; "" if several do, or none is a mapping."""
    if not any(isinstance(entry.value, dict) for entry in entries):
        return ""
    able = [name for name in _MAP_SECTIONS if all(is_entry(name, entry) for entry in entries)]
    if "kinds" in able and not all(_has_parent(entry) for entry in entries):
        able.remove("kinds")
    return able[0] if len(able) == 1 else ""


def _has_parent(kind: YamlNode) -> bool:
    return kind.get("is") is not None or kind.path[-1] in _ROOTS
