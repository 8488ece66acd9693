"""CW520: effects that may exceed the step limit of an answer."""

from __future__ import annotations

from collections.abc import Iterator

from cardwright.language import core
from cardwright.language.analysis.work_bounds import STEPS
from cardwright.source.diagnostics import Diagnostic
from cardwright_tools.lint.bound import Bound
from cardwright_tools.lint.rule import Effects, diagnostic, rule
from cardwright_tools.lint.rule_trees import Owner
from cardwright_tools.lint.step_bounds import Bounds


@rule(Effects, "CW520")
def check(effects: Effects) -> Iterator[Diagnostic]:
    bounds = effects.bounds
    for owner, parts in effects.owners:
        for part in parts:
            if isinstance(part, core.Routine) and not _runs_excess(part, bounds):
                yield from _check_bound(owner, bounds.routine(part))


def _runs_excess(made: core.Routine, known: Bounds) -> bool:
    """Whether something that it runs exceeds the limit by itself, so that only that is reported."""
    parts = (known.part(statement) for statement in core.statements(made.body))
    return any(bound.stretch > STEPS for bound in parts)


def _check_bound(owner: Owner, bound: Bound) -> Iterator[Diagnostic]:
    if bound.stretch > STEPS:
        message = (
            f"at worst this takes {bound.stretch:,} steps without a question; "
            f"the limit is {STEPS:,}"
        )
        help = "go through fewer things at once, or repeat it less often"
        yield diagnostic("CW520", message, owner.span, help)
