"""How much may still be added to a large game before everything is counted again."""

from __future__ import annotations

from collections.abc import Sequence

from cardwright.language.declared import Declared
from cardwright.pack.loaded import Loaded
from cardwright.source import budget
from cardwright_tools.check.incremental.card_files import Card
from cardwright_tools.check.shares.examiner import length_to_check
from cardwright_tools.check.shares.independent import IndependentCard
from cardwright_tools.check.shares.limits import characters_left
from cardwright_tools.check.shares.shapes import Shapes


class Limits:
    """How many characters the texts of a game with these cards may still have, and the effects
    with new shapes."""

    def __init__(self, loaded: Loaded, items: Sequence[IndependentCard]) -> None:
        self.shapes = Shapes(loaded.declared)
        self._characters_left = characters_left(loaded)
        self._work = budget.MAX_CHECKED - length_to_check(loaded, items, self.shapes)
        self._known = {self.shapes.of(item).key for item in items}

    @property
    def are_exceeded(self) -> bool:
        return self._work < 0

    def allow(self, longer: int, new: Sequence[Card]) -> bool:
        """Whether texts may be longer by this many characters, with these new cards."""
        return longer <= self._characters_left and self._length(new) <= self._work

    def use(self, longer: int, new: Sequence[Card]) -> None:
        """Reduces what is left: texts are `longer` by some characters, and some cards are `new`."""
        self._characters_left -= longer
        self._work -= self._length(new) if new else max(longer, 0)
        self._known |= {self.shapes.of(card.item).key for card in new}

    def lengthen(self, by: int) -> None:
        """Reduces what is left: texts with known shapes are longer by this many characters."""
        self._characters_left -= by

    def have_shapes_of(self, declared: Declared) -> bool:
        """Whether cards of one shape have one with these declarations, too."""
        return Shapes(declared).joins(self.shapes)

    def _length(self, new: Sequence[Card]) -> int:
        """The number of characters in effects whose shape is new."""
        others = (card for card in new if self.shapes.of(card.item).key not in self._known)
        return sum(len(effect.body.text) for card in others for effect in card.effects)
