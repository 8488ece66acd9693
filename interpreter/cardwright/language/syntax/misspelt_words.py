"""Finds the misspelt word of the language behind a syntax error: the one without which the text
can be read beyond the line of the error.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import islice

from cardwright.language.registry import keywords
from cardwright.language.registry.verb import Verbs
from cardwright.language.syntax.foreign_words import is_foreign
from cardwright.language.syntax.parse_stop import ReadsTo
from cardwright.language.syntax.small_changes import MOST_LETTERS, is_read, words_up_to
from cardwright.source.diagnostics import Diagnostic
from cardwright.source.patterns import lazy_pattern
from cardwright.source.spelling import did_you_mean, distance
from cardwright.source.text import Span

MOST_TRIED = 20
"""How many words of a line are tried in another spelling."""
MOST_TYPOS, LONG = 2, 6
"""A word of `LONG` letters or more may have `MOST_TYPOS`, a shorter one only one."""
_WORD = lazy_pattern(r"[a-z]{2,12}")


def misspelt_word(
    span: Span, at: int, words: Collection[str], verbs: Verbs, reads_to: ReadsTo
) -> Diagnostic | None:
    """The diagnostic for a syntax error at an offset of a text; None if it does not come
    from a misspelling of one of the `words` of the language.
    """
    if span.end - span.start > MOST_LETTERS:
        return None
    known = {*words, *keywords.reserved(), "player", "players"}
    words_before = [word for word in words_up_to(span, at) if _WORD.fullmatch(word.text)]
    unknown = [w for w in words_before if w.text not in known and not is_foreign(w.text, verbs)]
    for word, near in islice(_similar(unknown, words), MOST_TRIED):
        if meant := [one for one in near if is_read(span, at, word, one, reads_to)]:
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
