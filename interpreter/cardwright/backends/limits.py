"""Errors that stop an expression whose work has no static bound: the same in all backends."""

from __future__ import annotations


class TooMuchWork(Exception):
    """One expression needs more steps than a game can wait for."""


class TooDeep(Exception):
    """A definition calls itself more deeply than it may."""

    def __init__(self, name: str, deep: int) -> None:
        super().__init__(f"`{name}` calls itself more than {deep} deep")
