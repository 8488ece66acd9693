"""Forms of English phrases: nouns with their modifiers, capitals, *each*.

Owns forms of words. Knows nothing of trees.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import field, replace
from itertools import pairwise
from typing import Self

from cardwright.language.inflection import article
from cardwright.source.records import dataclass

YOU, THEY = "you", "they"
ACTOR = "the player who does it"
"""Whoever causes an event, in an ability that belongs to somebody else."""
HERE = ("here", "there")
Lines = list[str]


class OtherThan(str):
    """What follows a noun and takes something out: `other than the first cart`."""

    __slots__ = ()


class Whose(str):
    """What follows a noun and says something about a property: `whose worth is 2`."""

    __slots__ = ()


class At(str):
    """What follows a noun and gives its location: `on the base`, `here`."""

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


class Clause(str):
    """A clause, with its negation: `the cart is damaged`, `the cart is not damaged`."""

    __slots__ = ("_negated", "subject")
    _negated: str
    subject: str  # "" where a next clause can't do without it

    def __new__(cls, said: str, negated: str, subject: str = "") -> Self:
        found = super().__new__(cls, said)
        found._negated, found.subject = negated, subject
        return found

    @property
    def negated(self) -> Clause:
        return Clause(self._negated, self, self.subject)

    @property
    def predicate(self) -> str:
        return self.removeprefix(f"{self.subject} ") if self.subject else self


class Having(Clause):
    """A clause that says what somebody has: `they have 2 carts`."""

    __slots__ = ("what",)
    what: str


class Sentence(str):
    """A sentence, with what it is inside another one: names keep their capitals."""

    __slots__ = ("inside",)
    inside: str


@dataclass(slots=True)
class Noun:
    """A noun phrase: `your` + `damaged` + `cart` + `in the town`.

    `fixed` is a ready-made one in place of the noun: `the row` + `that are damaged`.
    """

    kind: str = ""
    many: str = ""
    whose: str = ""
    before: list[str] = field(default_factory=list)
    after: list[str] = field(default_factory=list)
    where: list[str] = field(default_factory=list)
    fixed: str = ""
    called: str = ""  # the author's name for one of them, in `where`
    is_face: bool = False  # the noun is what dice show: `hits`

    def qualify(self, word: str) -> None:
        """Adds an adjective; `not damaged` becomes `non-damaged`."""
        other = word.removeprefix("not ")
        if other == word or self.fixed:
            self.before.append(word)
        elif " " in other:
            self.after.insert(0, word)
        else:
            self.before.append(f"non-{other}")

    def exclude(self, what: str) -> None:
        """`other than the first cart or the second`; nothing, where what it stands for is none."""
        if what == "none":
            return
        if self.after and isinstance(self.after[-1], OtherThan):
            self.after[-1] = OtherThan(f"{self.after[-1]} or {what}")
        else:
            self.after.append(OtherThan(f"other than {what}"))

    def _said(self, noun: str) -> str:
        where = [f"({self.called})"] if self.called else []
        follows = bool(self.after) and isinstance(self.after[-1], Whose)
        head = "and where" if follows and not self.called else "where"
        if any(" where " in test for test in self.where):  # each belongs to a noun of its own
            head = head.replace("where", "such that")
        where += [f"{head} {joined(self.where)}"] if self.where else []
        if self.fixed:
            other = [
                word for word in self.before if word == "other" and self.fixed.startswith("the ")
            ]
            fixed = f"the other {self.fixed.removeprefix('the ')}" if other else self.fixed
            being = [
                *(word for word in self.before if word not in other),
                *([f"{self.whose}s"] if self.whose else []),
            ]
            which = [f"that are {' and '.join(being)}"] if being else []
            also = ["and"] if being and self.after and isinstance(self.after[0], Whose) else []
            return " ".join([fixed, *which, *also, *self.after, *where])
        more = [*self.after, *where]
        for at, words in enumerate(more[:-1]):
            if isinstance(words, OtherThan):  # what follows is not about that
                noun, more[at] = f"{' '.join([noun, *more[:at]])},", f"{words},"
                del more[:at]
                break
        return " ".join([*self.before, noun, *more])

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
    def a(self) -> str:
        return f"one of {self.plural}" if self.whose or self.fixed else article(self.one)

    @property
    def another(self) -> str:
        """One of them with an article: *another* town, not *an other* one."""
        said = self.a
        return f"another {said.removeprefix('an other ')}" if said.startswith("an other ") else said

    @property
    def each(self) -> str:
        return f"each of {self.plural}" if self.whose or self.fixed else f"each {self.one}"

    def counted(self, number: str) -> str:
        """`2 carts`, `1 of your carts`, `up to 3 bases`; `carts`, where `as_many` follows."""
        if not _PLAIN.fullmatch(number):
            return f"{'some of ' if self.whose or self.fixed else ''}{self.plural}"
        if self.whose or self.fixed or number == "any number":
            return f"{number} of {self.plural}"
        return f"{number} {self.one if re.fullmatch(r'(up to )?1', number) else self.several}"

    def taken(self) -> Noun:
        """The same things being taken away: `miners from bases`, not `on bases`."""
        first = next((words for words in self.after if isinstance(words, At)), None)
        after = [words.origin if words is first is not None else words for words in self.after]
        return replace(self, after=after)


_PLAIN = re.compile(r"(up to )?\d+|\d+ to \d+|\d+ or more|any number")


def as_many(number: str) -> str:
    """What is said of a number at the end of a sentence: `, up to as many as your gold`."""
    most = number.removeprefix("up to ")
    return "" if _PLAIN.fullmatch(number) else f", {number.removesuffix(most)}as many as {most}"


def sentence_of(text: str) -> Sentence:
    """With a capital, and a full stop unless it ends with somebody's words that have one."""
    at = 1 if text.startswith("(") else 0
    inside = text if text.endswith((".”", "!”", "?”")) else f"{text}."
    found = Sentence(inside[:at] + inside[at : at + 1].upper() + inside[at + 1 :])
    found.inside = inside
    return found


def given(value: str) -> str:
    """A value in the middle of a sentence: in parentheses, if it goes on with a comma."""
    return f"({value})" if re.search(r", (else|by) ", value) else value


def lowered(text: str) -> str:
    """A line of English inside a sentence."""
    return text.inside if isinstance(text, Sentence) else text[:1].lower() + text[1:]


def is_(subject: str, rest: str, verb: str = "") -> Clause:
    verb = verb or ("are" if subject == YOU else "is")
    positive = rest.removeprefix("not ")
    negated = positive if positive != rest else f"not {rest}"
    return Clause(f"{subject} {verb} {rest}", f"{subject} {verb} {negated}", subject)


def has(subject: str, what: str) -> Having:
    have, do = ("have", "do") if subject in (YOU, THEY) else ("has", "does")
    found = Having(f"{subject} {have} {what}", f"{subject} {do} not have {what}", subject)
    found.what = what
    return found


_DENIED = {"can": "can't", "may": "may not", "must": "need not"}
MODALS = tuple(f"{modal} " for modal in _DENIED)


def does(subject: str, can_do: str) -> Clause:
    """`the cart can move`: what something can, may or must do."""
    modal, _, what = can_do.partition(" ")
    return Clause(f"{subject} {can_do}", f"{subject} {_DENIED[modal]} {what}", subject)


def joined(clauses: Sequence[str], op: str = "and") -> str:
    """`the cart is yours and is damaged`; with a comma, beside what has an *and* of its own."""
    said = clauses[0]
    for before, clause in pairwise(clauses):
        rest = _going_on(before, clause)
        same = rest != clause
        unclear = " and | or " if op == "or" else " and "
        comma = "," if not same and re.search(unclear, _ASIDE.sub("", f"{before} {clause}")) else ""
        said += f"{comma} {op} {rest}"
    return said


def _going_on(before: str, clause: str) -> str:
    """A clause, without a short subject that the clause before it has, too."""
    if not isinstance(before, Clause) or not isinstance(clause, Clause):
        return clause
    short = clause.subject.count(" ") < _LONG
    return clause.predicate if short and before.subject == clause.subject else clause


_LONG = 3
_ASIDE = re.compile(r"\(.*\)")
