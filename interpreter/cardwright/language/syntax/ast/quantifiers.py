"""Numbers and articles before a noun."""

from __future__ import annotations

from cardwright.language.syntax.ast.bases import Expression, Quantifier
from cardwright.language.syntax.nodes import Node, Word, maybe, one
from cardwright.source.records import dataclass


@dataclass(frozen=True, slots=True)
class Amount(Node):
    """`remove 2 carts`, `remove (number of your towns) carts`: A number, or an expression in
    parentheses.
    """

    number: Word | None = maybe("INT")
    value: Expression | None = maybe(Expression)


@dataclass(frozen=True, slots=True)
class Exactly(Quantifier):
    """`remove 2 carts`, `remove (gold of you / 2) carts`: That many, or all if there are fewer."""

    amount: Amount = one(Amount)


@dataclass(frozen=True, slots=True)
class UpTo(Quantifier):
    """`remove up to 2 carts`: Any number from none to that many."""

    amount: Amount = one(Amount)


@dataclass(frozen=True, slots=True)
class OrMore(Quantifier):
    """`choose 2 or more carts`: That many or more; all if there are fewer."""

    amount: Amount = one(Amount)


@dataclass(frozen=True, slots=True)
class Between(Quantifier):
    """`remove 1 to 3 carts`: At least as many as the first number (all if there are fewer), at
    most as many as the second.
    """

    range: Word = one("RANGE")

    @property
    def ends(self) -> tuple[int, int]:
        low, _, high = self.range.text.split()
        return int(low), int(high)


@dataclass(frozen=True, slots=True)
class AnyNumber(Quantifier):
    """`remove any number of carts`: None, some or all of them."""


@dataclass(frozen=True, slots=True)
class Every(Quantifier):
    """`remove each cart`, `remove all carts`: All of them. `1 miner on each town` places one on
    every town.
    """

    word: Word = one("EACH", "ALL")


@dataclass(frozen=True, slots=True)
class Some(Quantifier):
    """`remove a cart`, `remove any cart`, `remove one cart`: One."""

    word: Word = one("A", "ANY", "ONE")
