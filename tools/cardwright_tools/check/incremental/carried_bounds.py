"""Bounds of an earlier game that are valid for a later one, and need not be computed again.

The bound of a name depends on its own trees, on those that it leads to, and on the sizes of sets.
Decides which bounds are not affected by a change of these.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping

from cardwright.language import core
from cardwright.language.front_end.checked import Checked
from cardwright_tools.check.lints.meanings import Name, are_steady, same_trees
from cardwright_tools.lint.effect_bounds import BoundKey, Bounds

_SORTS = {"body": "rule", "menu": "menu", "slot": "slot"}


def carry(old: Bounds, new: Bounds, changed: Collection[Name]) -> None:
    """Takes over the bounds of an earlier game with sets of the same sizes; `changed`: the names
    whose meaning has changed, and those that lead to them. The indexes of trees must be in use.
    """
    if old.printed != new.printed or not _react_alike(old.checked, new.checked, changed):
        return
    first, others = dict(new.known), _other_slots(old.checked, new.checked, changed)
    for name, bound in old.known.items():
        may_differ = bound.endless and others  # a cycle depends on more than the bounds of slots
        if not may_differ and _meaning(name) not in changed:
            new.known.setdefault(name, bound)
    for slot in others:
        before = new.known.pop(slot, None)
        if before is not None and new.named(slot) != before:
            new.known.clear()
            new.known.update(first)
            return


def _meaning(name: BoundKey) -> Name | None:
    if isinstance(name, core.Event):
        return None
    sort, of = name
    return (_SORTS[sort], str(of)) if sort in _SORTS else None


def _react_alike(old: Checked, new: Checked, changed: Collection[Name]) -> bool:
    """Whether the abilities of both games do the same after the same events."""
    pairs = [(one.event, one.routine.body) for one in old.abilities]
    others = [(one.event, one.routine.body) for one in new.abilities]
    return (
        [event for event, _ in pairs] == [event for event, _ in others]
        and same_trees([tree for _, tree in pairs], [tree for _, tree in others])
        and are_steady((tree for _, tree in others), changed)
    )


def _other_slots(
    old: Checked, new: Checked, changed: Collection[Name]
) -> list[tuple[str, str | int]]:
    """The slots whose effects differ, or lead to a changed name."""
    ours, theirs = _by_slot(new), _by_slot(old)
    return [
        ("slot", slot)
        for slot in {**theirs, **ours}
        if not same_trees(theirs.get(slot, ()), ours.get(slot, ()))
        or not are_steady(ours.get(slot, ()), changed)
    ]


def _by_slot(checked: Checked) -> Mapping[str, list[object]]:
    found = defaultdict[str, list[object]](list)
    for (_, _, slot), effect in checked.effects.items():
        found[slot].append(effect.body)
    return found
