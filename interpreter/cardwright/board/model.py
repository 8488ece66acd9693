"""The board model: enums, kinds, fields, zones and things, as packs declare them.

Responsible for these declarations and queries on them (ancestors, fields, words). Knows nothing
about syntax, rules or a game's state.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field
from operator import attrgetter

from cardwright.board.grid import Grid
from cardwright.board.types import FLAG, NUMBER, Type
from cardwright.source.records import dataclass
from cardwright.source.text import Span

ROOTS = ("player", "place", "zone", "piece", "card")
LISTS = "list"
"""The root of the kind of lists that players bring; there only when a pack declares such a kind."""
LASTING = "lasting-effect"
"""The root of the kinds of lasting effects; there only when a pack declares some."""
IN_EFFECT = "in-effect"
"""The zone of each player with the lasting effects that this player began."""
BEGUN_ANEW = "next turn has begun"
"""The flag of a lasting effect that ends at the end of its player's *next* turn, or the like."""
SOURCE = "source"
RUNNER = "runner of"  # with the name of a rule: the state that says who runs it
"""The word for the thing whose text is being carried out."""
ADDS_UP, HIGHEST = "adds up", "highest"  # how the numbers of a keyword combine
BETWEEN = "between"
"""The field of an edge with the two places that it joins."""
TOP, BOTTOM = 1, 0  # positions in an ordered zone; others count from the top

Value = int | bool | str | None | tuple["Value", ...]


@dataclass(frozen=True, slots=True)
class Enum:
    name: str
    values: tuple[str, ...]
    span: Span | None = None
    spans: tuple[tuple[str, Span], ...] = ()  # of the values that are written as such


@dataclass(frozen=True, slots=True)
class Field:
    """A printed fact (`printed`) or a cell of state, of a kind, or of the game if `kind` is ""."""

    name: str
    type: Type
    kind: str = ""
    printed: bool = False
    required: bool = False
    on_boards: bool = False  # whether boards show it even if it has its printed value
    default: Value = None
    start: Value = None
    low: int | None = None
    high: int | None = None
    most: str = ""  # the definition that computes its highest value, if that is computed
    seen_by: str = "all"
    resets: str = ""  # the rule after which it is reset
    resets_own: bool = False  # only a run by its owner resets it
    due: str = ""  # the flag that a run that resets it has begun since its last change
    in_play_only: bool = False  # whether it is reset when the thing leaves play
    pays_for: str = ""
    out_of: str = ""  # a number of the same thing, shown after this one: `2/4`
    logged: bool = True  # whether its changes are in the log
    faces: tuple[int, ...] = ()  # the face of a die: what each side shows
    per: Type | None = None  # the type of the keys, if the state has several cells
    family: str = ""  # the name of the state that this is a cell of
    key: str = ""  # the word or the thing that this cell is for
    pending_cell: str = ""  # the cell that stores it until all have chosen, if all choose at once
    pending_for: str = ""  # the cell that this one stores choices for
    is_internal: bool = False  # whether it only serves rules, and stands for nothing on the table
    limits: str = ""  # the effect, or `ability`, whose use this flag records
    span: Span | None = None

    @property
    def has_most(self) -> bool:
        """Whether it has a highest value, given as a number or computed."""
        return self.high is not None or bool(self.most)

    @property
    def hides_members(self) -> bool:
        """Whether it is a set that not all players see: the log records the stated changes, not the
        result.
        """
        return self.type.many and self.seen_by != "all"

    @property
    def full_name(self) -> tuple[str, str]:
        """The kind that has it, and its name."""
        return self.kind, self.name

    @property
    def state(self) -> str:
        """The name of the state that it is, or is a cell of."""
        return self.family or self.name


@dataclass(slots=True)
class Kind:
    name: str
    parent: str
    plural: str
    on: tuple[str, ...] = ()
    fields: dict[str, Field] = field(default_factory=dict)
    values: dict[str, Value] = field(default_factory=dict)
    each_player: int = 0
    token: int = 0  # the most tokens of the kind that there can be at once
    ordered: bool = False
    grid: Grid | None = None
    rules: dict[str, str] = field(default_factory=dict)
    rule_spans: dict[str, Span] = field(default_factory=dict)
    indexed: dict[str, Field] = field(default_factory=dict)  # state with several cells
    limits: dict[str, Span] = field(default_factory=dict)  # how often rules can be used
    active_in: str = ""
    active_on: tuple[str, ...] = ()
    active_while: Span | None = None
    gone_when: str = ""
    face_down_when: str = ""  # the flag that turns things of this kind face down
    hides_when: str = ""  # the flag that turns what is on things of this kind face down
    seen_by: str = ""  # who sees those that are face down
    joins: str = ""
    length: str = ""  # the printed number of edges by which distances and paths are measured
    lists: Lists | None = None  # what lists of this kind name
    title: str = ""
    span: Span | None = None


@dataclass(frozen=True, slots=True)
class Lists:
    """What lists of a kind name: `low` to `high` things of the kind `of` in total, at most `copies`
    of each.
    """

    of: str
    copies: int
    low: int = 0
    high: int | None = None


@dataclass(frozen=True, slots=True)
class Keyword:
    """A keyword that things of a kind may have; `number` is "" for one without a number.

    Printed and granted numbers are added up (ADDS_UP), or the highest counts (HIGHEST).
    """

    name: str
    kind: str
    title: str
    text: str = ""
    number: str = ""
    pack: str = ""
    span: Span | None = None

    @property
    def printed(self) -> Field:
        """The printed value: whether a thing has the keyword, or its number. Authors can't use its
        name.
        """
        type = NUMBER if self.number else FLAG
        name = f"printed {self.name}"
        return Field(name, type, self.kind, printed=True, default=0 if self.number else False)


@dataclass(frozen=True, slots=True)
class Zone:
    name: str
    holds: str
    each_player: bool = False
    ordered: bool = False
    seen_by: str = "all"
    at_rest: bool = False  # dice have no face in this zone
    players: tuple[int, ...] = ()  # the numbers of players with which the zone exists; () means all
    span: Span | None = None
    title: str = ""
    logged: bool = True  # whether moves into it are logged


@dataclass(slots=True)
class Thing:
    """An entry of a pack: one thing on the table, or several if `copies` is more than 1.

    With `each`, it stands for every thing of its kind, which carries what the kind declares; with
    `keyword`, for those that have this keyword.
    """

    id: str
    kind: str
    title: str = ""
    text: str = ""
    provenance: str = ""
    pack: str = ""
    values: dict[str, Value] = field(default_factory=dict)
    by_players: dict[str, dict[int, Value]] = field(default_factory=dict)
    players: tuple[int, ...] = ()
    copies: int = 1
    pieces: dict[str, int] = field(default_factory=dict)
    # for a list: the number of copies of each card that it names
    cards: dict[str, int] = field(default_factory=dict)
    card_spans: dict[str, Span] = field(default_factory=dict)
    common: bool = False  # in every game, although lists name things of its kind
    span: Span | None = None
    each: bool = False
    keyword: str = ""


_copies = attrgetter("copies")


@dataclass(slots=True)
class Board:
    enums: dict[str, Enum] = field(default_factory=dict)
    kinds: dict[str, Kind] = field(default_factory=dict)
    zones: dict[str, Zone] = field(default_factory=dict)
    state: dict[str, Field] = field(default_factory=dict)
    keywords: dict[str, Keyword] = field(default_factory=dict)
    indexed: dict[str, Field] = field(default_factory=dict)  # state with several cells
    things: dict[str, dict[str, Thing]] = field(default_factory=dict)
    pieces: dict[str, int] = field(default_factory=dict)
    computes_maxima: bool = False  # whether the highest value of some counter is computed
    dealt: dict[tuple[str, str], tuple[int, ...]] = field(default_factory=dict)
    """By kind and id, in a game for certain lists: who brings each copy, as players are numbered"""
    _above: dict[str, tuple[str, ...]] = field(default_factory=dict)
    _plurals: dict[str, str] = field(default_factory=dict)
    _below: dict[str, tuple[str, ...]] = field(default_factory=dict)
    _face_nouns: dict[str, tuple[str, str] | None] = field(default_factory=dict)

    def settle(self) -> None:
        """Caches ancestors, descendants and plurals, which are needed often; none may change
        afterwards."""
        self._above, self._below = {}, {}
        self._above = {kind: self.ancestors(kind) for kind in self.kinds}
        self._plurals = {kind.plural: name for name, kind in reversed(self.kinds.items())}
        found: dict[str, list[str]] = {kind: [] for kind in self.kinds}
        for kind in self.kinds:
            for above in self._above[kind]:
                found[above].append(kind)
        self._below = {kind: tuple(below) for kind, below in found.items()}

    def ancestors(self, kind: str) -> tuple[str, ...]:
        """`kind` and all kinds above it, up to its root."""
        return self._above[kind] if kind in self._above else tuple(self._upwards(kind))

    def _upwards(self, kind: str) -> Iterator[str]:
        seen = 0
        while kind in self.kinds and seen < 40:
            yield kind
            kind, seen = self.kinds[kind].parent, seen + 1

    def is_a(self, kind: str, of: str) -> bool:
        return of == "thing" or of in self.ancestors(kind)

    def related(self, one: str, other: str) -> bool:
        """Whether a thing may be of both kinds: one is the other or below it."""
        return self.is_a(one, other) or self.is_a(other, one)

    def root(self, kind: str) -> str:
        return self.ancestors(kind)[-1]

    def has_owner(self, kind: str) -> bool:
        """Whether things of a kind have an owner; players and places don't."""
        return kind in self.kinds and self.root(kind) in ("piece", "card", LASTING)

    def field(self, kind: str, name: str) -> Field | None:
        for k in self.ancestors(kind):
            if name in self.kinds[k].fields:
                return self.kinds[k].fields[name]
        return None

    def fields(self, kind: str) -> dict[str, Field]:
        found: dict[str, Field] = {}
        for k in self.ancestors(kind):
            found = {**self.kinds[k].fields, **found}
        return found

    def every_field(self) -> Iterator[Field]:
        """The fields of all kinds, without the state of the game."""
        return (found for kind in self.kinds.values() for found in kind.fields.values())

    def cell(self, kind: str, name: str) -> Field:
        """A cell of exactly this kind; one without a kind is the game's own."""
        return self.kinds[kind].fields[name] if kind else self.state[name]

    def value(self, kind: str, name: str) -> Value:
        """The value shared by all things of `kind`: the nearest `values:` entry, else the
        default."""
        for k in self.ancestors(kind):
            if name in self.kinds[k].values:
                return self.kinds[k].values[name]
        found = self.field(kind, name)
        return found.default if found else None

    def indexed_state(self, kind: str, name: str) -> Field | None:
        """The indexed state with this name, of a kind or, for "", of the game."""
        if not kind:
            return self.indexed.get(name)
        found = (self.kinds[k].indexed.get(name) for k in self.ancestors(kind))
        return next((one for one in found if one is not None), None)

    def cells_of(self, shared: Field) -> dict[str, Field]:
        """The cells of an indexed state, by their keys."""
        fields = self.kinds[shared.kind].fields if shared.kind else self.state
        return {f.key: f for f in fields.values() if f.family == shared.name}

    def use_flags(self, kind: str, slot: str) -> list[Field]:
        """The flags that record the use of an effect printed on things of this kind."""
        return [found for found in self.fields(kind).values() if found.limits == slot]

    def substitutes(self, counter: Field) -> tuple[Field, ...]:
        """The counters that may be paid or lost instead of this one, the nearest first."""
        kind = self.kinds.get(counter.kind)
        found = [counter]
        for one in found:
            fields = kind.fields.values() if kind else ()
            found += [f for f in fields if f.pays_for == one.name and f not in found]
        return tuple(found[1:])

    def list_kind(self) -> Kind | None:
        """The kind of the lists that players bring; None in a game without them."""
        return next((kind for kind in self.kinds.values() if kind.lists is not None), None)

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

    def gone_when(self, kind: str) -> Field | None:
        """The flag that takes things of this kind out of the game; None if there is none."""
        names = (self.kinds[k].gone_when for k in self.ancestors(kind))
        name = next((n for n in names if n), "")
        return self.field(kind, name) if name else None

    def grid_kind(self, kind: str) -> str:
        """The kind whose grid things of a kind are cells of; "" if there is none."""
        return next((k for k in self.ancestors(kind) if k in self.kinds and self.kinds[k].grid), "")

    def row_kind(self, kind: str) -> str:
        """The ordered kind that a kind is, or is below; "" if there is none."""
        above = self.ancestors(kind) if kind in self.kinds else ()
        return next((k for k in above if self.kinds[k].ordered), "")

    def edges(self, kind: str) -> tuple[str, ...]:
        """The kinds of edges that join places of a kind."""
        joining = (k for k in self.kinds.values() if k.joins)
        return tuple(k.name for k in joining if self.related(kind, k.joins))

    def joined_by(self, kind: str) -> str:
        """The kind of the places that edges of a kind join; "" if it is not a kind of edges."""
        return next((found for k in self.ancestors(kind) if (found := self.kinds[k].joins)), "")

    def length_of(self, kind: str) -> Field | None:
        """The printed number that is the length of edges of a kind; None if each counts as one."""
        name = next((found for k in self.ancestors(kind) if (found := self.kinds[k].length)), "")
        return self.field(kind, name) if name else None

    def has_lengths(self, kind: str) -> bool:
        """Whether edges that join places of a kind have lengths."""
        return any(self.length_of(edge) is not None for edge in self.edges(kind))

    def lives_on(self, kind: str) -> tuple[str, ...]:
        for k in self.ancestors(kind):
            if self.kinds[k].on:
                return self.kinds[k].on
        return ()

    def needs_place(self, kind: str) -> bool:
        """Whether a piece exists only while it is somewhere.

        Dice without a place (no `on`, no zone for them) are always there, with their owners.
        """
        if not self.is_a(kind, "die") or self.lives_on(kind):
            return True
        held = (zone.holds for zone in self.zones.values() if self.is_a(zone.holds, "die"))
        return any(self.is_a(kind, of) for of in held)

    def has_things(self, kind: str) -> bool:
        """Whether packs define or count things of exactly this kind."""
        each = self.kinds[kind].each_player
        return bool(self.things.get(kind) or self.pieces.get(kind) or each)

    def token_of(self, kind: str) -> int:
        """The most tokens of a kind that there can be at once; 0 if it is not a token kind."""
        counts = (self.kinds[above].token for above in self.ancestors(kind))
        return next((count for count in counts if count), 0)

    def may_be_token(self, kind: str) -> bool:
        """Whether things of a kind, or some of them, are tokens."""
        if kind not in self.kinds:
            return any(k.token for k in self.kinds.values())
        return any(map(self.token_of, self.below(kind)))

    def holds_token(self, zone: Zone, kind: str) -> bool:
        """Whether a token can be in a zone: a zone for tokens, or where its kind is active."""
        active = next((z for k in self.ancestors(kind) if (z := self.kinds[k].active_in)), "")
        return zone.name == active or bool(self.token_of(zone.holds))

    def has_owners(self, kind: str) -> bool:
        """Whether any player begins with pieces of this kind, or of one below it."""
        players = self.things.get("player", {}).values()
        each = {k: self.kinds[k].each_player for k in self.below(kind)}
        return any(p.pieces.get(k, number) for p in players for k, number in each.items())

    def keywords_of(self, kind: str) -> list[Keyword]:
        """The keywords that things of this kind may have."""
        every = self.keywords.values()
        return [one for one in every if self.is_a(kind, one.kind)] if every else []

    def count(self, kind: str) -> int:
        """The most things of a kind that there can be, including copies and all players' pieces."""
        players = self.things.get("player", {}).values()
        total = 0
        for leaf in self.below(kind):
            total += sum(map(_copies, self.things.get(leaf, {}).values()))
            total += self.pieces.get(leaf, 0) + (
                0 if self.things.get(leaf) else self.token_of(leaf)
            )
            each = self.kinds[leaf].each_player
            total += sum(player.pieces.get(leaf, each) for player in players)
        return total

    def below(self, kind: str) -> tuple[str, ...]:
        """`kind` and all kinds below it."""
        if kind in self._below:
            return self._below[kind]
        return tuple(k for k in self.kinds if self.is_a(k, kind))

    def instance(self, kind: str, name: str) -> Thing | None:
        for k in self.below(kind):
            if name in self.things.get(k, {}):
                return self.things[k][name]
        return None

    def things_named(self, name: str) -> list[Thing]:
        """The things with this id; those of several kinds may have the same."""
        return [group[name] for group in self.things.values() if name in group]

    def noun(self, word: str) -> tuple[str, bool] | None:
        """The kind that `word` names, and whether the word is a plural."""
        if word in self.kinds:
            return word, self.kinds[word].plural == word
        if not self._plurals:
            return next(((k.name, True) for k in self.kinds.values() if k.plural == word), None)
        return (self._plurals[word], True) if word in self._plurals else None

    def face_noun(self, word: str) -> tuple[str, str] | None:
        """The kind of dice that `hits` names, and the face that they show; None if it is not a
        face.
        """
        if word in self._face_nouns:
            return self._face_nouns[word]
        faces = [k.fields["face"] for k in self.kinds.values() if "face" in k.fields]
        for face in (f for f in faces if f.faces and f.type.base == "enum"):
            for value in self.enums[face.type.of].values:
                for noun in (value, plural(value)):
                    other = self._face_nouns.get(noun) or (face.kind, value)
                    kind = other[0] if self.is_a(face.kind, other[0]) else "die"
                    self._face_nouns[noun] = kind, value
        return self._face_nouns.setdefault(word, None)

    def face_fields(self, kind: str) -> tuple[Field, ...]:
        """The faces that a thing of this kind may have, from the kind itself or those below it."""
        own = self.field(kind, "face") if kind in self.kinds else None
        if own is not None and not own.faces:
            return ()
        below = (self.kinds[k].fields.get("face") for k in self.below(kind))
        found = [own, *(f for f in below if f is not own)]
        return tuple(f for f in found if f is not None and f.faces)

    def enum_noun(self, word: str) -> str:
        """The enum that `word` names, in the singular or the plural; "" if none."""
        return next((e for e in self.enums if word in (e, plural(e))), "")

    def values_of(self, type: Type) -> list[str]:
        """The values of an enum, or the ids of things of a kind; other types have none."""
        if type.base == "enum":
            return list(self.enums[type.of].values)
        below = self.below(type.of) if type.base == "thing" and type.of in self.kinds else ()
        return [id for kind in below for id in self.things.get(kind, {})]

    def value_words(self) -> frozenset[str]:
        words = {v for e in self.enums.values() for v in e.values}
        return frozenset(words.union(*(group.keys() for group in self.things.values())))


def plural(word: str) -> str:
    if word.endswith("y") and word[-2:-1] not in "aeiou":
        return word[:-1] + "ies"
    return word + ("es" if word.endswith(("s", "x", "ch", "sh")) else "s")
