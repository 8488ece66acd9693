"""Edits: a span of a file that is replaced, while the rest is kept byte for byte."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from cardwright.source.text import BYTE_ORDER_MARK, Span
from cardwright_tools.atomic_write import write_atomically as in_one_step


@dataclass(frozen=True, slots=True)
class Edit:
    """Replaces `span` by `text`."""

    span: Span
    text: str


def disjoint(edits: Sequence[Edit]) -> list[Edit]:
    """The edits of one file that do not touch each other, in order; the first one wins."""
    kept: list[Edit] = []
    for one in sorted(edits, key=lambda s: (s.span.start, s.span.end)):
        if not kept or one.span.start > kept[-1].span.end:
            kept.append(one)
    return kept


def apply_edits(text: str, edits: Sequence[Edit]) -> str:
    """Applies edits that are in order and disjoint."""
    parts, at = [], 0
    for one in edits:
        parts += [text[at : one.span.start], one.text]
        at = one.span.end
    return "".join([*parts, text[at:]])


def edited_ranges(edits: Sequence[Edit]) -> list[tuple[int, int]]:
    """Where each edit is afterwards."""
    found, moved = [], 0
    for one in edits:
        start = one.span.start + moved
        found.append((start, start + len(one.text)))
        moved += len(one.text) - (one.span.end - one.span.start)
    return found


def read_text(path: Path) -> tuple[str, str]:
    """The byte order mark, if any, and the text after it. Raises OSError, ValueError."""
    text = path.read_bytes().decode("utf-8")
    mark = BYTE_ORDER_MARK if text.startswith(BYTE_ORDER_MARK) else ""
    return mark, text.removeprefix(mark)


def write_text(path: Path, mark: str, text: str, before: str) -> None:
    """Replaces a file's text. Raises OSError, and ChangedMeanwhile if it is no longer `before`."""
    in_one_step(path, (mark + text).encode("utf-8"), (mark + before).encode("utf-8"))
