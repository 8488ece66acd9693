"""`recall your boats to pier`: a movement made of declared properties, added by this file alone.

Unlike with `move`, things in supply stay there.
"""

from __future__ import annotations

from cardwright.language import hir
from cardwright.language.core import Block
from cardwright.language.registry.movement import From, Movement, To
from cardwright.language.registry.verb import Verb
from cardwright.language.resolve.dispatch import expression
from cardwright.language.resolve.scope import Scope
from cardwright.language.resolve.statements.choices import acting_player, items_of
from cardwright.language.syntax import ast
from cardwright.language.syntax.nodes import one
from cardwright.source.records import dataclass

MOVEMENT = Movement("recall", From.BOARD, To.PLACE)


@dataclass(frozen=True, slots=True)
class Clause(ast.VerbClause):
    item: ast.Phrase = one(ast.Phrase)
    to: ast.Phrase = one(ast.Phrase)


def _resolve(clause: Clause, act: ast.Act, scope: Scope) -> Block:
    actor, to = acting_player(scope, clause.span), expression(clause.to.value, scope)
    return (hir.ItemsTo(clause.span, VERB, actor, items_of("recall", clause.item, act, scope), to),)


VERB = Verb(
    name="recall",
    pattern="{item:phrase} to {to:phrase}",
    changes="location",
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
