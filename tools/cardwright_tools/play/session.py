"""`cardwright play`: one person at the terminal, against player programs.

Responsible for the dialogue: what is shown, the commands, undo and saves. Everything that is shown
comes from your seat, and the board is drawn from a redetermined copy of the game; the host plays
the others' answers, undoes and saves. Reads lines from standard input, so that it also works with a
pipe.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from pathlib import Path

import click

import cardwright
from cardwright import Game, GameError, Option, Rules, SaveError
from cardwright.language import hir
from cardwright.language.example_values import example_values
from cardwright.players import Player, Seat, assigned, at_random, named
from cardwright.program.decision_points import BranchPoint, ChoicePoint, Point
from cardwright.runtime import visibility
from cardwright.runtime.game import Game as Position
from cardwright.runtime.rng import below, step
from cardwright.runtime.save import Plain
from cardwright.source.numerals import whole_number
from cardwright_tools.atomic_write import write_atomically
from cardwright_tools.output import USAGE, Stop, say, terminal_width
from cardwright_tools.play import drawing
from cardwright_tools.play.answers import look_lines, why_lines, wrapped
from cardwright_tools.play.facts import facts
from cardwright_tools.play.log_folding import fold_lines
from cardwright_tools.saved_games import answers_of, restore_game, save_of, saved_game
from cardwright_tools.sim.games import choice_state

NEWS = 40  # the most lines of the log that are shown together
HELP = """\
NUMBER        give the answer with this number
undo          take back your last answer
why           why things are not on the list
why not NAME  why this is not on the list, in detail
why WORDS     the same in short; or the rules behind a value{example}
look WORDS    what a card, piece or place is like, or pieces of a kind
board         show the board
log [N]       the last N lines of what happened, and all that are new
save FILE     write the game to a file
load FILE     go on from a file
quit          leave"""
GO_BACK = "`undo`, `load FILE`, `save FILE` and `quit` work as always"


def choose_bots(by: str, game: Game) -> dict[str, Player]:
    """The player program of each player. Raises Stop if the words are unknown."""
    try:
        played = (id for id in game.players if id not in game.automata)
        return {id: named(kind) for id, kind in assigned(by, played).items()}
    except ValueError as error:
        raise Stop(f"--bots: {error}", USAGE) from None


@dataclass(slots=True)
class Session:
    """A game, who you are, and the positions that `undo` goes back to."""

    rules: Rules
    game: Game
    you: str
    rng: int
    by: str
    bots: Mapping[str, Player]  # including their plans
    history: list[tuple[Game, int, Mapping[str, Player]]] = field(default_factory=list)
    shown: int = 0
    since: int = 0  # where the new lines of the log begin
    board: list[list[str]] = field(default_factory=list)  # the tables as last drawn

    def run(self) -> int:
        """Runs the dialogue until the end of the game, `quit`, or the end of the input."""
        while True:
            self._others()
            self._print_news()
            if self.game.turn is None:
                self._end()
                return 0
            self._draw()
            if self.game.turn == self.you:
                self._ask()
            else:
                say(f"{self.game.turn} has no answer that lets the game continue; {GO_BACK}")
            while not self._execute(line := self._read()):
                pass
            if line.partition(" ")[0] == "quit":
                return 0

    def _others(self) -> None:
        """Plays the others' answers; at random if one of them makes the game fail."""
        refused: list[Option] = []
        while self.game.turn not in (None, self.you):
            left = [option for option in self.game.options if option not in refused]
            if not left:
                return
            option = self._at_random(left) if refused else self._chosen()
            if self._apply(option):
                refused = []
            else:
                refused.append(option)

    def _at_random(self, left: Sequence[Option]) -> Option:
        self.rng, index = below(self.rng, len(left))
        return left[index]

    def _chosen(self) -> Option:
        """The answer of the player program of the player who is asked."""
        self.rng, bits = step(self.rng)
        seat = Seat(self.game.copy(), bits)
        found = self.bots.get(seat.player, at_random)(seat)
        return self.game.options[seat.options.index_of(found)]

    def _apply(self, option: Option) -> bool:
        """Whether the game continued; if its rules failed, the last position is restored."""
        who = self.game.turn
        try:
            self.game.apply(option)
        except GameError as error:
            say(f"error[{error.code}]: {error.described}")
            whose = "this answer" if who == self.you else f"{who}'s answer `{option.title}`"
            say(f"  {whose} can't be carried out; the game is as it was before it")
            return False
        return True

    @property
    def _seat(self) -> cardwright.Seat:
        return self.game.seat(self.you)

    @property
    def _seen(self) -> Position:
        """The position to draw, in which everything that you can't see is made up."""
        return self._seat.determinize(1).position

    def _number(self, position: Position) -> int:
        """Your number in the runtime."""
        layout = position.program.layout
        return next(p for p in layout.kind("player") if layout.items[p].name == self.you)

    # --------------------------------------------------------------------------- shown

    def _print_news(self) -> None:
        log = self._seat.log()
        new = list(fold_lines(log[self.shown :]))
        if len(new) > NEWS:
            left = len(new) - NEWS
            say(f"  ... {left} line{'s' if left > 1 else ''} before; `log` shows them")
        for line in new[-NEWS:]:
            _print_wrapped(line)
        self.since, self.shown = self.shown, len(log)

    def _draw(self) -> None:
        """Draws the tables of the board that have changed."""
        before, self.board = self.board, self._drawn()
        _print_tables([table for table in self.board if table not in before])

    def _board(self, _: str) -> None:
        self.board = self._drawn()
        _print_tables(self.board)

    def _drawn(self) -> list[list[str]]:
        seen = self._seen
        return drawing.draw_board(seen, self._number(seen), terminal_width())

    def _ask(self) -> None:
        say("")
        asked, seen = self._seat.question, self._seen
        assert asked is not None
        assert seen.question is not None
        may = _offers_to_decline(seen)
        say(f"{asked.prompt}?" if may and asked.prompt[-1].isalnum() else asked.prompt)
        answers = zip(self._seat.options, seen.question.answers, strict=True)
        for number, (option, item) in enumerate(answers, 1):
            words = ("Yes", "No")[item] if may else option.title + self._details(seen, item)
            _print_wrapped(words, f"{number:>4}  ")

    def _details(self, position: Position, item: int) -> str:
        """The current values and the text of a card or piece that can be chosen."""
        if item <= 0 or not _asks_for_things(position):
            return ""
        thing = position.program.layout.form(position.s, item).thing
        defined = thing is not None and position.program.board.has_owner(thing.kind)
        if not defined and item not in position.program.cards:
            return ""
        if not visibility.sees(position, item, self._number(position)):
            return ""
        said = facts(position, item, self._number(position))
        return (f"  ({said})" if said else "") + (f": {thing.text}" if thing and thing.text else "")

    def _end(self) -> None:
        self._board("")
        outcome = self.game.outcome
        names = [self.rules.titles[player] for player in outcome.winners] if outcome else []
        say("")
        if outcome and outcome.cooperative:
            say(f"The game is over. All have {'lost' if outcome.lost else 'won'}.")
        else:
            say(f"The game is over. Won by: {', '.join(names) or 'nobody'}")

    # ---------------------------------------------------------------------------- read

    def _read(self) -> str:
        """A line of input; at its end, `quit`."""
        if sys.stdin.isatty():
            click.echo("> ", nl=False)
        line = sys.stdin.readline()
        return line.strip() or "\n" if line else "quit"

    def _execute(self, line: str) -> bool:
        """Executes a line; returns whether the question may have changed."""
        word, _, rest = line.partition(" ")
        if (said := line.strip()).isdecimal():
            return self._answer(whole_number(said) or 0)
        if word == "quit":
            return True
        if word in ("undo", "load"):
            return self._undo() if word == "undo" else self._load(rest.strip())
        shown = {"why": self._why, "look": self._look, "board": self._board, "log": self._log,
                 "save": self._save, "help": self._help}  # fmt: skip
        if word in shown:
            shown[word](rest.strip())
        elif word.strip():
            say(f"unknown command `{word}`; type `help` for a list")
        return False

    def _answer(self, number: int) -> bool:
        options = self._seat.options
        if self.game.turn != self.you:
            say(f"it is not your turn; {GO_BACK}")
            return False
        if not 1 <= number <= len(options):
            say(f"the answers are 1 to {len(options)}; type `why` to see why others are missing")
            return False
        before = self.game.copy(), self.rng, deepcopy(self.bots)
        if not self._apply(options[number - 1]):
            say(f"  give another answer; {GO_BACK}")
            return False
        self.history.append(before)
        return True

    def _undo(self) -> bool:
        if not self.history:
            say("there is nothing to undo")
            return False
        self.game, self.rng, self.bots = self.history.pop()
        self._skip_news()
        self.board = []
        say("Undone.")
        return True

    def _why(self, words: str) -> None:
        """`why not NAME`, `why NAME`, or `why EXPRESSION`; shows only what you may know."""
        seen = self._seen
        for line in why_lines(self._seat, seen, self._number(seen), words):
            say(line)

    def _look(self, words: str) -> None:
        seen = self._seen
        for line in look_lines(seen, self._number(seen), words):
            say(line)

    def _log(self, number: str) -> None:
        log = self._seat.log()
        new = [*fold_lines(log[self.since :])]
        last = said if (said := whole_number(number)) is not None else max(NEWS, len(new))
        for line in [*fold_lines(log[: self.since]), *new][-last:] if last else ():
            _print_wrapped(line)

    def _help(self, _: str) -> None:
        found = example_values(self.rules.declared)[:1]
        example = "".join(f": why {value}" for value in found)
        for line in HELP.format(example=example).splitlines():
            say(f"  {line}")

    # --------------------------------------------------------------------------- saves

    def _save(self, file: str) -> None:
        if not file:
            say("specify a file: save FILE")
            return
        data = {**save_of(self.game, answers_of(self.game)), "choices": self.rng}
        try:
            write_atomically(Path(file), (json.dumps(data) + "\n").encode(), read_again=True)
            say(f"Saved to {file}.")
        except OSError as error:
            say(f"can't write {file}: {error.strerror}")

    def _load(self, file: str) -> bool:
        if not file:
            say("specify a file that `save` has written: load FILE")
            return False
        try:
            data = saved_game(Path(file))
            self.game, fit = restore_game(self.rules, data, self.game.engine)
        except OSError as error:
            say(f"can't read {file}: {error.strerror}; expected a file that `save` has written")
        except (SaveError, GameError) as error:
            say(f"{file}: {error}")
        else:
            self._resume(data)
            say(f"Loaded. {fit}".rstrip())
            return True
        return False

    def _resume(self, data: dict[str, Plain]) -> None:
        """Continues a loaded game; `undo` goes back to your questions in it."""
        rng = data.get("choices")
        self.rng = rng if isinstance(rng, int) else choice_state(self.game.seed)
        self.history, earlier = [], self.game.copy()
        self.bots = choose_bots(self.by, self.game)
        for _ in self.game.position.answered():
            earlier.undo()
            if earlier.turn == self.you:
                self.history.insert(0, (earlier.copy(), self.rng, choose_bots(self.by, self.game)))
        self._skip_news()
        self.board = []

    def _skip_news(self) -> None:
        """Marks everything in the log as known."""
        self.since = self.shown = len(self._seat.log())


def _asks_for_things(position: Position) -> bool:
    site = _site(position)
    return isinstance(site, ChoicePoint) and site.type.base == "thing"


def _offers_to_decline(position: Position) -> bool:
    """Whether the question says what may be done, so that the answers are *yes* and *no*."""
    site = _site(position)
    return isinstance(site, BranchPoint) and isinstance(site.statement.origin, hir.May)


def _site(position: Position) -> Point | None:
    return position.program.points[position.question.site] if position.question else None


def _print_wrapped(line: str, indent: str = "  ") -> None:
    for part in wrapped(line, indent):
        say(part)


def _print_tables(tables: Sequence[Sequence[str]]) -> None:
    for table in tables:
        say("")
        for line in table:
            say(line)
