"""Estimates and findings about the balance of a pack, from many games.

Responsible for what is computed from a tally; knows nothing about how it is shown.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from cardwright_tools.balance.statistics import (
    Compared,
    Estimate,
    compare,
    false_discoveries,
    mean,
    share,
)
from cardwright_tools.sim.figures import Figure
from cardwright_tools.sim.game_recorder import HELD, KEPT, OFFERED, TAKEN, USED
from cardwright_tools.sim.games import GameSetup
from cardwright_tools.sim.results import NO_ENGINES
from cardwright_tools.sim.subjects import Subject
from cardwright_tools.sim.tally import EXPOSURES, PERIODS, Tally

RATE = 0.05  # the accepted rate of false findings
FEWEST = 20  # players with something and without it, for a comparison of the two
OFTEN = 20  # offers after which it is worth reporting that nobody took something
ALWAYS = 0.99


@dataclass(frozen=True, slots=True)
class Usage:
    """A card, an option or a way: how often per game it was offered, taken, used, held and kept.

    `taken` counts offers with another answer. `rates`: by exposure, the win rates of players who
    used or held it and of those who did not. `alarms`: the exposures with a significant difference.
    """

    subject: Subject
    offered: float
    taken: float | None
    used: float
    held: float
    kept: float
    rates: Mapping[str, Compared] = field(default_factory=dict)
    alarms: tuple[str, ...] = ()

    @property
    def key(self) -> str:
        return self.subject.key


@dataclass(frozen=True, slots=True)
class Report:
    """The balance of one version of a pack. `engines`: the engines that played it."""

    title: str
    setup: GameSetup
    tally: Tally
    titles: Mapping[str, str]
    seconds: float
    figures: Mapping[Figure, Estimate]
    usage: tuple[Usage, ...]
    engines: Mapping[str, str] = field(default_factory=dict)

    @property
    def gains(self) -> dict[Figure, Estimate]:
        """How much higher the win rate of players who use a card is than that of others."""
        used = ((u.key, u.rates.get("used")) for u in self.usage if u.subject.is_card)
        return {Figure("gain", key): rate.difference for key, rate in used if rate}

    @property
    def alarms(self) -> int:
        """How many cards seem too strong or too weak."""
        return sum(bool(one.alarms) for one in self.usage)

    def named(self, id: str) -> str:
        return self.titles.get(id) or id

    def never(self) -> tuple[Usage, ...]:
        """Everything that was offered often enough but never taken."""
        return tuple(one for one in self.usage if one.taken == 0 and self._often(one))

    def always(self) -> tuple[Usage, ...]:
        """Everything that was nearly always taken, though there was an alternative."""
        found = (one for one in self.usage if one.taken is not None and self._often(one))
        return tuple(one for one in found if (one.taken or 0) >= ALWAYS)

    def _often(self, one: Usage) -> bool:
        return one.offered * self.tally.games >= OFTEN

    @property
    def asked(self) -> dict[str, float]:
        """How many decisions per game each rule asks for, most first."""
        rules = self.tally.counts["asked"].most_common()
        return {rule: n / self.tally.games for rule, n in rules}

    def timeline(self) -> dict[str, list[float]]:
        """The mean score of each player in each period of a game, from first to last."""
        time = self.tally.counts["time"]
        return {
            name: [time[name, period] / self.tally.games for period in range(PERIODS + 1)]
            for name in self.tally.names
            if time
        }


def report_on(
    title: str, setup: GameSetup, tally: Tally, titles: Mapping[str, str], seconds: float = 0.0,
    engines: Mapping[str, str] = NO_ENGINES,
) -> Report:  # fmt: skip
    usage = _with_alarms([*_usages(tally)])
    return Report(title, setup, tally, titles, seconds, figures_in(tally), usage, engines)


def figures_in(tally: Tally) -> dict[Figure, Estimate]:
    """The mean of each figure over the games."""
    sums, squares, games = (tally.counts[what] for what in ("sum", "square", "of"))
    return {
        name: (share if is_share(name) else mean)(n, sums[name], squares[name])
        for name, n in games.items()
    }


def is_share(figure: Figure) -> bool:
    return figure.what in ("share", "comebacks")


def _usages(tally: Tally) -> Iterator[Usage]:
    places, players = range(len(tally.names)), len(tally.names)
    exposed: dict[tuple[str, str], Counter[tuple[int, int]]] = {}
    for (key, exposure, had, won), games in tally.counts["with"].items():
        exposed.setdefault((key, exposure), Counter())[had, won] += games
    for key, subject in sorted(tally.subjects.items()):
        counts = [sum(tally.counts["uses"][key, p, c] for p in places) for c in range(KEPT + 1)]
        per_game = [count / tally.games for count in counts]
        taken = counts[TAKEN] / counts[OFFERED] if counts[OFFERED] else None
        rates = dict(_rates(tally, key, exposed, players))
        yield Usage(subject, per_game[OFFERED], taken, per_game[USED],
                    per_game[HELD], per_game[KEPT], rates)  # fmt: skip


def _rates(
    tally: Tally, key: str, exposed: Mapping[tuple[str, str], Counter[tuple[int, int]]],
    players: int,
) -> Iterator[tuple[str, Compared]]:  # fmt: skip
    seen: list[Counter[tuple[int, int]]] = []
    for exposure in EXPOSURES:
        games = exposed.get((key, exposure), Counter())
        if games and games not in seen:
            seen.append(games)
            found = compare(_with_all(games, tally), players)
            rest = tally.games * players - found.times if found else 0
            if found is not None and min(found.times, rest) >= FEWEST:
                yield exposure, found


def _with_all(games: Counter[tuple[int, int]], tally: Tally) -> Counter[tuple[int, int]]:
    """The counts, to which the games are added in which nobody had it."""
    found, names = Counter(games), tally.names
    for winners, n in tally.counts["won"].items():
        found[0, sum(1 << names.index(name) for name in winners)] += n
    for (_, won), n in games.items():
        found[0, won] -= n
    return Counter({key: n for key, n in found.items() if n})


def _with_alarms(usage: list[Usage]) -> tuple[Usage, ...]:
    """Marks the differences that are significant, considering how many were tested.

    Only cards are tested, as one family. Options and ways raise no alarm, since players who are
    ahead may use them without being ahead because of them.
    """
    tested = [(at, how) for at, one in enumerate(usage) for how in one.rates if one.subject.is_card]
    significant = false_discoveries(
        [usage[a].rates[how].difference.chance for a, how in tested], RATE
    )
    alarms: dict[int, tuple[str, ...]] = {}
    for (at, how), holds in zip(tested, significant, strict=True):
        alarms[at] = (*alarms.get(at, ()), *([how] if holds else []))
    return tuple(replace(one, alarms=alarms.get(at, ())) for at, one in enumerate(usage))
