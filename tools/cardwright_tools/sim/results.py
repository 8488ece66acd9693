"""The result of many games: collected, as a record, and as tables for a terminal.

A win shared by n players counts 1/n for each, so that wins add up to the games won.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import sqrt
from statistics import median

from cardwright.board.model import plural
from cardwright.players import RANDOM, assigned, seats_named
from cardwright_tools.output import format_table, printable
from cardwright_tools.sim.playout import Failure, GameSetup, Outcome

SHOWN_FAILURES = 5
SHOWN_ENDS = 12
Z = 1.96  # of the normal distribution, for 95 of 100


@dataclass(frozen=True, slots=True)
class SimResult:
    title: str
    setup: GameSetup
    asked: int
    seconds: float
    outcomes: tuple[Outcome, ...]
    failures: tuple[Failure, ...]
    digest: str
    names: tuple[str, ...] = ()
    by: dict[str, str] = field(default_factory=dict)

    @property
    def decisions(self) -> int:
        return sum(o.decisions for o in self.outcomes)

    @property
    def interrupted(self) -> bool:
        return len(self.outcomes) + len(self.failures) < self.asked

    def wins_by_player(self) -> dict[str, Fraction]:
        return {n: _sum(o.shares.get(n) for o in self.outcomes) for n in self.names}

    def wins_by_seat(self) -> dict[int, Fraction]:
        seats = range(1, len(self.names) + 1)
        return {seat: _sum(o.seats.get(seat) for o in self.outcomes) for seat in seats}

    def wins_by_group(self) -> dict[str, tuple[int, dict[str, Fraction]]]:
        """Of each value of `wins_by`, how many games there are, and the wins by player."""
        if not self.setup.wins_by:
            return {}
        found: dict[str, tuple[int, dict[str, Fraction]]] = {}
        for group in sorted({o.group for o in self.outcomes}, key=_numbers_first):
            games = [o for o in self.outcomes if o.group == group]
            wins = {n: _sum(o.shares.get(n) for o in games) for n in self.names}
            found[group] = len(games), wins
        return found

    def lengths(self) -> dict[str, tuple[int, float, int]]:
        """The fewest, the median and the most in a game; of rounds and turns if there are any."""
        counts = {
            "rounds": [o.rounds for o in self.outcomes],
            "turns": [o.turns for o in self.outcomes],
            "decisions": [o.decisions for o in self.outcomes],
        }
        found = {what: numbers for what, numbers in counts.items() if any(numbers)}
        return {what: (min(n), median(n), max(n)) for what, n in found.items()}

    def ends(self) -> dict[str, int]:
        """How many games each reason has ended, the most frequent first."""
        return dict(Counter(o.reason for o in self.outcomes).most_common())

    def scores(self) -> dict[str, tuple[float, int, int]]:
        """Mean, minimum and maximum by player."""
        scores = {n: [o.scores.get(n) for o in self.outcomes] for n in self.names}
        found = {n: [s for s in given if s is not None] for n, given in scores.items()}
        return {n: (sum(v) / len(v), min(v), max(v)) for n, v in found.items() if v}

    def wins_by_deck(self) -> dict[str, tuple[int, Fraction]]:
        """How many games each deck of the pairings played, and what it won."""
        found: dict[str, tuple[int, Fraction]] = {}
        for one in self.outcomes if self.setup.pairings else ():
            for player, deck in one.decks.items():
                games, wins = found.get(deck, (0, Fraction(0)))
                found[deck] = games + 1, wins + one.shares.get(player, Fraction(0))
        return dict(sorted(found.items(), key=lambda one: -one[1][1] / one[1][0]))

    def pairings(self) -> list[dict[str, object]]:
        """Of each pairing, how many games there were, and what each deck won."""
        found: dict[tuple[str, ...], list[Outcome]] = {}
        for one in self.outcomes if self.setup.pairings else ():
            found.setdefault(tuple(one.decks.values()), []).append(one)
        return [
            {
                "decks": [*games[0].decks.values()],
                "games": len(games),
                "wins": [_plain(_sum(o.shares.get(p) for o in games)) for p in games[0].decks],
            }
            for games in found.values()
        ]

    def interval(self, wins: Fraction, of: int = 0) -> tuple[float, float]:
        """Between which shares the true one lies, in 95 of 100 such runs (Wilson's interval).

        `of`: how many games there are, if not all.
        """
        games = of or len(self.outcomes)
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
        seconds = round(self.seconds, 3)
        return {
            "pack": self.title,
            "modules": [*self.setup.modules],
            **({"decks": [*self.setup.decks]} if self.setup.decks else {}),
            "players": self.setup.players,
            "players_by": self.by,
            "seed": self.setup.seed,
            "games": len(self.outcomes),
            "turns": sum(o.turns for o in self.outcomes),
            "decisions": self.decisions,
            "seconds": seconds,
            "decisions_per_second": round(self.decisions / self.seconds, 1) if seconds else 0.0,
            "wins": {
                "by_player": {n: _plain(w) for n, w in self.wins_by_player().items()},
                "by_seat": {str(n): _plain(w) for n, w in self.wins_by_seat().items()},
                **self._groups_to_json(),
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
            "failures": [_failed(f) for f in self.failures],
        }

    def _groups_to_json(self) -> dict[str, object]:
        groups = self.wins_by_group().items()
        found = {
            value: {"games": games, "by_player": {n: _plain(w) for n, w in wins.items()}}
            for value, (games, wins) in groups
        }
        return {"by_value": found} if found else {}


def gather_results(
    title: str, setup: GameSetup, done: Sequence[Outcome | Failure], asked: int, seconds: float,
    automata: Collection[str] = (),
) -> SimResult:  # fmt: skip
    """The result of these games, in the order of their indexes; nobody plays for automata."""
    outcomes = tuple(d for d in done if isinstance(d, Outcome))
    failures = tuple(d for d in done if isinstance(d, Failure))
    names = tuple(outcomes[0].scores) if outcomes else ()
    played = [name for name in names if name not in automata]
    by = _by(setup.by or RANDOM, played) if played else {}
    return SimResult(title, setup, asked, seconds, outcomes, failures, _digest(done), names, by)


def _by(words: str, played: Sequence[str]) -> dict[str, str]:
    """What played for each; who sits where is another question in each game."""
    return dict.fromkeys(played, words) if seats_named(words) else assigned(words, played)


def _digest(done: Sequence[Outcome | Failure]) -> str:
    """One hash over the final states; of a failed game, over its code and rules."""
    hash = hashlib.sha256()
    for one in done:
        text = one.digest if isinstance(one, Outcome) else f"{one.code} {' '.join(one.where)}"
        hash.update(f"{one.index} {text}\n".encode())
    return hash.hexdigest()


def _numbers_first(value: str) -> tuple[bool, int, str]:
    number = value.removeprefix("-").isdecimal()
    return (not number, int(value) if number else 0, value)


def _sum(parts: Iterator[Fraction | None]) -> Fraction:
    return sum((part for part in parts if part), Fraction(0))


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
        played = len(result.outcomes) + len(result.failures)
        yield f"interrupted: {played} of {result.asked} games were played"
    for failure in result.failures[:SHOWN_FAILURES]:
        yield f"error[{failure.code}]: {printable(failure.message)}"
        if failure.place:
            yield f"  at {failure.place}"
        if failure.where:
            yield f"  in {' > '.join(failure.where)}"
        yield f"  in game {failure.index + 1}, whose seed is {failure.seed}"
        if failure.trace and os.environ.get("CARDWRIGHT_DEBUG") == "1":
            yield failure.trace
    if len(result.failures) > SHOWN_FAILURES:
        yield f"... {len(result.failures)} games failed in all"


def result_lines(result: SimResult, titles: dict[str, str]) -> Iterator[str]:
    """The result as lines of text, fitted to the terminal."""
    games = len(result.outcomes)
    rate = result.decisions / result.seconds if result.seconds else 0
    chosen = (*result.setup.modules, *result.setup.decks)
    on = f" with {', '.join(map(printable, chosen))}" if chosen else ""
    size = result.setup.players
    yield f"{printable(result.title)}{on}: {_counted(games, 'game')} of {_counted(size, 'player')}"
    turns = _counted(sum(o.turns for o in result.outcomes), "turn")
    pace = f"{_counted(result.decisions, 'decision')} in {result.seconds:.1f} s"
    yield f"{turns}, {pace} ({rate:,.0f} a second), seed {result.setup.seed}"
    if games:
        yield from _tables(result, titles)
        if any(wins.denominator > 1 for o in result.outcomes for wins in o.shares.values()):
            yield "A win that several share counts in equal parts for each: of two, 1/2 for each."
    yield f"digest {result.digest}"


def _tables(result: SimResult, titles: dict[str, str]) -> Iterator[str]:
    mixed = set(result.by.values()) - {RANDOM}
    heads = ["player", *(["by"] if mixed else []), "wins", "share", "95% interval"]
    heads += ["mean", "lowest", "highest"] if result.scores() else []
    yield ""
    yield from format_table(heads, _player_rows(result, titles))
    yield ""
    yield from format_table(("seat", "wins", "share", "95% interval"), _seat_rows(result))
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


def _end_rows(result: SimResult) -> Iterator[tuple[str, ...]]:
    ends = [*result.ends().items()]
    rest = sum(number for _, number in ends[SHOWN_ENDS:])
    for reason, number in [*ends[:SHOWN_ENDS], *([("others", rest)] if rest else [])]:
        yield printable(reason), str(number), f"{number / len(result.outcomes):.1%}"


def _plainly(number: float) -> str:
    return f"{number:,.0f}" if number == int(number) else f"{number:,.1f}"


def _counted(number: int, noun: str) -> str:
    return f"{number:,} {noun if number == 1 else plural(noun)}"


def _player_rows(result: SimResult, titles: dict[str, str]) -> Iterator[tuple[str, ...]]:
    scores = result.scores()
    for name, wins in result.wins_by_player().items():
        by = result.by.get(name, "its rules")
        title = printable(titles.get(name) or name)
        row = (title, *([by] if {*result.by.values()} - {RANDOM} else []), *_won(wins, result))
        if name in scores:
            mean, low, high = scores[name]
            row = (*row, f"{mean:.1f}", str(low), str(high))
        yield row


def _seat_rows(result: SimResult) -> Iterator[tuple[str, ...]]:
    for seat, wins in result.wins_by_seat().items():
        yield str(seat), *_won(wins, result)


def _deck_rows(result: SimResult, titles: dict[str, str]) -> Iterator[tuple[str, ...]]:
    """The decks, that with the most wins first."""
    for deck, (games, wins) in result.wins_by_deck().items():
        yield printable(titles.get(deck) or deck), str(games), *_won(wins, result, games)


def _group_rows(result: SimResult) -> Iterator[tuple[str, ...]]:
    """Of each value, the games and what share of them each player won."""
    for value, (games, wins) in result.wins_by_group().items():
        yield printable(value), str(games), *(f"{float(won) / games:.1%}" for won in wins.values())


def _won(wins: Fraction, result: SimResult, of: int = 0) -> tuple[str, ...]:
    games = of or len(result.outcomes)
    share, (low, high) = float(wins) / games, result.interval(wins, games)
    return f"{float(wins):.4g}", f"{share:.1%}", f"{low:.1%} to {high:.1%}"
