"""Finds the small change with which a text with a syntax error can be read beyond the line of the
error: another word, a word less, `then` or `do` before a statement.
"""

from __future__ import annotations

from collections.abc import Iterator

from cardwright.language.registry import keywords
from cardwright.language.syntax.foreign_words import needless
from cardwright.language.syntax.parse_stop import ReadsTo, Stop, words_before
from cardwright.language.syntax.verb_errors import to_run
from cardwright.source.diagnostics import Diagnostic
from cardwright.source.patterns import lazy_pattern
from cardwright.source.text import Source, Span

MOST_LETTERS = 2000
"""Of texts in which changes are tried."""
_WORD = lazy_pattern(r'"[^"\n]*"|#[^\n]*|((?<![\w-])[a-z]+(?![\w-])|!(?!=))')
_THE_NUMBER = lazy_pattern(r"the +(?:sum|highest|lowest|number|min|max|\d+)\b")
_THEN = "write `, then` before a second statement, or begin it on its own line"


def is_read(span: Span, at: int, part: Span, instead: str, reads_to: ReadsTo) -> bool:
    """Whether a text with another part can be read beyond the line of the error."""
    text = span.source.text
    tried = Source("", text[span.start : part.start] + instead + text[part.end : span.end])
    line = text.find("\n", at, span.end)
    beyond = (span.end if line < 0 else line) - span.start + len(instead) - len(part.text)
    return reads_to(tried.whole) > beyond


def words_up_to(span: Span, at: int) -> Iterator[Span]:
    """The words of a line up to an error, the last one first."""
    text = span.source.text
    start = max(text.rfind("\n", 0, at) + 1, span.start)
    found = [m for m in _WORD.finditer(text, start, span.end) if m[1] and m.start() <= at]
    return (Span(span.source, *match.span(1)) for match in reversed(found))


def needless_word(stop: Stop) -> Diagnostic | None:
    """A word without which the text can be read: `gain 1 coin immediately`."""
    for word in words_up_to(stop.span, stop.at):
        odd = word.text == "!" or _THE_NUMBER.match(stop.text, word.start)
        help = "remove it" if odd else needless(word.text)
        if help and _is_mended(stop, word, ""):
            return Diagnostic("CW201", f"unexpected `{word.text}`", word, help)
    return None


def missing_then(stop: Stop) -> Diagnostic | None:
    """Two statements of one line with nothing, or only a comma, between them."""
    comma = stop.word == ","
    where = stop.here if comma else stop.part(stop.at, stop.at)
    if not stop.grammar.is_effect or not _is_mended(stop, where, ", then" if comma else ", then "):
        return None
    return Diagnostic("CW201", f"unexpected `{stop.word}`", stop.here, _THEN)


def missing_do(stop: Stop) -> Diagnostic | None:
    """A statement that begins with the name of a rule."""
    first = words_before(stop)[:1] if stop.grammar.is_effect else []
    for name in first:
        known = name.text in keywords.reserved() or name.text in stop.grammar.verbs.by_form
        if not known and _is_mended(stop, stop.part(name.start, name.start), "do "):
            return Diagnostic("CW201", f"`{name.text}` is not a verb", name, to_run(name.text))
    return None


def _is_mended(stop: Stop, part: Span, instead: str) -> bool:
    if stop.span.end - stop.span.start > MOST_LETTERS:
        return False
    return is_read(stop.span, stop.at, part, instead, stop.grammar.reads_to)
