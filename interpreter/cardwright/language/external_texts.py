"""Checks texts outside packs, such as those of scenarios, against a checked game.

Uses the same parser, names and types as for the texts of packs.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType

from cardwright.board.declarations import Thing
from cardwright.board.types import PLAYER, Type, thing
from cardwright.language import core
from cardwright.language.declared import Ability, Parameter
from cardwright.language.front_end.check import RULES
from cardwright.language.front_end.checked import Checked
from cardwright.language.front_end.first_steps import first_steps
from cardwright.language.front_end.scopes import bind_parameters, bind_taken, event_scope
from cardwright.language.lower.expressions import Expressions
from cardwright.language.lower.statements import Lowering, effects_in_full
from cardwright.language.registry.ability import AbilityKind
from cardwright.language.resolve.declarations.definitions import DefinitionResolver
from cardwright.language.resolve.declarations.events import TimedEvent, event_of
from cardwright.language.resolve.diagnostics.undeclared_words import resolved
from cardwright.language.resolve.dispatch import expression
from cardwright.language.resolve.error_recovery import report_error
from cardwright.language.resolve.errors import CheckError
from cardwright.language.resolve.nouns.adjectives import meaning
from cardwright.language.resolve.scope import Context, RegisterAllocator, Scope
from cardwright.language.resolve.statements.statements import block
from cardwright.language.resolve.texts import read_effect, read_expression
from cardwright.language.syntax.nodes import Node, Word
from cardwright.language.syntax.parser import shared_parser
from cardwright.language.vocabulary.abilities.when import KIND as WHEN
from cardwright.language.vocabulary.verbs import VERBS
from cardwright.source.diagnostics import Report
from cardwright.source.text import Span

NO_NAMES: Mapping[str, core.Expr] = MappingProxyType({})


class ExternalTexts:
    """Reads texts for one checked game; creating it takes as long as creating a parser.

    They can name the parameters `takes`; `this`, a thing of the given kind that carries the text;
    and `names`, those that an effect before them introduces (see `after`).
    """

    def __init__(
        self,
        checked: Checked,
        takes: Sequence[Parameter] = (),
        this: str = "",
        names: Mapping[str, core.Expr] = NO_NAMES,
    ) -> None:
        self.checked, self._takes, self._this, self._names = checked, takes, this, names
        self._parser = shared_parser(VERBS)
        self._lowered = Expressions(checked.board, checked.changes, effects_in_full)
        self._trees: Mapping[Span, Node] = {}

    def tree(self, text: Span) -> Node | None:
        """The syntax tree of the text that was read last."""
        return self._trees.get(text)

    def effect(self, name: str, text: Span, report: Report) -> core.Routine | None:
        """An effect with *you* bound, as a routine; None if it has errors."""
        found = self.resolved_effect(text, report)
        if found is None:
            return None
        made, scope = found
        done = Lowering(self._lowered, scope.allocator).block(made)
        done = first_steps(self.checked, self._lowered).marked(done)
        return core.Routine(name, 1, scope.allocator.registers, done, text, made)

    def resolved_effect(self, text: Span, report: Report) -> tuple[core.Block, Scope] | None:
        """The statements of an effect with *you* bound, and the scope at its end; None if it has
        errors."""
        context = self._context(report)
        scope = self._scope(context, text)
        before = len(report)
        node = read_effect(text, context)
        made = block(node.statements, scope) if node else ()
        return None if node is None or len(report) > before else (made, scope)

    def after(self, effect: Span) -> ExternalTexts:
        """A reader of texts that continue an effect, and know the names that it introduces."""
        context = self._context(Report())
        scope = self._scope(context, effect)
        if (node := read_effect(effect, context)) is not None:
            block(node.statements, scope)
        return ExternalTexts(self.checked, self._takes, self._this, scope.names)

    def describes(self, text: Span, kinds: Iterable[str]) -> bool:
        """Whether a word is an adjective for things of one of these kinds."""
        scope, word = self._scope(self._context(Report()), text), Word("NAME", text.text, text)
        return any(_describes(word, kind, scope) for kind in kinds)

    def expression(
        self, text: Span, report: Report, expect: Type | None = None, *, you: bool = False
    ) -> core.Expr | None:
        """An expression with only *you* bound, as register 0; None if it has errors."""
        context = self._context(report)
        node = read_expression(text, context)
        if node is None:
            return None
        scope = self._scope(context, text) if you else Scope(context, RegisterAllocator())
        try:
            return self._lowered(resolved(expression, node, scope, expect))
        except CheckError as error:
            report_error(error, context)
            return None

    def event(self, text: Span, report: Report) -> TimedEvent | None:
        """An event as after `when`: `after removing cart`; None if it has errors."""
        context = self._context(report)
        try:
            return event_of(Ability(WHEN, text, text), context)
        except CheckError as error:
            report_error(error, context)
            return None

    def names_at_event(
        self, kind: AbilityKind, text: Span, bearer: Thing | None = None
    ) -> Mapping[str, core.Expr]:
        """The names in an ability with this event: `actor`, `it`, what its rule takes; none if the
        event has an error."""
        context = self._context(Report())
        ability = Ability(kind, text, text, bearer=bearer)
        try:
            event = event_of(ability, context).event
            scope = event_scope(ability, event, context)
            bind_taken(event, scope)
        except CheckError:
            return NO_NAMES
        return scope.names

    def _scope(self, context: Context, text: Span) -> Scope:
        scope = Scope(context, RegisterAllocator())
        scope.bind_register("you", PLAYER, text)
        if self._this:
            scope.bind_register("this", thing(self._this), text)
        bind_parameters(self._takes, scope)
        scope.names.update(self._names)
        return scope

    def _context(self, report: Report) -> Context:
        context = Context(self.checked.declared, report, self._parser, RULES, checked=True)
        self._trees = context.trees
        DefinitionResolver(context, self._lowered).functions = dict(self.checked.functions)
        return context


def _describes(word: Word, kind: str, scope: Scope) -> bool:
    """Whether a word is an adjective for things of a kind, and has only one meaning for them."""
    try:
        found = meaning(word, core.Lit(thing(kind), word.span, 0), kind, scope)
    except CheckError:
        return False
    return found is not None
