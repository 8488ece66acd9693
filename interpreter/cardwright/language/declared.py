"""What a pack declares in the language: definitions, rules, menus, options, abilities.

Texts are spans into their files, not yet parsed. The pack layer fills this; the checker
reads it.
"""

from __future__ import annotations

import re
from dataclasses import field
from pathlib import Path
from unicodedata import category, normalize

from cardwright.board.declarations import Field, Thing
from cardwright.board.model import Board
from cardwright.language.registry.ability import AbilityKind
from cardwright.language.registry.operation import Operation
from cardwright.source.records import dataclass
from cardwright.source.text import Span


@dataclass(frozen=True, slots=True)
class TypeName:
    """A type as packs write it: a kind, an enum, `number` or `flag`, or a set of them."""

    name: str
    is_set: bool = False

    def __str__(self) -> str:
        return f"set of {self.name}" if self.is_set else self.name


@dataclass(frozen=True, slots=True)
class Parameter:
    """`preposition` comes before it in the key of a definition; "" in a rule.

    `optional`: the argument of a rule may be none (`takes: {heir: player or none}`).
    """

    name: str
    type: TypeName
    span: Span
    preposition: str = ""
    optional: bool = False


MAX_DEEP = 100  # the most nested calls of a definition
MAX_WEIGHT = 1000  # the highest preference of an option


@dataclass(frozen=True, slots=True)
class Definition:
    """`presence of player on base: ...`; the key's name and its parameters in order."""

    name: str
    takes: tuple[Parameter, ...]
    body: Span
    span: Span
    pack: str = ""
    capacities: tuple[Capacity, ...] = ()  # the capacities whose remaining room it is
    bounds: str = ""  # the counter whose highest value it is
    keyword: str = ""  # the keyword that it is: it has a printed value instead of a text
    deep: int = 0  # how deeply calls of itself can be nested, if that is declared
    gives: TypeName | None = None  # the type of its value, if that is declared
    key: str = ""  # how it is asked for, as its author wrote it; "" for the signature

    @property
    def signature(self) -> str:
        """Its name and the names of its parameters, as in a call."""
        return " ".join([self.name, *(f"{p.preposition} {p.name}" for p in self.takes)])


@dataclass(frozen=True, slots=True)
class Capacity:
    """Things of the kind `of` have room for things of the kind `holds`: `most`, by their size."""

    of: str
    holds: str
    most: Span
    size: Span | None  # the size of each; without it, each counts as one
    span: Span
    pack: str = ""


@dataclass(frozen=True, slots=True)
class Rule:
    name: str
    takes: tuple[Parameter, ...]
    body: Span
    span: Span
    pack: str = ""


@dataclass(frozen=True, slots=True)
class Menu:
    """`takes`: the arguments with which it is opened, which its options know by name."""

    name: str
    title: str
    span: Span
    pack: str = ""
    takes: tuple[Parameter, ...] = ()
    passing: str = ""  # the players' text for passing
    logged: bool = True  # whether choices from it are logged


@dataclass(frozen=True, slots=True)
class Option:
    id: str
    menu: str
    title: str
    body: Span
    span: Span
    condition: Span | None = None
    cost: Span | None = None
    limit: Span | None = None  # `once per RULE`: once in each run of the rule
    menu_span: Span | None = None
    bearer: Thing | None = None  # the definition that carries it
    pack: str = ""
    prefer: int = 1  # how likely searching players are to try it; rules don't use it


@dataclass(frozen=True, slots=True)
class Window:
    """How players reply to an event: from a menu, who, in which order, and how often at most.

    `names` are states of the game, with what they stand for meanwhile; `deep` is how many windows
    may be open at the same time, including replies to replies. `always`: players who can't reply
    are asked too.
    """

    menu: str
    menu_span: Span
    asks: Span | None
    first: Span | None
    names: tuple[tuple[str, Span, Span], ...]
    most: int
    deep: int
    always: bool


@dataclass(frozen=True, slots=True)
class Ability:
    """An ability of some kind; `pattern` is the text after the key of the kind.

    `body` is its effect or, for a modifier, the operand of `operation`; for one that changes
    keywords, the things whose keywords these are.
    """

    kind: AbilityKind
    pattern: Span
    span: Span
    condition: Span | None = None
    body: Span | None = None
    operation: Operation | None = None
    bearer: Thing | None = None
    pack: str = ""
    used: Field | None = None  # the flag that records its use, if it has a limit
    order: int = 0  # for triggers and replacements: the lower comes first
    window: Window | None = None
    implied: bool = False  # it follows from declarations elsewhere
    title: str = ""

    @property
    def name(self) -> str:
        """Abilities have no id in a pack: the name of `after removing boat` is
        `after-removing-boat`.
        """
        head = "" if self.kind.hook is None else f"{self.kind.key} "
        return as_id(f"{head}{self.pattern.text}")


def as_id(words: str) -> str:
    """The author's words in the form of an id; "" if they have no letters.

    Accents are removed, but not the marks that are parts of letters in other scripts (й, 가) or are
    vowels (कि). Joiners and variation selectors are left out.
    """
    plain = re.sub(_LOOKS, r"\1", normalize("NFKD", words.lower()))
    found = ""
    for sign in normalize("NFC", plain):
        marks = found[-1:] not in ("", "-") and category(sign) in ("Mc", "Mn")
        found += sign if sign.isalnum() or marks else "-"
    return "-".join(filter(None, found.split("-")))


_LOOKS = "([a-z])[\u0300-\u036f]+|[\u200d\ufe00-\ufe0f]"


@dataclass(frozen=True, slots=True)
class Effect:
    """A rule printed on a thing: `event:` of a card."""

    slot: str
    bearer: Thing
    body: Span
    used: Field | None = None  # the flag that records its use, if it has a limit
    cost: Span | None = None  # nothing happens unless it is paid

    @property
    def key(self) -> tuple[str, str, str]:
        """The kind and id of its bearer, and its slot."""
        return self.bearer.kind, self.bearer.id, self.slot


@dataclass(frozen=True, slots=True)
class LastingEffect:
    """A lasting effect: a kind of its own, whose copies can be in effect at the same time.

    The values of `takes` are stored in its state. It ends by `until`, an ability of its own, or as
    soon as `condition` does not hold; `bearer` is the definition that is printed with it.
    """

    thing: Thing
    takes: tuple[Parameter, ...]
    span: Span
    until: Ability | None = None
    condition: Span | None = None
    bearer: Thing | None = None
    pack: str = ""


@dataclass(frozen=True, slots=True)
class ListRule:
    """A condition for each list, or for each card in it; `text` is the rule as players read it."""

    text: str
    condition: Span
    span: Span
    pack: str = ""


@dataclass(frozen=True, slots=True)
class Answer:
    """How an automaton answers questions about `what`, anywhere or in one rule (`within`)."""

    what: str
    within: str
    text: Span
    span: Span


@dataclass(frozen=True, slots=True)
class Automaton:
    """A player who is never asked, in games with these numbers of players (none: in all)."""

    player: str
    players: tuple[int, ...]
    answers: tuple[Answer, ...]
    span: Span
    pack: str = ""


@dataclass(frozen=True, slots=True)
class Look:
    """How something is drawn; `at` and sizes are in the units of the board."""

    at: tuple[int, int] | None = None
    wide: int | None = None
    high: int | None = None
    colour: str = ""
    shape: str = ""
    picture: Path | None = None
    shows: tuple[str, ...] | None = None  # None: the default properties


@dataclass(slots=True)
class Declared:
    """Everything a game's packs declare, merged; `main` is the rule that plays the game.

    `printed_takes`: the parameters of effects that are printed on things, by the kind that declares
    them.

    `packs` are their ids, each after those it requires.
    """

    board: Board = field(default_factory=Board)
    definitions: dict[str, Definition] = field(default_factory=dict)
    rules: dict[str, Rule] = field(default_factory=dict)
    menus: dict[str, Menu] = field(default_factory=dict)
    options: list[Option] = field(default_factory=list)
    abilities: list[Ability] = field(default_factory=list)
    effects: list[Effect] = field(default_factory=list)
    printed_takes: dict[tuple[str, str], tuple[Parameter, ...]] = field(default_factory=dict)
    lasting: dict[str, LastingEffect] = field(default_factory=dict)
    automata: dict[str, Automaton] = field(default_factory=dict)  # by the player's id
    hints: tuple[Answer, ...] = ()  # how players who are asked may answer
    list_rules: list[ListRule] = field(default_factory=list)
    look: dict[str, Look] = field(default_factory=dict)  # by name, or by kind and name
    packs: tuple[str, ...] = ()
    main: str = ""
    main_span: Span | None = None
    score: str = ""  # a property of players
    evaluate: str = ""  # another one: the value of a position, for greedy players
    winners: Span | None = None
    seats: dict[int, tuple[str, ...]] = field(default_factory=dict)

    def taken_by(self, kind: str, slot: str) -> tuple[Parameter, ...]:
        """The parameters of such an effect of a thing of this kind."""
        above = self.board.ancestors(kind)
        return next(
            (self.printed_takes[k, slot] for k in above if (k, slot) in self.printed_takes), ()
        )

    def printed_on(self, kind: str, id: str) -> tuple[str, str]:
        """The definition that rules are printed on: for a lasting effect, the one that has it."""
        found = self.lasting.get(kind)
        return (found.bearer.kind, found.bearer.id) if found and found.bearer else (kind, id)
