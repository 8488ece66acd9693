"""Finds keys that YAML does not take for keys: `!kinds:`, `state:haze` in braces, and one that is
indented so far that it is part of the text above it.
"""

from __future__ import annotations

from cardwright.source.patterns import lazy_pattern
from cardwright.source.yaml_mistake import Mistake

MAX_LOOKBEHIND = 200
"""How many characters before a colon are searched for its key."""

_TAGGED = lazy_pattern(r"!([\w-]+:)(?=\s|\Z)")
_GLUED = lazy_pattern(r"[{,]\s*([^\W\d][\w-]*)\Z")
_VALUE = lazy_pattern(r":([\w-]+)(?=\s*[,}])")
_OF_TEXT = lazy_pattern(r" *([^\W\d][\w-]*):[ \t]+[|>][-+]?[ \t]*\r?$")


def tagged_key(text: str, at: int) -> Mistake | None:
    """A key that begins with `!`, with which a tag would begin."""
    found = _TAGGED.match(text, at)
    if found is None:
        return None
    return Mistake("CW122", "a key can't begin with `!`", *found.span(), f"write `{found[1]}`")


def glued_key(text: str, at: int) -> Mistake | None:
    """The key in braces at whose colon, which has no space after it, a parser stopped."""
    found = _GLUED.search(text, max(0, at - MAX_LOOKBEHIND), at)
    if found is None:
        return None
    if text[at + 1 : at + 2] == ":":
        help = f"write `{found[1]}:`, with one colon"
        return Mistake("CW117", "unexpected `:`", at + 1, at + 2, help)
    value = _VALUE.match(text, at)
    help = f"write `{found[1]}: {value[1]}`" if value else f"add a space after `{found[1]}:`"
    message = f"`{found[1]}` has no space after its `:`"
    return Mistake("CW116", message, *found.span(1), help)


def key_in_text(text: str, start: int, end: int) -> Mistake | None:
    """The key of another text within a block of text."""
    begin = text.find("\n", start, end)
    while begin >= 0:
        line_end = text.find("\n", begin + 1, end)
        found = _OF_TEXT.match(text, begin + 1, line_end if line_end >= 0 else end)
        if found is not None:
            help = "indent it like the key of that text"
            return Mistake(
                "CW115", f"`{found[1]}` is part of the text above it", *found.span(1), help
            )
        begin = line_end
    return None
