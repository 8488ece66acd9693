"""The mend of one diagnostic, where it has a safe one.

Reads the diagnostic's code, its help and the text around its span, and nothing else.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from cardwright.pack.forms import KEYS
from cardwright.source.diagnostics import Diagnostic
from cardwright.source.text import Span
from cardwright_tools.fixes import tabs
from cardwright_tools.fixes.splices import Splice

Way = Callable[[Diagnostic, Span], Splice | None]

MISSPELT = frozenset(
    {"CW201", "CW211", "CW212", "CW214", "CW222", "CW226", "CW228", "CW320", "CW321", "CW324",
     "CW340", "CW342", "CW343", "CW348", "CW349", "CW350"}
)  # fmt: skip
"""Codes whose span is a word and whose help may name the one that was meant."""

# With two words that are as near the help is another, and an author must choose.
_MEANT = re.compile(r"did you mean `([a-z][\w:/ -]*)`\?")
_LOWER = re.compile(r"names are lower case(?:, with hyphens)?: `([a-z][\w-]*)`")
_WORD = re.compile(r"[^\s'\"{}\[\],#]+")


def splice(diagnostic: Diagnostic) -> Splice | None:
    """What mends it, or None where only an author can tell."""
    if diagnostic.span is None:
        return None
    way = _WAYS.get(diagnostic.code)
    found = way(diagnostic, diagnostic.span) if way else None
    if found is None and diagnostic.code in MISSPELT:
        found = _misspelt(diagnostic, diagnostic.span)
    return found if found and found.text != found.span.text else None


def _lower(told: Diagnostic, span: Span) -> Splice | None:
    """`2 GOLD` and `Salt towns`: names have no capitals."""
    meant = _LOWER.fullmatch(told.help)
    return Splice(span, meant[1]) if meant else None


def _misspelt(diagnostic: Diagnostic, span: Span) -> Splice | None:
    meant = _MEANT.fullmatch(diagnostic.help)
    return Splice(span, meant[1]) if meant and _WORD.fullmatch(span.text) else None


# ------------------------------------------------------------------------------- quotes


def quoted(text: str) -> str | None:
    """The text in quotes that change no letter of it, so that an effect may stand in them."""
    if "\n" in text or not text:
        return None
    if '"' not in text and "\\" not in text:
        return f'"{text}"'
    return f"'{text}'" if "'" not in text else None


# Each letter fits one part only, so that a line of any length is gone over once.
_KEY = re.compile(r"[ -]*\w[\w -]*: +(?=[^\s'\"{\[|>#])")


def _colon(told: Diagnostic, span: Span) -> Splice | None:
    """`text: Act: now`: the second colon of a line; the first one may be a line too far right.

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


def _sign(told: Diagnostic, span: Span) -> Splice | None:
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


def _in_brackets(told: Diagnostic, span: Span) -> Splice | None:
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


def _in_quotes(span: Span, start: int, end: int) -> Splice | None:
    where = Span(span.source, start, end)
    text = quoted(where.text)
    return Splice(where, text) if text else None


def _exact(told: Diagnostic, span: Span) -> Splice | None:
    """An effect that is folded, or in quotes with escapes, where other quotes need none."""
    text = span.text
    if re.match(r">[ ]*\n", text):
        return Splice(Span(span.source, span.start, span.start + 1), "|")
    inside = text[1:-1]
    if text[:1] == '"' and text.count("\\") == text.count('\\"'):
        inside = inside.replace('\\"', '"')
    elif text[:1] == "'":
        inside = inside.replace("''", "'")
    else:
        return None
    other = quoted(inside)
    return Splice(span, other) if other else None


# ------------------------------------------------------------------------------ values


def _value(diagnostic: Diagnostic, span: Span) -> Splice | None:
    """`yes` where a file says `true`, and the other way round; numbers and texts of digits."""
    words = re.fullmatch(r"write `(\w+)` or `(\w+)`", diagnostic.help)
    if words and span.text in ("yes", "on", "true", "no", "off", "false"):
        return Splice(span, words[1] if span.text in ("yes", "on", "true") else words[2])
    if diagnostic.help == "leave out the quotes":
        return Splice(span, span.text.strip("'\""))
    if diagnostic.help == "put it in quotes" and re.fullmatch(r"-?\d+", span.text):
        return Splice(span, f'"{span.text}"')
    return None


_WAYS: dict[str, Way] = {
    "CW111": tabs.mended, "CW117": _colon, "CW118": _sign, "CW129": _in_brackets,
    "CW201": _lower, "CW322": _value, "CW329": _exact,
}  # fmt: skip
