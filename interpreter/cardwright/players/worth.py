"""What a position is worth to a player: how far ahead of the others, and who has won.

Owns what a pack's `evaluate`, else its `score`, means for a comparison of positions.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from cardwright.program.program import Program
from cardwright.runtime.game import Game
from cardwright.runtime.game_state import GameError
from cardwright.runtime.outcome import number_of, winners

WON = 10**12  # more than any lead
Worth = Callable[[Game, int], int]


class WorthError(GameError):
    """The number by which positions are judged can't be calculated."""


def worth_of(program: Program) -> Worth:
    """The worth of positions of a program, for a player by number."""
    declared = program.checked.declared
    number = number_of(program, declared.evaluate or declared.score)
    seated, together = program.layout.kind("player"), program.checked.cooperative

    def worth(game: Game, player: int) -> int:
        try:
            numbers = {one: number(game, one) or 0 for one in seated}
        except (RecursionError, OverflowError) as error:
            name = declared.evaluate or declared.score
            raise WorthError("CW402", f"`{name}` can't be calculated: {error}", (name,)) from None
        lead = sum(numbers.values())
        if not together:
            lead = len(seated) * numbers.get(player, 0) - lead
        return lead + _ending(winners(game), player, together) if game.over else lead

    return worth


def _ending(won: Sequence[int], player: int, together: bool) -> int:
    """A shared win is worth a part of one; if nobody wins, it is a defeat if all lose together."""
    if player in won:
        return WON // len(won)
    return -WON if won or together else 0
