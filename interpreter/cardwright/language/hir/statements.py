"""Statements that say more than the core, and the base classes of statements of verbs."""

from __future__ import annotations

from dataclasses import replace

from cardwright.board.declarations import Field
from cardwright.board.types import FLAG
from cardwright.language import core
from cardwright.language.core import Block, Expr, Stmt
from cardwright.language.hir.costs import Cost
from cardwright.language.hir.expressions import Indexed
from cardwright.language.hir.services import Items, Lowering, Rewriter, Sentences
from cardwright.language.registry.verb import Verb
from cardwright.source.records import dataclass


@dataclass(frozen=True, slots=True)
class Distributed(core.ForEach):
    """`remove 1 miner from each base`: a loop written as `each` inside a phrase."""


@dataclass(frozen=True, slots=True)
class OtherwiseIf(core.If):
    """`otherwise if ready:`, in the `other` branch of the `if` before it."""


@dataclass(frozen=True, slots=True)
class PaidFirst(core.If):
    """`cost: 2 gold` of an effect: if it can be paid, `then` pays it and does the rest."""


@dataclass(frozen=True, slots=True)
class Inserted(core.Let):
    """`Take {number of carts}?`: the value in braces, computed before the text is shown."""


@dataclass(frozen=True, slots=True)
class RepeatUntil(Stmt):
    """`repeat until x:`, or `repeat while x:`; the condition is tested before each round."""

    test: Expr
    body: Block
    is_while: bool


@dataclass(frozen=True, slots=True)
class OpenUntilPass(Stmt):
    """`open market until pass`: again and again, until the player passes or nothing is offered."""

    opened: core.OpenMenu


@dataclass(frozen=True, slots=True)
class DoNothing(Stmt):
    """`do nothing`: an alternative in a choice."""


@dataclass(frozen=True, slots=True)
class ChangeByKey(Stmt):
    """`add 2 to stock of wanted`: a change of the cell for a key that is known only in play.

    `change` is the change of any one of the cells.
    """

    cell: Indexed
    change: core.Assign


@dataclass(frozen=True, slots=True)
class OncePer(Stmt):
    """An effect that can be used once in each run of a rule; a flag of `of` records its use.

    For a *may*, only a yes counts; an effect with a cost is used if the cost can be paid.
    """

    used: Field
    of: Expr
    body: Block
    paid: bool = False


@dataclass(frozen=True, slots=True)
class Window(Stmt):
    """Players are asked for replies in turn, beginning with `first`, until all pass in a row.

    Meanwhile each of the states `cells` has the value at the same index in `values`. There are at
    most `most` replies; `always`: players who can't reply are asked too.
    """

    menu: str
    asks: Expr
    first: Expr
    cells: tuple[Field, ...]
    values: tuple[Expr, ...]
    most: int
    always: bool
    actor: Expr
    args: tuple[Expr, ...] = ()  # the arguments of the menu


@dataclass(frozen=True, slots=True)
class SimultaneousChoice(Stmt):
    """`each player secretly chooses 1 card, as their bid`: set for all when all have chosen.

    `reg` is the player in `choice`. See `lower.simultaneous_choices`.
    """

    reg: int
    source: Expr
    choice: core.Choose
    field: Field


@dataclass(frozen=True, slots=True)
class May(Stmt):
    """`you may remove 1 cart`; `label` is the author's words for it, if any."""

    chooser: Expr
    label: core.Text
    body: Block
    other: Block


Spent = tuple[Expr, Expr]
"""A set and a number."""


@dataclass(frozen=True, slots=True)
class VerbStatement(Stmt):
    """A verb and its actor. Each verb's file has a subclass with the rest.

    `lower` lowers it to the core, and `english` writes its English; `rest` are the statements after
    it. `takes` are the operands that its sentence says in full if they were just chosen.
    """

    verb: Verb
    actor: Expr

    def lower(self, low: Lowering) -> Block:
        raise NotImplementedError(self.verb.name)

    def english(self, sentences: Sentences, rest: Block) -> list[str]:
        raise NotImplementedError(self.verb.name)

    def can_change(self, low: Lowering) -> Expr | None:
        """The condition under which it would change something; None if it always may.

        A *may* is not offered if nothing in it can change anything. The condition can depend on
        things that are not chosen yet.
        """
        return None

    def in_full(self, low: Lowering) -> Expr | None:
        """The condition under which it can be done in full, as a cost must be; None if it always
        can.
        """
        return self.can_change(low)

    def spends(self, low: Lowering) -> Spent | None:
        """What it uses up as part of a cost, and the least number."""
        return None

    def limited(self, limits: tuple[core.Limit, ...]) -> VerbStatement:
        """The same statement with more limits on its choice."""
        return self

    def needs(self, expr: Rewriter) -> Expr | None:
        """Its condition, apart from having something to choose; None if there is none."""
        return None

    def takes(self) -> tuple[Expr, ...]:
        return ()


@dataclass(frozen=True, slots=True)
class ItemStatement(VerbStatement):
    """An action on a thing, or on several, which may be chosen for it."""

    items: Items

    def can_change(self, low: Lowering) -> Expr | None:
        return core.Exists(FLAG, self.span, self.taken(low))

    def taken(self, low: Lowering) -> Expr:
        """The set of things that it may act on."""
        return low.taken(self.items, self.verb.name, low.expr(self.actor))

    def in_full(self, low: Lowering) -> Expr | None:
        change, ask = self.can_change(low), self.items.ask
        if not isinstance(ask, core.Choose):
            return change
        enough = low.enough(self.taken(low), low.expr(ask.low))
        return core.Logic(FLAG, self.span, "and", enough, change) if change else enough

    def limited(self, limits: tuple[core.Limit, ...]) -> ItemStatement:
        ask = self.items.ask
        if not isinstance(ask, core.Choose):
            return self
        ask = replace(ask, limits=(*ask.limits, *limits))
        return replace(self, items=replace(self.items, ask=ask))

    def english(self, sentences: Sentences, rest: Block) -> list[str]:
        return sentences.action(self.verb, self.actor, self.items, rest)

    def takes(self) -> tuple[Expr, ...]:
        return (self.items.item,)


@dataclass(frozen=True, slots=True)
class ItemsTo(ItemStatement):
    """A movement of things to a place or a player."""

    to: Expr

    def lower(self, low: Lowering) -> Block:
        assert self.verb.movement is not None
        ask, actor, to = self._asked(low), low.expr(self.actor), low.expr(self.to)
        return (*ask, *low.each(self.verb.movement, self.items, to, False, actor, self.span))

    def _asked(self, low: Lowering) -> Block:
        actor, to = low.expr(self.actor), low.expr(self.to)
        return low.choice(self.items.ask, self.verb.name, actor, lambda _: to)

    def spends(self, low: Lowering) -> Spent:
        return low.spent(self.items, self._asked(low))

    def english(self, sentences: Sentences, rest: Block) -> list[str]:
        to = sentences.destination(self.to, self.actor)
        return sentences.action(self.verb, self.actor, self.items, rest, to)

    def takes(self) -> tuple[Expr, ...]:
        return self.items.item, self.to


@dataclass(frozen=True, slots=True)
class Paying(VerbStatement):
    """`pay 2 iron and 1 wood to rival`: all of it, or nothing; `to` a player, who gets it."""

    cost: Cost
    to: Expr | None = None
