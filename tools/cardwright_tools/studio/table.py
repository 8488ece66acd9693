"""A game in play: who sits where, by secret keys, and what each seat is shown.

All that leaves it for a browser is what the seat behind a key may know. Owns the answers given so
far, from which a game is played again when the rules have changed.
"""

from __future__ import annotations

import secrets
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import cardwright
from cardwright import Rules
from cardwright.players import Player
from cardwright.runtime.game_state import GameError
from cardwright.runtime.provenance import Tree
from cardwright_tools.studio import journal
from cardwright_tools.studio.board import described
from cardwright_tools.studio.bots import chosen
from cardwright_tools.studio.breakpoints import Breakpoints
from cardwright_tools.studio.clicked import Cell, cell_of, explained
from cardwright_tools.studio.debugger import Debugger, Paused, facts_of
from cardwright_tools.studio.journal import Answer
from cardwright_tools.studio.messages import Message
from cardwright_tools.studio.refused import Refused
from cardwright_tools.studio.trials import scenario_of
from cardwright_tools.why.why_not import missing_answers, why_not_trees

LINES, MORE_LINES = 60, 200  # of the log, for seats and for the author
SHOWN = 12  # changes of a number


@dataclass(slots=True)
class Table:
    """A game with its players' keys. Safe to use from several threads."""

    rules: Rules
    players: int
    seed: int
    bots: Mapping[str, Player] = field(default_factory=dict)
    game: cardwright.Game = field(init=False)
    answers: list[Answer] = field(default_factory=list)
    undone: list[Answer] = field(default_factory=list)
    keys: dict[str, str] = field(init=False)
    notice: str = ""
    debugger: Debugger = field(init=False)
    file: Path | None = None  # where its answers are kept
    lock: threading.RLock = field(default_factory=threading.RLock)

    def __post_init__(self) -> None:
        self.game = _begun(self.rules, self.players, self.seed)
        self.keys = {}
        self._seat()
        self.stop_where(Breakpoints())

    def _seat(self) -> None:
        """A key for each player; of those whom the rules no longer know, none."""
        known = {player: key for key, player in self.keys.items()}
        players = self.game.players
        self.keys = {known.get(one) or secrets.token_urlsafe(16): one for one in players}

    def stop_where(self, wanted: Breakpoints) -> None:
        """A debugger of the rules as they are now, with these breakpoints."""
        self.debugger = Debugger(
            lambda: _begun(self.rules, self.players, self.seed), wanted.by(self.rules.checked)
        )

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
            self._keep(Answer(player, option, titles[option]))
            self.undone, self.notice = [], ""
            self.debugger.look_at_last(self._options)

    def _keep(self, answer: Answer) -> None:
        """Writes an answer down before anybody is told. Raises Refused, and takes it back."""
        if self.file is not None:
            try:
                journal.write(self.file, len(self.answers), answer)
            except OSError as error:
                self.game.undo()
                raise Refused(f"the answer can't be kept: {error.strerror}") from None
        self.answers.append(answer)

    def forget(self) -> None:
        """Nothing of the game is kept any more."""
        if self.file is not None:
            self.file.unlink(missing_ok=True)
            self.file = None

    @property
    def _options(self) -> list[str]:
        """The options of all answers, those taken back last."""
        return [one.option for one in (*self.answers, *reversed(self.undone))]

    def bot_answers(self) -> bool:
        """Lets the bot that is asked answer; whether there was one. It thinks unlocked."""
        with self.lock:
            game, number = self.game.copy(), len(self.answers)
            waits = bool(self.undone or self.debugger.paused)
        player = game.turn
        if waits or player is None or player not in self.bots:
            return False
        try:
            option = chosen(game, self.bots, number)
        except (ValueError, GameError) as error:
            self.notice = f"The bot of {player} found no answer: {error}"
            return False
        with self.lock:
            if self.game.position is not game.position:
                return not self.undone  # somebody went elsewhere meanwhile
            try:
                self.answer(player, option)
            except Refused as error:
                self.notice = f"The bot of {player} can't answer: {error}"
                return False
        return True

    def go_to(self, number: int) -> None:
        """The position after so many answers, back or forth. Raises Refused."""
        with self.lock:
            every = [*self.answers, *reversed(self.undone)]
            if not 0 <= number <= len(every):
                raise Refused(f"there are {len(every)} answers")
            self.debugger.paused = None
            while len(self.answers) > number:
                self.game.undo()
                self.undone.append(self.answers.pop())
            while len(self.answers) < number:
                again = self.undone.pop()
                self.game.seat(again.player).apply(again.option)
                self.answers.append(again)

    def forget_undone(self) -> None:
        """The game goes on from here, and what was taken back is gone."""
        with self.lock:
            self.undone = []

    def play_again(self, rules: Rules) -> None:
        """The same game by other rules, as far as its answers fit them."""
        with self.lock:
            game, kept = _begun(rules, self.players, self.seed), list[Answer]()
            self.notice = ""
            for answer in self.answers:
                wrong = _misfit(game, answer)
                if wrong:
                    number = len(kept) + 1
                    self.notice = f"Answer {number} no longer fits the rules: {wrong}."
                    break
                kept.append(answer)
            self.rules, self.game, self.answers, self.undone = rules, game, kept, []
            self._seat()
            self.stop_where(self.debugger.wanted)

    def resume(self, kept: journal.Kept) -> None:
        """Goes on with a game that was kept, as far as its answers fit the rules."""
        with self.lock:
            self.keys, self.answers, self.file = dict(kept.keys), kept.answers, kept.path
            self.play_again(self.rules)

    # ----------------------------------------------------------------------- debugging

    def step(self, *, back: bool, to_breakpoint: bool) -> None:
        """To another statement of what was played, or to a breakpoint. Raises Refused."""
        with self.lock:
            walk = self.debugger.run if to_breakpoint else self.debugger.step
            there = walk(self._options, len(self.answers), back=back)
            if there.statement is None:
                self.go_to(there.part)
                self.notice = there.reason

    def _shown(self, *, paused: bool) -> cardwright.Game:
        """The game, or with `paused` where the debugger has stopped in it."""
        stopped = self.debugger.paused if paused else None
        return cardwright.Game(self.rules, stopped.position) if stopped else self.game

    def _told(self, stopped: Paused) -> Message:
        """Where the debugger is, for the author."""
        span = stopped.span
        return {
            "part": stopped.part, "statement": stopped.statement, "reason": stopped.reason,
            "file": span.source.name if span else "", "line": span.lines[0] if span else 0,
            "start": span.start if span else 0, "end": span.end if span else 0,
            "text": span.text if span else "", **facts_of(stopped),
        }  # fmt: skip

    # ------------------------------------------------------------------------- showing

    def shown_to(
        self, player: str | None, *, whoever: bool = False, paused: bool = False
    ) -> Message:
        """What a seat, or with None a spectator, sees now; or `whoever` is asked.

        `paused`: for the author, where the debugger has stopped, if it has.
        """
        with self.lock:
            game, stopped = self._shown(paused=paused), self.debugger.paused if paused else None
            player = self.asked(paused=paused) if whoever else player
            seat = game.seat(player)
            asked = seat.question
            return {
                "event": "position",
                "seat": player,
                "view": seat.observation(MORE_LINES if paused else LINES),
                "turn": game.turn,
                "prompt": asked.prompt if asked else None,
                "options": [_option(one) for one in seat.options],
                "outcome": _outcome(game.outcome),
                "answered": len(self.answers),
                "bot": self.game.turn in self.bots,
                "notice": self.notice if paused else "",  # it may name what was chosen in secret
                **({"paused": self._told(stopped)} if stopped else {}),
            }

    def asked(self, *, paused: bool = False) -> str | None:
        """Who is asked; amid an answer, who gave it."""
        with self.lock:
            stopped = self.debugger.paused if paused else None
            if stopped is None:
                return self.game.turn
            every = [*self.answers, *reversed(self.undone)]
            return every[stopped.part - 1].player if stopped.part else None

    def board(self) -> Message:
        """What is the same for all and does not change: names, texts, and the shape of grids."""
        with self.lock:
            return {"event": "board", **described(self.rules, self.game)}

    def timeline(self) -> Sequence[Mapping[str, str]]:
        """All answers, those taken back last: for the host, who knows everything."""
        with self.lock:
            every = [*self.answers, *reversed(self.undone)]
            return [{"player": one.player, "title": one.title} for one in every]

    def as_scenario(self, title: str, setup: journal.Setup) -> str:
        """The game so far as a scenario."""
        with self.lock:
            return scenario_of(self.game, setup, [one.option for one in self.answers], title)

    def why(self, player: str | None, expression: str, *, paused: bool = False) -> Message:
        """The tree behind a value, as far as the seat may know it. Raises Refused."""
        with self.lock, _refusing():
            tree = self._shown(paused=paused).seat(player).why(expression)
        return {"event": "why", "trees": [_tree(tree)]}

    def why_cell(self, player: str | None, message: Message, *, author: bool = False) -> Message:
        """The same of a number on the board; for the author, also when it was another one."""
        with self.lock, _refusing():
            game = self._shown(paused=author).position
            number = self.game._id(player)
            cell = cell_of(game, number, message)
            tree, since = explained(game, number, cell), self._since(cell) if author else []
        return {"event": "why", "trees": [_tree(tree)], "since": since}

    def _since(self, cell: Cell) -> list[Message]:
        """The answers that changed a cell, newest first."""
        played = self.debugger.positions([one.option for one in self.answers])
        found = []
        for number in range(len(played) - 1, 0, -1):
            before, after = played[number - 1], played[number]
            if cell.value(before) != cell.value(after):
                words = f"{cell.words(before)} → {cell.words(after)}"
                found.append({"number": number, "words": words})
        return found[:SHOWN]

    def why_not(self, player: str | None, words: str) -> Message:
        """What is not among the answers, or why one with this name is not. Raises Refused."""
        with self.lock, _refusing():
            position = self.game.position
            number = self.game._id(player)
            if words:
                trees = why_not_trees(position, words, number)
                return {"event": "why", "trees": [_tree(one) for one in trees]}
            asked = position.question is not None and position.question.player == number
            missing = missing_answers(position, number) if asked else []
        return {"event": "missing", "found": [*dict.fromkeys(one.name for one in missing)]}


@contextmanager
def _refusing() -> Iterator[None]:
    try:
        yield
    except (ValueError, GameError) as error:
        raise Refused(str(error)) from None


def _misfit(game: cardwright.Game, answer: Answer) -> str:
    """Gives an answer once more; why it can't be given, or "" if it was."""
    if game.turn != answer.player:
        asked = f"{game.turn} is asked" if game.turn else "the game is over"
        return f"{answer.player} chose “{answer.title}”, and now {asked}"
    if answer.option not in (one.id for one in game.options):
        return f"{answer.player} chose “{answer.title}”, which is not offered any more"
    try:
        game.apply(answer.option)
    except GameError as error:
        return f"{answer.player} chose “{answer.title}”, and then {error}"
    return ""


def _begun(rules: Rules, players: int, seed: int) -> cardwright.Game:
    """A new game. Raises Refused where the rules don't come to a first question."""
    try:
        return rules.new_game(players=players, seed=seed)
    except (ValueError, GameError) as error:
        raise Refused(f"no game can begin: {error}") from None


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
