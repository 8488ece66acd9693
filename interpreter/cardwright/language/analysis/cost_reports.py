"""Reports expressions that are too much work, and what most of the work is for.

Refuses only expressions that can't be measured in play. Since a definition's modifiers belong to
its value, it also finds definitions that depend on their own value through one.
"""

from __future__ import annotations

from collections.abc import Collection, Container, Iterator
from typing import Any

from cardwright.board.model import plural
from cardwright.language import core
from cardwright.language.active import SILENCED
from cardwright.language.analysis.expression_costs import ENDLESS, MAX_STEPS, UNKNOWN, Costs
from cardwright.language.analysis.nesting import check_nesting, direct_parts
from cardwright.language.core import Expr
from cardwright.language.declared import Effect
from cardwright.language.front_end.checked import Checked
from cardwright.source.diagnostics import Report
from cardwright.source.text import Span

SHOWN_FACTORS = 6  # the most factors that are reported


def report_costs(
    checked: Checked,
    report: Report,
    costs: Costs | None = None,
    only: Collection[Effect] | None = None,
    aside: Container[int] = (),
    definitions_are_known: bool = False,
) -> None:
    """Reports expressions that are too much work and can't be measured (CW231), or depend on
    themselves (CW216).

    `costs` are those of the game, for callers that need them again. `only`: everything else was
    reported earlier. `aside`: the trees, by `id`, of which it is known that there is nothing to
    report; `definitions_are_known`: whether the same is known of the definitions together.
    """
    costs = costs or Costs(checked)
    if only is not None:
        for routine in filter(None, (checked.effects.get(effect.key) for effect in only)):
            for expr, span in _in_routine(routine):
                _check(costs, expr, span, report)
        return
    if not definitions_are_known:
        _check_definitions(checked, costs, report)
    if not report.failed:
        for expr, span in expressions(checked, aside):
            _check(costs, expr, span, report)


def _check_definitions(checked: Checked, costs: Costs, report: Report) -> None:
    """Reports definitions that are nested too deeply, and modifiers that lead to themselves."""
    check_nesting(checked.functions, costs.parts_of, costs.leads_to, report)
    for name in [name for name in checked.functions if name != SILENCED]:
        # Every cycle goes through a modifier; one through silence also goes through another
        # modifier.
        endless = costs.of_definition(name) >= ENDLESS
        for modifier in checked.modifiers.get(name, ()) if endless else ():
            if (place := costs.endless_part(modifier)) is not None:
                message = f"`{name}` depends on its own value through this modifier"
                report.error(
                    "CW216", message, place, "`add`, `multiply` and `divide` begin with its value"
                )


def _check(costs: Costs, expr: Expr, span: Span, report: Report) -> None:
    """Reports what counting in play could not stop: a list that is too long, and a search."""
    if (long := costs.too_long(expr)) is not None:
        where = long.span if long.span.text.strip() else span
        message = (
            f"this list would have {costs.size(long):,} numbers; at most {UNKNOWN:,} are allowed"
        )
        report.error("CW231", message, where, "look at fewer numbers at once")
    if costs.of_whole(expr) > MAX_STEPS and costs.work(expr) > MAX_STEPS:
        paths = (e for e in core.inside(expr) if isinstance(e, core.Connection) and e.op == "path")
        for path in [one for one in paths if costs.path(one) > MAX_STEPS][:1]:
            _report_path(costs, path, report)


def _report_path(costs: Costs, path: core.Connection, report: Report) -> None:
    assert path.edges is not None
    several = costs.board.kinds[path.edges.type.of].plural
    number = costs.sizes.most(path.edges)
    message = f"the longest path in up to {number} {several} is too much work"
    help = f"look at those of one player, as in `{several} with your KIND`"
    report.error("CW231", message, path.span, help)


def expressions(checked: Checked, aside: Container[int] = ()) -> Iterator[tuple[Expr, Span]]:
    """All expressions of a game except those `aside`, each with the text that contains it."""
    yield from ((f.body, f.span) for f in checked.functions.values() if id(f.body) not in aside)
    routines = [
        *checked.rules.values(),
        *checked.effects.values(),
        *(option.routine for option in checked.options),
        *(ability.routine for ability in checked.abilities),
    ]
    for routine in routines:
        if id(routine.body) not in aside:
            yield from _in_routine(routine)
    tests = (
        *(ability.test for ability in checked.abilities),
        *checked.conditions.values(),
        *(option.test for option in checked.options),
    )
    for test in tests:
        if test is not None and id(test) not in aside:
            yield test, test.span


def _in_routine(routine: core.Routine) -> Iterator[tuple[Expr, Span]]:
    for statement in core.statements(routine.body):
        yield from ((expr, statement.span) for expr in direct_parts(statement))


def largest_factors(costs: Costs, expr: Expr) -> list[str]:
    """The sets and definitions that multiply: those that cause most of the work."""
    found: list[str] = []
    while len(found) < SHOWN_FACTORS:
        if isinstance(expr, core.Call):
            found.append(f"`{expr.name}`")
            parts = [costs.checked.functions[expr.name].body, *expr.args]
        elif (body := _looped(expr)) is not None and _is_most(costs, expr, body):
            found.append(size_and_kind(costs, expr.source))  # type: ignore[attr-defined]
            parts = [body]
        else:
            parts = list(direct_parts(expr))
        if not parts:
            break
        expr = max(parts, key=costs.of)
    return found


def _is_most(costs: Costs, expr: Any, body: Expr) -> bool:
    """Whether it is more work than finding the set, which takes a few steps for each member."""
    return 3 * costs.size(expr.source) * costs.of(body) >= costs.of(expr.source)


def _looped(expr: Expr) -> Expr | None:
    """The expression that is evaluated for each member of a set."""
    if isinstance(expr, core.Filter | core.AllForbidden):
        return expr.test
    return expr.body if isinstance(expr, core.Reduce | core.ArgMax | core.SortBy) else None


def size_and_kind(costs: Costs, source: Expr) -> str:
    """The most members of a set, and what they are: `up to 64 locations`, since numbers of things
    are rounded up; `12 colours` and `30 numbers` are exact."""
    number, of = costs.size(source), source.type.of
    kind = costs.board.kinds.get(of)
    if kind is not None:
        return f"up to {number:,} {kind.plural}"
    return f"{number:,} {plural(of) if of else 'numbers'}"
