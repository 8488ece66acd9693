"""What a choice takes, as generated English says it: how many of what, and where from.

Owns the words of a number and of limits behind a comma. Knows nothing of statements.
"""

from __future__ import annotations

from dataclasses import replace

from cardwright.language import core
from cardwright.language.inflection import Noun, spaced
from cardwright.language.wording import HERE, Words
from cardwright.source.records import dataclass

AWAY = ("remove", "move")
"""Verbs that take things from where they are."""


@dataclass(frozen=True, slots=True)
class Pick:
    """What a choice takes: how many of what, the limits behind a comma, and how it is taken."""

    number: str
    noun: Noun
    limits: str
    again: bool
    aside: str = ""

    def said(self, verb: str = "") -> str:
        """`2 carts in the town`; a verb that takes them away, *from the town*."""
        noun = taken(self.noun) if verb in AWAY else self.noun
        return counted(noun, self.number) + self.limits + self.aside


def pick(s: core.Choose, low: core.Expr, high: core.Expr | None, words: Words) -> Pick:
    """What is said of a choice of so many, at least and at most."""
    number = between(words(low), words(high) if high is not None else None)
    limits = "".join(_limit(limit, words) for limit in s.limits)
    noun = words.of(words(s.chooser)).noun(s.source)
    return Pick(number, noun, limits, s.again, " at random" if s.random else "")


def _limit(limit: core.Limit, words: Words) -> str:
    key = limit.key
    per = key.type.of or (key.field.name if isinstance(key, core.Get) else "of them")
    return f", at most {words(limit.number)} per {spaced(per)}"


def between(low: str, high: str | None) -> str:
    """`2`, `up to 3`, `1 to 3`, `2 or more`, `any number`."""
    if high is None:
        return "any number" if low == "0" else f"{low} or more"
    if low == high:
        return low
    return f"up to {high}" if low == "0" else f"{low} to {high}"


def counted(noun: Noun, number: str) -> str:
    """`2 carts`; where the number is none in digits, `up to as many carts as ...`."""
    most = number.removeprefix("up to ")
    said = noun.counted(most)
    if not said.startswith("as many "):
        return noun.counted(number)
    of = "of " if noun.whose or noun.fixed else ""
    return f"{number.removesuffix(most)}as many {of}{said.removeprefix('as many ')}"


def taken(noun: Noun) -> Noun:
    """The same things, taken away: `miners from bases`, not `on bases`."""
    after = list(noun.after)
    for at, words in enumerate(after):
        preposition, _, rest = words.partition(" ")
        if preposition in ("on", "in") and not rest.startswith(("supply", "order ")):
            after[at] = f"from {rest}"
            break
        if words in HERE:
            after[at] = f"from {words}"
            break
    return replace(noun, after=after)


def another(noun: Noun) -> str:
    """One of it with its article: *another* town, not an other one."""
    said = noun.a
    return f"another {said.removeprefix('an other ')}" if said.startswith("an other ") else said
