"""The answers in a game, and the game after any number of answers.

Stores the answers, including those taken back and those that no longer fit the rules. Of the
positions that somebody went back to, and those on the way there, it stores one in sixteen, and the
last one; others are replayed, so that a long game takes little memory, and one in which nobody goes
back takes none.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from cardwright import Game
from cardwright.runtime.game import Game as Position
from cardwright_tools.saved_games import Answer

EVERY = 16


@dataclass(slots=True)
class History:
    """`begin` makes a new game. Of `answers`, the first `number` are in effect; the rest were
    taken back or, from `fitting` on, no longer fit the rules, for the reason `misfit`."""

    begin: Callable[[], Game]
    answers: list[Answer] = field(default_factory=list)
    number: int = 0
    fitting: int | None = None  # None if all fit
    misfit: str = ""
    _kept: dict[int, Game] = field(default_factory=dict)  # by the number of answers
    _last: tuple[int, Game] | None = None

    def add(self, answer: Answer) -> None:
        """Adds an answer, and discards those that were taken back."""
        self.forget_undone()
        self.answers.append(answer)
        self.number += 1

    def forget_undone(self) -> None:
        del self.answers[self.number :]
        self.fitting, self.misfit = None, ""
        for number in [one for one in self._kept if one > self.number]:
            del self._kept[number]
        self._last = None

    @property
    def reachable(self) -> int:
        """How many answers can be given with the current rules."""
        return len(self.answers) if self.fitting is None else self.fitting

    def after(self, number: int) -> Game:
        """A copy of the game after this many answers."""
        if 0 not in self._kept:
            self._kept[0] = self.begin()
        known = {**self._kept, **dict([self._last] if self._last else [])}
        first = max(one for one in known if one <= number)
        game = _without_past(known[first])
        for count in range(first, number):
            game = _answered(game, self.answers[count].option)
            if (count + 1) % EVERY == 0:
                self._kept[count + 1] = _without_past(game)
        self._last = number, game
        return _without_past(game)

    def positions(self) -> Iterator[Position]:
        """The positions after none of the answers in effect, one, and so on."""
        game = self.after(0)
        yield game.position
        for answer in self.answers[: self.number]:
            game = _answered(game, answer.option)
            yield game.position


def _answered(game: Game, option: str) -> Game:
    game.apply(option)
    return _without_past(game)


def _without_past(game: Game) -> Game:
    return Game(game.rules, game.position)
