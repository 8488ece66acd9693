"""Links checked rules to a layout: the things that carry each ability, and whether it is active.

Provides what every backend needs to know about a game's rules. Knows nothing about how they are
run.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import field

from cardwright.board.declarations import LASTING, Thing
from cardwright.board.layout import Layout
from cardwright.board.model import Board
from cardwright.board.types import thing
from cardwright.language import core
from cardwright.language.active import SILENCED, active_conditions, active_places
from cardwright.language.core import Expr
from cardwright.language.declared import Ability, Option
from cardwright.language.front_end.checked import Checked, CheckedAbility
from cardwright.language.registry.ability import Hook
from cardwright.language.registry.operation import OPERATIONS
from cardwright.program.coverage import Coverage
from cardwright.program.hidden_reads import HiddenReaders, find_hidden_readers
from cardwright.source.records import dataclass
from cardwright.source.text import NOWHERE

SOMEWHERE = range(1, sys.maxsize)
"""The ids of all places; 0 is none."""


@dataclass(slots=True)
class LinkedRules:
    """The rules of a game for one set of players; with `coverage`, hits are recorded there."""

    checked: Checked
    layout: Layout
    coverage: Coverage | None
    _reacting: dict[tuple[Hook, core.Event], list[CheckedAbility]] = field(
        default_factory=dict, init=False
    )  # cache of `abilities`
    _active: dict[str, range | None] = field(default_factory=dict, init=False)  # by kind

    @property
    def board(self) -> Board:
        return self.layout.board

    @property
    def hidden_readers(self) -> HiddenReaders:
        """The definitions that may read something hidden."""
        return find_hidden_readers(self.checked)

    def abilities(self, hook: Hook, event: core.Event) -> list[CheckedAbility]:
        """The abilities at a hook that may react to this event, or forbid it."""
        if not self._reacting:
            for one in self.checked.abilities:
                self._reacting.setdefault((one.hook, one.event.of_any_kind), []).append(one)
        same = self._reacting.get((hook, event.of_any_kind), [])
        if event.kind in ("", "thing"):
            return same
        board, kind = self.layout.board, event.kind
        return [a for a in same if (own := a.event.kind) in ("", kind) or board.related(kind, own)]

    def modifiers(self, function: str) -> list[core.Modifier]:
        """The modifiers of a definition, in the order in which they are applied."""
        found = self.checked.modifiers.get(function, ())
        return sorted(found, key=lambda modifier: OPERATIONS.index(modifier.operation))

    def bearers(self, ability: CheckedAbility | core.Modifier) -> tuple[int, ...]:
        """The things that carry it; 0 means the pack itself."""
        return self.things_of(ability.bearer)

    def things_of(self, bearer: Thing | None) -> tuple[int, ...]:
        """The things that carry the abilities of this definition; for a kind, all things of it."""
        if bearer is None:
            return (0,)
        if not bearer.each:
            return self.layout.copies(bearer.kind, bearer.id)
        every = self.layout.kind(bearer.kind)
        return self._with_keyword(bearer.keyword, every) if bearer.keyword else every

    def _with_keyword(self, name: str, every: tuple[int, ...]) -> tuple[int, ...]:
        """The things that may have a keyword: if nothing grants it, those that print it."""
        layout, printed = self.layout, self.board.keywords[name].printed
        given = (one.operation.name != "at most" for one in self.checked.modifiers.get(name, ()))
        if any(given) or layout.changes(printed.kind):
            return every
        return tuple(i for i in every if layout.printed_on(layout.items[i], printed))

    def bearing(self, bearer: Thing | None, s: Sequence[int]) -> tuple[int, ...]:
        """The things that carry it in this state; those that have become such things come last."""
        own, layout = self.things_of(bearer), self.layout
        if bearer is None or not layout.changes(bearer.kind):
            return own
        changed = layout.changed(s)
        if not changed:
            return own
        designs, others = self.designs_of(bearer), changed & {*layout.possible(bearer.kind)}
        became = (i for i in sorted(others) if layout.design(s, i) in designs)
        return (*(i for i in own if i not in changed), *became)

    def designs_of(self, bearer: Thing) -> frozenset[int]:
        """The designs that have the abilities of a definition, or of a kind."""
        if not bearer.each:
            return frozenset((self.layout.design_of(bearer.kind, bearer.id),))
        below = self.board.below(bearer.kind)
        return frozenset(i.id for i in self.layout.items if i.kind in below)

    def copied(self, bearer: Thing) -> bool:
        """Whether other things may gain its abilities, or its own things have become others."""
        layout, own = self.layout, self.things_of(bearer)
        if not layout.changes(bearer.kind):
            return False
        return bearer.each or any(i not in own for i in layout.possible(bearer.kind))

    def active_range(self, kind: str) -> range | None:
        """The ids of the places where the abilities of such things are active; None: anywhere."""
        if kind not in self._active:
            self._active[kind] = _active_range(self.layout, kind)
        return self._active[kind]

    def conditions(
        self, s: Sequence[int], this: int, carried: Ability | Option
    ) -> tuple[Expr, ...]:
        """The conditions, other than the zone, on which a carried ability's activity depends."""
        item = core.Lit(thing(self.layout.form(s, this).kind), NOWHERE, this)
        silences = SILENCED in self.checked.functions
        return tuple(active_conditions(self.board, item, carried, silences))

    def is_in_place(self, s: Sequence[int], this: int) -> bool:
        """Whether a thing is somewhere, or in the zone where its abilities are active."""
        where = self.active_range(self.layout.form(s, this).kind)
        if where is None or where is SOMEWHERE:
            return where is None or bool(s[this])
        return s[this] in where

    def owner_of(self, s: Sequence[int], this: int) -> int:
        """The owner in this state; a player owns itself."""
        if not this or self.layout.items[this].kind == "player":
            return this
        return s[self.layout.owner + this]


def _active_range(layout: Layout, kind: str) -> range | None:
    board = layout.board
    if zone := board.active_zone(kind):
        low, high = zone_range(layout, zone)
        return range(low, high + 1)
    free = board.root(kind) in ("player", "place") or not board.needs_place(kind)
    return None if free else SOMEWHERE


def zone_range(layout: Layout, zone: str) -> tuple[int, int]:
    """The first and last id of a zone, of which each player may have one."""
    ids = [layout.zone_first + n for n, (z, _) in enumerate(layout.zones) if z.name == zone]
    return min(ids), max(ids)


def active_lists(layout: Layout, kind: str) -> range | None:
    """The lists that such things are in while their abilities are active; None if there are no such
    lists.
    """
    board = layout.board
    if board.root(kind) == LASTING:
        return range(layout.in_effect, layout.in_effect + 1) if layout.in_effect else None
    if zone := board.active_zone(kind):
        low, high = (id - layout.zone_first for id in zone_range(layout, zone))
        return range(low, high + 1)
    lies = board.root(kind) in ("card", "piece") and active_places(board, kind)
    return range(layout.placed, layout.placed + 1) if layout.placed and lies else None
