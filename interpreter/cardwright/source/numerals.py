"""Whole numbers as packs, scenarios and players write them: the digits 0 to 9, not many of them.

Python takes more for digits than it turns into numbers (`²`), turns more into numbers than the
language knows (`٣`), and refuses thousands of digits. Owns what counts as a number in words.
"""

from __future__ import annotations

MAX_DIGITS = 15


def whole_number(text: str) -> int | None:
    """The number that a word is; None if it is none."""
    digits = text.isascii() and text.isdigit() and len(text) <= MAX_DIGITS
    return int(text) if digits else None
