"""Bots at a table: the words that name them, and their answers.

Decides what may be a bot: a player of the program, by name, that thinks for a bounded time, and
never somebody's own program. Bots see what their seat sees.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from cardwright import Game, players
from cardwright.runtime.rng import seeded, step
from cardwright_tools.studio.errors import RequestError

ALLOWED = re.compile(r"random|hinted|greedy(:[1-9]\d?)?|mcts(:[1-9]\d{0,2}|:\d(\.\d)?s)?")
OFFERED = {
    "random": "bot: answers at random",
    "hinted": "bot: follows the pack's hints",
    "greedy": "bot: looks one action ahead",
    "mcts:100": "bot: searches, 100 games per answer",
    "mcts:2s": "bot: searches, 2 seconds per answer",
}
"""By name, as shown to players."""


def bots_of(words: Mapping[str, str], seats: Sequence[str]) -> dict[str, players.Player]:
    """The player for each seat that is played by a bot. Raises RequestError."""
    for seat, word in words.items():
        if seat not in seats:
            raise RequestError(f"there is no player `{seat}` in this game")
        if not ALLOWED.fullmatch(word):
            raise RequestError(f"`{word}` is not a bot; there are {', '.join(OFFERED)}")
    return {seat: _named(word) for seat, word in words.items()}


def _named(word: str) -> players.Player:
    try:
        return players.named(word)
    except ValueError as error:
        raise RequestError(str(error)) from None


def choose_answer(game: Game, bots: Mapping[str, players.Player], number: int) -> str:
    """The id of the option that the bot who is asked takes; always the same in the same game."""
    assert game.turn is not None
    _, bits = step(seeded(game.seed * 1_000_003 + number))
    option = bots[game.turn](players.Seat(game, bits))
    return option if isinstance(option, str) else option.id
