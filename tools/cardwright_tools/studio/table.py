"""A game in play: who sits where, by secret keys, and what each seat is shown.

All that leaves it for a browser is what the seat behind a key may know. Owns the answers given so
far, from which a game is played again when the rules have changed.
"""

from __future__ import annotations

import secrets
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import cardwright
from cardwright import Rules
from cardwright.runtime.game_state import GameError
from cardwright.runtime.provenance import Tree
from cardwright_tools.studio.board import described
from cardwright_tools.studio.messages import Message

LINES = 200


class Refused(Exception):
    """Why something can't be done, in a sentence for the person who asked."""


@dataclass(frozen=True, slots=True)
class Answer:
    """An option that was chosen: by whom, its id, and what it was called."""

    player: str
    option: str
    title: str


@dataclass(slots=True)
class Table:
    """A game with its players' keys. Safe to use from several threads."""

    rules: Rules
    players: int
    seed: int
    game: cardwright.Game = field(init=False)
    answers: list[Answer] = field(default_factory=list)
    undone: list[Answer] = field(default_factory=list)
    keys: dict[str, str] = field(init=False)
    notice: str = ""
    lock: threading.RLock = field(default_factory=threading.RLock)

    def __post_init__(self) -> None:
        self.game = self.rules.new_game(players=self.players, seed=self.seed)
        self.keys = {secrets.token_urlsafe(16): player for player in self.game.players}

    # ------------------------------------------------------------------------- playing

    def answer(self, player: str, option: str) -> None:
        """Answers for a player. Raises Refused."""
        with self.lock:
            seat = self.game.seat(player)
            titles = {one.id: one.title for one in seat.options}
            try:
                seat.apply(option)
            except (ValueError, GameError) as error:
                raise Refused(str(error)) from None
            self.answers.append(Answer(player, option, titles[option]))
            self.undone, self.notice = [], ""

    def go_to(self, number: int) -> None:
        """The position after so many answers, back or forth. Raises Refused."""
        with self.lock:
            every = [*self.answers, *reversed(self.undone)]
            if not 0 <= number <= len(every):
                raise Refused(f"there are {len(every)} answers")
            while len(self.answers) > number:
                self.game.undo()
                self.undone.append(self.answers.pop())
            while len(self.answers) < number:
                again = self.undone.pop()
                self.game.seat(again.player).apply(again.option)
                self.answers.append(again)

    def play_again(self, rules: Rules) -> None:
        """The same game by other rules, as far as its answers fit them."""
        with self.lock:
            game, kept, self.notice = rules.new_game(self.players, self.seed), list[Answer](), ""
            for answer in self.answers:
                wrong = _misfit(game, answer)
                if wrong:
                    number = len(kept) + 1
                    self.notice = f"Answer {number} no longer fits the rules: {wrong}."
                    break
                game.apply(answer.option)
                kept.append(answer)
            self.rules, self.game, self.answers, self.undone = rules, game, kept, []

    # ------------------------------------------------------------------------- showing

    def shown_to(self, player: str | None) -> Message:
        """What a seat, or with None a spectator, sees now."""
        with self.lock:
            seat = self.game.seat(player)
            asked = seat.question
            return {
                "event": "position",
                "seat": player,
                "view": seat.observation(LINES),
                "turn": self.game.turn,
                "prompt": asked.prompt if asked else None,
                "options": [_option(one) for one in seat.options],
                "outcome": _outcome(self.game.outcome),
                "answered": len(self.answers),
                "notice": self.notice,
            }

    def board(self) -> Message:
        """What is the same for all and does not change: names, texts, and the shape of grids."""
        with self.lock:
            return {"event": "board", **described(self.rules, self.game)}

    def timeline(self) -> Sequence[Mapping[str, str]]:
        """All answers, those taken back last: for the host, who knows everything."""
        with self.lock:
            every = [*self.answers, *reversed(self.undone)]
            return [{"player": one.player, "title": one.title} for one in every]

    def why(self, player: str | None, expression: str) -> Message:
        """The tree behind a value, as far as the seat may know it. Raises Refused."""
        with self.lock:
            try:
                tree = self.game.seat(player).why(expression)
            except (ValueError, GameError) as error:
                raise Refused(str(error)) from None
        return {"event": "why", "expression": expression, "tree": _tree(tree)}


def _misfit(game: cardwright.Game, answer: Answer) -> str:
    """Why an answer can't be given here; "" if it can."""
    if game.turn != answer.player:
        asked = f"{game.turn} is asked" if game.turn else "the game is over"
        return f"{answer.player} chose “{answer.title}”, and now {asked}"
    if answer.option not in (one.id for one in game.options):
        return f"{answer.player} chose “{answer.title}”, which is not offered any more"
    return ""


def _option(option: cardwright.Option) -> Message:
    about = option.refers_to
    found = {"kind": about.kind, "id": about.id, "place": about.place} if about else None
    return {"id": option.id, "title": option.title, "about": found}


def _outcome(outcome: object) -> Message | None:
    if outcome is None:
        return None
    names = ("winners", "scores", "ranks", "reason")
    return {name: _plain(getattr(outcome, name)) for name in names}


def _plain(value: object) -> object:
    if isinstance(value, Mapping):
        return {str(key): _plain(one) for key, one in value.items()}
    return list(value) if isinstance(value, tuple | frozenset | list) else value


def _tree(tree: Tree) -> Message:
    parts = [_tree(part) for part in tree.children]
    return {"words": tree.words, "value": tree.value, "note": tree.note, "parts": parts}
