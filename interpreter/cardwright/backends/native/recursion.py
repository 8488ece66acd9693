"""Definitions that call themselves, and how deeply they may: a game must not use up the stack."""

from __future__ import annotations

from cardwright.language.chains import reached
from cardwright.program import values as v
from cardwright.program.blocks import all_inside
from cardwright.program.emit.value_emitter import function_name
from cardwright.program.program import Program

DEEPEST = 250  # calls inside each other, where a definition says nothing


def recursive(program: Program) -> dict[str, tuple[int, int]]:
    """By function that may call itself: its number among these, and how deep that may be."""
    calls = {
        made.name: {p.function for p in all_inside(made.body) if isinstance(p, v.Invoke)}
        for made in program.code.functions
    }
    said = {function_name(name): found.deep for name, found in program.checked.functions.items()}
    found = [name for name in calls if name in reached(calls[name], lambda one: calls.get(one, ()))]
    return {name: (at, min(DEEPEST, said.get(name) or DEEPEST)) for at, name in enumerate(found)}
