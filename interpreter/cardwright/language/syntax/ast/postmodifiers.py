"""Phrases after a noun that narrow it."""

from __future__ import annotations

from cardwright.language.syntax.ast.bases import Expression, Postmodifier, Quantifier
from cardwright.language.syntax.ast.noun_phrases import NounPhrase, Quantified
from cardwright.language.syntax.ast.quantifiers import Amount
from cardwright.language.syntax.nodes import Word, maybe, one
from cardwright.source.records import dataclass


@dataclass(frozen=True, slots=True)
class Copying(Postmodifier):
    """`carts that are copies of raider`: Those with the same design."""

    of: Expression = one(Expression)


@dataclass(frozen=True, slots=True)
class Located(Postmodifier):
    """`carts in york`, `miners on towns with your carts`, `cards from deck`, `carts at dover`:
    Those that are there: a place, a zone, or a set of these. The four prepositions mean the
    same, and take all that follows.
    """

    preposition: Word = one("IN", "ON", "AT", "FROM")
    location: Quantified | Expression = one(Quantified, Expression)

    @property
    def is_origin(self) -> bool:
        """Whether it says where something comes *from*."""
        return self.preposition.kind == "FROM"


@dataclass(frozen=True, slots=True)
class Without(Postmodifier):
    """`towns without york`: All but these; what follows may be one thing or a set."""

    location: Quantified | Expression = one(Quantified, Expression)


@dataclass(frozen=True, slots=True)
class WithNo(Postmodifier):
    """`towns with no carts`, `towns with none of your carts`, `players with no gold`: Places on
    which there are none, or players who own none, or have none of a counter.
    """

    word: Word = one("NOT_ANY", "NONE_OF")
    noun: NounPhrase = one(NounPhrase)


@dataclass(frozen=True, slots=True)
class WithSome(Postmodifier):
    """`towns with your carts`, `players with 3 or more miners on york`, `players with 2 gold`:
    Those that have such things: on them, or, of players, as their own; or that much of a
    counter. Without a number, at least one; `2` means 2 or more.
    """

    quantifier: Quantifier | None = maybe(Quantifier)
    noun: NounPhrase = one(NounPhrase)


@dataclass(frozen=True, slots=True)
class Where(Postmodifier):
    """`carts where load of cart > 2`: Those for which the condition is true. The kind in the
    singular is the thing being tested. It takes in everything that follows, and belongs to the
    noun before it.
    """

    test: Expression = one(Expression)


@dataclass(frozen=True, slots=True)
class Within(Postmodifier):
    """`towns within 1 region of york`: Those at most that many steps away, along an ordered kind or
    an enum, including the thing itself.
    """

    amount: Amount = one(Amount)
    unit: Word = one("NAME")
    origin: Expression = one(Expression)


@dataclass(frozen=True, slots=True)
class NextTo(Postmodifier):
    """`cells next to spot`, `towns adjacent to york`: The neighbours: in a grid, across an
    edge, or one step along an ordered kind. For pieces, those on such places.
    """

    origin: Expression = one(Expression)


@dataclass(frozen=True, slots=True)
class Towards(Postmodifier):
    """`cells from pawn towards north`, `cells from pawn towards any heading`: After `from`:
    all cells in that direction, the nearest first, without the first one. With several
    directions, one after the other.
    """

    quantifier: Word | None = maybe("EACH", "ANY", "ALL")
    direction: Expression = one(Expression)


@dataclass(frozen=True, slots=True)
class While(Postmodifier):
    """`cells from pawn towards north while cell is free`: In each direction, those before the
    first for which the condition does not hold.
    """

    test: Expression = one(Expression)


@dataclass(frozen=True, slots=True)
class Until(Postmodifier):
    """`cells from pawn towards north until cell is taken`: In each direction, those up to and
    including the first for which the condition holds.
    """

    test: Expression = one(Expression)
