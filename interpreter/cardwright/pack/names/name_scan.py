"""Finds the words that may be names: in values, in texts, in files that can't be parsed.

Overestimates: it finds words that are not names, but misses no name. Knows nothing about errors.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator

from cardwright.board.built_in import root_kinds
from cardwright.board.declarations import IN_EFFECT, LASTING, LISTS
from cardwright.language.registry import keywords
from cardwright.language.vocabulary.verbs import VERBS
from cardwright.pack.builder import BUILT_IN_WORDS
from cardwright.pack.forms.forms import KEYS, SECTIONS
from cardwright.pack.validation.value_types import TYPES
from cardwright.pack.values import TYPE_WORDS
from cardwright.source.document import Value
from cardwright.source.patterns import lazy_pattern

_WORD = lazy_pattern(r"[^\W\d_][\w-]*")
_SEGMENT = lazy_pattern(r"([^\[\]{},:\n]*)([\[\]{},:\n]|\Z)")
_COMMENT = lazy_pattern(r"(?:^|[ \t])#[^\n]*", re.MULTILINE)
_PADDING = " \t\r-'\""
_ENUM_TYPES = ("seen", "zone-seen")


def words(text: str) -> list[str]:
    """All words of a text that are spelt like names."""
    return _WORD.findall(text)


def stem(word: str) -> str:
    """The same stem for a word and its plural, whether formed as `cubes`, `boxes`, `cities` or
    `knives`."""
    word = word.casefold().rstrip("s").removesuffix("e").rstrip("s")
    return word[:-1] + {"y": "i", "f": "v"}.get(word[-1:], word[-1:])


def stems(found: Iterable[str], less: Collection[str] = ()) -> set[str]:
    return {stem(word) for word in found if word not in less}


def in_value(value: Value) -> Iterator[str]:
    """Keys, and values of one word; longer texts declare nothing."""
    if isinstance(value, dict):
        for key, held in value.items():
            yield from words(str(key))
            yield from in_value(held)
    elif isinstance(value, list):
        for held in value:
            yield from in_value(held)
    elif isinstance(value, str) and _WORD.fullmatch(value):
        yield value


def in_raw_text(text: str) -> Iterator[str]:
    """The words before a colon, or alone between other punctuation, quoted or not.

    A key of several words is named by its first, as `cost of town`. With two words, either may
    be the name: a comma may be missing between them.
    """
    for piece, end in _SEGMENT.findall(_COMMENT.sub("", text)):
        bare = piece.strip(_PADDING)
        if end == ":":
            found = words(bare)
            yield from found[:1] if len(found) > 2 else found
        elif _WORD.fullmatch(bare):
            yield bare


def _language_words() -> Iterator[str]:
    for pattern in keywords.KEYWORDS.values():
        # `room for` can't be confused with `room`
        yield from words(pattern) if " " not in pattern else ()
    yield from VERBS.by_form
    yield from _reserved_words()


def _reserved_words() -> Iterator[str]:
    yield from keywords.read_first() | TYPE_WORDS | BUILT_IN_WORDS.keys()
    for kind in root_kinds().values():
        yield from (kind.name, kind.plural)
    yield from (LASTING, f"{LASTING}s", IN_EFFECT, LISTS)


def _form_words() -> Iterator[str]:
    listed = (str(TYPES[name]["enum"]) for name in _ENUM_TYPES)
    for text in (*KEYS, *SECTIONS, *listed):
        yield from words(text)


LANGUAGE_WORDS = frozenset(_language_words())
"""Words of the language itself."""
COMMON_WORDS = frozenset({*_reserved_words(), *_form_words()})
"""Words that occur in every file, so that two declarations that share one are not related."""
NEVER_DECLARED = frozenset({*_reserved_words(), *SECTIONS}) | LANGUAGE_WORDS & COMMON_WORDS
"""Words that are never names in a file: an option's `limit` may be one, its `if` may not."""
