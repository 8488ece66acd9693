"""Which engine plays: Python's, or the native one where a program can be compiled.

Owns the choice, and the way from a position of one engine to the other. What the native engine
can't do, Python does: nothing changes but the time that it takes.
"""

from __future__ import annotations

from typing import Literal

from cardwright.backends.native.compile import NoCompiler
from cardwright.backends.native.library import Library, NativeError, Position, compiled
from cardwright.backends.native.names import Unsupported
from cardwright.program.program import Program
from cardwright.runtime.game import Game
from cardwright.source.records import dataclass

Engine = Literal["auto", "python", "native"]
"""`auto` plays natively what was compiled before; `native` compiles what was not."""
ENDLESS = 200_000  # answers; a game that asks more is taken to be endless


@dataclass(frozen=True, slots=True)
class Unavailable:
    """Why a program is not played natively, in one line."""

    reason: str


def choose(program: Program, engine: Engine) -> Library | Unavailable:
    """The engine of a program from now on; a reason where Python plays although it should not."""
    found = _native(program, only_kept=engine == "auto") if engine != "python" else None
    program.memo["native"] = found
    return found or Unavailable("")


def native(program: Program) -> Library | None:
    """The native engine of a program, if one was chosen and there is one."""
    found = program.memo.get("native")
    return found if isinstance(found, Library) else None


def _native(program: Program, *, only_kept: bool) -> Library | Unavailable:
    try:
        return compiled(program, only_kept=only_kept)
    except NoCompiler as error:
        return Unavailable(str(error))
    except Unsupported as error:
        return Unavailable(f"the native engine can't play this game: {error}")


def play_on(library: Library, game: Game, random: int, most: int) -> tuple[int, int] | None:
    """Answers at random to the end, or `most` times, as Python would; the generator's state and the
    number of answers. The position can then be read, and not be played on.

    None, with the position as it was, where only Python can say how it goes on.
    """
    try:
        position = library.position(game.state())
        given, random = position.playout(random, most)
    except NativeError:
        return None
    _show(position, game)
    return random, given


def play_all(library: Library, game: Game, random: int) -> int | None:
    """The same from the start of a game that has not begun: the number of answers."""
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
    """Gives a game the cells, zones and end of a position."""
    cells, zones, _, game.rng, game.over, _ = position.state()
    game.s[:], game.z[:] = cells, [[*zone] for zone in zones]
    game.question, game.ended = None, position.ended
