"""Recursive definitions, and how deeply they may call themselves: a game must not exhaust the
stack.
"""

from __future__ import annotations

from cardwright.language.graph_walks import reachable
from cardwright.program import values as v
from cardwright.program.control_flow import all_inside
from cardwright.program.emit.value_emitter import function_name
from cardwright.program.program import Program

DEEPEST = 250  # nested calls, if a definition does not declare how many


def recursive(program: Program) -> dict[str, tuple[int, int]]:
    """For each function that may call itself: its number among these, and the deepest nesting."""
    calls = {
        made.name: {p.function for p in all_inside(made.body) if isinstance(p, v.Invoke)}
        for made in program.code.functions
    }
    said = {function_name(name): found.deep for name, found in program.checked.functions.items()}
    found = [
        name for name in calls if name in reachable(calls[name], lambda one: calls.get(one, ()))
    ]
    return {name: (at, min(DEEPEST, said.get(name) or DEEPEST)) for at, name in enumerate(found)}
