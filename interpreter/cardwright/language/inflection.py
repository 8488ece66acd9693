"""Forms of words that messages, logs and generated English share: articles, lists, units."""

from __future__ import annotations

import re


def spaced(name: str) -> str:
    return name.replace("-", " ")


_SOUNDS_LIKE_YOU = re.compile(r"uni|use|eu|one\b", re.I)
_SILENT_H = re.compile(r"heir|hour|honest|honou?r", re.I)


def article(words: str) -> str:
    """With *a* or *an*, by sound."""
    vowel = words[:1].lower() in "aeiou" and not _SOUNDS_LIKE_YOU.match(words)
    vowel = vowel or bool(_SILENT_H.match(words))
    return f"{'an' if vowel else 'a'} {words}"


def listed(words: list[str], last: str = "and") -> str:
    if len(words) < 2:
        return "".join(words)
    return ", ".join(words[:-1]) + f" {last} {words[-1]}"


def is_several(name: str) -> bool:
    """Whether the name of a counter looks like a plural: `coins`, but not `status`."""
    return name.endswith("s") and not name.endswith(("ss", "us", "is"))


def singular(name: str) -> str:
    """`coin` for a counter `coins`."""
    return name[:-1] if is_several(name) else name


def units(amount: str, name: str) -> str:
    """`1 coin`, `2 coins`: a counter's name after its number."""
    return f"{amount} {singular(name) if amount == '1' else name}"
