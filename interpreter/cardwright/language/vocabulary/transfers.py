"""`rival gives 1 gold to you`, `take 1 gold from rival`: counters that go from player to player.

The amount is limited by what the giver has and the receiver has room for; it is one entry of the
log.
"""

from __future__ import annotations

from cardwright.board.declarations import Field
from cardwright.board.types import FLAG, NUMBER, PLAYER
from cardwright.language import core, hir
from cardwright.language.core import Block, Expr, arith, lit
from cardwright.language.lower.maxima import highest
from cardwright.language.lower.possible_changes import all_of, given
from cardwright.language.resolve.counters.counters import (
    cell_named,
    counted,
    counter,
    how_much,
    shared_counter,
)
from cardwright.language.resolve.errors import CheckError
from cardwright.language.resolve.quantities import bounds
from cardwright.language.resolve.scope import Scope
from cardwright.language.syntax import ast
from cardwright.source.records import dataclass


def refuse_cell(phrase: ast.Phrase, scope: Scope) -> None:
    """Raises CheckError for `give 1 stock of salt to rival`: only plain counters go over."""
    if (shared := shared_counter(phrase, scope)) is None:
        return
    name = shared[0].name
    message = f"`{name}` has several values, which can't be given or taken"
    help = f"let one player lose it, and the other gain it: `x loses 1 {name} of ...`"
    raise CheckError("CW222", message, phrase.span, help)


@dataclass(frozen=True, slots=True)
class Transfer(hir.VerbStatement):
    counter: Field
    amount: Expr
    giver: Expr
    receiver: Expr

    def lower(self, low: hir.Lowering) -> Block:
        span, actor = self.span, low.expr(self.actor)
        giver, receiver = (low.register(PLAYER.maybe(), span) for _ in range(2))
        number = low.register(NUMBER, span)
        lost = core.Assign(span, "subtract", self.counter, giver, "-", number, actor,
                           partner=receiver)  # fmt: skip
        got = core.Assign(span, "gain", self.counter, receiver, "+", number, actor, partner=giver)
        there = all_of((given(giver), given(receiver)))
        return (
            core.Let(span, giver.index, low.expr(self.giver)),
            core.Let(span, receiver.index, low.expr(self.receiver)),
            core.Let(span, number.index, self._number(low, giver, receiver)),
            core.If(span, there, (lost, got), ()),
        )

    def _number(self, low: hir.Lowering, giver: Expr, receiver: Expr) -> Expr:
        """The wanted amount, limited by what there is and the room for it."""
        found, low_ = low.expr(self.amount), self.counter.low
        high = highest(self.counter, receiver, self.span, low.board)
        if low_ is not None:
            found = arith("min", found, arith("-", self._of(giver), self._lit(low_)))
        if high is not None:
            found = arith("min", found, arith("-", high, self._of(receiver)))
        return arith("max", self._lit(0), found)

    def _of(self, player: Expr) -> Expr:
        return core.Get(NUMBER, self.span, self.counter, player)

    def _lit(self, number: int) -> Expr:
        return lit(number, self.span)

    def can_change(self, low: hir.Lowering) -> Expr:
        number = self._number(low, low.expr(self.giver), low.expr(self.receiver))
        return core.Compare(FLAG, self.span, ">", number, self._lit(0))

    def in_full(self, low: hir.Lowering) -> Expr:
        number = self._number(low, low.expr(self.giver), low.expr(self.receiver))
        return core.Compare(FLAG, self.span, "==", number, low.expr(self.amount))

    def english(self, sentences: hir.Sentences, rest: Block) -> list[str]:
        item = sentences.priced(self.amount, self.counter)
        taken = core.same(self.actor, self.receiver)
        other = self.giver if taken else self.receiver
        said = sentences.phrase(other)
        return [sentences.sentence(self.verb, self.actor, item=item, to=said)]


def is_counter(phrase: ast.Phrase, scope: Scope) -> bool:
    """Whether a phrase is about a counter of players, and not about things."""
    noun, board = phrase.value, scope.context.board
    if not isinstance(noun, ast.NounPhrase) or noun.of is not None or noun.determiner is not None:
        return False
    word = noun.words.noun.text
    found = cell_named(word, scope)
    counts = found is not None and bool(found.kind) and found.type == NUMBER and not found.printed
    return counts and word not in scope.names and board.noun(word) is None


def transferred_item(phrase: ast.Phrase, scope: Scope) -> tuple[Field, Expr]:
    """The counter and the amount. Raises CheckError for anything else."""
    if not isinstance(phrase.quantifier, ast.Exactly | ast.Some):
        raise how_much(phrase, scope)
    found = counter(counted(phrase, scope), scope)
    if not found.kind:
        message = f"`{found.name}` is not a counter of players"
        raise CheckError("CW222", message, phrase.span, "write `pay` or `gain`")
    return found, bounds(phrase.quantifier, scope)[0]
