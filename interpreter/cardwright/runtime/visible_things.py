"""The things that a player sees of a position, as plain values.

Things out of sight are not included in any form: no id, no place, no order. Knows no game.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeAlias

from cardwright.board.declarations import Field
from cardwright.board.layout import SEATS, in_mask
from cardwright.program.program import Program
from cardwright.runtime import naming, visibility
from cardwright.runtime.game import Game
from cardwright.runtime.naming import HIDDEN, player_name
from cardwright.source.memoized import memoized

Plain: TypeAlias = "dict[str, Plain] | list[Plain] | str | int | bool | None"
View: TypeAlias = "dict[str, Plain]"


def names(game: Game, players: Iterable[int]) -> list[Plain]:
    return [player_name(game.program, player) for player in players if player]


class VisibleThings:
    """The things that a player sees, by where they are (`at`; 0 is the supply)."""

    def __init__(self, game: Game, player: int) -> None:
        self.game, self.player = game, player
        self.program, self.layout = game.program, game.program.layout
        self.board = game.program.board
        self.at: dict[int, list[int]] = {}
        self.backs: dict[int, list[int]] = {}  # things that lie face down
        for root in ("card", "piece"):
            for item in visibility.members(self.program, root):
                if visibility.sees(game, item, player):
                    self.at.setdefault(game.s[item], []).append(item)
                elif visibility.is_back(game, item, player):
                    self.backs.setdefault(game.s[item], []).append(item)

    # ---------------------------------------------------------------------- cells

    def there(self, place: int) -> tuple[object, object]:
        return self.at.get(place), self.backs.get(place)

    def state(self, item: int) -> View:
        """The cells of a thing that the player may see; of the game if `item` is 0."""
        kind = self.layout.form(self.game.s, item).kind if item else ""
        return {
            found.name: self.value(found, self.game.s[first + item])
            for found, first in shown_cells(self.program, kind)
            if visibility.shows_cell(self.game, found, item, self.player)
        }

    def value(self, found: Field, number: int) -> Plain:
        if found.type.many:
            members = in_mask(number, self.layout.members(found.type))
            return [naming.value(self.program, found.type.one(), one) for one in members]
        if found.type.base == "number":
            return number if number or not found.faces or 0 in found.faces else None
        if found.type.base == "flag":
            return bool(number)
        if not number:
            return None
        if found.type.base == "thing" and not visibility.sees(self.game, number, self.player):
            return HIDDEN
        if found.type.base == "thing":
            return naming.name_of(self.game, number)
        return naming.value(self.program, found.type, number)

    # --------------------------------------------------------------------- things

    def known(self, root: str) -> View:
        """All players, or all places: their state, and what is on them."""
        return {name: self.holder(item) for name, item in _names_of(self.program, root)}

    def holder(self, item: int) -> View:
        found: View = {"kind": self.layout.items[item].kind, "state": self.state(item)}
        if item in self.at or item in self.backs:
            found["things"] = self.on(item)
        return found

    def on(self, place: int) -> list[Plain]:
        """The contents of a place: the things the player sees, then the backs of the rest."""
        seen = self.rows(self.at.get(place, ()), merged=True)
        return [*seen, *self.hidden_rows(self.backs.get(place, ()))]

    def supply(self) -> list[Plain]:
        return self.on(0)

    def hidden_rows(self, items: Sequence[int]) -> list[Plain]:
        """Things that lie face down: the owner, the back, and the number of each."""
        backs = [(visibility.owner(self.game, i), visibility.back_of(self.game, i)) for i in items]
        return [
            {
                "name": HIDDEN,
                "kind": back,
                "owner": player_name(self.program, owner) or None,
                "count": backs.count((owner, back)),
            }
            for owner, back in sorted(set(backs))
        ]

    def rows(self, items: Sequence[int], merged: bool = False) -> list[Plain]:
        """One row per thing; if `merged`, those that look alike share one, with a count."""
        rows: list[View] = []
        for item in items:
            row = self.row(item)
            alike = next((r for r in rows if _is_alike(r, row)), None) if merged else None
            if alike is None:
                rows.append(row)
            else:
                alike["count"] = _count(alike) + 1
        return [*rows]

    def row(self, item: int) -> View:
        kind, owner = self.layout.form(self.game.s, item).kind, visibility.owner(self.game, item)
        found: View = {
            "name": naming.name_of(self.game, item),
            "kind": kind,
            "owner": player_name(self.program, owner) or None,
            "count": 1,
        }
        if state := self.state(item):
            found["state"] = state
        if item in self.at or item in self.backs:
            found["things"] = self.on(item)
        return found

    # ---------------------------------------------------------------------- zones

    def zones(self) -> View:
        first = self.layout.zone_first
        playing = visibility.members(self.program, "player")
        found: View = {}
        for index, (zone, owner) in enumerate(self.layout.zones):
            missing = zone.name == SEATS or self.layout.is_missing(zone.name)
            if not missing and (not owner or owner in playing):
                found[self.layout.items[first + index].name] = self.zone(index)
        return found

    def zone(self, index: int) -> View:
        """The content of a zone, in order if it has one (the first is the top)."""
        zone, owner = self.layout.zones[index]
        found: View = {}
        if visibility.counts_inside(zone, owner, self.player):
            found["count"] = len(self.game.z[index])
        if visibility.sees_inside(zone, owner, self.player):
            inside = self.game.z[index]
            players = self.board.is_a(zone.holds, "player")
            found["things"] = names(self.game, inside) if players else self.rows(inside)
        return found


@memoized
def _names_of(program: Program, root: str) -> Sequence[tuple[str, int]]:
    """Players or places by name; with the kind before it if things of two kinds share the name."""
    members = visibility.members(program, root)
    names = [naming.name(program, item) for item in members]
    return [
        (f"{program.layout.items[item].kind} {name}" if names.count(name) > 1 else name, item)
        for name, item in zip(names, members, strict=True)
    ]


@memoized
def shown_cells(program: Program, kind: str) -> Sequence[tuple[Field, int]]:
    """The fields of a kind, or with "" of the game, that may be shown, and their first cells."""
    fields = program.board.fields(kind) if kind else program.board.state
    return [
        (found, program.layout.cells[found.kind, found.name])
        for found in fields.values()
        if not (found.printed or found.is_internal)
    ]


def _is_alike(row: View, other: View) -> bool:
    return row["name"] == other["name"] and {**row, "count": 1} == other


def _count(row: View) -> int:
    count = row["count"]
    return count if isinstance(count, int) else 1
