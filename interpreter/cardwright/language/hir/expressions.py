"""Expressions that say more than the core: adjectives, owners, places, counts."""

from __future__ import annotations

from collections.abc import Iterator

from cardwright.board.declarations import Field
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

    In `undamaged`, `negates` is the adjective that it negates, and `test` is a `Not`.
    """

    word: str
    test: Expr
    negates: str = ""


@dataclass(frozen=True, slots=True)
class Shows(Adjective):
    """`hits`: dice that show the face `word`, expressed by a noun."""


@dataclass(frozen=True, slots=True)
class Owned(Expr):
    """`your carts`, `carts of player`: `owner` is a player, or one of several."""

    owner: Expr
    who: Expr


@dataclass(frozen=True, slots=True)
class OwnedOrFree(Owned):
    """For a kind that no player begins with: `owner` is `who`, or nobody."""


@dataclass(frozen=True, slots=True)
class Located(Expr):
    """`on the base`, `in the town`, `of the county`: `has` is that place, or one of those."""

    has: Expr
    where: Expr


@dataclass(frozen=True, slots=True)
class AnyZone(Expr):
    """`any field`: the zones of this name of all players, for the things in any of them."""

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
    """`your ships together with colonies of you`: the members of the first set, then the others."""

    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class HowMany(Expr):
    """`there are 2 or more carts`, `with no carts`; without bounds, at least one.

    `high` 0 means none. Bounds are inclusive.
    """

    source: Expr
    low: Expr | None = None
    high: Expr | None = None
    none: bool = False


@dataclass(frozen=True, slots=True)
class IsCopy(Expr):
    """`x is a copy of y`: two things, or a thing and a definition, share a design."""

    item: Expr
    of: Expr


@dataclass(frozen=True, slots=True)
class InOrder(core.Compare):
    """`face of die at least hit`: compares values of an enum by their order; never true for
    none.
    """


@dataclass(frozen=True, slots=True)
class BestFew(Expr):
    """`top 2 dice by face of die`: this many of the members with the highest (or lowest) values."""

    op: str  # highest or lowest
    var: int
    source: Expr
    body: Expr
    number: Expr


@dataclass(frozen=True, slots=True)
class Descending(Expr):
    """A sort key with `highest first`."""

    of: Expr


@dataclass(frozen=True, slots=True)
class Indexed(Expr):
    """`your stock of salt`: the cell for a key; `of` is None for the game's own state."""

    shared: Field
    of: Expr | None
    key: Expr


@dataclass(frozen=True, slots=True)
class CanBeUsed(Expr):
    """`event of card can be used`: the thing has it, and no limit prevents its use.

    `payable`: its cost, if it has one, can be paid.
    """

    slot: str
    of: Expr
    payable: Expr | None = None


@dataclass(frozen=True, slots=True)
class During(Expr):
    """`during your turn`: the rule is running; run by the player `by`, if there is one.

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
    """The author's form of an expression of either tree; for an adjective, its test."""
    origin = e.origin
    return origin if isinstance(origin, Expr) and not isinstance(origin, Adjective) else e


def conditions(test: Expr) -> Iterator[Expr]:
    """The conditions on a noun, one by one: its adjectives and what follows it."""
    if isinstance(test, core.Logic) and isinstance(as_written(test), AllOf):
        yield from conditions(test.left)
        yield from conditions(test.right)
    else:
        yield test


def conjuncts(test: Expr) -> Iterator[Expr]:
    """The conjuncts of a test; a single phrase of the author's is one conjunct."""
    whole = test.origin is not None and not isinstance(test.origin, core.Logic)
    if isinstance(test, core.Logic) and test.op == "and" and not whole:
        yield from conjuncts(test.left)
        yield from conjuncts(test.right)
    else:
        yield test
