"""Diagnostics, and the report that collects them.

Responsible for the record, its order and its JSON form; `render` turns it into plain text. Does not
know what any code means.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from cardwright.source.codes import CODES, Severity
from cardwright.source.edits import Edit, Suggestion
from cardwright.source.records import dataclass
from cardwright.source.text import Span

Notes = tuple[tuple[Span, str], ...]


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One mistake: its code, the span of the words at fault, and how to fix it.

    Each of `fixes` is a complete fix; if there are several, the author has to choose.
    """

    code: str
    message: str
    span: Span | None
    help: str = ""
    severity: Severity = "error"
    notes: Notes = ()
    fixes: tuple[Edit, ...] = ()


MAX_OF_ONE_CODE = 500
"""At most this many of one code are reported: more helps nobody, and a pack can have a million."""


class Report:
    """Collects diagnostics without stopping at the first one.

    `held_back`: texts that can't be understood because of an error elsewhere.
    """

    __slots__ = ("_collected", "_numbers", "added", "held_back")

    def __init__(self) -> None:
        # A dict keeps the order and drops exact duplicates.
        self._collected: dict[Diagnostic, None] = {}
        self._numbers: Counter[str] = Counter()
        self.added = 0
        self.held_back: list[Span] = []

    def emit(
        self, code: str, message: str, span: Span | None, help: str = "", notes: Notes = ()
    ) -> None:
        """Adds a diagnostic with the code's own severity. Raises KeyError if the code is not in the
        table.
        """
        self.add(Diagnostic(code, message, span, help, CODES[code].severity, notes))

    def error(
        self, code: str, message: str, span: Span | None, help: str = "", notes: Notes = (),
        fixes: tuple[Edit, ...] = (),
    ) -> None:  # fmt: skip
        """Adds an error. Raises KeyError if the code is not in the table."""
        self.add(Diagnostic(code, message, span, help, "error", notes, fixes))

    def add(self, diagnostic: Diagnostic) -> None:
        """Adds a diagnostic. Raises KeyError if its code is not in the table."""
        code = CODES[diagnostic.code].code
        if isinstance(diagnostic.help, Suggestion):
            diagnostic = _with_fixes(diagnostic, diagnostic.help)
        self.added += 1
        if self._numbers[code] < MAX_OF_ONE_CODE and diagnostic not in self._collected:
            self._collected[diagnostic] = None
            self._numbers[code] += 1
        elif self._numbers[code] == MAX_OF_ONE_CODE and diagnostic not in self._collected:
            self._collected[_more_of(code)] = None

    def extend(self, other: Report) -> None:
        """Adds all diagnostics of another report."""
        for diagnostic in other._collected:
            self.add(diagnostic)

    @property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """All of them, by file, line, column and code; those without a span come first."""
        return tuple(sorted(self._collected, key=_order))

    @property
    def failed(self) -> bool:
        """Whether there is an error among them."""
        return any(d.severity == "error" for d in self._collected)

    def __len__(self) -> int:
        return len(self._collected)

    def __repr__(self) -> str:
        return f"<Report: {', '.join(d.code for d in self.diagnostics) or 'no problems'}>"


def _with_fixes(diagnostic: Diagnostic, help: Suggestion) -> Diagnostic:
    """The diagnostic with the suggestions as edits, if they concern the words at fault."""
    span = diagnostic.span
    said = help.instead_of(span.text) if span else ()
    fixes = tuple(Edit(span, word, help.certain, help.normalizes) for word in said) if span else ()
    return replace(diagnostic, help=str(help), fixes=fixes)


def _more_of(code: str) -> Diagnostic:
    message = f"there are more than {MAX_OF_ONE_CODE} of {code}; the others are not reported"
    return Diagnostic("CW605", message, None, "", CODES["CW605"].severity)


def as_json(diagnostic: Diagnostic) -> dict[str, str | int | None]:
    """The diagnostic as a flat record; without a span, file and positions are None."""
    span = diagnostic.span
    places = span.lines if span else (None, None, None, None)
    return {
        "code": diagnostic.code,
        "severity": diagnostic.severity,
        "confidence": CODES[diagnostic.code].confidence,
        "file": span.source.name if span else None,
        **dict(zip(("line", "column", "end_line", "end_column"), places, strict=True)),
        "message": diagnostic.message,
        "help": diagnostic.help,
    }


def _order(diagnostic: Diagnostic) -> tuple[str, int, int, str]:
    if diagnostic.span is None:
        return "", 0, 0, diagnostic.code
    line, column, _, _ = diagnostic.span.lines
    return diagnostic.span.source.name, line, column, diagnostic.code
