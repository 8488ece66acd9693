"""Several versions of a game, played with the same seeds and compared with the first.

Responsible for the pairs: the difference between a figure in one version and in the first, in games
with the same seed. Most of the effect of chance is in both, and cancels out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial

from cardwright_tools.balance.report import Report
from cardwright_tools.balance.statistics import Estimate, mean
from cardwright_tools.sim.distribute import Execution, game_spans, play_distributed, runner_at
from cardwright_tools.sim.figures import Figure, Figures, figures_of
from cardwright_tools.sim.games import Failure, GameSetup
from cardwright_tools.sim.tally import Tally


@dataclass(frozen=True, slots=True)
class Version:
    """A version of a game: its label, its setup and, once known, the engines that play it."""

    label: str
    setup: GameSetup
    engines: Mapping[str, str] = field(default_factory=dict)
    title: str = ""  # of the game, once it has been loaded


@dataclass(frozen=True, slots=True)
class Change:
    """How figures and win rates of cards differ from those of the first version."""

    label: str
    report: Report
    figures: Mapping[Figure, Estimate] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Balance:
    """The report on the first version and the changes in the versions; `title` is the heading, if
    it isn't the label of the first."""

    label: str
    report: Report
    changes: tuple[Change, ...] = ()
    title: str = ""


def play_versions(versions: Sequence[Version], games: int, execution: Execution) -> list[Tally]:
    """The tallies of all versions; all but the first also have the pairs."""
    setups = tuple(version.setup for version in versions)
    spans = game_spans(setups[0], games, execution)
    first = play_distributed(partial(_play, setups), setups[0], spans, execution)
    return [first, *first.versions]


def _play(setups: tuple[GameSetup, ...], first: int, end: int) -> Tally:
    tally = Tally(versions=[Tally() for _ in setups[1:]])
    for index in range(first, end):
        before = _one(setups[0], index, tally)
        for setup, other in zip(setups[1:], tally.versions, strict=True):
            after = _one(setup, index, other)
            tally.lines += other.lines
            other.lines.clear()
            if before is not None and after is not None:
                other.add_pair(before, after)
    return tally


def _one(setup: GameSetup, index: int, tally: Tally) -> Figures | None:
    """Plays one game; returns its figures, or None if it failed."""
    runner = runner_at(setup, index)
    done, _ = runner.play(index)
    tally.add(done)
    if isinstance(done, Failure) or runner.watch is None:
        return None
    tally.see(done, runner)
    return figures_of(done, runner.watch.subjects.all)


def change_of(label: str, old: Report, new: Report) -> Change:
    """The changes in a version, from the pairs of games in its tally."""
    sums, squares, games = (new.tally.counts[f"pair {what}"] for what in ("sum", "square", "of"))
    paired = {name: mean(n, sums[name], squares[name]) for name, n in games.items()}
    gains = {n: g.minus(old.gains[n]) for n, g in new.gains.items() if n in old.gains}
    return Change(label, new, paired | gains)
