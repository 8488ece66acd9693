"""How deeply Python's calls may nest for expressions that have a static bound."""

from __future__ import annotations

import sys
from threading import Lock

from cardwright.language.analysis.nesting import MAX_LEVELS
from cardwright.language.syntax.size_limits import MOST_NESTED

MAX_CALLS = 4 * MAX_LEVELS * MOST_NESTED
"""Python's calls inside each other: four for each phrase inside another one, in as many definitions
as may be inside each other. Only the latter take room on the stack of the process."""
_lock = Lock()
_deep: list[int] = []  # Python's own limit, once for each thread that exceeds it


class deep_calls:
    """Within this context, everything that `check` allows can be evaluated, however deep the
    caller's stack is.
    """

    __slots__ = ()

    def __enter__(self) -> None:
        with _lock:
            _deep.append(_deep[0] if _deep else sys.getrecursionlimit())
            sys.setrecursionlimit(_deep[0] + MAX_CALLS)

    def __exit__(self, *_: object) -> None:
        with _lock:
            before = _deep.pop()
            if not _deep:
                sys.setrecursionlimit(before)
