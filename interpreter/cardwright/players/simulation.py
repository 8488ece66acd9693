"""Imagined positions, in Python's engine or the native one, which is much faster.

Decides what a search can ask about a position. Both engines give the same numbers for the same
random bits.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Protocol

from cardwright.backends.game_errors import GameError
from cardwright.backends.native import lookahead
from cardwright.backends.native.library import OVERFLOW, Library, NativeError, Position
from cardwright.players.evaluation import evaluations_of
from cardwright.players.playout import play_best_of, play_weighted, rate_answers
from cardwright.runtime.game import Game
from cardwright.source.records import dataclass


@dataclass(frozen=True, slots=True)
class PlayoutPolicy:
    """How playouts go on: all players take the best of `tries` random ways to finish an action, or
    anything if `tries` is 0; for `length` answers.
    """

    tries: int
    length: int


class Simulation(Protocol):
    """A position, which `apply` and `play_on` change; who is asked (0 at the end), where, and
    what.
    """

    player: int
    point: int
    answers: Sequence[int]

    def copy(self, rng: int) -> Simulation:
        """A copy with other random results."""

    def apply(self, index: int) -> None: ...

    def play_on(self, policy: PlayoutPolicy, random: int) -> Sequence[int]:
        """The value, for each player, of what this leads to; the position can't be used
        afterwards.
        """

    def evaluations(self) -> Sequence[int]: ...

    def rate_answers(self, tries: int, random: int) -> Sequence[int]:
        """The value of the best of `tries` ways to finish the action, for each answer."""


def simulation(game: Game, library: Library | None) -> Simulation:
    """A simulation of a game that the caller may see completely."""
    if library is not None:
        return NativeSimulation(library.position(game.state()))
    return PythonSimulation(game)


class PythonSimulation:
    __slots__ = ("_game", "answers", "player", "point")

    def __init__(self, game: Game) -> None:
        self._game = game
        self._look()

    def _look(self) -> None:
        asked = self._game.question
        self.player, self.point = (asked.player, asked.site) if asked else (0, -1)
        self.answers: Sequence[int] = asked.answers if asked else ()

    def copy(self, rng: int) -> PythonSimulation:
        game = self._game.copy()
        game.rng = rng
        return PythonSimulation(game)

    def apply(self, index: int) -> None:
        self._game.answer(index)
        self._look()

    def play_on(self, policy: PlayoutPolicy, random: int) -> Sequence[int]:
        game = self._game
        if policy.tries:
            game = play_best_of(game, random, policy.tries, policy.length)
        else:
            play_weighted(game, random, policy.length)
        return evaluations_of(game.program)(game)

    def evaluations(self) -> Sequence[int]:
        return evaluations_of(self._game.program)(self._game)

    def rate_answers(self, tries: int, random: int) -> Sequence[int]:
        return rate_answers(self._game, random, tries)


class NativeSimulation:
    """A position in the native engine.

    Errors of the pack are a GameError here too, without a text; NativeError means that only Python
    can continue.
    """

    __slots__ = ("_at", "answers", "player", "point")

    def __init__(self, position: Position) -> None:
        self._at = position
        self.answers: Sequence[int] = ()
        self._look()

    def _look(self) -> None:
        at = self._at
        self.player, self.point, self.answers = at.asked, at.point, at.answers

    def copy(self, rng: int) -> NativeSimulation:
        other = NativeSimulation.__new__(NativeSimulation)
        other._at, other.answers = self._at.copy(), self.answers
        lookahead.reseed(other._at, rng)
        other.player, other.point = self.player, self.point
        return other

    def apply(self, index: int) -> None:
        with _raising_pack_errors():
            self._at.apply(index)
        self._look()

    def play_on(self, policy: PlayoutPolicy, random: int) -> Sequence[int]:
        with _raising_pack_errors():
            if policy.tries:
                lookahead.play_best_of(self._at, random, policy.tries, policy.length)
            else:
                self._at.playout(random, policy.length)
        return lookahead.evaluations(self._at)

    def evaluations(self) -> Sequence[int]:
        return lookahead.evaluations(self._at)

    def rate_answers(self, tries: int, random: int) -> Sequence[int]:
        return lookahead.rate_answers(self._at, random, tries, len(self.answers))


@contextmanager
def _raising_pack_errors() -> Iterator[None]:
    """Raises errors of the pack as Python's engine does."""
    try:
        yield
    except NativeError as error:
        if error.code == OVERFLOW:
            raise
        raise GameError(f"CW{error.code}", str(error), ()) from None
