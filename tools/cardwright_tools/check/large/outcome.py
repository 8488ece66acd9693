"""Looks at plain definitions: their mistakes, what looks wrong, and what the rest needs to know."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import field

from cardwright import Rules
from cardwright.language import cost
from cardwright.language.checker import Checked, check_effects
from cardwright.pack.load import Loaded
from cardwright.source.diagnostics import Diagnostic, Report
from cardwright.source.records import dataclass
from cardwright_tools.check.large.plain import Plain
from cardwright_tools.lints import steps, tree
from cardwright_tools.lints.bounds import Bound
from cardwright_tools.lints.find import find_in
from cardwright_tools.lints.reading import ROOT, Key, printed_uses, uses_of
from cardwright_tools.lints.rest import Rest

Use = tuple[Key, Key]
"""Who uses it, and what is used."""


@dataclass(slots=True)
class Outcome:
    """What came out of one definition: errors of three passes, each only when there are none
    before it; what it uses; and, by slot, the steps of its effects.
    """

    mistakes: list[Diagnostic] = field(default_factory=list)
    costs: list[Diagnostic] = field(default_factory=list)
    doubts: list[Diagnostic] = field(default_factory=list)
    uses: frozenset[Use] = frozenset()
    steps: dict[str, Bound] = field(default_factory=dict)

    @property
    def told(self) -> bool:
        """Whether anything is told of the definition."""
        return bool(self.mistakes or self.costs or self.doubts)


def look(loaded: Loaded, items: Sequence[Plain], rest: Rest) -> list[Outcome]:
    """What comes out of each; `rest` is known of all that is not plain.

    Of definitions whose effects say the same, the first is looked at for all; where anything is
    told of one of them, each by itself.
    """
    groups = _alike(items)
    made = _look(loaded, items, groups, rest)
    several = [group for group in groups if len(group) > 1]
    odd = [at for group in several if any(made[at].told for at in group) for at in group]
    each = [items[at] for at in odd]
    for at, outcome in zip(odd, _look(loaded, each, _apart(each), rest), strict=True):
        made[at] = outcome
    return made


Groups = list[list[int]]
"""The places of definitions that are looked at together."""


def _alike(items: Sequence[Plain]) -> Groups:
    found: dict[object, list[int]] = {}
    for at, item in enumerate(items):
        said = tuple((effect.slot, effect.body.text) for effect in item.effects)
        found.setdefault((item.thing.kind, said), []).append(at)
    return [*found.values()]


def _apart(items: Sequence[Plain]) -> Groups:
    return [[at] for at in range(len(items))]


def _look(loaded: Loaded, items: Sequence[Plain], groups: Groups, rest: Rest) -> list[Outcome]:
    outcomes, report = Outcomes(items), Report()
    first = [effect for group in groups for effect in items[group[0]].effects]
    checked = check_effects(loaded.declared, first, report)
    outcomes.share(report, "mistakes")
    if not report.failed:
        costs = Report()
        cost.find(checked, costs, rest.costs)
        outcomes.share(costs, "costs")
        rules, own = Rules(loaded, checked), [*tree.effects(checked)]
        _repeat(checked, items, groups)
        known = steps.bounds(rules, rest)
        alike = [*tree.effects(checked)][len(own) :]
        outcomes.share(find_in(rules, own, known, alike), "doubts")
        outcomes.tell(rules, known)
        tree.forget()
    return outcomes.made


def _repeat(checked: Checked, items: Sequence[Plain], groups: Groups) -> None:
    """Gives the others of each group what the first one's effects have become."""
    for first, *others in groups:
        for at in others:
            for old, new in zip(_keys(items[first]), _keys(items[at]), strict=True):
                checked.effects[new] = checked.effects[old]


def _keys(item: Plain) -> list[tuple[str, str, str]]:
    return [(item.thing.kind, item.thing.id, effect.slot) for effect in item.effects]


class Outcomes:
    """Those of some definitions, and whose a place is."""

    def __init__(self, items: Sequence[Plain]) -> None:
        self.items = items
        self.made = [Outcome() for _ in items]
        self._order = sorted(range(len(items)), key=lambda at: _place(items[at]))
        self._places = [_place(items[at]) for at in self._order]

    def share(self, report: Report, what: str) -> None:
        """Gives each diagnostic to the definition it stands in; others are told elsewhere."""
        for diagnostic in report.diagnostics:
            at = self._whose(diagnostic)
            if at is not None:
                getattr(self.made[at], what).append(diagnostic)

    def _whose(self, diagnostic: Diagnostic) -> int | None:
        span = diagnostic.span
        if span is None:
            return None
        index = bisect_right(self._places, (span.source.name, span.start)) - 1
        at = self._order[index]
        stretch = self.items[at].stretch
        inside = span.source.name == stretch.source.name and span.start < stretch.end
        return at if index >= 0 and inside else None

    def tell(self, rules: Rules, known: steps.Bounds) -> None:
        """What they use, and how many steps they take."""
        board = rules.declared.board
        for item, outcome in zip(self.items, self.made, strict=True):
            own = _effects(item, rules.checked)
            of = uses_of(tree.effects(own), board).of
            used = {(user, key) for user, keys in of.items() for key in keys}
            used |= {(ROOT, key) for key in printed_uses(item.thing, board)}
            outcome.uses = frozenset(used)
            outcome.steps = {slot: known.routine(e) for (_, _, slot), e in own.effects.items()}


def _place(item: Plain) -> tuple[str, int]:
    return item.stretch.source.name, item.stretch.start


def _effects(item: Plain, checked: Checked) -> Checked:
    """The effects of one definition alone."""
    effects = {key: checked.effects[key] for key in _keys(item)}
    return Checked(checked.declared, {}, effects=effects)


def worst(outcomes: Iterable[Outcome]) -> dict[str, Bound]:
    """By slot, the most steps of any."""
    found: dict[str, Bound] = {}
    for outcome in outcomes:
        for slot, bound in outcome.steps.items():
            found[slot] = found[slot].either(bound) if slot in found else bound
    return found


def add_mistakes(outcomes: Iterable[Outcome], report: Report, loaded: Loaded) -> bool:
    """Whether there are errors; adds what is certain of those of the first pass that has some."""
    made = [*outcomes]
    for errors in ([o.mistakes for o in made], [o.costs for o in made]):
        found = Report()
        for diagnostic in (d for some in errors for d in some):
            found.add(diagnostic)
        report.extend(loaded.without_cascades(found, report))
        if found.failed:
            return True
    return report.failed
