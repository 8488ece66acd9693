"""The extents of definitions in a file, by where their names begin."""

from __future__ import annotations

from collections.abc import Mapping

from cardwright.source.document import Document
from cardwright.source.text import Span


def extents(document: Document) -> Mapping[int, Span]:
    """By the offset of each name, the whole text of what it names.

    Names are keys with a value below them, and values of `id`.
    """
    values = document.values
    keys = {key.start: Span(key.source, key.start, values[path].end)
            for path, key in document.keys.items() if path in values}  # fmt: skip
    ids = {span.start: values[path[:-1]] for path, span in values.items()
           if path and path[-1] == "id"}  # fmt: skip
    return keys | ids
