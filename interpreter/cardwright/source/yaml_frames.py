"""The open lists and mappings of a document that is being read, and keys that are used twice."""

from __future__ import annotations

from dataclasses import field
from typing import Any

from cardwright.source.diagnostics import Report
from cardwright.source.document import Path, Value
from cardwright.source.records import dataclass
from cardwright.source.text import Span

_NO_DASH = "if a new item begins here, add `- ` before it"
_NO_LINE = "if a new item begins here, add its first line, as in `{}`"
NO_KEY: Any = object()
"""The key of a mapping whose next node is a key."""
_Duplicate = tuple[str | int, Span, Span]  # the key, its place, and that of the first one


@dataclass(slots=True)
class Frame:
    """An open list or mapping, and the key whose value comes next."""

    holder: dict[str | int, Value] | list[Value]
    path: Path
    start: int
    flow: bool
    key: str | int = NO_KEY
    merges: bool = False
    duplicates: list[_Duplicate] = field(default_factory=list)
    """Duplicate keys, with their spans and those of the first ones."""

    @property
    def wants_key(self) -> bool:
        return self.key is NO_KEY and type(self.holder) is dict


def report_duplicates(frame: Frame, report: Report) -> None:
    """Reports duplicate keys; those of an item that lacks its dash or first line are reported
    once.
    """
    blocks = _repeated_items(frame) if frame.duplicates else []
    helps = {block[0]: _duplicate_help(frame, block) for block in blocks}
    rest = {one for block in blocks for one in block[1:]}
    for key, span, first in (one for one in frame.duplicates if one not in rest):
        bare = frame.flow and isinstance(frame.holder, dict) and frame.holder[key] is None
        help = "put a list in brackets, as in `KEY: [a, b]`" if bare else ""
        help = helps.get((key, span, first), help)
        notes = ((first, "first used here"),)
        report.error("CW120", f"the key `{key}` is used twice", span, help, notes)


def _repeated_items(frame: Frame) -> list[list[_Duplicate]]:
    """Runs of duplicate keys that seem to be an item of their own.

    Such a run has several keys, or the key that items of this list begin with.
    """
    if frame.flow or frame.path == () or (len(frame.path) == 1 and isinstance(frame.path[0], str)):
        return []
    blocks: list[list[_Duplicate]] = [[]]
    for one in frame.duplicates:
        if any(one[0] == key for key, _, _ in blocks[-1]):
            blocks.append([])
        blocks[-1].append(one)
    return [block for block in blocks if len(block) > 1 or _begins_item(frame, block)]


def _begins_item(frame: Frame, block: list[_Duplicate]) -> bool:
    """Whether a run is an item of a list that lacks only its dash."""
    heads = {"id", next(iter(frame.holder))}
    return isinstance(frame.path[-1], int) and any(key in heads for key, _, _ in block)


def _duplicate_help(frame: Frame, block: list[_Duplicate]) -> str:
    if _begins_item(frame, block):
        return _NO_DASH
    listed = isinstance(frame.path[-1], int)
    return _NO_LINE.format(f"- {next(iter(frame.holder))}: ..." if listed else "NAME:")
