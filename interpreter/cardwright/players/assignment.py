"""Which player answers for whom: the values of `--players-by` and `--bots`.

Responsible for the names of the built-in players: `greedy:4` is a greedy player that looks ahead in
four games, `mcts:100` one that searches with 100 playouts, and `mcts:2s` one that searches for 2
seconds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from cardwright.players.greedy import Greedy
from cardwright.players.mcts import Mcts
from cardwright.players.script import from_script
from cardwright.players.seat import Player, at_random, hinted
from cardwright.source.numerals import whole_number
from cardwright.source.spelling import did_you_mean

OTHERS = "others"
RANDOM = "random"
SEARCHING, SCRIPT = "mcts", "script"
PLAYOUTS = "how many playouts, as in `mcts:100`, or seconds, as in `mcts:0.5s`"


def _greedy(word: str) -> Player:
    return Greedy(worlds=_amount(word, "how many games to look ahead in, as in `greedy:4`", 1))


def _mcts(word: str) -> Player:
    if word.endswith("s"):
        return Mcts(seconds=_seconds(word.removesuffix("s")))
    return Mcts(playouts=_amount(word, PLAYOUTS, 400))


def _at_random(word: str) -> Player:
    if word:
        raise ValueError("write `random`")
    return at_random


def _hinted(word: str) -> Player:
    if word:
        raise ValueError("write `hinted`")
    return hinted


_MAKERS: Mapping[str, Callable[[str], Player]] = {
    RANDOM: _at_random, "hinted": _hinted, "greedy": _greedy, SEARCHING: _mcts,
    SCRIPT: from_script,
}  # fmt: skip


def named(word: str) -> Player:
    """A new player of a kind, such as `random` or `greedy:4`. Raises ValueError for other words."""
    kind, colon, more = word.partition(":")
    if kind not in _MAKERS:
        *most, last = _MAKERS
        hint = did_you_mean(kind, _MAKERS) or f"there are {', '.join(most)} and {last}"
        raise ValueError(f"there are no players called `{kind}`; {hint}")
    try:
        return _MAKERS[kind](more or ("?" if colon else ""))
    except ValueError as error:
        raise ValueError(f"`{word}`: {error}") from None


def _amount(word: str, of: str, without: int) -> int:
    """The number that a word stands for; `without` if there is no word."""
    if word and not whole_number(word):
        raise ValueError(f"write {of}")
    return whole_number(word) or without


def _seconds(word: str) -> float:
    try:
        found = float(word)
    except ValueError:
        found = 0.0
    if not 0 < found < float("inf"):
        raise ValueError(f"write {PLAYOUTS}")
    return found


def assigned(words: str, ids: Iterable[str]) -> dict[str, str]:
    """The player program for each id: `greedy` for all, or `un=greedy,1=mcts,others=random`.

    A number is a seat: the `ids` are in the order of the seats. Ids that are not named are
    `others`; if there is no `others`, they play at random. Raises ValueError for unknown players
    and names.
    """
    given = dict(_pairs(words))
    known = [*ids]
    for id, kind in given.items():
        _check_name(id, known)
        named(kind)
    rest = given.get(OTHERS, RANDOM)
    by_seat = {id: given.get(str(seat), rest) for seat, id in enumerate(known, 1)}
    return {id: given.get(id, kind) for id, kind in by_seat.items()}


def seats_named(words: str) -> bool:
    """Whether the assignment depends on where players sit."""
    return any(whole_number(id) is not None for id, _ in _pairs(words))


def searches(words: str) -> bool:
    """Whether one of the players looks far ahead, so that a fast engine is worthwhile."""
    kinds = (part.rpartition("=")[2].strip() for part in words.split(","))
    return any(kind.startswith(SEARCHING) for kind in kinds)


def _check_name(id: str, known: list[str]) -> None:
    if id == OTHERS or id in known or 0 < (whole_number(id) or 0) <= len(known):
        return
    hint = did_you_mean(id, known)
    hint = hint or f"the players are {', '.join(known)}, or the seats 1 to {len(known)}"
    raise ValueError(f"there is no player `{id}` to play for; {hint}")


def _pairs(words: str) -> Iterable[tuple[str, str]]:
    seen, parts = set(), words.split(",")
    if len(parts) > 1 and "=" not in words:
        example = ",".join(f"{seat}={kind.strip()}" for seat, kind in enumerate(parts, 1))
        raise ValueError(f"`{words}`: write who plays for whom, as in `{example}`")
    for part in parts:
        id, equals, kind = (word.strip() for word in part.partition("="))
        id, kind = (id, kind) if equals else (OTHERS, id)
        if id in seen:
            raise ValueError(f"`{words}` names `{id}` twice")
        seen.add(id)
        yield id, kind
