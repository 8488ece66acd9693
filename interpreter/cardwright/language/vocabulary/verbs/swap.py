"""`swap first and second`."""

from __future__ import annotations

from cardwright.board.types import FLAG, Type
from cardwright.language import core, hir
from cardwright.language.core import Block, Expr
from cardwright.language.registry.verb import Verb
from cardwright.language.resolve.choices import who_acts
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
        span, actor = self.span, low.expr(self.actor)
        first, second = low.expr(self.first), low.expr(self.second)
        somewhere = Type("thing", "thing", optional=True)
        one, two = low.register(somewhere, span), low.register(somewhere, span)
        swapped: Block = (
            core.Let(span, one.index, core.LocationOf(somewhere, span, first)),
            core.Let(span, two.index, core.LocationOf(somewhere, span, second)),
            core.Move(span, "move", first, first.type.of, two, actor),
            core.Move(span, "move", second, second.type.of, one, actor),
        )
        there = _both(self._there(first), self._there(second))
        # both or neither: half a swap would put two things in one place
        free = _both(self._movable(first, actor), self._movable(second, actor))
        return (core.If(span, there, (core.If(span, free, swapped, ()),), ()),)

    def english(self, sentences: hir.Sentences, rest: Block) -> list[str]:
        first, second = sentences.phrase(self.first), sentences.phrase(self.second)
        return [sentences.sentence(self.verb, self.actor, first=first, second=second)]

    def _there(self, item: Expr) -> Expr:
        return core.Compare(FLAG, self.span, "!=", item, core.none(self.span))

    def _movable(self, item: Expr, actor: Expr) -> Expr:
        banned = core.Forbidden(FLAG, self.span, "move", item, actor, item.type.of)
        return core.Not(FLAG, self.span, banned)


def _both(left: Expr, right: Expr) -> Expr:
    return core.Logic(FLAG, left.span, "and", left, right)


def _resolve(clause: Clause, act: ast.Act, scope: Scope) -> Block:
    actor = who_acts(scope, clause.span)
    items = [expression(phrase.value, scope) for phrase in (clause.first, clause.second)]
    for item in items:
        if item.type.base != "thing" or item.type.many:
            raise CheckError("CW220", f"expected one thing, found {item.type}", item.span)
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
    doc="Two things change places; both count as moved.",
    clause=Clause,
    resolve=_resolve,
    rank=5,
)
