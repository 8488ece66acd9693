"""Plays one game, at random or with other player programs, for commands, tests and workers.

Responsible for fast random play and for passing each question to the right player program.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction

import cardwright
from cardwright import Option, Rules
from cardwright.backends.game_errors import GameError
from cardwright.backends.native.library import Library
from cardwright.board.layout import SEATS
from cardwright.players import RANDOM, Player, PlayerError, Seat, assigned, named, searches
from cardwright.players.playout import play_to_end
from cardwright.program.operations import FRAME
from cardwright.program.program import Program
from cardwright.runtime import engines
from cardwright.runtime.digest import digest
from cardwright.runtime.engines import ENDLESS, Engine
from cardwright.runtime.game import Game
from cardwright.runtime.outcome import score_of, winners
from cardwright.runtime.rng import below, step
from cardwright_tools.decks import with_decks
from cardwright_tools.sim.game_recorder import GameRecorder, observing_runs
from cardwright_tools.sim.games import (
    Failure,
    GameSetup,
    Outcome,
    choice_state,
    game_seed,
    to_failure,
)

TURN = "turn"


def play_random_watched(game: Game, rng: int, watch: GameRecorder) -> int:
    """Answers at random until the end, like `play_to_end`; returns the number of answers."""
    given = 0
    while (question := game.question) is not None and given < ENDLESS:
        rng, index = below(rng, len(question.answers))
        watch.decided(game, index)
        game.answer(index)
        given += 1
    return given


def play_by(
    rules: Rules, game: Game, by: Mapping[str, Player], rng: int, most: int,
    watch: GameRecorder | None = None,
) -> int:  # fmt: skip
    """Plays a game with these players, by id, each of which sees only its seat of a copy;
    returns the number of answers."""
    given = 0
    while game.question is not None and given < most:
        rng, bits = step(rng)
        seat = Seat(cardwright.Game(rules, game.copy()), bits)
        index = _index(seat, by[seat.player](seat))
        if watch is not None:
            watch.decided(game, index)
        game.answer(index)
        given += 1
    return given


def _index(seat: Seat, answer: Option | str) -> int:
    """Raises PlayerError if the answer isn't legal."""
    try:
        return seat.options.index_of(answer)
    except ValueError as error:
        raise PlayerError(
            f"the program that plays {seat.player} gave an invalid answer: {error}"
        ) from None


class GameRunner:
    """Plays games of one setup in one process."""

    def __init__(
        self, rules: Rules, players: int, seed: int, by: str = "", wins_by: str = "",
        watched: bool = False, engine: Engine = "python",
    ) -> None:  # fmt: skip
        self.rules, self.seed, self.wins_by = rules, seed, wins_by
        self.program, self.turns = count_rule(rules.program(players), TURN)
        self.players = self.program.layout.kind("player")
        self.names = {player: self.program.layout.items[player].name for player in self.players}
        self.automata = {self.names[player] for player in self.program.automata}
        self.by = by or RANDOM
        assigned(self.by, self._asked_ids(self.names.values()))  # refuses names before compiling
        self.engine = engines.choose_engine(rules.program(players), engine)
        self.decks = dict(decks_in(self.program))
        self._score = score_of(self.program)
        self.watch = GameRecorder(self.program, self._score) if watched else None
        if self.watch is not None:
            self.program = self.watch.over(self.program, TURN)

    @property
    def engines(self) -> dict[str, str]:
        """The engines that play the games and the playouts of searching players."""
        return self.engines_for(self.by)

    def engines_for(self, by: str) -> dict[str, str]:
        """The engines that would be used with these players."""
        there = "native" if isinstance(self.engine, Library) else "python"
        if searches(by):
            return {"engine": "python", "playouts": there}
        return {"engine": there if self.watch is None and by == RANDOM else "python"}

    def play(self, index: int) -> tuple[Outcome | Failure, Game | None]:
        """Plays the game with this index; the returned game is None if it could not start."""
        seed = game_seed(self.seed, index)
        self.turns.clear()
        game: Game | None = None
        start = time.perf_counter()
        try:
            game = Game(self.program, seed, start=False)
            if self.watch is not None:
                self.watch.begin(game)
            given = self._answer_natively(game, choice_state(seed))
            if given is None:
                game._begin()
                given = self._answer(game, choice_state(seed))
            if game.question is not None:
                raise GameError("CW401", f"no end after {given:,} answers", game.where())
            return self._outcome(game, index, given, time.perf_counter() - start), game
        except Exception as error:
            return to_failure(error, index, seed), game

    def _answer_natively(self, game: Game, rng: int) -> int | None:
        """Plays a game of random players on the native engine; None if Python has to play it."""
        library = self.engine
        if self.watch is not None or self.by != RANDOM or not isinstance(library, Library):
            return None
        library.count_anew()
        given = engines.play_at_random(library, game, rng)
        if given is not None:
            self.turns.update({p: n for p, n in library.begun(TURN).items() if n})
        return given

    def _answer(self, game: Game, rng: int) -> int:
        by_id = self._programs(game)
        if set(by_id.values()) <= {RANDOM}:
            if self.watch is not None:
                return play_random_watched(game, rng, self.watch)
            return play_to_end(game, rng)[1]
        by = {name: self._without_counting(named(kind)) for name, kind in by_id.items()}
        return play_by(self.rules, game, by, rng, ENDLESS, self.watch)

    def _programs(self, game: Game) -> dict[str, str]:
        """The player program of each player in this game, whose seats may differ from the last
        one's."""
        return assigned(self.by, self._asked_ids(cardwright.Game(self.rules, game).players))

    def _asked_ids(self, ids: Iterable[str]) -> Iterator[str]:
        """The ids of the players who are asked questions."""
        return (id for id in ids if id not in self.automata)

    def _without_counting(self, player: Player) -> Player:
        """The player, whose games to look ahead do not count turns."""

        def answer(seat: Seat) -> Option | str:
            before = self.turns.copy()
            found = player(seat)
            self.turns.clear()
            self.turns.update(before)
            return found

        return answer

    def _outcome(self, game: Game, index: int, given: int, seconds: float) -> Outcome:
        won = winners(game)
        share = Fraction(1, len(won) or 1)
        seats = game.z[self.program.layout.zone_id(SEATS) - self.program.layout.zone_first]
        return Outcome(
            index, self.turns.total(), given, seconds, digest(game),
            {name: self._score(game, player) for player, name in self.names.items()},
            {self.names[player]: share for player in won},
            {seats.index(player) + 1: share for player in won if player in seats},
            max(self.turns.values(), default=0), game.ended, self.group(game), self.decks,
            self.watch.end(game) if self.watch is not None else None,
            self._programs(game) if self.by != RANDOM else {},
        )  # fmt: skip

    def group(self, game: Game) -> str:
        """The value of `wins_by` in this position. Raises WhyError if it can't be understood."""
        if not self.wins_by:
            return ""
        return str(cardwright.Game(self.rules, game).why_with_secrets(self.wins_by).value)


def count_rule(program: Program, rule: str) -> tuple[Program, Counter[int]]:
    """Adds a counter of a rule's runs, by player, to the program; it stays empty if there is no
    such rule."""
    begun: Counter[int] = Counter()

    def count(_game: Game, frame: list[int]) -> None:
        begun[frame[FRAME]] += 1

    return observing_runs(program, rule, count), begun


def decks_in(program: Program) -> Iterator[tuple[str, str]]:
    """The deck of each player in a game, by id."""
    board = program.board
    kind = board.list_kind()
    for id in program.layout.players if kind is not None else ():
        deck = board.things["player"][id].values.get(kind.name) if kind is not None else None
        yield id, str(deck)


_loaded: dict[tuple[tuple[str, ...], tuple[str, ...]], Rules] = {}


def keep_rules(setup: GameSetup, rules: Rules) -> None:
    """Caches the rules of loaded packs for all runners of these packs."""
    _loaded[setup.packs, setup.modules] = rules


def make_runner(setup: GameSetup) -> GameRunner:
    """Loads the packs of a setup. Raises PackError if they have errors."""
    if (setup.packs, setup.modules) not in _loaded:
        keep_rules(setup, cardwright.load(*setup.packs, modules=setup.modules))
    rules = with_decks(_loaded[setup.packs, setup.modules], setup.decks)
    players = setup.players or max(rules.players)
    return GameRunner(
        rules, players, setup.seed, setup.by, setup.wins_by, setup.watched, setup.engine
    )
