"""The author's text with its values filled in, as questions and the log show it."""

from __future__ import annotations

import re
from collections.abc import Iterable

from cardwright.language import core

_BRACES = re.compile(r"\{[^{}]*\}")


def filled(text: core.Text, words: Iterable[str]) -> str:
    """The text with these words in place of what is in its braces."""
    if not text.values:
        return text.words
    left = iter(words)
    return _BRACES.sub(lambda _: next(left), text.words)
