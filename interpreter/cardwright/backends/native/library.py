"""A program's shared library, and positions of it: numbers in a fixed block of memory.

Owns what Python sees of them. A position is exported in the shape of `GameState.state()`.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterator, Sequence
from dataclasses import field
from pathlib import Path
from typing import Any

from cardwright.backends.native.compile import OPTIMISED, NoCompiler, library
from cardwright.backends.native.frames import Frame, frames_of
from cardwright.backends.native.printer import lists_of, printed
from cardwright.program.decision_points import ChoicePoint
from cardwright.program.program import Program
from cardwright.source.records import dataclass

MASK = 2**64 - 1
_HEAD = 7  # numbers before the answers of a position
State = tuple[Any, ...]
_WHOLE = ctypes.c_int64
_PARTS = ctypes.c_void_p
_FUNCTIONS: dict[str, tuple[type | None, tuple[type, ...]]] = {
    "cw_size_of_game": (_WHOLE, ()),
    "cw_size_of_work": (_WHOLE, ()),
    "cw_new": (ctypes.c_int, (_PARTS, _PARTS, ctypes.c_uint64)),
    "cw_apply": (ctypes.c_int, (_PARTS, _PARTS, _WHOLE)),
    "cw_copy": (None, (_PARTS, _PARTS)),
    "cw_player": (_WHOLE, (_PARTS,)),
    "cw_point_of": (_WHOLE, (_PARTS,)),
    "cw_count": (_WHOLE, (_PARTS,)),
    "cw_answer": (_WHOLE, (_PARTS, _WHOLE)),
    "cw_is_over": (_WHOLE, (_PARTS,)),
    "cw_ended": (_WHOLE, (_PARTS,)),
    "cw_error": (_WHOLE, (_PARTS,)),
    "cw_begun": (_WHOLE, (_PARTS, _WHOLE, _WHOLE)),
    "cw_count_anew": (None, (_PARTS,)),
    "cw_playout": (_WHOLE, (_PARTS, _PARTS, ctypes.POINTER(ctypes.c_uint64), _WHOLE)),
    "cw_actions": (_WHOLE, ()),
    "cw_action": (_WHOLE, (_PARTS, _WHOLE)),
    "cw_index_of": (_WHOLE, (_PARTS, _WHOLE)),
    "cw_observed": (_WHOLE, ()),
    "cw_observe": (None, (_PARTS, _WHOLE, _PARTS)),
    "cw_players": (_WHOLE, ()),
    "cw_rewards": (None, (_PARTS, _PARTS, _PARTS)),
    "cw_digest": (ctypes.c_uint64, (_PARTS,)),
    "cw_export": (_WHOLE, (_PARTS, ctypes.POINTER(_WHOLE), _WHOLE)),
    "cw_import": (ctypes.c_int, (_PARTS, _PARTS, ctypes.POINTER(_WHOLE), _WHOLE)),
}


class NativeError(Exception):
    """A game can't go on here; `code` as in `types.h`. The Python engine knows why."""

    def __init__(self, code: int) -> None:
        super().__init__(f"the native engine stopped ({code})")
        self.code = code


@dataclass(slots=True)
class Library:
    """The functions of a compiled program, and the memory in which it works things out."""

    program: Program = field(repr=False)
    dll: ctypes.CDLL
    frames: list[Frame]
    work: object = None
    size: int = 0
    lists: int = 0  # of things, in a position
    words: Sequence[str] = ()  # why games end
    _spent: dict[int, set[int]] = field(default_factory=dict)

    def new(self, seed: int) -> Position:
        made = Position(self)
        made.checked(self.dll.cw_new(made.memory, self.work, seed & MASK))
        return made

    def count_anew(self) -> None:
        """Forgets how often rules were begun."""
        self.dll.cw_count_anew(self.work)

    def begun(self, rule: str) -> dict[int, int]:
        """How often each player, by number, has begun a rule since the last `count_anew`."""
        rules, players = [*self.program.checked.rules], self.program.layout.kind("player")
        number = rules.index(rule) if rule in rules else -1
        return {player: self.dll.cw_begun(self.work, number, player) for player in players}

    def position(self, state: State) -> Position:
        """The position that `Position.state` tells."""
        numbers = [*_numbers(state)]
        made = Position(self)
        given = (_WHOLE * len(numbers))(*numbers)
        made.checked(self.dll.cw_import(made.memory, self.work, given, len(numbers)))
        return made

    def pairs(self, routine: int) -> set[int]:
        """The registers of a routine that have pairs of numbers: limits, and what they spent."""
        if routine not in self._spent:
            name = self.program.entries[routine].name
            points = (p for p in self.program.points if isinstance(p, ChoicePoint))
            self._spent[routine] = {
                p.spent - 2 for p in points if p.routine == name and p.spent > 0
            }
        return self._spent[routine]


def compiled(
    program: Program, flags: tuple[str, ...] = OPTIMISED, *, only_kept: bool = False
) -> Library:
    """The library of a program; if `only_kept`, one that was compiled before. Raises Unsupported,
    or NoCompiler."""
    made = printed(program)
    path = library(made.text, flags, only_kept=only_kept)
    try:
        return opened(program, path, made.words)
    except OSError:  # what is in the cache is broken
        path.unlink(missing_ok=True)
    try:
        return opened(program, library(made.text, flags, only_kept=only_kept), made.words)
    except OSError as error:
        raise NoCompiler(f"what was compiled can't be loaded: {error}") from None


def opened(program: Program, path: Path, words: Sequence[str] = ()) -> Library:
    dll = ctypes.CDLL(str(path))
    for name, (gives, takes) in _FUNCTIONS.items():
        function = getattr(dll, name)
        function.restype, function.argtypes = gives, takes
    work = ctypes.create_string_buffer(dll.cw_size_of_work())
    size, lists = dll.cw_size_of_game(), lists_of(program)
    return Library(program, dll, frames_of(program), work, size, lists, words)


class Position:
    """A position of a game: who is asked what, and its answers as numbers."""

    __slots__ = ("library", "memory")

    def __init__(self, library: Library) -> None:
        self.library = library
        self.memory = ctypes.create_string_buffer(library.size)

    def checked(self, code: int) -> None:
        if code:
            raise NativeError(code)

    @property
    def asked(self) -> int:
        return int(self.library.dll.cw_player(self.memory))

    @property
    def point(self) -> int:
        return int(self.library.dll.cw_point_of(self.memory))

    @property
    def answers(self) -> tuple[int, ...]:
        dll, memory = self.library.dll, self.memory
        return tuple([dll.cw_answer(memory, at) for at in range(dll.cw_count(memory))])

    @property
    def over(self) -> bool:
        return bool(self.library.dll.cw_is_over(self.memory))

    @property
    def ended(self) -> str:
        """Why the game is over: the reason that its rules give, or the rule that ended it."""
        if not self.over:
            return ""
        number = int(self.library.dll.cw_ended(self.memory))
        if number >= 0:
            return self.library.words[number]
        return self.library.program.entries[-1 - number].name

    def apply(self, index: int) -> None:
        """Goes on with the answer with this index. Raises NativeError; then it is no position
        any more."""
        self.checked(self.library.dll.cw_apply(self.memory, self.library.work, index))

    def copy(self) -> Position:
        other = Position(self.library)
        self.library.dll.cw_copy(other.memory, self.memory)
        return other

    def playout(self, random: int, most: int = 2**62) -> tuple[int, int]:
        """Plays on at random: how many answers were given, and the state of chance after it."""
        state = ctypes.c_uint64(random)
        dll, work = self.library.dll, self.library.work
        given = dll.cw_playout(self.memory, work, ctypes.byref(state), most)
        self.checked(dll.cw_error(work))
        return int(given), int(state.value)

    @property
    def actions(self) -> tuple[int, ...]:
        """The actions of the answers, as `runtime/numbers.py` tells them."""
        dll, memory = self.library.dll, self.memory
        return tuple([dll.cw_action(memory, at) for at in range(dll.cw_count(memory))])

    def observation(self, player: int) -> list[int]:
        """What a player sees, as `runtime/numbers.py` tells it."""
        found = (ctypes.c_int32 * self.library.dll.cw_observed())()
        self.library.dll.cw_observe(self.memory, player, found)
        return list(found)

    @property
    def rewards(self) -> list[float]:
        """Of those who play, in their order."""
        found = (ctypes.c_float * self.library.dll.cw_players())()
        self.library.dll.cw_rewards(self.memory, self.library.work, found)
        return list(found)

    @property
    def digest(self) -> int:
        """A number that equal positions share; not that of `Game.digest`."""
        return int(self.library.dll.cw_digest(self.memory))

    def state(self) -> State:
        """As `GameState.state()` tells a position of the Python engine."""
        numbers = self._exported()
        program, (rng, over, _, asked, point, count, depth) = self.library.program, numbers[:_HEAD]
        at = _Reader(numbers, _HEAD)
        answers = at.take(count)
        cells = at.take(len(program.layout.start))
        zones = tuple(at.take(at.one()) for _ in range(self.library.lists))
        frames = tuple(self._frame(at) for _ in range(depth))
        where = (asked, point, answers) if asked else ()
        return cells, zones, frames, rng & MASK, bool(over), where

    def _exported(self) -> list[int]:
        dll = self.library.dll
        size = dll.cw_export(self.memory, None, 0)
        numbers = (_WHOLE * size)()
        dll.cw_export(self.memory, numbers, size)
        return list(numbers)

    def _frame(self, at: _Reader) -> tuple[object, ...]:
        block, routine = at.take(2)
        frame, pairs = self.library.frames[routine], self.library.pairs(routine)
        found: list[object] = [block, routine]
        for register in range(frame.registers):
            value = at.one()
            if register not in frame.most:
                found.append(value)
            elif value < 0:
                found.append(0)
            else:
                members = at.take(value)
                paired = zip(members[::2], members[1::2], strict=True)
                found.append(tuple(paired) if register in pairs else members)
        return tuple(found)


@dataclass(slots=True)
class _Reader:
    numbers: Sequence[int]
    at: int

    def take(self, count: int) -> tuple[int, ...]:
        self.at += count
        return tuple(self.numbers[self.at - count : self.at])

    def one(self) -> int:
        return self.take(1)[0]


def _numbers(state: Any) -> Iterator[int]:
    """The numbers that `cw_import` takes."""
    cells, zones, frames, rng, over, where = state
    asked, point, answers = where or (0, 0, ())
    yield from (_signed(rng), int(over), 0, asked, point, len(answers), len(frames))
    yield from (*answers, *cells)
    for zone in zones:
        yield from (len(zone), *zone)
    for frame in frames:
        yield from frame[:2]
        for value in frame[2:]:
            yield from _register(value)


def _register(value: object) -> Iterator[int]:
    if isinstance(value, int):
        yield value
    else:
        assert isinstance(value, tuple)
        flat = [n for one in value for n in (one if isinstance(one, tuple) else (one,))]
        yield from (len(flat), *flat)


def _signed(number: int) -> int:
    return number - 2**64 if number >= 2**63 else number
