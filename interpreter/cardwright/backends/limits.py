"""What ends the evaluation of an expression that a pack can't bound: the same in all backends."""

from __future__ import annotations


class TooMuchWork(Exception):
    """One expression needs more steps than a game can wait for."""


class TooDeep(Exception):
    """A definition calls itself more often than it may."""

    def __init__(self, name: str, deep: int) -> None:
        super().__init__(f"`{name}` calls itself more than {deep} deep")
