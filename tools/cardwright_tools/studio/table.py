"""A game in play in the studio: its answers, and where its debugger has stopped.

Responsible for actions on a game: answers of people and bots, going back and forth, and continuing
with other rules. `game_messages` and `explanations` decide what each key may know about it.
"""

from __future__ import annotations

import secrets
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

import cardwright
from cardwright import Rules
from cardwright.backends.game_errors import GameError
from cardwright.players import Player
from cardwright_tools.saved_games import Answer
from cardwright_tools.studio import journal
from cardwright_tools.studio.bots import choose_answer
from cardwright_tools.studio.breakpoints import Breakpoints
from cardwright_tools.studio.debugger import Debugger, Paused
from cardwright_tools.studio.errors import RequestError
from cardwright_tools.studio.history import History
from cardwright_tools.studio.replay import (
    Earlier,
    begin_game,
    compared,
    first_difference,
    observations,
    replay,
)
from cardwright_tools.studio.rule_changes import changes
from cardwright_tools.studio.scenario_runs import scenario_of


@dataclass(slots=True)
class Table:
    """A game with its players' keys. Safe to use from several threads."""

    rules: Rules
    players: int
    seed: int
    bots: Mapping[str, Player] = field(default_factory=dict)
    game: cardwright.Game = field(init=False)
    history: History = field(init=False)
    keys: dict[str, str] = field(init=False)
    notice: str = ""
    news: str = ""  # for authors: how it continues with new rules
    before: Earlier | None = None  # the longest game that new rules changed, which is offered
    cut: Earlier | None = None  # before new rules shortened it; tried again until somebody answers
    keeps_rules: bool = False
    newer: Rules | None = None  # offered: a finished game would have gone differently with them
    waits: bool = False  # for the pack to have rules again by which it can go on
    rules_kept: journal.ByRules = field(default_factory=journal.ByRules)  # as in its journal
    debugger: Debugger = field(init=False)
    file: Path | None = None  # where its answers are stored
    lock: threading.RLock = field(default_factory=threading.RLock)

    def __post_init__(self) -> None:
        self.keys = {}
        begin = partial(begin_game, self.rules, self.players, self.seed)
        self._begin_with(self.rules, begin(), History(begin))
        self.stop_where(Breakpoints())

    def _begin_with(self, rules: Rules, game: cardwright.Game, history: History) -> None:
        """Replaces the game."""
        self.rules, self.game, self.history = rules, game, history
        self._seat()

    def _seat(self) -> None:
        """Makes a key for each player; players that the rules no longer have lose theirs."""
        known = {player: key for key, player in self.keys.items()}
        players = self.game.players
        self.keys = {known.get(one) or secrets.token_urlsafe(16): one for one in players}

    def stop_where(self, wanted: Breakpoints) -> None:
        """Starts a debugger for the current rules, with these breakpoints."""
        self.debugger = Debugger(self.history, wanted.by(self.rules.checked))

    @property
    def answers(self) -> Sequence[Answer]:
        """The answers that are in effect."""
        return self.history.answers[: self.history.number]

    @property
    def has_older_rules(self) -> bool:
        """Whether its rules are not those of the pack now."""
        return self.keeps_rules or self.waits or self.newer is not None

    @property
    def about_rules(self) -> str:
        """What authors are told about its rules; "" if they are those of the pack, and all answers
        fit them."""
        if self.has_older_rules:
            return "keeps older rules" if self.keeps_rules else "uses older rules"
        fitting = self.history.fitting
        return "" if fitting is None else f"answer {fitting + 1} no longer fits the rules"

    # ------------------------------------------------------------------------- playing

    def answer(self, player: str, option: str) -> None:
        """Answers for a player. Raises RequestError."""
        with self.lock:
            after = cardwright.Game(self.rules, self.game.position)  # without its history
            try:
                seat = after.seat(player)  # other rules may not have this player
                titles = {one.id: one.title for one in seat.options}
                seat.apply(option)
            except (ValueError, GameError) as error:
                raise RequestError(str(error)) from None
            answer = Answer(player, option, titles[option])
            self._write_down(self.history.number, answer)
            self.game, self.notice, self.cut = after, "", None
            self.news = self.news if self.before else ""  # an offer stays until it is dismissed
            self.history.add(answer)
            try:
                self.debugger.look_at_last()
            except RequestError as error:
                self.notice = f"No breakpoint stops in the last answer: {error}"

    def _write_down(self, number: int, *answers: Answer) -> None:
        """Stores answers before anybody is informed of them. Raises RequestError."""
        if self.file is not None:
            try:
                journal.write(self.file, number, *answers)
            except OSError as error:
                raise RequestError(f"the answer can't be saved: {error.strerror}") from None

    def replay_answers(self, answers: Sequence[Answer], rules: Rules) -> None:
        """Gives answers to a game that has just begun, as far as they fit the rules; the rest
        are tried again after the next change of rules."""
        with self.lock:
            self.history.answers = [*answers]
            self.news = self._replay(rules, len(answers))
            self.cut = Earlier(rules, answers, None) if self.news else None

    def note_rules(self, copy: str) -> None:
        """Stores the copy of the rules with which the game continues later. Raises OSError."""
        with self.lock:
            rules = journal.ByRules(copy, self.keeps_rules)
            if self.file is not None and rules != self.rules_kept:
                journal.write_rules(self.file, rules)
                self.rules_kept = rules

    def forget(self) -> None:
        """Deletes everything stored about the game."""
        if self.file is not None:
            self.file.unlink(missing_ok=True)
            self.file = None

    def bot_answers(self) -> bool:
        """Lets the bot that is asked answer; returns whether there was one. The table isn't
        locked while it thinks."""
        with self.lock:
            game, number = self.game.copy(), self.history.number
            waits = bool(self.can_redo or self.debugger.paused)
        player = game.turn
        if waits or player is None or player not in self.bots:
            return False
        try:
            option = choose_answer(game, self.bots, number)
        except (ValueError, GameError) as error:
            self.notice = f"The bot of {game.rules.titles[player]} found no answer: {error}"
            return False
        with self.lock:
            if self.game.position is not game.position:
                return not self.can_redo  # somebody went to another position meanwhile
            try:
                self.answer(player, option)
            except RequestError as error:
                self.notice = f"The bot of {game.rules.titles[player]} can't answer: {error}"
                return False
        return True

    @property
    def can_redo(self) -> bool:
        """Whether answers were taken back and can be given again."""
        return self.history.number < len(self.history.answers)

    def go_to(self, number: int) -> None:
        """Goes to the position after this many answers, back or forth. Raises RequestError."""
        with self.lock:
            if not 0 <= number <= len(self.history.answers):
                raise RequestError(f"there are {len(self.history.answers)} answers")
            if number > self.history.reachable:
                raise RequestError(self.history.misfit)
            self.debugger.paused = None
            self.game = self.history.after(number)
            self.history.number = number

    def undo(self) -> None:
        """Goes to the last decision of a person or, if only bots have decided, to the last
        decision. Raises RequestError."""
        with self.lock:
            earlier = range(self.history.number - 1, -1, -1)
            self.go_to(next(filter(self._by_person, earlier), self.history.number - 1))

    def redo(self) -> None:
        """Goes to the next decision of a person that was taken back, or to the end. Raises
        RequestError.
        """
        with self.lock:
            later = range(self.history.number + 1, self.history.reachable)
            there = max(self.history.number + 1, self.history.reachable)
            self.go_to(next(filter(self._by_person, later), there))

    def _by_person(self, number: int) -> bool:
        return self.history.answers[number].player not in self.bots

    def forget_undone(self) -> None:
        """Continues the game from here, and discards what was taken back."""
        with self.lock:
            self.cut = None
            self.history.forget_undone()

    def play_again(self, rules: Rules) -> None:
        """Replays the game with other rules, as far as its answers fit; `news` says how it
        differs. Answers that do not fit are stored, and tried again after the next change.

        A game that is over stays as it is, with its rules, if it would have gone differently.
        """
        with self.lock:
            self.waits = False
            if self.keeps_rules:
                self.news = ""
                return
            words = self._other_end(rules) if self.game.outcome is not None else ""
            if words:
                self.newer, self.news = rules, f"{words} {changes(self.rules, rules)}".rstrip()
            else:
                self._go_on_with(rules)

    def _other_end(self, rules: Rules) -> str:
        """How a game that is over would differ with other rules; "" if it would not."""
        _, how = compared(rules, self.players, self.seed, self.answers, self.game)
        other = ("This game is over and keeps its result: with the new rules, it would have gone "
                 "differently.")  # fmt: skip
        return how and f"{other} {how}"

    def _go_on_with(self, rules: Rules) -> None:
        self.newer = None
        was = self.cut or Earlier(self.rules, self.answers, observations(self.game))
        words = self._replay(rules, len(was.answers))
        self.cut = was if words else None
        now = Earlier(rules, self.answers, observations(self.game))
        if was.answers and not words and was.seen is not None and not was.looks_like(now):
            there = first_difference(was, now, self.players, self.seed)
            words = (
                f"With the new rules, all answers still fit, but the position is different {there}."
            )
        if words:
            words = f"{words} {changes(was.rules, rules)}".rstrip()
        self._offer(was, now, words)

    def take_newer_rules(self) -> None:
        """Continues a finished game with the rules of the pack, as far as its answers fit. Raises
        RequestError."""
        with self.lock:
            if self.newer is None:
                raise RequestError("there are no newer rules")
            self._go_on_with(self.newer)

    def _offer(self, was: Earlier, now: Earlier, words: str) -> None:
        """Offers the game as it was, or as it was before that, unless it is the same again."""
        if words and was.seen is not None:
            self.before = max(self.before or was, was, key=lambda one: len(one.answers))
        before = self.before
        if before and [*before.answers] == [*now.answers] and before.looks_like(now):
            self.before, words = None, ""
        if words or self.before is None:
            self.news = words

    def _replay(self, rules: Rules, wanted: int) -> str:
        """Continues after `wanted` answers, or as many as fit; returns why not all do."""
        replayed = replay(rules, self.players, self.seed, self.history.answers, wanted)
        self._begin_with(rules, *replayed)
        self.stop_where(self.debugger.wanted)
        self.notice = ""
        return self.history.misfit if self.history.number < wanted else ""

    def take_old_rules(self) -> None:
        """Continues the game as it was before new rules changed it, with those old rules,
        whatever is saved; everything played since then is discarded. Raises RequestError."""
        with self.lock:
            if self.before is None:
                raise RequestError("there is no game with older rules")
            answers = self.before.answers
            self._write_down(0, *answers)
            self.history.answers = [*answers]
            self._replay(self.before.rules, len(answers))
            self.keeps_rules, self.cut, self.newer = True, None, None
            self.dismiss()

    def dismiss(self) -> None:
        """Discards the offer of the game as it was before new rules changed it."""
        with self.lock:
            self.before, self.news = None, ""

    def resume(self, kept: journal.StoredGame, old: Rules | None) -> None:
        """Continues a stored game, as far as its answers fit the rules; with the `old` rules, if
        it stays with these."""
        with self.lock:
            now = self.rules
            self.keys, self.file, self.rules_kept = dict(kept.keys), kept.path, kept.rules
            self.replay_answers(kept.answers, old or now)
            self.keeps_rules = kept.rules.keeps and old is not None
            if old is not None and old is not now:
                self.play_again(now)
            elif old is None and kept.rules.keeps:
                self.news = f"The old rules of this game are gone. {self.news}".rstrip()

    def as_scenario(self, title: str, setup: journal.Setup, rules: Rules) -> str:
        """The game so far as a scenario, which is run with the rules of the pack. Raises
        RequestError if the game goes differently with these."""
        with self.lock:
            game, how = self.game, ""
            if self.rules.hashes != rules.hashes:
                game, how = compared(rules, self.players, self.seed, self.answers, game)
            if how:
                older = "This game uses older rules, but a scenario uses those of the pack."
                raise RequestError(f"{older} {how}")
            return scenario_of(game, setup, [one.option for one in self.answers], title)

    # ----------------------------------------------------------------------- debugging

    def step(self, *, back: bool, finely: bool = False, to_breakpoint: bool = False) -> None:
        """Steps to another statement or, `finely`, expression, or to a breakpoint.

        Raises RequestError.
        """
        with self.lock:
            go = self.debugger
            there = go.run(back=back) if to_breakpoint else go.step(back=back, finely=finely)
            if there.moment is None:
                self.go_to(there.part)
                self.notice = there.reason

    def stopped(self, *, paused: bool) -> Paused | None:
        """Where the debugger has stopped, for those who may know (`paused`)."""
        return self.debugger.paused if paused else None

    def game_shown(self, *, paused: bool = False) -> cardwright.Game:
        """The game or, with `paused`, the position where the debugger has stopped."""
        stopped = self.stopped(paused=paused)
        return cardwright.Game(self.rules, stopped.position) if stopped else self.game

    def asked(self, *, paused: bool = False) -> str | None:
        """The player who is asked; in the middle of an answer, the player who gave it."""
        with self.lock:
            stopped = self.stopped(paused=paused)
            if stopped is None:
                return self.game.turn
            return self.history.answers[stopped.part - 1].player if stopped.part else None
