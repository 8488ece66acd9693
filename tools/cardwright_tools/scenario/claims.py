"""Claims about a position: what is on a place or in a zone, and the values of cells.

`given` makes them true and `expect` checks them, so this module reads them for both.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from cardwright.board.declarations import Field, Zone
from cardwright.board.layout import SEATS
from cardwright.board.types import Type
from cardwright.language.inflection import article, listed
from cardwright.pack.validation.yaml_node import YamlNode
from cardwright.source.spelling import did_you_mean
from cardwright_tools.scenario.key_hints import all_keys, given_key_hint
from cardwright_tools.scenario.parts import Part, PartReader
from cardwright_tools.scenario.shape import as_written, scalar
from cardwright_tools.scenario.terms import NOBODY, NOTHING, Terms

Bounds = tuple[int | None, int | None]


@dataclass(frozen=True, slots=True)
class PlaceClaim:
    """Everything on a place, by owner (0: none); all under 0 if no owners are given."""

    place: int
    parts: dict[int, tuple[Part, ...]]
    node: YamlNode

    @property
    def whoever(self) -> bool:
        """Whether no owners are given."""
        return not isinstance(self.node.value, dict)


@dataclass(frozen=True, slots=True)
class ZoneClaim:
    """Everything in a zone, the top first; `owner` is the player whose zone it is."""

    zone: int
    declared: Zone
    parts: tuple[Part, ...]
    node: YamlNode
    owner: int = 0

    def owners(self, part: Part, *, piece: bool) -> tuple[int, ...]:
        """The possible owners of the things of a part; () means anybody.

        In a player's zone, pieces are that player's unless another owner is given.
        """
        if part.owner >= 0:
            return (part.owner,)
        return (self.owner, 0) if self.owner and piece and not part.named else ()


@dataclass(frozen=True, slots=True)
class CellClaim:
    """The value of one cell of the state; with `change`, the difference from before.

    `bounds` are its minimum and maximum.
    """

    label: str
    cell: int
    type: Type
    value: int
    change: bool
    node: YamlNode
    bounds: Bounds = (None, None)


Claim = PlaceClaim | ZoneClaim | CellClaim


class ClaimReader:
    """Reads entries as claims; `read` returns None for anything else, without a report."""

    def __init__(self, terms: Terms) -> None:
        self.terms = terms
        self.layout = terms.program.layout
        self.board = terms.program.board

    def read(self, key: str, node: YamlNode) -> list[Claim] | None:
        zone = self._zone(key)
        if zone is not None:
            return list(self._holdings(zone, node))
        if self.terms.places(key) and not self._is_about_itself(key, node):
            return list(self._at_places(key, node))
        field = self._state(key)
        if field is not None:
            return list(self._cells(field, node))
        if isinstance(node.value, dict) and self._thing(key):
            return list(self._facts(self._thing(key), node))
        return None

    def words(self) -> list[str]:
        """All possible keys, for spelling suggestions."""
        names = [i.thing.id for i in self.layout.items if i.thing]
        cells = [field.name for field in self.board.every_field() if not field.printed]
        return [*self.board.zones, SEATS, *self.board.state, *cells, *names]

    def hint(self, key: str, keys: Sequence[str], properties: Sequence[str] = ()) -> str:
        """A suggestion for an unknown key, where these `keys` and properties may be."""
        if of := re.fullmatch(r"([\w-]+) of ([\w-]+)", key):
            return f"write `{of[1]}: {{{of[2]}: ...}}`"
        if self._thing(key):
            return f"say what of it, as in `{key}: {{PROPERTY: ...}}`"
        if where := given_key_hint(key, self.terms):
            return where
        kinds = [kind.plural for kind in self.board.kinds.values()]
        known = [*keys, *properties, *kinds, *self.words()]
        return did_you_mean(key, known) or all_keys(keys, self.terms)

    # -------------------------------------------------------------------- zones

    def _zone(self, key: str) -> Zone | None:
        zones = [z for z, _ in self.layout.zones]
        return next((z for z in zones if z.name == key), None)

    def _holdings(self, zone: Zone, node: YamlNode) -> Iterator[Claim]:
        if self.layout.is_missing(zone.name) and node.value != "nothing":
            message = f"`{zone.name}` does not exist with {self.layout.size} players"
            self.terms.report.error("CW347", message, node.span)
        elif not zone.each_player:
            found = self.layout.zone_id(zone.name)
            yield ZoneClaim(found, zone, self._held(zone, node), node)
        elif not isinstance(node.value, dict):
            help = f"as in `{zone.name}: {{{self.terms.player_names[0]}: [...]}}`"
            self.terms.report.error("CW322", "each player has one of these", node.span, help)
        else:
            for word, inner in node.items():
                player = self.terms.asked_player(inner, word, is_key=True)
                if player:
                    found = self.layout.zone_id(zone.name, player)
                    yield ZoneClaim(found, zone, self._held(zone, inner), inner, player)

    def _held(self, zone: Zone, node: YamlNode) -> tuple[Part, ...]:
        if isinstance(node.value, dict):
            help = f"as in `[2 {next(iter(node.value), '...')} ...]`: the owner before the thing"
            self.terms.report.error("CW322", "what a zone holds is a list", node.span, help)
            return ()
        parts = PartReader(self.terms).read(node)
        for part in parts:
            if part.owner >= 0 and self.board.root(part.kind) != "piece":
                message = f"`{part.text}` names an owner, but only pieces have one in a zone"
                help = "a card belongs to the owner of its zone: leave out the owner"
                self.terms.report.error("CW324", message, part.node.span, help)
            if not self.board.is_a(part.kind, zone.holds):
                message = f"`{zone.name}` holds {self.board.kinds[zone.holds].plural}"
                self.terms.report.error("CW345", f"{message}, not `{part.text}`", part.node.span)
        return parts

    # ------------------------------------------------------------------- places

    def _is_about_itself(self, key: str, node: YamlNode) -> bool:
        """`dover: {burnt: yes}` is about the place itself, not what is on it."""
        if not isinstance(node.value, dict) or not node.value:
            return False
        fields = self.board.fields(self.layout.items[self.terms.places(key)[0]].kind)
        return all(word in (*fields, "owner", "on") for word in node.value)

    def _at_places(self, key: str, node: YamlNode) -> Iterator[Claim]:
        """Assigns each piece to the place of this name on which its kind lives."""
        groups: dict[int, dict[int, tuple[Part, ...]]] = {}
        places = self.terms.places(key)
        said = self._by_owner(node)
        for owner, parts in said.items():
            for part in parts:
                place = self._home(key, part, places)
                if place:
                    at = groups.setdefault(place, {})
                    at[owner] = (*at.get(owner, ()), part)
        nothing = not any(said.values())
        for place in places:
            if place in groups or nothing:
                yield PlaceClaim(place, groups.get(place, {}), node)

    def _by_owner(self, node: YamlNode) -> dict[int, tuple[Part, ...]]:
        if not isinstance(node.value, dict):
            return {0: PartReader(self.terms).read(node)}
        found: dict[int, tuple[Part, ...]] = {}
        for word, inner in node.items():
            owned = word != NOBODY
            player = self.terms.asked_player(inner, word, is_key=True) if owned else 0
            if player or word == NOBODY:
                found[player] = PartReader(self.terms).read(inner)
                self._owned_once(word, found[player])
        return found

    def _owned_once(self, owner: str, parts: tuple[Part, ...]) -> None:
        for part in parts:
            if part.owner >= 0:
                message = f"`{part.text}` names an owner, and so does its key `{owner}`"
                help = "name the owner once"
                self.terms.report.error("CW324", message, part.node.span, help)

    def _home(self, key: str, part: Part, places: tuple[int, ...]) -> int:
        lives = self.board.lives_on(part.kind)
        items = self.layout.items
        fit = [
            p for p in places if not lives or any(self.board.is_a(items[p].kind, k) for k in lives)
        ]
        report = self.terms.report
        if self.board.root(part.kind) != "piece":
            report.error("CW345", f"{article(part.kind)} is not a piece", part.node.span)
        elif not fit:
            kinds = " or ".join(sorted({items[p].kind for p in places}))
            expected = listed([article(kind) for kind in lives], "or")
            message = f"{article(part.kind)} can only be on {expected}; `{key}` is {article(kinds)}"
            report.error("CW345", message, part.node.span)
        elif len(fit) > 1:
            names = " or ".join(f"`{items[p].kind} {items[p].name}`" for p in fit)
            report.error("CW215", f"`{key}` is ambiguous", part.node.span, names)
        else:
            return fit[0]
        return 0

    # -------------------------------------------------------------------- cells

    def _state(self, key: str) -> Field | None:
        if key in self.board.state:
            return self.board.state[key]
        return next((f for f in self.board.every_field() if f.name == key and not f.printed), None)

    def _cells(self, field: Field, node: YamlNode) -> Iterator[Claim]:
        if not field.kind:
            yield from self._cell(field.name, field, 0, node)
        elif not isinstance(node.value, dict):
            message = f"each {field.kind} has its own `{field.name}`"
            one = next(iter(self.layout.kind(field.kind)), None)
            name = self.terms.name(one) if one is not None else "NAME"
            help = f"as in `{field.name}: {{{name}: ...}}`"
            self.terms.report.error("CW322", message, node.span, help)
        else:
            for word, inner in node.items():
                item = self._bearer(word, field, inner)
                if item:
                    yield from self._cell(f"{field.name} of {word}", field, item, inner)

    def _bearer(self, word: str, field: Field, node: YamlNode) -> int:
        if field.kind == "player":
            return self.terms.asked_player(node, word, is_key=True)
        found = [i for i in self.terms.named(word) if self.board.is_a(i.kind, field.kind)]
        if not found:
            self.terms.report.error("CW343", f"there is no {field.kind} `{word}`", node.key_span)
            return 0
        return found[0].id

    def _cell(self, label: str, field: Field, item: int, node: YamlNode) -> Iterator[Claim]:
        value = self.terms.value(node.with_value(node.value), field.type)
        if value is None:
            return
        change = field.type.base == "number" and is_change(node)
        cell = self.layout.cells[(field.kind, field.name)] + item
        yield CellClaim(label, cell, field.type, value, change, node, (field.low, field.high))

    # ------------------------------------------------- `kraken: {owner: ann, on: north}`

    def _thing(self, key: str) -> int:
        found = [i for i in self.terms.named(key) if self.terms.in_game(i)]
        return found[0].id if found else 0

    def _facts(self, item: int, node: YamlNode) -> Iterator[Claim]:
        fields = self.board.fields(self.layout.items[item].kind)
        name = self.terms.name(item)
        for key, inner in node.items():
            if key == "owner" and scalar(inner, "a player", self.terms.report):
                player = self.terms.asked_player(inner, str(inner.value))
                kind = Type("thing", "player")
                yield CellClaim(
                    f"owner of {name}", self.layout.owner + item, kind, player, False, inner
                )
            elif key == "on":
                yield from self._on(item, name, inner)
            elif key in fields and not fields[key].printed:
                yield from self._cell(f"{key} of {name}", fields[key], item, inner)
            else:
                known = ["owner", "on", *(f for f in fields if not fields[f].printed)]
                help = "known: " + ", ".join(f"`{word}`" for word in known)
                self.terms.report.error("CW321", f"unknown key `{key}`", inner.key_span, help)

    def _on(self, item: int, name: str, node: YamlNode) -> Iterator[Claim]:
        if not scalar(node, "a place, or `nothing`", self.terms.report):
            return
        word, kind = as_written(node), Type("thing", "place")
        if word == NOTHING:
            yield CellClaim(f"place of {name}", item, kind, 0, False, node)
            return
        part = Part(1, self.layout.items[item].kind, (item,), {}, node, name)
        places = self.terms.places(word)
        if not places:
            self.terms.report.error("CW343", f"there is no place `{word}`", node.span)
        elif place := self._home(word, part, places):
            yield CellClaim(f"place of {name}", item, kind, place, False, node)


def is_change(node: YamlNode) -> bool:
    """Whether it is a change, as `+4` and `-1` are, even in quotes; `4` is a value."""
    listed = isinstance(node.value, dict | list)
    return not listed and re.fullmatch(r"[+-][0-9]{1,15}", as_written(node)) is not None
