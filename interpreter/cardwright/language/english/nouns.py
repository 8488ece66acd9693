"""Noun phrases: a noun with the words before and after it, definite things, numbers of them.

A phrase is text that knows its parts, so that it never has to be parsed again. Responsible
for articles, *each*, *of* and *your*. Knows nothing about trees.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field, replace
from typing import Self, TypeGuard

from cardwright.language.english.clauses import IT, THEY, YOU, Clause, joined
from cardwright.language.inflection import article
from cardwright.source.records import dataclass

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


@dataclass(slots=True)
class Noun:
    """A noun phrase: `your` + `damaged` + `cart` + `in the town`.

    `fixed` is a ready-made phrase in place of the noun: `the row` + `that are damaged`.
    """

    kind: str = ""
    many: str = ""
    whose: str = ""
    before: list[str] = field(default_factory=list)
    after: list[str] = field(default_factory=list)
    where: list[str] = field(default_factory=list)
    fixed: str = ""
    all: str = ""  # the ready-made one where all of them are meant: `York and Hull`
    called: str = ""  # the author's name for one of them, in `where`
    is_face: bool = False  # the noun is a face of dice: `hits`
    nested: bool = False  # a noun in `where` has its own `where`

    def qualify(self, word: str) -> None:
        """Adds an adjective; `not damaged` becomes `non-damaged`."""
        if self.fixed or not isinstance(word, Denied):
            self.before.append(word)
        elif word.of and " " not in word.of:
            self.before.append(f"non-{word.of}")
        else:
            self.after.insert(0, word)

    def exclude(self, what: str) -> None:
        """`other than the first cart or the second`; nothing, if its value is none."""
        if what == NONE:
            return
        if self.after and isinstance(self.after[-1], OtherThan):
            self.after[-1] = OtherThan(f"{self.after[-1]} or {what}")
        else:
            self.after.append(OtherThan(f"other than {what}"))

    def _tests(self) -> list[str]:
        """The tests at the end: `where it fits`."""
        called = [f"({self.called})"] if self.called else []
        if not self.where:
            return called
        word = "such that" if self.nested else "where"
        follows = bool(self.after) and isinstance(self.after[-1], Whose) and not self.called
        return [*called, f"{'and ' * follows}{word} {joined(self.where)}"]

    def _said(self, noun: str) -> str:
        more = [*self.after, *self._tests()]
        if self.fixed:
            return self._fixed(more)
        for at, words in enumerate(more[:-1]):
            if isinstance(words, OtherThan):  # the words that follow are not about that
                noun, more[at] = f"{' '.join([noun, *more[:at]])},", f"{words},"
                del more[:at]
                break
        return " ".join([*self.before, noun, *more])

    def _fixed(self, more: Sequence[str]) -> str:
        """`the other carts that are damaged and yours`: adjectives of a ready-made phrase."""
        other = is_the(self.fixed) and OTHER in self.before
        being = [word for word in self.before if not other or word != OTHER]
        being += [f"{self.whose}s"] if self.whose else []
        which = [f"that are {' and '.join(being)}"] if being else []
        also = ["and"] if being and self.after and isinstance(self.after[0], Whose) else []
        said = f"the {OTHER} {bare(self.fixed)}" if other else self.fixed
        parts = [*which, *also, *more]
        return " ".join([said, *parts]) if parts else said

    @property
    def one(self) -> str:
        return self._said(self.kind)

    @property
    def several(self) -> str:
        return self._said(self.many)

    @property
    def plural(self) -> str:
        return f"{self.whose} {self.several}" if self.whose and not self.fixed else self.several

    @property
    def of_several(self) -> bool:
        """Whether one of them is called *one of* them."""
        return bool(self.whose or self.fixed)

    @property
    def _all(self) -> str:
        return replace(self, fixed=self.all).plural if self.all else self.plural

    @property
    def a(self) -> str:
        return f"one of {self._all}" if self.of_several else article(self.one)

    @property
    def another(self) -> str:
        """One of them with an article: *another* town, not *an other* one."""
        if self.of_several or self.before[:1] != [OTHER]:
            return self.a
        return f"another {replace(self, before=self.before[1:]).one}"

    @property
    def each(self) -> str:
        return f"each of {self._all}" if self.of_several else f"each {self.one}"

    @property
    def each_who(self) -> str:
        """`each player, starting with you,`: before what they do."""
        at = next((n for n, word in enumerate(self.after) if isinstance(word, InOrder)), None)
        if at is None:
            return self.each
        before = replace(self, after=self.after[:at], where=[], called="").each
        return f"{before}, {' '.join([*self.after[at:], *self._tests()])},"

    def counted(self, number: str) -> str:
        """`2 carts`, `1 of your carts`, `up to 3 bases`; `carts`, if `at_the_end` follows."""
        if isinstance(number, Number):
            number = Quantity(number, number)
        if not isinstance(number, Quantity) or not number.known:
            return f"{'some of ' if self.of_several else ''}{self.plural}"
        if self.of_several or number == ANY:
            return f"{number} of {self._all}"
        return f"{number} {self.one if number.one else self.several}"

    def taken(self) -> Noun:
        """The same things being taken away: `miners from bases`, not `on bases`."""
        first = next((words for words in self.after if isinstance(words, At)), None)
        after = [words.origin if words is first is not None else words for words in self.after]
        return replace(self, after=after)
