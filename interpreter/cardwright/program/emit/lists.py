"""The lists of a state that say where things are, as values."""

from __future__ import annotations

from cardwright.program.values import ZONES, Const, Value, Zone, call


def listed(lists: range) -> Value:
    """What is in some lists of things, in the order of their numbers."""
    if len(lists) == 1:
        return Zone(Const(lists.start))
    return call("in_lists", ZONES, Const(lists.start), Const(lists.stop))
