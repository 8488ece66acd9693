"""Replays a game with other rules, using the answers that were given.

Decides how many answers fit the rules, and whether a game is as it was before.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import cardwright
from cardwright import Rules
from cardwright.backends.game_errors import GameError
from cardwright_tools.saved_games import Answer, answer_again
from cardwright_tools.studio.errors import RequestError
from cardwright_tools.studio.history import History
from cardwright_tools.studio.rule_changes import renamed_things

ID = re.compile(r"\w+(?:-\w+)*")


@dataclass(frozen=True, slots=True)
class Earlier:
    """A game as it was before new rules changed it, and what its players saw; None if it was not
    played with these rules."""

    rules: Rules
    answers: Sequence[Answer]
    seen: Sequence[object] | None

    def looks_like(self, other: Earlier) -> bool:
        """Whether players saw the same, apart from things that have been renamed."""
        return self.seen == other.seen or _alike(self.rules, other.rules, self.seen, other.seen)


def replay(
    rules: Rules, players: int, seed: int, answers: Sequence[Answer], wanted: int
) -> tuple[cardwright.Game, History]:
    """The game after as many of its answers as are `wanted` and fit the rules. Raises RequestError
    if no game can begin.
    """
    begin = partial(begin_game, rules, players, seed)  # must not refer to the table: see test_games
    game, history = begin(), History(begin, [*answers])
    position = game.position
    for number in range(len(answers)):
        if wrong := answer_again(game, answers, number):
            history.fitting, history.misfit = number, wrong
            break
        position = game.position if number < wanted else position
    history.number = min(wanted, history.reachable)
    return cardwright.Game(rules, position), history


def observations(game: cardwright.Game) -> Sequence[object]:
    """What each player sees, without the words for it."""
    return [_without_words(game.seat(player).observation(0)) for player in game.players]


def _without_words(observation: dict[str, Any]) -> dict[str, Any]:
    """An observation that stays the same if only titles and texts change."""
    question = observation["question"] or {}
    asked = {key: held for key, held in question.items() if key not in ("prompt", "labels")}
    return {**observation, "question": asked}


def _look_alike(was: cardwright.Game, now: cardwright.Game) -> bool:
    """Whether all players see the same in both, apart from things that have been renamed."""
    old, new = observations(was), observations(now)
    return old == new or _alike(was.rules, now.rules, old, new)


def _alike(was: Rules, now: Rules, old: object, new: object) -> bool:
    names = renamed_things(was, now)
    return bool(names) and _renamed(old, names) == _renamed(new, names)


def _renamed(seen: object, names: Mapping[str, str]) -> object:
    """What is seen, with the new names of things wherever these are named: also in the names of
    what belongs to them."""
    if isinstance(seen, str):
        return ID.sub(lambda found: names.get(found[0], found[0]), seen)
    if isinstance(seen, dict):
        return {_renamed(key, names): _renamed(value, names) for key, value in seen.items()}
    return [_renamed(one, names) for one in seen] if isinstance(seen, (list, tuple)) else seen


def compared(
    rules: Rules, players: int, seed: int, answers: Sequence[Answer], game: cardwright.Game
) -> tuple[cardwright.Game, str]:
    """A game by other rules, and how it differs for its players after these answers; "" if it is
    the same. Raises RequestError if no game can begin."""
    again, history = replay(rules, players, seed, answers, len(answers))
    if history.number < len(answers):
        return again, history.misfit
    same = _look_alike(game, again)
    return again, "" if same else "All answers fit, but lead to another position."


def first_difference(was: Earlier, now: Earlier, players: int, seed: int) -> str:
    """Where players begin to see something other than before, although all answers fit."""
    old, new = (begin_game(one.rules, players, seed) for one in (was, now))
    if not _look_alike(old, new):
        return "from the start"
    for number, answer in enumerate(was.answers, 1):
        old.apply(answer.option)
        new.apply(answer.option)
        if not _look_alike(old, new):
            who = now.rules.titles.get(answer.player, answer.player)
            return f"from answer {number} on ({who} chose “{answer.title}”)"
    return "at the end"


def begin_game(rules: Rules, players: int, seed: int) -> cardwright.Game:
    """A new game. Raises RequestError if the rules don't reach a first question."""
    try:
        return rules.new_game(players=players, seed=seed)
    except (ValueError, GameError) as error:
        raise RequestError(f"no game can begin: {error}") from None
