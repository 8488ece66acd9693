"""What verbs do to things that they move, give or target: the properties that the other packages
ask about.
"""

from __future__ import annotations

from enum import Enum

from cardwright.source.records import dataclass


class From(Enum):
    """The things that a movement takes."""

    SUPPLY = "one that is in supply"
    BOARD = "one that is not: nothing happens to what is in supply"
    ANYWHERE = "one wherever it is"


class To(Enum):
    """What becomes of the things."""

    PLACE = "it goes to a place or a zone"
    SUPPLY = "it goes back to supply"
    PLAYER = "it stays where it is, and a player becomes its owner"
    NOWHERE = "it stays as it is"


@dataclass(frozen=True, slots=True)
class Movement:
    """`verb` is its name as an event; `creates`: it brings tokens into being."""

    verb: str
    takes: From
    to: To
    creates: bool = False

    @property
    def enters(self) -> bool:
        """Whether the thing comes into play."""
        return self.takes == From.SUPPLY

    @property
    def leaves(self) -> bool:
        """Whether the thing goes back to supply."""
        return self.to == To.SUPPLY

    @property
    def goes(self) -> bool:
        """Whether the thing leaves its place."""
        return self.to in (To.PLACE, To.SUPPLY)

    def undoes(self, other: Movement) -> bool:
        """Whether it brings into play what the other takes out of it, or the other way round."""
        return From.SUPPLY in (self.takes, other.takes) and To.SUPPLY in (self.to, other.to)
