"""Checks a large pack completely: independent cards in parallel, everything else as usual."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from cardwright import Rules
from cardwright.language.analysis.endless_effects import report_endless_effects
from cardwright.language.analysis.expression_costs import Costs, report_costs
from cardwright.language.front_end.check import check
from cardwright.language.front_end.checked import Checked
from cardwright.language.vocabulary.verbs import VERBS
from cardwright.pack.load import Loaded, load
from cardwright.source.diagnostics import Diagnostic, Report
from cardwright.source.records import dataclass
from cardwright.source.text import Source
from cardwright_tools.check import lint_results, suppressions
from cardwright_tools.check.analysis import Analysis
from cardwright_tools.check.large.independent import IndependentCard, independent_cards
from cardwright_tools.check.large.outcomes import (
    Outcome,
    add_errors,
    analyze_definitions,
    worst_bounds,
)
from cardwright_tools.check.large.parallel import map_in_parallel
from cardwright_tools.lint import effect_bounds, run_lints
from cardwright_tools.lint.bound import NOTHING, Bound
from cardwright_tools.lint.game_context import GameContext
from cardwright_tools.lint.rules.nothing_there import stuck_kinds
from cardwright_tools.lint.uses import Uses, game_uses


@dataclass(frozen=True, slots=True)
class FullAnalysis:
    """A game without errors: the independent cards with their outcomes, and the rest."""

    analysis: Analysis
    rules: Rules
    items: Sequence[IndependentCard]
    outcomes: Sequence[Outcome]
    rest: GameContext


def analyze_all(
    pack: Path, sources: Mapping[str, Source], least: int
) -> Analysis | FullAnalysis | None:
    """The analysis of a pack; None if it has too few independent cards."""
    report = Report()
    loaded = load([pack], report)
    if loaded is None or report.failed or loaded.declared.automata:
        return None  # whether automata answer what cards ask is followed through all rules
    if loaded.declared.board.list_kind() is not None:
        return None  # what lists name, and whether they are legal, is printed on many cards
    items = independent_cards(loaded.declared, sources)
    if len(items) < least:
        return None
    checked = _check_rest(loaded, items, report)
    rules = Rules(loaded, checked)
    rest = _context(rules, report)
    outcomes = map_in_parallel(
        lambda share: analyze_definitions(loaded, share, rest), items, _effects_key
    )
    if add_errors(outcomes, report, loaded):
        left, suppressed = suppressions.apply_suppressions(report, [], [pack])
        return Analysis((), left.diagnostics, suppressed)
    return _combine(pack, rules, items, outcomes, rest, report)


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


def _combine(
    pack: Path, rules: Rules, items: Sequence[IndependentCard], outcomes: Sequence[Outcome],
    rest: GameContext, report: Report,
) -> FullAnalysis | None:  # fmt: skip
    uses = Uses()
    for user, key in {use for outcome in outcomes for use in outcome.uses}:
        uses.add(user, iter([key]))
    events = {n: b for n, b in rest.bounds.items() if n.startswith("event ")}
    rest = replace(rest, printed=worst_bounds(outcomes), uses=uses)
    if reaction_bounds(rules, without_bounds(rest)) != events:
        return None  # a trigger performs printed effects, so no effect is independent
    if _seek_in_vain(rules, uses):
        return None  # it is told of each kind once, where any text looks for it first
    found = run_lints(rules, without_bounds(rest))
    for outcome in outcomes:
        _add_all(outcome.lints, found)
    report.extend(lint_results.for_packs(found, [pack]))
    left, suppressed = suppressions.apply_suppressions(report, [rules], [pack])
    analysis = Analysis((rules.title,), left.diagnostics, suppressed)
    return FullAnalysis(analysis, rules, items, outcomes, rest)


def _seek_in_vain(rules: Rules, uses: Uses) -> bool:
    """Whether independent cards look for things that never leave supply (CW544)."""
    sought = {key[1] for used in uses.of.values() for key in used if key[0] == "sought"}
    known = game_uses(rules)
    known.update(uses)
    return not sought.isdisjoint(stuck_kinds(known, rules.declared.board))


def without_bounds(rest: GameContext) -> GameContext:
    """The context for linting the rest itself, whose own bounds are computed."""
    return replace(rest, bounds={})


def _add_all(found: Sequence[Diagnostic], report: Report) -> None:
    for diagnostic in found:
        report.add(diagnostic)
