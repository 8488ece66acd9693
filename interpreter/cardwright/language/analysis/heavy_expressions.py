"""Which expressions are heavy: while one is worked out, the values of definitions are kept.

While an expression is evaluated, the state can't change, so each definition has one value for its
arguments. Owns what is kept; knows nothing of how that is done.
"""

from __future__ import annotations

from functools import reduce
from operator import or_

from cardwright.language.analysis.asked_once import asked_once
from cardwright.language.analysis.cost_reports import expressions
from cardwright.language.analysis.expression_costs import HEAVY, KEEP_FROM, Costs
from cardwright.language.core import Expr
from cardwright.language.front_end.checked import Checked
from cardwright.source.records import dataclass
from cardwright.source.remembered import remembered


@dataclass(slots=True)
class HeavyExpressions:
    """`kept`: definitions whose values are kept while a heavy expression is worked out. `heavy`:
    those that are heavy by themselves."""

    costs: Costs
    kept: frozenset[str]
    heavy: frozenset[str]

    def is_heavy(self, expr: Expr) -> bool:
        return self.costs.of(expr) >= HEAVY

    def opens(self, name: str) -> bool:
        """Whether a definition that is kept is a heavy expression by itself."""
        return name in self.heavy


@remembered
def heavy_expressions(checked: Checked) -> HeavyExpressions | None:
    """Of a game without errors; None if nothing is heavy."""
    costs, functions = Costs(checked), checked.functions
    needed = {name for name, function in functions.items() if function.deep}
    heavy = {name for name in functions if costs.of_definition(name) >= HEAVY} | needed
    exprs = [expr for expr, _ in expressions(checked) if costs.of(expr) >= HEAVY]
    if not heavy and not exprs:
        return None
    needed.update(costs.reach.among(reduce(or_, map(costs.reach.of, exprs), 0)))
    worth = {name for name in needed if _is_worth_keeping(costs, name)}
    kept = frozenset(worth - (asked_once(checked) - heavy))
    return HeavyExpressions(costs, kept, frozenset(heavy))


def _is_worth_keeping(costs: Costs, name: str) -> bool:
    costly = costs.of_definition(name) >= KEEP_FROM or bool(costs.checked.functions[name].deep)
    return costly and name in costs.checked.declared.definitions
