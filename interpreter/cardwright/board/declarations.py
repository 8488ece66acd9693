"""What packs declare on the board: enums, kinds, fields, keywords, zones and things, as records.

Knows nothing about how they are related (`kinds`), syntax, rules or a game's state.
"""

from __future__ import annotations

from dataclasses import field

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
"""The word for the thing whose text is being carried out."""
RUNNER = "runner of"  # with the name of a rule: the state that says who runs it
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
