"""Values that hold within a context, such as a `with` statement, and in nothing else that runs."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TypeVar

Held = TypeVar("Held")


@contextmanager
def context_value(variable: ContextVar[Held], value: Held) -> Iterator[None]:
    """Within this context, the variable has this value."""
    token = variable.set(value)
    try:
        yield
    finally:
        variable.reset(token)
