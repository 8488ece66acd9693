"""Expressions that say more than the core: adjectives, owners, places, counts."""

from __future__ import annotations

from collections.abc import Iterator

from cardwright.board.model import Field
from cardwright.board.property_paths import Step
from cardwright.language import core
from cardwright.language.core import Expr
from cardwright.source.records import dataclass


@dataclass(frozen=True, slots=True)
class Path(Expr):
    """A property several steps away that the author named directly: `region of cart`."""

    of: Expr
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Adjective(Expr):
    """`iron`, `damaged`, `opposing`: the word, and its test on the item.

    Of `undamaged`, `negates` is the adjective that it turns round, and `test` a `Not`.
    """

    word: str
    test: Expr
    negates: str = ""


@dataclass(frozen=True, slots=True)
class Shows(Adjective):
    """`hits`: dice that show the face `word`, said by a noun."""


@dataclass(frozen=True, slots=True)
class Owned(Expr):
    """`your carts`, `carts of player`: `owner` is a player, or one of several."""

    owner: Expr
    who: Expr


@dataclass(frozen=True, slots=True)
class OwnedOrFree(Owned):
    """Of a kind that no player begins with: `owner` is `who`, or nobody."""


@dataclass(frozen=True, slots=True)
class Located(Expr):
    """`on the base`, `in the town`, `of the county`: `has` is that, or one of those."""

    has: Expr
    where: Expr


@dataclass(frozen=True, slots=True)
class AnyZone(Expr):
    """`any field`: the zone of this name of each player, for what is in one of them."""

    zone: str


@dataclass(frozen=True, slots=True)
class OfKind(Expr):
    """That a thing in a zone of mixed kinds is of the noun's kind."""

    item: Expr
    kind: str


@dataclass(frozen=True, slots=True)
class Possessed(Expr):
    """The things that a player or place has; `test` relates `var` to it."""

    var: int
    things: Expr
    test: Expr


@dataclass(frozen=True, slots=True)
class Together(Expr):
    """`your ships together with colonies of you`: those of the first, then the others."""

    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class HowMany(Expr):
    """`there are 2 or more carts`, `with no carts`; without bounds, at least one.

    `high` 0 is none. Bounds are inclusive.
    """

    source: Expr
    low: Expr | None = None
    high: Expr | None = None
    none: bool = False


@dataclass(frozen=True, slots=True)
class IsCopy(Expr):
    """`x is a copy of y`: two things, or a thing and a definition, of one design."""

    item: Expr
    of: Expr


@dataclass(frozen=True, slots=True)
class InOrder(core.Compare):
    """`face of die at least hit`: of values of an enum, which are in order; of none never true."""


@dataclass(frozen=True, slots=True)
class BestFew(Expr):
    """`top 2 dice by face of die`: so many of those with the highest (or lowest) values."""

    op: str  # highest lowest
    var: int
    source: Expr
    body: Expr
    number: Expr


@dataclass(frozen=True, slots=True)
class Descending(Expr):
    """What things are sorted by, `highest first`."""

    of: Expr


@dataclass(frozen=True, slots=True)
class Indexed(Expr):
    """`your stock of salt`: the cell for a key; `of` is None for the game's own state."""

    shared: Field
    of: Expr | None
    key: Expr


@dataclass(frozen=True, slots=True)
class CanBeUsed(Expr):
    """`event of card can be used`: it has one that no limit keeps from being performed.

    `payable`: its cost can be paid, if it has one.
    """

    slot: str
    of: Expr
    payable: Expr | None = None


@dataclass(frozen=True, slots=True)
class During(Expr):
    """`during your turn`: the rule is running; `by` that player, if there is one.

    `runner` is the cell of state that has the player who runs it.
    """

    rule: str
    runner: Field
    by: Expr | None


@dataclass(frozen=True, slots=True)
class RoomFor(Expr):
    """`room for gold of player`: how much more the counter can hold."""

    of: Expr
    cell: Field


@dataclass(frozen=True, slots=True)
class AtBound(Expr):
    """`gold of player is full`, `deck is empty`: `word` is full or empty; a zone has no cell."""

    of: Expr
    word: str
    cell: Field | None


@dataclass(frozen=True, slots=True)
class AllOf(core.Logic):
    """The conjunction of a noun's adjectives and postmodifiers."""


@dataclass(frozen=True, slots=True)
class IsNot(core.Not):
    """`x is not y`, `x is not in y`: a negated test in one comparison."""


def as_written(e: Expr) -> Expr:
    """What the author wrote for an expression of either tree; an adjective gives its test."""
    origin = e.origin
    return origin if isinstance(origin, Expr) and not isinstance(origin, Adjective) else e


def conjuncts(test: Expr) -> Iterator[Expr]:
    """The conjuncts of a test; one phrase of the author's is one conjunct."""
    whole = test.origin is not None and not isinstance(test.origin, core.Logic)
    if isinstance(test, core.Logic) and test.op == "and" and not whole:
        yield from conjuncts(test.left)
        yield from conjuncts(test.right)
    else:
        yield test
