"""The standings of a tournament: the wins of each entrant, overall and against each other, and
ratings.

A win shared by n players counts 1/n for each. Ratings are OpenSkill's Plackett-Luce model (Weng and
Lin, 2011), if the extra `rating` is installed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import permutations
from statistics import fmean
from typing import Any

from cardwright_tools.balance.statistics import Interval, wilson
from cardwright_tools.sim.games import Outcome
from cardwright_tools.tournament.tables import Table

Game = tuple[Table, Outcome]


@dataclass(slots=True)
class Record:
    """The results of one entrant."""

    seats: int = 0
    wins: Fraction = Fraction(0)

    @property
    def share(self) -> float:
        return won_of(self.wins, self.seats)[0]

    @property
    def interval(self) -> Interval:
        return won_of(self.wins, self.seats)[1]


@dataclass(slots=True)
class Standings:
    """`against`: for each pair of entrants, the number of games in which both played and one of
    them won, and how many of these the first one won. `ratings`: mean and deviation by entrant;
    empty without OpenSkill."""

    records: dict[str, Record]
    against: dict[tuple[str, str], tuple[Fraction, Fraction]]
    ratings: dict[str, tuple[float, float]] = field(default_factory=dict)

    def ranked(self) -> list[str]:
        """The entrants, best first."""
        return sorted(self.records, key=lambda one: -self.records[one].share)

    def to_json(self) -> dict[str, object]:
        players = [{
            "player": one, "seats": record.seats, "wins": round(float(record.wins), 4),
            "share": round(record.share, 4), "interval": [round(n, 4) for n in record.interval],
            **self._rating(one),
        } for one in self.ranked() for record in [self.records[one]]]  # fmt: skip
        pairs = [{
            "player": one, "against": other, "games": round(float(both), 4),
            "wins": round(float(won), 4),
            "interval": [round(n, 4) for n in won_of(won, both)[1]],
        } for (one, other), (both, won) in self.against.items()]  # fmt: skip
        return {"standings": players, "pairs": pairs}

    def _rating(self, one: str) -> dict[str, object]:
        if one not in self.ratings:
            return {}
        mean, deviation = self.ratings[one]
        return {"rating": {"mean": round(mean, 3), "deviation": round(deviation, 3)}}


def standings_of(entrants: Sequence[str], games: Sequence[Game]) -> Standings:
    """The standings after these games, rated in this order."""
    records = {one: Record() for one in entrants}
    against = dict.fromkeys(permutations(entrants, 2), (Fraction(0), Fraction(0)))
    for table, outcome in games:
        won = dict.fromkeys(table, Fraction(0))
        for entrant, player in zip(table, outcome.scores, strict=True):
            won[entrant] += outcome.shares.get(player, Fraction(0))
            records[entrant].seats += 1
            records[entrant].wins += outcome.shares.get(player, Fraction(0))
        for one, other in permutations(won, 2):
            both, first = against[one, other]
            against[one, other] = both + won[one] + won[other], first + won[one]
    return Standings(records, against, _ratings(entrants, games))


def _ratings(entrants: Sequence[str], games: Sequence[Game]) -> dict[str, tuple[float, float]]:
    try:
        from openskill.models import PlackettLuce
    except ModuleNotFoundError:
        return {}
    model = PlackettLuce(tau=0.0)  # programs do not get better or worse with time
    rated: dict[str, Any] = {one: model.rating(name=one) for one in entrants}
    for table, outcome in games:
        after = model.rate([[rated[one]] for one in table], ranks=[*_ranks(outcome)])
        for one in set(table):  # an entrant that plays several players learns from all their ranks
            mine = [team[0] for team, whose in zip(after, table, strict=True) if whose == one]
            mean, deviation = fmean(r.mu for r in mine), fmean(r.sigma for r in mine)
            rated[one] = model.rating(mu=mean, sigma=deviation, name=one)
    return {one: (rating.mu, rating.sigma) for one, rating in rated.items()}


def _ranks(outcome: Outcome) -> Iterator[float]:
    """The ranks of the players: winners first, the others by score."""
    keys = {one: (0, 0) if one in outcome.shares else (1, -(score or 0))
            for one, score in outcome.scores.items()}  # fmt: skip
    yield from (float(sum(other < mine for other in keys.values())) for mine in keys.values())


def won_of(wins: Fraction, games: Fraction | int) -> tuple[float, Interval]:
    """The share of wins, and its 95% confidence interval."""
    share = float(wins / games) if games else 0.0
    return share, wilson(share, float(games))
