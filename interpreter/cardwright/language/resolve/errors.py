"""An error in one text: raised where it is found, reported where checking continues.

Checking continues with the next statement, so that one run reports every error, each once.
"""

from __future__ import annotations

from collections.abc import Iterable

from cardwright.language.syntax.nodes import Word
from cardwright.source.spelling import did_you_mean
from cardwright.source.text import Span

SHOWN = 8


class CheckError(Exception):
    def __init__(self, code: str, message: str, span: Span, help: str = "") -> None:
        super().__init__(message)
        self.code, self.message, self.span, self.help = code, message, span, help


def which(word: str, known: Iterable[str]) -> str:
    """The known word that may be meant; if none is similar, the first few known words."""
    names = [*known]
    shown = ", ".join(f"`{name}`" for name in names[:SHOWN])
    more = ", ..." if len(names) > SHOWN else ""
    return did_you_mean(word, names) or (f"known: {shown}{more}" if shown else "")


class UnknownName(CheckError):
    def __init__(self, word: Word, help: str) -> None:
        super().__init__("CW211", f"there is no `{word.text}` here", word.span, help)
        self.word = word


class AlreadyReported(CheckError):
    """Raised for a text whose error has already been reported."""

    def __init__(self, span: Span) -> None:
        super().__init__("", "", span)
