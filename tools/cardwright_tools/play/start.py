"""Starts a game in the terminal: who plays, on which engine, from which save."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from cardwright import Game, GameError
from cardwright.backends.native.library import Library
from cardwright.program.program import Program
from cardwright.runtime.engines import Engine, available_library
from cardwright_tools.decks import with_decks
from cardwright_tools.output import FAILED, USAGE, Stop, say
from cardwright_tools.packs import load_packs, number_of_players
from cardwright_tools.play.session import Session, choose_bots
from cardwright_tools.sim.games import choice_state


def run_play(
    pack: Path, players: int | None, seat: str, seed: int, by: str, modules: Sequence[str],
    decks: Sequence[str] = (), engine: Engine = "python",
) -> int:  # fmt: skip
    rules = with_decks(load_packs([pack], modules), decks)
    count = number_of_players(rules, players)
    try:
        game = rules.new_game(count, seed, engine=_engine(rules.program(count), engine))
        others, mine = choose_bots(by, game), _seat(game, seat)
        return Session(rules, game, mine, choice_state(seed), by, others).run()
    except GameError as error:
        raise Stop(f"[{error.code}] {error.described}", FAILED) from None


def _engine(program: Program, chosen: Engine) -> Engine:
    """The chosen engine if it is available; otherwise says why Python plays."""
    found = available_library(program, chosen)
    if isinstance(found, Library):
        return chosen
    if found.reason:
        say(f"Python plays this game: {found.reason}", err=True)
    return "python"


def _seat(game: Game, seat: str) -> str:
    """The player with this id, or the first. Raises Stop if there is none in this game."""
    names = game.position.program.layout.players
    found = {name.casefold(): name for name in names}.get(seat.casefold())
    asked = [name for name in names if name not in game.automata]
    found = found if seat else (asked or names)[0]
    if found is None:
        raise Stop(f"there is no player `{seat}` here; the seats are {', '.join(names)}", USAGE)
    return found
