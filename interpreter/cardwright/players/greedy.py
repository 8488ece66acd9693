"""The greedy player: chooses what looks best at the end of the action.

It judges positions by the pack's `evaluate`, else its `score`, in games redrawn for it, and follows
its plan for the rest of an action as long as nothing unforeseen happens.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cardwright.options import Option, Options
from cardwright.players.evaluation import evaluation_of
from cardwright.players.lookahead import DRAWN, SURE, Chain, Lookahead
from cardwright.players.seat import Seat
from cardwright.runtime import questions
from cardwright.source.records import dataclass


@dataclass(frozen=True, slots=True)
class Planned:
    """An answer, planned for a question with these options."""

    prompt: str
    options: tuple[str, ...]
    answer: int


class Greedy:
    """A greedy player, for one game.

    `worlds`: the number of redrawn games in which it looks ahead. `samples`: how often it tries
    chance-dependent results in each. `tries`: how many ways to finish the action it examines, over
    all options.
    """

    def __init__(self, worlds: int = 1, samples: int = 4, tries: int = 32) -> None:
        self.worlds, self.samples, self.tries = worlds, samples, tries
        self._plan: list[Planned] = []

    def __call__(self, seat: Seat) -> Option:
        if len(seat.options) == 1:
            return seat.options[0]
        planned = self._as_planned(seat)
        return seat.options[self._best(seat) if planned is None else planned]

    def _as_planned(self, seat: Seat) -> int | None:
        """The plan's answer, if the plan foresaw this question; otherwise the plan is dropped."""
        if self._plan:
            planned = self._plan.pop(0)
            if (planned.prompt, planned.options) == _asked(seat.question.prompt, seat.options):
                return planned.answer
        self._plan = []
        return None

    def _best(self, seat: Seat) -> int:
        """The best answer, chosen at random among equals."""
        totals, ahead, chains = self._rated(seat)
        best = [index for index, total in enumerate(totals) if total == max(totals)]
        chosen = best[seat.below(len(best))]
        self._plan = [*ahead.planned(chains[chosen])][1:]
        return chosen

    def rated(self, seat: Seat) -> list[int]:
        """The value of each answer, summed over all samples."""
        return self._rated(seat)[0]

    def _rated(self, seat: Seat) -> tuple[list[int], _Ahead, list[Chain]]:
        """The value of each answer, and its chain in the last of the games used to look ahead."""
        totals = [0] * len(seat.options)
        for _ in range(self.worlds):
            ahead = _Ahead(self, seat)
            chains = [ahead.add(index, totals) for index in range(len(totals))]
        return totals, ahead, chains


class _Ahead:
    """A redrawn game, and copies of it with other results of chance."""

    def __init__(self, by: Greedy, seat: Seat) -> None:
        self._by, self._seat = by, seat
        self._first = self._drawn()
        self._tries = max(1, by.tries // len(seat.options))
        self._others: dict[int, list[Lookahead]] = {}

    def _drawn(self) -> Lookahead:
        position = self._seat.world().position
        return Lookahead(position, evaluation_of(position.program), self._seat.below)

    def add(self, index: int, totals: list[int]) -> Chain:
        """Adds the value of an answer in all samples; returns its chain in the first."""
        rated = self._first.rate(index, self._tries)
        totals[index] += rated.value
        if rated.luck == SURE:
            totals[index] += rated.value * (self._by.samples - 1)
        else:
            others = self._like(rated.luck)
            totals[index] += sum(one.rate(index, self._tries).value for one in others)
        return rated.chain

    def _like(self, luck: int) -> Sequence[Lookahead]:
        """Games with other random results, and with other hidden things if they matter."""
        if luck not in self._others:
            more = range(self._by.samples - 1)
            self._others[luck] = [
                self._drawn() if luck == DRAWN else self._rerolled() for _ in more
            ]
        return self._others[luck]

    def _rerolled(self) -> Lookahead:
        return self._first.rerolled(self._seat.below(1 << 48))

    def planned(self, chain: Chain) -> Iterator[Planned]:
        for position, answer in self._first.replay(chain):
            options = Options(position)
            yield Planned(*_asked(questions.prompt(position), options), answer)


def _asked(prompt: str, options: Options) -> tuple[str, tuple[str, ...]]:
    return prompt, tuple(options.ids)
