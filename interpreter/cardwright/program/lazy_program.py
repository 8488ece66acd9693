"""A program that is emitted when some part of it is needed.

A game that is played natively with an existing library may never need it: emitting a large pack
takes longer than finding its library.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from threading import RLock
from typing import Any

from cardwright.program.program import Program

_EMITTING = RLock()


class LazyProgram(Program):
    """Knows only its `identity`, and has a memo, until anything else is read."""

    __slots__ = ("_emit",)
    _emit: Callable[[], Program]

    def __getattr__(self, name: str) -> Any:
        if name == "_emit" or name.startswith("__"):
            raise AttributeError(name)
        with _EMITTING:  # once, even if several threads need it
            if hasattr(self, "_emit"):
                self._fill(self._emit())
                del self._emit
        return object.__getattribute__(self, name)

    def _fill(self, made: Program) -> None:
        made.memo |= self.memo
        for field in fields(Program):
            if field.name != "identity":
                setattr(self, field.name, getattr(made, field.name))


def lazy_program(identity: str, emit: Callable[[], Program]) -> LazyProgram:
    found = LazyProgram.__new__(LazyProgram)
    found.identity, found.memo, found._emit = identity, {}, emit
    return found
