"""The seat of a player who is asked: what the player may see, the question, and chance.

Decides what a player program gets: what a seat of the game may know, for one question, and chance
that is independent of the game's. A seat can't answer by itself, and reveals nothing hidden.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from itertools import accumulate
from typing import TypeAlias

from cardwright.games import Game
from cardwright.options import Option, Options, Question
from cardwright.players.hints import hint_weights
from cardwright.runtime.rng import seeded, step
from cardwright.runtime.view import LINES, View


class Seat:
    """One question, as the player who is asked may see it.

    `chance` is 64 random bits: the same bits lead to the same choices.
    """

    __slots__ = ("_bits", "_seat", "player")

    def __init__(self, game: Game, chance: int) -> None:
        turn = game.turn
        if turn is None:
            raise ValueError("the game is over: nobody is asked")
        self._seat, self._bits, self.player = game.seat(turn), chance, turn

    @property
    def question(self) -> Question:
        found = self._seat.question
        assert found is not None
        return found

    @property
    def options(self) -> Options:
        """The legal answers, at least one."""
        found = self._seat.options
        assert isinstance(found, Options)
        return found

    def observation(self, last: int | None = LINES) -> View:
        """What the player may see, with the newest lines of the log."""
        return self._seat.observation(last)

    def log(self, last: int | None = None) -> list[str]:
        return self._seat.log(last)

    def world(self) -> Game:
        """A game that the player can't distinguish from the real one; each call draws a new one."""
        return self._seat.determinize(self.below(1 << 48))

    def hints(self) -> Sequence[int]:
        """How likely the pack wants each option to be tried, as weights: one of 6 is drawn three
        times as often as one of 2, and one of 0 never. They reveal what its hints read."""
        return hint_weights(self._seat._game.position)

    def again(self) -> Seat:
        """The same seat, with its chance in the same state."""
        other = Seat.__new__(type(self))
        other._seat, other._bits, other.player = self._seat, self._bits, self.player
        return other

    def below(self, limit: int) -> int:
        """A random number from 0 to `limit` - 1."""
        found = (self._bits * limit) >> 64
        _, self._bits = step(seeded(self._bits))
        return found


Player: TypeAlias = Callable[[Seat], Option | str]
"""Anything that answers questions: with one of the seat's options, or its id."""


def at_random(seat: Seat) -> Option:
    """Any option, all equally likely."""
    return seat.options[seat.below(len(seat.options))]


def hinted(seat: Seat) -> Option:
    """What the pack advises."""
    if len(seat.options) == 1:
        return seat.options[0]
    sums = [*accumulate(seat.hints())]
    return seat.options[bisect_right(sums, seat.below(sums[-1]))]


def play(game: Game, players: Mapping[str, Player], seed: int) -> None:
    """Plays a game to its end; `players` has a player for the id of everyone who is asked. Raises
    ValueError for other ids, and if somebody without a player is asked.
    """
    chance = seeded(seed)
    if unknown := [id for id in players if id not in game.players]:
        raise ValueError(f"there is no player `{unknown[0]}`; they are {', '.join(game.players)}")
    while game.turn is not None:
        if game.turn not in players:
            raise ValueError(f"`{game.turn}` is asked, and `players` has nobody for it")
        chance, bits = step(chance)
        game.apply(players[game.turn](Seat(game, bits)))
