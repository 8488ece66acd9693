"""Provenance: why an expression has its value, what modified it, and where that is written.

Responsible for the trees of definitions with their modifiers, and of prohibitions. For a player,
parts that depend on something hidden are shown as hidden, and nothing below them is shown. For the
parts of expressions see `provenance_rules`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import field, replace
from typing import ClassVar

from cardwright.backends.core.definitions import applied, fits, is_active
from cardwright.backends.core.evaluate import Env, Found, Unseen, evaluate, number
from cardwright.backends.core.permissions import banned_there, forbids
from cardwright.board.types import NUMBER, Type, thing
from cardwright.language import core
from cardwright.language.core import Expr
from cardwright.language.english.comparisons import there_are
from cardwright.language.english.expressions import Phrases
from cardwright.language.english.noun_phrases import without_article
from cardwright.language.front_end.english_rules import english_of
from cardwright.language.hir import conjuncts
from cardwright.language.inflection import spaced
from cardwright.runtime import naming
from cardwright.runtime.explanation import MORE, Tree
from cardwright.runtime.format_value import format_value
from cardwright.runtime.game import Game
from cardwright.runtime.taint import Tracker
from cardwright.source.records import dataclass

DEPTH = 4
HIDDEN = "hidden"


_ARGUMENTS = 1_000_000  # variables from this one on stand for the arguments of one line


@dataclass(frozen=True, slots=True)
class Scope:
    """The context in which a part is evaluated: variables and registers, with their names."""

    env: Env
    words: Phrases

    def bind(self, var: int, item: Found, name: str) -> Scope:
        values = {**self.words.values, var: name}
        return Scope(self.env.bind(var, item), replace(self.words, values=values))


Details = tuple[str, tuple[Tree, ...]]  # the short text, and the parts one by one
Named = Mapping[int, tuple[str, Found]]


@dataclass(slots=True)
class TreeBuilder:
    """Explains one position to one player, or with full information if `player` is None.

    The explanations of each class of expressions are in `rules`; see `provenance_rules`.
    """

    rules: ClassVar[Mapping[type[Expr], Callable[..., Details]]] = {}
    game: Game
    player: int | None
    every: bool = False
    tracker: Tracker | None = field(init=False)

    def __post_init__(self) -> None:
        self.tracker = None if self.player is None else Tracker(self.game, self.player)

    # ------------------------------------------------------------------------- starting

    def explain(
        self, e: Expr, depth: int, named: Named, variables: Named | None = None,
        types: Mapping[int, Type] | None = None,
    ) -> Tree:  # fmt: skip
        """The tree of an expression of these registers and variables, with their names."""
        scope = self.scope(named, types)
        for var, (name, item) in (variables or {}).items():
            scope = scope.bind(var, item, name)
        return self.node(e, scope, depth)

    def scope(self, named: Named, types: Mapping[int, Type] | None = None) -> Scope:
        """Without `types`, all registers belong to the asker and none is secret."""
        count = max(named, default=-1) + 1
        registers = tuple(named[i][1] if i in named else 0 for i in range(count))
        names = {i: name for i, (name, _) in named.items() if name}
        known = dict.fromkeys(named, NUMBER) if types is None else types
        if self.tracker is not None:
            env = self.tracker.env(registers, known)
        else:
            env = Env(self.game.program, self.game.s, self.game.z, registers)
        return Scope(env, Phrases(self.game.program.checked.declared, names))

    def read(self, e: Expr, env: Env) -> tuple[Found, str]:
        """The value, and the hidden part of it."""
        if self.tracker is None:
            return evaluate(e, env), ""
        return self.tracker.read(lambda: evaluate(e, env))

    def format(self, found: Found, type: Type) -> str:
        """The value in words; a value that was only compared may itself still be hidden."""
        if any(isinstance(i, Unseen) for i in (found if isinstance(found, tuple) else (found,))):
            return HIDDEN
        return format_value(self.game, found, type, self.player)

    # ---------------------------------------------------------------------------- trees

    def node(self, e: Expr, scope: Scope, depth: int) -> Tree:
        words, span = self._label(e, scope), e.span
        if isinstance(e, core.Call):
            span = self._function(e).span
        found, hidden = self.read(e, scope.env)
        if hidden:
            made = Tree(words, HIDDEN, f"it depends on {hidden}", span)
            return self._hidden_node(e, scope, depth, made)
        made = Tree(words, self.format(found, e.type), "", span)
        if depth < 0:
            return made
        note, children = self.details(e, found, scope, depth - 1)
        children = _without_repeats(children)
        return replace(made, note=note, children=(MORE,) if children and not depth else children)

    def _label(self, e: Expr, scope: Scope) -> str:
        """The words of a line; arguments of a definition are shown by name."""
        if isinstance(e, core.Call):
            for number, arg in enumerate(e.args):
                found, hidden = self.read(arg, scope.env)
                if not hidden and not isinstance(found, tuple) and not isinstance(arg, core.Reg):
                    name = self._name_of(arg, found, scope)
                    placeholder = core.Var(arg.type, arg.span, _ARGUMENTS + number)
                    scope = scope.bind(placeholder.index, found, name)
                    args = (*e.args[:number], placeholder, *e.args[number + 1 :])
                    e = replace(e, args=args, origin=None)
        return _headline(scope.words, e)

    def _hidden_node(self, e: Expr, scope: Scope, depth: int, made: Tree) -> Tree:
        """A hidden node; both sides of a sum or comparison count as read."""
        if depth < 1 or not isinstance(e, core.Arith | core.Compare):
            return made
        return replace(made, children=self.nodes(terms(e), scope, depth - 1))

    def details(self, e: Expr, found: Found, scope: Scope, depth: int) -> Details:
        """The short explanation of an expression, and its parts one by one."""
        if isinstance(e, core.Call):
            return self._call_details(e, scope, depth)
        rule = self.rules.get(type(e))
        return rule(self, e, found, scope, depth) if rule else ("", ())

    def nodes(self, parts: Sequence[Expr], scope: Scope, depth: int) -> tuple[Tree, ...]:
        return tuple(self.node(part, scope, depth) for part in parts)

    def inlined(self, e: Expr, found: Found, scope: Scope, depth: int) -> Details:
        """The parts of a body, inlined; in words if it has no parts."""
        note, children = self.details(e, found, scope, depth)
        if isinstance(e, core.Exists):
            if not found:
                return there_are(scope.words, e.source, "no"), children
            return f"{scope.words.noun(e.source).plural}: {note}", children
        if isinstance(e, IN_WORDS):
            said = _headline(scope.words, e)
            return (f"{said}: {note}" if note else said), children
        return note, children

    # ---------------------------------------------------------------------- definitions

    def _function(self, e: core.Call) -> core.Function:
        return self.game.program.checked.functions[e.name]

    def _call_details(self, e: core.Call, scope: Scope, depth: int) -> Details:
        function = self._function(e)
        args = [evaluate(a, scope.env) for a in e.args]
        words = replace(scope.words, values={}, variables={})
        inside = Scope(replace(scope.env, variables={}), words)
        for var, (arg, made) in enumerate(zip(e.args, args, strict=True)):
            inside = inside.bind(var, made, self._name_of(arg, made, scope))
        start = evaluate(function.body, inside.env)
        changes = tuple(self._modifiers(e, start, inside, depth))
        if function.name in self.game.program.checked.changes.fields.values():
            return f"{self.format(start, e.type)} printed", changes
        note, children = self.inlined(function.body, start, inside, depth)
        if any(c.value for c in changes):
            base = self.format(start, e.type)
            note = f"{base} by itself" + (f": {note}" if note and note != base else "")
        return note, (*children, *changes)

    def _name_of(self, e: Expr, found: Found, scope: Scope) -> str:
        """The name of an argument: its value, if that is a single thing or word."""
        if isinstance(found, tuple | Unseen):
            return scope.words(e)
        if isinstance(e, core.Reg | core.Var) and e.type.base == "thing" and found:
            return scope.words(e)
        return self.format(found, e.type)

    def _modifiers(self, e: core.Call, found: Found, scope: Scope, depth: int) -> Iterator[Tree]:
        program, count = self.game.program, len(e.args)
        for modifier in program.modifiers(e.name):
            bearers = program.bearing(modifier.bearer, self.game.s)
            for this in bearers if fits(modifier, scope.env) else ():
                inner = scope
                if this:
                    you = program.owner_of(self.game.s, this)
                    inner = scope.bind(count, you, self._title(you)).bind(
                        count + 1, this, self._title(this)
                    )
                tree, found = self._modifier(e, modifier, this, found, inner, depth)
                if tree is not None:
                    yield tree

    def _modifier(
        self,
        e: core.Call,
        modifier: core.Modifier,
        this: int,
        found: Found,
        scope: Scope,
        depth: int,
    ) -> tuple[Tree | None, Found]:
        value = _negative(modifier.value) or _headline(scope.words, modifier.value)
        does = f"{modifier.operation.name} {value}"
        if modifier.whom is not None:
            does = self._on_keyword(e, modifier, scope)
        words = f"{self._bearer(this)} ({does})"
        span = modifier.value.span
        test, before = modifier.test, found
        if this and not is_active(this, modifier.declared, scope.env):
            return self._idle(Tree(words, "", "it is not active now", span)), found
        if test is not None and not evaluate(test, scope.env):
            failing = (self.first_failing(test, scope, depth),) if depth >= 0 else ()
            return self._idle(Tree(words, "", "its condition does not hold", span, failing)), found
        found = applied(modifier.operation, found, evaluate(modifier.value, scope.env))
        if found == before:
            return self._idle(Tree(words, "", "it changes nothing", span)), found
        shown = [*conjuncts(test)] if test is not None else []
        shown += [] if isinstance(modifier.value, core.Lit) else terms(modifier.value)
        children = self.nodes(shown, scope, depth - 1) if depth >= 0 else ()
        return Tree(f"after {words}", self.format(found, e.type), "", span, children), found

    def _on_keyword(self, e: core.Call, modifier: core.Modifier, scope: Scope) -> str:
        """The effect of a grant, a loss or silence on a keyword."""
        number = f" {scope.words(modifier.number)}" if modifier.number is not None else ""
        return modifier.declared.kind.why.format(keyword=f"{spaced(e.name)}{number}")

    def _idle(self, tree: Tree) -> Tree | None:
        """A modifier without effect, which is only shown if all are requested."""
        return tree if self.every else None

    def _bearer(self, this: int) -> str:
        if self.game.program.effect_row(this) is not None:
            return naming.effect_title(self.game, this, self.player)
        return self._title(this) if this else "the rules"

    def _called(self, value: Found, type: Type) -> str:
        """An ability's name for a value that it knows by name."""
        if isinstance(value, int) and type.base == "thing":
            return self._title(value) if value else ""
        return self.format(value, type)

    def _title(self, item: int) -> str:
        return naming.title(self.game.program, item)

    def printed_on(self, item: int) -> str:
        """The thing that a thing has become, whose printed values it has; empty if it is itself."""
        layout = self.game.program.layout
        if not item or not layout.is_changed(self.game.s, item):
            return ""
        return naming.design_title(self.game.program, layout.design(self.game.s, item))

    def first_failing(self, test: Expr, scope: Scope, depth: int) -> Tree:
        """The first part of a condition that does not hold; a hidden one ends the search."""
        for part in conjuncts(test):
            found, hidden = self.read(part, scope.env)
            if hidden or not found:
                return self.node(part, scope, depth)
        return self.node(test, scope, depth)

    # --------------------------------------------------------------------- prohibitions

    def prohibitions(self, e: core.Forbidden, env: Env, depth: int) -> Iterator[Tree]:
        """The prohibitions that prevent the actor from doing the verb to the item."""
        program = self.game.program
        item, actor, there = number(e.item, env), number(e.actor, env), banned_there(e, env)
        for ability in program.abilities("forbid", e.event):
            for this in program.bearing(ability.bearer, env.s):
                if not forbids(ability, this, e, env):
                    continue
                taken = [evaluate(arg, env) for arg in e.args]
                you = program.owner_of(env.s, this) or actor
                values = (actor, this, item, there, you, *taken)
                types = [*(thing("thing") for _ in values[:5]), *(arg.type for arg in e.args)]
                if ability.event.kind in program.board.enums:
                    types[2] = e.item.type
                names = [self._called(v, t) for v, t in zip(values, types, strict=True)]
                inner = Scope(
                    replace(env, registers=values),
                    Phrases(program.checked.declared, dict(enumerate(names))),
                )
                tests = [*conjuncts(ability.test)] if ability.test is not None else []
                event = english_of(program.checked).event(ability.event)
                words = f"{self._bearer(this)} {'forbids' if this else 'forbid'} {event}"
                children = self.nodes(tests, inner, depth) if depth >= 0 else ()
                yield Tree(words, "", "", ability.span, children)


IN_WORDS = (
    core.Count, core.Get, core.LocationOf, core.Owner, core.Position, core.Member, core.Filter,
    core.Call, core.IsKind, core.LongestLine, core.TopOf, core.ElementAt, core.After,
    core.Step, core.Connection,
    core.Compare, core.Not,
)  # fmt: skip
"""What a definition says in its own line, in words."""


def _negative(e: Expr) -> str:
    """`-1` for `0 - 1`, which is the parsed form of a pack's `add: -1`; empty for all else."""
    match e:
        case core.Arith(op="-", left=core.Lit(value=0), right=core.Lit(value=value)):
            return f"-{value}"
    return ""


def _headline(words: Phrases, e: Expr) -> str:
    """The words of a line: a definition without its article, or by its name."""
    if isinstance(e, core.Call) and not e.args and e.type.base == "flag":
        return f"“{spaced(e.name)}”"
    said = words.condition(e)
    return said if isinstance(e, core.Compare | core.Logic) else without_article(said)


def _without_repeats(trees: tuple[Tree, ...]) -> tuple[Tree, ...]:
    """Merges trees with the same text: `3 times`."""
    counts: dict[Tree, int] = {}
    for tree in trees:
        counts[tree] = counts.get(tree, 0) + 1
    return tuple(
        replace(t, words=f"{n} times: {t.words}") if n > 1 else t for t, n in counts.items()
    )


def terms(e: Expr) -> list[Expr]:
    """The operands of a sum or comparison that need an explanation."""
    if isinstance(e, core.Arith | core.Compare):
        return terms(e.left) + terms(e.right)
    return [] if _is_fact(e) else [e]


def _is_fact(e: Expr) -> bool:
    """Whether an expression needs no explanation: a literal, a printed value, or a variable."""
    if isinstance(e, core.Get):
        return e.field.printed and (e.of is None or _is_fact(e.of))
    if isinstance(e, core.SetOf):
        return all(map(_is_fact, e.items))
    return isinstance(e, core.Lit | core.Named | core.Var | core.Reg | core.ZoneOf | core.Values)
