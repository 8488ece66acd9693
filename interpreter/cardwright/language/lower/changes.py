"""What abilities of a game change of what is declared; else, all is lowered as if without them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import field, replace

from cardwright.board.model import Board, Field
from cardwright.language.core import Event
from cardwright.source.records import dataclass


@dataclass(frozen=True, slots=True)
class Changes:
    """`fields`: modified printed fields, by kind and name, and the functions that read them.

    `choices`: kinds and enums of which some can't be chosen. `rules` and `options`: those that may
    be forbidden.
    `withstand`: kinds whose things may have something happen instead of being removed.
    """

    fields: Mapping[tuple[str, str], str] = field(default_factory=dict)
    choices: frozenset[str] = frozenset()
    rules: frozenset[str] = frozenset()
    options: frozenset[str] = frozenset()
    withstand: frozenset[str] = frozenset()

    def with_events(self, forbidden: Iterable[Event], replaced: Iterable[Event]) -> Changes:
        """The same with what prohibitions and replacements name."""
        known = [*forbidden]
        choices = frozenset(event.kind for event in known if event.verb == "choose")
        rules = frozenset(event.name for event in known if event.sort == "rule")
        options = frozenset(event.name for event in known if event.sort == "option")
        withstand = frozenset(event.kind for event in replaced if event.verb == "remove")
        return replace(self, choices=choices, rules=rules, options=options,
                       withstand=withstand)  # fmt: skip

    def without(self, found: Field) -> Changes:
        """The same for a modifier of this field, which sees what is printed."""
        key = (found.kind, found.name)
        return replace(self, fields={k: name for k, name in self.fields.items() if k != key})

    def limits_choice(self, of: str, board: Board) -> bool:
        """Whether a prohibition may keep somebody from choosing something of this kind or enum."""
        return _concerns(self.choices, of, board)

    def may_withstand(self, of: str, board: Board) -> bool:
        """Whether removing a thing of this kind may be replaced."""
        return _concerns(self.withstand, of, board)


def _concerns(kinds: Iterable[str], of: str, board: Board) -> bool:
    return any(of == k or board.is_a(of, k) or board.is_a(k, of) for k in kinds)
