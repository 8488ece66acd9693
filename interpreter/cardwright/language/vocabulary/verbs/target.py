"""`target 1 opposing cart, as victim`: a choice that abilities can react to.

The author's name refers to the replacement if there was one, or to none.
"""

from __future__ import annotations

from cardwright.board.types import FLAG
from cardwright.language import core, hir
from cardwright.language.core import Block, Expr
from cardwright.language.english.registers import author_name
from cardwright.language.registry.movement import From, Movement, To
from cardwright.language.registry.verb import Verb
from cardwright.language.resolve.errors import CheckError
from cardwright.language.resolve.scope import Scope
from cardwright.language.resolve.statements.choices import acting_player, items_of
from cardwright.language.syntax import ast
from cardwright.language.vocabulary.clauses import ItemClause
from cardwright.source.records import dataclass

MOVEMENT = Movement("target", From.ANYWHERE, To.NOWHERE)


@dataclass(frozen=True, slots=True)
class Target(hir.ItemStatement):
    """`result` holds the targets: one thing or none, or a set."""

    result: core.Reg

    def lower(self, low: hir.Lowering) -> Block:
        actor = low.expr(self.actor)
        ask = low.choice(self.items.ask, MOVEMENT.verb, actor, self._place)
        item, result = low.expr(self.items.item), self.result
        if not self.items.several:
            return (*ask, self._targeted(item, actor, result.index))
        none = core.SetOf(result.type, self.span, ())
        one = low.register(item.type.one(), self.span)
        found = low.register(item.type.one().maybe(), self.span)
        with_it = core.Union(result.type, self.span, result, found)
        given = core.Compare(FLAG, self.span, "!=", found, core.none(self.span))
        kept = core.If(self.span, given, (core.Let(self.span, result.index, with_it),), ())
        body = (self._targeted(one, actor, found.index), kept)
        return (
            *ask,
            core.Let(self.span, result.index, none),
            core.ForEach(self.span, one.index, item, body),
        )

    def _targeted(self, item: Expr, actor: Expr, result: int) -> core.Move:
        kind, here = item.type.of, self._place(item)
        return core.Move(self.span, MOVEMENT, item, kind, here, actor, result=result)

    def _place(self, item: Expr) -> Expr:
        return core.LocationOf(item.type.maybe(), self.span, item)

    def can_change(self, low: hir.Lowering) -> Expr:
        return core.lit(0, self.span)  # the action on the target may

    def english(self, sentences: hir.Sentences, rest: Block) -> list[str]:
        said = sentences.action(self.verb, self.actor, self.items, rest)
        one = "those" if self.items.several else f"that {self.items.item.type.of}"
        name = author_name(self.result.index, rest)
        sentences.name(self.result.index, name or one)
        return [*said[:-1], f"{said[-1].removesuffix('.')} ({name})."] if name else said


def _resolve(clause: ItemClause, act: ast.Act, scope: Scope) -> Block:
    actor = acting_player(scope, clause.span)
    items = items_of("target", clause.item, act, scope)
    if len(act.names) > 1:
        help = "target one after the other, or give all of them one name"
        raise CheckError("CW218", "a target has one name", act.names[1].span, help)
    type = items.item.type if items.several else items.item.type.maybe()
    result = core.Reg(type, clause.span, scope.allocator.register())
    for word in act.names:
        scope.bind(word, result)
    if not act.names:
        scope.names[type.of] = result
    return (Target(clause.span, VERB, actor, items, result),)


VERB = Verb(
    name="target",
    also_of=("lasting-effect", "place"),
    pattern="{item:phrase}",
    changes="nothing",
    log="{who} targets {thing}",
    example="target 1 of your carts, as raider",
    doc="Choose as the target of an effect. Abilities may forbid this, react to it, or replace it.",
    clause=ItemClause,
    resolve=_resolve,
    chooses=True,
    movement=MOVEMENT,
    adjective="targetable",
    there="where it is",
    noun=True,
    rank=19,
)
