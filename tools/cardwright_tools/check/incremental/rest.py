"""The rest of a game, which is everything but its independent cards, checked separately."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from cardwright.checked_packs import CheckedPacks
from cardwright.language.analysis.cost_reports import report_costs
from cardwright.language.analysis.endless_effects import report_endless_effects
from cardwright.language.analysis.expression_costs import Costs
from cardwright.language.analysis.set_sizes import any_effect_transfers_ownership
from cardwright.language.declared import Effect
from cardwright.language.front_end.check import check
from cardwright.language.front_end.memo import Memo
from cardwright.pack.loaded import Loaded
from cardwright.source.diagnostics import Diagnostic, Report
from cardwright.source.records import dataclass
from cardwright_tools.check.incremental.positions import Positions
from cardwright_tools.check.shares import remainder
from cardwright_tools.check.shares.analysis import analyze_definitions
from cardwright_tools.check.shares.independent import IndependentCard
from cardwright_tools.check.shares.outcomes import Outcome
from cardwright_tools.check.shares.shapes import Shapes
from cardwright_tools.lint.game_context import GameContext

FEW = 20
"""Up to this many cards, each is checked; of more, one of each shape."""


@dataclass(frozen=True, slots=True)
class Rest:
    """The result: `errors` in texts or, if there are none, in costs; and, if there are none at
    all, what the cards need to know about the rest."""

    rules: CheckedPacks
    errors: Report
    costs: Report
    context: GameContext

    @classmethod
    def of(
        cls,
        loaded: Loaded,
        effects: Sequence[Effect],
        modules: Collection[str],
        memo: Memo | None = None,
        transfers: bool = False,
    ) -> Rest:
        """The rest with only these effects; `transfers`: whether some card gives something to
        another player."""
        errors, costs = Report(), Report()
        checked = check(replace(loaded.declared, effects=[*effects]), errors, memo)
        own = Costs(checked, transfers=transfers or None)
        if not errors.failed:
            report_endless_effects(checked, costs, memo.leads if memo else None)
            report_costs(checked, costs, own)
        rules = CheckedPacks(loaded, checked, modules)
        failed = errors.failed or costs.failed
        context = GameContext() if failed else remainder.context_of(rules, own)
        return cls(rules, errors, costs, context)

    @property
    def failed(self) -> bool:
        return self.errors.failed or self.costs.failed

    @property
    def transfers(self) -> bool:
        """Whether some effect of it may give something to another player."""
        return any_effect_transfers_ownership(self.rules.checked)

    def report_with(
        self, outcomes: Sequence[Outcome], report: Report, loaded: Loaded, positions: Positions
    ) -> bool:
        """Adds the certain errors of the first pass that has any, here or in cards; returns
        whether there are errors."""
        errors = [d for one in outcomes for d in one.errors]
        costs = [d for one in outcomes for d in one.costs]
        passes: tuple[list[Diagnostic], ...] = (
            [*self.errors.diagnostics, *errors], [*self.costs.diagnostics, *costs],
        )  # fmt: skip
        for some in passes:
            found = positions.report(some)
            report.extend(loaded.without_cascades(found, report))
            if found.failed:
                break
        return report.failed


def outcomes_of(
    items: Sequence[IndependentCard], loaded: Loaded, rest: Rest, shapes: Shapes | None = None
) -> list[Outcome]:
    """The outcomes of cards; cards without errors have one even if others have errors."""
    if not items:
        return []
    effects = [effect for item in items for effect in item.effects]
    own = replace(loaded, declared=replace(loaded.declared, effects=effects))
    if shapes is None and len(items) > FEW:
        shapes = Shapes(loaded.declared)
    made = analyze_definitions(own, items, rest.context, shapes=shapes)
    right = [at for at, one in enumerate(made) if not one.errors]
    if len(right) < len(made):
        again = outcomes_of([items[at] for at in right], loaded, rest, shapes)
        for at, one in zip(right, again, strict=True):
            made[at] = one
    return made
