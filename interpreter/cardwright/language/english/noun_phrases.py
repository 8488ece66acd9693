"""Noun phrases: a noun with the words before and after it, definite things, numbers of them.

A phrase is text that knows its parts, so that it never has to be parsed again. Responsible
for articles, *each*, *of* and *your*. Knows nothing about trees.
"""

from __future__ import annotations

from typing import Self, TypeGuard

from cardwright.language.english.clauses import IT, THEY, YOU, Clause

OTHER, NONE, ANY = "other", "none", "any number"
OWNERS = {"your": YOU, "its": IT, "their": THEY}
"""Who has something, by the word that says so before its name."""


class The(str):
    """A definite thing: `the gold of the cart in the row`, `your gold`.

    It is the `name` of an `owner`, or has `whose` before it; `rest` comes after both.
    """

    __slots__ = ("name", "owner", "rest", "whose")
    name: str
    owner: str
    whose: str
    rest: str

    def __new__(cls, name: str, owner: str = "", *, whose: str = "", rest: str = "") -> Self:
        of = f" of {owner}" if owner and not whose else ""
        found = super().__new__(cls, f"{whose or 'the'} {name}{of}{rest}")
        found.name, found.owner, found.whose, found.rest = name, owner, whose, rest
        return found

    @property
    def bare(self) -> str:
        """Without *the* or *your*."""
        of = f" of {self.owner}" if self.owner and not self.whose else ""
        return f"{self.name}{of}{self.rest}"

    def without(self, owner: str) -> tuple[str, str] | None:
        """The text before and after an owner, at any distance; None if it does not contain the
        owner.
        """
        if self.whose:
            return None
        if self.owner == owner:
            return self.name, self.rest
        found = self.owner.without(owner) if isinstance(self.owner, The) else None
        return found and (f"{self.name} of the {found[0]}", found[1] + self.rest)


def is_the(said: str) -> TypeGuard[The]:
    """Whether a phrase begins with *the*."""
    return isinstance(said, The) and not said.whose


def bare(said: str) -> str:
    """A phrase without *the*."""
    return said.bare if is_the(said) else said


class Joined(str):
    """A phrase that begins with another one: `the gold of the cart` + ` + 1`."""

    __slots__ = ("first", "rest")
    first: str
    rest: str

    def __new__(cls, first: str, rest: str) -> Self:
        found = super().__new__(cls, first + rest)
        found.first, found.rest = first, rest
        return found


def without_article(said: str) -> str:
    """A phrase or a clause without *the* at its beginning."""
    match said:
        case Joined():
            return without_article(said.first) + said.rest
        case Clause(subject=str() as subject) if subject:
            return f"{without_article(subject)} {said.predicate}"
    return bare(said)


def without_owner(said: str, owner: str) -> str:
    """`worth of the isle` from *the worth of the isle of the cart*; without *the* if the owner is
    not in it.
    """
    found = said.without(owner) if isinstance(said, The) else None
    return "".join(found) if found else bare(said)


ACTOR = The("player who does it")
"""Whoever causes an event, in an ability that belongs to somebody else."""


class Number(str):
    """A known number: `2`."""

    __slots__ = ()


def number_or(said: str) -> str:
    """The name of a number for those who name it: its figures, or a word."""
    return Number(said) if said.isdecimal() else said


class Quantity(str):
    """How many: `2`, `up to 3`, `1 to 3`, `2 or more`, `any number`, `up to the load`."""

    __slots__ = ("at_most", "known", "one")
    known: bool  # its numbers are known
    one: bool  # no more than 1
    at_most: str  # what follows `as many as`

    def __new__(cls, low: str, high: str | None) -> Self:
        known = isinstance(low, Number) and isinstance(high, Number | None)
        if high is None:
            said = ANY if low == "0" else f"{low} or more"
        elif low == high:
            said = low
        else:
            said = f"up to {high}" if low == "0" else f"{low} to {high}"
        found = super().__new__(cls, said)
        found.known, found.one = known, high == "1"
        found.at_most = high if low == "0" and high is not None else said
        return found

    @property
    def at_the_end(self) -> str:
        """The words at the end of a sentence: `, up to as many as your gold`."""
        if self.known:
            return ""
        return f", {'up to ' * (self.at_most != self)}as many as {self.at_most}"


ONE = Quantity(Number(1), Number(1))


class Allowed(str):
    """An adjective that says that nothing forbids something: `removable`."""

    __slots__ = ()


class Denied(str):
    """A negated adjective: `not damaged`, for one word; `not old or not damaged`."""

    __slots__ = ("of",)
    of: str

    def __new__(cls, said: str, of: str = "") -> Self:
        found = super().__new__(cls, said)
        found.of = of
        return found


class OtherThan(str):
    """A phrase after a noun that excludes something: `other than the first cart`."""

    __slots__ = ()


class Whose(str):
    """A phrase after a noun about a property: `whose worth is 2`."""

    __slots__ = ()


class InOrder(str):
    """A phrase after a noun that states an order: `starting with the leader`."""

    __slots__ = ()


class Of(str):
    """A phrase after a noun that states the owner: `of the player`."""

    __slots__ = ("owner",)
    owner: str

    def __new__(cls, owner: str) -> Self:
        found = super().__new__(cls, f"of {owner}")
        found.owner = owner
        return found


class At(str):
    """A phrase after a noun that states the location: `on the base`, `here`."""

    __slots__ = ("place",)
    place: str

    def __new__(cls, place: str, preposition: str = "") -> Self:
        found = super().__new__(cls, f"{preposition} {place}".lstrip())
        found.place = place
        return found

    @property
    def origin(self) -> str:
        """Where it is taken from: `from the base`."""
        return f"from {self.place}"
