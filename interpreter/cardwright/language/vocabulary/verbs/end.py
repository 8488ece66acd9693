"""`end each boom of you`."""

from __future__ import annotations

from cardwright.board.declarations import LASTING
from cardwright.language import core, hir
from cardwright.language.core import Block
from cardwright.language.inflection import article
from cardwright.language.registry.verb import Verb
from cardwright.language.resolve.errors import CheckError, UnknownName
from cardwright.language.resolve.scope import Scope
from cardwright.language.resolve.statements.choices import acting_player, bind, items_of
from cardwright.language.syntax import ast
from cardwright.language.vocabulary.clauses import ItemClause
from cardwright.source.records import dataclass


@dataclass(frozen=True, slots=True)
class End(hir.ItemStatement):
    def lower(self, low: hir.Lowering) -> Block:
        actor, ask = low.expr(self.actor), low.choice(self.items.ask)
        ends = low.apply_to(self.items, lambda item: core.End(self.span, item, actor), self.span)
        return (*ask, *ends)


def _resolve(clause: ItemClause, act: ast.Act, scope: Scope) -> Block:
    actor = acting_player(scope, clause.span)
    items = _items(clause.item, act, scope)
    kind = items.item.type.of
    if kind != "thing" and not scope.context.board.is_a(kind, LASTING):
        message = f"{article(kind)} can't be ended; only lasting effects can"
        raise CheckError("CW220", message, clause.item.span, "write `remove` for pieces")
    bind(act.names, items.item, scope)
    return (End(clause.span, VERB, actor, items),)


def _items(phrase: ast.Phrase, act: ast.Act, scope: Scope) -> hir.Items:
    """The effects that end; the help for an unknown name is about the game, and about rules."""
    try:
        return items_of("end", phrase, act, scope)
    except UnknownName as error:
        word = error.word.text
        if word == "game":
            error.help = "write `end the game`"
        elif word in scope.context.declared.rules:
            error.help = f"a {word} ends with its rule; skip with `if`"
        raise


def _says(sentences: hir.Sentences, s: core.End, rest: Block) -> list[str]:
    return [sentences.sentence(VERB, None, item=sentences.phrase(s.item))]


VERB = Verb(
    name="end",
    also_of=("lasting-effect",),
    pattern="{item:phrase}",
    changes="state",
    log="{effect} ends",
    example="end each boom of you",
    doc="End lasting effects.",
    clause=ItemClause,
    resolve=_resolve,
    statement=core.End,
    says=_says,
    rank=18,
)
