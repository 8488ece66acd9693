"""Intervals and tests: short formulas with their sources.

Responsible for the arithmetic; of games, it only knows that the results within one are dependent.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import erfc, sqrt

Z = 1.959964  # of the normal distribution, for a 95% confidence interval
Interval = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Estimate:
    """A number with its standard error; `games` is the size of the sample."""

    value: float
    error: float
    games: int
    bounds: Interval | None = None

    @property
    def interval(self) -> Interval:
        """The 95% confidence interval."""
        if self.bounds is not None:
            return self.bounds
        return self.value - Z * self.error, self.value + Z * self.error

    @property
    def chance(self) -> float:
        """The two-sided p-value against a true value of 0."""
        if not self.error:
            return 1.0 if not self.value else 0.0
        return erfc(abs(self.value) / self.error / sqrt(2))

    def minus(self, other: Estimate) -> Estimate:
        """The difference from an estimate of other games."""
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
    """The mean of a number per game; its interval is that of the normal distribution."""
    if not games:
        return Estimate(0.0, 0.0, 0)
    average = Fraction(total) / games
    spread = (Fraction(squares) - average * total) / max(1, games - 1)
    return Estimate(float(average), sqrt(max(0.0, float(spread)) / games), games)


def share(games: int, total: Fraction | int, squares: Fraction | int) -> Estimate:
    """The mean of a share of wins, with Wilson's interval, even if some wins are shared."""
    found = mean(games, total, squares)
    return Estimate(found.value, found.error, games, wilson(found.value, games))


@dataclass(frozen=True, slots=True)
class Compared:
    """Win rates with and without something: `with_it` and `without` use the same weights.

    `times`: how often a player had it, summed over all games and strata.
    """

    with_it: float
    without: float
    difference: Estimate
    times: int


Exposed = Mapping[tuple[int, int], int]


def compare(games: Exposed, players: int) -> Compared | None:
    """The win rates of players with and without something, by the Mantel-Haenszel method.

    `games`: games by two masks of places: who had it, and who won. Each place is a stratum, so that
    something which only a strong side has does not seem strong itself. The weights are those of
    Mantel and Haenszel (Greenland and Robins, Biometrics 41, 1985). The results of players in one
    game are dependent, since one player's win is another's loss: the error is that of sums over
    games (Liang and Zeger, Biometrika 73, 1986). None if no stratum has both.
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
    squares = sum(
        n * _contribution(had, won, cells, shares) ** 2 for (had, won), n in games.items()
    )
    total = sum(games.values())
    # in small samples, the residuals are too small (the correction is that of HC1)
    error = sqrt(squares * total / max(1, total - 2))
    found = Estimate(with_it - without, error, total)
    return Compared(with_it, without, found, sum(a.n for a, _ in cells))


@dataclass(frozen=True, slots=True)
class _Cell:
    """The players of one place who had something, or who did not: their number and their wins."""

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


def _contribution(
    had: int, won: int, cells: Sequence[tuple[_Cell, _Cell]], shares: Sequence[float]
) -> float:
    """The contribution of one game to the difference, beyond the expected one."""
    found = 0.0
    for place, (cell, weight) in enumerate(zip(cells, shares, strict=True)):
        if weight:
            without = 1 - (had >> place & 1)
            own = cell[without]
            more = weight * (_win(won, place) - own.rate) / own.n
            found += -more if without else more
    return found


def false_discoveries(chances: Sequence[float], rate: float) -> list[bool]:
    """Which of many findings stand, so that the expected rate of false ones is at most `rate`.

    Benjamini and Hochberg (JRSS B 57, 1995): the largest k with p(k) <= k * rate / n.
    """
    ordered = sorted(chances)
    passed = (p for k, p in enumerate(ordered, 1) if p <= k * rate / len(ordered))
    limit = max(passed, default=-1.0)
    return [chance <= limit for chance in chances]
