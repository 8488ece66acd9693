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
from cardwright_tools.check.incremental.meanings import (
    are_steady,
    differing,
    meanings_of,
    rooms,
)
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
        before: Rest | None = None,
    ) -> Rest:
        """The rest with only these effects; `transfers`: whether some card gives something to
        another player; `before`: as it was earlier, with the indexes of trees in use."""
        errors, costs = Report(), Report()
        checked = check(replace(loaded.declared, effects=[*effects]), errors, memo)
        own = Costs(checked, transfers=transfers or None)
        if not errors.failed:
            report_endless_effects(checked, costs, memo.leads if memo else None)
            report_costs(checked, costs, own, aside=before.steady_trees(own) if before else ())
        rules = CheckedPacks(loaded, checked, modules)
        failed = errors.failed or costs.failed
        context = GameContext() if failed else remainder.context_of(rules, own)
        return cls(rules, errors, costs, context)

    def steady_trees(self, costs: Costs) -> Collection[int]:
        """The trees, by `id`, of a later game with these costs, about whose own costs there is
        nothing to report, as there was not here."""
        if self.failed or not self._has_same_sizes(costs):
            return ()
        old, new = meanings_of(self.rules.checked), meanings_of(costs.checked)
        now = {name: costs.of_definition(name) for name in costs.checked.functions}
        changed = new.changed_since(old, differing("definition", self.context.costs, now))
        steady = (id(one) for one in new.trees if are_steady([one], changed))
        return {*map(id, old.trees)}.intersection(steady)

    def _has_same_sizes(self, costs: Costs) -> bool:
        """Whether the sizes of sets depend on the same numbers as in another game."""
        return (
            self.rules.declared.board is costs.board
            and self.context.things == costs.things
            and self.context.transfers == costs.sizes.transfers
            and rooms(self.rules.checked) == rooms(costs.checked)
        )

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
        """Adds the errors of the first pass that has any, here or in cards, without those that may
        only follow from others; returns whether there are errors."""
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
