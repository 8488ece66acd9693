"""Errors that stop an expression whose work has no static bound: the same in all backends; and
how deep Python goes for those that have one."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock

from cardwright.language.analysis.metering import MAX_OF_ANSWER
from cardwright.language.analysis.nesting import MAX_LEVELS
from cardwright.language.syntax.parser import MOST_NESTED

MAX_CALLS = 4 * MAX_LEVELS * MOST_NESTED
"""Python's calls inside each other: four for each phrase inside another one, in as many definitions
as may be inside each other. Only the latter take room on the stack of the process."""
_lock = Lock()
_deep: list[int] = []  # Python's own limit, once for each thread that goes beyond it


@contextmanager
def deep_calls() -> Iterator[None]:
    """Within this, whatever `check` allows is worked out, however deep the caller is already."""
    with _lock:
        _deep.append(_deep[0] if _deep else sys.getrecursionlimit())
        sys.setrecursionlimit(_deep[0] + MAX_CALLS)
    try:
        yield
    finally:
        with _lock:
            before = _deep.pop()
            if not _deep:
                sys.setrecursionlimit(before)


class TooMuchWork(Exception):
    """An expression, or an answer, needs more steps than a game can wait for."""

    def __init__(self, message: str = "") -> None:
        super().__init__(message or f"more than {MAX_OF_ANSWER:,} steps")


class TooDeep(Exception):
    """A definition calls itself more deeply than it may."""

    def __init__(self, name: str, deep: int) -> None:
        super().__init__(f"`{name}` calls itself more than {deep} deep")
