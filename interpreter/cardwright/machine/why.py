"""Why a value is what it is: the tree of definitions and modifiers behind an expression.

Owns the tree and what stands in it: which parts of an expression were worked out, with their
values, what modified them, and where that is written. For a player, what depends on something
hidden is said to be hidden, and nothing below it is told.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from cardwright.board.types import Type
from cardwright.language import core, english
from cardwright.language.core import Expr
from cardwright.language.described import conjuncts
from cardwright.language.nounwords import spaced
from cardwright.language.texts import Texts
from cardwright.language.wording import Words
from cardwright.machine import naming, telling
from cardwright.machine.evaluate import MODIFIERS, Env, Found, applied, evaluate, forbids, items
from cardwright.machine.game import Game
from cardwright.machine.watched import Watch
from cardwright.source.diagnostics import Report, render
from cardwright.source.text import Source, Span

DEPTH = 4
HIDDEN = "hidden"
CLOSE = 4  # so many candidates are looked at one by one
MOST = 8  # so many parts of a sum, or candidates, are listed


class WhyError(ValueError):
    """A text that is no expression of the game's language; `report` says why."""

    def __init__(self, report: Report) -> None:
        super().__init__("\n\n".join(render(d) for d in report.diagnostics))
        self.report = report


@dataclass(frozen=True, slots=True)
class Tree:
    """What is asked, its value, how that comes about in short, where it is written, its parts."""

    words: str
    value: str = ""
    note: str = ""
    span: Span | None = None
    children: tuple[Tree, ...] = ()


MORE = Tree("...")


def why(
    game: Game, text: str, player: int | None = None, *, depth: int = DEPTH, every: bool = False
) -> Tree:
    """The tree behind the value of an expression, in which *you* is the player.

    A player (0: a spectator) is told what that player may know; without one all is told.
    `every`: also modifiers that do not count now. Raises WhyError for what is no expression.
    """
    report, span = Report(), Span(Source("expression", text), 0, len(text))
    texts = Texts(game.program.checked)
    expr = texts.expression(span, report, you=bool(player))
    if expr is None:
        raise WhyError(report)
    return Asking(game, player, every).tree(expr, depth, {0: ("you", player or 0)})


@dataclass(frozen=True, slots=True)
class Here:
    """Where a part is worked out: its variables and registers, and what these are called."""

    env: Env
    words: Words

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
        registers = tuple(named[i][1] if i in named else 0 for i in range(max(named, default=-1) + 1))
        names = {i: name for i, (name, _) in named.items() if name}
        known = dict.fromkeys(named, Type("number")) if types is None else types
        if self.watch is not None:
            env = self.watch.env(registers, known)
        else:
            env = Env(self.game.program, self.game.s, self.game.z, registers)
        return Here(env, Words(self.game.program.checked.declared, names))

    def look(self, e: Expr, env: Env) -> tuple[Found, str]:
        """The value, and what of it is hidden."""
        if self.watch is None:
            return evaluate(e, env), ""
        return self.watch.read(lambda: evaluate(e, env))

    def said(self, found: Found, type: Type) -> str:
        return telling.said(self.game, found, type, self.player)

    # ---------------------------------------------------------------------------- trees

    def of(self, e: Expr, here: Here, depth: int) -> Tree:
        words = _head(here.words.condition(e), e)
        span = self._function(e).span if isinstance(e, core.Call) else e.span
        found, hidden = self.look(e, here.env)
        if hidden:
            return self._veiled(e, here, depth, Tree(words, HIDDEN, f"it depends on {hidden}", span))
        made = Tree(words, self.said(found, e.type), "", span)
        if depth < 0:
            return made
        note, children = self.parts(e, found, here, depth - 1)
        children = _merged(children)
        return replace(made, note=note, children=(MORE,) if children and not depth else children)

    def _veiled(self, e: Expr, here: Here, depth: int, made: Tree) -> Tree:
        """Both sides of a sum or comparison were looked at, whatever they are."""
        if depth < 1 or not isinstance(e, core.Arith | core.Compare):
            return made
        return replace(made, children=self.all_of(_terms(e), here, depth - 1))

    def parts(self, e: Expr, found: Found, here: Here, depth: int) -> Parts:
        rule = _RULES.get(type(e))
        return rule(self, e, found, here, depth) if rule else ("", ())

    def all_of(self, parts: Sequence[Expr], here: Here, depth: int) -> tuple[Tree, ...]:
        return tuple(self.of(part, here, depth) for part in parts)

    def folded(self, e: Expr, found: Found, here: Here, depth: int) -> Parts:
        """The parts of a body in its own line, in words where it has no parts."""
        note, children = self.parts(e, found, here, depth)
        if isinstance(e, _SPOKEN):
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
        value = _head(here.words.condition(modifier.value), modifier.value)
        made = Tree(f"{self._bearer(this)}: {modifier.op} {value}", "", "", modifier.value.span)
        if this and not self.game.program.is_active(here.env.s, this):
            return (replace(made, note="it does not count now") if self.every else None), found
        test = modifier.test
        if test is not None and not evaluate(test, here.env):
            missing = (self.failing(test, here, depth),) if depth >= 0 else ()
            why_not = replace(made, note="its condition does not hold", children=missing)
            return (why_not if self.every else None), found
        found = applied(modifier.op, found, evaluate(modifier.value, here.env))
        holding = self.all_of([*conjuncts(test)], here, depth - 1) if test and depth >= 0 else ()
        if not isinstance(modifier.value, core.Lit) and depth >= 0:
            holding += self.all_of(_terms(modifier.value), here, depth - 1)
        return replace(made, value=self.said(found, e.type), children=holding), found

    def _bearer(self, this: int) -> str:
        return self._title(this) if this else "the rules"

    def _title(self, item: int) -> str:
        return naming.title(self.game.program, item)

    # ----------------------------------------------------------------- numbers, conditions

    def arith(self, e: core.Arith, found: Found, here: Here, depth: int) -> Parts:
        return self._formula(e, here), self.all_of(_terms(e), here, depth)

    def compare(self, e: core.Compare, found: Found, here: Here, depth: int) -> Parts:
        note = ""
        if e.left.type.base == "number":
            note = f"{self._formula(e.left, here)} {e.op} {self._formula(e.right, here)}"
        elif not found and e.op == "==" and not e.left.type.many:
            note = f"it is {self.said(evaluate(e.left, here.env), e.left.type)}"
        return note, self.all_of(_terms(e), here, depth)

    def _formula(self, e: Expr, here: Here) -> str:
        """A sum in numbers: `2 * 3 + 1`."""
        if not isinstance(e, core.Arith):
            found, hidden = self.look(e, here.env)
            return "?" if hidden else self.said(found, e.type)
        left, right = self._formula(e.left, here), self._formula(e.right, here)
        if e.op in ("min", "max"):
            return f"the {'lower' if e.op == 'min' else 'higher'} of {left} and {right}"
        if isinstance(e.right, core.Arith):
            right = f"({right})"
        if isinstance(e.left, core.Arith) and e.left.op in "+-" and e.op not in "+-":
            left = f"({left})"
        return f"{left} {e.op} {right}"

    def logic(self, e: core.Logic, found: Found, here: Here, depth: int) -> Parts:
        if e.op == "and" and not found:
            return "", (self.failing(e, here, depth),)
        if e.op == "and" or not found:
            return "", self.all_of([*_alternatives(e, e.op)], here, depth)
        true = next(p for p in _alternatives(e, "or") if evaluate(p, here.env))
        return "", (self.of(true, here, depth),)

    def failing(self, test: Expr, here: Here, depth: int) -> Tree:
        """The first part of a condition that does not hold; a hidden one ends the search."""
        for part in conjuncts(test):
            found, hidden = self.look(part, here.env)
            if hidden or not found:
                return self.of(part, here, depth)
        return self.of(test, here, depth)

    def not_(self, e: core.Not, found: Found, here: Here, depth: int) -> Parts:
        inner = evaluate(e.of, here.env)
        if isinstance(e.of, core.Logic):
            return "", (self.of(e.of, here, depth),)
        return self.parts(e.of, inner, here, depth + 1 if isinstance(e.of, core.Call) else depth)

    def cond(self, e: core.Cond, found: Found, here: Here, depth: int) -> Parts:
        chosen = e.then if evaluate(e.test, here.env) else e.other
        made = evaluate(chosen, here.env)
        note, children = self.folded(chosen, made, here, depth)
        if not note and not isinstance(chosen, core.Lit):
            note = self.said(made, e.type)
        tests = self.all_of([*conjuncts(e.test)] if made == found else [e.test], here, depth)
        if not evaluate(e.test, here.env):
            tests = (self.failing(e.test, here, depth),)
        return note, (*tests, *children)

    def nth(self, e: core.Nth, found: Found, here: Here, depth: int) -> Parts:
        index = evaluate(e.index, here.env)
        listed = ", ".join(self._formula(i, here) for i in e.items)
        chosen = [e.items[index - 1]] if isinstance(index, int) and 1 <= index <= len(e.items) else []
        parts = [p for x in (e.index, *chosen) for p in _terms(x)]
        return f"number {index} of [{listed}]", self.all_of(parts, here, depth)

    def member(self, e: core.Member, found: Found, here: Here, depth: int) -> Parts:
        return "", self.all_of([p for x in (e.item, e.source) for p in _terms(x)], here, depth)

    # ----------------------------------------------------------------------------- sets

    def count(self, e: core.Count | core.Exists, found: Found, here: Here, depth: int) -> Parts:
        """How many; of a few candidates, why each is one or not."""
        if isinstance(e.source, core.Contents):
            return "", ()
        note = self.said(items(e.source, here.env), e.source.type)
        return note if found else "none", self._candidates(e.source, here, depth)

    def filter(self, e: core.Filter, found: Found, here: Here, depth: int) -> Parts:
        return "", self._candidates(e, here, depth)

    def _candidates(self, e: Expr, here: Here, depth: int) -> tuple[Tree, ...]:
        """Of each of a few candidates, whether the condition holds and what keeps it from that."""
        if not isinstance(e, core.Filter) or depth < 0 or not _worked_out(e.test):
            return ()
        source, _ = self.look(e.source, here.env)
        assert isinstance(source, tuple)
        if len(source) > (2 * MOST if self.every else CLOSE):
            return ()
        one = e.type.one()
        return tuple(
            self.failing(e.test, here.bind(e.var, item, self.said(item, one)), depth)
            for item in source
        )

    def reduce(self, e: core.Reduce, found: Found, here: Here, depth: int) -> Parts:
        each, kind = items(e.source, here.env), e.source.type.one()
        inner = [here.bind(e.var, item, self.said(item, kind)) for item in each]
        values = [self.said(evaluate(e.body, h.env), e.body.type) for h in inner]
        sign = " + " if e.op == "sum" else ", "
        short = sign.join(values[:MOST]) + (f"{sign}..." if len(values) > MOST else "")
        note = {"sum": short, "highest": f"the highest of {short}"}.get(e.op, f"the lowest of {short}")
        if not values:
            note = f"there are no {here.words.noun(e.source).plural}"
        if not _terms(e.body):
            return note, ()
        trees = tuple(self.of(e.body, h, depth) for h in inner)
        return note if len(values) > 1 or not values else "", trees

    def best(self, e: core.Best, found: Found, here: Here, depth: int) -> Parts:
        """Each candidate with its value, the best first."""
        kind = e.source.type.one()
        rows: list[tuple[int, Here]] = []
        for item in items(e.source, here.env):
            inner = here.bind(e.var, item, self.said(item, kind))
            value = evaluate(e.body, inner.env)
            assert isinstance(value, int)
            rows.append((value, inner))
        rows.sort(key=lambda row: row[0], reverse=e.op == "highest")
        note = "" if rows else f"there are no {here.words.noun(e.source).plural}"
        shown = tuple(self.of(e.body, inner, depth) for _, inner in rows[:MOST])
        return note, shown + ((MORE,) if len(rows) > MOST else ())

    def only(self, e: core.Only, found: Found, here: Here, depth: int) -> Parts:
        many = items(e.source, here.env)
        note, children = self.parts(e.source, many, here, depth)
        if len(many) > 1:
            note = f"there are {self.said(many, e.source.type)}, not one"
        return note, children

    def forbidden(self, e: core.Forbidden, found: Found, here: Here, depth: int) -> Parts:
        item, actor = evaluate(e.item, here.env), evaluate(e.actor, here.env)
        assert isinstance(item, int)
        assert isinstance(actor, int)
        return "", tuple(self.prohibitions(e, item, actor, here.env, depth))

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
                    Words(program.checked.declared, dict(enumerate(names))),
                )
                tests = [*conjuncts(ability.test)] if ability.test is not None else []
                words = f"{self._bearer(this)} forbids {english.event(ability.verb, ability.kind)}"
                children = self.all_of(tests, inner, depth) if depth >= 0 else ()
                yield Tree(words, "", "", ability.span, children)


def _head(words: str, e: Expr) -> str:
    """The words of a line: a definition without its article."""
    cut = words.removeprefix("the ") if not isinstance(e, core.Compare | core.Logic) else words
    return cut.removesuffix(" holds") if isinstance(e, core.Call) else cut


def _terms(e: Expr) -> list[Expr]:
    """The parts of a sum or comparison that have a story of their own."""
    if isinstance(e, core.Arith | core.Compare):
        return _terms(e.left) + _terms(e.right)
    return [] if _fact(e) else [e]


def _fact(e: Expr) -> bool:
    """What is as it is: written out, printed, or a variable."""
    if isinstance(e, core.Get):
        return e.field.printed and (e.of is None or _fact(e.of))
    if isinstance(e, core.SetOf):
        return all(map(_fact, e.items))
    return isinstance(e, core.Lit | core.Named | core.Var | core.Reg | core.ZoneOf | core.Values)


def _worked_out(test: Expr) -> bool:
    """Whether more than what stands on the table goes into a condition."""
    return any(isinstance(part, core.Call | core.Reduce | core.Best) for part in core.inside(test))


def _alternatives(e: Expr, op: str) -> Iterator[Expr]:
    if isinstance(e, core.Logic) and e.op == op:
        yield from _alternatives(e.left, op)
        yield from _alternatives(e.right, op)
    else:
        yield e


def _merged(trees: tuple[Tree, ...]) -> tuple[Tree, ...]:
    """Trees that say the same become one: `3 times`."""
    counts: dict[Tree, int] = {}
    for tree in trees:
        counts[tree] = counts.get(tree, 0) + 1
    return tuple(
        replace(t, words=f"{n} times: {t.words}") if n > 1 else t for t, n in counts.items()
    )


_SPOKEN = (core.Count, core.Exists, core.Reduce, core.Get, core.At, core.Owner, core.Position,
           core.Member, core.Filter, core.Call, core.IsKind, core.Line, core.Ends, core.After,
           core.Compare, core.Not)  # fmt: skip

_RULES: dict[type[Expr], Callable[..., Parts]] = {
    core.Call: Asking.call, core.Arith: Asking.arith, core.Compare: Asking.compare,
    core.Logic: Asking.logic, core.Not: Asking.not_, core.Cond: Asking.cond,
    core.Nth: Asking.nth, core.Member: Asking.member, core.Count: Asking.count,
    core.Exists: Asking.count, core.Filter: Asking.filter, core.Reduce: Asking.reduce,
    core.Best: Asking.best, core.Only: Asking.only, core.Forbidden: Asking.forbidden,
}  # fmt: skip

__all__ = ["DEPTH", "HIDDEN", "Asking", "Tree", "WhyError", "spaced", "why"]
