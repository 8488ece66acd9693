"""What the end of a playout counts for each player, from 0 to 1.

A game that is over counts by who has won. One that is not counts by how a player's lead has changed
since the question, on the scale of the changes seen so far.
"""

from __future__ import annotations

from collections.abc import Sequence

from cardwright.players.worth import WON

MOST = 0.4  # how far a lead moves the reward from an even one
FEW = 4  # playouts that the scale begins with


class Rewards:
    def __init__(self, start: Sequence[int]) -> None:
        self._start = start
        self._changes, self._number = 0.0, 0

    def of(self, worths: Sequence[int]) -> list[float]:
        """The rewards of an end with these worths."""
        if any(abs(one) > WON // 64 for one in worths):
            return [min(1.0, max(0.0, round(one / WON, 3))) for one in worths]
        changes = [now - before for now, before in zip(worths, self._start, strict=True)]
        self._changes += sum(map(abs, changes))
        self._number += len(changes)
        scale = self._changes / self._number or 1
        return [0.5 + MOST * one / (abs(one) + scale) for one in changes]
