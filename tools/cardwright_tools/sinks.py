"""Output of untrusted text: one function for each place where it can go.

Titles, names, messages and file names come from packs, whose authors may want them to be taken for
something else: a command to a terminal, an HTML tag, an annotation of a build. Each function here
escapes a text for one kind of output, and nothing writes such output without it.
`tests/tools/test_sinks.py` passes the same hostile texts to all of them.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from html import escape

from cardwright.source.printable import REPLACEMENT, printable, printable_lines

_SURROGATE = re.compile("[\ud800-\udfff]")
_LINK = "(?i:(?<=http)|(?<=https)|(?<=ftp)|(?<=mailto)):|(?i:(?<=www))[.]"
_MARKUP = re.compile(rf"[\\`*_\[\]<>#|~&]|{_LINK}")
_BEGINS_BLOCK = re.compile(r"\A(\d*)([-+=.)])")


def json_text(value: object) -> str:
    """A value as JSON, for programs and for the terminals that show it; also for SARIF.

    Characters that a terminal might obey are written as `\\uXXXX`, so that programs still read the
    same text.
    """
    text = json.dumps(value, indent=2, ensure_ascii=False)
    return "\n".join(line if line.isprintable() else _escaped(line) for line in text.split("\n"))


def _escaped(line: str) -> str:
    return "".join(letter if letter.isprintable() else json.dumps(letter)[1:-1] for letter in line)


def xml_text(text: str) -> str:
    """Text for an XML library, which escapes markup itself (JUnit); line feeds stay."""
    return printable_lines(text)


def html_text(text: str) -> str:
    """Text for an HTML page, between tags or in a quoted attribute; line feeds stay."""
    return escape(printable_lines(text), quote=True)


def markdown_text(text: str) -> str:
    """Text for a line of Markdown or a cell of its tables: without markup, links or mentions."""
    plain = _MARKUP.sub(r"\\\g<0>", printable(text).strip())
    plain = _BEGINS_BLOCK.sub(r"\1\\\2", plain)
    # Mentions are looked for after Markdown was parsed, so a backslash is not enough.
    return plain.replace("@", "@&#8203;")


def markdown_code(text: str) -> str:
    """Text as a code span, whatever it contains."""
    plain = printable(text)
    ticks = "`" * (_longest_run(plain) + 1)
    pad = " " if plain.startswith("`") or plain.endswith("`") else ""
    return f"{ticks}{pad}{plain}{pad}{ticks}"


def markdown_fence(lines: Iterable[str]) -> str:
    """The beginning and the end of a code block of these lines, none of which can end it."""
    return "`" * max(3, max(map(_longest_run, lines), default=0) + 1)


def _longest_run(text: str) -> int:
    return max(map(len, re.findall("`+", text)), default=0)


def github_data(text: str) -> str:
    """The message of a workflow command."""
    plain = printable_lines(text.replace("\r", ""))
    return plain.replace("%", "%25").replace("\n", "%0A")


def github_property(text: str) -> str:
    """A property of a workflow command."""
    return github_data(text).replace(":", "%3A").replace(",", "%2C")


def github_line(line: str) -> str:
    """A line of a log that is never taken for a command, whatever text of a pack it contains."""
    text = printable(line).replace("##[", "# #[")
    # GitHub ignores spaces before a command, so adding one would not help.
    return text.replace("::", ": :", 1) if text.lstrip().startswith("::") else text


def parquet_text(text: str) -> str:
    """A value for a column of text, which is UTF-8."""
    return _SURROGATE.sub(REPLACEMENT, text)
