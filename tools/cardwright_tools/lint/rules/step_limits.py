"""CW520: effects and expressions that may exceed the limits of steps for an answer.

In play, both are stopped at the limit, so the lint only warns.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache

from cardwright.language import core
from cardwright.language.analysis.cost_reports import largest_factors
from cardwright.language.analysis.expression_costs import Costs
from cardwright.language.analysis.metering import MAX_OF_ANSWER
from cardwright.language.analysis.nesting import direct_parts
from cardwright.language.analysis.reach import Needed
from cardwright.language.core import Expr
from cardwright.source.diagnostics import Diagnostic
from cardwright.source.records import dataclass
from cardwright_tools.lint.effect_bounds import Bounds
from cardwright_tools.lint.rule import Effects, diagnostic, rule
from cardwright_tools.lint.rule_trees import Owner, Part


@rule(Effects, "CW520")
def check(effects: Effects) -> Iterator[Diagnostic]:
    bounds, excess = effects.bounds, cache(_Excess.of)
    for owner, parts in effects.owners:
        for part in parts:
            if isinstance(part, core.Routine):
                yield from _check_bound(owner, part, bounds)
            for expr in _expressions(part):
                yield from _check_work(owner, expr, bounds.costs, excess)


def _expressions(part: Part) -> Iterator[Expr]:
    if isinstance(part, Expr):
        yield part
    elif isinstance(part, core.Routine):
        for statement in core.statements(part.body):
            yield from direct_parts(statement)


@dataclass(frozen=True, slots=True)
class _Excess:
    """The definitions that exceed the limit by themselves, and the same by their bodies' ids."""

    all: Needed
    by_body: Mapping[int, Needed]

    @classmethod
    def of(cls, costs: Costs) -> _Excess:
        found = [(name, f.body) for name, f in costs.checked.functions.items()
                 if costs.work(f.body) > MAX_OF_ANSWER]  # fmt: skip
        names = costs.reach.set_of([name for name, _ in found])
        return cls(names, {id(body): costs.reach.set_of([name]) for name, body in found})


def _check_work(
    owner: Owner, expr: Expr, costs: Costs, excess: Callable[[Costs], _Excess]
) -> Iterator[Diagnostic]:
    if costs.of_whole(expr) <= MAX_OF_ANSWER or (work := costs.work(expr)) <= MAX_OF_ANSWER:
        return
    known = excess(costs)
    if costs.reach.of(expr) & known.all & ~known.by_body.get(id(expr), 0):
        return  # it is reported at the definition
    factors = ", each with ".join(largest_factors(costs, expr))
    message = f"at worst this looks at {work:,} things; the game stops after {MAX_OF_ANSWER:,}"
    message += f" ({factors})" if factors else ""
    help = "if there can be so many, look at fewer at once, or keep a counter of them"
    where = expr.span if expr.span.text.strip() else owner.span
    yield diagnostic("CW520", message, where, help)


def _runs_excess(made: core.Routine, known: Bounds) -> bool:
    """Whether something that it runs exceeds the limit by itself; then only that is reported."""
    parts = (known.part(statement) for statement in core.statements(made.body))
    return any(bound.stretch > MAX_OF_ANSWER for bound in parts)


def _check_bound(owner: Owner, made: core.Routine, bounds: Bounds) -> Iterator[Diagnostic]:
    bound = bounds.routine(made)
    if bound.stretch > MAX_OF_ANSWER and not _runs_excess(made, bounds):
        message = (
            f"at worst this takes {bound.stretch:,} steps without a question; "
            f"the game stops after {MAX_OF_ANSWER:,}"
        )
        if factors := ", each with ".join(bounds.factors(made.body)):
            message += f" ({factors})"
        help = "go through fewer things at once, or repeat it less often"
        yield diagnostic("CW520", message, owner.span, help)
