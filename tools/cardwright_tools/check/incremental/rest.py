"""The rest of a game, which is everything but its independent cards, checked separately."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import field, replace

from cardwright.board.declarations import Thing
from cardwright.checked_packs import CheckedPacks
from cardwright.decks import report_illegal
from cardwright.language.analysis.cost_reports import report_costs
from cardwright.language.analysis.endless_effects import report_endless_effects
from cardwright.language.analysis.expression_costs import Costs
from cardwright.language.analysis.set_sizes import any_effect_transfers_ownership
from cardwright.language.analysis.unanswered import report_unanswered
from cardwright.language.declared import Effect
from cardwright.language.front_end.check import check
from cardwright.language.front_end.checked import Checked
from cardwright.language.front_end.memo import Memo
from cardwright.pack.loaded import Loaded
from cardwright.source.diagnostics import Diagnostic, Report
from cardwright.source.records import dataclass
from cardwright_tools.check.incremental.carried_bounds import carry
from cardwright_tools.check.incremental.positions import Positions
from cardwright_tools.check.lints.meanings import (
    Name,
    are_steady,
    capacities_of,
    differing,
    have_same_numbers,
    meanings_of,
)
from cardwright_tools.check.shares import rest_check
from cardwright_tools.check.shares.analysis import analyze_definitions
from cardwright_tools.check.shares.independent import IndependentCard
from cardwright_tools.check.shares.outcomes import Outcome
from cardwright_tools.check.shares.shapes import Shapes
from cardwright_tools.lint.effect_bounds import Bounds, effect_bounds
from cardwright_tools.lint.game_context import GameContext
from cardwright_tools.lint.rule import Definitions
from cardwright_tools.lint.run import RULES, lint
from cardwright_tools.lint.thing_names import names_of

FEW = 20
"""Up to this many cards, each is checked; of more, one of each shape."""


@dataclass(frozen=True, slots=True)
class Rest:
    """The result: `errors` in texts or, if there are none, in costs; and, if there are none at all,
    what the cards need to know about the rest.

    `changed`: the names whose meaning differs from that in `before`, which is the `key` of an
    earlier rest; None if any meaning may differ.
    """

    rules: CheckedPacks
    errors: Report
    costs: Report
    context: GameContext
    bounds: Bounds
    changed: frozenset[Name] | None = None
    before: object = None
    key: object = field(default_factory=object)

    @classmethod
    def of(
        cls,
        loaded: Loaded,
        effects: Sequence[Effect],
        modules: Collection[str],
        memo: Memo | None = None,
        transfers: bool = False,
        before: Rest | None = None,
        things: Mapping[str, int] | None = None,
        is_whole: bool = True,
    ) -> Rest:
        """The rest with only these effects; `transfers`: whether some card gives something to
        another player; `before`: as it was earlier, with the indexes of trees in use; `things`: the
        number of things by kind, if it is known (see `Costs`): the same object as before if
        the board is the same, apart from values; `is_whole`: whether everything was read without
        errors."""
        errors, costs = Report(), Report()
        checked = check(replace(loaded.declared, effects=[*effects]), errors, memo)
        own = Costs(checked, things=things or None, transfers=transfers or None)
        rules = CheckedPacks(loaded, checked, modules)
        bounds = effect_bounds(rules, costs=own)
        if errors.failed or not checked.is_complete:
            return cls(rules, errors, costs, GameContext(), bounds)
        changed = before.changed_in(own) if before else None
        report_endless_effects(checked, costs, memo.leads if memo else None)
        aside = before.steady_trees(checked, changed) if before and changed is not None else ()
        steady = changed is not None and not _with_definitions(changed)
        report_costs(checked, costs, own, aside=aside, definitions_are_known=steady)
        report_unanswered(checked, costs)
        if is_whole and not costs.failed:
            report_illegal(checked, costs)
        if costs.failed:
            return cls(rules, errors, costs, GameContext(), bounds)
        if before and changed is not None:
            carry(before.bounds, bounds, changed)
        context = rest_check.context_of(rules, own, bounds)
        return cls(rules, errors, costs, context, bounds, changed, before and before.key)

    def changed_in(self, costs: Costs) -> frozenset[Name] | None:
        """The names whose meaning has changed in a later game with these costs, and those that lead
        to them; None if sets may have other sizes.
        """
        if self.failed or not self._has_same_sizes(costs):
            return None
        old, new = meanings_of(self.rules.checked), meanings_of(costs.checked)
        found = new.changed_since(old, ())
        changed = {name for sort, name in found if sort == "definition"}
        if costs.things is self.context.things:
            costs.use_definitions(self.bounds.costs, changed)
            if not changed:
                return frozenset(found)
        now = {name: costs.of_definition(name) for name in costs.checked.functions}
        found = new.changed_since(old, differing("definition", self.context.costs, now))
        return frozenset(found)

    def steady_trees(self, checked: Checked, changed: Collection[Name]) -> Collection[int]:
        """The trees of a later game, by `id`, whose own costs need no report since they needed none
        here.
        """
        every = meanings_of(checked).trees
        steady = (id(one) for one in every if are_steady([one], changed))
        return {*map(id, meanings_of(self.rules.checked).trees)}.intersection(steady)

    def _has_same_sizes(self, costs: Costs) -> bool:
        """Whether the sizes of sets depend on the same numbers as in another game."""
        return (
            have_same_numbers(self.context.things, costs.things)
            and self.context.transfers == costs.sizes.transfers
            and capacities_of(self.rules.checked) == capacities_of(costs.checked)
        )

    @property
    def failed(self) -> bool:
        found = self.errors.failed or self.costs.failed
        return found or not self.rules.checked.is_complete

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


def _with_definitions(changed: Collection[Name]) -> bool:
    """Whether a definition is among these names."""
    return any(sort == "definition" for sort, _ in changed)


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
    context = replace(rest.context, names=names_of(rest.rules.checked))
    made = analyze_definitions(own, items, context, shapes=shapes)
    right = [at for at, one in enumerate(made) if not one.errors]
    if len(right) < len(made):
        again = outcomes_of([items[at] for at in right], loaded, rest, shapes)
        for at, one in zip(right, again, strict=True):
            made[at] = one
    return made


_OF_VALUES = frozenset(code for one in RULES if one.reads is Definitions for code in one.codes)


def without_lints_of_values(outcome: Outcome) -> Outcome:
    """The outcome without what is reported on the values of the card."""
    if not outcome.lints:
        return outcome
    return replace(outcome, lints=[one for one in outcome.lints if one.code not in _OF_VALUES])


def with_lints_of_values(outcome: Outcome, thing: Thing, loaded: Loaded) -> Outcome:
    """The outcome with the lints of the values of a card."""
    known = without_lints_of_values(outcome)
    found = lint(Definitions([thing], loaded.manifests)).diagnostics
    return replace(known, lints=[*known.lints, *found]) if found else known
