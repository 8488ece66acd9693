"""The operations by which a modifier changes the value of a definition, declared once."""

from __future__ import annotations

from cardwright.source.records import dataclass


@dataclass(frozen=True, slots=True)
class Operation:
    """`arithmetic` is the operator of `core.Arith` that combines the old value and the operand.

    Without it, the operand, which may be of any type, replaces the old value.
    """

    name: str
    arithmetic: str
    english: str
    doc: str
    negative: str = ""  # for a negative value, written without its sign


OPERATIONS = (
    Operation("set", "", "sets {name} to {value}", "Its new value."),
    Operation(
        "add",
        "+",
        "adds {value} to {name}",
        "The amount to add.",
        negative="subtracts {value} from {name}",
    ),
    Operation("multiply", "*", "multiplies {name} by {value}", "The factor to multiply by."),
    Operation(
        "divide",
        "/",
        "divides {name} by {value}, rounding down",
        "The number to divide by; rounds down, like `/`.",
    ),
    Operation("at least", "max", "makes {name} at least {value}", "Its lowest possible value."),
    Operation("at most", "min", "makes {name} at most {value}", "Its highest possible value."),
)
"""In the order in which they are applied, whatever the order of the modifiers."""
BY_NAME = {operation.name: operation for operation in OPERATIONS}
