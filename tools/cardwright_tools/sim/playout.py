"""Plays one game at random, for commands, tests and workers.

A game of a run is identified by the run's seed and its index, which determine both the game's own
seed and the choices. Owns the random player, and the record of a finished game.
"""

from __future__ import annotations

import time
import traceback
from dataclasses import dataclass, field, replace
from fractions import Fraction

from cardwright.api import Rules
from cardwright.backends.python.program import BlockFunction, Program
from cardwright.board.layout import SEATS
from cardwright.runtime.digest import digest
from cardwright.runtime.game import Game
from cardwright.runtime.game_state import GameError
from cardwright.runtime.outcome import score_of, winners
from cardwright.runtime.rng import GOLDEN, MASK, below, seeded, step

MOST_DECISIONS = 200_000  # a game that asks more is taken to be endless
TURN = "turn"


@dataclass(frozen=True, slots=True)
class GameSetup:
    """What is played; `players` 0 means the most that the game allows."""

    packs: tuple[str, ...]
    modules: tuple[str, ...]
    players: int
    seed: int


@dataclass(frozen=True, slots=True)
class Outcome:
    """A finished game. `shares` and `seats` divide one win among the winners."""

    index: int
    turns: int
    decisions: int
    seconds: float
    digest: str
    scores: dict[str, int | None] = field(default_factory=dict)
    shares: dict[str, Fraction] = field(default_factory=dict)
    seats: dict[int, Fraction] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Failure:
    """A game that failed: `where` are the running rules, outermost first."""

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
    """The seed of a game in a run, 48 bits."""
    return step((seeded(seed) + index * GOLDEN) & MASK)[1] >> 16


def choice_state(seed: int) -> int:
    """The state of the generator that makes the choices in the game with this seed."""
    return step(seeded(seed))[1]


def play_to_end(game: Game, rng: int, most: int = MOST_DECISIONS) -> tuple[int, int]:
    """Answers at random to the end, or `most` times; returns the generator's state and the number
    of answers."""
    given = 0
    while (question := game.question) is not None and given < most:
        rng, index = below(rng, len(question.answers))
        game.answer(index)
        given += 1
    return rng, given


class GameRunner:
    """Plays games of one set-up in one process."""

    def __init__(self, rules: Rules, players: int, seed: int) -> None:
        self.rules, self.seed = rules, seed
        self.program, self.began = count_rule(rules.program(players), TURN)
        self.players = self.program.layout.kind("player")
        self._score = score_of(self.program)

    def play(self, index: int) -> tuple[Outcome | Failure, Game | None]:
        """Plays the game with this index; the game is None if it could not start."""
        seed = game_seed(self.seed, index)
        self.began[0] = 0
        game: Game | None = None
        start = time.perf_counter()
        try:
            game = Game(self.program, seed, start=False)
            game._begin()
            _, given = play_to_end(game, choice_state(seed))
            if game.question is not None:
                raise GameError("CW401", f"no end after {given:,} answers", game.where())
            return self._outcome(game, index, given, time.perf_counter() - start), game
        except Exception as error:
            return to_failure(error, index, seed), game

    def _outcome(self, game: Game, index: int, given: int, seconds: float) -> Outcome:
        names = {player: self.program.layout.items[player].name for player in self.players}
        won = winners(game)
        share = Fraction(1, len(won) or 1)
        seats = game.z[self.program.layout.zone_id(SEATS) - self.program.layout.zone_first]
        return Outcome(
            index, self.began[0], given, seconds, digest(game),
            {name: self._score(game, player) for player, name in names.items()},
            {names[player]: share for player in won},
            {seats.index(player) + 1: share for player in won if player in seats},
        )  # fmt: skip


def to_failure(error: Exception, index: int, seed: int) -> Failure:
    """The record of an error that ended a game."""
    if isinstance(error, GameError):
        return Failure(index, seed, error.code, str(error), error.where)
    frames = traceback.extract_tb(error.__traceback__)
    packs = [f"{f.filename}:{f.lineno}" for f in frames if f.filename.endswith(".yaml")]
    trace = "".join(traceback.format_exception(error))
    said = f"{type(error).__name__}: {error}"
    return Failure(index, seed, INTERNAL, said, (), packs[-1] if packs else "", trace)


def count_rule(program: Program, rule: str) -> tuple[Program, list[int]]:
    """The program with a counter of a rule's runs; 0 if the pack has no such rule."""
    begins = [0]
    first = {e.block for e in program.entries if e.name == rule}
    blocks = list(program.blocks)
    for block in first:
        blocks[block] = _counting(blocks[block], begins)
    return replace(program, blocks=blocks), begins


def _counting(block: BlockFunction, begins: list[int]) -> BlockFunction:
    def counting(*position: object) -> object:
        begins[0] += 1
        return block(*position)

    return counting


def make_runner(setup: GameSetup) -> GameRunner:
    """Loads the packs of a set-up. Raises PackError if they have errors."""
    import cardwright

    rules = cardwright.load(*setup.packs, modules=setup.modules)
    return GameRunner(rules, setup.players or max(rules.players), setup.seed)
