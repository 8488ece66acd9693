"""Names of C, and parts of a program that can't be expressed in it."""

from __future__ import annotations

import re

_KEYWORDS = """
auto break case char const continue default do double else enum extern float for goto if inline int
long register restrict return short signed sizeof static struct switch typedef union unsigned void
volatile while
"""
_WORDS = frozenset([*_KEYWORDS.split(), "g", "f"])


class Unsupported(Exception):
    """A part of a program that the native engine does not support: its games are played in
    Python.
    """


def name(of: str) -> str:
    """A name of the program as one of C."""
    found = re.sub(r"\W", lambda m: f"_{ord(m[0]):x}_", of, flags=re.ASCII)
    return f"{found}_" if found in _WORDS else found


def function(of: str) -> str:
    return f"do_{name(of)}"


def quoted(text: str) -> str:
    """Text in a comment."""
    return " ".join(text.split()).replace("*/", "* /")
