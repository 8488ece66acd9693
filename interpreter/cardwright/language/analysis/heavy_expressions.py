"""Which expressions are heavy: while one is evaluated, the values of definitions are cached.

While an expression is evaluated, the state can't change, so each definition has one value for its
arguments. Decides what is cached; knows nothing about how that is done.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import reduce
from operator import or_

from cardwright.language import core
from cardwright.language.analysis.cost_reports import expressions
from cardwright.language.analysis.expression_costs import CACHE_FROM, HEAVY, Costs
from cardwright.language.core import Expr
from cardwright.language.front_end.checked import Checked
from cardwright.source.memoized import memoized
from cardwright.source.records import dataclass


@dataclass(slots=True)
class HeavyExpressions:
    """`cached`: definitions whose values are cached during a heavy expression. `heavy`: definitions
    that are heavy by themselves.
    """

    costs: Costs
    cached: frozenset[str]
    heavy: frozenset[str]

    def is_heavy(self, expr: Expr) -> bool:
        return self.costs.of(expr) >= HEAVY

    def opens(self, name: str) -> bool:
        """Whether a definition that is cached is a heavy expression by itself."""
        return name in self.heavy


@memoized
def heavy_expressions(checked: Checked) -> HeavyExpressions | None:
    """The heavy expressions of a game without errors; None if nothing is heavy."""
    costs, functions = Costs(checked), checked.functions
    needed = {name for name, function in functions.items() if function.deep}
    heavy = {name for name in functions if costs.of_definition(name) >= HEAVY} | needed
    exprs = [expr for expr, _ in expressions(checked) if costs.of(expr) >= HEAVY]
    if not heavy and not exprs:
        return None
    needed.update(costs.reach.among(reduce(or_, map(costs.reach.of, exprs), 0)))
    worth = {name for name in needed if _is_worth_caching(costs, name)}
    cached = frozenset(worth - (asked_once(checked) - heavy))
    return HeavyExpressions(costs, cached, frozenset(heavy))


def _is_worth_caching(costs: Costs, name: str) -> bool:
    costly = costs.of_definition(name) >= CACHE_FROM or bool(costs.checked.functions[name].deep)
    return costly and name in costs.checked.declared.definitions


Variables = frozenset[int]


def asked_once(checked: Checked) -> frozenset[str]:
    """The definitions called by at most one other, once for each of its values.

    The caller is itself cached or called once: it is more work than the definitions it calls.
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
    """How often definitions are called for the same arguments: once, or more often than that."""
    found: Counter[str] = Counter()
    for call, around in _calls(expr, given):
        taken = {part.index for arg in call.args if (part := _variable(arg)) is not None}
        found[call.name] += 1 if around <= taken else 2
    return found


def _again(expr: Expr) -> Counter[str]:
    """The calls for each thing that carries a modifier."""
    return Counter({part.name: 2 for part in core.inside(expr) if isinstance(part, core.Call)})


def _calls(expr: Expr, around: Variables) -> Iterator[tuple[core.Call, Variables]]:
    """The calls in an expression, with the variables of the loops around each."""
    if isinstance(expr, core.Call):
        yield expr, around
    own = frozenset((expr.var,) if isinstance(expr, core.Comprehension) else ())
    for part in core.children(expr):
        yield from _calls(part, around | own)


def _variable(arg: Expr) -> core.Var | None:
    """The variable, if it is passed unchanged."""
    arg = arg.of if isinstance(arg, core.AsKind) else arg
    return arg if isinstance(arg, core.Var) else None
