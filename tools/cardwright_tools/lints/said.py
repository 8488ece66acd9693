"""What a printed text claims: its numbers, its choices, its *each* and *all*, its names.

Knows English, and no word of a game: those it is given.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

NUMBERS = {word: at for at, word in enumerate(
    ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"), 1
)}  # fmt: skip

_DIGITS = re.compile(r"(?<![\w/.,+-])\+?(\d+)(?![\w/]|[.,]\d)")
_WORD = re.compile(rf"\b({'|'.join(NUMBERS)})\b", re.I)
# `may never` and `may not` forbid; in `that you may do` something is described.
_MAY = re.compile(r"(?<!whose )(?<!which )(?<!that )\bmay\b(?! never| not)", re.I)
_DESCRIBED = re.compile(r"\b(whose|which|that) (\w+ ){0,2}you may\b", re.I)
_CHOICES = re.compile(r"\bup to\b|\bany number\b|\bas many as\b|\bor more\b", re.I)
_EITHER = re.compile(r"\bor\b|\binstead\b|\bif you can\b", re.I)
_EACH = re.compile(r"\b(each|every|everybody|everyone|all)\b(?! time\b)", re.I)
_SEVERAL = re.compile(
    r"\b(each|every\w*|all|any|both|per|those|them|their|half|nobody|everything|no)\b", re.I
)


@dataclass(frozen=True, slots=True)
class Word:
    """A part of a text that claims something, and where in the text it stands."""

    text: str
    start: int
    end: int


def numbers(text: str) -> dict[int, Word]:
    """The numbers that stand as digits, each where it stands first."""
    found: dict[int, Word] = {}
    for match in _DIGITS.finditer(text):
        found.setdefault(int(match[1]), Word(match[1], *match.span(1)))
    return found


def number_words(text: str) -> set[int]:
    """The numbers that stand as words; *another* is one, and *twice* two."""
    found = {NUMBERS[match[1].lower()] for match in _WORD.finditer(text)}
    return found | ({2} if re.search(r"\b(twice|double|both)\b", text, re.I) else set())


def choices(text: str) -> list[Word]:
    """Each *may*, *up to* and *any number*."""
    described = [match.span() for match in _DESCRIBED.finditer(text)]
    found = [*_MAY.finditer(text), *_CHOICES.finditer(text)]
    free = [m for m in found if not any(low <= m.start() < high for low, high in described)]
    return [Word(m[0], *m.span()) for m in sorted(free, key=lambda m: m.start())]


def has_choice(text: str) -> bool:
    """Whether anything in it may be read as a choice."""
    return bool(choices(text)) or _EITHER.search(text) is not None


def each(text: str) -> Word | None:
    """The first *each*, *every* or *all*."""
    match = _EACH.search(text)
    return Word(match[0], *match.span()) if match else None


def several(text: str) -> bool:
    """Whether it may be read as being about each of some."""
    return _SEVERAL.search(text) is not None


def named(text: str, name: str) -> Word | None:
    """Where a name stands, in any letters, by itself or with an *s*."""
    words = r"[\s-]+".join(re.escape(part) for part in re.split(r"[\s-]+", name) if part)
    match = re.search(rf"(?<!\w){words}(?:e?s)?(?!\w)", text, re.I) if words else None
    return Word(match[0], *match.span()) if match else None


def titled(text: str, titles: Iterable[str]) -> Iterator[tuple[str, Word]]:
    """The titles that stand in a text as they are written; the longest at a place."""
    taken: list[tuple[int, int]] = []
    for title in sorted(set(titles), key=lambda t: (-len(t), t)):
        for match in re.finditer(rf"(?<![\w-]){re.escape(title)}(?![\w-])", text):
            if not any(low <= match.start() < high for low, high in taken):
                taken.append(match.span())
                yield title, Word(match[0], *match.span())
