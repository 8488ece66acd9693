"""Examines games, the cards of large ones in shares.

Owns which games are checked so, and what is put together of the shares: errors, and two totals that
lints of the rest need, what the cards use and how many steps they take.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import cardwright
from cardwright import Rules
from cardwright.api import examine_loaded
from cardwright.language.analysis.endless_effects import report_endless_effects
from cardwright.language.analysis.expression_costs import Costs, report_costs
from cardwright.language.front_end.check import check
from cardwright.language.front_end.checked import Checked
from cardwright.language.vocabulary.verbs import VERBS
from cardwright.pack.disabled_modules import mention_disabled_modules
from cardwright.pack.load import Loaded, load
from cardwright.pack.requires import find_pack
from cardwright.source.budget import loading
from cardwright.source.diagnostics import Report
from cardwright.source.garbage import uncollected
from cardwright.source.records import dataclass
from cardwright_tools.check.shares.independent import IndependentCard, independent_cards
from cardwright_tools.check.shares.outcomes import (
    Outcome,
    add_errors,
    analyze_definitions,
    worst_bounds,
)
from cardwright_tools.check.shares.parallel import map_in_parallel
from cardwright_tools.lint import effect_bounds, run_lints
from cardwright_tools.lint.bound import NOTHING, Bound
from cardwright_tools.lint.game_context import NO_CONTEXT, GameContext
from cardwright_tools.lint.rules.nothing_there import stuck_kinds
from cardwright_tools.lint.uses import Uses, game_uses

LEAST_LETTERS = 60_000
LEAST = 400  # independent cards
_ESCAPE = re.compile(r"\\[xuU\n]")
"""In quotes: what may spell an id in other letters."""


@dataclass(frozen=True, slots=True)
class Shared:
    """A game without errors: the independent cards with their outcomes, and the rest."""

    rules: Rules
    items: Sequence[IndependentCard]
    outcomes: Sequence[Outcome]
    rest: GameContext


class Shares:
    """Examines each game once. `shared`: by id of its rules, what was checked in shares."""

    def __init__(self) -> None:
        self.shared: dict[int, Shared] = {}

    def examine(
        self, *packs: str | Path, modules: Collection[str] = ()
    ) -> tuple[Rules | None, Report]:
        with uncollected(), loading():
            found = self._examine([find_pack(pack) for pack in packs], modules)
        return found or cardwright.examine(*packs, modules=modules)

    def _examine(
        self, folders: Sequence[Path], modules: Collection[str]
    ) -> tuple[Rules | None, Report] | None:
        """None for games whose cards seemed independent, and are not."""
        report = Report()
        loaded = load(folders, report, modules=modules)
        if loaded is None:
            return None, report
        items = () if report.failed else _items(loaded)
        if len(items) < LEAST:
            return examine_loaded(loaded, report, modules)
        found = _examine_shares(loaded, items, report, modules)
        if report.failed:
            return None, mention_disabled_modules(report, loaded.manifests, modules)
        if found is None:
            return None
        self.shared[id(found.rules)] = found
        return found.rules, report

    def lints(self, rules: Rules) -> Report:
        shared = self.shared.get(id(rules))
        found = run_lints(rules, without_bounds(shared.rest) if shared else NO_CONTEXT)
        for diagnostic in (d for one in shared.outcomes for d in one.lints) if shared else ():
            found.add(diagnostic)
        return found


def _items(loaded: Loaded) -> Sequence[IndependentCard]:
    """The cards that are checked in shares, if there may be many."""
    declared, sources = loaded.declared, {d.source.name: d.source for d in loaded.documents}
    texts = [source.text for source in sources.values()]
    if sum(map(len, texts)) < LEAST_LETTERS or any(map(_ESCAPE.search, texts)):
        return ()
    # Whether automata answer what cards ask is followed through all rules; what lists name, and
    # whether they are legal, is printed on many cards.
    if declared.automata or declared.board.list_kind() is not None:
        return ()
    return independent_cards(declared, sources)


def _examine_shares(
    loaded: Loaded, items: Sequence[IndependentCard], report: Report, modules: Collection[str]
) -> Shared | None:
    """None with errors, and where no card is independent after all."""
    checked = _check_rest(loaded, items, report)
    rules = Rules(loaded, checked, modules)
    rest = _context(rules, report)
    outcomes = map_in_parallel(
        lambda share: analyze_definitions(loaded, share, rest), items, _effects_key
    )
    if add_errors(outcomes, report, loaded):
        return None
    return _combined(rules, items, outcomes, rest)


def _effects_key(item: IndependentCard) -> str:
    """The text of the effects: equal ones are checked together."""
    return "\n".join(effect.body.text for effect in item.effects)


def _check_rest(loaded: Loaded, items: Sequence[IndependentCard], report: Report) -> Checked:
    """Checks everything but the independent cards."""
    effects = {id(effect) for item in items for effect in item.effects}
    others = [effect for effect in loaded.declared.effects if id(effect) not in effects]
    checked = check(replace(loaded.declared, effects=others), report)
    if not report.failed:
        report_endless_effects(checked, report)
        report_costs(checked, report)
    return checked


def _context(rules: Rules, report: Report) -> GameContext:
    """What the independent cards need to know about the rest, if that has no errors."""
    if report.failed:
        return GameContext()
    costs = Costs(rules.checked)
    return GameContext(
        _rule_bounds(rules) | reaction_bounds(rules, GameContext()),
        costs={name: costs.of_definition(name) for name in rules.checked.functions},
    )


def reaction_bounds(rules: Rules, rest: GameContext) -> dict[str, Bound]:
    """How many steps each event may trigger, for those that trigger any."""
    known = effect_bounds.effect_bounds(rules, rest)
    for verb, kind in _events(rules):
        known.events(verb, kind)
    return {n: b for n, b in known.known.items() if n.startswith("event ") and b != NOTHING}


def _rule_bounds(rules: Rules) -> dict[str, Bound]:
    """How many steps each rule takes, without the effects of independent cards."""
    known = effect_bounds.effect_bounds(rules)
    for name in rules.checked.rules:
        known.rule(name)
    return {n: b for n, b in known.known.items() if n.startswith("rule ")}


def _events(rules: Rules) -> Iterator[tuple[str, str]]:
    board = rules.declared.board
    for name in board.kinds:
        yield from ((verb.name, name) for verb in VERBS.events)
    for kind in board.kinds.values():
        yield from ((f"change {name}", kind.name) for name in kind.fields)
    yield from ((f"change {name}", "") for name in board.state)
    yield from ((f"rule {name}", "") for name in rules.checked.rules)


def _combined(
    rules: Rules, items: Sequence[IndependentCard], outcomes: Sequence[Outcome], rest: GameContext
) -> Shared | None:
    uses = Uses()
    for user, key in {use for outcome in outcomes for use in outcome.uses}:
        uses.add(user, iter([key]))
    events = {n: b for n, b in rest.bounds.items() if n.startswith("event ")}
    rest = replace(rest, printed=worst_bounds(outcomes), uses=uses)
    if reaction_bounds(rules, without_bounds(rest)) != events:
        return None  # a trigger performs printed effects, so no effect is independent
    if _seek_in_vain(rules, uses):
        return None  # it is told of each kind once, where any text looks for it first
    return Shared(rules, items, outcomes, rest)


def _seek_in_vain(rules: Rules, uses: Uses) -> bool:
    """Whether independent cards look for things that never leave supply (CW544)."""
    sought = {key[1] for used in uses.of.values() for key in used if key[0] == "sought"}
    known = game_uses(rules)
    known.update(uses)
    return not sought.isdisjoint(stuck_kinds(known, rules.declared.board))


def without_bounds(rest: GameContext) -> GameContext:
    """The context for linting the rest itself, whose own bounds are computed."""
    return replace(rest, bounds={})
