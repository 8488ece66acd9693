"""Which expressions are heavy: these keep values, and count their work if it may be too much.

While an expression is evaluated, the state can't change, so each definition has one value for its
arguments. Owns what is kept and what is measured; knows nothing of how that is done.
"""

from __future__ import annotations

from collections.abc import Iterable

from cardwright.language import core
from cardwright.language.analysis.asked_once import asked_once
from cardwright.language.analysis.expression_costs import (
    HEAVY,
    KEEP_FROM,
    MAX_STEPS,
    Costs,
    expressions,
)
from cardwright.language.core import Expr
from cardwright.language.front_end.checked import Checked
from cardwright.source.records import dataclass


@dataclass(slots=True)
class HeavyExpressions:
    """`kept`: definitions whose values are kept while a heavy expression is worked out. `heavy`:
    those that are heavy by themselves. `measured`: those whose loops are counted, since a heavy
    expression that needs them may be too much work."""

    costs: Costs
    kept: frozenset[str]
    heavy: frozenset[str]
    measured: frozenset[str]

    def is_heavy(self, expr: Expr) -> bool:
        return self.costs.of(expr) >= HEAVY

    def opens(self, name: str) -> bool:
        """Whether a definition that is kept is a heavy expression by itself."""
        return name in self.heavy

    def is_excess(self, expr: Expr) -> bool:
        return self.costs.of(expr) > MAX_STEPS and self.costs.work(expr) > MAX_STEPS

    def weight(self, parts: Iterable[Expr]) -> int:
        """The steps for one member of a loop, without those of inner loops."""
        return sum(self._own(node) for part in parts for node in core.inside(part))

    def _own(self, node: Expr) -> int:
        if isinstance(node, core.Connection):
            return min(MAX_STEPS, self.costs.of(node))
        if isinstance(node, core.Call) and node.name not in self.kept:
            return min(KEEP_FROM, self.costs.of_definition(node.name))
        return 1


def heavy_expressions(checked: Checked) -> HeavyExpressions | None:
    """Of a game without errors; None if nothing is heavy."""
    if "heavy_expressions" not in checked.memo:
        checked.memo["heavy_expressions"] = _heavy_expressions(checked)
    found = checked.memo["heavy_expressions"]
    return found if isinstance(found, HeavyExpressions) else None


def _heavy_expressions(checked: Checked) -> HeavyExpressions | None:
    costs, functions = Costs(checked), checked.functions
    needed = {name for name, function in functions.items() if function.deep}
    heavy = {name for name in functions if costs.of_definition(name) >= HEAVY} | needed
    excess: list[Expr] = []
    any_heavy = bool(heavy)
    for expr, _ in expressions(checked):
        if costs.of(expr) >= HEAVY:
            any_heavy = True
            needed |= costs.called(expr)
            excess += [expr] if costs.work(expr) > MAX_STEPS else []
    if not any_heavy:
        return None
    worth = {name for name in needed if _is_worth_keeping(costs, name)}
    kept = frozenset(worth - (asked_once(checked) - heavy))
    return HeavyExpressions(costs, kept, frozenset(heavy), frozenset(costs.called(*excess)))


def _is_worth_keeping(costs: Costs, name: str) -> bool:
    costly = costs.of_definition(name) >= KEEP_FROM or bool(costs.checked.functions[name].deep)
    return costly and name in costs.checked.declared.definitions
