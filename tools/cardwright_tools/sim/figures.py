"""The figures of a game: the numbers whose means over many games are its balance.

Owns their names, as in `share(un)`, and how each is worked out from one finished game.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from cardwright_tools.sim.playout import Outcome
from cardwright_tools.sim.subjects import Subject
from cardwright_tools.sim.watch import USED

Figures = dict[str, int | Fraction]
THOUSANDTHS = 1000


def figures_of(one: Outcome, subjects: Sequence[Subject]) -> Figures:
    """All figures of a game."""
    return {**dict(_results(one)), **dict(_course(one)), **_used(one, subjects)}


def _results(one: Outcome) -> Iterator[tuple[str, int | Fraction]]:
    for name, score in one.scores.items():
        yield f"share({name})", one.shares.get(name, 0)
        if score is not None:
            yield f"score({name})", score
    for seat in range(1, len(one.scores) + 1):
        yield f"share(seat {seat})", one.seats.get(seat, 0)


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
        yield "deficit", most_behind(one.seen.scores, won)


def _used(one: Outcome, subjects: Sequence[Subject]) -> Figures:
    """How often each was used by all players together."""
    found: Figures = {f"used({subject.key})": 0 for subject in subjects}
    for (number, _), counts in one.seen.uses.items() if one.seen else ():
        found[f"used({subjects[number].key})"] += counts[USED]
    return found


def lead_changes(scores: Sequence[Sequence[int]]) -> int:
    """How often somebody else took the lead; while some are equal, it stays where it was."""
    leader, changes = -1, 0
    for now in scores:
        best = max(now)
        if now.count(best) == 1 and (ahead := now.index(best)) != leader:
            changes += leader >= 0
            leader = ahead
    return changes


def came_back(scores: Sequence[Sequence[int]], won: Sequence[int]) -> int:
    """1 if no winner was among the leaders when half of the turns were over, else 0."""
    half = scores[len(scores) // 2]
    return int(all(half[one] < max(half) for one in won))


def most_behind(scores: Sequence[Sequence[int]], won: Sequence[int]) -> int:
    """By how much the winner was behind at the worst time; of several the one least behind."""
    return min(max(max(now) - now[one] for now in scores) for one in won)
