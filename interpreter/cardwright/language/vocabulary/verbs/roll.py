"""`roll all your dice`."""

from __future__ import annotations

from cardwright.board.declarations import Field
from cardwright.language import core, hir
from cardwright.language.core import Block
from cardwright.language.inflection import article
from cardwright.language.registry.verb import Verb
from cardwright.language.resolve.errors import CheckError
from cardwright.language.resolve.scope import Scope
from cardwright.language.resolve.statements.choices import (
    acting_player,
    bind,
    items_of,
    refuse_supply,
)
from cardwright.language.syntax import ast
from cardwright.language.syntax.nodes import Word, maybe
from cardwright.language.vocabulary.clauses import ItemClause
from cardwright.source.records import dataclass


@dataclass(frozen=True, slots=True)
class Roll(hir.ItemStatement):
    faces: tuple[Field, ...]
    again: bool = False

    def lower(self, low: hir.Lowering) -> Block:
        actor, span = low.expr(self.actor), self.span
        ask = low.choice(self.items.ask, "roll", self.actor)
        roll = low.apply_to(self.items, lambda die: core.Roll(span, die, self.faces, actor), span)
        return (*ask, *roll)

    def english(self, sentences: hir.Sentences, rest: Block) -> list[str]:
        lines = sentences.action(self.verb, self.actor, self.items, rest)
        return [f"{lines[0].removesuffix('.')} again.", *lines[1:]] if self.again else lines


@dataclass(frozen=True, slots=True)
class RollClause(ItemClause):
    """The dice, and whether they are rolled again."""

    again: Word | None = maybe("_AGAIN")


def _resolve(clause: RollClause, act: ast.Act, scope: Scope) -> Block:
    actor = acting_player(scope, clause.span)
    items, board = items_of("roll", clause.item, act, scope), scope.context.board
    kind = items.item.type.of
    faces = board.face_fields(kind)
    if not faces:
        raise CheckError("CW220", f"{article(kind)} has no faces to roll", clause.item.span)
    if all(map(board.needs_place, board.below(kind))):
        message = "nothing is rolled: dice in supply have no face"
        help = "roll what is there, as in `in ZONE`"
        refuse_supply(items.source, clause.item.span, message, help)
    bind(act.names, items.item, scope)
    return (Roll(clause.span, VERB, actor, items, faces, clause.again is not None),)


VERB = Verb(
    name="roll",
    also_of=("place",),
    pattern="{item:phrase} [again]",
    changes="state",
    log="{who} rolls {faces}",
    example="roll all your dice",
    doc="Give each die a random face. `again` may follow.",
    clause=RollClause,
    resolve=_resolve,
    statement=core.Roll,
    rank=15,
)
