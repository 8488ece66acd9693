"""Looking ahead from positions of the native engine: `runtime/ahead.h`, called from Python."""

from __future__ import annotations

import ctypes

from cardwright.backends.native.library import Position

_WHOLE = ctypes.c_int64


def reseed(at: Position, rng: int) -> None:
    """Changes the random results from now on."""
    at.library.dll.cw_reseed(at.memory, rng)


def evaluations(at: Position) -> list[int]:
    """The value for each player, as computed by `players/evaluation.py`. Raises NativeError."""
    library = at.library
    found = (_WHOLE * len(library.program.layout.kind("player")))()
    at.checked(library.dll.cw_worths(at.memory, library.work, found))
    return list(found)


def play_best_of(at: Position, random: int, tries: int, most: int) -> None:
    """Plays on, with all players taking the best of `tries` ways to finish an action. Raises
    NativeError.
    """
    library, state = at.library, ctypes.byref(ctypes.c_uint64(random))
    play = library.dll.cw_play_well
    at.checked(play(at.memory, library.work, library.spare, state, tries, most))


def rate_answers(at: Position, random: int, tries: int, answers: int) -> list[int]:
    """For each answer, the value of the best of `tries` ways to finish the action. Raises
    NativeError.
    """
    library, state = at.library, ctypes.byref(ctypes.c_uint64(random))
    found = (_WHOLE * answers)()
    rate = library.dll.cw_promises
    at.checked(rate(at.memory, library.work, library.spare, state, tries, found))
    return list(found)
