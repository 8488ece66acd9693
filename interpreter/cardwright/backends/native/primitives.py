"""How primitives and effects are called in C; the state and the zones are the game's own."""

from __future__ import annotations

from cardwright.program.primitives import FUNCTIONS

KEYED = ("arg_best", "first_best", "sort_by", "distinct", "take_while")
"""They take a number for each member of their set."""

MARKED = {"longest_line": 0, "group": 1, "distance": 2, "way": 2}
"""Which of their arguments is a set that is only asked what is in it."""

_WITHOUT_GAME = (
    "min", "max", "cell_index", "if_member", "sum", "highest", "lowest", "only",
    "first", "nth", "top", "mask_of", "zone_of", "rank_in", "next_seat", "seat_before",
)  # fmt: skip
_BY_HAND = {"count": "({0}.n)", "some": "({0}.n > 0)", "fixed": "cw_copied(g, {0})"}


def _called(name: str) -> str:
    taken = [shape for shape in FUNCTIONS[name].takes if shape not in ("state", "zones")]
    args = [f"{{{at}}}" for at in range(len(taken))]
    return f"cw_{name}({', '.join([] if name in _WITHOUT_GAME else ['g'])}" + (
        (", " if name not in _WITHOUT_GAME else "") + ", ".join(args) + ")"
    )


PRIMITIVES = {name: _BY_HAND.get(name) or _called(name) for name in FUNCTIONS if name not in KEYED}
EFFECTLESS = (
    "running",
    "any_running",
    "same_run",
    "open_windows",
    "outside_at_once_blocks",
    "was_active",
)
