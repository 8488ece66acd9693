"""Errors to inject into cards: small changes to a printed text, or to the rules beside it.

Defines what an error of each kind looks like, in English and in the language. Knows no game: the
names of its places, words and pieces come with the card. Does not check that the result still
loads.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

NameGroups = tuple[tuple[str, ...], ...]
"""Groups of names that may be confused with each other."""

NUMBERS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_NUMBER_WORDS = "|".join(NUMBERS[1:])
_VERBS = "place|move|remove|gain|lose|take|choose|draw|discard|put|swap|pay|pick|add|return|repair"


_REVERSES = {"gain": "lose", "place": "remove", "add": "subtract"}
_REVERSES |= {reverse: verb for verb, reverse in _REVERSES.items()}
_REVERSED = rf"\b({'|'.join(_REVERSES)})(s?)\b"


@dataclass(frozen=True, slots=True)
class InjectedError:
    """Replace `start` to `end` of the card's text, or of one of its rules, with `new`."""

    kind: str
    start: int
    end: int
    new: str


Injection = Iterator[InjectedError]


@dataclass(frozen=True, slots=True)
class CardText:
    """The text to change, printed text or rules, and the names that may be confused in it."""

    text: str
    places: NameGroups
    pieces: NameGroups

    def each(self, kind: str, pattern: str, new: str | Callable[[re.Match[str]], str]) -> Injection:
        """An error for each match of the pattern that changes, ignoring case."""
        for match in re.finditer(pattern, self.text, re.I):
            other = _as(match[0], new if isinstance(new, str) else new(match))
            if other != match[0]:
                yield InjectedError(kind, match.start(), match.end(), other)


def _as(old: str, new: str) -> str:
    return new[:1].upper() + new[1:] if old[:1].isupper() else new


def errors_in_text(card: CardText) -> Injection:
    """Errors in a printed text."""
    yield from card.each("number", r"(?<![\w/.,-])\d+(?![\w/])", _more)
    yield from card.each("number", rf"\b({_NUMBER_WORDS})\b", _next_word)
    yield from card.each("all to one", r"\b(each|every|all)\b(?= \w)", "one")
    yield from card.each("one to all", r"\b(one|1|an?)\b(?= \w)", "each")
    yield from card.each("choice dropped", r"\b((you )?(may|can)|up to) ", "")
    yield from card.each("choice dropped", r"\b(any number of|as many(?= of))\b", "all")
    yield from card.each("choice added", rf"(?<!up to )\b(\d+|{_NUMBER_WORDS})\b(?= \w)", _up_to)
    yield from card.each("choice added", rf"(?<=\. )({_VERBS})\b|\A({_VERBS})\b", _you_may)
    yield from card.each("chance dropped", r" at random\b", "")
    yield from card.each("chance added", r"\b(remove|discard) (an?|\d+) [\w ]*\w", _at_random)
    yield from card.each(
        "duration", r"\buntil the end of (?:the |this |your )?(?=\w)", "until your next "
    )
    yield from card.each("duration", r"\buntil your next (?=\w)", "until the end of the ")
    yield from card.each("duration", r"(?<=\w),? until (the end of|your next) [\w ]*\w", "")
    yield from _confused_names(card, "place", card.places)
    yield from _confused_names(card, "piece", card.pieces)
    yield from card.each("player", r"\b(each|every) other (?=\w)", "each ")
    yield from card.each("player", r"\b(each|every)(?= (player|captain))", "each other")
    yield from card.each("player", r"\banother (?=player|captain)", "any ")
    yield from card.each("player", r"\byour\b(?! home)", "opposing")
    yield from card.each("player", r"\b(opposing|enemy)\b", "your")
    yield from card.each("verb", _REVERSED, _reverse)


def errors_in_rules(card: CardText) -> Injection:
    """Errors in an effect, a condition or a modifier."""
    yield from card.each("number", r"(?<![\w-])\d+(?![\w-])", _more)
    yield from card.each("all to one", r"(?<!for )\b(each|all)\b(?! other)", "1")
    yield from card.each("one to all", r"(?<![\w-])(1|an?|any)(?= \w)(?! number)", "each")
    yield from card.each("choice dropped", r'(?<![\w-])may( "[^"\n]*")?:', "if yes:")
    yield from card.each("choice dropped", r"(?<![\w-])(may|up to) (?=\w)", "")
    yield from card.each("choice dropped", r"(?<![\w-])any number of\b", "all")
    yield from card.each("choice added", r"(?<!up to )(?<![\w-])\d+(?= \w)", _up_to)
    yield from card.each("choice added", r"(?m)(?:(?<=, then )|^ *)(place|move|remove|pay)\b", _may)
    yield from card.each("chance dropped", r" at random\b", "")
    yield from card.each("chance added", r"\bremove (an?|\d+) [\w -]*\w", _at_random)
    yield from _confused_names(card, "place", card.places)
    yield from _confused_names(card, "piece", card.pieces)
    yield from card.each("player", r"\beach other player\b", "each player")
    yield from card.each("player", r"\beach player\b", "each other player")
    yield from card.each("player", r"\bother players?\b", lambda m: m[0][6:])
    yield from card.each("player", r"\byour\b", "opposing")
    yield from card.each("player", r"\bopposing\b", "your")
    yield from card.each("verb", rf"(?<![\w-]){_REVERSED}(?! to|[\w-])", _reverse)


def _more(match: re.Match[str]) -> str:
    number = int(match[0])
    return str(number - 1 if number > 2 and match.start() % 2 else number + 1)


def _next_word(match: re.Match[str]) -> str:
    at = NUMBERS.index(match[0].lower())
    return NUMBERS[at - 1 if at == 9 or (at > 1 and match.start() % 2) else at + 1]


def _reverse(match: re.Match[str]) -> str:
    """`lose` for `gain`, and the other way round."""
    return _REVERSES[match[1].lower()] + match[2]


def _at_random(match: re.Match[str]) -> str:
    return match[0] if match[0].endswith("random") else f"{match[0]} at random"


def _up_to(match: re.Match[str]) -> str:
    return f"up to {match[0].lower()}"


def _you_may(match: re.Match[str]) -> str:
    return f"you may {match[0].lower()}"


def _may(match: re.Match[str]) -> str:
    return match[0].replace(match[1], f"may {match[1]}")


def _confused_names(card: CardText, kind: str, groups: NameGroups) -> Injection:
    """Replaces each name with the next one of its group."""
    for group in groups:
        for at, name in enumerate(group):
            other = group[(at + 1) % len(group)]
            if name and other != name:
                yield from card.each(kind, rf"(?<![\w-]){re.escape(name)}(?![\w-])", other)
