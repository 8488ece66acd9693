"""How texts are written in YAML: plain if that is safe, quoted, or as a block after `|`.

Decides what is safe. Knows nothing about keys.
"""

from __future__ import annotations

import json
import re
import textwrap

from cardwright.source.document import NumberTooLarge, resolve_plain

_FIRST = frozenset("?:,[]{}#&*!|>'\"%@`=")
_ODD = re.compile(r": |\s#|:$|^-(\s|$)|^---|^\.\.\.|[\t\n\r\x85\u2028\u2029\ufeff]| $|^ |^$|^<<$")
_IN_BRACKETS = re.compile(r"[,\[\]{}:?]")
_ELSEWHERE = re.compile(r"(?i)(yes|no|on|off|y|n|true|false|null|~|[-+.\d].*)")
"""Texts that other YAML readers do not read as text, so their quotes stay."""


def is_plain(text: str, flow: bool) -> bool:
    """Whether a text may be written without quotes, inside brackets (`flow`) or outside."""
    if not text or text[0] in _FIRST or _ODD.search(text):
        return False
    if flow and _IN_BRACKETS.search(text):
        return False
    try:
        return resolve_plain(text) == text
    except NumberTooLarge:
        return False


def can_unquote(text: str, flow: bool) -> bool:
    """Whether the quotes around a text can be removed."""
    return is_plain(text, flow) and not _ELSEWHERE.fullmatch(text)


def quote(text: str) -> str:
    """The text in quotes: double quotes, unless single ones avoid escapes."""
    spared = '"' in text or "\\" in text
    if spared and "'" not in text and text.isprintable():
        return f"'{text}'"
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\x7f")


def is_quotable(text: str) -> bool:
    """Whether a text needs no escapes in double quotes."""
    return '"' not in text and "\\" not in text and text.isprintable()


def fill(text: str, width: int, rest: int) -> list[str] | None:
    """A text wrapped to a width of `width` for the first line and `rest` for the others.

    None if the spaces in it would not survive.
    """
    words = text.split(" ")
    if not all(words) or not is_plain(text, flow=False):
        return None
    lines, left = [words[0]], width - len(words[0])
    for word in words[1:]:
        if len(word) + 1 > left:
            lines.append(word)
            left = rest - len(word)
        else:
            lines[-1] += f" {word}"
            left -= len(word) + 1
    return lines


def literal_lines(value: str) -> list[str]:
    """The lines of a block after `|`: its header and its lines, not indented yet."""
    body = value.removesuffix("\n")
    chomp = "" if value.endswith("\n") else "-"
    indicator = "2" if body[:1] in (" ", "\n") else ""
    return [f"|{indicator}{chomp}", *body.split("\n")]


def folded_lines(raw: str) -> list[str]:
    """The lines of a block after `>` as written, but indented from column 0."""
    head, *rest = raw.replace("\r", "").split("\n")
    header = head.split("#")[0].strip()
    return [header, *textwrap.dedent("\n".join(rest)).split("\n")]
