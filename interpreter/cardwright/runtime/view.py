"""What a player may see of a game: a mapping of plain values, and nothing else.

This is the only way in which information leaves a game for players; for what they see of things see
`visible_things`. Knows no game.
"""

from __future__ import annotations

from cardwright.runtime import questions
from cardwright.runtime.game import Game
from cardwright.runtime.log import Newest, lines
from cardwright.runtime.naming import player_name
from cardwright.runtime.outcome import winners
from cardwright.runtime.public_view import PlayerView, PublicView
from cardwright.runtime.visible_things import Plain, View, VisibleThings, names

__all__ = ["LINES", "Plain", "PublicView", "View", "view"]

LINES = 50


def view(
    game: Game,
    player: int = 0,
    last: int | None = LINES,
    newest: Newest | None = None,
    everybody: PublicView | None = None,
) -> View:
    """Everything that a player (0: a spectator) may see, with the newest `last` lines of the log.

    Other viewers of the same position may have read some of the log (`newest`), and may share the
    values that all see (`everybody`).

    `zones` have a `count` unless nobody may count them, and `things` if the player sees them; the
    `question` has a list of `answers` only if it is this player's.
    """
    seen = VisibleThings(game, player) if everybody is None else PlayerView(game, player, everybody)
    return {
        "player": player_name(game.program, player) or None,
        "over": game.over,
        "winners": names(game, winners(game) if game.over else ()),
        "seats": names(game, game.seats),
        "state": seen.state(0),
        "players": seen.known("player"),
        "places": seen.known("place"),
        "zones": seen.zones(),
        "supply": seen.supply(),
        "question": _question(game, player),
        "log": [*lines(game, player, last, newest)],
    }


def _question(game: Game, player: int) -> Plain:
    """Everybody knows who is asked; only that player knows the question."""
    question = game.question
    if question is None:
        return None
    asked: View = {"player": player_name(game.program, question.player)}
    if question.player == player:
        asked["prompt"] = questions.prompt(game)
        asked["answers"] = [*questions.answers(game)]
        asked["labels"] = [*questions.labels(game)]
    return asked
