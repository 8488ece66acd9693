"""Edits: replacements of spans of a file that keep the rest byte for byte.

Knows nothing about the reasons for edits, nor about files on disk.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cardwright.source.records import dataclass
from cardwright.source.text import Span


@dataclass(frozen=True, slots=True)
class Edit:
    """Replaces `span` with `text`. `certain`: nothing else can be meant; `normalizes`: it only
    writes the word in the form of a name, such as in lower case, whether or not such a name exists.
    """

    span: Span
    text: str
    certain: bool = False
    normalizes: bool = False


class Suggestion(str):
    """Help that suggests replacements: any of `words` could stand in place of `wrong`, by an edit
    that is `certain` or `normalizes` it.
    """

    __slots__ = ("certain", "normalizes", "words", "wrong")
    certain: bool
    normalizes: bool
    wrong: str
    words: tuple[str, ...]

    @classmethod
    def of(cls, text: str, wrong: str, *words: str) -> Suggestion:
        made = cls(text)
        made.wrong, made.words, made.certain, made.normalizes = wrong, words, False, False
        return made

    @classmethod
    def only(cls, text: str, wrong: str, word: str) -> Suggestion:
        """Help that says the only thing that can be meant."""
        made = cls.of(text, wrong, word)
        made.certain = True
        return made

    @classmethod
    def normalized(cls, text: str, wrong: str, word: str) -> Suggestion:
        """Help that writes the same word in the form of a name."""
        made = cls.of(text, wrong, word)
        made.normalizes = True
        return made

    def instead_of(self, text: str) -> Iterator[str]:
        """Suggestions for what to write instead of this text."""
        yield from (word for word in self.words if text == self.wrong != word)


def disjoint(edits: Sequence[Edit]) -> list[Edit]:
    """The edits of one file that do not touch each other, in order; of two that touch, the first is
    kept.
    """
    kept: list[Edit] = []
    for one in sorted(edits, key=lambda s: (s.span.start, s.span.end)):
        if not kept or one.span.start > kept[-1].span.end:
            kept.append(one)
    return kept


def apply_edits(text: str, edits: Sequence[Edit]) -> str:
    """Applies edits that are in order and disjoint."""
    parts, at = [], 0
    for one in edits:
        parts += [text[at : one.span.start], one.text]
        at = one.span.end
    return "".join([*parts, text[at:]])


def edited_ranges(edits: Sequence[Edit]) -> list[tuple[int, int]]:
    """The range of each edit in the edited text."""
    found, moved = [], 0
    for one in edits:
        start = one.span.start + moved
        found.append((start, start + len(one.text)))
        moved += len(one.text) - (one.span.end - one.span.start)
    return found
