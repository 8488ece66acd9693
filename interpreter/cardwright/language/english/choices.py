"""Choices in generated English: how many of which things, and from where.

Responsible for the wording of quantities, and of limits after a comma. Knows nothing about
statements.
"""

from __future__ import annotations

from cardwright.language import core
from cardwright.language.english.comparisons import field_name
from cardwright.language.english.expressions import Phrases
from cardwright.language.english.noun import Noun
from cardwright.language.english.noun_phrases import Quantity
from cardwright.language.inflection import spaced
from cardwright.source.records import dataclass


@dataclass(frozen=True, slots=True)
class Pick:
    """A choice in words: how many of which things, what follows it (limits, chance), and a name."""

    number: Quantity
    noun: Noun
    limits: str
    again: bool
    aside: str = ""

    def phrase(self, *, away: bool = False) -> str:
        """`2 carts in the town`; with `away`, *from the town*."""
        noun = self.noun.taken() if away else self.noun
        if self.number == "1" and noun.kind == "number":
            return noun.a + self.limits + self.aside
        return noun.counted(self.number) + self.limits + self.aside


def pick(s: core.Choose, phrases: Phrases, name: str) -> Pick:
    """A choice in words, with its author's name for it."""
    number = Quantity(phrases(s.low), phrases(s.high) if s.high is not None else None)
    limits = "".join(_limit(limit, phrases) for limit in s.limits if not limit.implied)
    limits += " at random" if s.random else ""
    noun = phrases.of(phrases(s.chooser)).noun(s.source)
    return Pick(number, noun, limits, s.again, f" ({name})" if name else "")


def _limit(limit: core.Limit, phrases: Phrases) -> str:
    type = limit.key.type
    named = type.base if type.base == "design" else type.of
    per = named or field_name(limit.key) or "of them"
    return f", at most {phrases(limit.number)} per {spaced(per)}"
