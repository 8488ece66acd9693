"""Selects the fixes for one round.

Unreadable files come first, then declarations, then their uses: a word may be right and its
declaration wrong.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from cardwright.pack.forms.forms import KEYS, SECTIONS
from cardwright.source.diagnostics import Diagnostic
from cardwright.source.edits import Edit
from cardwright.source.spelling import distance, is_typo
from cardwright.source.text import Span

Found = Sequence[Diagnostic]
Pair = tuple[Diagnostic, Edit]
REWRITTEN = frozenset({"CW111", "CW117", "CW118", "CW129", "CW322", "CW329"})
"""Codes whose fixes rewrite something without changing it; all others guess a word."""
OF_THE_LANGUAGE = frozenset({"CW201", "CW228", "CW320", "CW321", "CW324"})
"""Codes about words of the language and of files; others are about names that authors declare."""
UNDECLARED = frozenset(
    {"CW211", "CW212", "CW214", "CW222", "CW226", "CW308", "CW340", "CW342", "CW343", "CW348",
     "CW349", "CW350"}
)  # fmt: skip
"""Codes about names that are not declared."""
KEYED = frozenset({"CW320", "CW321"})
"""Codes about keys, which may be either."""
FIXED = KEYS | SECTIONS.keys()
SHORT = 4
"""With fewer letters, any name is one letter off from another."""
LONG = 8
"""From this length on, a name may have two typos; a shorter one is another name."""


def fix_for(diagnostic: Diagnostic) -> Edit | None:
    """The fix of a diagnostic; None if only the author can decide."""
    if len(diagnostic.fixes) != 1 or _ran_together(diagnostic):
        return None
    return diagnostic.fixes[0]


def _ran_together(diagnostic: Diagnostic) -> bool:
    """`title: A copies: 6`: with the name of a key in it, these may be two lines."""
    if diagnostic.code != "CW117" or diagnostic.span is None:
        return False
    value = diagnostic.fixes[0].span
    return Span(value.source, value.start, diagnostic.span.start).text.split(" ")[-1] in KEYS


def is_rewritten(diagnostic: Diagnostic) -> bool:
    """Whether the fix only writes the same thing in another way."""
    return diagnostic.code in REWRITTEN


def select_for_round(pairs: Sequence[Pair], found: Found) -> list[Pair]:
    """The applicable fixes that are safe now; `found` are all diagnostics."""
    unread = any(d.code.startswith("CW1") and d.severity == "error" for d in found)
    used = _undeclared_names(found)
    safe = [pair for pair in pairs if _is_safe(*pair, used, unread)]
    first = min((_priority(diagnostic) for diagnostic, _ in safe), default=0)
    return [pair for pair in safe if _priority(pair[0]) == first]


def _priority(diagnostic: Diagnostic) -> int:
    """The order: files before declarations, and those before effects."""
    return {"CW1": 0, "CW3": 1}.get(diagnostic.code[:3], 2)


def _undeclared_names(found: Found) -> Counter[str]:
    """How often each undeclared name occurs."""
    named = (d.span for d in found if d.code in UNDECLARED | KEYED and d.span)
    places = {(span.source.name, span.start, span.text) for span in named}
    return Counter(_singular(text) for _, _, text in places)


def _singular(name: str) -> str:
    return name.removesuffix("s")


def _is_safe(diagnostic: Diagnostic, one: Edit, used: Counter[str], unread: bool) -> bool:
    """Whether a name occurs once, all files are readable, and no other name is likely meant."""
    old = one.span.text
    if one.certain or is_rewritten(diagnostic):
        return True
    is_known = diagnostic.code not in KEYED or one.text in FIXED
    if diagnostic.code in OF_THE_LANGUAGE and is_known:
        return is_typo(old, one.text)
    most = 2 if len(old) >= LONG else 1
    if len(old) < SHORT and _singular(old) != _singular(one.text):
        return False
    return not unread and used[_singular(old)] == 1 and distance(old, one.text, most) <= most
