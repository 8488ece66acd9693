"""Loops over sets, and ranks."""

from __future__ import annotations

from cardwright.language.syntax.ast.bases import Expression, Order, Statement
from cardwright.language.syntax.ast.noun_phrases import NounPhrase
from cardwright.language.syntax.ast.quantifiers import Amount
from cardwright.language.syntax.ast.sets import NumbersFrom, ThenBy
from cardwright.language.syntax.ast.statements import Otherwise, Suite
from cardwright.language.syntax.nodes import Node, Word, many, maybe, one
from cardwright.source.records import dataclass


def alias_of(source: Expression) -> Word | None:
    """The author's name for a member of a set."""
    source = source.named if isinstance(source, NumbersFrom) else source
    return source.alias if isinstance(source, NounPhrase | NumbersFrom) else None


@dataclass(frozen=True, slots=True)
class InOrderOf(Order):
    """`for each cart in order of load of cart, highest first, then by age of cart: remove cart`:
    The lowest value first, unless a direction follows.
    """

    value: Expression = one(Expression)
    direction: Word | None = maybe("HIGHEST_FIRST", "LOWEST_FIRST")
    ties: tuple[ThenBy, ...] = many(ThenBy)


@dataclass(frozen=True, slots=True)
class StartingWith(Order):
    """`for each player starting with you: player gains 1 gold`: That one first, then the
    others in their order, all the way around.
    """

    value: Expression = one(Expression)


@dataclass(frozen=True, slots=True)
class LoopSet(Node):
    """`for each cart as raider: remove raider`: The set of a loop or a ranking, and a name for its
    member; by default, the kind in the singular.

    `alias` is the author's name for a member.
    """

    source: Expression = one(Expression)
    alias: Word | None = maybe("NAME")

    @property
    def binds(self) -> tuple[Word, ...]:
        return (self.alias,) if self.alias else ()

    @property
    def name(self) -> Word | None:
        return self.alias or alias_of(self.source)


@dataclass(frozen=True, slots=True)
class ForEach(Statement):
    """`for each player: player gains 1 gold`, `for each of your carts as raider: remove raider`:
    For each member in turn. The set is computed once, before the first round. *you* stays the same
    player.
    """

    members: LoopSet = one(LoopSet)
    orders: tuple[Order, ...] = many(Order)
    body: Suite = one(Suite)


@dataclass(frozen=True, slots=True)
class RankName(Node):
    """`rank players by gold of player:
      sole first: player gains 2 gold`: A rank from `first` to `eighth`: `sole` if nobody
    shares it, `tied` if somebody does.
    """

    alone: Word | None = maybe("ALONE")
    rank: Word = one("RANK")


@dataclass(frozen=True, slots=True)
class Ranked(Node):
    """`rank players by gold of player:
      second and third: player gains 2 gold`:
    What each of those with these ranks does.
    """

    ranks: tuple[RankName, ...] = many(RankName)
    body: Suite = one(Suite)


@dataclass(frozen=True, slots=True)
class Split(Node):
    """`rank players by gold of player, ties split [5, 3, 1] as prize:
      first and second and third: player gains (prize) gold`:
    What the places are worth, the first one first. Those who tie add up what their places are worth
    and share it equally, rounded down.
    """

    values: tuple[Expression, ...] = many(Expression)
    name: Word = one("NAME")

    @property
    def binds(self) -> tuple[Word, ...]:
        return (self.name,)


@dataclass(frozen=True, slots=True)
class Rank(Statement):
    """`rank players by gold of player, lowest first, ties take the next place:
      first: player gains 2 gold
      otherwise: player loses 1 gold`: The highest value comes first. Ranks are determined before
    anything happens.
    """

    members: LoopSet = one(LoopSet)
    value: Expression = one(Expression)
    direction: Word | None = maybe("HIGHEST_FIRST", "LOWEST_FIRST")
    deciders: tuple[ThenBy, ...] = many(ThenBy)
    ties: Word | None = maybe("TIES_SHARE", "TIES_NEXT", "TIES_LAST", "TIES_DENSE")
    split: Split | None = maybe(Split)
    lines: tuple[Ranked, ...] = many(Ranked)
    otherwise: Otherwise | None = maybe(Otherwise)


@dataclass(frozen=True, slots=True)
class Repeat(Statement):
    """`repeat 3 times: gain 1 gold`: That many times; the number is computed once."""

    times: Amount = one(Amount)
    body: Suite = one(Suite)


@dataclass(frozen=True, slots=True)
class RepeatUntil(Statement):
    """`repeat until ready: gain 1 gold`, `repeat while gold of you < 3: gain 1 gold`: The condition
    is tested before each round.
    """

    word: Word = one("REPEAT_UNTIL", "REPEAT_WHILE")
    test: Expression = one(Expression)
    body: Suite = one(Suite)
