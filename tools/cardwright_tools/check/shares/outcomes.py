"""The outcome of checking a card: errors, lints, and what the rest needs to know."""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import field

from cardwright.board.model import Board
from cardwright.language.analysis.set_sizes import any_effect_transfers_ownership
from cardwright.language.front_end.checked import Checked
from cardwright.pack.loaded import Loaded
from cardwright.source.diagnostics import Diagnostic, Report
from cardwright.source.records import dataclass
from cardwright.source.text import Span
from cardwright_tools.check.shares.independent import IndependentCard
from cardwright_tools.lint import rule_trees
from cardwright_tools.lint.bound import Bound, worst
from cardwright_tools.lint.uses import ROOT, Key, printed_uses, uses_of

Use = tuple[Key, Key]
"""The user, and the key that it uses."""
TRANSFER: Use = ROOT, Key("transfer")
"""The use of effects that may give something to another player."""


@dataclass(slots=True)
class Outcome:
    """The outcome for one definition: the errors of three passes, each of which only runs if
    there were none before; its uses; and the steps of its effects by slot."""

    errors: list[Diagnostic] = field(default_factory=list)
    costs: list[Diagnostic] = field(default_factory=list)
    lints: list[Diagnostic] = field(default_factory=list)
    uses: frozenset[Use] = frozenset()
    steps: dict[str, Bound] = field(default_factory=dict)

    @property
    def has_reports(self) -> bool:
        """Whether anything is reported on the card."""
        return bool(self.errors or self.costs or self.lints)


@dataclass(frozen=True, slots=True)
class Errors:
    """The errors of two passes over the rest; the second one only runs if the first finds none."""

    in_texts: Report = field(default_factory=Report)
    in_costs: Report = field(default_factory=Report)

    @property
    def failed(self) -> bool:
        return self.in_texts.failed or self.in_costs.failed


def effect_uses(made: Checked) -> set[Use]:
    """The uses of these effects."""
    found = {*uses_of(rule_trees.printed_effects(made), made.declared.board).pairs()}
    return found | {TRANSFER} if any_effect_transfers_ownership(made) else found


def uses_by_values(item: IndependentCard, board: Board) -> Iterator[Use]:
    return ((ROOT, key) for key in printed_uses(item.thing, board))


class Outcomes:
    """The outcomes of some cards, and a way to find the card at a position."""

    def __init__(self, items: Sequence[IndependentCard]) -> None:
        self.items = items
        self.made = [Outcome() for _ in items]
        self._order = sorted(range(len(items)), key=lambda at: _place(items[at].stretch))
        self._places = [_place(items[at].stretch) for at in self._order]

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
        index = bisect_right(self._places, _place(span)) - 1
        at = self._order[index]
        stretch = self.items[at].stretch
        inside = span.source == stretch.source and span.start < stretch.end
        return at if index >= 0 and inside else None


def _place(span: Span) -> tuple[str, str, int]:
    """An identifier of a span's position, even if a file has had several texts."""
    return span.source.name, span.source.text, span.start


def effects_of(item: IndependentCard, checked: Checked) -> Checked:
    """The effects of one card alone."""
    effects = {effect.key: checked.effects[effect.key] for effect in item.effects}
    return Checked(checked.declared, {}, effects=effects)


def all_uses(outcomes: Iterable[Outcome]) -> set[Use]:
    """The uses of all of them; many have the same set."""
    return set().union(*{id(one.uses): one.uses for one in outcomes}.values())


def worst_bounds(outcomes: Iterable[Outcome]) -> dict[str, Bound]:
    """The highest number of steps by slot."""
    return worst_of({each for outcome in outcomes for each in outcome.steps.items()})


def worst_of(steps: Iterable[tuple[str, Bound]]) -> dict[str, Bound]:
    """The highest number of steps by slot, of slots with bounds."""
    found = defaultdict[str, list[Bound]](list)
    for slot, bound in steps:
        found[slot].append(bound)
    return {slot: worst(bounds) for slot, bounds in found.items()}


def add_errors(outcomes: Iterable[Outcome], rest: Errors, report: Report, loaded: Loaded) -> bool:
    """Adds the certain errors of the first pass that has any, in cards or in the rest; returns
    whether there are errors."""
    made = [*outcomes]
    passes = (rest.in_texts, [o.errors for o in made]), (rest.in_costs, [o.costs for o in made])
    for of_rest, of_cards in passes:
        found = Report()
        found.extend(of_rest)
        for diagnostic in (d for some in of_cards for d in some):
            found.add(diagnostic)
        report.extend(loaded.without_cascades(found, report))
        if found.failed:
            return True
    return report.failed
