"""What a seat may know and do: the object through which players, bots and servers see a game.

Responsible for the border between a game and a player. Everything that leaves a game for a player
leaves it here: each request names the player, and no result contains anything hidden, including
errors and fingerprints. The game behind it, its seed and its save belong to the host.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Sequence
from typing import Generic, Protocol, Self, TypeVar

from cardwright.backends.game_errors import GameError
from cardwright.options import Option, Options, Public, Question
from cardwright.runtime import save
from cardwright.runtime.explanation import Tree
from cardwright.runtime.game import Game as Position
from cardwright.runtime.provenance import DEPTH
from cardwright.runtime.view import LINES, View
from cardwright.runtime.why import why


class Hosted(Protocol):
    """What a seat needs from the host's game; `cardwright.Game` implements it."""

    @property
    def rules(self) -> save.SavableRules: ...
    @property
    def position(self) -> Position: ...
    @property
    def turn(self) -> str | None: ...
    @property
    def question(self) -> Question | None: ...
    @property
    def options(self) -> Options: ...
    def observation(self, player: str | None, last: int | None, *, shared: bool) -> View: ...
    def log(self, player: str | None, last: int | None) -> list[str]: ...
    def apply(self, option: Option | str) -> None: ...
    def determinize(self, player: str, seed: int) -> Self: ...


Game = TypeVar("Game", bound=Hosted)
T = TypeVar("T")


class NotYourTurn(ValueError):
    """An answer by a player who is not asked. It does not reveal what the others could answer."""


class SeatOf(Public, Generic[Game]):
    """A seat at a game of some class; two games that its player can't distinguish are the same to
    it.
    """

    __slots__ = ("_game", "_number", "_player")

    def __init__(self, game: Game, player: str | None, number: int) -> None:
        self._game, self._player, self._number = game, player, number

    # ------------------------------------------------------------------------- reading

    @property
    def player(self) -> str | None:
        """The id of the player; None for a spectator."""
        return self._player

    @property
    def question(self) -> Question | None:
        """The question to this player; None if nobody or another player is asked.

        Who is asked is in the observation, for all to see.
        """
        return self._game.question if self._is_asked else None

    @property
    def options(self) -> Sequence[Option]:
        """This player's legal answers; empty if another player is asked."""
        return self._game.options if self._is_asked else ()

    @property
    def digest(self) -> str:
        """A sha256 of everything that this player sees and has read; nothing hidden can be inferred
        from it.
        """
        seen = json.dumps(self.observation(None), sort_keys=True)
        return hashlib.sha256(seen.encode()).hexdigest()

    def observation(self, last: int | None = LINES, *, shared: bool = False) -> View:
        """What the player may see, as plain values, with the newest lines of the log.

        `shared`: it may share values with other seats', so don't change it.
        """
        return self._game.observation(self._player, last, shared=shared)

    def log(self, last: int | None = None) -> list[str]:
        """The log, as the player may read it."""
        return self._game.log(self._player, last)

    def why(self, expression: str, depth: int = DEPTH, every: bool = False) -> Tree:
        """The tree behind the value of an expression, as far as the player may know it.

        Raises WhyError if it is not an expression, and GameError if computing it never ends.
        """
        return _for_player(
            "this value can't be calculated",
            lambda: why(self._game.position, expression, self._number, depth=depth, every=every),
        )

    def save(self) -> save.Save:
        """A record of what the player has seen, as plain values.

        It has neither the seed nor the answers of others, so the game can't be continued from it.
        """
        return save.record(self._game.rules, self._player, self.observation(None))

    # ------------------------------------------------------------------------- playing

    def apply(self, option: Option | str) -> None:
        """Answers this player's question, with an option or its id; the game continues for all.

        Raises ValueError if it is not a legal answer, NotYourTurn if another player is asked, and
        GameError if the rules never end; then the game is unchanged.
        """
        if not self._is_asked:
            raise NotYourTurn("it is not your turn" if self._game.turn else "the game is over")
        _for_player("the rules can't carry out this answer", lambda: self._game.apply(option))

    def determinize(self, seed: int) -> Game:
        """A game for looking ahead that the player can't distinguish from this one."""
        if self._player is None:
            raise ValueError("games are redrawn for players, not for spectators")
        return self._game.determinize(self._player, seed)

    @property
    def _is_asked(self) -> bool:
        return self._player is not None and self._game.turn == self._player

    def __repr__(self) -> str:
        asked = self.question
        return f"<Seat of {self._player or 'a spectator'}{f': {asked.prompt}' if asked else ''}>"


def _for_player(words: str, work: Callable[[], T]) -> T:
    """Does something for a player, with errors that have no link to those of the host.

    The rules that were running may name things that players can't see. Raises GameError.
    """
    try:
        return work()
    except GameError as error:
        code = error.code
    raise GameError(code, words, ())
