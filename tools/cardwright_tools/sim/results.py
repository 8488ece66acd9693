"""The result of many games: collected, as a record, and as tables for a terminal.

A win shared by n players counts 1/n for each, so that wins add up to the games won.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import sqrt
from statistics import median

from cardwright.board.model import plural
from cardwright.players import RANDOM, assigned, seats_named
from cardwright.source.printable import printable
from cardwright_tools.output import format_table
from cardwright_tools.sim.playout import Failure, GameSetup
from cardwright_tools.sim.tally import Tally, shared_out

SHOWN_FAILURES = 5
SHOWN_ENDS = 12
Z = 1.96  # of the normal distribution, for 95 of 100


@dataclass(frozen=True, slots=True)
class SimResult:
    title: str
    setup: GameSetup
    asked: int
    seconds: float
    tally: Tally
    by: dict[str, str] = field(default_factory=dict)

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
        return self.games + self.tally.failed < self.asked

    def total(self, what: str) -> int:
        """The turns or decisions of all games."""
        return sum(n * games for n, games in self.tally.of("length", what).items())

    def wins_by_player(self) -> dict[str, Fraction]:
        return self.tally.wins()

    def wins_by_seat(self) -> dict[int, Fraction]:
        won = self.tally.counts["seat"]
        return {seat: Fraction(won[seat]) for seat in range(1, len(self.names) + 1)}

    def wins_by_group(self) -> dict[str, tuple[int, dict[str, Fraction]]]:
        """Of each value of `wins_by`, how many games there are, and the wins by player."""
        if not self.setup.wins_by:
            return {}
        groups = sorted({group for group, _ in self.tally.counts["group"]}, key=_numbers_first)
        won = {group: self.tally.of("group", group) for group in groups}
        return {g: (w.total(), shared_out(w, self.names)) for g, w in won.items()}

    def wins_by_kind(self) -> dict[str, tuple[int, Fraction]]:
        """Of each kind of player, how many seats it had in all games, and what it won there; where
        only one kind played, none."""
        counts = self.tally.counts["kind"]
        kinds = [kind for kind, what in counts if what == "seats"]
        found = {k: (counts[k, "seats"], Fraction(counts[k, "wins"])) for k in sorted(kinds)}
        return found if len(found) > 1 else {}

    def lengths(self) -> dict[str, tuple[int, float, int]]:
        """The fewest, the median and the most in a game; of rounds and turns if there are any."""
        counts = {w: self.tally.of("length", w) for w in ("rounds", "turns", "decisions")}
        found = {what: sorted(numbers.elements()) for what, numbers in counts.items()}
        return {what: (n[0], median(n), n[-1]) for what, n in found.items() if any(n)}

    def ends(self) -> dict[str, int]:
        """How many games each reason has ended, the most frequent first."""
        return dict(self.tally.counts["end"].most_common())

    def scores(self) -> dict[str, tuple[float, int, int]]:
        """Mean, minimum and maximum by player."""
        found = {name: self.tally.of("score", name) for name in self.names}
        sums = {name: sum(s * n for s, n in scores.items()) for name, scores in found.items()}
        return {n: (sums[n] / s.total(), min(s), max(s)) for n, s in found.items() if s}

    def wins_by_deck(self) -> dict[str, tuple[int, Fraction]]:
        """How many games each deck of the pairings played, and what it won."""
        found: dict[str, tuple[int, Fraction]] = {}
        for decks, won in self._pairings().items():
            wins = shared_out(won, self.names)
            for player, deck in decks:
                games, before = found.get(deck, (0, Fraction(0)))
                found[deck] = games + won.total(), before + wins[player]
        return dict(sorted(found.items(), key=lambda one: -one[1][1] / one[1][0]))

    def _pairings(self) -> dict[tuple[tuple[str, str], ...], Counter[tuple[str, ...]]]:
        """Of each pairing, as players with their decks, the games by who won."""
        found: dict[tuple[tuple[str, str], ...], Counter[tuple[str, ...]]] = {}
        for (decks, won), games in self.tally.counts["decks"].items():
            if self.setup.pairings:
                found.setdefault(decks, Counter())[won] += games
        return found

    def pairings(self) -> list[dict[str, object]]:
        """Of each pairing, how many games there were, and what each deck won."""
        found = ((d, w, shared_out(w, self.names)) for d, w in self._pairings().items())
        return [
            {
                "decks": [deck for _, deck in decks],
                "games": won.total(),
                "wins": [_plain(wins[player]) for player, _ in decks],
            }
            for decks, won, wins in found
        ]

    def interval(self, wins: Fraction, of: int = 0) -> tuple[float, float]:
        """Between which shares the true one lies, in 95 of 100 such runs (Wilson's interval).

        `of`: how many games there are, if not all.
        """
        games = of or self.games
        share = float(wins) / games
        spread = Z * sqrt(share * (1 - share) / games + Z * Z / (4 * games * games))
        middle, whole = share + Z * Z / (2 * games), 1 + Z * Z / games
        low, high = (middle - spread) / whole, (middle + spread) / whole
        return round(abs(low), 4), round(min(high, 1), 4)

    def _decks_to_json(self) -> dict[str, object]:
        """By deck, and by pairing, where all pairings are played."""
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
        return {
            "pack": self.title,
            "modules": [*self.setup.modules],
            **({"decks": [*self.setup.decks]} if self.setup.decks else {}),
            "players": self.setup.players,
            "players_by": self.by,
            "seed": self.setup.seed,
            "games": self.games,
            "turns": self.total("turns"),
            "decisions": decisions,
            "seconds": seconds,
            "decisions_per_second": round(self.total("decisions") / self.seconds, 1)
            if seconds
            else 0.0,
            "wins": {
                "by_player": {n: _plain(w) for n, w in self.wins_by_player().items()},
                "by_seat": {str(n): _plain(w) for n, w in self.wins_by_seat().items()},
                **self._groups_to_json(),
                **self._kinds_to_json(),
            },
            **self._decks_to_json(),
            "intervals": {
                "by_player": {n: self.interval(w) for n, w in self.wins_by_player().items()},
                "by_seat": {str(n): self.interval(w) for n, w in self.wins_by_seat().items()},
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
    automata: Collection[str] = (),
) -> SimResult:  # fmt: skip
    """The result of these games; nobody plays for automata."""
    played = [name for name in tally.names if name not in automata]
    by = _by(setup.by or RANDOM, played) if played else {}
    return SimResult(title, setup, asked, seconds, tally, by)


def _by(words: str, played: Sequence[str]) -> dict[str, str]:
    """What played for each; who sits where is another question in each game."""
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


def failure_lines(result: SimResult) -> Iterator[str]:
    """Lines on what went wrong."""
    import os

    if result.interrupted:
        played = result.games + result.tally.failed
        yield f"interrupted: {played} of {result.asked} games were played"
    for failure in result.tally.failures[:SHOWN_FAILURES]:
        yield f"error[{failure.code}]: {printable(failure.message)}"
        if failure.place:
            yield f"  at {failure.place}"
        if failure.where:
            yield f"  in {' > '.join(failure.where)}"
        yield f"  in game {failure.index + 1}, whose seed is {failure.seed}"
        if failure.trace and os.environ.get("CARDWRIGHT_DEBUG") == "1":
            yield failure.trace
    if result.tally.failed > SHOWN_FAILURES:
        yield f"... {result.tally.failed} games failed in all"


def result_lines(result: SimResult, titles: dict[str, str]) -> Iterator[str]:
    """The result as lines of text, fitted to the terminal."""
    games, decisions = result.games, result.total("decisions")
    rate = decisions / result.seconds if result.seconds else 0
    chosen = (*result.setup.modules, *result.setup.decks)
    on = f" with {', '.join(map(printable, chosen))}" if chosen else ""
    size = result.setup.players
    yield f"{printable(result.title)}{on}: {_counted(games, 'game')} of {_counted(size, 'player')}"
    turns = _counted(result.total("turns"), "turn")
    pace = f"{_counted(decisions, 'decision')} in {result.seconds:.1f} s"
    yield f"{turns}, {pace} ({rate:,.0f} a second), seed {result.setup.seed}"
    if games:
        yield from _tables(result, titles)
        if any(len(winners) > 1 for winners in result.tally.counts["won"]):
            yield "A win that several share counts in equal parts for each: of two, 1/2 for each."
    yield f"digest {result.digest}"


def _tables(result: SimResult, titles: dict[str, str]) -> Iterator[str]:
    heads = ["player", *(["by"] if _told_by(result) else []), "wins", "share", "95% interval"]
    heads += ["mean", "lowest", "highest"] if result.scores() else []
    yield ""
    yield from format_table(heads, _player_rows(result, titles))
    yield ""
    yield from format_table(("seat", "wins", "share", "95% interval"), _seat_rows(result))
    yield ""
    if result.wins_by_kind():
        yield from format_table(
            ("by", "seats", "wins", "share", "95% interval"), _kind_rows(result)
        )
        yield ""
    if result.setup.pairings:
        heads = ["deck", "games", "wins", "share", "95% interval"]
        yield from format_table(heads, _deck_rows(result, titles))
        yield ""
    if result.setup.wins_by:
        names = [printable(titles.get(name) or name) for name in result.names]
        yield from format_table(
            (printable(result.setup.wins_by), "games", *names), _group_rows(result)
        )
        yield ""
    rows = [[what, *map(_plainly, counts)] for what, counts in result.lengths().items()]
    if rows:
        yield from format_table(("a game", "fewest", "median", "most"), rows)
        yield ""
    yield from format_table(("ended by", "games", "share"), _end_rows(result))
    yield ""


def _told_by(result: SimResult) -> bool:
    """Whether it tells something what played for a player: not where that depends on the seat."""
    return not (set(result.by.values()) <= {RANDOM} or seats_named(result.setup.by))


def _end_rows(result: SimResult) -> Iterator[tuple[str, ...]]:
    ends = [*result.ends().items()]
    rest = sum(number for _, number in ends[SHOWN_ENDS:])
    for reason, number in [*ends[:SHOWN_ENDS], *([("others", rest)] if rest else [])]:
        yield printable(reason), str(number), f"{number / result.games:.1%}"


def _plainly(number: float) -> str:
    return f"{number:,.0f}" if number == int(number) else f"{number:,.1f}"


def _counted(number: int, noun: str) -> str:
    return f"{number:,} {noun if number == 1 else plural(noun)}"


def _player_rows(result: SimResult, titles: dict[str, str]) -> Iterator[tuple[str, ...]]:
    scores = result.scores()
    for name, wins in result.wins_by_player().items():
        by = result.by.get(name, "its rules")
        title = printable(titles.get(name) or name)
        row = (title, *([by] if _told_by(result) else []), *_won(wins, result))
        if name in scores:
            mean, low, high = scores[name]
            row = (*row, f"{mean:.1f}", str(low), str(high))
        yield row


def _seat_rows(result: SimResult) -> Iterator[tuple[str, ...]]:
    for seat, wins in result.wins_by_seat().items():
        yield str(seat), *_won(wins, result)


def _kind_rows(result: SimResult) -> Iterator[tuple[str, ...]]:
    for kind, (seats, wins) in result.wins_by_kind().items():
        yield printable(kind), str(seats), *_won(wins, result, seats)


def _deck_rows(result: SimResult, titles: dict[str, str]) -> Iterator[tuple[str, ...]]:
    """The decks, that with the most wins first."""
    for deck, (games, wins) in result.wins_by_deck().items():
        yield printable(titles.get(deck) or deck), str(games), *_won(wins, result, games)


def _group_rows(result: SimResult) -> Iterator[tuple[str, ...]]:
    """Of each value, the games and what share of them each player won."""
    for value, (games, wins) in result.wins_by_group().items():
        yield printable(value), str(games), *(f"{float(won) / games:.1%}" for won in wins.values())


def _won(wins: Fraction, result: SimResult, of: int = 0) -> tuple[str, ...]:
    games = of or result.games
    share, (low, high) = float(wins) / games, result.interval(wins, games)
    return f"{float(wins):.4g}", f"{share:.1%}", f"{low:.1%} to {high:.1%}"
