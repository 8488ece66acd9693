"""Fixes that only normalize a word, as to lower case: offered if the game has the resulting word.

Names that texts introduce themselves are not looked for.
"""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache

from cardwright.board.model import plural
from cardwright.language.registry import keywords
from cardwright.language.resolve.scope import Context
from cardwright.source.diagnostics import Diagnostic


def without_unknown(found: Diagnostic, context: Context) -> Diagnostic:
    """The diagnostic, without fixes that normalize a word to one that is unknown."""
    kept = tuple(fix for fix in found.fixes
                 if not fix.normalizes or _is_known(fix.text, context))  # fmt: skip
    return found if kept == found.fixes else replace(found, fixes=kept)


def _is_known(word: str, context: Context) -> bool:
    """Whether a word is one of the language, or a name that the game declares."""
    declared, verbs = context.declared, context.parser.verbs
    known = (context.names, declared.rules, declared.menus, verbs.by_form, _words_of_language(),
             keywords.built_in(verbs.by_adjective))  # fmt: skip
    return any(word in names or plural(word) in names for names in known)


@cache
def _words_of_language() -> frozenset[str]:
    return keywords.reserved().union(*(re.findall(r"[a-z]+", one)
                                       for one in keywords.KEYWORDS.values()))  # fmt: skip
