"""Finds a text of several lines whose key lacks its `|`, from the colon where a parser stopped."""

from __future__ import annotations

from cardwright.source.patterns import lazy_pattern
from cardwright.source.yaml_mistake import Mistake

_KEY = lazy_pattern(r"(?P<indent> *(?:- +)*)(?P<key>[^\W\d][\w-]*(?: [\w-]+)?):[ \t\r]*")
_SENTENCE = lazy_pattern(r".*[\"'(]|\S+ +\S+ +\S")
"""What begins no key: several words, or signs of an effect."""
MAX_LINES = 100


def missing_bar(text: str, problem: int) -> Mistake | None:
    """The key of the text that is in the way of a colon, unless the text is a key itself."""
    begin = text.rfind("\n", 0, problem) + 1
    indent, words = _split(text[begin:problem])
    for number in range(MAX_LINES):
        end, begin = begin - 1, text.rfind("\n", 0, max(0, begin - 1)) + 1
        line = text[begin : max(begin, end)]
        if found := _KEY.fullmatch(line):
            is_text = number > 1 or (number == 1 and _SENTENCE.match(words))
            is_inside = is_text and len(found["indent"]) < indent
            return _mistake(found["key"], begin + found.start("key")) if is_inside else None
        if begin == 0 or ": " in line or _split(line)[0] != indent:
            return None
    return None


def _split(line: str) -> tuple[int, str]:
    words = line.lstrip(" ")
    return len(line) - len(words), words


def _mistake(key: str, at: int) -> Mistake:
    message = f"`{key}` has several lines, but no `|`"
    return Mistake("CW117", message, at, at + len(key), f"write `{key}: |`")
