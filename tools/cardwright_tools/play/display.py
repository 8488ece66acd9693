"""What is shown to the person at the terminal: the board, the question, the log, and why.

Everything comes from their seat, and the board is drawn from a redetermined copy of the game.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import cardwright
from cardwright import Game, Rules
from cardwright.language import hir
from cardwright.language.example_values import example_values
from cardwright.program.decision_points import BranchPoint, ChoicePoint, Point
from cardwright.runtime import visibility
from cardwright.runtime.game import Game as Position
from cardwright.source.numerals import whole_number
from cardwright_tools.output import say, terminal_width
from cardwright_tools.play import drawing
from cardwright_tools.play.answers import look_lines, why_lines, wrapped
from cardwright_tools.play.facts import facts
from cardwright_tools.play.log_folding import fold_lines

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


@dataclass(slots=True)
class Display:
    """What you see of a game, and what of it you have been shown."""

    rules: Rules
    game: Game
    you: str
    shown: int = 0
    since: int = 0  # where the new lines of the log begin
    board: list[list[str]] = field(default_factory=list)  # the tables as last drawn

    @property
    def seat(self) -> cardwright.Seat:
        return self.game.seat(self.you)

    @property
    def _seen(self) -> Position:
        """The position to draw, in which everything that you can't see is made up."""
        return self.seat.determinize(1).position

    def _number(self, position: Position) -> int:
        """Your number in the runtime."""
        layout = position.program.layout
        return next(p for p in layout.kind("player") if layout.items[p].name == self.you)

    def show_news(self) -> None:
        log = self.seat.log()
        new = list(fold_lines(log[self.shown :]))
        if len(new) > NEWS:
            left = len(new) - NEWS
            say(f"  ... {left} line{'s' if left > 1 else ''} before; `log` shows them")
        for line in new[-NEWS:]:
            _print_wrapped(line)
        self.since, self.shown = self.shown, len(log)

    def show_board_changes(self) -> None:
        """Draws the tables of the board that have changed."""
        before, self.board = self.board, self._drawn()
        _print_tables([table for table in self.board if table not in before])

    def show_board(self, _: str) -> None:
        self.board = self._drawn()
        _print_tables(self.board)

    def _drawn(self) -> list[list[str]]:
        seen = self._seen
        return drawing.draw_board(seen, self._number(seen), terminal_width())

    def ask(self) -> None:
        say("")
        asked, seen = self.seat.question, self._seen
        assert asked is not None
        assert seen.question is not None
        may = _offers_to_decline(seen)
        say(f"{asked.prompt}?" if may and asked.prompt[-1].isalnum() else asked.prompt)
        answers = zip(self.seat.options, seen.question.answers, strict=True)
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

    def show_end(self) -> None:
        self.show_board("")
        outcome = self.game.outcome
        names = [self.rules.titles[player] for player in outcome.winners] if outcome else []
        say("")
        if outcome and outcome.cooperative:
            say(f"The game is over. All have {'lost' if outcome.lost else 'won'}.")
        else:
            say(f"The game is over. Won by: {', '.join(names) or 'nobody'}")

    def why(self, words: str) -> None:
        """`why not NAME`, `why NAME`, or `why EXPRESSION`; shows only what you may know."""
        seen = self._seen
        for line in why_lines(self.seat, seen, self._number(seen), words):
            say(line)

    def look(self, words: str) -> None:
        seen = self._seen
        for line in look_lines(seen, self._number(seen), words):
            say(line)

    def log(self, number: str) -> None:
        log = self.seat.log()
        new = [*fold_lines(log[self.since :])]
        last = said if (said := whole_number(number)) is not None else max(NEWS, len(new))
        for line in [*fold_lines(log[: self.since]), *new][-last:] if last else ():
            _print_wrapped(line)

    def help(self, _: str) -> None:
        found = example_values(self.rules.declared)[:1]
        example = "".join(f": why {value}" for value in found)
        for line in HELP.format(example=example).splitlines():
            say(f"  {line}")

    def resume(self, game: Game) -> None:
        """Continues with another position; everything in its log counts as known."""
        self.game, self.board = game, []
        self.since = self.shown = len(self.seat.log())


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
