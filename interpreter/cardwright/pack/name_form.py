"""The form of names in packs, and titles made from them.

Knows nothing about words that have a meaning in the language.
"""

from __future__ import annotations

import re

NAME_PATTERN = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*", re.ASCII)
MAX_NAME_LENGTH = 64


def is_name(word: str) -> bool:
    """Whether a word has the form of a name."""
    return len(word) <= MAX_NAME_LENGTH and NAME_PATTERN.fullmatch(word) is not None


def title_of(name: str) -> str:
    """The title of a thing that declares none: `king-of-cups` becomes `King of Cups`."""
    first, *others = name.split("-")
    words = (word if word in _SMALL else word.capitalize() for word in others)
    return " ".join([first.capitalize(), *words])


_SMALL = frozenset(
    ("a", "an", "and", "as", "at", "but", "by", "for", "from", "in", "into", "of", "on", "or",
     "the", "to", "with")
)  # fmt: skip


def slugify(word: str) -> str:
    """The name that a text may have been meant to be; "" if there is none."""
    found = re.sub(r"[^a-z0-9]+", "-", word.lower()).strip("-")
    return found if is_name(found) else ""
