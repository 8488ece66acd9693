"""The rest of one action, imagined: a player's answer, and the answers that must follow it.

An action is over when the rule or option that asked first has ended, or when it is somebody else's
move. Until then the player's own next answers are tried too, within a budget; other players who are
asked in between decline if they can.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from operator import itemgetter

from cardwright.backends.game_errors import GameError
from cardwright.players.evaluation import WON, Evaluation, EvaluationError
from cardwright.program.decision_points import MenuPoint
from cardwright.runtime import visibility
from cardwright.runtime.game import Game
from cardwright.runtime.rng import seeded
from cardwright.source.records import dataclass

Chain = tuple[int, ...]  # the player's own answers, first to last, by index
SURE, ROLLED, DRAWN = range(3)
"""What a result depended on: nothing, a random result, or something hidden."""
FARTHEST = 40  # answers of one action, after which its position is judged as it is
BROKEN = -2 * WON  # the value of a position that leads to an error of the pack


@dataclass(frozen=True, slots=True)
class Rated:
    """The best result of an answer, and its chain; `luck` if it depends on chance."""

    value: int
    chain: Chain
    luck: int


class Lookahead:
    """The consequences of answers to a question; `world` must be one that the player may see.

    `below` is the player's own chance, which decides between answers of equal worth.
    """

    def __init__(self, world: Game, evaluate: Evaluation, below: Callable[[int], int]) -> None:
        assert world.question is not None
        self.world, self._evaluate, self._below = world, evaluate, below
        self._me = world.question.player
        self._from_menu = isinstance(world.program.points[world.question.site], MenuPoint)
        self._level = level_of(world)
        movable = world.program.layout.items[1:]
        hidden = [i.id for i in movable if not visibility.sees(world, i.id, self._me)]
        self._where = itemgetter(0, 0, *hidden)
        self._hidden = self._where(world.s)

    def rerolled(self, chance: int) -> Lookahead:
        """The same position with other random results."""
        world = self.world.copy()
        world.rng = seeded(chance)
        return Lookahead(world, self._evaluate, self._below)

    def rate(self, index: int, tries: int) -> Rated:
        """The best result that can follow from an answer."""
        return self._after(self.world, index, tries, FARTHEST)

    def replay(self, chain: Chain) -> Iterator[tuple[Game, int]]:
        """The positions in which a chain's answers are given, up to the first random result or
        error of the pack.
        """
        game = self.world.copy()
        for index in chain:
            if game.rng != self.world.rng:
                return
            yield game, index
            try:
                game.answer(index)
                self._decline(game, FARTHEST)
            except GameError:
                return

    def _after(self, game: Game, index: int, tries: int, left: int) -> Rated:
        after = game.copy()
        try:
            after.answer(index)
            best = self._best(after, tries, left - 1)
        except EvaluationError:
            raise
        except GameError:
            return Rated(BROKEN, (index,), SURE)
        return Rated(best.value, (index, *best.chain), best.luck)

    def _best(self, game: Game, tries: int, left: int) -> Rated:
        """The best answer to the next question, any of equal ones; each answer gets a share of the
        tries.

        If there are too few tries for all answers, nothing is planned: those not tried may be
        better.
        """
        if self._decline(game, left):
            return Rated(self._evaluate(game, self._me), (), self._luck(game))
        assert game.question is not None
        answers = range(len(game.question.answers))[:tries]
        part = max(1, tries // len(answers))
        found = [self._after(game, i, part, left) for i in answers]
        most = max(one.value for one in found)
        equal = [one for one in found if one.value == most]
        best = equal[self._below(len(equal))]
        chain = best.chain if len(found) == len(game.question.answers) else ()
        return replace(best, chain=chain, luck=max(one.luck for one in found))

    def _luck(self, game: Game) -> int:
        """What chance has decided since the question."""
        if self._where(game.s) != self._hidden:
            return DRAWN
        return ROLLED if game.rng != self.world.rng else SURE

    def _decline(self, game: Game, left: int) -> bool:
        """Lets other players decline until the player is asked; returns whether the action is
        over.
        """
        while not self._over(game, left):
            assert game.question is not None
            if game.question.player == self._me:
                return False
            game.answer(len(game.question.answers) - 1)
            left -= 1
        return True

    def _over(self, game: Game, left: int) -> bool:
        if game.question is None or left <= 0:
            return True
        level = len(game.frames)
        if game.question.player != self._me or self._from_menu:
            return level <= self._level
        return level < self._level


def level_of(game: Game) -> int:
    """The nesting depth of the rules that ask; an event that is replied to in a window is not
    over.
    """
    level = len(game.frames)
    while level > 1 and game.frames[level - 1][1] in game.program.windows:
        level -= 1
    return level
