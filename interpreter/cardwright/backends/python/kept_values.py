"""Values of definitions that are kept: each is worked out once between two changes of the state.

What was kept is thrown away if the state is another one. So nothing needs to know when a state
changes, and undo, copies and saves are right by themselves: two games with equal states share what
is kept. Comparing a state takes a few microseconds, which is why only definitions that say so are
kept.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field

from cardwright.source.records import dataclass

Value = int | tuple[int, ...]
Function = Callable[..., Value | list[int]]


@dataclass(slots=True)
class _Position:
    """A state and the values worked out in it, by definition and arguments.

    `live` is the game's own list while a value is worked out: then the state can't change.
    """

    s: list[int] = field(default_factory=list)
    z: list[list[int]] = field(default_factory=list)
    values: dict[str, dict[tuple[Value, ...], Value]] = field(default_factory=dict)
    live: list[int] | None = None

    def matches(self, s: list[int], z: list[list[int]]) -> bool:
        return self.live is s or (self.s == s and self.z == z)


class KeptValues:
    """The kept values of one program."""

    def __init__(self) -> None:
        self.position = _Position()

    def keep(self, name: str, function: Function) -> Function:
        """The function of a definition, which now works out each value once."""

        def kept(s: list[int], z: list[list[int]], *args: Value) -> Value:
            position = self.position
            if not position.matches(s, z):
                position = self.position = _Position(s[:], [zone[:] for zone in z])
            values = position.values.setdefault(name, {})
            if args not in values:
                before, position.live = position.live, s
                try:
                    found = function(s, z, *args)
                    # A zone's own list goes on changing.
                    values[args] = tuple(found) if isinstance(found, list) else found
                finally:
                    position.live = before
            return values[args]

        return kept
