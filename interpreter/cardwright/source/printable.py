"""Text that is safe to show to a person: no character in it can control a terminal.

Decides which characters are shown. Names of files and words of packs come from strangers: escape
sequences move the cursor and hide text, and format characters reverse the direction of the text
around them, so that it seems to say something else.
"""

from __future__ import annotations

REPLACEMENT = "\ufffd"
MOST = 100
"""Characters of somebody else's text that a message repeats at most."""


def printable(text: str) -> str:
    """The text in one line: spaces for all whitespace, U+FFFD for invisible characters."""
    if text.isprintable():
        return text
    return "".join(map(_printable, text))


def printable_lines(text: str) -> str:
    """`printable` for text of several lines; line feeds stay."""
    return "\n".join(map(printable, text.split("\n")))


def quoted(text: str) -> str:
    """Untrusted text as it is quoted in a message, cut short if it is long."""
    return f"`{printable(text if len(text) <= MOST else text[:MOST] + '…')}`"


def _printable(letter: str) -> str:
    if letter.isprintable():
        return letter
    return " " if letter.isspace() else REPLACEMENT
