"""A program that is emitted when something of it is asked for.

Who plays natively what was compiled before may never ask: emitting a large pack takes longer than
finding its library.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from typing import Any

from cardwright.program.program import Program


class Postponed(Program):
    """Knows only its `identity`, and has a memo, until anything else is read."""

    __slots__ = ("_emit",)
    _emit: Callable[[], Program]

    def __getattr__(self, name: str) -> Any:
        if name == "_emit" or name.startswith("__"):
            raise AttributeError(name)
        made = self._emit()
        made.memo |= self.memo
        for field in fields(Program):
            if field.name != "identity":
                setattr(self, field.name, getattr(made, field.name))
        del self._emit
        return getattr(self, name)


def postponed(identity: str, emit: Callable[[], Program]) -> Postponed:
    found = Postponed.__new__(Postponed)
    found.identity, found.memo, found._emit = identity, {}, emit
    return found
