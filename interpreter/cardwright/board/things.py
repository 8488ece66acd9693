"""The things of a game and its zones: how many there are, what is in a game at all, and where.

Knows nothing about the words for them, rules or a game's state.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import field
from itertools import chain
from operator import attrgetter

from cardwright.board.declarations import Field, Thing, Zone
from cardwright.board.fields import Fields
from cardwright.source.records import dataclass

_copies = attrgetter("copies")


@dataclass(slots=True)
class Things(Fields):
    zones: dict[str, Zone] = field(default_factory=dict)
    things: dict[str, dict[str, Thing]] = field(default_factory=dict)
    pieces: dict[str, int] = field(default_factory=dict)
    dealt: dict[tuple[str, str], tuple[int, ...]] = field(default_factory=dict)
    """By kind and id, in a game for certain lists: who brings each copy, as players are numbered"""

    def count(self, kind: str) -> int:
        """The most things of a kind that there can be, including copies and all players' pieces."""
        return sum(map(sum, self._numbers(kind)))

    def counts(self) -> dict[str, int]:
        """`count` for each kind; of thousands of things, each is looked at once."""
        own = {kind: sum(map(sum, self._own_numbers(kind))) for kind in self.kinds}
        return {kind: sum(own[leaf] for leaf in self.below(kind)) for kind in self.kinds}

    def can_have(self, kind: str) -> bool:
        """Whether there can be any things of a kind, which is found sooner than how many."""
        return any(map(any, self._numbers(kind)))

    def _numbers(self, kind: str) -> Iterator[Iterable[int]]:
        """The numbers of which `count` is the sum."""
        return chain.from_iterable(map(self._own_numbers, self.below(kind)))

    def _own_numbers(self, kind: str) -> Iterator[Iterable[int]]:
        """The numbers for a kind without those below it."""
        players = self.things.get("player", {}).values()
        things, each = self.things.get(kind, {}), self.kinds[kind].each_player
        yield map(_copies, things.values())
        yield (self.pieces.get(kind, 0), 0 if things else self.token_of(kind))
        yield [player.pieces.get(kind, each) for player in players]

    def instance(self, kind: str, name: str) -> Thing | None:
        for k in self.below(kind):
            if name in self.things.get(k, {}):
                return self.things[k][name]
        return None

    def things_named(self, name: str) -> list[Thing]:
        """The things with this id; those of several kinds may have the same."""
        return [group[name] for group in self.things.values() if name in group]

    def has_things(self, kind: str) -> bool:
        """Whether packs define or count things of exactly this kind."""
        each = self.kinds[kind].each_player
        return bool(self.things.get(kind) or self.pieces.get(kind) or each)

    def has_owners(self, kind: str) -> bool:
        """Whether any player begins with pieces of this kind, or of one below it."""
        players = self.things.get("player", {}).values()
        each = {k: self.kinds[k].each_player for k in self.below(kind)}
        return any(p.pieces.get(k, number) for p in players for k, number in each.items())

    def needs_place(self, kind: str) -> bool:
        """Whether a piece exists only while it is somewhere.

        Dice without a place (no `on`, no zone for them) are always there, with their owners.
        """
        if not self.is_a(kind, "die") or self.lives_on(kind):
            return True
        held = (zone.holds for zone in self.zones.values() if self.is_a(zone.holds, "die"))
        return any(self.is_a(kind, of) for of in held)

    def holds_token(self, zone: Zone, kind: str) -> bool:
        """Whether a token can be in a zone: a zone for tokens, or where its kind is active."""
        active = next((z for k in self.ancestors(kind) if (z := self.kinds[k].active_in)), "")
        return zone.name == active or bool(self.token_of(zone.holds))

    def brought(self, found: Field) -> bool:
        """Whether a printed value of a list names something its player brings, besides the
        cards.
        """
        kind = found.type.of
        thing = found.printed and found.type.base == "thing" and kind in self.kinds
        return thing and self.root(kind) in ("piece", "card")

    def is_listed(self, kind: str) -> bool:
        """Whether definitions of a kind, except common ones, are in a game only if lists name
        them.
        """
        lists = self.list_kind()
        if lists is None or lists.lists is None or kind not in self.kinds or self.token_of(kind):
            return False
        named = [found.type.of for found in lists.fields.values() if self.brought(found)]
        return any(self.is_a(kind, of) for of in (lists.lists.of, *named))
