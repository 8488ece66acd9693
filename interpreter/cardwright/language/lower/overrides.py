"""How the abilities of a game change declared things; without any, lowering leaves them out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import field, replace

from cardwright.board.declarations import Field
from cardwright.board.model import Board
from cardwright.language.core import Event, choice
from cardwright.source.records import dataclass


@dataclass(frozen=True, slots=True)
class Overrides:
    """`fields`: modified printed fields, by kind and name, and the functions that read them.

    `forbidden` and `replaced`: the events that some ability may forbid or replace.
    """

    fields: Mapping[tuple[str, str], str] = field(default_factory=dict)
    forbidden: frozenset[Event] = frozenset()
    replaced: frozenset[Event] = frozenset()

    def without(self, found: Field) -> Overrides:
        """The overrides for a modifier of this field, which uses the printed value."""
        key = (found.kind, found.name)
        return replace(self, fields={k: name for k, name in self.fields.items() if k != key})

    def limits_choice(self, of: str, board: Board) -> bool:
        """Whether a prohibition may prevent somebody from choosing something of this kind or
        enum.
        """
        return _concerns(self.forbidden, choice(of), board)

    def may_be_replaced(self, event: Event, board: Board) -> bool:
        """Whether something may happen instead."""
        return _concerns(self.replaced, event, board)


def _concerns(events: Iterable[Event], event: Event, board: Board) -> bool:
    kinds = (one.kind for one in events if one.verb == event.verb)
    return any(event.kind == kind or board.related(event.kind, kind) for kind in kinds)
