"""Which engine plays: Python's, or the native one if the program can be compiled.

Responsible for the choice, and for converting positions between engines. Python does whatever the
native engine can't: nothing changes except the time it takes.
"""

from __future__ import annotations

import warnings
from functools import cache
from typing import Any, Literal, get_args

from cardwright.backends.native.compile import NoCompiler, NotCompiled
from cardwright.backends.native.library import Library, NativeError, Position, compile_library
from cardwright.backends.native.names import Unsupported
from cardwright.language.inflection import listed
from cardwright.program.program import Program
from cardwright.runtime.game import Game
from cardwright.runtime.native_game import NativeGame
from cardwright.source.records import dataclass

Engine = Literal["auto", "python", "native"]
"""`auto` plays natively what was compiled before; `native` compiles what was not."""
_MEMO_KEY = "library"  # key of a program's memo
ENDLESS = 200_000  # answers; a game with more questions is assumed to be endless


@dataclass(frozen=True, slots=True)
class Unavailable:
    """The reason that a program is not played natively, in one line; "" if nothing is wrong."""

    reason: str


def checked_engine(engine: Any) -> Engine:
    """An engine by its name. Raises ValueError if there is none."""
    if engine not in get_args(Engine):
        raise ValueError(f"`engine` must be {listed([*get_args(Engine)], 'or')}, not {engine!r}")
    found: Engine = engine
    return found


def choose_engine(program: Program, engine: Engine) -> Library | Unavailable:
    """Chooses the engine of a program from now on; returns the reason if Python plays instead of
    the chosen engine.
    """
    found = available_library(program, engine)
    program.memo["native"] = found if isinstance(found, Library) else None
    return found


def native(program: Program) -> Library | None:
    """The native engine of a program, if one was chosen and there is one."""
    found = program.memo.get("native")
    return found if isinstance(found, Library) else None


def available_library(program: Program, engine: Engine) -> Library | Unavailable:
    """The native engine of a program, if this engine allows it. Raises ValueError for an unknown
    engine.
    """
    checked_engine(engine)
    known = program.memo.get(_MEMO_KEY)
    if engine == "python":
        return Unavailable("")
    if isinstance(known, Library) and (program.identity or known.entries == len(program.entries)):
        return known
    try:
        found = compile_library(program, only_cached=engine == "auto")
    except NotCompiled:
        return Unavailable("")
    except NoCompiler as error:
        return Unavailable(str(error))
    except Unsupported as error:
        return Unavailable(f"the native engine can't play this game: {error}")
    program.memo[_MEMO_KEY] = found
    return found


def new_game(program: Program, seed: int, engine: Engine) -> Game:
    """A game at its first question, on this engine if possible; the same holds for its playouts."""
    library = choose_engine(program, engine)
    if isinstance(library, Unavailable) and library.reason:
        _warn(library.reason)
    return start_game(library, seed) if isinstance(library, Library) else Game(program, seed)


def start_game(library: Library, seed: int) -> Game:
    """A game on the native engine or, if that can't begin it, on Python's."""
    try:
        return NativeGame(library, seed)
    except NativeError:
        return Game(library.program, seed)  # Python reports the error


@cache
def _warn(reason: str) -> None:
    """Warns once that Python plays."""
    warnings.warn(f"Python plays this game: {reason}", RuntimeWarning, stacklevel=4)


def play_at_random(library: Library, game: Game, random: int) -> int | None:
    """Plays a game that has not begun to its end, with random answers; returns their number.

    None, with the position unchanged, if the native engine can't play it to its end.
    """
    try:
        position = library.new(game.seed)
        given, _ = position.playout(random, ENDLESS)
    except NativeError:
        return None
    if not position.over:
        return None
    _show(position, game)
    return given


def _show(position: Position, game: Game) -> None:
    """Copies the cells, zones and end of a position to a game."""
    if isinstance(game, NativeGame):
        game.show(position)
        return
    cells, zones, _, game.rng, game.over, _ = position.state()
    game.s[:], game.z[:] = cells, [[*zone] for zone in zones]
    game.question, game.ended = None, position.ended
