"""`recall your boats to pier`: a movement made of declared properties, added by this file alone.

Unlike what is moved, what is in supply stays there.
"""

from __future__ import annotations

from cardwright.board.types import FLAG
from cardwright.language import core, hir
from cardwright.language.core import Block, Expr
from cardwright.language.registry.movement import From, Movement, To
from cardwright.language.registry.verb import Verb
from cardwright.language.resolve.choices import items_of, who_acts
from cardwright.language.resolve.dispatch import expression
from cardwright.language.resolve.scope import Scope
from cardwright.language.syntax import ast
from cardwright.language.syntax.nodes import one
from cardwright.source.records import dataclass

MOVEMENT = Movement("recall", From.BOARD, To.PLACE)


@dataclass(frozen=True, slots=True)
class Clause(ast.VerbClause):
    item: ast.Phrase = one(ast.Phrase)
    to: ast.Phrase = one(ast.Phrase)


@dataclass(frozen=True, slots=True)
class Recall(hir.VerbStatement):
    items: hir.Items
    to: Expr

    def lower(self, low: hir.Lowering) -> Block:
        actor, to = low.expr(self.actor), low.expr(self.to)
        ask = low.choice(self.items.ask, MOVEMENT.verb, actor, lambda _: to)
        return (*ask, *low.each(MOVEMENT, self.items, to, False, actor, self.span))

    def can_change(self, low: hir.Lowering) -> Expr:
        source = low.taken(self.items, MOVEMENT.verb, low.expr(self.actor))
        return core.Exists(FLAG, self.span, low.elsewhere(source, low.expr(self.to)))

    def english(self, sentences: hir.Sentences, rest: Block) -> list[str]:
        to = sentences.destination(self.to, self.actor)
        return sentences.action(self.verb, self.actor, self.items, rest, to)

    def takes(self) -> tuple[Expr, ...]:
        return self.items.item, self.to


def _resolve(clause: Clause, act: ast.Act, scope: Scope) -> Block:
    actor, to = who_acts(scope, clause.span), expression(clause.to.value, scope)
    return (Recall(clause.span, VERB, actor, items_of("recall", clause.item, act, scope), to),)


VERB = Verb(
    name="recall",
    third="recalls",
    gerund="recalling",
    pattern="{item:phrase} to {to:phrase}",
    changes="location",
    english="recall {item} to {to}",
    log="{who} calls {thing} back from {start} to {end}",
    example="recall your carts to dover",
    doc="Move pieces that are on the board to one place.",
    clause=Clause,
    resolve=_resolve,
    movement=MOVEMENT,
    adjective="recallable",
    there="where it goes",
    rank=20,
)
