"""Rules and games of them: ids in and out, a question with its options, undo, what each player may
see.

Responsible for the shape of the Python API. A game here goes from one position to the next and
never changes one, so a copy costs nothing and undo returns to the position before. Positions come
from `runtime`; its numbers are not visible here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING

from cardwright.backends.game_errors import GameError
from cardwright.compiled_packs import CompiledPacks
from cardwright.decks import Choice
from cardwright.options import Option, Options, Public, Question, refuse_to_pickle
from cardwright.outcome import Outcome, outcome_of
from cardwright.runtime import naming, questions, save
from cardwright.runtime.determinize import Determinizer
from cardwright.runtime.digest import digest
from cardwright.runtime.explanation import Tree
from cardwright.runtime.game import Game as Position
from cardwright.runtime.log import Entry, Newest, entries, lines
from cardwright.runtime.provenance import DEPTH
from cardwright.runtime.view import LINES, PublicView, View, view
from cardwright.runtime.why import why
from cardwright.seats import SeatOf
from cardwright.source.spelling import did_you_mean

if TYPE_CHECKING:
    from cardwright.batches import Batch
    from cardwright.runtime.engines import Engine
    from cardwright.spaces import Spaces

NO_DECKS: Mapping[str, Choice] = MappingProxyType({})


class Rules(Public, CompiledPacks):
    """Packs that were loaded and checked, ready for games; made by `load`."""

    __reduce__ = refuse_to_pickle

    def new_game(
        self, players: int, seed: int, decks: Mapping[str, Choice] = NO_DECKS,
        engine: Engine = "python",
    ) -> Game:  # fmt: skip
        """A game at its first question, to which players bring these decks: see `with_decks`.

        `engine`: `native` compiles the rules to C, `auto` uses the native engine if it has been
        compiled before; the games are the same. Only the lowest 64 bits of `seed` count. Raises
        ValueError for a wrong number of players, TypeError for anything but whole numbers.
        """
        if decks:
            return self.with_decks(decks).new_game(players, seed, engine=engine)
        for name, value in (("players", players), ("seed", seed)):
            if not isinstance(value, int):
                raise TypeError(f"`{name}` is a whole number, not {value!r}")
        if engine == "python":
            return Game(self, Position(self.program(players), seed))
        from cardwright.runtime import engines  # imported late: few need them

        return Game(self, engines.new_game(self.program(players, engine), seed, engine))

    def batch(
        self, n: int, players: int, seed: int, *, threads: int = 1, masks: bool = True,
        observations: bool = False,
    ) -> Batch:  # fmt: skip
        """`n` games in step over arrays, with the seeds from `seed` on; each finished game is
        followed by another. Needs numpy and the native engine.

        Raises ValueError for a wrong number, RuntimeError if there is no native engine.
        """
        from cardwright.batches import Batch

        if n < 1 or threads < 1:
            raise ValueError("a batch has at least one game and one thread")
        return Batch(self.program(players, "native"), n, seed, threads, masks, observations)

    def spaces(self, players: int) -> Spaces:
        """Games for this number of players as numbers, for programs that learn, with their meaning.
        Raises ValueError for a wrong number of players.
        """
        from cardwright.spaces import Spaces

        return Spaces(self.program(players))

    def restore(self, data: Mapping[str, save.Plain], engine: Engine = "python") -> Game:
        """The game of a save, replayed to its position. Raises SaveError."""
        saved = save.read(self, data)
        try:
            rules = self._alike({}, boxed=False)
            game = rules.new_game(saved.players, saved.seed, saved.decks, engine)
        except (ValueError, GameError) as error:
            raise save.SaveError(str(error)) from None
        for count, answer in enumerate(saved.answers, 1):
            try:
                game._answer(answer)
            except (IndexError, ValueError, GameError) as error:
                raise save.SaveError(f"answer {count} can't be applied: {error}") from None
        return game

    def __repr__(self) -> str:
        packs = ", ".join(f"{pack.id} {pack.version}" for pack in self.packs)
        return f"<Rules of {packs}{' with ' if self.modules else ''}{', '.join(self.modules)}>"


class Seat(SeatOf["Game"]):
    """The game of one player or, without a player, of a spectator; it follows the game."""

    __slots__ = ()


_Past = tuple[Position, "_Past"] | None


class Game(Public):
    """A game in play; `Rules.new_game` starts one. Players are named by their ids.

    It belongs to the host and knows everything. A player, or a program that plays for one, gets the
    `seat` of that player, which offers what they may know and do, and nothing else.
    """

    __slots__ = (
        "_drawn", "_eyes", "_newest", "_options", "_past", "_position", "_public_view", "_rules",
    )  # fmt: skip
    __reduce__ = refuse_to_pickle

    def __init__(self, rules: Rules, position: Position) -> None:
        self._rules, self._position = rules, position
        self._newest: Newest | None = None
        self._public_view: PublicView | None = None
        self._past: _Past = None
        self._eyes = ""
        self._options: Options | None = None
        self._drawn: dict[int, Determinizer] = {}

    # ------------------------------------------------------------------------- reading

    @property
    def rules(self) -> Rules:
        return self._rules

    @property
    def players(self) -> tuple[str, ...]:
        """The ids of the players, in the order in which they sit."""
        return tuple(map(self._name, self._position.seats))

    @property
    def automata(self) -> tuple[str, ...]:
        """The ids of the players who are never asked: their rules answer for them."""
        return tuple(p for p in self.players if self._id(p) in self._position.program.automata)

    @property
    def turn(self) -> str | None:
        """The player who is asked; None once the game is over."""
        question = self._position.question
        return self._name(question.player) if question else None

    @property
    def question(self) -> Question | None:
        """The question; None once the game is over."""
        turn = self.turn
        return Question(turn, questions.prompt(self._position)) if turn else None

    @property
    def options(self) -> Options:
        """The legal answers; empty once the game is over."""
        if self._options is None:
            self._options = Options(self._position)
        return self._options

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; None while it runs.

        Raises GameError if a score or the winners can't be computed.
        """
        return outcome_of(self._position)

    @property
    def seed(self) -> int:
        return self._position.seed

    @property
    def engine(self) -> Engine:
        """The engine that plays: `python` or `native`."""
        return self._position.engine

    @property
    def digest(self) -> str:
        """A sha256 of the position; swapping interchangeable pieces does not change it."""
        return digest(self._position)

    @property
    def position(self) -> Position:
        """The runtime's internal form of this position, for tools; it contains hidden numbers."""
        return self._position

    def positions(self) -> Iterator[Position]:
        """The internal forms of this position and of all positions before it, back to the first."""
        yield self._position
        before = self._past
        while before is not None:
            position, before = before
            yield position

    def seat(self, player: str | None) -> Seat:
        """What this player may know and do, or with None a spectator; it follows the game."""
        return Seat(self, player, self._id(player))

    def observation(
        self, player: str | None = None, last: int | None = LINES, *, shared: bool = False
    ) -> View:
        """What a player, or without one a spectator, may see, with the newest lines of the log.

        `shared`: it may share values with others of this position, so don't change it.
        """
        if shared and self._public_view is None:
            self._public_view = PublicView(self._position)
        everybody = self._public_view if shared else None
        return view(self._position, self._id(player), last, self._read(), everybody)

    def log(self, player: str | None = None, last: int | None = None) -> list[str]:
        """The log as a player, or without one a spectator, may read it."""
        return lines(self._position, self._id(player), last, self._read())

    def _read(self) -> Newest:
        """The log of this position, as far as it has been read."""
        if self._newest is None:
            self._newest = Newest(self._position)
        return self._newest

    def entries(self) -> list[Entry]:
        """Everything that happened, with the rules that did it and who may read it."""
        return entries(self._position)

    def why(
        self, expression: str, player: str | None = None, depth: int = DEPTH, every: bool = False
    ) -> Tree:
        """The tree behind the value of an expression, as far as a player, or without one a
        spectator, may know it.

        Raises WhyError if it is not an expression, and GameError if computing it never ends.
        """
        return why(self._position, expression, self._id(player), depth=depth, every=every)

    def why_with_secrets(self, expression: str, depth: int = DEPTH, every: bool = False) -> Tree:
        """`why` with everything that is hidden, only for the host; *you* is nobody."""
        return why(self._position, expression, depth=depth, every=every)

    # ------------------------------------------------------------------------- playing

    def apply(self, option: Option | str) -> None:
        """Answers the question, with an option or its id, and continues to the next one.

        Raises ValueError if it is not a legal answer, and GameError if the rules never end; then
        the game is unchanged.
        """
        self._answer(self.options.index_of(option))

    def _answer(self, index: int) -> None:
        after = self._position.copy()
        after.answer(index)
        self._past = (self._position, self._past)
        self._go(after)

    def _go(self, to: Position) -> None:
        self._position, self._options, self._drawn = to, None, {}
        self._newest = self._public_view = None

    def undo(self) -> None:
        """Takes back the last answer. Raises ValueError if there is none."""
        if self._past is None:
            raise ValueError("there is nothing to undo")
        before, self._past = self._past
        self._go(before)

    def copy(self) -> Game:
        """An independent copy of this game, with all its information."""
        other = Game(self._rules, self._position)
        other._past, other._eyes, other._options = self._past, self._eyes, self._options
        return other

    def __copy__(self) -> Game:
        return self.copy()

    def __deepcopy__(self, memo: object) -> Game:
        return self.copy()  # the log is a chain too long for Python's default copying

    def determinize(self, player: str, seed: int) -> Game:
        """A game that this player can't distinguish from this one, for looking ahead.

        Everything that the player can't see is drawn anew. It has no past and none of the seed, and
        its log says what the player has read.
        """
        who = self._id(player)
        if who not in self._drawn:
            self._drawn[who] = Determinizer(self._position, who)
        other = Game(self._rules, self._drawn[who].draw(seed))
        other._eyes = player
        return other

    def save(self) -> save.Save:
        """Plain values for JSON and `Rules.restore`. Raises SaveError for a determinized game."""
        if self._eyes:
            raise save.SaveError(f"a game determinized for `{self._eyes}` has no history to save")
        return save.save(self._position, self._rules)

    # --------------------------------------------------------------------------- names

    def _name(self, player: int) -> str:
        return naming.player_name(self._position.program, player)

    def _id(self, player: str | None) -> int:
        """The number of a player, 0 for nobody. Raises ValueError if they are not in the game."""
        if player is None:
            return 0
        found = {self._name(one): one for one in self._position.program.layout.kind("player")}
        if player not in found:
            hint = did_you_mean(str(player), found) or f"the players are {', '.join(found)}"
            raise ValueError(f"there is no player `{player}`; {hint}")
        return found[player]

    def __repr__(self) -> str:
        asked = self.question
        state = f"{asked.player} is asked: {asked.prompt}" if asked else "over"
        drawn = f", determinized for {self._eyes}" if self._eyes else ""
        return f"<Game of {self._rules.title}, seed {self.seed}{drawn}; {state}>"


__all__ = ["Game", "GameError", "Outcome", "Rules", "Seat"]
