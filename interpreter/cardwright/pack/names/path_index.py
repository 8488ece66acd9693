"""Finds the path of the value or key that contains a span of a file."""

from __future__ import annotations

from bisect import bisect_right

from cardwright.source.document import Document, Path
from cardwright.source.text import Span


class PathIndex:
    """The paths of one document, sorted by offset so that a look-up is a binary search."""

    def __init__(self, document: Document) -> None:
        self._document = document
        begun = [(span.start, path) for path, span in document.values.items()]
        begun += [(span.start, path) for path, span in document.keys.items()]
        begun.sort(key=lambda one: (one[0], len(one[1])))
        self._starts = [start for start, _ in begun]
        self._paths = [path for _, path in begun]

    def path_at(self, span: Span) -> Path:
        """The innermost path whose key and value contain all of a span."""
        # The last one that begins before the span contains it, or else one of its parents does.
        last = bisect_right(self._starts, span.start) - 1
        path = self._paths[last] if last >= 0 else ()
        while path and not self._covers(path, span):
            path = path[:-1]
        return path

    def _covers(self, path: Path, span: Span) -> bool:
        value = self._document.values[path]
        start = self._document.keys[path].start if path in self._document.keys else value.start
        end = max(value.end, start + 1)
        return start <= span.start < end and span.end <= end
