"""Finds a text of several lines whose key lacks its `|`, from where a parser stopped."""

from __future__ import annotations

import re
from collections.abc import Iterator

from cardwright.source.patterns import lazy_pattern
from cardwright.source.yaml_mistake import Mistake

_KEY = lazy_pattern(
    r"(?P<indent> *(?:- +)*)(?P<key>[^\W\d][\w-]*(?: [\w-]+)?):[ \t\r]*(?P<value>[^\s|>'\"{\[].*)?"
)
_KEY_OF_BLOCK = lazy_pattern(r" *(?:- +)*(?P<key>[\w-]+(?: [\w-]+)?):[ \t]+[|>][-+]?[ \t]*(?:#.*)?")
_SENTENCE = lazy_pattern(r".*[\"'(]|\S+ +\S+ +\S")
"""What begins no key: several words, or signs of an effect."""
_HEAD = lazy_pattern(r"\S+ [^:]*\Z")
"""What is before the colon of a statement with lines below it."""
_TWO_LINES = lazy_pattern(
    r"^(?P<above> *)[^\s#][^\n]*\n(?P<entry>[^\n]*\S[^\n]*)\n\Z", re.MULTILINE
)
_VALUE = lazy_pattern(r":[ \t]+(?!\{\s*\}|\[\s*\])[^\s#|>]")
MAX_LINES = 100
_HEADER = lazy_pattern(r"^[\w-]+:[ \t]*(?:#[^\n]*)?$", re.MULTILINE)
_INDENT = lazy_pattern(r"^( +)\S", re.MULTILINE)
_NEXT_HEADER = lazy_pattern(r"^\S", re.MULTILINE)
_FIRST_ENTRY = lazy_pattern(
    r"[\w-]+:[^\n]*\n(?:[ \t]*(?:#[^\n]*)?\n)*(?P<indent> +)(?P<key>[^\W\d][\w-]*)[^:\n]*:"
)
_BEGINNING = lazy_pattern(r"(?:[ \t]*(?:#[^\n]*)?\n)*(?P<indent> *)(?P<key>[^\W\d][\w-]*):")
MAX_SECTION = 20_000
"""How many characters before an error are searched for the header of its section."""
MAX_LETTERS = 1000
"""How many characters before an error are searched."""


def missing_bar(text: str, problem: int) -> Mistake | None:
    """The key of the text that is in the way of a colon, unless the text is a key itself."""
    begin, end = _line(text, problem)
    indent, words = _split(text[begin:problem])
    heads_block = not text[problem + 1 : end].strip() and _indent_below(text, end) > indent
    own = _KEY.match(text, begin, end)
    if own and own["value"] and heads_block and own.start("value") < problem:
        return _with_value(own)
    if ": " in words and not own:
        return None  # the first colon may be that of its key
    is_text = _SENTENCE.match(words) or (heads_block and _HEAD.match(words))
    for number, found in _keys_above(text, begin, indent):
        is_inside = len(found["indent"]) < indent
        if found["value"]:
            return _with_value(found) if is_inside and is_text else None
        is_inside = is_inside and bool(number > 1 or (number == 1 and is_text))
        return _mistake(found, f"write `{found['key']}: |`") if is_inside else None
    return None


def key_above(text: str, at: int) -> str:
    """The key of the text that a line without a colon may be part of; "" if there is none."""
    begin, _ = _line(text, at)
    indent = at - begin
    found = next((found for _, found in _keys_above(text, begin, indent)), None)
    if found is None or found["value"] or not 0 < len(found["indent"]) < indent:
        return ""
    return found["key"] if _SENTENCE.match(text, at) else ""


def line_of_block(text: str, at: int) -> str:
    """The help for a line that is indented like the key of the block of text right above it, and
    may be its last line; "" if it is not so.
    """
    begin, _ = _line(text, at)
    indent = at - begin
    for _ in range(MAX_LINES):
        if begin == 0 or text[begin : begin + indent].strip():
            return ""
        begin, end = _line(text, begin - 1)
        depth, words = _split(text[begin:end])
        if found := _KEY_OF_BLOCK.fullmatch(text, begin, max(begin, end)):
            key = found["key"] if found.start("key") - begin == indent else ""
            return f"if it is a line of `{key}`, indent it like the line above" if key else ""
        if words and depth <= indent:
            return ""
    return ""


def misplaced_key(text: str, problem: int) -> str:
    """The help for a single word with a colon below a key that has a value; "" if it is not so."""
    begin, _ = _line(text, problem)
    indent, word = _split(text[begin:problem])
    found = next((found for _, found in _keys_above(text, begin, indent)), None)
    if found is None or not found["value"] or len(found["indent"]) >= indent or " " in word:
        return ""
    key = found["key"]
    return f"indent `{word}` like `{key}`; if it is part of the text of `{key}`, write `{key}: |`"


def unopened_bracket(text: str, problem: int) -> Mistake | None:
    """The bracket at the end of a line of keys that has more closing ones than opening ones."""
    begin, end = _line(text, problem)
    line = text[begin:end].rstrip()
    opening = {"}": "{", "]": "["}.get(line[-1:], "")
    key = _KEY.match(text, begin, end)
    if not opening or key is None or line.count(opening) >= line.count(line[-1]):
        return None
    at, value = begin + len(line) - 1, (key["value"] or "").split(":")[0]
    first = key["key"] if "-" in key["indent"] else value or key["key"]
    help = f"add `{opening}` before `{first}`"
    return Mistake("CW110", f"this `{line[-1]}` has no `{opening}`", at, at + 1, help)


def outdented_entry(text: str, problem: int) -> Mistake | None:
    """An entry with its value on its line, indented less than those right above and below it."""
    begin, _ = _line(text, problem)
    indent = problem - begin
    lines = _TWO_LINES.search(text, max(0, begin - MAX_LETTERS), begin)
    if not indent or lines is None or len(lines["above"]) != indent:
        return None
    entry = _KEY.match(text, lines.start("entry"))
    if entry is None or len(entry["indent"]) >= indent or not _VALUE.match(text, entry.end("key")):
        return None
    help = "indent it like the lines around it"
    message = f"`{entry['key']}` is indented less than its neighbours"
    return Mistake("CW115", message, *entry.span("key"), help)


def deep_first_entry(text: str, problem: int) -> Mistake | None:
    """The first entry of a section, if it alone is indented more than the one at an offset."""
    begin, _ = _line(text, problem)
    header = text.rfind("\n", 0, max(0, _last_header(text, begin))) + 1
    first = _FIRST_ENTRY.match(text, header, begin)
    if first is None or not 0 < problem - begin < len(first["indent"]):
        return None
    following = _NEXT_HEADER.search(text, begin)
    section = text[header : following.start() if following else len(text)]
    indents = [len(found[1]) for found in _INDENT.finditer(section)]
    if indents.count(len(first["indent"])) > 1 or indents.count(problem - begin) < 2:
        return None
    help = f"indent it like `{_split(text[begin:])[1].split(':')[0]}`, further down"
    message = f"`{first['key']}` is indented more than the entries below it"
    return Mistake("CW115", message, *first.span("key"), help)


def _last_header(text: str, at: int) -> int:
    """Where the last line before an offset that is not indented ends; 0 if there is none."""
    found = [*_HEADER.finditer(text, max(0, at - MAX_SECTION), at)]
    return found[-1].end() if found else 0


def indented_beginning(text: str, problem: int) -> Mistake | None:
    """The first line of a file, if it is indented, and the one at an offset is not."""
    first = _BEGINNING.match(text)
    if first is None or not first["indent"] or _line(text, problem)[0] != problem:
        return None
    message = f"`{first['key']}` is indented, unlike the sections below it"
    return Mistake("CW115", message, *first.span("key"), "begin it at the start of its line")


def _keys_above(text: str, begin: int, indent: int) -> Iterator[tuple[int, re.Match[str]]]:
    """The key above the lines that are indented as far as the one that begins at an offset, and
    how many of these there are.
    """
    for number in range(MAX_LINES):
        if begin == 0:
            return
        begin, end = _line(text, begin - 1)
        found = _KEY.fullmatch(text, begin, max(begin, end))
        if found and (not found["value"] or len(found["indent"]) < indent):
            yield number, found
            return
        is_key = ": " in text[begin:end] and _KEY.match(text, begin, end)
        if is_key or _split(text[begin:end])[0] != indent:
            return


def _line(text: str, at: int) -> tuple[int, int]:
    """Where the line at an offset begins and ends."""
    end = text.find("\n", at)
    return text.rfind("\n", 0, at) + 1, len(text) if end < 0 else end


def _split(line: str) -> tuple[int, str]:
    words = line.lstrip(" ")
    return len(line) - len(words), words


def _indent_below(text: str, end: int) -> int:
    """The indentation of the line after one that ends at an offset."""
    return _split(text[end + 1 : _line(text, end + 1)[1]])[0] if end < len(text) else 0


def _with_value(found: re.Match[str]) -> Mistake:
    return _mistake(found, f"write `{found['key']}: |`, and its first line below that")


def _mistake(found: re.Match[str], help: str) -> Mistake:
    message = f"`{found['key']}` has several lines, but no `|`"
    return Mistake("CW117", message, *found.span("key"), help)
