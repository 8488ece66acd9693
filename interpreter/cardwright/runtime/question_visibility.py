"""Who sees a thing in a question, and what the other players know about it.

Responsible for the fast answer for questions; `visibility` answers the same for views, names and
the log.
"""

from __future__ import annotations

from cardwright.runtime.game_state import GameState


class QuestionVisibility(GameState):
    """A position in which things may lie face down, or in zones that not everybody sees."""

    __slots__ = ()

    def _outside(self, item: int, player: int) -> tuple[int | str, ...]:
        """What players who can't see a thing know about it: where it is and, if it lies face down,
        also its owner and its back. About a hidden thing that it is on they know no more than that
        either.
        """
        s, hosts = self.s, self.program.stacked_on
        place, known = s[item], self._back(item)
        for _ in range(self.program.deepest):
            if place not in hosts or not self._unseen(place, player):
                break
            place, known = s[place], (*self._back(place), *known)
        return place, *known

    def _back(self, item: int) -> tuple[int | str, ...]:
        """The owner of a thing that lies face down, and its back."""
        layout, place = self.program.layout, self.s[item]
        if layout.face_down is None or layout.zone_first <= place < layout.zone_end:
            return 0, ""
        return self.s[layout.owner + item], layout.face_down.backs[item]

    def _unseen(self, item: int, player: int) -> bool:
        """Whether a thing lies face down, or is in a zone that the player can't look into, or is on
        such a thing.
        """
        s, layout = self.s, self.program.layout
        for _ in range(self.program.deepest):
            place = s[item]
            zone = place - layout.zone_first
            if 0 <= zone < len(layout.zones):
                declared, owner = layout.zones[zone]
                seen_by = declared.seen_by
                return seen_by != "all" and not (seen_by == "owner" and owner == player)
            faces = layout.face_down
            if faces is not None and faces.hides(s, item, place, player):
                return True
            if place not in self.program.stacked_on:
                return False
            item = place
        return True
