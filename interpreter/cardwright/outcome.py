"""The end of a game as hosts and players read it, by ids.

Responsible for its shape; the winners and scores are computed in `runtime.outcome`.
"""

from __future__ import annotations

from collections.abc import Mapping

from cardwright.runtime import outcome
from cardwright.runtime.game import Game as Position
from cardwright.runtime.naming import player_name
from cardwright.source.records import dataclass


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a game, by ids of players: ranks count from 1, and ties share one.

    `reason`: the text of the `end the game` that ended it, or else the name of its rule.

    `cooperative`: all have won together, or `lost` to the game.
    """

    winners: tuple[str, ...]
    scores: Mapping[str, int | None]
    ranks: Mapping[str, int]
    cooperative: bool = False
    reason: str = ""

    @property
    def lost(self) -> bool:
        """Whether all have lost together."""
        return self.cooperative and not self.winners


def outcome_of(position: Position) -> Outcome | None:
    """How the game ended; None while it runs. Raises GameError like `winners`."""
    if not position.over:
        return None
    program = position.program
    won, score = outcome.winners(position), outcome.score_of(program)
    scores = {player: score(position, player) for player in position.seats}
    together = program.checked.cooperative
    ranks = dict.fromkeys(scores, 1) if together else outcome.ranks(won, scores)
    return Outcome(
        tuple(player_name(program, player) for player in won),
        {player_name(program, player): value for player, value in scores.items()},
        {player_name(program, player): rank for player, rank in ranks.items()},
        together,
        position.ended,
    )
