"""`swap first and second`."""

from __future__ import annotations

from cardwright.board.types import FLAG, NUMBER, Type
from cardwright.language import core, hir
from cardwright.language.core import Block, Expr
from cardwright.language.registry.verb import Verb
from cardwright.language.resolve.choices import refuse_fixed, refuse_supply, who_acts
from cardwright.language.resolve.dispatch import expression
from cardwright.language.resolve.errors import CheckError
from cardwright.language.resolve.scope import Scope
from cardwright.language.syntax import ast
from cardwright.language.syntax.nodes import one
from cardwright.source.records import dataclass


@dataclass(frozen=True, slots=True)
class Clause(ast.VerbClause):
    first: ast.Phrase = one(ast.Phrase)
    second: ast.Phrase = one(ast.Phrase)


@dataclass(frozen=True, slots=True)
class Swap(hir.VerbStatement):
    first: Expr
    second: Expr

    def lower(self, low: hir.Lowering) -> Block:
        actor = low.expr(self.actor)
        first, items = self._known(low, [low.expr(item) for item in (self.first, self.second)])
        then, places = self._known(low, [self._place(item) for item in items])
        last, ranks = self._known(low, [core.Position(NUMBER, self.span, item) for item in items])
        swapped = tuple(
            core.Move(self.span, "move", item, item.type.of, to, actor, at, half=item is items[0])
            for item, to, at in zip(items, places[::-1], ranks[::-1], strict=True)
        )
        # Both or neither: half a swap would put two things in one place.
        there = self._both(*map(self._there, places))
        apart = self._both(*(core.Compare(FLAG, self.span, "!=", item, place)
                             for item, place in zip(items, places[::-1], strict=True)))  # fmt: skip
        there = self._both(there, apart)  # what is on the other one can't be below it
        ways = zip(items, places[::-1], strict=True)
        free = self._both(*(self._movable(item, to, actor) for item, to in ways))
        done = core.If(self.span, there, (core.If(self.span, free, swapped, ()),), ())
        return (*first, *then, *last, done)

    def can_change(self, low: hir.Lowering) -> Expr:
        places = (self._place(low.expr(item)) for item in (self.first, self.second))
        return self._both(*map(self._there, places))

    def _known(self, low: hir.Lowering, values: list[Expr]) -> tuple[Block, list[core.Reg]]:
        """Values that are worked out once, and the registers that keep them."""
        registers = [low.register(value.type, self.span) for value in values]
        pairs = zip(registers, values, strict=True)
        return tuple(core.Let(self.span, reg.index, value) for reg, value in pairs), registers

    def _place(self, item: Expr) -> Expr:
        return core.LocationOf(Type("thing", "thing", optional=True), self.span, item)

    def english(self, sentences: hir.Sentences, rest: Block) -> list[str]:
        first, second = sentences.phrase(self.first), sentences.phrase(self.second)
        return [sentences.sentence(self.verb, self.actor, first=first, second=second)]

    def _there(self, place: Expr) -> Expr:
        return core.Compare(FLAG, self.span, "!=", place, core.none(self.span))

    def _both(self, left: Expr, right: Expr) -> Expr:
        return core.Logic(FLAG, self.span, "and", left, right)

    def _movable(self, item: Expr, to: Expr, actor: Expr) -> Expr:
        banned = core.Forbidden(FLAG, self.span, "move", item, actor, item.type.of, to)
        return core.Not(FLAG, self.span, banned)


def _resolve(clause: Clause, act: ast.Act, scope: Scope) -> Block:
    actor = who_acts(scope, clause.span)
    items = [expression(phrase.value, scope) for phrase in (clause.first, clause.second)]
    for item in items:
        if item.type.base != "thing" or item.type.many:
            raise CheckError("CW220", f"expected one thing, found {item.type}", item.span)
        refuse_fixed("swap", item.type, item.span, scope)
        help = "to bring it there, write `move ... to PLACE`"
        refuse_supply(item, item.span, "nothing is swapped with what is in supply", help)
    return (Swap(clause.span, VERB, actor, *items),)


VERB = Verb(
    name="swap",
    third="swaps",
    gerund="swapping",
    pattern="{first:phrase} and {second:phrase}",
    changes="location",
    english="swap {first} and {second}",
    log="{who} moves {thing} from {start} to {end}",
    example="swap first and second",
    doc="Two things change places, and positions in ordered zones; both count as moved. "
    "Nothing happens if one of them is in supply or must not be moved.",
    clause=Clause,
    resolve=_resolve,
    rank=5,
    instead_of=(("swap x and y", "exchange trade"),),
)
