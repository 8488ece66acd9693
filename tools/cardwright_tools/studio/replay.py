"""A game played again by other rules, with the answers that were given.

Owns how far answers fit rules, and what tells whether a game is as it was before.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

import cardwright
from cardwright import Rules
from cardwright.backends.game_errors import GameError
from cardwright_tools.studio.history import History
from cardwright_tools.studio.journal import Answer
from cardwright_tools.studio.refused import Refused


@dataclass(frozen=True, slots=True)
class Earlier:
    """A game as it was before new rules changed it, and what its players saw; None where it was not
    played by these rules."""

    rules: Rules
    answers: Sequence[Answer]
    seen: Sequence[object] | None


def replay(
    rules: Rules, players: int, seed: int, answers: Sequence[Answer], wanted: int
) -> tuple[cardwright.Game, History]:
    """The game after as many answers as are `wanted`, or as fit the rules. Raises Refused where
    no game can begin."""
    begin = partial(begun, rules, players, seed)  # without the table: see test_games
    game, history = begin(), History(begin, [*answers])
    position = game.position
    for number, answer in enumerate(answers):
        if wrong := _misfit(game, answer):
            words = f"Answer {number + 1} of {len(answers)} no longer fits the rules: {wrong}."
            history.fitting, history.misfit = number, words
            break
        position = game.position if number < wanted else position
    history.number = min(wanted, history.reachable)
    return cardwright.Game(rules, position), history


def _misfit(game: cardwright.Game, answer: Answer) -> str:
    """Gives an answer once more; why it can't be given, or "" if it was."""
    titles = game.rules.titles
    chose = f"{titles.get(answer.player, answer.player)} chose “{answer.title}”"
    if game.turn != answer.player:
        asked = f"{titles[game.turn]} is asked" if game.turn else "the game is over"
        return f"{chose}, and now {asked}"
    if answer.option not in (one.id for one in game.options):
        return f"{chose}, which is not offered any more"
    try:
        game.apply(answer.option)
    except GameError as error:
        return f"{chose}, and then {error}"
    return ""


def seen(game: cardwright.Game) -> Sequence[object]:
    """What each player sees."""
    return [game.seat(player).observation(0) for player in game.players]


def begun(rules: Rules, players: int, seed: int) -> cardwright.Game:
    """A new game. Raises Refused where the rules don't come to a first question."""
    try:
        return rules.new_game(players=players, seed=seed)
    except (ValueError, GameError) as error:
        raise Refused(f"no game can begin: {error}") from None
