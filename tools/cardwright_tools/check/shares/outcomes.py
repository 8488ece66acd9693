"""Checks independent cards: errors, lints, and what the rest needs to know about them."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import field

from cardwright.checked_packs import CheckedPacks
from cardwright.language.analysis.cost_reports import report_costs
from cardwright.language.analysis.expression_costs import Costs
from cardwright.language.front_end.check import check_effects
from cardwright.language.front_end.checked import Checked
from cardwright.language.front_end.memo import Memo
from cardwright.pack.loaded import Loaded
from cardwright.source.diagnostics import Diagnostic, Report
from cardwright.source.records import dataclass
from cardwright_tools.check.shares.independent import IndependentCard
from cardwright_tools.lint import effect_bounds, rule_trees
from cardwright_tools.lint.bound import Bound
from cardwright_tools.lint.game_context import GameContext
from cardwright_tools.lint.rule import Definitions, Effects
from cardwright_tools.lint.run import lint
from cardwright_tools.lint.uses import ROOT, Key, printed_uses, uses_of

Use = tuple[Key, Key]
"""Who uses it, and what is used."""


@dataclass(slots=True)
class Outcome:
    """What came out of one definition: errors of three passes, each only when there are none
    before it; what it uses; and, by slot, the steps of its effects.
    """

    errors: list[Diagnostic] = field(default_factory=list)
    costs: list[Diagnostic] = field(default_factory=list)
    lints: list[Diagnostic] = field(default_factory=list)
    uses: frozenset[Use] = frozenset()
    steps: dict[str, Bound] = field(default_factory=dict)

    @property
    def has_reports(self) -> bool:
        """Whether anything is reported on the card."""
        return bool(self.errors or self.costs or self.lints)


def analyze_definitions(
    loaded: Loaded,
    items: Sequence[IndependentCard],
    rest: GameContext,
    memo: Memo | None = None,
) -> list[Outcome]:
    """What comes out of each; `rest` is known of all that is not plain. What the texts of a single
    one ask of the game goes to `memo`.

    Of definitions whose effects say the same, the first is looked at for all; where anything is
    told of one of them, each by itself.
    """
    groups = _equal_groups(items)
    made = _analyze_groups(loaded, items, groups, rest, memo)
    several = [group for group in groups if len(group) > 1]
    if not several:
        return made
    odd = [at for group in several if any(made[at].has_reports for at in group) for at in group]
    each = [items[at] for at in odd]
    for at, outcome in zip(
        odd, _analyze_groups(loaded, each, _single_groups(each), rest), strict=True
    ):
        made[at] = outcome
    return made


Groups = list[list[int]]
"""The places of definitions that are looked at together."""


def _equal_groups(items: Sequence[IndependentCard]) -> Groups:
    found: dict[object, list[int]] = {}
    for at, item in enumerate(items):
        said = tuple((effect.slot, effect.body.text) for effect in item.effects)
        found.setdefault((item.thing.kind, said), []).append(at)
    return [*found.values()]


def _single_groups(items: Sequence[IndependentCard]) -> Groups:
    return [[at] for at in range(len(items))]


def _analyze_groups(
    loaded: Loaded,
    items: Sequence[IndependentCard],
    groups: Groups,
    rest: GameContext,
    memo: Memo | None = None,
) -> list[Outcome]:
    outcomes, report = Outcomes(items), Report()
    first = [effect for group in groups for effect in items[group[0]].effects]
    checked = check_effects(loaded.declared, first, report, memo)
    outcomes.assign(report, "errors")
    if not report.failed:
        costs, too_costly = Costs(checked, rest.costs, things=rest.things), Report()
        report_costs(checked, too_costly, costs)
        outcomes.assign(too_costly, "costs")
        rules, own = CheckedPacks(loaded, checked), [*rule_trees.printed_effects(checked)]
        _share_results(checked, items, groups)
        known = effect_bounds.effect_bounds(rules, rest, costs)
        unchanged = [*rule_trees.printed_effects(checked)][len(own) :]
        things = Definitions([item.thing for item in items], loaded.manifests)
        outcomes.assign(lint(Effects(rules, own, known, unchanged), things), "lints")
        outcomes.add_uses(rules, known)
        rule_trees.clear_indexes()
    return outcomes.made


def _share_results(checked: Checked, items: Sequence[IndependentCard], groups: Groups) -> None:
    """Shares the checked effects of the first card with the others of its group."""
    for first, *others in groups:
        for at in others:
            for old, new in zip(_keys(items[first]), _keys(items[at]), strict=True):
                checked.effects[new] = checked.effects[old]
            for shared, effect in zip(items[first].effects, items[at].effects, strict=True):
                checked.trees.share(effect.body, shared.body)


def _keys(item: IndependentCard) -> list[tuple[str, str, str]]:
    return [(item.thing.kind, item.thing.id, effect.slot) for effect in item.effects]


class Outcomes:
    """The outcomes of some cards, and which card a position belongs to."""

    def __init__(self, items: Sequence[IndependentCard]) -> None:
        self.items = items
        self.made = [Outcome() for _ in items]
        self._order = sorted(range(len(items)), key=lambda at: _place(items[at]))
        self._places = [_place(items[at]) for at in self._order]

    def assign(self, report: Report, what: str) -> None:
        """Assigns each diagnostic to the card it is in; others are reported elsewhere."""
        for diagnostic in report.diagnostics:
            at = self.owner(diagnostic)
            if at is not None:
                getattr(self.made[at], what).append(diagnostic)

    def owner(self, diagnostic: Diagnostic) -> int | None:
        """The number of the card that a diagnostic is in."""
        span = diagnostic.span
        if span is None:
            return None
        index = bisect_right(self._places, (span.source.name, span.start)) - 1
        at = self._order[index]
        stretch = self.items[at].stretch
        inside = span.source.name == stretch.source.name and span.start < stretch.end
        return at if index >= 0 and inside else None

    def add_uses(self, rules: CheckedPacks, known: effect_bounds.Bounds) -> None:
        """Adds what the cards use, and how many steps they take."""
        board = rules.declared.board
        for item, outcome in zip(self.items, self.made, strict=True):
            own = _effects(item, rules.checked)
            of = uses_of(rule_trees.printed_effects(own), board).of
            used = {(user, key) for user, keys in of.items() for key in keys}
            used |= {(ROOT, key) for key in printed_uses(item.thing, board)}
            outcome.uses = frozenset(used)
            outcome.steps = {slot: known.routine(e) for (_, _, slot), e in own.effects.items()}


def _place(item: IndependentCard) -> tuple[str, int]:
    return item.stretch.source.name, item.stretch.start


def _effects(item: IndependentCard, checked: Checked) -> Checked:
    """The effects of one card alone."""
    effects = {key: checked.effects[key] for key in _keys(item)}
    return Checked(checked.declared, {}, effects=effects)


def worst_bounds(outcomes: Iterable[Outcome]) -> dict[str, Bound]:
    """By slot, the highest number of steps."""
    found: dict[str, Bound] = {}
    for outcome in outcomes:
        for slot, bound in outcome.steps.items():
            found[slot] = found[slot].either(bound) if slot in found else bound
    return found


def add_errors(outcomes: Iterable[Outcome], report: Report, loaded: Loaded) -> bool:
    """Adds the certain errors of the first pass that has any; returns whether there are errors."""
    made = [*outcomes]
    for errors in ([o.errors for o in made], [o.costs for o in made]):
        found = Report()
        for diagnostic in (d for some in errors for d in some):
            found.add(diagnostic)
        report.extend(loaded.without_cascades(found, report))
        if found.failed:
            return True
    return report.failed
