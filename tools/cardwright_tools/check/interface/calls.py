"""Names of rules, menus and options, which a text calls: `do rest`, `open acts`, `during rest`,
`once per rest`.

A text means one of these only after certain words, so here their names are marked, and common words
may be names of rules: `2 or more` does not call `more`. Decides where a name may be called.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from cardwright.language.registry.keywords import KEYWORDS

MARK = "()"
_BETWEEN = r"(?:\\[a-z]|#[^\n]*|[\W_])+"
"""Between words, also as YAML may write it in quotes, with comments."""
_CALLING = "|".join(KEYWORDS[name] for name in ("_DO", "_DOES", "_OPEN", "_PER"))
_WHOSE = "|".join(KEYWORDS[name] for name in ("_THE", "DET"))
_BEFORE = rf"(?:(?:{_CALLING})|during(?:{_BETWEEN}(?:{_WHOSE}))?){_BETWEEN}"


def with_mark(name: str) -> str:
    """The name of a rule, a menu or an option, as distinct from other names."""
    return name + MARK


def without_mark(name: str) -> str:
    """A name as its pack writes it."""
    return name.removesuffix(MARK)


@cache
def call_pattern(name: str) -> str:
    """The pattern of a call of a marked name."""
    return rf"{_BEFORE}{re.escape(without_mark(name))}(?![\w-])"


_CALL = re.compile(rf"{_BEFORE}([a-z][\w-]*)")


def called_names(text: str) -> Iterator[str]:
    """The marked names that a text may call."""
    return map(with_mark, _CALL.findall(text))
