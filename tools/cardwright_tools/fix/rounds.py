"""Selects the fixes for one round.

Unreadable files come first, then declarations, then their uses: a word may be right and its
declaration wrong.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from cardwright.pack.forms import KEYS, SECTIONS
from cardwright.source.diagnostics import Diagnostic
from cardwright.source.spelling import distance, is_typo
from cardwright_tools.fix.edits import Edit
from cardwright_tools.fix.fixers import MISSPELLED
from cardwright_tools.fix.verify import Found, Pair

NAMES = MISSPELLED - {"CW201", "CW228", "CW320", "CW321", "CW324"}
"""Codes of words that authors declare; the others are of words of the language and of files."""
KEYED = frozenset({"CW320", "CW321"})
"""Codes of keys, which may be either."""
FIXED = KEYS | SECTIONS.keys()
SHORT = 4
"""Below so many letters, any name is one letter off from another."""
LONG = 8
"""From so many letters on, a name may have two slips; a shorter one is another name."""


def select_for_round(pairs: Sequence[Pair], found: Found) -> list[Pair]:
    """The possible fixes that are safe now; `found` are all diagnostics."""
    unread = any(d.code.startswith("CW1") and d.severity == "error" for d in found)
    used = _undeclared_names(found)
    safe = [pair for pair in pairs if _is_safe(*pair, used, unread)]
    first = min((_priority(diagnostic) for diagnostic, _ in safe), default=0)
    return [pair for pair in safe if _priority(pair[0]) == first]


def _priority(diagnostic: Diagnostic) -> int:
    """Files before declarations, and those before effects."""
    return {"CW1": 0, "CW3": 1}.get(diagnostic.code[:3], 2)


def _undeclared_names(found: Found) -> Counter[str]:
    """How often each undeclared name occurs."""
    named = (d.span for d in found if d.code in NAMES | KEYED and d.span)
    places = {(span.source.name, span.start, span.text) for span in named}
    return Counter(_singular(text) for _, _, text in places)


def _singular(name: str) -> str:
    return name.removesuffix("s")


def _is_safe(diagnostic: Diagnostic, one: Edit, used: Counter[str], unread: bool) -> bool:
    """A name is a typo if it occurs once, all files are readable, and no other name is likely
    meant."""
    old = one.span.text
    if diagnostic.code not in MISSPELLED:
        return True
    if diagnostic.code not in NAMES and (diagnostic.code not in KEYED or one.text in FIXED):
        return is_typo(old, one.text)
    most = 2 if len(old) >= LONG else 1
    if len(old) < SHORT and _singular(old) != _singular(one.text):
        return False
    return not unread and used[_singular(old)] == 1 and distance(old, one.text, most) <= most
