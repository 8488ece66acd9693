"""Conditions, which hold or do not hold."""

from __future__ import annotations

from cardwright.language.syntax.ast.bases import Expression, Quantifier
from cardwright.language.syntax.ast.noun_phrases import NounPhrase
from cardwright.language.syntax.nodes import Word, maybe, one
from cardwright.source.records import dataclass


@dataclass(frozen=True, slots=True)
class Or(Expression):
    """`ready or damaged`: At least one of two conditions holds."""

    left: Expression = one(Expression)
    right: Expression = one(Expression)


@dataclass(frozen=True, slots=True)
class And(Expression):
    """`ready and gold of you > 2`: Both conditions hold. `and` binds closer than `or`."""

    left: Expression = one(Expression)
    right: Expression = one(Expression)


@dataclass(frozen=True, slots=True)
class Not(Expression):
    """`not ready`: The condition does not hold. `not` binds closer than `and`."""

    value: Expression = one(Expression)


@dataclass(frozen=True, slots=True)
class Comparison(Expression):
    """`gold of you at least 3`, `level < 5`: Numbers, or words of one enum in the order of
    their declaration. Compared with none, no word is more or less.
    """

    left: Expression = one(Expression)
    sign: Word = one("COMPARE_FEWER", "COMPARE_LEAST", "COMPARE_MORE", "COMPARE_MOST")
    right: Expression = one(Expression)


class Being(Expression):
    """A comparison with *is* or *is not*."""

    __slots__ = ()
    sign: Word

    @property
    def negated(self) -> bool:
        return self.sign.kind in ("IS_NOT", "IS_NOT_IN", "IS_NOT_ON")


@dataclass(frozen=True, slots=True)
class Is(Being):
    """`owner of cart is you`, `phase is not night`, `cart is damaged`, `level = 2`: The same
    value; or a flag, a word or a kind that the thing has. `x is red or blue` is one of the
    two, `x is not red or blue` neither.
    """

    left: Expression = one(Expression)
    sign: Word = one("EQUALS", "IS", "IS_NOT")
    right: Expression = one(Expression)


@dataclass(frozen=True, slots=True)
class IsA(Being):
    """`it is a cart`, `it is not a cart`: It is of this kind, or of a kind of this kind."""

    left: Expression = one(Expression)
    sign: Word = one("EQUALS", "IS", "IS_NOT")
    article: Word = one("A")
    kind: Word = one("NAME")


@dataclass(frozen=True, slots=True)
class IsCopy(Being):
    """`it is a copy of raider`, `it is not a copy of raider`: It has the same design."""

    left: Expression = one(Expression)
    sign: Word = one("EQUALS", "IS", "IS_NOT")
    right: Expression = one(Expression)


@dataclass(frozen=True, slots=True)
class IsIn(Being):
    """`it is in hand of you`, `york is not in visited of you`, `cart is on york`: It is a member of
    the set, or it is in the zone or at the place.
    """

    left: Expression = one(Expression)
    sign: Word = one("IS_IN", "IS_ON", "IS_NOT_IN", "IS_NOT_ON")
    right: Expression = one(Expression)

    @property
    def on(self) -> bool:
        return self.sign.kind in ("IS_ON", "IS_NOT_ON")


@dataclass(frozen=True, slots=True)
class CanBeUsed(Expression):
    """`event of card can be used`: The thing has such an effect, and its limit is not used
    up.
    """

    printed: Expression = one(Expression)


@dataclass(frozen=True, slots=True)
class HasNo(Expression):
    """`you have no carts on york`, `you have no gold`: A player owns none, or has none of a
    counter, or a place holds none.
    """

    owner: Expression = one(Expression)
    word: Word = one("NOT_ANY", "NONE_OF")
    noun: NounPhrase = one(NounPhrase)


@dataclass(frozen=True, slots=True)
class HasSome(Expression):
    """`you have a cart`, `rival has 2 or more carts on york`, `you have 3 gold`: A player owns
    such things, or a place holds them, or somebody has that much of a counter; `2` means 2 or
    more.
    """

    owner: Expression = one(Expression)
    quantifier: Quantifier | None = maybe(Quantifier)
    noun: NounPhrase = one(NounPhrase)


@dataclass(frozen=True, slots=True)
class During(Expression):
    """`during turn`, `during your turn`, `during turn of rival`: A run of this rule has begun and
    is not over; with `your` or `of`, a run by that player.
    """

    whose: Word | None = maybe("DET")
    rule: Word = one("NAME")
    of: Expression | None = maybe(Expression)


@dataclass(frozen=True, slots=True)
class ThereIsNo(Expression):
    """`there are no carts on york`, `there are none of your carts on york`: The set is empty."""

    word: Word = one("NOT_ANY", "NONE_OF")
    noun: NounPhrase = one(NounPhrase)


@dataclass(frozen=True, slots=True)
class ThereIs(Expression):
    """`there is a cart on york`, `there are 2 or more damaged carts`: The set has a member, or that
    many.
    """

    quantifier: Quantifier | None = maybe(Quantifier)
    noun: NounPhrase = one(NounPhrase)
