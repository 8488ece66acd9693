"""What a position is worth to a player: the lead over the others, and who has won.

Decides how a pack's `evaluate`, else its `score`, is used to compare positions.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from cardwright.backends.game_errors import GameError
from cardwright.program.program import Program
from cardwright.runtime.game import Game
from cardwright.runtime.outcome import number_of, winners
from cardwright.source.memoized import memoized

WON = 10**12  # more than any lead
Evaluation = Callable[[Game, int], int]


class EvaluationError(GameError):
    """The number by which positions are judged can't be calculated."""


def evaluation_of(program: Program) -> Evaluation:
    """The value of positions of a program, for a player by number."""
    evaluations, seated = evaluations_of(program), program.layout.kind("player")
    return lambda game, player: evaluations(game)[seated.index(player)]


@memoized
def evaluations_of(program: Program) -> Callable[[Game], list[int]]:
    """The value of positions of a program for each player, in the order of their numbers."""
    declared = program.checked.declared
    number = number_of(program, declared.evaluate or declared.score)
    seated, together = program.layout.kind("player"), program.checked.cooperative

    def evaluations(game: Game) -> list[int]:
        try:
            numbers = [number(game, one) or 0 for one in seated]
        except GameError as error:
            name = declared.evaluate or declared.score
            message = f"`{name}` can't be calculated: {error}"
            raise EvaluationError(error.code, message, error.where) from None
        total = sum(numbers)
        leads = [total if together else len(seated) * one - total for one in numbers]
        if game.over:
            won = winners(game)
            leads = [
                lead + _ending(won, one, together) for lead, one in zip(leads, seated, strict=True)
            ]
        return leads

    return evaluations


def _ending(won: Sequence[int], player: int, together: bool) -> int:
    """A shared win is worth a share of one; if nobody wins, it is a defeat if all lose together."""
    if player in won:
        return WON // len(won)
    return -WON if won or together else 0
