"""`give rocket to player`."""

from __future__ import annotations

from cardwright.language import hir
from cardwright.language.core import Block
from cardwright.language.registry.movement import From, Movement, To
from cardwright.language.registry.verb import Verb
from cardwright.language.resolve.scope import Scope
from cardwright.language.resolve.statements.choices import acting_player, bind, items_of, one_player
from cardwright.language.syntax import ast
from cardwright.language.syntax.nodes import one
from cardwright.language.vocabulary.transfers import (
    Transfer,
    is_counter,
    refuse_cell,
    transferred_item,
)
from cardwright.source.records import dataclass

MOVEMENT = Movement("give", From.ANYWHERE, To.PLAYER)


@dataclass(frozen=True, slots=True)
class Clause(ast.VerbClause):
    item: ast.Phrase = one(ast.Phrase)
    to: ast.Phrase = one(ast.Phrase)


def _resolve(clause: Clause, act: ast.Act, scope: Scope) -> Block:
    actor = acting_player(scope, clause.span)
    if is_counter(clause.item, scope):
        counter, amount = transferred_item(clause.item, scope)
        receiver = one_player(clause.to, scope)
        return (Transfer(clause.span, VERB, actor, counter, amount, actor, receiver),)
    refuse_cell(clause.item, scope)
    items = items_of("give", clause.item, act, scope)
    receiver = one_player(clause.to, scope)
    bind(act.names, items.item, scope)
    return (hir.ItemsTo(clause.span, VERB, actor, items, receiver),)


VERB = Verb(
    name="give",
    participle="given",
    pattern="{item:phrase} to {to:phrase}",
    changes="owner",
    log="{who} gives {thing} to {end}",
    example="give rocket to player",
    doc="Make a player the new owner of a thing. `give 1 gold to player` moves as much as you "
    "have, and as there is room for.",
    clause=Clause,
    resolve=_resolve,
    movement=MOVEMENT,
    to_self="take",
    there="the player who gets it",
    rank=6,
)
