"""A game as programs play it: ids in and out, a question with its options, undo, what each may see.

Owns the shape of the Python API. A game here goes from one position to the next and never changes
one, so a copy costs nothing and undo is the position before. How positions come about: see
`runtime`; its numbers are not seen here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, overload

from cardwright.board.layout import SEATS
from cardwright.program.decision_points import ChoicePoint, MenuPoint
from cardwright.runtime import naming, questions, save, visibility
from cardwright.runtime import outcome as ending
from cardwright.runtime.determinize import Determinizer
from cardwright.runtime.digest import digest
from cardwright.runtime.game import Game as Position
from cardwright.runtime.game_state import DONE, GameError
from cardwright.runtime.log import Entry, entries, lines
from cardwright.runtime.provenance import DEPTH, Tree
from cardwright.runtime.view import LINES, View, view
from cardwright.runtime.why import why
from cardwright.source.records import dataclass
from cardwright.source.spelling import did_you_mean

if TYPE_CHECKING:
    from cardwright.api import Rules


@dataclass(frozen=True, slots=True)
class Question:
    """Who is asked, by id, and what, as that player reads it."""

    player: str
    prompt: str


@dataclass(frozen=True, slots=True)
class Reference:
    """What an option is about: a thing or a value, of which kind, and where a thing is.

    `id` is None for a thing that the player who is asked can't see.
    """

    kind: str
    id: str | None
    place: str | None = None


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a game, by ids of players: places count from 1, and ties share one.

    `reason`: the words of the `end the game` that ended it, or else the rule that did.

    `cooperative`: all have won together, or `lost` to the game.
    """

    winners: tuple[str, ...]
    scores: Mapping[str, int | None]
    ranks: Mapping[str, int]
    cooperative: bool = False
    reason: str = ""

    @property
    def lost(self) -> bool:
        """Whether all have lost together."""
        return self.cooperative and not self.winners


class Option:
    """A legal answer; `id` is the same in every process, `title` is for people."""

    __slots__ = ("_index", "_options")

    def __init__(self, options: Options, index: int) -> None:
        self._options, self._index = options, index

    @property
    def id(self) -> str:
        return self._options.ids[self._index]

    @property
    def title(self) -> str:
        return self._options.titles[self._index]

    @property
    def refers_to(self) -> Reference | None:
        """What it is about; None for a branch, *done*, *pass*, and options that no thing bears."""
        return self._options.reference(self._index)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Option) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def _key(self) -> tuple[int, int]:
        """Copies of a game share the question that they were made at."""
        return id(self._options._position.question), self._index

    def __repr__(self) -> str:
        return f"Option({self.id!r}, {self.title!r})"

    def __dir__(self) -> Iterable[str]:
        return _public(self)


class Options(Sequence[Option]):
    """The legal answers of one position; their words are made when they are first asked for."""

    __slots__ = ("_ids", "_indexes", "_position", "_titles")

    def __init__(self, position: Position) -> None:
        self._position = position
        self._indexes = range(len(position.question.answers) if position.question else 0)
        self._ids: list[str] = []
        self._titles: list[str] = []

    @property
    def ids(self) -> list[str]:
        self._ids = self._ids or questions.answers(self._position)
        return self._ids

    @property
    def titles(self) -> list[str]:
        self._titles = self._titles or questions.labels(self._position)
        return self._titles

    def __len__(self) -> int:
        return len(self._indexes)

    @overload
    def __getitem__(self, index: int) -> Option: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Option, ...]: ...
    def __getitem__(self, index: int | slice) -> Option | tuple[Option, ...]:
        found = self._indexes[index]
        return (
            Option(self, found) if isinstance(found, int) else tuple(Option(self, i) for i in found)
        )

    def __repr__(self) -> str:
        return f"<{len(self)} options: {', '.join(self.ids)}>"

    def __dir__(self) -> Iterable[str]:
        return _public(self)

    def index_of(self, option: object) -> int:
        """Raises ValueError for what is no legal answer of this position."""
        if isinstance(option, str):
            return self._named(option)
        question = self._position.question
        if isinstance(option, Option) and option._options._position.question is question:
            return option._index
        raise ValueError(f"{option!r} is not an option of this question")

    def _named(self, id: str) -> int:
        if self._position.question is None:
            raise ValueError("the game is over: nothing is asked")
        if id not in self.ids:
            hint = did_you_mean(id, self.ids) or f"legal answers: {', '.join(self.ids) or 'none'}"
            raise ValueError(f"`{id}` is not a legal answer; {hint}")
        return self.ids.index(id)

    def reference(self, index: int) -> Reference | None:
        position, question = self._position, self._position.question
        assert question is not None
        value, site = question.answers[index], position.program.points[question.site]
        if value == DONE:
            return None
        if isinstance(site, MenuPoint):
            bearer = site.rows[value].this
            return _thing(position, bearer, question.player) if bearer else None
        if not isinstance(site, ChoicePoint):
            return None
        if site.type.base == "thing" and value:
            return _thing(position, value, question.player)
        return Reference(str(site.type.one()), naming.value(position.program, site.type, value))


def _thing(position: Position, item: int, player: int) -> Reference:
    program, place = position.program, position.s[item]
    movable = visibility.can_be_hidden(program, item)
    where = naming.name(program, place) if movable and place else None
    if visibility.sees(position, item, player):
        return Reference(program.layout.items[item].kind, naming.name(program, item), where)
    zone = visibility.zone_at(program, place)
    kind = zone[0].holds if zone else visibility.back_of(position, item)
    return Reference(kind or "thing", None, where)


def _public(of: object) -> list[str]:
    return [name for name in object.__dir__(of) if not name.startswith("_")]


_Past = tuple[Position, "_Past"] | None


class Game:
    """A game in play; `Rules.new_game` starts one. Players are called by their ids.

    It knows everything. What a player, or a program that plays for one, may know is in
    `observation` and `log`, and in what `determinize` gives.
    """

    __slots__ = ("_drawn", "_eyes", "_options", "_past", "_position", "_rules")

    def __init__(self, rules: Rules, position: Position) -> None:
        self._rules, self._position = rules, position
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
        """The ids of those who play, as they are seated."""
        layout = self._position.program.layout
        seats = self._position.z[layout.zone_id(SEATS) - layout.zone_first]
        return tuple(self._name(player) for player in seats)

    @property
    def automata(self) -> tuple[str, ...]:
        """The ids of those who are never asked: their rules answer for them."""
        return tuple(p for p in self.players if self._id(p) in self._position.program.automata)

    @property
    def turn(self) -> str | None:
        """The player who is asked; None when the game is over."""
        question = self._position.question
        return self._name(question.player) if question else None

    @property
    def question(self) -> Question | None:
        """The question; None when the game is over."""
        turn = self.turn
        return Question(turn, questions.prompt(self._position)) if turn else None

    @property
    def options(self) -> Options:
        """The legal answers; none when the game is over."""
        if self._options is None:
            self._options = Options(self._position)
        return self._options

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; None while it runs."""
        if not self._position.over:
            return None
        won, score = ending.winners(self._position), ending.score_of(self._position.program)
        scores = {self._id(name): score(self._position, self._id(name)) for name in self.players}
        together = self._position.program.checked.cooperative
        places = dict.fromkeys(scores, 1) if together else ending.ranks(won, scores)
        return Outcome(
            tuple(map(self._name, won)),
            {self._name(player): value for player, value in scores.items()},
            {self._name(player): place for player, place in places.items()},
            together,
            self._position.ended,
        )

    @property
    def seed(self) -> int:
        return self._position.seed

    @property
    def digest(self) -> str:
        """A sha256 of the position; swapping interchangeable pieces does not change it."""
        return digest(self._position)

    @property
    def position(self) -> Position:
        """The runtime's own form of this position, for tools: numbers, hidden ones too."""
        return self._position

    def observation(self, player: str | None = None, last: int | None = LINES) -> View:
        """What a player may see, or without one a spectator, with the newest lines of the log."""
        return view(self._position, self._id(player), last)

    def log(self, player: str | None = None, last: int | None = None) -> list[str]:
        """What happened, as a player may read it, or without one a spectator."""
        return lines(self._position, self._id(player), last)

    def entries(self) -> list[Entry]:
        """All that happened, with the rules behind it, and who may read it."""
        return entries(self._position)

    def why(
        self, expression: str, player: str | None = None, depth: int = DEPTH, every: bool = False
    ) -> Tree:
        """The tree behind the value of an expression: what a player may know, else all of it.

        Raises WhyError for what is no expression, and GameError when its value has no end.
        """
        who = None if player is None else self._id(player)
        return why(self._position, expression, who, depth=depth, every=every)

    # ------------------------------------------------------------------------- playing

    def apply(self, option: Option | str) -> None:
        """Answers the question, with an option or its id, and goes on to the next one.

        Raises ValueError when that is no legal answer, GameError when the rules never end; then
        the game is where it was.
        """
        self._answer(self.options.index_of(option))

    def _answer(self, index: int) -> None:
        after = self._position.copy()
        after.answer(index)
        self._past = (self._position, self._past)
        self._go(after)

    def _go(self, to: Position) -> None:
        self._position, self._options, self._drawn = to, None, {}

    def undo(self) -> None:
        """Takes the last answer back. Raises ValueError when there is none."""
        if self._past is None:
            raise ValueError("there is nothing to undo")
        before, self._past = self._past
        self._go(before)

    def copy(self) -> Game:
        """An independent copy of this game, with all its information."""
        other = Game(self._rules, self._position)
        other._past, other._eyes, other._options = self._past, self._eyes, self._options
        return other

    def __deepcopy__(self, memo: object) -> Game:
        return self.copy()  # the log is a chain too long for Python's own way

    def determinize(self, player: str, seed: int) -> Game:
        """A game that this player can't distinguish from this one, to search in.

        What the player can't see is drawn anew. It has no past and none of the seed, and its log
        says what the player has read.
        """
        who = self._id(player)
        if who not in self._drawn:
            self._drawn[who] = Determinizer(self._position, who)
        other = Game(self._rules, self._drawn[who].draw(seed))
        other._eyes = player
        return other

    def save(self) -> save.Save:
        """Plain values, ready for JSON, for `Rules.restore`. Raises SaveError when determinized."""
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

    def __dir__(self) -> Iterable[str]:
        return _public(self)


__all__ = ["Game", "GameError", "Option", "Options", "Outcome", "Question", "Reference"]
