"""Errors of a pack that no check could find: the same in all backends."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Self

from cardwright.language.analysis.metering import MAX_OF_ANSWER


class GameError(Exception):
    """An error of a pack that no check could find: its `code`, and the running rules."""

    def __init__(self, code: str, message: str, where: Sequence[str] = ()) -> None:
        super().__init__(message)
        self.code, self.where = code, tuple(where)

    def __reduce__(self) -> tuple[type[GameError], tuple[object, ...]]:
        return GameError, (self.code, str(self), self.where)

    @property
    def described(self) -> str:
        """What went wrong, and in which rules, outermost first."""
        return f"{self}, in {' > '.join(self.where)}" if self.where else str(self)

    def within(self, where: Sequence[str]) -> Self:
        """The same error with these rules, unless it already has some."""
        self.where = self.where or tuple(where)
        return self


class TooMuchWork(GameError):
    """An expression, or an answer, needs more steps than a game can wait for."""

    def __init__(self, message: str = f"more than {MAX_OF_ANSWER:,} steps") -> None:
        super().__init__("CW401", message)


class TooDeep(GameError):
    """A definition calls itself more deeply than it may."""

    def __init__(self, name: str, deep: int) -> None:
        super().__init__("CW402", f"`{name}` calls itself more than {deep} levels deep")


class OutOfRange(GameError):
    """A number is larger than any game needs."""

    def __init__(self) -> None:
        super().__init__("CW403", "a number is out of range")
