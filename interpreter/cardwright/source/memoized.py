"""Results that are computed once for a program or a checked game and kept in its memo."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, Protocol, TypeVar


class HasMemo(Protocol):
    @property
    def memo(self) -> dict[object, object]: ...


Owner = TypeVar("Owner", bound=HasMemo)
Given = ParamSpec("Given")
Made = TypeVar("Made")


def memoized(
    make: Callable[Concatenate[Owner, Given], Made],
) -> Callable[Concatenate[Owner, Given], Made]:
    """Runs `make` only once for each owner and combination of other arguments."""
    name = f"{make.__module__}.{make.__qualname__}"

    @wraps(make)
    def cached(owner: Owner, /, *args: Given.args, **options: Given.kwargs) -> Made:
        key = (name, *args)
        if key not in owner.memo:
            owner.memo[key] = make(owner, *args, **options)
        return owner.memo[key]  # type: ignore[return-value]

    return cached
