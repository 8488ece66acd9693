"""A mistake found while checking one text: raised where it is seen, reported by the checker.

Checking goes on with the next statement, so that one run tells all mistakes and one mistake
is told once.
"""

from __future__ import annotations

from cardwright.source.text import Span


class Problem(Exception):
    def __init__(self, code: str, message: str, span: Span, help: str = "") -> None:
        super().__init__(message)
        self.code, self.message, self.span, self.help = code, message, span, help
