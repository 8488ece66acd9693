"""The lines of a YAML file that hold an item or a key."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache

from cardwright.source.document import Document, Path
from cardwright.source.text import Source, Span
from cardwright.source.yaml_reader import reading


def yaml_lines(span: Span) -> Iterator[tuple[int, str]]:
    """The numbered lines of the YAML item or key that contains a span."""
    first, _, last, _ = _items(span.source).get(span.start, span).lines
    yield from ((number, span.source.line(number)) for number in range(first, last + 1))


@lru_cache(maxsize=16)
def _items(source: Source) -> Mapping[int, Span]:
    """By where a key or a value begins: the item of a list that has it, or else the key."""
    document = reading(source).document
    if document is None:
        return {}
    found = {span.start: _item(path, document) for path, span in document.keys.items()}
    for path in document.styles:
        found[document.text_span(path).start] = _item(path, document)
    return found


def _item(path: Path, document: Document) -> Span:
    of_list = len(path) > 1 and isinstance(path[-2], int)
    item = path[:-1] if of_list else path
    begin = document.keys.get(item, document.values[item])
    return Span(document.source, begin.start, document.values[item].end)
