"""The totals of many games, whose size doesn't grow with the number of games.

Responsible for the counts: the tallies of the parts of a run add up exactly to that of the whole
run, since they contain only whole numbers and fractions. Intervals and tables are computed from
them elsewhere.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from cardwright_tools.sim.figures import Figures, figures_of
from cardwright_tools.sim.game_recorder import HELD, USED
from cardwright_tools.sim.games import Failure, Outcome
from cardwright_tools.sim.playout import GameRunner
from cardwright_tools.sim.subjects import Subject

KEPT_FAILURES = 100
PERIODS = 20  # into which the length of a game is divided
EXPOSURES = {"used": USED, "held": HELD}
Winners = tuple[str, ...]


@dataclass(slots=True)
class Tally:
    """The counts of some games; each kind of count has its own keys.

    `won`: games by the set of winners. `seat`: wins by seat. `group`, `decks`: games by value or by
    decks, and by winners. `kind`: wins and number of seats by kind of player. `length`, `score`,
    `end`: games by the value itself. `uses`: by subject, the player's place and column. `with`:
    games by subject, exposure, and two masks of places: who used it and who won; games in which
    nobody used it are not counted. `asked`: decisions by the rule that asks for them. `time`: sums
    by player and period. `sum`, `square`, `of`: for each figure its sum, the sum of its squares and
    the number of games; with the prefix `pair`, these are of the differences from another version.
    """

    games: int = 0
    failed: int = 0
    names: tuple[str, ...] = ()
    counts: defaultdict[str, Counter[Any]] = field(default_factory=lambda: defaultdict(Counter))
    failures: list[Failure] = field(default_factory=list)
    subjects: dict[str, Subject] = field(default_factory=dict)  # offered or used, by key
    cards: set[str] = field(default_factory=set)  # keys of all cards, used or not
    lines: list[str] = field(default_factory=list)  # one per game, for the digest of the run
    digest: str = ""
    stopped: bool = False  # by Ctrl-C, during these games
    versions: list[Tally] = field(default_factory=list)  # for other versions of the same games

    def interruption(self, asked: int) -> str:
        """The message if Ctrl-C came before all games were played, else ""."""
        played = self.games + self.failed
        return f"interrupted: {played} of {asked} games were played" if played < asked else ""

    def add(self, one: Outcome | Failure) -> None:
        """Counts a game."""
        self.lines.append(f"{one.index} {_ending(one)}\n")
        if isinstance(one, Failure):
            self.failed += 1
            self.failures = [*self.failures, one][:KEPT_FAILURES]
            return
        self.games += 1
        self.names = self.names or tuple(one.scores)
        self._add_result(one)

    def _add_result(self, one: Outcome) -> None:
        counts, won = self.counts, tuple(one.shares)
        counts["won"][won] += 1
        for seat, share in one.seats.items():
            counts["seat"][seat] += share  # type: ignore[assignment]
        counts["end"][one.reason] += 1
        counts["group"][one.group, won] += 1
        counts["decks"][tuple(one.decks.items()), won] += 1
        for name, kind in one.by.items():
            counts["kind"][kind, "seats"] += 1
            counts["kind"][kind, "wins"] += one.shares.get(name, 0)  # type: ignore[assignment]
        for what in ("rounds", "turns", "decisions"):
            counts["length"][what, getattr(one, what)] += 1
        for name, score in one.scores.items():
            if score is not None:
                counts["score"][name, score] += 1

    def see(self, one: Outcome, runner: GameRunner) -> None:
        """Also counts the observations from a game."""
        seen, watch = one.seen, runner.watch
        if seen is None or watch is None:
            return
        subjects, names = watch.subjects.all, tuple(one.scores)
        won = sum(1 << names.index(name) for name in one.shares)
        self.cards.update(subject.key for subject in subjects if subject.is_card)
        masks: Counter[tuple[str, str]] = Counter()
        for (number, place), counts in seen.uses.items():
            subject = subjects[number]
            self.subjects.setdefault(subject.key, subject)
            for column, count in enumerate(counts):
                self.counts["uses"][subject.key, place, column] += count
            for exposure, column in EXPOSURES.items():
                masks[subject.key, exposure] += bool(counts[column]) << place
        for (key, exposure), mask in masks.items():
            if mask:
                self.counts["with"][key, exposure, mask, won] += 1
        self.counts["asked"].update(seen.asked)
        self._add_time(seen.scores, names)
        self._add_figures(figures_of(one, watch.subjects.all))

    def add_pair(self, before: Figures, after: Figures) -> None:
        """Counts the differences between the figures of a game in two versions.

        A figure that one version lacks, such as a side or a length, has no difference; but a
        subject that it lacks counts as not used.
        """
        names = [n for n in {**before, **after} if n.what == "used" or (n in before and n in after)]
        self._add_figures({n: after.get(n, 0) - before.get(n, 0) for n in names}, "pair ")

    def _add_time(self, scores: list[tuple[int, ...]], names: Winners) -> None:
        for period in range(PERIODS + 1) if scores else ():
            at = scores[period * (len(scores) - 1) // PERIODS]
            for name, score in zip(names, at, strict=True):
                self.counts["time"][name, period] += score

    def _add_figures(self, figures: Figures, of: str = "") -> None:
        sums, squares, games = (self.counts[of + what] for what in ("sum", "square", "of"))
        for name, value in figures.items():
            sums[name] += value  # type: ignore[assignment]
            squares[name] += value * value  # type: ignore[assignment]
            games[name] += 1

    def merge(self, other: Tally) -> None:
        """Adds the counts of the games that follow."""
        self.games += other.games
        self.failed += other.failed
        self.names = self.names or other.names
        self.failures = [*self.failures, *other.failures][:KEPT_FAILURES]
        self.subjects |= other.subjects
        self.cards |= other.cards
        if not self.versions:
            self.versions = [Tally() for _ in other.versions]
        for mine, more in zip(self.versions, other.versions, strict=True):
            mine.merge(more)
        for what, counts in other.counts.items():
            self.counts[what].update(counts)

    # ------------------------------------------------------------------------- reading

    def of(self, what: str, *first: Hashable) -> Counter[Any]:
        """The counts whose keys begin with `first`, by the rest of their keys."""
        n, found = len(first), Counter[Any]()
        for key, count in self.counts[what].items():
            if key[:n] == first:
                found[key[n] if len(key) == n + 1 else key[n:]] += count
        return found

    def wins(self) -> dict[str, Fraction]:
        """The wins of each player; a win shared by n players counts 1/n for each."""
        return wins_by_player(self.counts["won"], self.names)


def _ending(one: Outcome | Failure) -> str:
    """The digest of the final state; for a failed game, its code and rules."""
    return one.digest if isinstance(one, Outcome) else f"{one.code} {' '.join(one.where)}"


def wins_by_player(won: Mapping[tuple[Any, ...], int], among: Iterable[Any]) -> dict[Any, Fraction]:
    """The wins of each one, from the games by winners; a win shared by n counts 1/n for each."""
    found = {one: Fraction(0) for one in among}
    for winners, games in won.items():
        for one in winners:
            found[one] += Fraction(games, len(winners))
    return found
