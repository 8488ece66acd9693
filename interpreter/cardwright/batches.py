"""Many games at the same time on the native engine, over arrays: for programs that learn.

Responsible for the arrays, and the threads that fill them; the games are stepped in C, without the
interpreter lock, and those with which C can't continue in Python, beside the others. For the
meaning of actions and observations, see `program/actions.py` and `program/observation.py`.
"""

from __future__ import annotations

import ctypes
import warnings
from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from typing import TYPE_CHECKING, Any

from cardwright.backends.game_errors import GameError
from cardwright.runtime import encoding, engines
from cardwright.spaces import Spaces, numpy

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cardwright.backends.native.library import Library
    from cardwright.program.program import Program
    from cardwright.runtime.game import Game

    Numbers = NDArray[Any]

MASK = 2**64 - 1
GAVE_UP = 255
TRIED = 100  # games in a row that can't begin, or end without a question
REMEMBERED = 20_000  # steps; a longer game is not replayed
_LINE = 64  # bytes; no two games share a line of the processor's cache
_POINTERS = ("games", "seeds", "actions", "asked", "point", "counts", "legal", "mask", "observed",
             "rewards", "ended")  # fmt: skip


class _CBatch(ctypes.Structure):
    """`cw_batch` of `cardwright.h`."""

    _fields_ = (
        ("games", ctypes.c_void_p),
        ("stride", ctypes.c_int64),
        ("count", ctypes.c_int64),
        ("widest", ctypes.c_int64),
        *((name, ctypes.c_void_p) for name in _POINTERS[1:]),
    )


class Batch:
    """`n` games in step: all arrays have a row for each, and are overwritten by `step`.

    About the current games: `seeds`, uint64; `asked`, int32: who is asked, as an index of
    `players`; `points`, int32: the decision point; `counts`, int32: the number of legal actions;
    `legal`, (n, actions) int32: these, in the first `counts` columns; `mask`, (n, actions) bool:
    whether each is legal; `observations`, (n, numbers) int32: what the player who is asked sees.
    The last two are None unless requested. About games that ended in the last step and were
    replaced by new ones: `ended`, uint8: 1, or 255 after an error of the pack, else 0; `rewards`,
    (n, players) float32: from -1 to 1.
    """

    def __init__(
        self, program: Program, n: int, seed: int, threads: int, masks: bool, observations: bool
    ) -> None:
        self._numpy, self._shared = numpy(), _CBatch(count=n)
        self.program, self.threads = program, min(threads, n)
        self._library = _native(program)
        self._allocate(n, masks, observations)
        self.seeds[:] = [(seed + game) & MASK for game in range(n)]
        self._works = [self._work() for _ in range(self.threads)]
        self._pool = ThreadPoolExecutor(self.threads) if self.threads > 1 else None
        self._beside: dict[int, Game] = {}  # by row: the games that Python plays
        self._given_before: deque[Numbers] = deque(maxlen=REMEMBERED)
        self._steps = 0
        self._began = self._numpy.zeros(n, "int64")  # the step before a game's first
        self._is_open, self._said = True, set[str]()
        self._each(self._library.dll.cw_batch_start)
        self._take_over()

    @cached_property
    def spaces(self) -> Spaces:
        """The meaning of the numbers for points, actions and observations."""
        return Spaces(self.program)

    @property
    def players(self) -> tuple[str, ...]:
        """The ids of the players, in the order of their numbers, not of their seats."""
        return self.spaces.players

    def step(self, actions: object) -> None:
        """Answers the question of each game; `actions` are n whole numbers.

        Raises ValueError if an action is not legal; then no game has changed. Raises ValueError,
        too, if no new game that asks anything could begin, and after `close`.
        """
        if not self._is_open:
            raise ValueError("this batch is closed")
        given = self._numpy.asarray(actions)
        if given.shape != self._given.shape:
            raise ValueError(f"there are {len(self)} games, and actions of shape {given.shape}")
        if given.dtype.kind not in "iu":
            raise ValueError(f"actions are whole numbers, not {given.dtype}")
        self._given[:] = given
        self._require_legal()
        self._given_before.append(self._given.astype("int32"))
        self._steps += 1
        self._each(self._library.dll.cw_batch_step)
        for row in [*self._beside]:
            self._answer(row)
        self._take_over()
        self._forget()

    def _require_legal(self) -> None:
        dll = self._library.dll
        wrong = {int(dll.cw_batch_illegal(ctypes.byref(self._shared), 0, len(self)))} - {-1}
        for row, game in self._beside.items():
            if self._given[row] not in encoding.actions(game):
                wrong.add(row)
        if wrong:
            row = min(wrong)
            raise ValueError(f"action {self._given[row]} is not legal in game {row}")

    def _forget(self) -> None:
        """Forgets the answers of games that are over, and their other data."""
        if self.ended.any():
            self._began[self.ended != 0] = self._steps
            for _ in range(len(self._given_before) - self._steps + int(self._began.min())):
                self._given_before.popleft()

    # ------------------------------------------------------------------ games beside the others

    def _take_over(self) -> None:
        """Continues in Python the games that ask nobody because C could not begin or continue
        them.
        """
        if self.counts.all():
            return
        for row in map(int, self._numpy.flatnonzero(self.counts == 0)):
            if self.ended[row] == GAVE_UP:
                self._go_on(row)
            else:
                self._begin(row)

    def _go_on(self, row: int) -> None:
        """Replays a game in Python up to and including the answer with which C could not
        continue.
        """
        first = self._began[row] - self._steps + len(self._given_before)
        try:
            if first < 0:
                raise GameError("CW401", f"{REMEMBERED:,} answers can't be replayed", ())
            game = engines.start_game(self._library, int(self.seeds[row]))
            for given in [*self._given_before][first:]:
                game.answer(encoding.actions(game).index(given[row]))
        except GameError as error:
            self._break_off(row, error)
        else:
            self._say("some games of this batch continue in Python: they are too large for C")
            self._went_on(row, game)

    def _answer(self, row: int) -> None:
        game = self._beside.pop(row)
        try:
            game.answer(encoding.actions(game).index(self._given[row]))
        except GameError as error:
            self._break_off(row, error)
        else:
            self._went_on(row, game)

    def _went_on(self, row: int, game: Game) -> None:
        self.ended[row] = game.over
        if game.over:
            self.rewards[row] = [*encoding.rewards(game).values()]
            self._next(row)
        else:
            self._show(row, game)

    def _break_off(self, row: int, error: GameError) -> None:
        """Begins another game if Python can't continue, either."""
        self.ended[row] = GAVE_UP
        self._say(f"some games of this batch were stopped: {error.code} {error}")
        self._next(row)

    def _show(self, row: int, game: Game) -> None:
        """Fills the row of a game that is played in Python."""
        question, actions = game.question, encoding.actions(game)
        assert question is not None
        self._beside[row] = game
        self.asked[row] = self.program.layout.kind("player").index(question.player)
        self.points[row], self.counts[row] = question.site, len(actions)
        self.legal[row, : len(actions)] = actions[: self.legal.shape[1]]
        if self.mask is not None:
            self.mask[row] = False
            self.mask[row, [*actions]] = True
        if self.observations is not None:
            self.observations[row] = encoding.observation(game, question.player)

    def _say(self, words: str) -> None:
        """Warns, once in a batch."""
        if words not in self._said:
            self._said.add(words)
            warnings.warn(words, RuntimeWarning, stacklevel=6)

    def _next(self, row: int) -> None:
        """Begins another game, in C if possible."""
        self._next_seed(row)
        many, work = ctypes.byref(self._shared), self._works[0]
        self._library.dll.cw_batch_start(many, work, row, row + 1)
        if not self.counts[row]:
            self._begin(row)

    def _begin(self, row: int) -> None:
        """Begins a game that C could not begin."""
        for _ in range(TRIED):
            try:
                game = engines.start_game(self._library, int(self.seeds[row]))
            except GameError:
                pass
            else:
                if game.question is not None:
                    self._show(row, game)
                    return
            self._next_seed(row)
        raise ValueError("there is nothing to decide in these games")

    def _next_seed(self, row: int) -> None:
        self.seeds[row] = int(self.seeds[row]) + len(self) & MASK

    def close(self) -> None:
        """Ends the threads; the arrays stay as they are."""
        self._is_open = False
        if self._pool is not None:
            self._pool.shutdown()

    def __repr__(self) -> str:
        return f"<Batch of {len(self)} games with {', '.join(self.players)}>"

    def __len__(self) -> int:
        return int(self._shared.count)

    def __enter__(self) -> Batch:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # ------------------------------------------------------------------------------ memory

    def _allocate(self, n: int, masks: bool, observations: bool) -> None:
        dll = self._library.dll
        size, width, players = (int(f()) for f in (dll.cw_actions, dll.cw_observed, dll.cw_players))
        stride = -(-self._library.size // _LINE) * _LINE
        self._shared.stride, self._shared.widest = stride, size
        self._games = self._array("games", (n, stride), "uint8")
        self.seeds = self._array("seeds", (n,), "uint64")
        self._given = self._array("actions", (n,), "int64")
        self.asked = self._array("asked", (n,), "int32")
        self.points = self._array("point", (n,), "int32")
        self.counts = self._array("counts", (n,), "int32")
        self.legal = self._array("legal", (n, size), "int32")
        self.mask = self._array("mask", (n, size), "bool") if masks else None
        self.observations = self._array("observed", (n, width), "int32") if observations else None
        self.rewards = self._array("rewards", (n, players), "float32")
        self.ended = self._array("ended", (n,), "uint8")

    def _array(self, name: str, shape: tuple[int, ...], kind: str) -> Numbers:
        made: Numbers = self._numpy.zeros(shape, kind)
        setattr(self._shared, name, made.ctypes.data)
        return made

    def _work(self) -> object:
        return ctypes.create_string_buffer(int(self._library.dll.cw_size_of_work()))

    def _each(self, function: Callable[..., object]) -> None:
        """Calls a C function for all games, divided among the threads."""
        many, n, parts = ctypes.byref(self._shared), len(self), self.threads
        bounds = [n * part // parts for part in range(parts + 1)]
        if self._pool is None:
            function(many, self._works[0], 0, n)
        else:
            waits = [
                self._pool.submit(function, many, work, bounds[at], bounds[at + 1])
                for at, work in enumerate(self._works)
            ]
            for wait in waits:
                wait.result()


def _native(program: Program) -> Library:
    found = engines.available_library(program, "native")
    if isinstance(found, engines.Unavailable):
        raise RuntimeError(f"batches need the native engine: {found.reason}")
    return found
