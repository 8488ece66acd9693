"""Finds the misspelt word of the language behind a syntax error: the one without which the text
can be read beyond the line of the error.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import islice

from cardwright.language.registry import keywords
from cardwright.language.registry.verb import Verbs
from cardwright.language.syntax.foreign_words import is_foreign
from cardwright.source.diagnostics import Diagnostic
from cardwright.source.patterns import lazy_pattern
from cardwright.source.spelling import did_you_mean, distance
from cardwright.source.text import Source, Span

MOST_TRIED = 20
"""How many words of a line are tried in another spelling."""
MOST_LETTERS = 2000
"""The longest text in which that is done."""
MOST_TYPOS, LONG = 2, 6
"""A word of `LONG` letters or more may have `MOST_TYPOS`, a shorter one only one."""
_WORD = lazy_pattern(r'"[^"\n]*"|#[^\n]*|(?<![\w-])([a-z]{2,12})(?![\w-])')
ReadsTo = Callable[[Span], int]
"""The offset at which reading a text stops."""


def misspelt_word(
    span: Span, at: int, words: Collection[str], verbs: Verbs, reads_to: ReadsTo
) -> Diagnostic | None:
    """The diagnostic for a syntax error at an offset of a text; None if it does not come
    from a misspelling of one of the `words` of the language.
    """
    if span.end - span.start > MOST_LETTERS:
        return None
    known = {*words, *keywords.reserved(), "player", "players"}
    unknown = [w for w in _words_up_to(span, at)
               if w.text not in known and not is_foreign(w.text, verbs)]  # fmt: skip
    for word, near in islice(_similar(unknown, words), MOST_TRIED):
        if meant := [one for one in near if _is_read(span, at, word, one, reads_to)]:
            return _diagnostic(word, meant, verbs)
    return None


def _diagnostic(word: Span, meant: Sequence[str], verbs: Verbs) -> Diagnostic:
    is_verb = all(one in verbs.by_form for one in meant)
    message = f"`{word.text}` is not a verb" if is_verb else f"unexpected `{word.text}`"
    return Diagnostic("CW201", message, word, did_you_mean(word.text, meant))


def _similar(unknown: Sequence[Span], words: Collection[str]) -> Iterator[tuple[Span, list[str]]]:
    """The words that unknown ones may be, those with fewer typos first."""
    for typos in range(1, MOST_TYPOS + 1):
        for word in unknown:
            if typos == 1 or len(word.text) >= LONG:
                near = [one for one in words if _distance(word.text, one, typos) == typos]
                if near:
                    yield word, near


def _distance(word: str, other: str, limit: int) -> int:
    difference = abs(len(word) - len(other))
    return limit + 1 if difference > limit else distance(word, other, limit)


def _words_up_to(span: Span, at: int) -> Iterator[Span]:
    """The words of a line up to an error, the last one first."""
    text = span.source.text
    start = max(text.rfind("\n", 0, at) + 1, span.start)
    found = [m for m in _WORD.finditer(text, start, span.end) if m[1] and m.start() <= at]
    return (Span(span.source, *match.span(1)) for match in reversed(found))


def _is_read(span: Span, at: int, word: Span, meant: str, reads_to: ReadsTo) -> bool:
    """Whether the text with another word can be read beyond the line of the error."""
    text = span.source.text
    tried = Source("", text[span.start : word.start] + meant + text[word.end : span.end])
    line = text.find("\n", at, span.end)
    beyond = (span.end if line < 0 else line) - span.start + len(meant) - len(word.text)
    return reads_to(tried.whole) > beyond
