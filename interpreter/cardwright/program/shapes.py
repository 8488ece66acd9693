"""The shapes of constants and of function parameters: numbers, sets, tables.

For how shapes of values follow from each other, see `dev/value_shapes.py`.
"""

from __future__ import annotations

from cardwright.program import operations as op
from cardwright.program import values as v
from cardwright.program.control_flow import all_inside
from cardwright.program.values import Shape


def taken(made: op.Function) -> dict[str, Shape]:
    """A parameter of a function is a set if it is read as one."""
    many = {part.name for part in all_inside(made.body) if isinstance(part, v.Var) and part.many}
    return {name: "set" if name in many else "number" for name in made.takes}


def shape_of(value: object) -> Shape:
    match value:
        case int():
            return "number"
        case str():
            return "word"
        case frozenset():
            return "members"
        case [*found] if any(isinstance(one, list | tuple) for one in found):
            inner = {shape_of(one) for one in found}
            return "tables" if "sets" in inner else "sets"
    return "set"
