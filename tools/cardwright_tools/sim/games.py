"""The setup of the games of a run, and the record of each game.

A game is identified by the run's seed and its index, which determine both the game's own seed and
the choices. Defines the records of a setup, of a finished game and of a failed one.
"""

from __future__ import annotations

import traceback
from dataclasses import dataclass, field, replace
from fractions import Fraction

from cardwright.backends.game_errors import GameError
from cardwright.players import PlayerError
from cardwright.runtime.engines import Engine
from cardwright.runtime.rng import GOLDEN, MASK, seeded, step
from cardwright_tools.sim.game_recorder import GameRecord


@dataclass(frozen=True, slots=True)
class GameSetup:
    """The setup of a run's games; `players` 0 means as many as the game allows.

    `by`: the player programs, as in `greedy` or `red=greedy,others=random`; "" means that all play
    at random. `decks`: the deck of each player, as in `red=rush`. `wins_by`: the expression whose
    final value games are grouped by. `pairings`: the pairings of decks among which the `games` are
    divided. `watched`: whether to record what is offered and used.
    """

    packs: tuple[str, ...]
    modules: tuple[str, ...]
    players: int
    seed: int
    by: str = ""
    decks: tuple[str, ...] = ()
    wins_by: str = ""
    pairings: tuple[tuple[str, ...], ...] = ()
    games: int = 0
    watched: bool = False
    engine: Engine = "python"

    def at(self, index: int) -> GameSetup:
        """The setup of the game with this index."""
        if not self.pairings:
            return self
        decks = self.pairings[index * len(self.pairings) // self.games]
        return replace(self, decks=decks, pairings=(), games=0)


@dataclass(frozen=True, slots=True)
class Outcome:
    """A finished game. `shares` and `seats` divide one win among the winners.

    `rounds`: the most turns that any player began. `reason`: why the game ended. `group`: the value
    of the setup's `wins_by`. `decks`: the deck of each player; `by`: the player program of each.
    `seen`: the observations from a watched game.
    """

    index: int
    turns: int
    decisions: int
    seconds: float
    digest: str
    scores: dict[str, int | None] = field(default_factory=dict)
    shares: dict[str, Fraction] = field(default_factory=dict)
    seats: dict[int, Fraction] = field(default_factory=dict)
    rounds: int = 0
    reason: str = ""
    group: str = ""
    decks: dict[str, str] = field(default_factory=dict)
    seen: GameRecord | None = None
    by: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Failure:
    """A game that failed: `where` lists the rules that were running, outermost first."""

    index: int
    seed: int
    code: str
    message: str
    where: tuple[str, ...] = ()
    place: str = ""
    trace: str = ""

    @property
    def internal(self) -> bool:
        return self.code == INTERNAL


INTERNAL = "internal"


def game_seed(seed: int, index: int) -> int:
    """The 48-bit seed of a game in a run."""
    return step((seeded(seed) + index * GOLDEN) & MASK)[1] >> 16


def choice_state(seed: int) -> int:
    """The state of the generator that makes the choices in the game with this seed."""
    return step(seeded(seed))[1]


def to_failure(error: Exception, index: int, seed: int) -> Failure:
    """The record of an error that ended a game."""
    if isinstance(error, GameError):
        return Failure(index, seed, error.code, str(error), error.where)
    if isinstance(error, PlayerError):
        return Failure(index, seed, "player", str(error))
    frames = traceback.extract_tb(error.__traceback__)
    packs = [f"{f.filename}:{f.lineno}" for f in frames if f.filename.endswith(".yaml")]
    trace = "".join(traceback.format_exception(error))
    said = f"{type(error).__name__}: {error}"
    return Failure(index, seed, INTERNAL, said, (), packs[-1] if packs else "", trace)
