"""Intervals and tests, short formulas with their sources.

Owns the arithmetic, and knows nothing of games but that those of one game depend on each other.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import erfc, sqrt

Z = 1.959964  # of the normal distribution, for 95 of 100
Interval = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Estimate:
    """A number with the standard error of it; `games` is what it was made of."""

    value: float
    error: float
    games: int
    bounds: Interval | None = None

    @property
    def interval(self) -> Interval:
        """Contains the true number in 95 of 100 such runs."""
        if self.bounds is not None:
            return self.bounds
        return self.value - Z * self.error, self.value + Z * self.error

    @property
    def chance(self) -> float:
        """How often a number so far from 0 comes about if the true one is 0 (two sides)."""
        if not self.error:
            return 1.0 if not self.value else 0.0
        return erfc(abs(self.value) / self.error / sqrt(2))

    def minus(self, other: Estimate) -> Estimate:
        """The difference from one of other games."""
        error = sqrt(self.error**2 + other.error**2)
        return Estimate(self.value - other.value, error, self.games + other.games)


def wilson(share: float, games: float) -> Interval:
    """The score interval of a share (Wilson, JASA 22, 1927)."""
    if not games:
        return 0.0, 1.0
    spread = Z * sqrt(share * (1 - share) / games + Z * Z / (4 * games * games))
    middle, whole = share + Z * Z / (2 * games), 1 + Z * Z / games
    return max(0.0, (middle - spread) / whole), min(1.0, (middle + spread) / whole)


def mean(games: int, total: Fraction | int, squares: Fraction | int) -> Estimate:
    """The mean of a number over games, by the normal distribution."""
    if not games:
        return Estimate(0.0, 0.0, 0)
    average = Fraction(total) / games
    spread = (Fraction(squares) - average * total) / max(1, games - 1)
    return Estimate(float(average), sqrt(max(0.0, float(spread)) / games), games)


def share(games: int, total: Fraction | int, squares: Fraction | int) -> Estimate:
    """The mean of a share of wins; Wilson's interval, also where some wins are shared."""
    found = mean(games, total, squares)
    return Estimate(found.value, found.error, games, wilson(found.value, games))


@dataclass(frozen=True, slots=True)
class Compared:
    """Win rates with and without something: `with_it` and `without` are weighted alike.

    `times`: how many players in how many games had it, over all strata.
    """

    with_it: float
    without: float
    difference: Estimate
    times: int


Exposed = Mapping[tuple[int, int], int]


def compare(games: Exposed, players: int) -> Compared | None:
    """Win rates of players who had something and who had it not, by Mantel and Haenszel.

    `games`: by masks of the places who had it, and who won; each place is a stratum, so that a
    strong side does not make strong what only that side has. The weights are Mantel's and
    Haenszel's (Greenland and Robins, Biometrics 41, 1985). Players of one game depend on each
    other, since one's win is another's loss: the error is that of sums over games (Liang and Zeger,
    Biometrika 73, 1986). None where no stratum has both.
    """
    cells = [_cells(games, place) for place in range(players)]
    weights = [a.n * b.n / (a.n + b.n) if a.n and b.n else 0.0 for a, b in cells]
    whole = sum(weights)
    if not whole:
        return None
    rates = [(a.rate, b.rate) for a, b in cells]
    with_it = sum(w * a for w, (a, _) in zip(weights, rates, strict=True)) / whole
    without = sum(w * b for w, (_, b) in zip(weights, rates, strict=True)) / whole
    shares = [w / whole for w in weights]
    squares = sum(n * _pull(had, won, cells, shares) ** 2 for (had, won), n in games.items())
    total = sum(games.values())
    # of few games, the residuals are too small (as in HC1)
    error = sqrt(squares * total / max(1, total - 2))
    found = Estimate(with_it - without, error, total)
    return Compared(with_it, without, found, sum(a.n for a, _ in cells))


@dataclass(frozen=True, slots=True)
class _Cell:
    """Players of one place, all with something or all without: how many, and their wins."""

    n: int
    wins: float

    @property
    def rate(self) -> float:
        return self.wins / self.n if self.n else 0.0


def _cells(games: Exposed, place: int) -> tuple[_Cell, _Cell]:
    n, wins = [0, 0], [0.0, 0.0]
    for (had, won), count in games.items():
        without = 1 - (had >> place & 1)
        n[without] += count
        wins[without] += count * _win(won, place)
    return _Cell(n[0], wins[0]), _Cell(n[1], wins[1])


def _win(won: int, place: int) -> float:
    return 1 / won.bit_count() if won >> place & 1 else 0.0


def _pull(
    had: int, won: int, cells: Sequence[tuple[_Cell, _Cell]], shares: Sequence[float]
) -> float:
    """What one game adds to the difference, beyond what is expected."""
    found = 0.0
    for place, (cell, weight) in enumerate(zip(cells, shares, strict=True)):
        if weight:
            without = 1 - (had >> place & 1)
            own = cell[without]
            more = weight * (_win(won, place) - own.rate) / own.n
            found += -more if without else more
    return found


def false_discoveries(chances: Sequence[float], rate: float) -> list[bool]:
    """Which of many findings stand, so that at most this rate of those is expected to be false.

    Benjamini and Hochberg (JRSS B 57, 1995): the largest k with p(k) <= k * rate / n.
    """
    ordered = sorted(chances)
    passed = (p for k, p in enumerate(ordered, 1) if p <= k * rate / len(ordered))
    limit = max(passed, default=-1.0)
    return [chance <= limit for chance in chances]
