"""Which player answers for whom: the words of `--players-by` and `--bots`.

Owns the names of the built-in players. `greedy:4` is a greedy player that looks ahead in
four games.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from cardwright.players.greedy import Greedy
from cardwright.players.seat import Player, at_random
from cardwright.source.spelling import did_you_mean

OTHERS = "others"
RANDOM = "random"
_MAKERS: Mapping[str, Callable[[int], Player]] = {
    RANDOM: lambda _: at_random,
    "greedy": lambda worlds: Greedy(worlds=worlds),
}


def named(word: str) -> Player:
    """A new player of a kind, such as `random` or `greedy:4`. Raises ValueError for other words."""
    kind, colon, amount = word.partition(":")
    if kind not in _MAKERS:
        hint = did_you_mean(kind, _MAKERS) or f"there are {' and '.join(_MAKERS)}"
        raise ValueError(f"there are no players called `{kind}`; {hint}")
    if colon and (kind == RANDOM or not amount.isdecimal() or not int(amount)):
        example = "write `random`" if kind == RANDOM else f"write a number from 1, as in `{kind}:4`"
        raise ValueError(f"`{word}`: {example}")
    return _MAKERS[kind](int(amount or 1))


def assigned(words: str, ids: Iterable[str]) -> dict[str, str]:
    """What plays for each id: `greedy` for all, or `un=greedy,others=random`.

    Those who are not named are `others`; if these are not either, they play at random. Raises
    ValueError for unknown players and names.
    """
    given = dict(_pairs(words))
    known = [*ids]
    for id, kind in given.items():
        if id != OTHERS and id not in known:
            hint = did_you_mean(id, known) or f"the players are {', '.join(known)}"
            raise ValueError(f"there is no player `{id}` to play for; {hint}")
        named(kind)
    rest = given.get(OTHERS, RANDOM)
    return {id: given.get(id, rest) for id in known}


def _pairs(words: str) -> Iterable[tuple[str, str]]:
    seen = set()
    for part in words.split(","):
        id, equals, kind = (word.strip() for word in part.partition("="))
        id, kind = (id, kind) if equals else (OTHERS, id)
        if id in seen:
            raise ValueError(f"`{words}` names `{id}` twice")
        seen.add(id)
        yield id, kind
