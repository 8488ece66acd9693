"""`cardwright play`: one person at the terminal, against player programs.

Responsible for the dialogue: the commands, undo and saves, and the others' answers, which the host
plays. Reads lines from standard input, so that it also works with a pipe.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from pathlib import Path

import click

from cardwright import Game, GameError, Option, Rules, SaveError
from cardwright.players import Player, Seat, assigned, at_random, named
from cardwright.runtime.rng import below, step
from cardwright.runtime.save import Plain
from cardwright.source.numerals import whole_number
from cardwright_tools.atomic_write import write_atomically
from cardwright_tools.output import USAGE, Stop, say
from cardwright_tools.play.display import Display
from cardwright_tools.saved_games import answers_of, restore_game, save_of, saved_game
from cardwright_tools.sim.games import choice_state

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
    display: Display = field(init=False)

    def __post_init__(self) -> None:
        self.display = Display(self.rules, self.game, self.you)

    def run(self) -> int:
        """Runs the dialogue until the end of the game, `quit`, or the end of the input."""
        while True:
            self._others()
            self.display.show_news()
            if self.game.turn is None:
                self.display.show_end()
                return 0
            self.display.show_board_changes()
            if self.game.turn == self.you:
                self.display.ask()
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
        own = self.display
        shown = {"why": own.why, "look": own.look, "board": own.show_board, "log": own.log,
                 "save": self._save, "help": own.help}  # fmt: skip
        if word in shown:
            shown[word](rest.strip())
        elif word.strip():
            say(f"unknown command `{word}`; type `help` for a list")
        return False

    def _answer(self, number: int) -> bool:
        options = self.display.seat.options
        if self.game.turn != self.you:
            say(f"it is not your turn; {GO_BACK}")
            return False
        if not 1 <= number <= len(options):
            known = (
                f"the answers are 1 to {len(options)}" if options[1:] else "the only answer is 1"
            )
            say(f"{known}; type `why` to see why others are missing")
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
        self.display.resume(self.game)
        say("Undone.")
        return True

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
        self.display.resume(self.game)
