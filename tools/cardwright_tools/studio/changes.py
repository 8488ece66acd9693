"""The difference between messages, so that browsers don't receive again what they have.

A change transforms a JSON value: `{"is": value}` replaces it, `{"in": {key: change}}` changes some
values of an object, and `{"drop": n, "add": [...]}` removes n items from the front of a list and
adds others to its end. Everything else stays.
"""

from __future__ import annotations

from typing import Any

from cardwright_tools.studio.messages import Message


def json_change(old: Any, new: Any) -> Message:
    """The change that transforms `old` into `new`."""
    if isinstance(old, dict) and isinstance(new, dict) and [*old] == [*new]:
        other = {key: value for key, value in new.items() if value != old[key]}
        return {"in": {key: json_change(old[key], value) for key, value in other.items()}}
    if isinstance(old, list) and isinstance(new, list):
        for drop in range(len(old)):
            if old[drop:] == new[: len(old) - drop]:
                return {"drop": drop, "add": new[len(old) - drop :]}
    return {"is": new}


def apply_change(old: Any, change: Message) -> Any:
    """Applies a change to a value, as a page does."""
    if "is" in change:
        return change["is"]
    if "in" in change:
        return {**old, **{key: apply_change(old[key], one) for key, one in change["in"].items()}}
    return [*old[change["drop"] :], *change["add"]]
