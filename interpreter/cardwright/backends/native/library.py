"""A program's shared library, and positions of it: numbers in a fixed block of memory.

Decides what Python sees of them. A position is exported in the shape of `GameState.state()`.
"""

from __future__ import annotations

import ctypes
import threading
from collections.abc import Sequence
from dataclasses import field
from functools import cached_property
from pathlib import Path

from cardwright.backends.native.compile import NoCompiler, NotCompiled
from cardwright.backends.native.frames import Frame, choices_of, frames_of
from cardwright.backends.native.functions import declare
from cardwright.backends.native.library_cache import cached_libraries_of, library
from cardwright.backends.native.library_index import indexed_library, write_index_entry
from cardwright.backends.native.position_codec import NumberReader, State, imported_numbers
from cardwright.backends.native.printer import lists_of, printed, refuse
from cardwright.program.operations import FRAME
from cardwright.program.program import Program
from cardwright.source.records import dataclass

MASK = 2**64 - 1
# the numbers before the answers of a position; which of them is the reason for the end
_HEAD, _ENDED = 7, 2
OVERFLOW = 1  # an error, as in `cardwright.h`
BROKEN = (OSError, AttributeError)  # for a library that can't be loaded, or is another one
_WHOLE = ctypes.c_int64


class NativeError(Exception):
    """A game can't continue here; `code` as in `cardwright.h`. The Python engine can explain it."""

    def __init__(self, code: int) -> None:
        super().__init__(f"the native engine stopped ({code})")
        self.code = code


class _Memory(threading.local):
    """The memory of one thread: for calculations, the position that it continues from, and packed
    positions.
    """

    def __init__(self, library: Library) -> None:
        self.work = ctypes.create_string_buffer(library.dll.cw_size_of_work())
        self.position = Position(library)
        self.packed = ctypes.create_string_buffer(library.size)
        self.spare = ctypes.create_string_buffer(2 * library.size)
        self.exported = (_WHOLE * 1024)()


@dataclass
class Library:
    """The functions of a compiled program, for any number of threads."""

    program: Program = field(repr=False)
    dll: ctypes.CDLL
    words: Sequence[str] = ()  # the reasons why games end
    entries: int = 0  # the number of a program's routines, since some may be added
    _spent: dict[int, set[int]] = field(default_factory=dict)

    @cached_property
    def size(self) -> int:
        """The size of a position in bytes."""
        return int(self.dll.cw_size_of_game())

    @cached_property
    def frames(self) -> list[Frame]:
        """Only for positions that are exported, because this takes a while."""
        return frames_of(self.program)

    @cached_property
    def lists(self) -> int:
        """The number of lists of things in a position."""
        return lists_of(self.program)

    @cached_property
    def _memory(self) -> _Memory:
        return _Memory(self)

    @property
    def work(self) -> ctypes.Array[ctypes.c_char]:
        """Where this thread does its calculations."""
        return self._memory.work

    @property
    def spare(self) -> ctypes.Array[ctypes.c_char]:
        """Two positions in which this thread tries things out."""
        return self._memory.spare

    @property
    def buffer(self) -> ctypes.Array[ctypes.c_char]:
        """Where this thread packs positions."""
        return self._memory.packed

    def new(self, seed: int) -> Position:
        made = Position(self)
        made.checked(self.dll.cw_new(made.memory, self.work, seed & MASK))
        return made

    def count_anew(self) -> None:
        """Resets the counts of how often rules were begun."""
        self.dll.cw_count_anew(self.work)

    def begun(self, rule: str) -> dict[int, int]:
        """How often each player, by number, has begun a rule since the last `count_anew`."""
        rules, players = [*self.program.checked.rules], self.program.layout.kind("player")
        number = rules.index(rule) if rule in rules else -1
        return {player: self.dll.cw_begun(self.work, number, player) for player in players}

    def position(self, state: State, spent: int = 0) -> Position:
        """The position that `Position.state` describes, after this many steps."""
        numbers = imported_numbers(state, self.frames)
        made = Position(self)
        given = (_WHOLE * len(numbers))(*numbers)
        made.checked(self.dll.cw_import(made.memory, self.work, given, len(numbers)))
        self.dll.cw_spent_before(made.memory, spent)
        return made

    def unpacked(self, packed: bytes) -> Position:
        """A position that was packed; this thread continues from it until it unpacks another."""
        found = self._memory.position
        self.dll.cw_unpack(found.memory, packed)
        return found

    def pairs(self, routine: int) -> set[int]:
        """The registers of a routine that hold pairs of numbers: limits, and the keys they
        spent.
        """
        if routine not in self._spent:
            points = choices_of(self.program, routine)
            self._spent[routine] = {p.spent - FRAME for p in points if p.spent > 0}
        return self._spent[routine]


def compile_library(
    program: Program, flags: tuple[str, ...] = (), *, only_cached: bool = False
) -> Library:
    """The library of a program; if `only_cached`, one that was compiled before. Raises Unsupported,
    or NoCompiler.
    """
    if (found := indexed_library(program.identity, flags)) is not None:
        try:
            return open_library(program, *found)
        except BROKEN:
            found[0].unlink(missing_ok=True)
    shape = _shape(program)
    there, key = cached_libraries_of(shape), f"libraries of others {shape}{flags}"
    others: frozenset[Path] = program.memo.get(key, frozenset())  # type: ignore[assignment]
    if only_cached and there <= others:
        raise NotCompiled("it was not compiled before")
    refuse(program)
    made = printed(program)
    try:
        path = library(made.text, flags, shape=shape, only_cached=only_cached)
    except NotCompiled:
        program.memo[key] = there  # printing takes long, and each game needs it
        raise
    try:
        opened_now = open_library(program, path, made.words)
    except BROKEN as error:
        path.unlink(missing_ok=True)
        raise NoCompiler(f"the compiled game can't be loaded: {error}") from None
    write_index_entry(program.identity, flags, path, made.words)
    return opened_now


def _shape(program: Program) -> str:
    """Numbers that programs with the same C share: they are known before it is printed."""
    items, cells = program.layout.items, program.layout.start
    return "".join(f"{len(of)}-" for of in (items, cells, program.entries, program.code.blocks))


def open_library(program: Program, path: Path, words: Sequence[str] = ()) -> Library:
    dll = ctypes.CDLL(str(path))
    declare(dll)
    return Library(program, dll, words, 0 if program.identity else len(program.entries))


class Position:
    """A position of a game: the question, and its answers as numbers."""

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
        count = dll.cw_count(memory)
        found = (_WHOLE * count)()
        dll.cw_all_answers(memory, found, count)
        return tuple(found)

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

    @property
    def spent(self) -> int:
        """The steps of all answers so far."""
        return int(self.library.dll.cw_spent(self.memory))

    def apply(self, index: int) -> None:
        """Continues with the answer with this index. Raises NativeError; then it is no longer a
        valid position.
        """
        self.checked(self.library.dll.cw_apply(self.memory, self.library.work, index))

    def go_on(self) -> None:
        """Runs the frames of a position in which nobody is asked. Raises NativeError."""
        self.checked(self.library.dll.cw_go_on(self.memory, self.library.work))

    def copy(self) -> Position:
        other = Position(self.library)
        self.library.dll.cw_copy(other.memory, self.memory)
        return other

    def packed(self) -> bytes:
        """The position at rest, as `Library.unpacked` takes it."""
        buffer = self.library.buffer
        return ctypes.string_at(buffer, self.library.dll.cw_pack(self.memory, buffer, len(buffer)))

    def playout(self, random: int, most: int = 2**62) -> tuple[int, int]:
        """Plays on at random; returns the number of answers, and the state of chance after them."""
        state = ctypes.c_uint64(random)
        dll, work = self.library.dll, self.library.work
        given = dll.cw_playout(self.memory, work, ctypes.byref(state), most)
        self.checked(dll.cw_error(work))
        return int(given), int(state.value)

    @property
    def actions(self) -> tuple[int, ...]:
        """The actions of the answers, as computed by `runtime/encoding.py`."""
        dll, memory = self.library.dll, self.memory
        return tuple([dll.cw_action(memory, at) for at in range(dll.cw_count(memory))])

    def observation(self, player: int) -> list[int]:
        """What a player sees, as computed by `runtime/encoding.py`."""
        found = (ctypes.c_int32 * self.library.dll.cw_observed())()
        self.library.dll.cw_observe(self.memory, player, found)
        return list(found)

    @property
    def rewards(self) -> list[float]:
        """The rewards of the players in the game, in their order."""
        found = (ctypes.c_float * self.library.dll.cw_players())()
        self.library.dll.cw_rewards(self.memory, self.library.work, found)
        return list(found)

    @property
    def digest(self) -> int:
        """A number that equal positions share; not the same as `Game.digest`."""
        return int(self.library.dll.cw_digest(self.memory))

    @property
    def cells(self) -> list[int]:
        """Only the cells, from which most things have their names."""
        numbers, first = self._export()[0], _HEAD + self.library.dll.cw_count(self.memory)
        return numbers[first : first + len(self.library.program.layout.start)]

    def state(self) -> State:
        """The position as `GameState.state()` describes one of the Python engine."""
        numbers = self._exported()
        program, (rng, over, _, asked, point, count, depth) = self.library.program, numbers[:_HEAD]
        at = NumberReader(numbers, _HEAD)
        answers = at.take(count)
        cells = at.take(len(program.layout.start))
        zones = tuple(at.take(at.one()) for _ in range(self.library.lists))
        frames = tuple(self._frame(at) for _ in range(depth))
        where = (asked, point, answers) if asked else ()
        return cells, zones, frames, rng & MASK, bool(over), where

    def is_at(self, state: State) -> bool:
        """Whether this is the position of a `GameState.state()`, without building it."""
        numbers = self._exported()
        numbers[_ENDED] = 0
        if not self.asked:
            numbers[_ENDED + 2] = 0  # the site of the last question
        return numbers == imported_numbers(state, self.library.frames)

    def _exported(self) -> list[int]:
        numbers, size = self._export()
        return numbers[:size]

    def _export(self) -> tuple[ctypes.Array[ctypes.c_int64], int]:
        """All numbers, in memory of this thread, and how many there are."""
        here = self.library._memory
        size = self.library.dll.cw_export(self.memory, here.exported, len(here.exported))
        if size <= len(here.exported):
            return here.exported, size
        here.exported = (_WHOLE * (2 * size))()
        return self._export()

    def _frame(self, at: NumberReader) -> tuple[object, ...]:
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
