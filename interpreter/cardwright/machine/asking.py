"""Asking a position why: expressions with their values, what modified them, where it is written.

Owns the tree, definitions with their modifiers, and prohibitions. For a player, what depends on
something hidden is said to be hidden, and nothing below it is told. How an expression falls
into parts: see `parts`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field, replace

from cardwright.board.types import NUMBER, Type
from cardwright.language import core
from cardwright.language.core import Expr
from cardwright.language.english.expressions import Phrases
from cardwright.language.hir import conjuncts
from cardwright.machine import naming, telling
from cardwright.machine.evaluate import MODIFIERS, Env, Found, applied, evaluate, forbids
from cardwright.machine.game import Game
from cardwright.machine.watched import Watch
from cardwright.source.records import dataclass
from cardwright.source.text import Span

DEPTH = 4
HIDDEN = "hidden"


@dataclass(frozen=True, slots=True)
class Tree:
    """What is asked, its value, how that comes about in short, where it is written, its parts."""

    words: str
    value: str = ""
    note: str = ""
    span: Span | None = None
    children: tuple[Tree, ...] = ()


MORE = Tree("...")
_STAND_IN = 1_000_000  # variables from here on stand for the arguments of one line


@dataclass(frozen=True, slots=True)
class Here:
    """Where a part is worked out: its variables and registers, and what these are called."""

    env: Env
    words: Phrases

    def bind(self, var: int, item: Found, name: str) -> Here:
        values = {**self.words.values, var: name}
        return Here(self.env.bind(var, item), replace(self.words, values=values))


Parts = tuple[str, tuple[Tree, ...]]  # in short, and one by one
Named = Mapping[int, tuple[str, Found]]


@dataclass(slots=True)
class Asking:
    """One position, asked by one player; None is told everything."""

    game: Game
    player: int | None
    every: bool = False
    watch: Watch | None = field(init=False)

    def __post_init__(self) -> None:
        self.watch = None if self.player is None else Watch(self.game, self.player)

    # ------------------------------------------------------------------------- starting

    def tree(
        self, e: Expr, depth: int, named: Named, variables: Named | None = None,
        types: Mapping[int, Type] | None = None,
    ) -> Tree:  # fmt: skip
        """The tree of an expression of these registers and variables, with their names."""
        here = self.here(named, types)
        for var, (name, item) in (variables or {}).items():
            here = here.bind(var, item, name)
        return self.of(e, here, depth)

    def here(self, named: Named, types: Mapping[int, Type] | None = None) -> Here:
        """Without `types` all registers are those of the asker, and no secrets."""
        count = max(named, default=-1) + 1
        registers = tuple(named[i][1] if i in named else 0 for i in range(count))
        names = {i: name for i, (name, _) in named.items() if name}
        known = dict.fromkeys(named, NUMBER) if types is None else types
        if self.watch is not None:
            env = self.watch.env(registers, known)
        else:
            env = Env(self.game.program, self.game.s, self.game.z, registers)
        return Here(env, Phrases(self.game.program.checked.declared, names))

    def look(self, e: Expr, env: Env) -> tuple[Found, str]:
        """The value, and what of it is hidden."""
        if self.watch is None:
            return evaluate(e, env), ""
        return self.watch.read(lambda: evaluate(e, env))

    def said(self, found: Found, type: Type) -> str:
        return telling.said(self.game, found, type, self.player)

    # ---------------------------------------------------------------------------- trees

    def of(self, e: Expr, here: Here, depth: int) -> Tree:
        words, span = self._words(e, here), e.span
        if isinstance(e, core.Call):
            span = self._function(e).span
        found, hidden = self.look(e, here.env)
        if hidden:
            made = Tree(words, HIDDEN, f"it depends on {hidden}", span)
            return self._veiled(e, here, depth, made)
        made = Tree(words, self.said(found, e.type), "", span)
        if depth < 0:
            return made
        note, children = self.parts(e, found, here, depth - 1)
        children = _merged(children)
        return replace(made, note=note, children=(MORE,) if children and not depth else children)

    def _words(self, e: Expr, here: Here) -> str:
        """The words of a line; what a definition is asked of is called by its name."""
        if isinstance(e, core.Call):
            for number, arg in enumerate(e.args):
                found, hidden = self.look(arg, here.env)
                if not hidden and not isinstance(found, tuple) and not isinstance(arg, core.Reg):
                    name = self._called(arg, found, here)
                    stand_in = core.Var(arg.type, arg.span, _STAND_IN + number)
                    here = here.bind(stand_in.index, found, name)
                    args = (*e.args[:number], stand_in, *e.args[number + 1 :])
                    e = replace(e, args=args, origin=None)
        return _head(here.words.condition(e), e)

    def _veiled(self, e: Expr, here: Here, depth: int, made: Tree) -> Tree:
        """Both sides of a sum or comparison were looked at, whatever they are."""
        if depth < 1 or not isinstance(e, core.Arith | core.Compare):
            return made
        return replace(made, children=self.all_of(terms(e), here, depth - 1))

    def parts(self, e: Expr, found: Found, here: Here, depth: int) -> Parts:
        """What is said of an expression in short, and its parts one by one."""
        from cardwright.machine.parts import RULES

        if isinstance(e, core.Call):
            return self.call(e, found, here, depth)
        rule = RULES.get(type(e))
        return rule(self, e, found, here, depth) if rule else ("", ())

    def all_of(self, parts: Sequence[Expr], here: Here, depth: int) -> tuple[Tree, ...]:
        return tuple(self.of(part, here, depth) for part in parts)

    def folded(self, e: Expr, found: Found, here: Here, depth: int) -> Parts:
        """The parts of a body in its own line, in words where it has no parts."""
        note, children = self.parts(e, found, here, depth)
        if isinstance(e, core.Exists):
            plural = here.words.noun(e.source).plural
            return (f"{plural}: {note}" if found else f"there are no {plural}"), children
        if isinstance(e, SPOKEN):
            said = _head(here.words.condition(e), e)
            return (f"{said}: {note}" if note else said), children
        return note, children

    # ---------------------------------------------------------------------- definitions

    def _function(self, e: core.Call) -> core.Function:
        return self.game.program.checked.functions[e.name]

    def call(self, e: core.Call, found: Found, here: Here, depth: int) -> Parts:
        function = self._function(e)
        args = [evaluate(a, here.env) for a in e.args]
        inside = Here(replace(here.env, variables={}), replace(here.words, values={}, variables={}))
        for var, (arg, made) in enumerate(zip(e.args, args, strict=True)):
            inside = inside.bind(var, made, self._called(arg, made, here))
        start = evaluate(function.body, inside.env)
        note, children = self.folded(function.body, start, inside, depth)
        changes = tuple(self._modifiers(e, function, start, inside, depth))
        if any(c.value for c in changes):
            base = self.said(start, e.type)
            note = f"{base} by itself" + (f": {note}" if note and note != base else "")
        return note, (*children, *changes)

    def _called(self, e: Expr, found: Found, here: Here) -> str:
        """What an argument is called: by its value, where that is a single thing or word."""
        if isinstance(found, tuple):
            return here.words(e)
        if isinstance(e, core.Reg | core.Var):
            return here.words(e) if e.type.base == "thing" and found else self.said(found, e.type)
        return self.said(found, e.type)

    def _modifiers(
        self, e: core.Call, function: core.Function, found: Found, here: Here, depth: int
    ) -> Iterator[Tree]:
        program, count = self.game.program, len(e.args)
        modifiers = program.checked.modifiers.get(e.name, ())
        for modifier in sorted(modifiers, key=lambda m: MODIFIERS.index(m.op)):
            bearer = modifier.bearer.split("/", 1)
            for this in program.copies(*bearer) if modifier.bearer else (0,):
                inner = here
                if this:
                    you = program.owner_of(self.game.s, this)
                    inner = here.bind(count, you, self._title(you)).bind(
                        count + 1, this, self._title(this)
                    )
                tree, found = self._modifier(e, modifier, this, found, inner, depth)
                if tree is not None:
                    yield tree

    def _modifier(
        self, e: core.Call, modifier: core.Modifier, this: int, found: Found, here: Here, depth: int
    ) -> tuple[Tree | None, Found]:
        value = _below_zero(modifier.value)
        value = value or _head(here.words.condition(modifier.value), modifier.value)
        words, span = f"{self._bearer(this)} ({modifier.op} {value})", modifier.value.span
        test, before = modifier.test, found
        if this and not self.game.program.is_active(here.env.s, this):
            return self._idle(Tree(words, "", "it does not count now", span)), found
        if test is not None and not evaluate(test, here.env):
            failing = (self.failing(test, here, depth),) if depth >= 0 else ()
            return self._idle(Tree(words, "", "its condition does not hold", span, failing)), found
        found = applied(modifier.op, found, evaluate(modifier.value, here.env))
        if found == before:
            return self._idle(Tree(words, "", "it changes nothing", span)), found
        told = [*conjuncts(test)] if test is not None else []
        told += [] if isinstance(modifier.value, core.Lit) else terms(modifier.value)
        children = self.all_of(told, here, depth - 1) if depth >= 0 else ()
        return Tree(f"after {words}", self.said(found, e.type), "", span, children), found

    def _idle(self, tree: Tree) -> Tree | None:
        """A modifier without an effect is only told when all are asked for."""
        return tree if self.every else None

    def _bearer(self, this: int) -> str:
        return self._title(this) if this else "the rules"

    def _title(self, item: int) -> str:
        return naming.title(self.game.program, item)

    def failing(self, test: Expr, here: Here, depth: int) -> Tree:
        """The first part of a condition that does not hold; a hidden one ends the search."""
        for part in conjuncts(test):
            found, hidden = self.look(part, here.env)
            if hidden or not found:
                return self.of(part, here, depth)
        return self.of(test, here, depth)

    # --------------------------------------------------------------------- prohibitions

    def prohibitions(
        self, e: core.Forbidden, item: int, actor: int, env: Env, depth: int
    ) -> Iterator[Tree]:
        """The prohibitions that keep the actor from doing the verb to the item."""
        program = self.game.program
        for ability in program.abilities("forbid", e.verb, e.kind):
            for this in program.bearers(ability):
                if not forbids(ability, this, item, actor, env):
                    continue
                values = (actor, this, item, env.s[item], program.owner_of(env.s, this))
                names = [self._title(v) if v else "" for v in values]
                inner = Here(
                    replace(env, registers=values),
                    Phrases(program.checked.declared, dict(enumerate(names))),
                )
                tests = [*conjuncts(ability.test)] if ability.test is not None else []
                event = program.checked.english.event(ability.verb, ability.kind)
                words = f"{self._bearer(this)} forbids {event}"
                children = self.all_of(tests, inner, depth) if depth >= 0 else ()
                yield Tree(words, "", "", ability.span, children)


SPOKEN = (core.Count, core.Get, core.At, core.Owner, core.Position, core.Member, core.Filter,
          core.Call, core.IsKind, core.Line, core.Ends, core.After, core.Compare,
          core.Not)  # fmt: skip
"""What a definition says in its own line, in words."""


def _below_zero(e: Expr) -> str:
    """`-1` for `0 - 1`, which is how a pack's `add: -1` is read; nothing for all else."""
    match e:
        case core.Arith(op="-", left=core.Lit(value=0), right=core.Lit(value=value)):
            return f"-{value}"
    return ""


def _head(words: str, e: Expr) -> str:
    """The words of a line: a definition without its article."""
    cut = words.removeprefix("the ") if not isinstance(e, core.Compare | core.Logic) else words
    return cut.removesuffix(" holds") if isinstance(e, core.Call) else cut


def _merged(trees: tuple[Tree, ...]) -> tuple[Tree, ...]:
    """Trees that say the same become one: `3 times`."""
    counts: dict[Tree, int] = {}
    for tree in trees:
        counts[tree] = counts.get(tree, 0) + 1
    return tuple(
        replace(t, words=f"{n} times: {t.words}") if n > 1 else t for t, n in counts.items()
    )


def terms(e: Expr) -> list[Expr]:
    """The parts of a sum or comparison that have a story of their own."""
    if isinstance(e, core.Arith | core.Compare):
        return terms(e.left) + terms(e.right)
    return [] if _fact(e) else [e]


def _fact(e: Expr) -> bool:
    """What is as it is: written out, printed, or a variable."""
    if isinstance(e, core.Get):
        return e.field.printed and (e.of is None or _fact(e.of))
    if isinstance(e, core.SetOf):
        return all(map(_fact, e.items))
    return isinstance(e, core.Lit | core.Named | core.Var | core.Reg | core.ZoneOf | core.Values)
