"""The results of many games, gathered into one record.

A win shared by n players counts 1/n for each, so that the wins add up to the number of games won.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from statistics import median
from types import MappingProxyType

from cardwright.players import RANDOM, assigned, seats_named
from cardwright_tools.balance.statistics import wilson
from cardwright_tools.sim.games import Failure, GameSetup
from cardwright_tools.sim.tally import Tally, wins_by_player

NO_ENGINES: Mapping[str, str] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class SimResult:
    title: str
    setup: GameSetup
    asked: int
    seconds: float
    tally: Tally
    by: dict[str, str] = field(default_factory=dict)
    engines: Mapping[str, str] = field(default_factory=dict)

    @property
    def names(self) -> tuple[str, ...]:
        return self.tally.names

    @property
    def games(self) -> int:
        return self.tally.games

    @property
    def digest(self) -> str:
        return self.tally.digest

    @property
    def interrupted(self) -> bool:
        return bool(self.tally.interruption(self.asked))

    def total(self, what: str) -> int:
        """The turns or decisions of all games."""
        return sum(n * games for n, games in self.tally.of("length", what).items())

    def wins_by_player(self) -> dict[str, Fraction]:
        return self.tally.wins()

    def wins_by_seat(self) -> dict[int, Fraction]:
        won = self.tally.counts["seat"]
        return {seat: Fraction(won[seat]) for seat in range(1, len(self.names) + 1)}

    def wins_by_group(self) -> dict[str, tuple[int, dict[str, Fraction]]]:
        """The number of games and the wins by player, for each value of `wins_by`."""
        if not self.setup.wins_by:
            return {}
        groups = sorted({group for group, _ in self.tally.counts["group"]}, key=_numbers_first)
        won = {group: self.tally.of("group", group) for group in groups}
        return {g: (w.total(), wins_by_player(w, self.names)) for g, w in won.items()}

    def wins_by_kind(self) -> dict[str, tuple[int, Fraction]]:
        """The number of seats in all games and the wins, for each kind of player; empty if there
        was only one kind."""
        counts = self.tally.counts["kind"]
        kinds = [kind for kind, what in counts if what == "seats"]
        found = {k: (counts[k, "seats"], Fraction(counts[k, "wins"])) for k in sorted(kinds)}
        return found if len(found) > 1 else {}

    def lengths(self) -> dict[str, tuple[int, float, int]]:
        """The fewest, the median and the most per game; rounds and turns only if there are any."""
        counts = {w: self.tally.of("length", w) for w in ("rounds", "turns", "decisions")}
        found = {what: sorted(numbers.elements()) for what, numbers in counts.items()}
        return {what: (n[0], median(n), n[-1]) for what, n in found.items() if any(n)}

    def ends(self) -> dict[str, int]:
        """How many games ended for each reason, the most frequent first."""
        return dict(self.tally.counts["end"].most_common())

    def scores(self) -> dict[str, tuple[float, int, int]]:
        """The mean, minimum and maximum for each player."""
        found = {name: self.tally.of("score", name) for name in self.names}
        sums = {name: sum(s * n for s, n in scores.items()) for name, scores in found.items()}
        return {n: (sums[n] / s.total(), min(s), max(s)) for n, s in found.items() if s}

    def wins_by_deck(self) -> dict[str, tuple[int, Fraction]]:
        """The number of games that each deck of the pairings played, and its wins."""
        found: dict[str, tuple[int, Fraction]] = {}
        for decks, won in self._pairings().items():
            wins = wins_by_player(won, self.names)
            for player, deck in decks:
                games, before = found.get(deck, (0, Fraction(0)))
                found[deck] = games + won.total(), before + wins[player]
        return dict(sorted(found.items(), key=lambda one: -one[1][1] / one[1][0]))

    def _pairings(self) -> dict[tuple[tuple[str, str], ...], Counter[tuple[str, ...]]]:
        """The games by winners, for each pairing (as players with their decks)."""
        found: dict[tuple[tuple[str, str], ...], Counter[tuple[str, ...]]] = {}
        for (decks, won), games in self.tally.counts["decks"].items():
            if self.setup.pairings:
                found.setdefault(decks, Counter())[won] += games
        return found

    def pairings(self) -> list[dict[str, object]]:
        """The number of games of each pairing, and the wins of each deck."""
        found = ((d, w, wins_by_player(w, self.names)) for d, w in self._pairings().items())
        return [
            {
                "decks": [deck for _, deck in decks],
                "games": won.total(),
                "wins": [_plain(wins[player]) for player, _ in decks],
            }
            for decks, won, wins in found
        ]

    def interval(self, wins: Fraction, of: int = 0) -> tuple[float, float]:
        """The 95% confidence interval of a share of wins (Wilson's interval).

        `of`: the number of games, if not all.
        """
        games = of or self.games
        low, high = wilson(float(wins) / games, games)
        return round(low, 4), round(high, 4)

    def _decks_to_json(self) -> dict[str, object]:
        """The results by deck and by pairing, if all pairings were played."""
        if not self.setup.pairings:
            return {}
        by_deck = {
            id: {"games": games, "wins": _plain(wins), "interval": self.interval(wins, games)}
            for id, (games, wins) in self.wins_by_deck().items()
        }
        return {"by_deck": by_deck, "pairings": self.pairings()}

    def to_json(self) -> dict[str, object]:
        """The result as plain values."""
        seconds, decisions = round(self.seconds, 3), self.total("decisions")
        by_player, by_seat = self.wins_by_player(), self.wins_by_seat()
        return {
            "pack": self.title,
            "modules": [*self.setup.modules],
            **({"decks": [*self.setup.decks]} if self.setup.decks else {}),
            "players": self.setup.players,
            "players_by": self.by,
            **self.engines,
            "seed": self.setup.seed,
            "games": self.games,
            "turns": self.total("turns"),
            "decisions": decisions,
            "seconds": seconds,
            "decisions_per_second": round(decisions / self.seconds, 1) if seconds else 0.0,
            "wins": {
                "by_player": {n: _plain(w) for n, w in by_player.items()},
                "by_seat": {str(n): _plain(w) for n, w in by_seat.items()},
                **self._groups_to_json(),
                **self._kinds_to_json(),
            },
            **self._decks_to_json(),
            "intervals": {
                "by_player": {n: self.interval(w) for n, w in by_player.items()},
                "by_seat": {str(n): self.interval(w) for n, w in by_seat.items()},
            },
            "lengths": {
                what: {"minimum": low, "median": middle, "maximum": high}
                for what, (low, middle, high) in self.lengths().items()
            },
            "ends": self.ends(),
            "scores": {
                name: {"mean": round(mean, 3), "minimum": low, "maximum": high}
                for name, (mean, low, high) in self.scores().items()
            },
            "digest": self.digest,
            "interrupted": self.interrupted,
            "failures": [_failed(f) for f in self.tally.failures],
        }

    def _groups_to_json(self) -> dict[str, object]:
        groups = self.wins_by_group().items()
        found = {
            value: {"games": games, "by_player": {n: _plain(w) for n, w in wins.items()}}
            for value, (games, wins) in groups
        }
        return {"by_value": found} if found else {}

    def _kinds_to_json(self) -> dict[str, object]:
        found = {
            kind: {"seats": seats, "wins": _plain(won), "interval": self.interval(won, seats)}
            for kind, (seats, won) in self.wins_by_kind().items()
        }
        return {"by_kind": found} if found else {}


def gather_results(
    title: str, setup: GameSetup, tally: Tally, asked: int, seconds: float,
    automata: Collection[str] = (), engines: Mapping[str, str] = NO_ENGINES,
) -> SimResult:  # fmt: skip
    """The result of these games and their engines; automata have no player program."""
    played = [name for name in tally.names if name not in automata]
    by = _by(setup.by or RANDOM, played) if played else {}
    return SimResult(title, setup, asked, seconds, tally, by, engines)


def _by(words: str, played: Sequence[str]) -> dict[str, str]:
    """The player program of each player; all the words if it depends on the seats, which change
    from game to game."""
    return dict.fromkeys(played, words) if seats_named(words) else assigned(words, played)


def _numbers_first(value: str) -> tuple[bool, int, str]:
    number = value.removeprefix("-").isdecimal()
    return (not number, int(value) if number else 0, value)


def _plain(wins: Fraction) -> int | float:
    return int(wins) if wins.denominator == 1 else round(float(wins), 4)


def _failed(failure: Failure) -> dict[str, object]:
    return {
        "game": failure.index, "seed": failure.seed, "code": failure.code,
        "message": failure.message, "rules": list(failure.where), "place": failure.place,
    }  # fmt: skip
