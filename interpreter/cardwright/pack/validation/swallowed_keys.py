"""Recognizes keys that are indented so far that they belong to the text above them.

    event: |
      gain 1 gold
      provenance: house

To YAML, `provenance` is a line of the effect here.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from cardwright.pack.validation.yaml_node import YamlNode
from cardwright.source.diagnostics import Report
from cardwright.source.document import Path
from cardwright.source.patterns import lazy_pattern
from cardwright.source.text import Span

_LINE = lazy_pattern(r"^[ \t]*([a-z][\w-]*(?: [a-z][\w-]*)?):(?=[ \t\r\n]|\Z)", re.MULTILINE)


def report_swallowed_keys(
    node: YamlNode, known: Collection[str], missing: Collection[str], report: Report
) -> tuple[list[Path], set[str]]:
    """Reports the first known key in each text that has a missing one, once for each text. Returns
    the paths of these texts, relative to the node, and the keys that are in them.
    """
    texts, found = list[Path](), set[str]()
    for path, text in _blocks(node, ()):
        keys = [key for key in _keys_in(text) if key.text in known]
        names = {key.text for key in keys}
        if names.isdisjoint(missing):
            continue
        host = next(step for step in reversed(path) if isinstance(step, str))
        message = f"`{keys[0].text}` is indented as a part of `{host}`"
        report.error("CW323", message, keys[0], f"indent it like `{path[0]}`")
        texts.append(path)
        found |= names
    return texts, found


def _blocks(node: YamlNode, path: Path) -> Iterator[tuple[Path, YamlNode]]:
    """The texts in a mapping that are written below a `|`, with their paths in it."""
    value, document = node.value, node.document
    if isinstance(value, dict):
        for key, held in value.items():
            yield from _blocks(node.child(key, held), (*path, key))
    elif node.path in document.styles and document.style(node.path) in ("literal", "folded"):
        yield path, node


def _keys_in(text: YamlNode) -> list[Span]:
    """What looks like a key in a text of several lines."""
    span = text.document.text_span(text.path)
    found = _LINE.finditer(span.source.text, span.start, span.end)
    return [Span(span.source, *match.span(1)) for match in found]
