"""Finds the next token: the first of the terminals that can come next, in their order, to match.

Most terminals are words of the language: so of a word, only the terminals that begin with it are
tried, and of any other sign, those that can begin with it.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Container, Iterator, Mapping, Sequence
from functools import cache
from typing import NamedTuple

from cardwright.source.records import dataclass

_WORD = re.compile(r"[\w-]+")
_NEXT_WORD = re.compile(r"\s+([\w-]+)")
_BLANKS = re.compile(r"[ \t]*")
ALWAYS = ("_NL", "_OR")
"""Terminals that are found wherever they stand: they matter to more than the grammar."""
_compiled = cache(re.compile)


class Token(NamedTuple):
    kind: str  # its terminal
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Terminal:
    """`words`: the words that it begins with; none if it is not a word of the language. Otherwise,
    `letters` are its first letters; none if any is possible. If it is just words, they are its
    `phrases`, by the first word, and it has no pattern.
    """

    name: str
    pattern: str
    words: Sequence[str]
    letters: str
    phrases: Mapping[str, Sequence[Sequence[str]]]

    def end(self, word: str, text: str, at: int, end: int) -> int:
        """Where it ends if it is at an offset, where there is this word; 0 if it is not."""
        if self.pattern:
            match = _compiled(self.pattern).match(text, at, end)
            return match.end() if match else 0
        for phrase in self.phrases[word]:
            if stop := _end_of(phrase, text, at + len(word), end):
                return stop
        return 0


def _words_of(terminal: Terminal) -> Iterator[str]:
    yield from terminal.words
    for phrases in terminal.phrases.values():
        for phrase in phrases:
            yield from phrase


def _end_of(words: Sequence[str], text: str, at: int, end: int) -> int:
    """Where these words end if they follow; 0 if they do not."""
    for word in words:
        match = _NEXT_WORD.match(text, at, end)
        if match is None or match[1] != word:
            return 0
        at = match.end()
    return at


def _beginning_with(letter: str) -> str:
    """The key of the terminals that can begin with a letter, which is not a word."""
    return f"{letter}-"


class Lexer:
    """The terminals of a grammar; `ignored` are those between tokens. `words` are all words of the
    language.
    """

    def __init__(self, terminals: Sequence[Terminal], ignored: Collection[str]) -> None:
        self.names, self.ignored = frozenset(one.name for one in terminals), frozenset(ignored)
        self.always = self.ignored | {*ALWAYS}
        self._terminals = terminals
        self.words = frozenset(word for one in terminals for word in _words_of(one))
        self._words = {word for one in terminals for word in one.words}
        self._places: dict[str, list[int]] = {}
        for at, one in enumerate(terminals):
            for key in one.words or [*map(_beginning_with, one.letters)] or [""]:
                self._places.setdefault(key, []).append(at)
        self._beginning: dict[str, list[Terminal]] = {}

    def token(self, text: str, at: int, end: int, expected: Container[str]) -> Token | None:
        """The token at an offset, if one of the expected terminals or an ignored one matches."""
        found = _WORD.match(text, at, end)
        word = found[0] if found else text[at]
        always = self.always
        for one in self._that_begin(word):
            name = one.name
            may_come = name in expected or name in always
            if may_come and (stop := one.end(word, text, at, end)):
                return Token(name, at, stop)
        return None

    def after_blanks(self, text: str, at: int, end: int) -> int:
        """The offset after the blanks at an offset, which are ignored before any token."""
        found = _BLANKS.match(text, at, end)
        return found.end() if found else at

    def tokens(self, text: str, at: int, end: int) -> Iterator[Token]:
        """The tokens of a part of a text that may not be one of the language, without those that
        are ignored; what begins no token is left out."""
        while at < end:
            found = self.token(text, at, end, self.names)
            if found is not None and found.kind not in self.ignored:
                yield found
            at = found.end if found is not None else at + 1

    def _that_begin(self, word: str) -> list[Terminal]:
        sign = _beginning_with(word[0])
        key = word if word in self._words else sign
        if (known := self._beginning.get(key)) is not None:
            return known
        places = {at for one in (key, sign, "") for at in self._places.get(one, ())}
        found = self._beginning[key] = [self._terminals[at] for at in sorted(places)]
        return found
