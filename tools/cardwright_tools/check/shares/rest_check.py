"""Checks everything but the independent cards of a game: the context that these need, and its
lints.

Combines the two totals of cards that lints of the rest need: their uses and their numbers of steps.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from cardwright.checked_packs import CheckedPacks
from cardwright.language.analysis.cost_reports import report_costs
from cardwright.language.analysis.endless_effects import report_endless_effects
from cardwright.language.analysis.expression_costs import Costs
from cardwright.language.core import Event
from cardwright.language.declared import Declared
from cardwright.language.front_end.check import check
from cardwright.language.vocabulary.verbs import VERBS
from cardwright.pack.loaded import Loaded
from cardwright.source.diagnostics import Diagnostic
from cardwright_tools.check.shares.independent import IndependentCard
from cardwright_tools.check.shares.outcomes import Errors, Use
from cardwright_tools.check.stored_results.results import Results
from cardwright_tools.lint import effect_bounds
from cardwright_tools.lint.bound import NOTHING, Bound
from cardwright_tools.lint.effect_bounds import Bounds
from cardwright_tools.lint.game_context import GameContext
from cardwright_tools.lint.game_facts import GameFacts
from cardwright_tools.lint.rule_trees import clear_indexes
from cardwright_tools.lint.rules.always_empty import (
    absent_kinds,
    may_cancel,
    nobodys_kinds,
    stuck_kinds,
)
from cardwright_tools.lint.run import kinds_with_rules, things_without
from cardwright_tools.lint.uses import CANCELS, Key, Uses, game_uses


def check_rest(
    loaded: Loaded,
    items: Sequence[IndependentCard],
    errors: Errors,
    modules: Collection[str] = (),
    transfers: bool = False,
    results: Results | None = None,
) -> tuple[CheckedPacks, GameContext, Costs]:
    """Checks everything but the independent cards; also returns what these need to know about it,
    and its costs.

    `transfers`: whether some card gives something to another player; `results`: what is
    known of the declarations, to which the rest is added.
    """
    memo = results.memo if results else None
    checked = check(without_cards(loaded.declared, items), errors.in_texts, memo)
    if results:
        results.use_claims(checked)
    costs = Costs(checked, transfers=transfers or None)
    if not errors.failed and checked.is_complete:
        report_endless_effects(checked, errors.in_costs)
        report_costs(checked, errors.in_costs, costs)
    rules = CheckedPacks(loaded, checked, modules)
    if errors.in_texts.failed or not checked.is_complete:
        return rules, GameContext(is_wrong=True), costs
    if errors.in_costs.failed:
        return rules, GameContext(functions=checked.functions), costs
    return rules, context_of(rules, costs), costs


def without_cards(declared: Declared, items: Sequence[IndependentCard]) -> Declared:
    """The declarations without the effects of these cards."""
    effects = {id(effect) for item in items for effect in item.effects}
    others = [effect for effect in declared.effects if id(effect) not in effects]
    return replace(declared, effects=others)


def context_of(rules: CheckedPacks, costs: Costs, bounds: Bounds | None = None) -> GameContext:
    """The context that independent cards need from the rest, which has no errors. `bounds`: those
    of its effects, as far as they are known."""
    bounds = bounds or effect_bounds.effect_bounds(rules, costs=costs)
    of_rules = {name: bounds.named(("body", name)) for name in rules.checked.rules}
    return GameContext(
        of_rules,
        reaction_bounds(rules, bounds),
        costs={name: costs.of_definition(name) for name in rules.checked.functions},
        things=costs.things,
        functions=rules.checked.functions,
        facts=GameFacts.of(rules.checked, costs.sizes.transfers),
    )


def reaction_bounds(rules: CheckedPacks, known: Bounds) -> dict[Event, Bound]:
    """The number of steps that each event may trigger, for those that trigger any."""
    for event in filter(known.has_reactions, _events(rules, known.reacting)):
        known.named(event)
    return {n: b for n, b in known.known.items() if isinstance(n, Event) and b != NOTHING}


def _events(rules: CheckedPacks, reacting: Collection[Event]) -> Iterator[Event]:
    """The events of a kind of event to which something reacts."""
    board = rules.declared.board
    verbs = [verb.name for verb in VERBS.events
             if Event("action", verb.name).of_any_kind in reacting]  # fmt: skip
    for name in board.kinds:
        yield from (Event("action", verb, name) for verb in verbs)
    changed = {event.name for event in reacting if event.sort == "change"}
    for kind in board.kinds.values():
        state = (*kind.fields, *kind.indexed)
        yield from (Event("change", name, kind.name) for name in state if name in changed)
    yield from (Event("change", name) for name in (*board.state, *board.indexed))
    yield from (Event("rule", name) for name in rules.checked.rules)


def with_totals(
    rules: CheckedPacks,
    used: Iterable[Use],
    worst: Mapping[str, Bound],
    rest: GameContext,
    printed: frozenset[Key] | None = None,
    bounds: Bounds | None = None,
) -> GameContext | None:
    """The context with the totals of cards; None if no card is independent after all. `printed`
    is used by what is printed on all else, if that is known, and so are the `bounds` of the
    rest."""
    uses = Uses()
    for user, key in used:
        uses.add(user, iter([key]))
    known = game_uses(rules, printed)
    known.update(uses)
    rest = replace(rest, printed=worst, uses=uses, game_uses=known)
    if (bounds or bounds_of(rules, rest)).triggers_perform(worst):
        return None  # so no effect is independent
    if not uses.used().isdisjoint(_in_vain(known, rules)):
        return None  # a lint of the whole game reports it, and must see the cards
    return rest


def _in_vain(known: Uses, rules: CheckedPacks) -> set[Key]:
    """What texts use only to find nothing, or for nothing: see CW543, CW544 and CW547."""
    board = rules.declared.board
    cancelled = () if may_cancel(rules.checked) else (CANCELS,)
    sought = stuck_kinds(known, board) | absent_kinds(board)
    owned = nobodys_kinds(known, board)
    looked_for = {Key("sought", kind) for kind in sought} | {Key("owned", kind) for kind in owned}
    return looked_for.union(cancelled)


def bounds_of(rules: CheckedPacks, rest: GameContext, costs: Costs | None = None) -> Bounds:
    """The bounds of the rest itself, with those of the effects printed on cards. `costs`: those of
    the rest, if they are known."""
    of_lists = rules.declared.board.list_kind() is not None
    return effect_bounds.effect_bounds(rules, without_bounds(rest), None if of_lists else costs)


def without_bounds(rest: GameContext) -> GameContext:
    """The context for linting the rest itself, whose own bounds are computed."""
    return replace(rest, rules={}, reactions={})


def lint_rest(
    rules: CheckedPacks,
    apart: Collection[tuple[str, str]],
    rest: GameContext,
    results: Results,
    known: Bounds | None = None,
    kinds: Collection[str] = (),
) -> Sequence[Diagnostic]:
    """The lints of everything but the cards with these kinds and ids. `results`: what is known of
    the declarations, to which the lints are added; `known`: bounds with the same totals, if they
    are known; `kinds`: those of cards with rules that were not read."""
    bounds = known or bounds_of(rules, rest)
    lints, context = results.known_lints(rules, bounds, rest.facts), without_bounds(rest)
    every = {*kinds, *kinds_with_rules(apart, rules)}
    found = lints.of(rules, bounds, context, things_without(apart, rules), every, results.changed)
    clear_indexes()
    return found
