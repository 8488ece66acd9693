"""The figures of a game: the numbers whose means over many games show its balance.

Defines their names, such as `share(un)`, and computes each from one finished game.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

from cardwright_tools.sim.game_recorder import USED
from cardwright_tools.sim.games import Outcome
from cardwright_tools.sim.subjects import Subject


class Figure(NamedTuple):
    """A quantity and the side, seat, card, option or way that it describes; neither `of` nor `seat`
    is set if it describes the whole game.

    A card is named by the key of its subject.
    """

    what: str
    of: str = ""
    seat: int = 0

    def __str__(self) -> str:
        of = f"seat {self.seat}" if self.seat else self.of
        return f"{self.what}({of})" if of else self.what


Figures = dict[Figure, int | Fraction]
THOUSANDTHS = 1000


def figures_of(one: Outcome, subjects: Sequence[Subject]) -> Figures:
    """All figures of a game."""
    course = {Figure(what): value for what, value in _course(one)}
    return {**dict(_results(one)), **course, **_used(one, subjects)}


def _results(one: Outcome) -> Iterator[tuple[Figure, int | Fraction]]:
    for name, score in one.scores.items():
        yield Figure("share", name), one.shares.get(name, 0)
        if score is not None:
            yield Figure("score", name), score
    for seat in range(1, len(one.scores) + 1):
        yield Figure("share", seat=seat), one.seats.get(seat, 0)


def _course(one: Outcome) -> Iterator[tuple[str, int | Fraction]]:
    yield "decisions", one.decisions
    if one.turns:
        yield from (("turns", one.turns), ("rounds", one.rounds))
        per_turn = round(THOUSANDTHS * one.decisions / one.turns)
        yield "decisions per turn", Fraction(per_turn, THOUSANDTHS)
    if one.seen is None:
        return
    if one.turns:
        yield "dead turns", one.seen.dead_turns
    if one.seen.scores and one.shares:
        names = tuple(one.scores)
        won = [names.index(name) for name in one.shares]
        yield "lead changes", lead_changes(one.seen.scores)
        yield "comebacks", came_back(one.seen.scores, won)
        yield "deficit", largest_deficit(one.seen.scores, won)


def _used(one: Outcome, subjects: Sequence[Subject]) -> Figures:
    """How often all players together used each subject."""
    found: Figures = {Figure("used", subject.key): 0 for subject in subjects}
    for (number, _), counts in one.seen.uses.items() if one.seen else ():
        found[Figure("used", subjects[number].key)] += counts[USED]
    return found


def lead_changes(scores: Sequence[Sequence[int]]) -> int:
    """How often the lead passed to somebody else; a tie for first place leaves it where it was."""
    leader, changes = -1, 0
    for now in scores:
        best = max(now)
        if now.count(best) == 1 and (ahead := now.index(best)) != leader:
            changes += leader >= 0
            leader = ahead
    return changes


def came_back(scores: Sequence[Sequence[int]], won: Sequence[int]) -> int:
    """1 if no winner was among the leaders when half of the turns had been played, else 0."""
    half = scores[len(scores) // 2]
    return int(all(half[one] < max(half) for one in won))


def largest_deficit(scores: Sequence[Sequence[int]], won: Sequence[int]) -> int:
    """The winner's largest deficit at any time; with several winners, the smallest of theirs."""
    return min(max(max(now) - now[one] for now in scores) for one in won)
