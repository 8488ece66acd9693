"""Compares what could be read of a file that has mistakes with what it said before them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from cardwright.source.document import Document, Gap, Path, Value
from cardwright.source.text import Span


def gaps_between(before: Document, rest: Document) -> list[Gap] | None:
    """The entries that are missing in the rest of a file, as gaps in its earlier text; None if
    anything else differs."""
    old, new = before.value, rest.value
    if not (isinstance(old, dict) and isinstance(new, dict)) or not _is_part(new, old):
        return None
    return [_gap(before, path) for key in old for path in _missing(key, old[key], new.get(key))]


def is_in(span: Span | None, gaps: Mapping[str, Sequence[Gap]]) -> bool:
    """Whether a span is in one of the gaps of its file."""
    own = gaps.get(span.source.name, ()) if span else ()
    return span is not None and any(gap.start <= span.start < gap.end for gap in own)


def _is_part(new: Mapping[str | int, Value], old: Mapping[str | int, Value]) -> bool:
    """Whether the sections have only entries that are in the old ones, in the same order."""
    if [key for key in old if key in new] != [*new]:
        return False
    return all(_are_among(_entries(new[key]), _entries(old[key])) for key in new)


def _entries(section: Value) -> list[object]:
    if isinstance(section, dict):
        return [*section.items()]
    return [*section] if isinstance(section, list) else [section]


def _are_among(new: list[object], old: list[object]) -> bool:
    left = iter(old)
    return all(any(one == other for other in left) for one in new)


def _missing(key: str | int, old: Value, new: Value) -> Iterator[Path]:
    """The paths of entries of a section that are missing, or of the section."""
    if isinstance(old, dict):
        kept = new if isinstance(new, dict) else {}
        yield from ((key, name) for name in old if name not in kept)
    elif isinstance(old, list):
        left = iter(new if isinstance(new, list) else [])
        after = next(left, None)
        for index, one in enumerate(old):
            if after is not None and one == after:
                after = next(left, None)
            else:
                yield key, index
    elif new is None:
        yield (key,)


def _gap(document: Document, path: Path) -> Gap:
    """The gap that would be left in place of a value, with its indentation if it has lines of its
    own."""
    value, text = document.values[path], document.source.text
    start = document.keys.get(path, value).start
    line = text.rfind("\n", 0, start) + 1
    start = line if not text[line:start].strip(" -") else start
    return Gap(start, value.end, str(path[0]))
