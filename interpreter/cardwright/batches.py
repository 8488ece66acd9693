"""Many games at once on the native engine, over arrays: for programs that learn.

Owns the arrays, and the threads that fill them; the games are stepped in C, without the lock of the
interpreter. What actions and observations mean: `program/actions.py`, `program/observation.py`.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

from cardwright.program.actions import ActionSpace, action_space
from cardwright.program.observation import ObservationSpace, observation_space
from cardwright.runtime import engines

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cardwright.backends.native.library import Library
    from cardwright.program.program import Program

    Numbers = NDArray[Any]

MASK = 2**64 - 1
_LINE = 64  # bytes; no two games share a line of the processor's cache
_POINTERS = ("games", "seeds", "actions", "player", "point", "counts", "legal", "mask", "observed",
             "rewards", "ended")  # fmt: skip


class _Many(ctypes.Structure):
    """`cw_many` of `cardwright.h`."""

    _fields_ = (
        ("games", ctypes.c_void_p),
        ("stride", ctypes.c_int64),
        ("count", ctypes.c_int64),
        ("widest", ctypes.c_int64),
        *((name, ctypes.c_void_p) for name in _POINTERS[1:]),
    )


class Batch:
    """Games in step: all arrays have a row for each, and are written anew by `step`.

    `players`: who is asked, as an index of `seats`; `counts` and `legal`: how many actions are
    legal, and these; `mask`: the same by action; `observations`: what those who are asked see;
    `rewards` by seat and `ended`: of games that the last step has ended, in whose place new ones
    have begun.
    """

    def __init__(
        self, program: Program, n: int, seed: int, threads: int, masks: bool, observations: bool
    ) -> None:
        try:
            import numpy
        except ImportError:
            raise RuntimeError("batches need numpy: `pip install 'cardwright[learn]'`") from None
        self.program, self.threads = program, min(threads, n)
        self.seats = tuple(program.layout.items[id].name for id in program.layout.kind("player"))
        self._library = _native(program)
        self._numpy, self._many = numpy, _Many(count=n)
        self._allocate(n, masks, observations)
        self.seeds[:] = [(seed + game) & MASK for game in range(n)]
        self._works = [self._work() for _ in range(self.threads)]
        self._pool = ThreadPoolExecutor(self.threads) if self.threads > 1 else None
        self._each(self._library.dll.cw_many_start)
        self._require_questions()

    @property
    def actions(self) -> ActionSpace:
        """What the numbers of actions mean."""
        return action_space(self.program)

    @property
    def observed(self) -> ObservationSpace:
        """What the numbers of observations mean."""
        return observation_space(self.program)

    def step(self, actions: object) -> None:
        """Answers each question with an action. Raises ValueError if one is not legal; then no game
        has gone on. Raises it, too, if no new game that asks anything could begin."""
        given = self._numpy.asarray(actions)
        if given.shape != self._given.shape:
            raise ValueError(f"there are {len(self)} games, and actions of shape {given.shape}")
        self._given[:] = given
        dll = self._library.dll
        wrong = int(dll.cw_many_illegal(ctypes.byref(self._many), 0, len(self)))
        if wrong >= 0:
            raise ValueError(f"action {self._given[wrong]} is not legal in game {wrong}")
        self._each(dll.cw_many_step)
        self._require_questions()

    def _require_questions(self) -> None:
        if not self.counts.all():
            raise ValueError("there is nothing to decide in these games")

    def close(self) -> None:
        """Ends the threads."""
        if self._pool is not None:
            self._pool.shutdown()

    def __len__(self) -> int:
        return int(self._many.count)

    def __enter__(self) -> Batch:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # ------------------------------------------------------------------------------ memory

    def _allocate(self, n: int, masks: bool, observations: bool) -> None:
        size = self.actions.size
        stride = -(-self._library.size // _LINE) * _LINE
        self._many.stride, self._many.widest = stride, size
        self._games = self._array("games", (n, stride), "uint8")
        self.seeds = self._array("seeds", (n,), "uint64")
        self._given = self._array("actions", (n,), "int64")
        self.players = self._array("player", (n,), "int32")
        self.points = self._array("point", (n,), "int32")
        self.counts = self._array("counts", (n,), "int32")
        self.legal = self._array("legal", (n, size), "int32")
        self.mask = self._array("mask", (n, size), "bool") if masks else None
        width = self.observed.size
        self.observations = self._array("observed", (n, width), "int32") if observations else None
        self.rewards = self._array("rewards", (n, len(self.seats)), "float32")
        self.ended = self._array("ended", (n,), "uint8")

    def _array(self, name: str, shape: tuple[int, ...], kind: str) -> Numbers:
        made = self._numpy.zeros(shape, kind)
        setattr(self._many, name, made.ctypes.data)
        return made

    def _work(self) -> object:
        return ctypes.create_string_buffer(int(self._library.dll.cw_size_of_work()))

    def _each(self, function: Callable[..., object]) -> None:
        """Calls a function of C for all games, a part of them in each thread."""
        many, n, parts = ctypes.byref(self._many), len(self), self.threads
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
    found = engines.available(program, "native")
    if isinstance(found, engines.Unavailable):
        raise RuntimeError(f"batches need the native engine: {found.reason}")
    _declare(found.dll)
    return found


def _declare(dll: ctypes.CDLL) -> None:
    whole, many = ctypes.c_int64, ctypes.POINTER(_Many)
    dll.cw_many_illegal.restype, dll.cw_many_illegal.argtypes = whole, (many, whole, whole)
    for name in ("cw_many_start", "cw_many_step"):
        function = getattr(dll, name)
        function.restype, function.argtypes = None, (many, ctypes.c_void_p, whole, whole)
