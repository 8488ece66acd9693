"""The events that abilities react to and prohibitions forbid."""

from __future__ import annotations

from typing import Literal, NamedTuple

from cardwright.language.registry.movement import Movement

CHOICE = "choose"
EventSort = Literal["action", "rule", "option", "change"]


class Event(NamedTuple):
    """What the verb `name` does to things of `kind`; a run of the rule, or a use of the option, of
    this name; or a change of this cell of state, of things of `kind` or ("") of the game.
    """

    sort: EventSort
    name: str
    kind: str = ""

    @property
    def verb(self) -> str:
        """The verb of an action; "" for any other event."""
        return self.name if self.sort == "action" else ""

    @property
    def chooses(self) -> bool:
        """Whether the event is the choice of something, which only prohibitions may name."""
        return self.verb == CHOICE

    @property
    def of_any_kind(self) -> Event:
        return Event(self.sort, self.name)


def action(movement: Movement, kind: str) -> Event:
    """The event that this is done to a thing of the kind."""
    return Event("action", movement.verb, kind)


def choice(kind: str) -> Event:
    """The event that somebody chooses something of the kind or enum."""
    return Event("action", CHOICE, kind)
