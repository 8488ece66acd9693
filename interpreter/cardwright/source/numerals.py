"""Whole numbers as packs, scenarios and players write them: a few of the digits 0 to 9.

Python considers more characters digits than it can convert (`²`), converts more than the language
knows (`٣`), and refuses thousands of digits. Decides what counts as a number in words.
"""

from __future__ import annotations

MAX_DIGITS = 15


def whole_number(text: str) -> int | None:
    """The number that a word stands for, or None."""
    digits = text.isascii() and text.isdigit() and len(text) <= MAX_DIGITS
    return int(text) if digits else None
