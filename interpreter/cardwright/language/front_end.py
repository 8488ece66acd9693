"""The front end: parses, resolves, types and lowers everything declared in the language.

Turns what packs declare into a `Checked` game: functions, modifiers, routines, options and
abilities in the core tree, with their HIR. Reports every error it finds.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import field, replace
from typing import TypeVar

from cardwright.board.model import Field, Kind, Thing, keep_source
from cardwright.board.types import FLAG, NUMBER, PLAYER, Type, enum, thing
from cardwright.language import core, hir
from cardwright.language.active import active_name
from cardwright.language.core import Expr
from cardwright.language.declared import (
    Ability,
    Capacity,
    Declared,
    Definition,
    Effect,
    Lasting,
    Menu,
    Option,
    Parameter,
    Rule,
    Window,
)
from cardwright.language.english.generate import English
from cardwright.language.keyword_effects import keyword_modifiers, silenced
from cardwright.language.lower.changes import Changes
from cardwright.language.lower.expressions import Expressions, unused
from cardwright.language.lower.payments import payable
from cardwright.language.lower.statements import Lowering
from cardwright.language.lower.windows import window_block
from cardwright.language.registry.ability import Hook
from cardwright.language.resolve import expressions, statements
from cardwright.language.resolve.answers import CheckedAutomaton, checked_automaton
from cardwright.language.resolve.capacities import too_large
from cardwright.language.resolve.costs import cost_of
from cardwright.language.resolve.definitions import DefinitionResolver
from cardwright.language.resolve.dispatch import condition, expression
from cardwright.language.resolve.error_recovery import report_error
from cardwright.language.resolve.errors import CheckError, which
from cardwright.language.resolve.events import duration_of, event_of, events_of
from cardwright.language.resolve.modified import (
    field_functions,
    field_of,
    function_of,
    modified_fields,
    names_field,
)
from cardwright.language.resolve.name_errors import no_definition, no_price
from cardwright.language.resolve.names import named_type
from cardwright.language.resolve.scope import (
    Context,
    RegisterAllocator,
    Rules,
    Scope,
    refuse_other_kind,
)
from cardwright.language.resolve.statements import block
from cardwright.language.resolve.texts import read_cost, read_effect, read_expression
from cardwright.language.resolve.things import checked_argument
from cardwright.language.syntax import ast
from cardwright.language.syntax.nodes import Node
from cardwright.language.syntax.parser import Parser
from cardwright.language.vocabulary.abilities import ABILITIES
from cardwright.language.vocabulary.verbs import VERBS
from cardwright.language.vocabulary.verbs.pay import paying
from cardwright.source.diagnostics import Report
from cardwright.source.records import dataclass
from cardwright.source.spelling import did_you_mean
from cardwright.source.text import NOWHERE, Span

RULES = Rules(expressions.RULES, statements.RULES)
Some = TypeVar("Some")


@dataclass(frozen=True, slots=True)
class CheckedCost:
    """What is paid before anything else: `said`, the author's payment, and when it can be paid."""

    said: core.Stmt
    test: Expr


@dataclass(frozen=True, slots=True)
class CheckedOption:
    """`test` and `cost` see register 0 (you) and 1 (this)."""

    declared: Option
    test: Expr | None
    cost: CheckedCost | None
    limit: str
    routine: core.Routine


@dataclass(frozen=True, slots=True)
class CheckedAbility:
    """A trigger, replacement or prohibition on `verb` of things of `kind`, or on a rule.

    Registers: 0 actor and you of the pack's own, 1 this, 2 it, 3 there; 4 the bearer's owner;
    from 5 on what a rule takes.
    """

    hook: Hook
    verb: str
    kind: str
    routine: core.Routine
    test: Expr | None
    declared: Ability

    @property
    def bearer(self) -> Thing | None:
        return self.declared.bearer

    @property
    def asks_where(self) -> bool:
        """Whether its condition mentions *there*."""
        return any(isinstance(e, core.Reg) and e.index == 3 for e in core.walk(self.test))

    @property
    def span(self) -> Span:
        return self.declared.span


@dataclass(slots=True)
class Checked:
    """A game whose texts are checked, without those that had errors."""

    declared: Declared
    functions: Mapping[str, core.Function]
    modifiers: dict[str, list[core.Modifier]] = field(default_factory=dict)
    changes: Changes = field(default_factory=Changes)
    rules: dict[str, core.Routine] = field(default_factory=dict)
    effects: dict[tuple[str, str, str], core.Routine] = field(default_factory=dict)
    options: list[CheckedOption] = field(default_factory=list)
    abilities: list[CheckedAbility] = field(default_factory=list)
    conditions: dict[str, Expr] = field(default_factory=dict)  # without which an effect ends
    winners: Expr | None = None
    cooperative: bool = False  # whether all win or lose together
    automata: list[CheckedAutomaton] = field(default_factory=list)
    trees: dict[Span, Node] = field(default_factory=dict)  # of the texts, by their spans

    @property
    def english(self) -> English:
        """The generator of English for its rules."""
        return English(self.declared, VERBS.by_name)


def check(declared: Declared, report: Report) -> Checked:
    """Checks all texts; errors go to `report`, and texts with errors are left out."""
    checker = _checker(declared, report)
    checker.definitions.resolve_all()
    checker.run()
    if checker.context.asks_source:
        keep_source(declared.board)
    return checker.checked


def check_effects(declared: Declared, effects: Sequence[Effect], report: Report) -> Checked:
    """Checks these printed effects, and the rules and definitions that they lead to."""
    checker = _checker(declared, report)
    checker.run_effects(effects)
    return checker.checked


def _checker(declared: Declared, report: Report) -> _Checker:
    context = Context(declared, report, Parser(VERBS), RULES)
    fields = modified_fields(context)
    changes = Changes({key: function_of(f) for key, f in fields.items()})
    forbidden, replaced = (events_of(hook, context) for hook in ("forbid", "instead"))
    lowered = Expressions(context.board, changes.with_events(forbidden, replaced))
    definitions = DefinitionResolver(context, lowered)
    definitions.functions |= {made.name: made for made in field_functions(fields)}
    return _Checker(context, definitions, lowered)


class _Checker:
    def __init__(
        self, context: Context, definitions: DefinitionResolver, lowered: Expressions
    ) -> None:
        self.context, self.definitions, self.lowered = context, definitions, lowered
        self.checked = Checked(
            context.declared, definitions.functions, changes=lowered.changes, trees=context.trees
        )

    def run(self) -> None:
        declared = self.context.declared
        self.definitions.functions |= silenced(declared)
        for kind in declared.board.kinds.values():
            if kind.active_while is not None:
                self._try(self._active, kind)
        for rule in declared.rules.values():
            self._try(self._rule, rule)
        for effect in declared.effects:
            self._try(self._effect, effect)
        for option in declared.options:
            self._try(self._option, option)
        for ability in sorted(declared.abilities, key=self._turn):
            self._try(self._ability, ability)
        for lasting in declared.lasting.values():
            self._try(self._lasting, lasting)
        for definition in declared.definitions.values():
            for capacity in definition.capacities:
                self._try(self._capacity, capacity)
        for automaton in declared.automata.values():
            found = checked_automaton(automaton, self.context, self.lowered)
            self.checked.automata.append(found)
        self._try(self._ends, declared)

    def run_effects(self, effects: Sequence[Effect]) -> None:
        for effect in effects:
            self._try(self._effect, effect)
        waiting = [*self.checked.effects.values()]
        while waiting:
            for name in _rules_run(waiting.pop()) - self.checked.rules.keys():
                self._try(self._rule, self.context.declared.rules[name])
                waiting += [self.checked.rules[name]] if name in self.checked.rules else []

    def _turn(self, ability: Ability) -> tuple[int, int]:
        """By `order`; of replacements, those of a pack before those of what it requires."""
        packs = self.context.declared.packs
        replaces = ability.kind.hook == "instead" and ability.pack in packs
        return ability.order, -packs.index(ability.pack) if replaces else 0

    def _try(self, check_one: Callable[[Some], None], declared: Some) -> None:
        try:
            check_one(declared)
        except CheckError as error:
            report_error(error, self.context.report)

    # ------------------------------------------------------------------ routines

    def _routine(
        self, name: str, takes: dict[str, Type], body: Span, span: Span, used: Field | None = None
    ) -> core.Routine:
        counter = RegisterAllocator()
        scope = Scope(self.context, counter)
        for parameter, type in takes.items():
            reg = scope.bind_register(parameter, type, span)
            if type.base == "thing" and not type.optional and parameter not in ("you", "this"):
                scope.required |= {reg.index}
        return self._filled(name, scope, len(takes), body, span, used)

    def _filled(
        self,
        name: str,
        scope: Scope,
        takes: int,
        body: Span,
        span: Span,
        used: Field | None = None,
    ) -> core.Routine:
        """`used`: the flag of what can be used only so often."""
        node = read_effect(body, self.context)
        resolved = block(node.statements, scope) if node else ()
        if used is not None and used.span is not None and resolved:
            self._rule_of(used.span)
            resolved = (hir.OncePer(used.span, used, _user(scope), resolved),)
        done = Lowering(self.lowered, scope.allocator).block(resolved)
        made = core.Routine(name, takes, scope.allocator.registers, done, span, resolved)
        return replace(made, source=scope.allocator.source)

    def _rule(self, rule: Rule) -> None:
        board = self.context.board
        takes = {"you": PLAYER}
        for parameter in rule.takes:
            type = named_type(parameter.type, board)
            refuse_other_kind(parameter.name, type, parameter.span, board)
            # A rule is not run with no thing, unless it says that it may be none.
            required = type.base == "thing" and not parameter.optional
            takes[parameter.name] = type if required else type.maybe()
        self.checked.rules[rule.name] = self._routine(rule.name, takes, rule.body, rule.span)

    def _effect(self, effect: Effect) -> None:
        bearer = effect.bearer
        takes = {"you": PLAYER, "this": thing(bearer.kind)}
        name = f"{bearer.id}/{effect.slot}"
        routine = self._routine(name, takes, effect.body, effect.body, effect.used)
        self.checked.effects[(bearer.kind, bearer.id, effect.slot)] = routine

    # ------------------------------------------------------------------- options

    def _option(self, option: Option) -> None:
        menu = self._known_menu(option.menu, option.menu_span or option.span)
        scope = self._bearer_scope(option.bearer)
        self._bind_parameters(menu.takes, scope)
        test = self._condition(option.condition, scope)
        paid, cost = self._cost(option.cost, scope) if option.cost else ((), None)
        name = f"{option.bearer.id}/{option.id}" if option.bearer else option.id
        routine = self._filled(name, scope, 2 + len(menu.takes), option.body, option.span)
        test = self._with_rules(_with_target(test, routine), routine)
        if cost is not None:
            registers = scope.allocator.registers
            routine = replace(routine, body=(*paid, *routine.body), registers=registers)
        limit = self._limit(option)
        self.checked.options.append(CheckedOption(option, test, cost, limit, routine))

    def _with_rules(self, test: Expr | None, routine: core.Routine) -> Expr | None:
        """The condition of an option; also that no prohibition keeps all its rules from running."""
        possible = Lowering(self.lowered, RegisterAllocator()).runnable(routine.hir)
        if test is None or possible is None:
            return test or possible
        return core.Logic(FLAG, test.span, "and", test, possible)

    def _bearer_scope(self, bearer: Thing | None) -> Scope:
        scope = Scope(self.context, RegisterAllocator())
        scope.bind_register("you", PLAYER, NOWHERE)
        scope.bind_register("this", thing(bearer.kind if bearer else "thing"), NOWHERE)
        if bearer is None:
            del scope.names["this"]
        self._bind_kept(scope, bearer)
        return scope

    def _bind_parameters(self, takes: Sequence[Parameter], scope: Scope) -> None:
        """Binds what a menu is opened with, which is never none unless it says so."""
        for parameter in takes:
            type = named_type(parameter.type, self.context.board)
            refuse_other_kind(parameter.name, type, parameter.span, self.context.board)
            required = type.base == "thing" and not parameter.optional
            type = type if required else type.maybe()
            reg = scope.bind_register(parameter.name, type, parameter.span)
            scope.required |= {reg.index} if required else set()

    def _known_menu(self, menu: str, span: Span) -> Menu:
        menus = self.context.declared.menus
        if menu not in menus:
            help = did_you_mean(menu, menus)
            raise CheckError("CW211", f"there is no menu `{menu}`", span, help)
        return menus[menu]

    def _limit(self, option: Option) -> str:
        """The rule during which the option can be used once; "" for no limit."""
        if option.limit is None:
            return ""
        return self._rule_of(option.limit)

    def _rule_of(self, limit: Span) -> str:
        """The rule of `once per RULE`."""
        node, rules = self.context.parser.limit(limit), self.context.declared.rules
        if node is None:
            raise CheckError("CW211", "expected `once per RULE`", limit)
        if node.rule.text not in rules:
            raise CheckError("CW211", f"there is no rule `{node.rule.text}`", node.rule.span,
                             which(node.rule.text, rules))  # fmt: skip
        return node.rule.text

    def _cost(self, text: Span, scope: Scope) -> tuple[core.Block, CheckedCost | None]:
        """`1 cp` is `pay 1 cp`: what it comes down to, and the cost."""
        before = len(self.context.report)
        node = read_cost(text, self.context)
        if node is None:
            if len(self.context.report) > before:
                return (), None
            raise no_price(text, self.context.board)
        first = node.cost.parts[0]
        if isinstance(first, ast.Payment) and first.amount.quantifier is None:
            raise no_price(text, self.context.board)
        low = Lowering(self.lowered, scope.allocator)
        said = paying(cost_of(node.cost, scope, free=True), scope.names["you"], text)
        if isinstance(said, core.Assign):
            able = payable(low.expr.inside(said), low.board)
        else:
            able = said.can_change(low)
        return low.block((said,)), CheckedCost(said, able)

    def _expression(
        self, text: Span, scope: Scope, expect: Type | None, lowered: Expressions | None = None
    ) -> Expr | None:
        node = read_expression(text, self.context)
        return (lowered or self.lowered)(expression(node, scope, expect)) if node else None

    def _condition(
        self, text: Span | None, scope: Scope, lowered: Expressions | None = None
    ) -> Expr | None:
        node = read_expression(text, self.context) if text else None
        return (lowered or self.lowered)(condition(node, scope)) if node else None

    # ----------------------------------------------------------------- abilities

    def _active(self, kind: Kind) -> None:
        """`active while`: a function of the thing, which is also known by its kind."""
        assert kind.active_while is not None
        span, type = kind.active_while, thing(kind.name)
        scope = Scope(self.context, RegisterAllocator())
        this = core.Var(type.maybe(), span, scope.allocator.variable())
        scope.names |= {"this": this, kind.name: this}
        if self.context.board.has_owner(kind.name):
            scope.names["you"] = core.Owner(PLAYER.maybe(), span, this)
        node = read_expression(span, self.context)
        if node is not None:
            test, name = condition(node, scope), active_name(kind.name)
            made = core.Function(name, (type,), self.lowered(test), span, test)
            self.definitions.functions[name] = made

    def _ability(self, ability: Ability) -> None:
        if ability.kind.changes_keywords:
            self._keywords(ability)
        elif ability.kind.modifies:
            self._modifier(ability)
        else:
            self._event(ability)

    def _modifier(self, ability: Ability) -> None:
        if names_field(ability, self.context):
            self._field_modifier(ability)
            return
        declared = self._modified(ability.pattern)
        function = self.definitions.resolve(declared.name)
        if function is None:
            return
        scope = Scope(self.context, RegisterAllocator())
        for parameter, type in zip(declared.takes, function.takes, strict=True):
            var = core.Var(type.maybe(), parameter.span, scope.allocator.variable())
            scope.names[parameter.name] = var
        self._modify(ability, function, scope, self.lowered)

    def _field_modifier(self, ability: Ability) -> None:
        """A modifier of a printed field; in its texts, that field is what is printed."""
        found, kind = field_of(ability, self.context)
        function = self.checked.functions[function_of(found)]
        scope = Scope(self.context, RegisterAllocator())
        scope.names[kind] = core.Var(thing(kind), ability.pattern, scope.allocator.variable())
        self._modify(ability, function, scope, self.lowered.without(found), kind)

    def _modify(
        self,
        ability: Ability,
        function: core.Function,
        scope: Scope,
        lowered: Expressions,
        kind: str = "",
    ) -> None:
        self._bind_carrier(scope, ability)
        test = self._condition(ability.condition, scope, lowered)
        value = self._modified_value(ability, function, scope, lowered)
        if value is not None and ability.operation is not None:
            made = core.Modifier(ability, ability.operation, test, value, kind)
            self.checked.modifiers.setdefault(function.name, []).append(made)

    def _bind_carrier(self, scope: Scope, ability: Ability) -> None:
        """Binds *you* and *this* of a modifier, which follow its definition's parameters."""
        _, you = scope.with_variable((), PLAYER.maybe(), ability.span)
        _, this = scope.with_variable((), thing("thing"), ability.span)
        if ability.bearer:
            this = core.Var(thing(ability.bearer.kind), ability.span, this.index)
            scope.names |= {"you": you, "this": this}
            self._bind_kept(scope, ability.bearer)

    def _keywords(self, ability: Ability) -> None:
        """Grants, losses and silence; variable 0 is the thing that has the keyword."""
        scope = Scope(self.context, RegisterAllocator())
        scope.allocator.variable()
        self._bind_carrier(scope, ability)
        for name, modifier in keyword_modifiers(ability, scope, self.lowered):
            self.checked.modifiers.setdefault(name, []).append(modifier)

    def _modified(self, pattern: Span) -> Definition:
        """The modified definition, given by name alone or with parameters."""
        known, node = self.context.declared.definitions, self.context.parser.property(pattern)
        name = pattern.text.split()[0] if isinstance(node, Span) else node.name.text
        declared = known.get(name)
        if declared is None:
            raise no_definition(name, pattern, self.context)
        if odd := _odd_parameter(node, declared):
            takes = ", ".join(f"`{p.name}`" for p in declared.takes) or "nothing"
            raise CheckError("CW226", f"`{declared.name}` takes {takes}", odd,
                             "write it as in its definition")  # fmt: skip
        return declared

    def _modified_value(
        self, ability: Ability, function: core.Function, scope: Scope, lowered: Expressions
    ) -> Expr | None:
        assert ability.body is not None
        wanted = function.body.type
        found = self._expression(ability.body, scope, wanted.one(), lowered)
        if found is None:
            return None
        assert ability.operation is not None
        if ability.operation.arithmetic and wanted != NUMBER:
            message = f"`{ability.operation.name}` is for numbers; `{function.name}` is {wanted}"
            raise CheckError("CW227", message, ability.body, "use `set`")
        if found.type.base not in (wanted.base, "none") or not _fits(found.type, wanted):
            raise CheckError("CW220", f"expected {wanted}, found {found.type}", ability.body)
        return found

    def _event(self, ability: Ability) -> None:
        before, verb, kind = event_of(ability, self.context)
        scope = self._event_scope(ability, verb, kind)
        takes = 5 + self._bind_taken(verb, scope)
        self._bind_kept(scope, ability.bearer)
        test = self._condition(ability.condition, scope)
        scope.allocator.keeps_source = ability.window is None
        if ability.kind.hook == "forbid" and test is not None:
            self._asks_no_prohibition(test)
        key = ability.kind.key
        name = f"{ability.bearer.id}/{key}" if ability.bearer else key
        empty = core.Routine(name, takes, scope.allocator.registers, (), ability.span)
        routine = empty
        if ability.body is not None:
            used = ability.used
            routine = self._filled(name, scope, takes, ability.body, ability.span, used)
            if used is not None:
                left = unused(used, _user(scope), ability.span)
                test = left if test is None else core.Logic(FLAG, left.span, "and", left, test)
        if ability.window is not None:
            routine = self._window(ability, ability.window, scope, empty, before)
        hook: Hook = ability.kind.hook or ("before" if before else "after")
        found = CheckedAbility(hook, verb, kind, routine, test, ability)
        self.checked.abilities.append(found)

    def _window(
        self, ability: Ability, window: Window, scope: Scope, empty: core.Routine, before: bool
    ) -> core.Routine:
        """The routine of a window; what it takes last is where a cancelled event goes on."""
        allocator, span = scope.allocator, ability.span
        goes_on = allocator.register() if before else None
        cancelled = allocator.register()
        made = self._asks(ability, window, scope)
        taken = [scope.names[p] for p in scope.names if p not in ("you", "this", "there", "actor")]
        about = (e.index for e in taken if isinstance(e, core.Reg) and e.type.is_thing)
        actor, event = scope.names.get("actor"), ability.pattern.text.split()[1:]
        frame = core.WindowFrame(
            cancelled, goes_on, next(about, None),
            actor.index if isinstance(actor, core.Reg) else None, " ".join(event), window.deep,
        )  # fmt: skip
        lowered = Lowering(self.lowered, allocator).block((made,))[0]
        assert isinstance(lowered, hir.Window)
        body = window_block(lowered, allocator, cancelled)
        takes = empty.takes + before
        return core.Routine(
            empty.name, takes, allocator.registers, body, span, (made,), window=frame
        )

    def _asks(self, ability: Ability, window: Window, scope: Scope) -> hir.Window:
        menu = self._known_menu(window.menu, window.menu_span)
        span, actor = ability.span, scope.names["actor"]
        inner = scope.inner()
        inner.subject = actor  # so that `other players` are those beside the one who acts
        asks = self._players(window.asks, inner) or _all_but(actor, scope, span)
        first = self._players(window.first, inner, one=True)
        first = first or core.After(PLAYER.maybe(), span, actor)
        named = [self._named(name, key, value, inner) for name, key, value in window.names]
        cells, values = tuple(cell for cell, _ in named), tuple(value for _, value in named)
        args = tuple(self._given(parameter, menu, window, inner) for parameter in menu.takes)
        return hir.Window(span, menu.name, asks, first, cells, values, window.most,
                          window.always, actor, args)  # fmt: skip

    def _given(self, parameter: Parameter, menu: Menu, window: Window, scope: Scope) -> Expr:
        """What a menu takes, which the event knows by the same name."""
        found, span = scope.names.get(parameter.name), window.menu_span
        if found is None:
            message = f"`{menu.name}` takes {parameter.name}, which this event does not know"
            raise CheckError("CW218", message, span, "name it as what the rule takes, or as `it`")
        wanted = named_type(parameter.type, self.context.board)
        return checked_argument(replace(found, span=span), wanted, span, scope)

    def _players(self, text: Span | None, scope: Scope, *, one: bool = False) -> Expr | None:
        node = read_expression(text, self.context) if text else None
        if node is None:
            return None
        found = expression(node, scope, PLAYER)
        if found.type.one() != PLAYER or (one and found.type.many):
            wanted = "a player" if one else "players"
            raise CheckError("CW220", f"expected {wanted}, found {found.type}", found.span)
        if one or found.type.many:
            return found
        return core.SetOf(PLAYER.set(), found.span, (found,))

    def _named(self, name: str, key: Span, value: Span, scope: Scope) -> tuple[Field, Expr]:
        """A state of the game, and what it is while a window is open."""
        state = self.context.board.state
        if name not in state:
            raise CheckError("CW211", f"the game has no state `{name}`", key,
                             did_you_mean(name, state))  # fmt: skip
        node, wanted = read_expression(value, self.context), state[name].type
        if node is None:
            return state[name], core.none(value)
        return state[name], checked_argument(expression(node, scope, wanted), wanted, value, scope)

    def _capacity(self, capacity: Capacity) -> None:
        """What finds no room is not placed there, nor moved."""
        if self.definitions.resolve(f"{capacity.holds}-room") is None:
            return
        kind, span = ABILITIES["forbid"], capacity.span
        declared = Ability(kind, span, span, pack=capacity.pack, implied=True)
        scope = self._event_scope(declared, "place", capacity.holds)
        test = self.lowered(too_large(capacity, scope.names["it"], scope.names["there"], scope))
        empty = core.Routine(kind.key, 5, scope.allocator.registers, (), span)
        for verb in ("place", "create", "move"):
            made = CheckedAbility("forbid", verb, capacity.holds, empty, test, declared)
            self.checked.abilities.append(made)

    def _bind_taken(self, event: str, scope: Scope) -> int:
        """Binds the parameters of a rule that is the event; returns how many."""
        first, _, rule = event.partition(" ")
        if first != "rule":
            return 0
        del scope.names["it"], scope.names["there"]
        takes = self.context.declared.rules[rule].takes
        for parameter in takes:
            type = named_type(parameter.type, self.context.board).maybe()
            scope.bind_register(parameter.name, type, parameter.span)
        return len(takes)

    def _asks_no_prohibition(self, test: Expr) -> None:
        for expr in core.inside(test):
            if isinstance(expr, core.Forbidden):
                message = "a prohibition can't depend on what prohibitions allow"
                help = "write the condition without `removable` or `movable`"
                raise CheckError("CW232", message, expr.span, help)

    def _event_scope(self, ability: Ability, verb: str, kind: str) -> Scope:
        scope = Scope(self.context, RegisterAllocator())
        span = ability.span
        actor = scope.bind_register("actor", PLAYER, span)
        scope.bind_register("this", thing(ability.bearer.kind if ability.bearer else "thing"), span)
        placing = ability.kind.hook == "instead" and kind  # there is no piece yet
        it_type = enum(kind) if kind in self.context.board.enums else thing(kind or "thing")
        it = scope.bind_register("it", it_type.maybe() if placing else it_type, span)
        scope.bind_register("there", self._there(verb, kind), span)
        scope.bind_register("you", PLAYER, span)
        if kind:
            scope.names[kind] = it
        if verb == "choose" or verb.startswith("change "):
            self._unbind_what_has_no_place(kind, scope)
        if ability.bearer is None:
            scope.names["you"] = actor
            del scope.names["this"]
        return scope

    def _there(self, verb: str, kind: str) -> Type:
        """The type of *there*: where a thing goes, or the player who gets it."""
        known = VERBS.by_name.get(verb)
        if known is not None and known.changes == "owner":
            return PLAYER
        places = self.context.board.lives_on(kind) if kind else ()
        return thing(places[0] if len(places) == 1 else "thing").maybe()

    def _unbind_what_has_no_place(self, kind: str, scope: Scope) -> None:
        """A change of a place or a player is nowhere; the game's own state is of no thing."""
        if not kind:
            del scope.names["it"]
        board = self.context.board
        if not kind or kind in board.enums or board.root(kind) in ("place", "player"):
            del scope.names["there"]

    # ----------------------------------------------------------- lasting effects

    def _bind_kept(self, scope: Scope, bearer: Thing | None) -> None:
        """Binds what a lasting effect takes, which is state of *this*, by name.

        Raises CheckError for a name that means something else there.
        """
        lasting = self.context.declared.lasting.get(bearer.kind) if bearer else None
        for parameter in lasting.takes if lasting else ():
            name = parameter.name
            cell = self.context.board.field(bearer.kind, name) if bearer else None
            if name in scope.names:
                message = f"`{name}` has two meanings in an ability of this effect"
                help = "give what the effect takes another name, as in `target: KIND`"
                raise CheckError("CW235", message, parameter.span, help)
            if cell is not None:
                scope.names[name] = core.Get(cell.type, parameter.span, cell, scope.names["this"])

    def _lasting(self, lasting: Lasting) -> None:
        """Its end: an event, or a condition that does not hold any more."""
        scope = self._bearer_scope(lasting.thing)
        test = self._condition(lasting.condition, scope)
        if test is not None:
            self.checked.conditions[lasting.thing.id] = test
        if lasting.until is not None:
            self._until(lasting.until)

    def _until(self, until: Ability) -> None:
        """The ability that ends its bearer: after all others, or before, as its event says.

        Then it is in effect for what happens at the end of a turn, and not any more for what
        happens at the start.
        """
        before, verb, kind, yours = duration_of(until, self.context)
        scope, span = self._event_scope(until, verb, kind), until.pattern
        takes = 5 + self._bind_taken(verb, scope)
        this, actor, you = (scope.names[name] for name in ("this", "actor", "you"))
        end = core.End(span, this, actor)
        test = core.Compare(FLAG, span, "==", actor, you) if yours else None
        name = f"{until.bearer.id}/until" if until.bearer else "until"
        routine = core.Routine(name, takes, scope.allocator.registers, (end,), span, (end,))
        found = CheckedAbility("before" if before else "after", verb, kind, routine, test, until)
        self.checked.abilities.insert(0 if before else len(self.checked.abilities), found)

    # -------------------------------------------------------------------- the end

    def _ends(self, declared: Declared) -> None:
        if declared.main and declared.main not in declared.rules and declared.main_span:
            raise CheckError("CW211", f"there is no rule `{declared.main}`", declared.main_span,
                          which(declared.main, declared.rules))  # fmt: skip
        if declared.winners is None:
            return
        found = self._expression(declared.winners, Scope(self.context, RegisterAllocator()), None)
        if found is not None and found.type == FLAG:  # all win together, or lose
            self.checked.cooperative = True
            everybody = core.Domain(PLAYER.set(), found.span, "player")
            nobody = core.SetOf(PLAYER.set(), found.span, ())
            found = core.Cond(PLAYER.set(), found.span, found, everybody, nobody)
        if found is not None and found.type.one() != PLAYER:
            raise CheckError("CW220", f"expected players, found {found.type}", declared.winners)
        self.checked.winners = found


def _user(scope: Scope) -> Expr:
    """Who remembers that an effect was used: its carrier; of the pack's own, the player."""
    return scope.names.get("this") or scope.names["you"]


def _odd_parameter(node: ast.PropertyText | Span, declared: Definition) -> Span | None:
    """The first parameter of a modifier that differs from its definition's."""
    if isinstance(node, Span):
        return node
    names, wanted = [p.name for p in node.parameters], [p.name for p in declared.takes]
    if not names or [name.text for name in names] == wanted:
        return None
    odd = (name.span for at, name in enumerate(names) if name.text not in wanted[at : at + 1])
    return next(odd, node.span)


def _all_but(player: Expr, scope: Scope, span: Span) -> Expr:
    everybody = core.Domain(PLAYER.set(), span, "player")
    _, var = scope.with_variable((), PLAYER, span)
    test = core.Compare(FLAG, span, "!=", var, player)
    return core.Filter(PLAYER.set(), span, var.index, everybody, test)


def _with_target(test: Expr | None, routine: core.Routine) -> Expr | None:
    """The condition of an option; also that there is a target, if it begins with one."""
    first = routine.body[0] if routine.body else None
    said = first.origin if isinstance(first, core.Choose) else None
    if not (isinstance(said, hir.VerbStatement) and said.verb.essential):
        return test
    assert isinstance(first, core.Choose)
    if not isinstance(first.low, core.Lit) or not first.low.value:
        return test
    found = core.Exists(FLAG, first.span, first.source, origin=said)
    return found if test is None else core.Logic(FLAG, test.span, "and", test, found)


def _fits(found: Type, wanted: Type) -> bool:
    """Whether a modified value stays one or several."""
    return found.many == wanted.many


def _rules_run(routine: core.Routine) -> set[str]:
    return {s.rule for s in core.statements(routine.body) if isinstance(s, core.CallRule)}
