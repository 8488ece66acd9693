"""The events that abilities react to, and that end lasting effects."""

from __future__ import annotations

from cardwright.language.syntax.nodes import Node, Word, maybe, one
from cardwright.source.records import dataclass


@dataclass(frozen=True, slots=True)
class Event(Node):
    """An event that abilities react to."""


@dataclass(frozen=True, slots=True)
class VerbEvent(Event):
    """`removing cart`: What a verb does to a thing of this kind."""

    gerund: Word = one("GERUND")
    noun: Word = one("NAME")


@dataclass(frozen=True, slots=True)
class Change(Event):
    """`changing gold`: A counter, a flag or another cell of state gets a new value."""

    cell: Word = one("NAME")


@dataclass(frozen=True, slots=True)
class RuleRun(Event):
    """`turn`: This rule is run."""

    rule: Word = one("NAME")


@dataclass(frozen=True, slots=True)
class OptionUse(Event):
    """`option sell`: This option of a menu is offered; only for `forbid`."""

    option: Word = one("NAME")


@dataclass(frozen=True, slots=True)
class EventText(Node):
    """`removing cart`: An event, as in `instead of` and `forbid`."""

    event: Event = one(Event)


@dataclass(frozen=True, slots=True)
class TimedEventText(Node):
    """`after removing cart`, `before turn`: Before or after an event: for `when`, `window`, and
    `until` of a lasting effect.
    """

    timing: Word = one("AFTER", "BEFORE")
    event: Event = one(Event)


@dataclass(frozen=True, slots=True)
class EndOfNextText(Node):
    """`end of your next turn`: `until` of a lasting effect: the end of the first run of the rule
    by its player that begins after the effect did.
    """

    end: Word = one("END_OF")
    whose: Word = one("YOUR_NEXT")
    rule: Word = one("NAME")


@dataclass(frozen=True, slots=True)
class BoundaryText(Node):
    """`end of turn`, `start of your turn`, `your next turn`: `until` of a lasting effect: when
    a run of the rule ends or begins. With `your`, a run by its player.
    """

    edge: Word = one("END_OF", "START_OF", "YOUR_NEXT")
    whose: Word | None = maybe("YOUR")
    rule: Word = one("NAME")
