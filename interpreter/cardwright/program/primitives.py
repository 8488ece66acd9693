"""The primitives of programs: what every backend must implement, with argument and result shapes.

A function is pure. A query asks about the running frames. An effect changes a game. Responsible for
their names and signatures, but not for how they work.
"""

from __future__ import annotations

from typing import Literal

from cardwright.program.values import Shape
from cardwright.source.records import dataclass

Changes = Literal["state", "zones", "frames", "log", "random", "question", "end"]
"""What an effect may change: cells, contents of zones, frames, the log, the generator's state, the
question that is open, whether the game is over."""


@dataclass(frozen=True, slots=True)
class Signature:
    """`optional`: the number of trailing arguments that may be left out."""

    takes: tuple[Shape, ...]
    gives: Shape | None = None
    changes: frozenset[Changes] = frozenset()
    optional: int = 0


def _pure(takes: str, gives: Shape, optional: int = 0) -> Signature:
    return Signature(_shapes(takes), gives, optional=optional)


def _effect(
    takes: str, changes: str = "", gives: Shape | None = None, optional: int = 0
) -> Signature:
    changed: frozenset[Changes] = frozenset(changes.split())  # type: ignore[arg-type]
    return Signature(_shapes(takes), gives, changed, optional)


def _shapes(words: str) -> tuple[Shape, ...]:
    return tuple(words.split())  # type: ignore[arg-type]


FUNCTIONS: dict[str, Signature] = {
    # numbers
    "min": _pure("number number", "number"),
    "max": _pure("number number", "number"),
    "div": _pure("number number", "number"),
    "mod": _pure("number number", "number"),
    "product": _pure("number number", "number"),
    # the state
    "cell_or_zero": _pure("state number number", "number"),
    "cell_index": _pure("number number", "number"),
    "place_of_named": _pure("state number", "number"),
    "carries": _pure("state number number", "number"),
    "if_in_game": _pure("state number set", "number"),
    "those_in_game": _pure("state set set", "set"),
    "in_game_ray": _pure("state set set", "set"),
    "if_form": _pure("state number number members", "number"),
    "if_member": _pure("number members", "number"),
    # sets
    "fixed": _pure("set", "set"),  # a copy: it is not changed when a zone is
    "count": _pure("set", "number"),
    "some": _pure("set", "number"),
    "sum": _pure("set", "number"),
    "highest": _pure("set", "number"),
    "lowest": _pure("set", "number"),
    "only": _pure("set", "number"),
    "first": _pure("set", "number"),
    "nth": _pure("number set", "number"),
    "numbers": _pure("number number", "set"),
    "without_none": _pure("set", "set"),
    "arg_best": _pure("set key number", "set"),
    "first_best": _pure("set key number", "number"),
    "sort_by": _pure("set key", "set"),
    "distinct": _pure("set key", "set"),
    "take_while": _pure("set key number", "set"),
    "start_from": _pure("set number", "set"),
    "top": _pure("set number", "number"),
    "take_top": _pure("set number number", "set"),
    "in_mask": _pure("number set", "set"),
    "mask_of": _pure("set set", "number"),
    # zones and seats
    "zone_of": _pure("number number", "number"),
    "contents_of": _pure("zones number number", "set"),
    "in_lists": _pure("zones number number", "set"),
    "rank_in": _pure("set number", "number"),
    "position": _pure("zones number number", "number"),
    "next_seat": _pure("set number", "number"),
    "seat_before": _pure("set number", "number"),
    # places and edges
    "network": _pure("set sets set", "near"),
    "beside": _pure("number near", "set"),
    "group": _pure("number set? near", "set"),
    "groups": _pure("set? near", "set"),
    "border": _pure("set near", "set"),
    "distance": _pure("number number set? near number", "number"),
    "way": _pure("number number set? set sets set set number", "number"),
    "longest_path": _pure("set sets set set set", "number", optional=1),
    "longest_line": _pure("set number tables", "number"),
}

QUERIES: dict[str, Signature] = {
    "running": _pure("number", "number"),
    "any_running": _pure("set", "number"),
    "same_run": _pure("set", "number"),
    "open_windows": _pure("", "number"),
    "outside_at_once_blocks": _pure("", "number"),
    "was_active": _pure("number number", "number"),
}

_AFTERMATH = "state zones frames log random"  # the possible consequences of an effect's end

EFFECTS: dict[str, Signature] = {
    "change": _effect("word number number number? number?", "state", "number"),
    "change_set": _effect("word number number", "state", "number"),
    "reset": _effect("number number number", "state log"),
    "note_flip": _effect("number number", "log"),
    "move": _effect("number number number", "state zones log"),
    "put": _effect("number number number", "state zones log"),
    "give": _effect("number number", "state log"),
    "shuffle": _effect("number", "zones random"),
    "roll": _effect("number number set", "state random", "number"),
    "rest": _effect("number", "state"),
    "empty": _effect("number set", "state zones"),
    "vacate": _effect("number set", _AFTERMATH),
    "need_token": _effect("number word"),
    "make_token": _effect("number number number", "state log"),
    "leave_play": _effect("number", _AFTERMATH),
    "leave_sight": _effect("number", _AFTERMATH),
    "become": _effect("number number number number", _AFTERMATH),
    "begin": _effect("word set number number", _AFTERMATH, "number"),
    "end": _effect("number number", _AFTERMATH),
    "lapse": _effect("", _AFTERMATH),
    "forget": _effect("number", _AFTERMATH),
    "cancel": _effect("", "frames", "number"),
}

RUNS: dict[str, Signature] = {
    "push": _effect("number set", "frames"),
    "perform": _effect("word number number set", "frames", optional=1),
    "react": _effect("number set number", "frames"),
}

QUESTIONS: dict[str, Signature] = {
    name: _effect("number", "state frames log random question")
    for name in ("choose", "choose_branch", "open", "next_trigger")
}

LEAVES: dict[str, Signature] = {
    "leave": _effect("", "frames"),
    "close_window": _effect("number number", "frames"),
    "finish": _effect("word", "frames end"),
}
