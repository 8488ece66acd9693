"""Where output goes: plain text for pipes, rich where a person looks at a terminal.

Owns consoles and exit codes. Words of a pack are printed as they are, never as markup.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from rich.console import Console

CLEAN, FAILED, USAGE, BROKEN = 0, 1, 2, 3
WIDTH = 100


class Stop(Exception):
    """Ends a command with a message for the user and an exit code."""

    def __init__(self, message: str, code: int = FAILED) -> None:
        super().__init__(message)
        self.message, self.code = message, code


def console(file: TextIO | None = None) -> Console:
    """A console without markup: `[` stays `[`; colours only on a terminal without NO_COLOR."""
    from rich.console import Console

    stream = file or sys.stdout
    width = None if stream.isatty() else WIDTH
    return Console(file=stream, markup=False, highlight=False, emoji=False, width=width)


def forgiving(*streams: TextIO) -> None:
    """What a stream's encoding lacks becomes `?`, so that no word of a pack ends a command."""
    for stream in streams:
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")


def visible(text: str) -> str:
    """The text without control characters, which could steer a terminal."""
    return "".join(c if c.isprintable() else " " if c.isspace() else "\ufffd" for c in text)
