"""How to fix a mistake in YAML, if the author can only have meant one thing.

Derives the edits for mistakes that `yaml_errors` finds from the text around them. Quotes are put
around a value that needs them. Only the author knows how far a tab indents: if a file can be read
in one way only, with two, four or eight spaces for each tab, the tabs are replaced.
"""

from __future__ import annotations

import re
from functools import partial

from ruamel.yaml.error import YAMLError
from ruamel.yaml.events import CollectionEndEvent, CollectionStartEvent

from cardwright.source.edits import Edit
from cardwright.source.patterns import lazy_pattern
from cardwright.source.text import Source, Span
from cardwright.source.yaml_events import HAVE_LIBYAML, events

WIDTHS = (2, 4, 8)
MAX_TABBED = 200_000
"""Letters of a file that is read again for its tabs."""
MAX_DEPTH = 40
"""What is nested more deeply is not read again: of many brackets that takes a minute."""
_INDENTED = re.compile(r"^[ \t]*\t", re.MULTILINE)
# Each letter matches only one part, so that a line of any length is read only once.
MAX_LOOKBEHIND = 200
"""How many letters before a key are searched for a `|`."""
_GLUED_KEY = lazy_pattern(r"[\w-]+:(?=[^\s:])(?!//)")
_BEFORE_KEY = lazy_pattern(r"(?:[{,]|^[ -]*)\s*\Z")
_KEY = lazy_pattern(r"[ -]*\w[\w -]*: +(?=[^\s'\"{\[|>#])")


def yaml_fixes(code: str, source: Source, at: int) -> tuple[Edit, ...]:
    """The edit that fixes the mistake at this offset, if there is one."""
    way = _FIXERS.get(code)
    line, column = source.position(at)
    made = way(source, source.line(line), column - 1, at) if way else None
    return (made,) if made else ()


# ------------------------------------------------------------------------------- quotes


def quoted(text: str) -> str | None:
    """The text in quotes that need no escapes, so that it can still be an effect; None if
    impossible.
    """
    if "\n" in text or not text:
        return None
    if '"' not in text and "\\" not in text:
        return f'"{text}"'
    return f"'{text}'" if "'" not in text else None


def requoted(span: Span) -> tuple[Edit, ...]:
    """A folded effect, or one in quotes with escapes, rewritten with quotes that need none, if
    possible.
    """
    text, inside, other = span.text, span.text[1:-1], None
    if re.match(r">[ ]*\n", text):
        return (Edit(Span(span.source, span.start, span.start + 1), "|"),)
    if text[:1] == '"' and text.count("\\") == text.count('\\"'):
        other = quoted(inside.replace('\\"', '"'))
    elif text[:1] == "'":
        other = quoted(inside.replace("''", "'"))
    return (Edit(span, other),) if other and other != text else ()


def _quote_colon(source: Source, line: str, column: int, at: int) -> Edit | None:
    """`text: Act: now`: quotes the second colon; the first may belong to a line not indented
    enough.
    """
    key = _KEY.match(line)
    if key is None or column < key.end():
        return None
    value, _, _ = line[key.end() :].partition(" #")
    return _in_quotes(source, at - column + key.end(), value)


def _quote_sign(source: Source, line: str, column: int, at: int) -> Edit | None:
    """`more: @home`, in a line or in brackets: quotes up to the end of the value."""
    end = re.compile(r"[,\]}]|\s#|$" if _opened(line[:column]) else r"\s#|$").search(line, column)
    return _in_quotes(source, at, line[column : end.start() if end else None])


def _in_brackets(source: Source, line: str, column: int, at: int) -> Edit | None:
    """`{title: at 12:30}`: quotes from the `: ` or `, ` before it to the next comma or bracket."""
    heads = [found.end() for found in re.finditer(r"(?::\s|[,\[{])\s*", line[:column])]
    end = re.compile(r"[,\]}]").search(line, column)
    if not heads or end is None or not _opened(line[:column]):
        return None
    return _in_quotes(source, at - column + heads[-1], line[heads[-1] : end.start()])


def _opened(before: str) -> bool:
    return sum(before.count(c) for c in "{[") > sum(before.count(c) for c in "}]")


def _in_quotes(source: Source, start: int, value: str) -> Edit | None:
    text = value.rstrip()
    made = quoted(text)
    return Edit(Span(source, start, start + len(text)), made) if made else None


# ------------------------------------------------------------------------------- colons


def _space_after_colon(source: Source, line: str, column: int, at: int) -> Edit | None:
    """`title:Market`, in a line or in braces: the space that is missing after the colon. Not below
    a `|`, where it may be a line that is indented too little.
    """
    key = _GLUED_KEY.match(line, column)
    above = source.text[max(0, at - MAX_LOOKBEHIND) : at].rstrip()
    if key is None or above.endswith(("|", ">")) or not _BEFORE_KEY.search(line[:column]):
        return None
    colon = at + len(key[0])
    return Edit(Span(source, colon, colon), " ", certain=True)


# --------------------------------------------------------------------------------- tabs


def _tabs(source: Source, line: str, column: int, at: int) -> Edit | None:
    """Replaces a tab between words, or all tabs that indent lines of a file."""
    if line[:column].strip(" \t-"):
        return Edit(Span(source, at, at + 1), " ")
    found = list(_INDENTED.finditer(source.text))
    if not found or len(source.text) > MAX_TABBED:
        return None
    ways = ((width, _meaning(_spaced(source.text, width))) for width in WIDTHS)
    readable = [(width, meaning) for width, meaning in ways if meaning is not None]
    if not readable or any(meaning != readable[0][1] for _, meaning in readable):
        return None
    whole = Span(source, found[0].start(), found[-1].end())
    return Edit(whole, _spaced(whole.text, readable[0][0]))


def _spaced(text: str, width: int) -> str:
    return _INDENTED.sub(partial(_spaces, width), text)


def _spaces(width: int, found: re.Match[str]) -> str:
    return found.group().replace("\t", " " * width)


def _meaning(text: str) -> list[tuple[type, str]] | None:
    """The tokens of a text, without positions; None if it can't be read."""
    said, depth = list[tuple[type, str]](), 0
    try:
        for one in events(text, HAVE_LIBYAML):
            said.append((type(one), getattr(one, "value", "")))
            depth += isinstance(one, CollectionStartEvent) - isinstance(one, CollectionEndEvent)
            if depth > MAX_DEPTH:
                return None
    except YAMLError:
        return None
    return said


_FIXERS = {
    "CW111": _tabs,
    "CW116": _space_after_colon,
    "CW117": _quote_colon,
    "CW118": _quote_sign,
    "CW129": _in_brackets,
}
