"""Errors that stop an expression whose work has no static bound: the same in all backends."""

from __future__ import annotations

from cardwright.language.analysis.metering import MAX_OF_ANSWER


class TooMuchWork(Exception):
    """An expression, or an answer, needs more steps than a game can wait for."""

    def __init__(self, message: str = "") -> None:
        super().__init__(message or f"more than {MAX_OF_ANSWER:,} steps")


class TooDeep(Exception):
    """A definition calls itself more deeply than it may."""

    def __init__(self, name: str, deep: int) -> None:
        super().__init__(f"`{name}` calls itself more than {deep} deep")
