"""The front end: parses, resolves, types and lowers everything declared in the language.

Turns the declarations of packs into a `Checked` game: functions, modifiers, routines, options and
abilities in the core tree, with their HIR. Reports every error it finds.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from types import MappingProxyType
from typing import Any

from cardwright.board.built_in import add_runners, add_source
from cardwright.board.declarations import Kind
from cardwright.board.types import FLAG, NONE, NUMBER, PLAYER, thing
from cardwright.language import core
from cardwright.language.active import active_name
from cardwright.language.declared import Ability, Declared, Effect
from cardwright.language.front_end.abilities import check_ability, check_capacity
from cardwright.language.front_end.checked import Checked
from cardwright.language.front_end.first_steps import mark_first_steps
from cardwright.language.front_end.lasting_effects import check_lasting
from cardwright.language.front_end.list_rules import check_list_rule
from cardwright.language.front_end.memo import Definitions, Memo, Requirements, Signature
from cardwright.language.front_end.options import check_option
from cardwright.language.front_end.placement import forbid_places, misplaced_kinds
from cardwright.language.front_end.reachability import ReachabilityChecker
from cardwright.language.front_end.routines import check_effect, check_rule
from cardwright.language.front_end.session import Session
from cardwright.language.keyword_effects import silenced
from cardwright.language.lower.expressions import Expressions
from cardwright.language.lower.overrides import Overrides
from cardwright.language.lower.statements import effects_in_full
from cardwright.language.resolve import expressions
from cardwright.language.resolve.declarations.definitions import DefinitionResolver
from cardwright.language.resolve.declarations.events import events_of
from cardwright.language.resolve.declarations.modifier_targets import (
    field_functions,
    function_of,
    modified_fields,
)
from cardwright.language.resolve.diagnostics.undeclared_words import resolved
from cardwright.language.resolve.dispatch import condition
from cardwright.language.resolve.errors import CheckError, which
from cardwright.language.resolve.scope import Context, RegisterAllocator, Rules, Scope
from cardwright.language.resolve.statements import statements
from cardwright.language.resolve.statements.answers import checked_answers, checked_automaton
from cardwright.language.resolve.texts import read_expression
from cardwright.language.resolve.tree_cache import TreeCache
from cardwright.language.syntax.parser import shared_parser
from cardwright.language.traced_numbers import Trace
from cardwright.language.vocabulary.verbs import VERBS
from cardwright.source.diagnostics import Report
from cardwright.source.text import Span

RULES = Rules(expressions.RULES, statements.RULES)
NOTHING: Mapping[Any, Any] = MappingProxyType({})


def check(declared: Declared, report: Report, memo: Memo | None = None) -> Checked:
    """Checks all texts; errors are added to `report`, and texts with errors are left out.

    Declarations known to `memo` are not checked again, and the results of others are stored in it.
    """
    session = _session(declared, report, memo)
    _resolve_definitions(session)
    _run(session)
    session.memo.required = Requirements.of(session.context)
    if session.context.asks_source:
        add_source(declared.board)
    add_runners(declared.board, session.context.asked_during)
    return session.checked


def check_effects(
    declared: Declared,
    effects: Sequence[Effect],
    report: Report,
    functions: Mapping[str, core.Function] = NOTHING,
    traced: Mapping[Span, tuple[Trace, int]] = NOTHING,
) -> Checked:
    """Checks these printed effects, and what they lead to.

    `functions` are definitions that have been checked; others are checked when a text needs them.
    `traced` are the traced numbers in their texts, with their positions.
    """
    session = _session(declared, report)
    session.context.traced = traced
    session.definitions.functions |= functions
    ReachabilityChecker(session).check(effects)
    mark_first_steps(session.checked, session.lowered, session.memo)
    return session.checked


def _resolve_definitions(session: Session) -> None:
    """Resolves all definitions, or reuses the earlier results of those that hold."""
    context, memo, resolver = session.context, session.memo, session.definitions
    declared, known, before = context.declared.definitions, memo.definitions, context.report.added
    held = known.held(declared)
    resolver.resolve_all({name: known.functions[name] for name in held}, known.depths)
    both = [name for name in known.functions if name in declared]
    if held and _types(resolver.functions, both) != _types(known.functions, both):
        held = frozenset()  # texts may use the type of a definition without calling it
        resolver.resolve_all()
        functions = resolver.functions
        functions |= {name: known.same(name, functions[name], declared[name])
                      for name in both if name in functions}  # fmt: skip
    if held:
        session.add_trees(known.trees_of(held))
        known.required.add_to(context)
    # in one order, whichever of them were known
    found = {name: resolver.functions.pop(name) for name in declared if name in resolver.functions}
    resolver.functions |= found
    memo.use_signature(_types(found, declared))
    if context.report.added == before and len(found) == len(declared) and session.keeps:
        trees, required = session.trees_since(0), Requirements.of(context)
        memo.definitions = Definitions(declared, found, resolver.depths, trees, required)


def _types(functions: Mapping[str, core.Function], names: Iterable[str]) -> Signature:
    """The types of definitions; None for those that are wrong."""
    found = {name: functions.get(name) for name in names}
    return {name: (f.body.type, *f.takes) if f else None for name, f in found.items()}


def _session(declared: Declared, report: Report, memo: Memo | None = None) -> Session:
    trees = TreeCache(all_kept=memo is not None and memo.keeps_trees)
    context = Context(declared, report, shared_parser(VERBS), RULES, trees)
    fields = modified_fields(context)
    events = (frozenset(events_of(hook, context)) for hook in ("forbid", "instead"))
    changes = Overrides({key: function_of(f) for key, f in fields.items()}, *events)
    lowered = Expressions(context.board, changes, effects_in_full)
    definitions = DefinitionResolver(context, lowered)
    definitions.functions |= {made.name: made for made in field_functions(fields)}
    return Session(context, definitions, lowered, memo)


def _run(session: Session) -> None:
    declared, turn = session.context.declared, partial(_turn, context=session.context)
    session.definitions.functions |= silenced(declared)
    for kind in declared.board.kinds.values():
        if kind.active_while is not None:
            session.attempt(_active, kind)
    for rule in declared.rules.values():
        session.query(check_rule, rule)
    for effect in declared.effects:
        session.query(check_effect, effect)
    for option in declared.options:
        session.query(check_option, option)
    for ability in sorted(declared.abilities, key=turn):
        session.query(check_ability, ability)
    for lasting in declared.lasting.values():
        session.attempt(check_lasting, lasting)
    for definition in declared.definitions.values():
        for capacity in definition.capacities:
            session.attempt(check_capacity, capacity)
    for name in misplaced_kinds(session.context):
        forbid_places(name, session)
    for list_rule in declared.list_rules:
        session.attempt(check_list_rule, list_rule)
    for automaton in declared.automata.values():
        found = checked_automaton(automaton, session.context, session.lowered)
        session.checked.automata.append(found)
    session.checked.hints = checked_answers(declared.hints, session.context, session.lowered)
    session.attempt(_ends, declared)
    mark_first_steps(session.checked, session.lowered, session.memo)


def _turn(ability: Ability, context: Context) -> tuple[int, int]:
    """The sort key: `order`; for replacements, those of a pack before those of the packs it
    requires.
    """
    packs = context.declared.packs
    replaces = ability.kind.hook == "instead" and ability.pack in packs
    return ability.order, -packs.index(ability.pack) if replaces else 0


def _active(kind: Kind, session: Session) -> None:
    """Makes `active while` a function of the thing, which can also be named by its kind."""
    assert kind.active_while is not None
    span, type = kind.active_while, thing(kind.name)
    scope = Scope(session.context, RegisterAllocator())
    this = core.Var(type.maybe(), span, scope.allocator.variable())
    scope.names |= {"this": this, kind.name: this}
    if session.context.board.has_owner(kind.name):
        scope.names["you"] = core.Owner(PLAYER.maybe(), span, this)
    node = read_expression(span, session.context)
    if node is not None:
        test, name = resolved(condition, node, scope), active_name(kind.name)
        made = core.Function(name, (type,), session.lowered(test), span, test)
        session.definitions.functions[name] = made


def _ends(declared: Declared, session: Session) -> None:
    if declared.main and declared.main not in declared.rules and declared.main_span:
        raise CheckError("CW211", f"there is no rule `{declared.main}`", declared.main_span,
                      which(declared.main, declared.rules))  # fmt: skip
    _require_numbers((declared.score, declared.evaluate), declared, session)
    if declared.winners is None:
        return
    found = session.expression(declared.winners, Scope(session.context, RegisterAllocator()), None)
    if found is not None and found.type == FLAG:  # all win or lose together
        session.checked.cooperative = True
        everybody = core.Domain(PLAYER.set(), found.span, "player")
        nobody = core.SetOf(PLAYER.set(), found.span, ())
        found = core.Cond(PLAYER.set(), found.span, found, everybody, nobody)
    if found is not None and found.type.one() != PLAYER:
        raise CheckError("CW220", f"expected players, found {found.type}", declared.winners)
    session.checked.winners = found


def _require_numbers(names: tuple[str, ...], declared: Declared, session: Session) -> None:
    """Raises CheckError if a definition has values of another type, which can't be compared."""
    for name in names:
        made, found = declared.definitions.get(name), session.definitions.functions.get(name)
        if made is not None and found is not None and found.body.type not in (NUMBER, NONE):
            raise CheckError("CW348", f"`{name}` is not a number", made.span)
