"""Folds the log for people: lines that differ only in one part become one.

Knows nothing of verbs: it compares words at both ends of neighbouring lines. What differs is one
name; where things go from and to is not.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

MANY = 3  # this many similar lines become one; two stay two
SHOWN = 6
_WHERE = frozenset(("from", "to", "within"))  # in what differs, these make a list nobody can read


def fold_lines(lines: Sequence[str]) -> Iterator[str]:
    """`x (4 times)` for equal lines; `moves a, b, c to box` for lines with one differing part."""
    at = 0
    while at < len(lines):
        end, frame = _run(lines, at)
        yield _same(lines[at], end - at) if frame is None else _joined(lines[at:end], frame)
        at = end


def _run(lines: Sequence[str], at: int) -> tuple[int, tuple[int, int] | None]:
    """The end of a run of similar lines, and how many words they share at both ends (None:
    equal)."""
    end = at + 1
    while end < len(lines) and lines[end] == lines[at]:
        end += 1
    if end - at > 1 or end == len(lines):
        return end, None
    frame = _frame(lines[at].split(), lines[end].split())
    if frame is None:
        return end, None
    while end < len(lines) and _fits(lines[end], lines[at], frame):
        end += 1
    return (end, frame) if end - at >= MANY else (at + 1, None)


def _frame(one: list[str], other: list[str]) -> tuple[int, int] | None:
    """How many words are equal at the start and at the end; None unless that is most of both."""
    short = min(len(one), len(other)) - 1
    head = next((n for n in range(short) if one[n] != other[n]), short)
    room = short - head
    tail = next((n for n in range(room) if one[-1 - n] != other[-1 - n]), room)
    most = max(len(one), len(other))
    if head < 2 or 5 * (head + tail) < 3 * most:
        return None
    names = _between(one, head, tail), _between(other, head, tail)
    return None if any(_WHERE & {*name} for name in names) else (head, tail)


def _between(words: list[str], head: int, tail: int) -> list[str]:
    return words[head : len(words) - tail]


def _fits(line: str, first: str, frame: tuple[int, int]) -> bool:
    one, other = line.split(), first.split()
    head, tail = frame
    if len(one) <= head + tail or one[:head] != other[:head]:
        return False
    if _WHERE & {*_between(one, head, tail)}:
        return False
    return not tail or one[-tail:] == other[-tail:]


def _same(line: str, times: int) -> str:
    return line if times == 1 else f"{line} ({times} times)"


def _joined(lines: Sequence[str], frame: tuple[int, int]) -> str:
    head, tail = frame
    words = [line.split() for line in lines]
    middle = [" ".join(_between(w, head, tail)) for w in words]
    said = ", ".join(middle[:SHOWN])
    if len(middle) > SHOWN:
        said += f" and {len(middle) - SHOWN} more"
    return " ".join([*words[0][:head], said, *words[0][len(words[0]) - tail :]])
