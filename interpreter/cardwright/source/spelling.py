"""Suggestions for misspelt words: the nearest known words.

Decides which words are near. A search goes through all known words, and a pack can have as many
mistakes as it has words, so all searches of a load share a budget. Does not know where the words
come from.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence, Set, Sized
from typing import TypeAlias

from cardwright.source.budget import budget
from cardwright.source.edits import Suggestion

MAX_LENGTH = 64
"""Longer words get no suggestion: comparing costs the product of two lengths."""
MAX_TYPOS = 3
"""As many as in the longest words; plurals differ by no more letters, as `ies` does."""
MIN_PART_LENGTH = 3
"""Shorter parts of names, like `of`, mean little."""
Similar: TypeAlias = "Sequence[tuple[str, str]]"
"""Words, and their normal forms."""


def may_search(among: Sized = ()) -> bool:
    """Whether one more search among these words is within the limit; counts them."""
    left = budget()
    if left is None:
        return True
    left.comparisons -= len(among)
    return left.comparisons >= 0


def nearest(word: str, candidates: Iterable[str]) -> str | None:
    """The candidate that `word` is most likely a typo of; None if none is near.

    A candidate with one typo comes first, then a longer name with the same parts, then one with
    more typos, then one that differs in number. Ties go to a candidate with the same first letter,
    then to the first in alphabetical order, so that the answer does not depend on the order of the
    candidates.
    """
    others = candidates if isinstance(candidates, Collection) else [*candidates]
    return _nearest(word, others) if may_search(others) else None


def _nearest(word: str, candidates: Collection[str]) -> str | None:
    folded, similar = _normalize(word), _of_similar_length(word, candidates)
    typos, meant = _fewest_typos(folded, similar)
    if meant is None or typos > 1:
        meant = _with_same_parts(folded, candidates) or meant
    return meant or _other_plurality(folded, similar)


def one_of(words: Sequence[str]) -> str:
    """`a, b or c`."""
    *first, last = words
    return f"{', '.join(first)} or {last}" if first else last


def is_typo(word: str, meant: str) -> bool:
    """Whether `word` may be a misspelling of `meant`."""
    limit = _max_typos(_normalize(word))
    return distance(_normalize(word), _normalize(meant), limit) <= limit


def _fewest_typos(word: str, similar: Similar) -> tuple[int, str | None]:
    limit = _max_typos(word)
    ranked = (
        (distance(word, other, limit), other[:1] != word[:1], candidate)
        for candidate, other in similar
    )
    best = min((r for r in ranked if r[0] <= limit), default=None)
    return (best[0], best[2]) if best else (0, None)


def _with_same_parts(word: str, candidates: Iterable[str]) -> str | None:
    """The shortest name that has all parts of a word: `action-cards` for `actions` or `cards`."""
    own = _parts(word)
    if len(word) > MAX_LENGTH or min(map(len, own)) < MIN_PART_LENGTH:
        return None
    stem = max(own, key=len)[:-1]  # which a plural has, too
    near = [c for c in candidates if stem in c or not c.islower()]
    found = ((len(c), c) for c in near if own < _parts(_normalize(c)))
    return min(found, default=(0, None))[1]


def _parts(word: str) -> set[str]:
    return {_singular(part) for part in word.split("-")}


def _other_plurality(word: str, similar: Similar) -> str | None:
    """The plural of a word, or its singular: `ability` for `abilities`."""
    own = _singular(word)
    return min((c for c, other in similar if _singular(other) == own), default=None)


def _of_similar_length(word: str, candidates: Iterable[str]) -> Similar:
    """The candidates that a word may be a typo, a plural or the singular of."""
    length = len(_normalize(word))
    low, high = length - MAX_TYPOS, length + MAX_TYPOS
    near = [one for one in candidates if low <= len(one) <= high or not one.isascii()]
    return [(one, _normalize(one)) for one in near if one != word]


def _singular(word: str) -> str:
    return f"{word[:-3]}y" if word.endswith("ies") else word.removesuffix("s")


def did_you_mean(word: str, candidates: Iterable[str]) -> str:
    """A question that suggests the nearest word, or two equally near ones; "" if none is."""
    if not may_search():
        return ""
    known = candidates if isinstance(candidates, Set) else {*candidates}
    found = nearest(word, known)
    if found is None:
        return ""
    other = _equally_near(word, found, known) if is_typo(word, found) else None
    words = [one for one in (found, other) if one]
    return Suggestion.of(f"did you mean {' or '.join(f'`{w}`' for w in words)}?", word, *words)


def _equally_near(word: str, found: str, known: Iterable[str]) -> str | None:
    folded = _normalize(word)
    far = distance(folded, _normalize(found), MAX_LENGTH)
    others = (one for one, other in _of_similar_length(word, known)
              if one != found and distance(folded, other, far) == far)  # fmt: skip
    return min(others, default=None)


def distance(left: str, right: str, limit: int) -> int:
    """The edit distance: letters inserted, deleted, replaced or transposed; at most `limit + 1`.

    This is the "optimal string alignment" variant of the Damerau-Levenshtein distance.
    """
    if abs(len(left) - len(right)) > limit or len({*left}.difference(right)) > limit:
        return limit + 1
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


def _normalize(word: str) -> str:
    return word.casefold().replace("_", "-").replace(" ", "-")


def _max_typos(word: str) -> int:
    # One typo in a word of two to four letters, two in up to seven, three in longer ones.
    return 0 if len(word) > MAX_LENGTH else min((len(word) + 1) // 3, MAX_TYPOS)
