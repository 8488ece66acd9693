"""Forms of words that messages, logs and generated English share: articles, lists, units."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache

from cardwright.source.patterns import lazy_pattern


def spaced(name: str) -> str:
    return name.replace("-", " ")


_SOUNDS_LIKE_YOU = lazy_pattern(r"uni|use|eu|one\b", re.I)
_SILENT_H = lazy_pattern(r"heir|hour|honest|honou?r", re.I)


def article(words: str) -> str:
    """With *a* or *an*, by sound."""
    vowel = words[:1].lower() in "aeiou" and not _SOUNDS_LIKE_YOU.match(words)
    vowel = vowel or bool(_SILENT_H.match(words))
    return f"{'an' if vowel else 'a'} {words}"


def listed(words: list[str], last: str = "and") -> str:
    if len(words) < 2:
        return "".join(words)
    return ", ".join(words[:-1]) + f" {last} {words[-1]}"


_ONE = re.compile(r"(.*(ss|us|is)|chaos|gas|lens|canvas|atlas|news|series|species)")
_ENDS_IN_E = re.compile(r"(aches|axes|caches|niches|avalanches|moustaches|shoes|canoes|oboes|floes|"
                        r"cookies|movies|zombies|genies|pixies|brownies|calories|rookies|"
                        r"prairies|excuses)")  # fmt: skip
_SINGULARS = (
    (re.compile(r"(kni|li|wi)ves"), "fe"),
    (re.compile(r"(el|sel|hal|cal|lea|loa|thie|shea|shel|wol|scar|whar|dwar|hoo)ves"), "f"),
    (re.compile(r"(..+)ies"), "y"),
    (re.compile(r"(\w*[aeiouy]\w*[^aeiou]us|bus|..+(?:ch|sh|x|ss|zz|o))es"), ""),
)
"""What the end of a plural becomes in the singular, where it is more than a dropped *s*."""


_IRREGULAR = (("man", "men"), ("child", "children"), ("foot", "feet"), ("tooth", "teeth"),
              ("goose", "geese"), ("mouse", "mice"), ("person", "people"), ("die", "dice"),
              ("wolf", "wolves"), ("elf", "elves"), ("thief", "thieves"), ("leaf", "leaves"),
              ("knife", "knives"), ("wife", "wives"), ("life", "lives"))  # fmt: skip


def irregular_plural(name: str) -> str:
    """`boatmen` for `boatman`; "" if the plural is formed by a rule."""
    found = (name.removesuffix(one) + many for one, many in _IRREGULAR if name.endswith(one))
    return next(found, "")


def is_several(name: str) -> bool:
    """Whether the name of a counter looks like a plural: `coins`, but not `status`."""
    last = _last_word(name)
    return last.endswith("s") and not _ONE.fullmatch(last)


@cache
def singular(name: str) -> str:
    """`coin` for a counter `coins`, `berry` for `berries`, `knife` for `knives`."""
    if not is_several(name):
        return name
    last = _last_word(name)
    known = () if _ENDS_IN_E.fullmatch(last) else _SINGULARS
    for pattern, end in known:
        if found := pattern.fullmatch(last):
            return name.removesuffix(last) + found[1] + end
    return name[:-1]


def with_singular(name: str, names: Iterable[str]) -> str:
    """The one of some names that is this name, or else its plural; "" if none is."""
    known = [*names]
    return name if name in known else next((one for one in known if singular(one) == name), "")


def _last_word(name: str) -> str:
    return re.split(r"[- ]", name)[-1]


def units(amount: str, name: str) -> str:
    """`1 coin`, `2 coins`: a counter's name after its number."""
    return f"{amount} {singular(name) if amount == '1' else name}"
