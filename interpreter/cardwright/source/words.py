"""The nearest known word to one that isn't known.

Owns the measure of nearness. Knows nothing of where the words come from.
"""

from __future__ import annotations

from collections.abc import Iterable

LONGEST = 64
"""Longer words get no suggestion: the measure costs the product of two lengths."""


def nearest(word: str, candidates: Iterable[str]) -> str | None:
    """The candidate that `word` is most likely a slip for, or None when all are far.

    Ties go to the same first letter and then to the alphabet, so the answer does not
    depend on the order of the candidates.
    """
    candidates, folded = list(candidates), _fold(word)
    limit = _slips_allowed(folded)
    ranked = (
        (distance(folded, other, limit), other[:1] != folded[:1], candidate)
        for candidate, other in ((c, _fold(c)) for c in candidates if c != word)
        if abs(len(other) - len(folded)) <= limit
    )
    best = min((r for r in ranked if r[0] <= limit), default=None)
    return best[2] if best else _other_number(folded, candidates)


def _other_number(word: str, candidates: Iterable[str]) -> str | None:
    """The plural of a word, or its singular: `ability` for `abilities`."""
    return next((c for c in candidates if _singular(_fold(c)) == _singular(word)), None)


def _singular(word: str) -> str:
    return f"{word[:-3]}y" if word.endswith("ies") else word.removesuffix("s")


def did_you_mean(word: str, candidates: Iterable[str]) -> str:
    """A question for the reader, or "" when nothing is near; two words when both are as near."""
    known = sorted(set(candidates))
    found = nearest(word, known)
    if found is None:
        return ""
    far = distance(_fold(word), _fold(found), LONGEST)
    others = (other for other in known if other != found)
    as_near = next((o for o in others if distance(_fold(word), _fold(o), far) == far), None)
    rest = "" if as_near is None else f" or `{as_near}`"
    return f"did you mean `{found}`{rest}?"


def distance(left: str, right: str, limit: int) -> int:
    """Letters added, dropped, changed or swapped with their neighbour; `limit + 1` if more.

    The "optimal string alignment" form of the Damerau-Levenshtein distance.
    """
    before: list[int] = []
    row = list(range(len(right) + 1))
    for i, letter in enumerate(left, 1):
        before, above, row = row, before, [i]
        for j, other in enumerate(right, 1):
            cost = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (letter != other))
            if i > 1 and j > 1 and letter == right[j - 2] and left[i - 2] == other:
                cost = min(cost, above[j - 2] + 1)
            row.append(cost)
        if min(row) > limit:
            return limit + 1
    return min(row[-1], limit + 1)


def _fold(word: str) -> str:
    return word.casefold().replace("_", "-").replace(" ", "-")


def _slips_allowed(word: str) -> int:
    # One slip in a word of two to four letters, two up to seven, three in longer ones.
    return 0 if len(word) > LONGEST else min((len(word) + 1) // 3, 3)
