"""Builds things: the entries of each kind, validated against what the kind declares.

Ids come first (`register`), then values (`build_values`), since values refer to other things.
Decides which keys a thing may have. Knows nothing about how its abilities are read.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import field, replace

from cardwright.board.declarations import Field, Thing, Value
from cardwright.board.model import Board
from cardwright.board.types import UNKNOWN
from cardwright.language.declared import Effect
from cardwright.language.inflection import article
from cardwright.pack.board.kinds import printed_names, slots
from cardwright.pack.board.type_names import ROOT_KINDS
from cardwright.pack.board.zones import is_owned_kind
from cardwright.pack.builder import NAMES, PackBuilder
from cardwright.pack.name_form import title_of
from cardwright.pack.names.gap_names import may_hold_provenance
from cardwright.pack.rules.use_limits import declare_limit, limit_span
from cardwright.pack.sections import Sections, unknown_section
from cardwright.pack.things.families import expand_family
from cardwright.pack.things.keywords import read_keywords
from cardwright.pack.things.lists import listed_copies, read_cards
from cardwright.pack.things.stubs import Things
from cardwright.pack.things.thing_checks import (
    check_ends,
    check_grid,
    check_length,
    check_player_counts,
)
from cardwright.pack.things.thing_schema import thing_schema
from cardwright.pack.validation.known_validators import validator_of
from cardwright.pack.validation.validator import Validator
from cardwright.pack.validation.yaml_node import YamlNode
from cardwright.pack.values import read_value, values_by_players
from cardwright.source.diagnostics import Report
from cardwright.source.records import dataclass
from cardwright.source.spelling import nearest
from cardwright.source.text import Span

NO_PLAYERS: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class ThingEntry:
    """A thing and its node; `first` is false if another thing already has the id. Then the entry is
    checked, too, but its thing is not on the board.
    """

    thing: Thing
    node: YamlNode
    first: bool


@dataclass(slots=True)
class ThingBuilder:
    """`usable`: things and the readable parts of them. `_first_packs`: by namespace and id;
    `_printed`: by kind, the fields that may be printed, and the slots of effects; `_copies`: the
    most copies of things that lists name, and of tokens.
    """

    builder: PackBuilder
    entries: list[ThingEntry] = field(default_factory=list)
    usable: list[tuple[Thing, YamlNode]] = field(default_factory=list)
    _validators: dict[tuple[str, bool], Validator] = field(default_factory=dict)
    _misplaced: dict[tuple[str, str, str], list[YamlNode]] = field(default_factory=dict)
    _first_packs: dict[tuple[str, str], str] = field(default_factory=dict)
    _printed: dict[str, tuple[list[Field], list[str]]] = field(default_factory=dict)
    _copies: dict[str, tuple[int, int]] = field(default_factory=dict)

    # Ids

    def register(self, sections: Sections) -> None:
        """Registers all ids, with their kinds."""
        board = self.builder.board
        plurals: dict[str, str] = {}
        for kind_name, kind in board.kinds.items():
            plurals.setdefault(kind.plural, kind_name)
        for name, node in sections.of_kinds:
            if name not in plurals:
                unknown_section(name, node, sections, self.builder)
            elif isinstance(node.value, list):
                for index, entry in enumerate(node.value):
                    self._register_each(plurals[name], attributed(node.child(index, entry)))
            else:
                message = f"`{name}` must be a list of definitions"
                self.builder.error("CW322", message, node.key_span, "as in `- id: some-name`")
                self.builder.mark_incomplete("things")

    def _register_each(self, kind: str, node: YamlNode) -> None:
        found = expand_family(node, self.builder.board.enums, self.builder.report)
        for member in found:
            self._register(kind, member)
        if not found:
            self.builder.mark_incomplete("things")

    def _register(self, kind: str, node: YamlNode) -> None:
        board = self.builder.board
        id = node.get("id")
        name = id.word if id and isinstance(id.value, str) else ""
        if id is None or not name:
            self.builder.mark_incomplete("things")
            self.entries.append(ThingEntry(Thing("", kind, pack=node.pack), node, False))
            return
        cell = board.things.get(kind, {}).get(name) if board.kinds[kind].grid else None
        first = self.declare_id(kind, name, id.span, id.pack)
        thing = cell or Thing(name, kind, title_of(name), pack=node.pack, span=id.span)
        if first and board.kinds[kind].grid and cell is None:
            cells = board.things.get(kind, {})
            message = f"the grid has no cell `{name}`"
            self.builder.defer_unknown("things", name, "CW343", message, id.span, cells)
        elif first:
            board.things.setdefault(kind, {})[name] = thing
        self.entries.append(ThingEntry(thing, node, first))

    def declare_id(self, kind: str, name: str, span: Span, pack: str) -> bool:
        """Whether no other thing of its kind has this id; reports it if one has."""
        own = id_namespace(self.builder.board, kind)
        help = "each definition needs its own id"
        if self._first_packs.setdefault((own, name), pack) != pack:
            help = "use `patch:` to change what another pack defines"
        what = f"the {kind} `{name}`"
        return self.builder.declare_name(f"{own} definition", name, span, what, help)

    def add_stubs(self, known: Iterable[Things]) -> None:
        """Adds things that are not read again; an earlier run has checked their ids. Leaves out
        those of a kind that no longer exists.
        """
        board = self.builder.board
        for kind, things in (one for file in known for one in file.items()):
            if kind not in board.kinds:
                continue
            others = board.things.setdefault(kind, {})
            if len(others) < len(things):  # copying takes less time than inserting
                board.things[kind] = things | others
            else:
                others.update(things)

    # Values

    def build_values(self, numbers: Mapping[str, frozenset[int]]) -> None:
        """Builds all values of all things; `numbers` has the numbers of players of each pack."""
        self.entries, usable_of = self._validated()
        self._report_misplaced()
        for made, usable in zip(self.entries, usable_of, strict=True):
            if usable is None or not made.thing.id:
                continue
            self.fill_values(made.thing, usable)
            check_ends(made.thing, made.node, self.builder)
            check_length(made.thing, made.node, self.builder)
            check_player_counts(
                made.thing, made.node, numbers.get(usable.pack, NO_PLAYERS), self.builder
            )
            self.usable.append((made.thing, usable))
            if not made.first:
                self._defaults(made.thing)
        for thing in self._in_order():
            self._defaults(thing)
        self._number_ordered()
        for kind in [k for k in self.builder.board.kinds.values() if k.grid]:
            check_grid(kind, self.builder)

    def _validated(self) -> tuple[list[ThingEntry], list[YamlNode | None]]:
        """All entries, and the usable part of each; misplaced ones moved to their own kind."""
        found: list[ThingEntry] = []
        usable: list[YamlNode | None] = []
        for made in self.entries:
            wrong = Report()
            part = self.validator(made.thing.kind, whole=True).validate(made.node, wrong)
            own = self.own_kind(made) if wrong.failed else ""
            if not own:
                self.builder.report.extend(wrong)
                if wrong.failed:
                    self._mark_unread_names(made.node, part)
            found.append(self._as_kind(made, own) if own else made)
            usable.append(made.node if own else part)
        return found, usable

    def _mark_unread_names(self, node: YamlNode, usable: YamlNode | None) -> None:
        """Notes that names may be unread: that of a printed lasting effect, and what it takes."""
        written, read = (one.value if one is not None and isinstance(one.value, dict) else {}
                         for one in (node, usable))  # fmt: skip
        lost = [str(key) for key, value in written.items() if read.get(key) != value]
        if any(key == "lasting" or nearest(key, ["lasting"]) for key in lost):
            self.builder.mark_incomplete(NAMES)

    def own_kind(self, made: ThingEntry) -> str:
        """The kind that fits a misplaced entry, judged by keys that its section's kind lacks."""
        node, kind = made.node, made.thing.kind
        board = self.builder.board
        unexpected = node.value.keys() - self._keys(kind) if isinstance(node.value, dict) else set()
        for other in board.kinds.values() if unexpected else ():
            takes_keys = unexpected <= self._keys(other.name)
            if takes_keys and self.validator(other.name, whole=True).is_valid(node):
                return other.name
        return ""

    def _as_kind(self, made: ThingEntry, own: str) -> ThingEntry:
        """The entry as one of its own kind; a cell of a grid stays a cell too."""
        board, kind = self.builder.board, made.thing.kind
        section = (made.node.document.source.name, kind, own)
        self._misplaced.setdefault(section, []).append(made.node)
        if made.first and not board.kinds[kind].grid:
            del board.things[kind][made.thing.id]
        thing = replace(made.thing, kind=own)
        there = board.things.setdefault(own, {}).setdefault(thing.id, thing) if thing.id else None
        return replace(made, thing=thing, first=there is thing)

    def _report_misplaced(self) -> None:
        """Reports the first of each kind in a section: often only the key of their own section is
        missing.
        """
        for (_, kind, other), nodes in self._misplaced.items():
            message = f"this is {article(other)}, not {article(kind)}"
            more = f" and {len(nodes) - 1} more like it" if len(nodes) > 1 else ""
            help = f"put it{more} under `{self.builder.board.kinds[other].plural}:`"
            if slot := self._undeclared_slot(nodes[0], kind):
                message = f"{article(kind)} has no effect `{slot}`"
                declared = f"`rules: {{{slot}: {{title: {title_of(slot)}}}}}`"
                help = f"declare it in the kind `{kind}`: {declared}; or {help}"
            self.builder.error("CW321", message, nodes[0].id_span, help)

    def _undeclared_slot(self, node: YamlNode, kind: str) -> str:
        """The slot that a kind may lack, if already the first entry of its section has an effect
        there, and differs in nothing else; "" if the entry itself is misplaced.
        """
        assert isinstance(node.value, dict)
        odd = [str(key) for key in node.value.keys() - self._keys(kind)]
        known = {slot for other in self.builder.board.kinds.values() for slot in other.rules}
        return odd[0] if node.path[-1] == 0 and len(odd) == 1 and odd[0] in known else ""

    def _keys(self, kind: str) -> set[str]:
        keys = thing_schema(kind, whole=True, builder=self.builder)["properties"]
        assert isinstance(keys, dict)
        return {*keys}

    def _in_order(self) -> list[Thing]:
        """All things in the order they are written; the cells of grids before others."""
        board = self.builder.board
        cells = [t for k, group in board.things.items() if board.kinds[k].grid
                 for t in group.values()]  # fmt: skip
        rest = [m.thing for m in self.entries if m.first and not board.kinds[m.thing.kind].grid]
        return cells + rest

    def fill_values(self, thing: Thing, node: YamlNode) -> None:
        """Sets the values of a validated node."""
        thing.title = node.text("title") or thing.title
        thing.text = node.text("text") or thing.text
        thing.provenance = node.text("provenance") or thing.provenance
        thing.common = thing.common or node.get("copies") is not None
        thing.copies = node.number("copies") or self._most_copies(thing) or thing.copies
        numbers = (item.value for item in node.elements_of("players"))
        thing.players = tuple(n for n in numbers if isinstance(n, int)) or thing.players
        for name, item in node.items_of("pieces"):
            if is_owned_kind(name, item, self.builder) and isinstance(item.value, int):
                thing.pieces[name] = item.value
        read_cards(thing, node, self.builder)
        self._values(thing, node)
        self._effects(thing, node)

    def _most_copies(self, thing: Thing) -> int:
        """The most copies of a thing if none are written; 0 if its kind does not say."""
        if thing.kind not in self._copies:
            board = self.builder.board
            found = listed_copies(thing.kind, board), board.token_of(thing.kind)
            self._copies[thing.kind] = found
        listed, tokens = self._copies[thing.kind]
        return 0 if thing.common else listed or (tokens if thing.copies == 1 else 0)

    def fill_alone(self, thing: Thing, node: YamlNode) -> None:
        """Sets the values of a thing that is in no pack, with its defaults."""
        self.fill_values(thing, node)
        self._defaults(thing)

    def _printed_on(self, kind: str) -> tuple[list[Field], list[str]]:
        if kind not in self._printed:
            board = self.builder.board
            fields = (board.field(kind, name) for name in printed_names(board, kind))
            self._printed[kind] = [*filter(None, fields)], [*slots(board, kind)]
        return self._printed[kind]

    def _values(self, thing: Thing, node: YamlNode) -> None:
        board = self.builder.board
        for found in self._printed_on(thing.kind)[0]:
            name, item = found.name, node.get(found.name)
            if item is None or found.type == UNKNOWN:
                continue
            if isinstance(item.value, dict):
                thing.by_players[name] = values_by_players(item, found.type, self.builder)
            else:
                thing.by_players.pop(name, None)
                thing.values[name] = read_value(item, found.type, self.builder)
        if node.get("keywords") is not None and board.keywords_of(thing.kind):
            for keyword in board.keywords_of(thing.kind):
                thing.values.pop(keyword.printed.name, None)
            thing.values |= read_keywords(thing.kind, node, self.builder)

    def _effects(self, thing: Thing, node: YamlNode) -> None:
        effects = self.builder.declared.effects
        for slot in self._printed_on(thing.kind)[1]:
            if (item := node.get(slot)) is None:
                continue
            body = self.builder.effect_span(item.get_or_self("do"))
            if body is not None:
                thing.values[f"has {slot}"] = True
                cost = self.builder.expression_span(item.get("cost"))
                effects.append(Effect(slot, thing, body, self._limit(thing, slot, item), cost))

    def _limit(self, thing: Thing, slot: str, node: YamlNode) -> Field | None:
        """The flag that records the use of its effect, if the effect or the kind's effects have a
        limit.
        """
        board = self.builder.board
        shared = (board.kinds[k].limits.get(slot) for k in board.ancestors(thing.kind))
        limit = limit_span(node) or next(filter(None, shared), None)
        return declare_limit(limit, thing.kind, slot, self.builder) if limit else None

    def _defaults(self, thing: Thing) -> None:
        for found in self._printed_on(thing.kind)[0]:
            if found.name not in thing.values:
                thing.values[found.name] = default_value(found, thing.kind, self.builder.board)
        thing.values["title"] = thing.title
        thing.values.setdefault("order", 0)

    def _number_ordered(self) -> None:
        """Numbers the things of an ordered kind, from 1."""
        board = self.builder.board
        counts: dict[str, int] = {}
        for thing in self._in_order():
            above = (k for k in board.ancestors(thing.kind) if board.kinds[k].ordered)
            kind = next(above, "")
            if kind:
                counts[kind] = counts.get(kind, 0) + 1
                thing.values["order"] = counts[kind]

    # Validation

    def validator(self, kind: str, whole: bool) -> Validator:
        """The validator of a kind's things; with `whole=False` for a part of one, as in a patch."""
        if (kind, whole) not in self._validators:
            schema = thing_schema(kind, whole, self.builder)
            self._validators[(kind, whole)] = validator_of((kind, whole), schema)
        return self._validators[(kind, whole)]


def default_value(printed: Field, kind: str, board: Board) -> Value:
    """The value that things of a kind have for a printed field if their items don't give one."""
    shared = board.value(kind, printed.name)
    return () if printed.type.many and shared is None else shared


UNREAD = "unread"
"""Stands for the provenance of a file in a part of it that can't be read."""


def attributed(node: YamlNode) -> YamlNode:
    """An entry; its provenance, if it has none, is that of its file."""
    entry, file = node.value, node.document.value
    assert isinstance(file, dict)
    said = file.get("provenance")
    if said is None and any(map(may_hold_provenance, node.document.gaps)):
        said = UNREAD
    if not isinstance(entry, dict) or "provenance" in entry or not isinstance(said, str):
        return node
    return node.with_value({**entry, "provenance": said})


def id_namespace(board: Board, kind: str) -> str:
    """The kind in which ids are unique: the topmost one below the root."""
    above = [k for k in board.ancestors(kind) if k not in ROOT_KINDS]
    return above[-1] if above else kind
