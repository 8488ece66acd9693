"""Help for a key of the language in YAML: the description that completion shows, too."""

from __future__ import annotations

import re
from dataclasses import replace

from cardwright.source.text import Source, Span
from cardwright_tools.language_service.schema_nodes import Schema, described, nodes_at
from cardwright_tools.language_service.yaml_cursor import cursor_at
from cardwright_tools.sinks import markdown_code, markdown_text

_KEY = re.compile(r"(?P<key>[a-z][\w-]*(?: [\w-]+)*)[\"']?[ ]*:(?=[ ]|$)")


def key_help(schema: Schema, source: Source, offset: int) -> tuple[Span, str] | None:
    """The key of the language at an offset of a file with this schema, and Markdown about it."""
    begin = source.text.rfind("\n", 0, offset) + 1
    line = source.text[begin:].partition("\n")[0]
    for found in _KEY.finditer(line):
        start, end = (begin + at for at in found.span("key"))
        if start <= offset <= end and (text := _described(schema, source.text, end, found["key"])):
            return Span(source, start, end), text
    return None


def _described(schema: Schema, text: str, end: int, key: str) -> str:
    """What the schema says about a key that ends here; "" if it is none of the language."""
    place = cursor_at(text, end)
    if not place.is_key or place.before.lstrip("\"'") != key:
        return ""
    place = replace(place, beside={**place.beside, key: ""})
    for node in nodes_at(schema, place.path, schema, place):
        if key in (known := node.get("properties", {})):
            return f"**{key}**: {_shown(described(known[key], schema))}"
    return ""


def _shown(text: str) -> str:
    """A text as Markdown, in which only what is between backticks is code."""
    parts = re.split(r"`([^`]+)`", text)
    return "".join(markdown_code(one) if at % 2 else _plain(one) for at, one in enumerate(parts))


def _plain(text: str) -> str:
    """A text as Markdown, with the blanks around it."""
    return re.sub(r"\S(.*\S)?", lambda found: markdown_text(found[0]), text, flags=re.DOTALL)
