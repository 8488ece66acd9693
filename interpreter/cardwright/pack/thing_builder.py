"""Things: the definitions of each kind, checked against what their kind declares.

Ids come first (`register`), then values (`build`), since values name other things.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import field, replace

from cardwright.board.model import Board, Kind, Thing, Value
from cardwright.board.types import NONE
from cardwright.language.declared import Effect
from cardwright.language.nounwords import article
from cardwright.pack.builder import Link, title_of
from cardwright.pack.forms import TYPES, Json, Schema, inline
from cardwright.pack.kinds import ROOT_KINDS, in_grid, is_open, printed_names, slots
from cardwright.pack.sections import Sections, unknown_section
from cardwright.pack.validator import Shape
from cardwright.pack.values import by_players, printed_schema, value
from cardwright.pack.yaml_node import Spot
from cardwright.pack.zones import piece_kind
from cardwright.source.diagnostics import Report
from cardwright.source.records import dataclass

Range = tuple[int, int]
NOBODY = (1, 0)


@dataclass(frozen=True, slots=True)
class Made:
    """A thing and where it stands; `first` is false for one whose id was taken."""

    thing: Thing
    spot: Spot
    first: bool


@dataclass(slots=True)
class Things:
    link: Link
    made: list[Made] = field(default_factory=list)
    usable: list[tuple[Thing, Spot]] = field(default_factory=list)
    _shapes: dict[tuple[str, bool], Shape] = field(default_factory=dict)
    _misplaced: dict[tuple[str, str, str], list[Spot]] = field(default_factory=dict)
    _packs: dict[tuple[str, str], str] = field(default_factory=dict)  # of the first of an id

    # Ids

    def register(self, sections: Sections) -> None:
        """All ids, with their kinds."""
        board = self.link.declared.board
        plurals: dict[str, str] = {}
        for kind_name, kind in board.kinds.items():
            plurals.setdefault(kind.plural, kind_name)
        for name, spot in sections.others:
            if name not in plurals:
                unknown_section(name, spot, self.link)
            elif isinstance(spot.value, list):
                for index, entry in enumerate(spot.value):
                    self._register(plurals[name], spot.at(index, entry))
            else:
                message = f"`{name}` takes a list of definitions"
                self.link.report.error("CW322", message, spot.name, "as `- id: some-name`")
                self.link.doubt("things")

    def _register(self, kind: str, spot: Spot) -> None:
        board = self.link.declared.board
        id = spot.get("id")
        name = id.word if id and isinstance(id.value, str) else ""
        if id is None or not name:
            self.link.doubt("things")
            self.made.append(Made(Thing("", kind, pack=spot.pack), spot, False))
            return
        cell = board.things.get(kind, {}).get(name) if board.kinds[kind].grid else None
        first = self._declare(kind, name, id)
        thing = cell or Thing(name, kind, title_of(name), pack=spot.pack, span=id.span)
        if first and board.kinds[kind].grid and cell is None:
            cells = board.things.get(kind, {})
            message = f"the grid has no cell `{name}`"
            self.link.unknown("things", name, "CW343", message, id.span, cells)
        elif first:
            board.things.setdefault(kind, {})[name] = thing
        self.made.append(Made(thing, spot, first))

    def _declare(self, kind: str, name: str, id: Spot) -> bool:
        """Whether this id is the first of its kind; a report if not."""
        own = family(self.link.declared.board, kind)
        help = "each has an id of its own"
        if self._packs.setdefault((own, name), id.pack) != id.pack:
            help = "`patch:` changes what another pack defines"
        what = f"the {kind} `{name}`"
        return self.link.declare(f"{own} definition", name, id.span, what, help)

    def stand_in(self, known: Iterable[Thing]) -> None:
        """Things that are there, and are not looked at: their ids are known to be their own."""
        board = self.link.declared.board
        for thing in known:
            board.things.setdefault(thing.kind, {})[thing.id] = thing

    # Values

    def build(self, ranges: Mapping[str, Range]) -> None:
        """All values of all things; `ranges` tells for how many players a pack is."""
        self.made, usable_of = self._checked()
        self._tell_misplaced()
        for made, usable in zip(self.made, usable_of, strict=True):
            if usable is None or not made.first:
                continue
            self.fill(made.thing, usable)
            self._all_players(made.thing, made.spot, ranges.get(usable.pack, NOBODY))
            self.usable.append((made.thing, usable))
        for thing in self._all():
            self._defaults(thing)
        self._order()
        for kind in [k for k in self.link.declared.board.kinds.values() if k.grid]:
            self._whole_grid(kind)

    def _checked(self) -> tuple[list[Made], list[Spot | None]]:
        """All, and what can be used of each; those in the section of another kind as its own."""
        found: list[Made] = []
        usable: list[Spot | None] = []
        for made in self.made:
            wrong = Report()
            part = self.shape(made.thing.kind, whole=True).check(made.spot, wrong)
            own = self._own_kind(made) if wrong.failed else ""
            if not own:
                self.link.report.extend(wrong)
            found.append(self._moved(made, own) if own else made)
            usable.append(made.spot if own else part)
        return found, usable

    def _own_kind(self, made: Made) -> str:
        """The kind whose definition this is, by keys that the kind of its section has not."""
        spot, kind = made.spot, made.thing.kind
        board = self.link.declared.board
        odd = spot.value.keys() - self._keys(kind) if isinstance(spot.value, dict) else set()
        for other in board.kinds.values() if odd else ():
            if odd <= self._keys(other.name) and self.shape(other.name, whole=True).fits(spot):
                return other.name
        return ""

    def _moved(self, made: Made, own: str) -> Made:
        """As one of its own kind; a cell of a grid stays there too."""
        board, kind = self.link.declared.board, made.thing.kind
        section = (made.spot.document.source.name, kind, own)
        self._misplaced.setdefault(section, []).append(made.spot)
        if made.first and not board.kinds[kind].grid:
            del board.things[kind][made.thing.id]
        thing = replace(made.thing, kind=own)
        there = board.things.setdefault(own, {}).setdefault(thing.id, thing) if thing.id else None
        return replace(made, thing=thing, first=there is thing)

    def _tell_misplaced(self) -> None:
        """Of those of one kind in a section the first is told: often their own key is missing."""
        for (_, kind, other), spots in self._misplaced.items():
            message = f"this is {article(other)}, and no {kind}"
            more = f", and {len(spots) - 1} more like it," if len(spots) > 1 else ""
            help = f"put it{more} under `{self.link.declared.board.kinds[other].plural}:`"
            self.link.report.error("CW321", message, spots[0].head, help)

    def _keys(self, kind: str) -> set[str]:
        keys = self.schema(kind, whole=True)["properties"]
        assert isinstance(keys, dict)
        return {*keys}

    def _all(self) -> list[Thing]:
        """In the order of definition; the cells of grids before others."""
        board = self.link.declared.board
        cells = [t for k, group in board.things.items() if board.kinds[k].grid
                 for t in group.values()]  # fmt: skip
        rest = [m.thing for m in self.made if m.first and not board.kinds[m.thing.kind].grid]
        return cells + rest

    def fill(self, thing: Thing, spot: Spot) -> None:
        """What is written at a spot whose shape was checked."""
        thing.title = spot.text("title") or thing.title
        thing.text = spot.text("text") or thing.text
        thing.provenance = spot.text("provenance") or thing.provenance
        thing.copies = spot.number("copies") or thing.copies
        numbers = (item.value for item in spot.listed("players"))
        thing.players = tuple(n for n in numbers if isinstance(n, int)) or thing.players
        for name, item in spot.entries("pieces"):
            if piece_kind(name, item, self.link) and isinstance(item.value, int):
                thing.pieces[name] = item.value
        self._values(thing, spot)
        self._effects(thing, spot)

    def _values(self, thing: Thing, spot: Spot) -> None:
        board = self.link.declared.board
        for name in printed_names(board, thing.kind):
            found, item = board.field(thing.kind, name), spot.get(name)
            if found is None or item is None or found.type == NONE:
                continue
            if isinstance(item.value, dict):
                thing.by_players[name] = by_players(item, found.type, self.link)
            else:
                thing.by_players.pop(name, None)
                thing.values[name] = value(item, found.type, self.link)

    def _effects(self, thing: Thing, spot: Spot) -> None:
        effects = self.link.declared.effects
        for slot in slots(self.link.declared.board, thing.kind):
            body = self.link.effect(spot.get(slot))
            if body is not None:
                effects.append(Effect(slot, thing, body))

    def _all_players(self, thing: Thing, spot: Spot, players: Range) -> None:
        """A value by number of players has one for each number, unless there is a default."""
        board = self.link.declared.board
        wanted = thing.players or tuple(range(players[0], players[1] + 1))
        for name in thing.by_players:
            item = spot.get(name)
            written = [key for key, _ in spot.entries(name)]
            left = [number for number in wanted if str(number) not in written]
            if item and left and required(board, thing.kind, name):
                message = f"`{name}` has no value for {left[0]} players"
                self.link.report.error("CW347", message, item.name)

    def _defaults(self, thing: Thing) -> None:
        board = self.link.declared.board
        for name in printed_names(board, thing.kind):
            if name not in thing.values:
                many = (found := board.field(thing.kind, name)) and found.type.many
                shared = board.value(thing.kind, name)
                thing.values[name] = () if many and shared is None else shared
        thing.values["title"] = thing.title
        thing.values.setdefault("order", 0)

    def _whole_grid(self, kind: Kind) -> None:
        """Cells without a definition may lack what definitions must have."""
        board = self.link.declared.board
        for name in printed_names(board, kind.name):
            cells = board.things.get(kind.name, {}).values()
            lacking = [c.id for c in cells if c.values[name] is None and name not in c.by_players]
            field = board.field(kind.name, name)
            if field and lacking and required(board, kind.name, name):
                message = f"the cell `{lacking[0]}` has no `{name}`"
                help = "give the field a default, or define each cell"
                self.link.report.error("CW323", message, field.span, help)

    def _order(self) -> None:
        """Things of an ordered kind are numbered from 1."""
        board = self.link.declared.board
        counts: dict[str, int] = {}
        for thing in self._all():
            above = (k for k in board.ancestors(thing.kind) if board.kinds[k].ordered)
            kind = next(above, "")
            if kind:
                counts[kind] = counts.get(kind, 0) + 1
                thing.values["order"] = counts[kind]

    # Shapes

    def shape(self, kind: str, whole: bool) -> Shape:
        """The shape of a kind's definitions; with `whole=False` of a part, as in a patch."""
        if (kind, whole) not in self._shapes:
            self._shapes[(kind, whole)] = Shape(self.schema(kind, whole))
        return self._shapes[(kind, whole)]

    def schema(self, kind: str, whole: bool) -> Schema:
        board = self.link.declared.board
        made = dict(inline("thing"))
        common = made["properties"]
        assert isinstance(common, dict)
        left_out = {"pieces"} if kind != "player" else set()
        left_out |= {"id", "abilities", "options"} if not whole else set()
        properties = {key: common[key] for key in common if key not in left_out}
        properties |= dict.fromkeys(slots(board, kind), TYPES["effect"])
        properties |= {name: _field(board, kind, name) for name in printed_names(board, kind)}
        names = [name for name in printed_names(board, kind) if required(board, kind, name)]
        needed: list[Json] = ["id"]
        if not in_grid(board, kind):
            needed += ["provenance", *names]
        made |= {"properties": properties, "required": needed if whole else []}
        return made | {"additionalProperties": is_open(board, kind, self.link)}


def _field(board: Board, kind: str, name: str) -> Json:
    found = board.field(kind, name)
    return printed_schema(found.type) if found and found.type != NONE else {}


def required(board: Board, kind: str, name: str) -> bool:
    found = board.field(kind, name)
    shared: Value = board.value(kind, name)
    return found is not None and found.required and shared is None


def family(board: Board, kind: str) -> str:
    """Ids are one in a kind and in all that are of it: so in the kind below the root."""
    above = [k for k in board.ancestors(kind) if k not in ROOT_KINDS]
    return above[-1] if above else kind
