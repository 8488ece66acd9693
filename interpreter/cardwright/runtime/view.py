"""What a player may see of a game: a mapping of plain values, and nothing else.

Owns the only way information leaves a game for
players. Things out of sight are not in it, in no form:
no id, no place, no order. Knows no game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TypeAlias

from cardwright.board.layout import SEATS, in_mask
from cardwright.board.model import Field
from cardwright.program.program import Program
from cardwright.runtime import naming, questions, visibility
from cardwright.runtime.game import Game
from cardwright.runtime.log import Newest, lines
from cardwright.runtime.naming import HIDDEN, player_name
from cardwright.runtime.outcome import winners

Plain: TypeAlias = "dict[str, Plain] | list[Plain] | str | int | bool | None"
View: TypeAlias = "dict[str, Plain]"

LINES = 50


def view(
    game: Game, player: int = 0, last: int | None = LINES, newest: Newest | None = None
) -> View:
    """All that a player (0: a spectator) may see, with the newest `last` lines of the log, of which
    others who look at the same position may have read some (`newest`).

    `zones` have a `count` unless nobody may count them, and `things` where the player sees
    them; an `answers` list is in the `question` only when it is this player's.
    """
    seen = _Seen(game, player)
    return {
        "player": player_name(game.program, player) or None,
        "over": game.over,
        "winners": _names(game, winners(game) if game.over else ()),
        "seats": _names(game, _seats(game)),
        "state": seen.state(0),
        "players": seen.known("player"),
        "places": seen.known("place"),
        "zones": seen.zones(),
        "supply": seen.on(0),
        "question": _question(game, player),
        "log": [*lines(game, player, last, newest)],
    }


def _seats(game: Game) -> list[int]:
    layout = game.program.layout
    return game.z[layout.zone_id(SEATS) - layout.zone_first]


def _names(game: Game, players: Iterable[int]) -> list[Plain]:
    return [player_name(game.program, player) for player in players if player]


def _question(game: Game, player: int) -> Plain:
    """Everybody knows who is asked; only that player knows what."""
    question = game.question
    if question is None:
        return None
    asked: View = {"player": player_name(game.program, question.player)}
    if question.player == player:
        asked["prompt"] = questions.prompt(game)
        asked["answers"] = [*questions.answers(game)]
        asked["labels"] = [*questions.labels(game)]
    return asked


class _Seen:
    """The things a player sees, by where they are (`at`; 0 is the supply)."""

    def __init__(self, game: Game, player: int) -> None:
        self.game, self.player = game, player
        self.program, self.layout = game.program, game.program.layout
        self.board = game.program.board
        self.at: dict[int, list[int]] = {}
        self.backs: dict[int, list[int]] = {}  # what lies face down
        for root in ("card", "piece"):
            for item in visibility.members(self.program, root):
                if visibility.sees(game, item, player):
                    self.at.setdefault(game.s[item], []).append(item)
                elif visibility.is_back(game, item, player):
                    self.backs.setdefault(game.s[item], []).append(item)

    # ---------------------------------------------------------------------- cells

    def state(self, item: int) -> View:
        """The cells of a thing that the player may see; of the game when `item` is 0."""
        kind = self.layout.form(self.game.s, item).kind if item else ""
        return {
            found.name: self.value(found, self.game.s[first + item])
            for found, first in _shown_cells(self.program, kind)
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
        members = visibility.members(self.program, root)
        names = [naming.name(self.program, i) for i in members]
        twice = {name for name, count in Counter(names).items() if count > 1}
        return {
            self.key(name, i) if name in twice else name: self.holder(i)
            for name, i in zip(names, members, strict=True)
        }

    def key(self, name: str, item: int) -> str:
        """The name with the kind before it: things of two kinds share it."""
        return f"{self.layout.items[item].kind} {name}"

    def holder(self, item: int) -> View:
        found: View = {"kind": self.layout.items[item].kind, "state": self.state(item)}
        if item in self.at or item in self.backs:
            found["things"] = self.on(item)
        return found

    def on(self, place: int) -> list[Plain]:
        """The contents of a place: what the player sees, then the backs of the rest."""
        seen = self.rows(self.at.get(place, ()), merged=True)
        return [*seen, *self.hidden_rows(self.backs.get(place, ()))]

    def hidden_rows(self, items: Sequence[int]) -> list[Plain]:
        """What lies face down: whose it is, its back, and how many of these there are."""
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
        """What is in a zone, in order where there is one (the first is the top)."""
        zone, owner = self.layout.zones[index]
        found: View = {}
        if visibility.counts_inside(zone, owner, self.player):
            found["count"] = len(self.game.z[index])
        if visibility.sees_inside(zone, owner, self.player):
            inside = self.game.z[index]
            players = self.board.is_a(zone.holds, "player")
            found["things"] = _names(self.game, inside) if players else self.rows(inside)
        return found


def _shown_cells(program: Program, kind: str) -> Sequence[tuple[Field, int]]:
    """The fields of a kind, or with "" of the game, that may be shown, and their first cells."""
    known = program.memo.setdefault("shown cells", {})
    assert isinstance(known, dict)
    if kind not in known:
        fields = program.board.fields(kind) if kind else program.board.state
        known[kind] = [
            (found, program.layout.cells[found.kind, found.name])
            for found in fields.values()
            if not (found.printed or found.is_kept_for_rules)
        ]
    return known[kind]  # type: ignore[no-any-return]


def _is_alike(row: View, other: View) -> bool:
    return row["name"] == other["name"] and {**row, "count": 1} == other


def _count(row: View) -> int:
    count = row["count"]
    return count if isinstance(count, int) else 1
