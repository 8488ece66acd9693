"""The fix for one diagnostic, if there is a safe one.

Reads the diagnostic's code, its help and the text around its span, and nothing else.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from cardwright.pack.forms import KEYS
from cardwright.source.diagnostics import Diagnostic
from cardwright.source.text import Span
from cardwright_tools.fix import tabs
from cardwright_tools.fix.edits import Edit

Fixer = Callable[[Diagnostic, Span], Edit | None]

MISSPELLED = frozenset(
    {"CW201", "CW211", "CW212", "CW214", "CW222", "CW226", "CW228", "CW308", "CW320", "CW321",
     "CW324", "CW340", "CW342", "CW343", "CW348", "CW349", "CW350"}
)  # fmt: skip
"""Codes whose span is a word and whose help may name the one that was meant."""

# With two words that are as near the help is another, and an author must choose.
_SUGGESTION = re.compile(r"did you mean `([a-z][\w:/ -]*)`\?")
_LOWER = re.compile(r"names are lower case(?:, with hyphens)?: `([a-z][\w-]*)`")
_WORD = re.compile(r"[^\s'\"{}\[\],#]+")


def fix_for(diagnostic: Diagnostic) -> Edit | None:
    """The fix, or None if only the author can decide."""
    if diagnostic.span is None:
        return None
    way = _FIXERS.get(diagnostic.code)
    found = way(diagnostic, diagnostic.span) if way else None
    if found is None and diagnostic.code in MISSPELLED:
        found = _respell(diagnostic, diagnostic.span)
    return found if found and found.text != found.span.text else None


def _lower_case(diagnostic: Diagnostic, span: Span) -> Edit | None:
    """`2 GOLD` and `Salt towns`: names have no capitals."""
    suggested = _LOWER.fullmatch(diagnostic.help)
    return Edit(span, suggested[1]) if suggested else None


def _respell(diagnostic: Diagnostic, span: Span) -> Edit | None:
    suggested = _SUGGESTION.fullmatch(diagnostic.help)
    return Edit(span, suggested[1]) if suggested and _WORD.fullmatch(span.text) else None


# ------------------------------------------------------------------------------- quotes


def quote(text: str) -> str | None:
    """The text in quotes that need no escapes, so that it may be an effect."""
    if "\n" in text or not text:
        return None
    if '"' not in text and "\\" not in text:
        return f'"{text}"'
    return f"'{text}'" if "'" not in text else None


# Each letter fits one part only, so that a line of any length is gone over once.
_KEY = re.compile(r"[ -]*\w[\w -]*: +(?=[^\s'\"{\[|>#])")


def _quote_colon(diagnostic: Diagnostic, span: Span) -> Edit | None:
    """`text: Act: now`: the second colon of a line; the first one may belong to a misindented line.

    Behind the name of a key it is left alone: `title: A copies: 6` are two that ran together.
    """
    number, column, _, _ = span.lines
    line = span.source.line(number)
    key = _KEY.match(line)
    if key is None or column - 1 < key.end() or line[: column - 1].rpartition(" ")[2] in KEYS:
        return None
    value, _, _ = line[key.end() :].partition(" #")
    start = span.start - column + 1 + key.end()
    return _in_quotes(span, start, start + len(value.rstrip()))


def _quote_sign(diagnostic: Diagnostic, span: Span) -> Edit | None:
    """`more: @home`, in a line or in brackets: to the end of its value."""
    number, column, _, _ = span.lines
    line = span.source.line(number)
    end = re.compile(r"[,\]}]|\s#|$" if _opened(line[: column - 1]) else r"\s#|$")
    match = end.search(line, column - 1)
    stop = match.start() if match else len(line)
    value = line[column - 1 : stop].rstrip()
    return _in_quotes(span, span.start, span.start + len(value))


def _opened(before: str) -> bool:
    return sum(before.count(c) for c in "{[") > sum(before.count(c) for c in "}]")


def _in_brackets(diagnostic: Diagnostic, span: Span) -> Edit | None:
    """`{title: at 12:30}`: from the `: ` or `, ` before it to the next comma or bracket."""
    number, column, _, _ = span.lines
    line = span.source.line(number)
    heads = [m.end() for m in re.finditer(r"(?::\s|[,\[{])\s*", line[: column - 1])]
    end = re.compile(r"[,\]}]").search(line, column - 1)
    if not heads or end is None or not _opened(line[: column - 1]):
        return None
    value = line[heads[-1] : end.start()].rstrip()
    start = span.start - column + 1 + heads[-1]
    return _in_quotes(span, start, start + len(value))


def _in_quotes(span: Span, start: int, end: int) -> Edit | None:
    where = Span(span.source, start, end)
    text = quote(where.text)
    return Edit(where, text) if text else None


def _requote(diagnostic: Diagnostic, span: Span) -> Edit | None:
    """An effect that is folded, or in quotes with escapes, if other quotes need none."""
    text = span.text
    if re.match(r">[ ]*\n", text):
        return Edit(Span(span.source, span.start, span.start + 1), "|")
    inside = text[1:-1]
    if text[:1] == '"' and text.count("\\") == text.count('\\"'):
        inside = inside.replace('\\"', '"')
    elif text[:1] == "'":
        inside = inside.replace("''", "'")
    else:
        return None
    other = quote(inside)
    return Edit(span, other) if other else None


# ------------------------------------------------------------------------------ values


def _retype(diagnostic: Diagnostic, span: Span) -> Edit | None:
    """`yes` for `true` and vice versa; numbers in quotes and digits without."""
    words = re.fullmatch(r"write `(\w+)` or `(\w+)`", diagnostic.help)
    if words and span.text in ("yes", "on", "true", "no", "off", "false"):
        return Edit(span, words[1] if span.text in ("yes", "on", "true") else words[2])
    if diagnostic.help == "remove the quotes":
        return Edit(span, span.text.strip("'\""))
    if diagnostic.help == "put it in quotes" and re.fullmatch(r"-?\d+", span.text):
        return Edit(span, f'"{span.text}"')
    return None


_FIXERS: dict[str, Fixer] = {
    "CW111": tabs.fix_tabs, "CW117": _quote_colon, "CW118": _quote_sign, "CW129": _in_brackets,
    "CW201": _lower_case, "CW322": _retype, "CW329": _requote,
}  # fmt: skip
