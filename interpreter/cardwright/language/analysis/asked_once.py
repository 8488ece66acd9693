"""Definitions that an expression asks for the same things only once, so that keeping is no use.

`there are hills where seen of knight on hill` asks about each hill once. Owns where definitions
are called, and whether each call is one for other things than the one before.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from cardwright.language import core
from cardwright.language.analysis.cost_reports import expressions
from cardwright.language.core import Expr
from cardwright.language.front_end.checked import Checked

Variables = frozenset[int]


def asked_once(checked: Checked) -> frozenset[str]:
    """What is called by one definition at most, once for each of its values.

    What calls it is kept or asked once in turn: it is more work than what it calls.
    """
    asked: Counter[str] = Counter()
    for function in checked.functions.values():
        asked += _asked(function.body, frozenset(range(len(function.takes))))
    for modifier in (m for found in checked.modifiers.values() for m in found):
        for part in (modifier.value, modifier.test):
            asked += _again(part) if part is not None else Counter()
    again = {name for name, times in asked.items() if times > 1}
    for expr, _ in expressions(checked):
        again.update(name for name, times in _asked(expr, frozenset()).items() if times > 1)
    return frozenset(checked.functions) - again


def _asked(expr: Expr, given: Variables) -> Counter[str]:
    """How often definitions are called for the same things: once, or more often than that."""
    found: Counter[str] = Counter()
    for call, around in _calls(expr, given):
        taken = {part.index for arg in call.args if (part := _variable(arg)) is not None}
        found[call.name] += 1 if around <= taken else 2
    return found


def _again(expr: Expr) -> Counter[str]:
    """What is called for each thing that carries a modifier."""
    return Counter({part.name: 2 for part in core.inside(expr) if isinstance(part, core.Call)})


def _calls(expr: Expr, around: Variables) -> Iterator[tuple[core.Call, Variables]]:
    """The calls in an expression, with the variables of the loops around each."""
    if isinstance(expr, core.Call):
        yield expr, around
    own = frozenset((expr.var,) if isinstance(expr, core.Comprehension) else ())
    for part in core.children(expr):
        yield from _calls(part, around | own)


def _variable(arg: Expr) -> core.Var | None:
    """The variable that is taken as it is."""
    arg = arg.of if isinstance(arg, core.AsKind) else arg
    return arg if isinstance(arg, core.Var) else None
