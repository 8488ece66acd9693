"""The words of a scenario: players, places, pieces, cards and values of one game.

Translates an author's words to ids and numbers, and back. Changes nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from cardwright.board.declarations import Field
from cardwright.board.layout import Item, in_mask, mask_of
from cardwright.board.types import Type
from cardwright.language.inflection import article
from cardwright.pack.validation.yaml_node import YamlNode
from cardwright.program.program import Program
from cardwright.source.diagnostics import Report
from cardwright.source.memoized import memoized
from cardwright.source.numerals import whole_number
from cardwright.source.spelling import did_you_mean
from cardwright_tools.scenario.shape import as_written, words_of

NOTHING, NOBODY = "nothing", "nobody"
NO_THINGS = ("none", "empty", "nobody", "no", "null")  # words that people write for "nothing"
FLAGS = {"yes": 1, "no": 0, "true": 1, "false": 0}
ANYBODY = -1
"""The owner of things whose owner is not given."""


def describe_type(type: Type) -> str:
    """A type with its article, for messages."""
    words = {"number": "a number", "flag": "yes or no", "text": "text"}
    return words.get(type.base) or article(type.of)


def _number(word: str) -> int | None:
    """`3`, `+3` and `-3`; also `0 - 3`, the language's form of a negative number."""
    if not re.fullmatch(r"([+-]?|0 - )[0-9]{1,15}", word):
        return None
    return int(word.removeprefix("0 ").replace(" ", ""))


@memoized
def _by_name(program: Program) -> Mapping[str, Sequence[Item]]:
    """All things by their names and by the ids of their definitions."""
    found: dict[str, list[Item]] = {}
    for item in program.layout.items:
        for word in {item.name, item.thing.id} if item.thing else {item.name}:
            found.setdefault(word, []).append(item)
    return found


@dataclass(frozen=True, slots=True)
class Part:
    """`count` things of a kind, or some of the `named` things; `cells`: their state."""

    count: int
    kind: str
    named: tuple[int, ...]
    cells: dict[str, int]
    node: YamlNode
    text: str
    owner: int = ANYBODY


@dataclass(slots=True)
class Terms:
    program: Program
    report: Report
    defined: frozenset[str] = frozenset()  # the ids of all things, including those not in the game
    _here: frozenset[int] = field(init=False)
    _named: Mapping[str, Sequence[Item]] = field(init=False)

    def __post_init__(self) -> None:
        layout = self.program.layout
        self._named = _by_name(self.program)
        roots = [k for k, kind in layout.board.kinds.items() if not kind.parent]
        self._here = frozenset(i for root in roots for i in layout.kind(root))

    # ---------------------------------------------------------------- things by name

    def named(self, word: str) -> tuple[Item, ...]:
        """All things with this id or name, even those not in the game.

        A player's only piece of a kind needs no number: `red flagship`.
        """
        found = self._named.get(word, ())
        return tuple(i for i in found if i.kind) or self._only_piece(word)

    def _only_piece(self, word: str) -> tuple[Item, ...]:
        numbered = (f"{word} 1", f"{word} 2") if " " in word else ()
        found = [i for name in numbered for i in self._named.get(name, ()) if i.name == name]
        return tuple(found) if len(found) == 1 else ()

    def in_game(self, item: Item) -> bool:
        return item.id in self._here

    def root(self, item: Item) -> str:
        return self.program.board.root(item.kind)

    def places(self, key: str) -> tuple[int, ...]:
        """`dover`, or `port dover` if several have that name; also pieces that hold other
        pieces."""
        kind, _, word = key.rpartition(" ")
        found = [i for i in self.named(word) if self._is_host(i) and self.in_game(i)]
        if kind:
            found = [i for i in found if self.program.board.is_a(i.kind, kind)]
        return tuple(i.id for i in found)

    def _is_host(self, item: Item) -> bool:
        board = self.program.board
        if self.root(item) != "piece":
            return self.root(item) == "place"
        hosts = {host for kind in board.kinds.values() for host in kind.on}
        return any(board.is_a(item.kind, host) for host in hosts)

    def player(self, word: str) -> int:
        """The id of a player of this game, or 0."""
        found = [i for i in self.named(word) if i.kind == "player" and self.in_game(i)]
        return found[0].id if found else 0

    @property
    def player_names(self) -> list[str]:
        layout = self.program.layout
        return [layout.items[p].name for p in layout.kind("player")]

    def asked_player(self, node: YamlNode, word: str, *, is_key: bool = False) -> int:
        """The player that the node (or its key) names; if there is none, 0 and a report."""
        found = self.player(word)
        if not found:
            names = self.player_names
            help = did_you_mean(word, names) or "players: " + ", ".join(names)
            span = node.key_span if is_key else node.span
            self.report.error("CW343", f"`{word}` is not a player in this game", span, help)
        return found

    def name(self, item: int) -> str:
        found = self.program.layout.items[item]
        return found.thing.id if found.thing else found.name

    def label(self, item: int) -> str:
        """A place, with its kind if several have the same name: `port dover`."""
        found = self.program.layout.items[item]
        several = len([i for i in self.named(self.name(item)) if self.root(i) == "place"]) > 1
        return f"{found.kind} {found.name}" if several else self.name(item)

    # ------------------------------------------------------------- `2 crates, 1 boat`

    def parts(self, node: YamlNode) -> tuple[Part, ...]:
        """The things of a text or list: `2 crates, 1 leaky boat with damage 2`, `[storm]`."""
        found: list[Part] = []
        for text in words_of(node, self.report):
            if text.value == NOTHING:
                continue
            for piece in str(text.value).split(","):
                part = self._part(text, piece.strip())
                found += [part] if part else []
        return tuple(found)

    def _part(self, node: YamlNode, text: str) -> Part | None:
        said, _, state = text.partition(" with ")
        words = said.split()
        said_count = whole_number(words[0]) if words else None
        words = words if said_count is None else words[1:]
        count = -1 if said_count is None else said_count
        if not words:
            self.report.error("CW324", f"`{text}` does not name any things", node.span)
            return None
        kind = self.program.board.noun(words[-1])
        named = tuple(i for i in self.named(words[-1]) if self.root(i) != "place")
        if kind is None and not named:
            self._unknown_noun(node, words[-1])
            return None
        here = tuple(i.id for i in named if self.in_game(i))
        if here and (count == -1 or (kind is None and len(here) > 1)):
            ids, kind_name = here, named[0].kind
        elif kind is not None:
            ids, kind_name = (), kind[0]
            self._counted(node, words[-1], kind[0], said_count)
        else:
            self._not_here(node, words[-1], count)
            return None
        owner = self._owner(kind_name, words)
        cells = self._looks(node, kind_name, words[:-1] if owner < 0 else words[1:-1])
        cells |= self._values_with(node, kind_name, state) if state else {}
        return Part(max(count, 1) if count else 0, kind_name, ids, cells, node, text, owner)

    def _counted(self, node: YamlNode, word: str, kind: str, count: int | None) -> None:
        """Refuses a plural without a number."""
        found = self.program.board.kinds[kind]
        if count is None and word == found.plural != found.name:
            message = f"`{word}` does not say how many"
            self.report.error("CW324", message, node.span, f"write the number, as in `2 {word}`")

    def _owner(self, kind: str, words: Sequence[str]) -> int:
        """The owner in `ann leaky boat`, unless the word is one for its state."""
        owner = self.player(words[0]) if len(words) > 1 else 0
        return owner if owner and self.look(kind, words[0]) is None else ANYBODY

    def _values_with(self, node: YamlNode, kind: str, text: str) -> dict[str, int]:
        """The values in `damage 2 and target dover`: state that has no adjective."""
        fields, found = {f.name: f for f in self.state_of(kind)}, dict[str, int]()
        for name, _, word in (part.strip().partition(" ") for part in text.split(" and ")):
            if name not in fields:
                help = did_you_mean(name, fields)
                self.report.error("CW212", f"{article(kind)} has no `{name}`", node.span, help)
            elif word.startswith("+"):
                self.report.error("CW324", f"`{word}` is a change, not a value", node.span)
            elif (value := self.value(node.with_value(word), fields[name].type)) is not None:
                found[name] = value
        return found

    def _unknown_noun(self, node: YamlNode, word: str) -> None:
        board = self.program.board
        known = [w for k in board.kinds.values() for w in (k.name, k.plural)]
        known += [i.thing.id for i in self.program.layout.items if i.thing]
        message = f"`{word}` is neither a kind nor the id of a thing"
        help = f"write `{NOTHING}` for no things" if word in NO_THINGS else None
        if word in self.defined:
            message, help = f"`{word}` is in no deck of this scenario", "add it to one in `decks`"
        self.report.error("CW343", message, node.span, help or did_you_mean(word, known))

    def _not_here(self, node: YamlNode, word: str, count: int) -> None:
        if count >= 0:
            help = f"write `{word}`"
            self.report.error("CW324", f"`{word}` is one thing, not {count}", node.span, help)
            return
        size = len(self.player_names)
        message = f"`{word}` is not in a game of {size} players"
        self.report.error("CW343", message, node.span)

    def _looks(self, node: YamlNode, kind: str, words: Sequence[str]) -> dict[str, int]:
        """The cells that express `leaky`, `not leaky` or `unleaky`, or an enum value."""
        looks: dict[str, int] = {}
        value = 1
        for word in words:
            if word == "not":
                value = 0
                continue
            found = self.look(kind, word) or self._negated(kind, word)
            if found is None:
                help = did_you_mean(word, [f.name for f in self.looks_of(kind)])
                self.report.error("CW214", f"no {kind} is `{word}`", node.span, help)
            else:
                looks[found[0]] = found[1] * value
            value = 1
        return looks

    def look(self, kind: str, word: str) -> tuple[str, int] | None:
        for cell in self.looks_of(kind):
            if cell.type.base == "flag" and cell.name == word:
                return cell.name, 1
            words = self.program.board.enums[cell.type.of].values if cell.type.of else ()
            if word in words:
                return cell.name, words.index(word) + 1
        return None

    def _negated(self, kind: str, word: str) -> tuple[str, int] | None:
        """The flag that `unleaky` negates, and its value."""
        flags = {f.name for f in self.looks_of(kind) if f.type.base == "flag"}
        return (word[2:], 0) if word.startswith("un") and word[2:] in flags else None

    def looks_of(self, kind: str) -> list[Field]:
        """The state of a kind that adjectives can express: flags and enum values; none for
        players, who are only named."""
        fields = [] if kind == "player" else self.state_of(kind)
        return [f for f in fields if f.type.base in ("flag", "enum")]

    def state_of(self, kind: str) -> list[Field]:
        return [f for f in self.program.board.fields(kind).values() if not f.printed]

    # --------------------------------------------------------------------- values

    def value(self, node: YamlNode, type: Type) -> int | None:
        """A word or a number, encoded as in the state; None and a report if it is neither."""
        if type.many and not isinstance(node.value, dict):
            return self._set(node, type)
        if isinstance(node.value, dict | list):
            self.report.error("CW322", f"expected {describe_type(type)}", node.span)
            return None
        word = as_written(node)
        if type.base == "thing" and len(kinds := {i.kind for i in self._things(word, type)}) > 1:
            help = "write " + " or ".join(f"`{kind} {word}`" for kind in sorted(kinds))
            self.report.error("CW215", f"`{word}` is ambiguous", node.span, help)
            return None
        found = self._value(word, type)
        if found is None:
            message = f"`{word}` is not {describe_type(type)}"
            help = did_you_mean(word, self._values(type))
            self.report.error("CW343", message, node.span, help)
        return found

    def _set(self, node: YamlNode, type: Type) -> int | None:
        """A set, encoded as in the state: `[flying, tough]`, `flying` or `nothing`."""
        items = [] if node.value in ("nothing", "none") else node.elements()
        found = [self.value(item, type.one()) for item in items]
        known = [value for value in found if value is not None]
        return mask_of(known, self.program.layout.members(type)) if known == found else None

    def _value(self, word: str, type: Type) -> int | None:
        if word == "none" and type.base in ("enum", "thing"):
            return 0
        if type.base == "number":
            return _number(word)
        if type.base == "flag":
            return FLAGS.get(word)
        if type.base == "enum":
            words = self.program.board.enums[type.of].values
            return words.index(word) + 1 if word in words else None
        return next((i.id for i in self._things(word, type)), None)

    def _things(self, word: str, type: Type) -> list[Item]:
        """The things named `dover` or `port dover`; those in the game, if there are any."""
        board, (kind, _, name) = self.program.board, word.rpartition(" ")
        found = [i for i in self.named(word) if board.is_a(i.kind, type.of)]
        if not found and kind in board.kinds and board.is_a(kind, type.of):
            found = [i for i in self.named(name) if board.is_a(i.kind, kind)]
        return [i for i in found if self.in_game(i)] or found

    def names_one(self, word: str, type: Type) -> bool:
        """Whether a word is the name of a thing of this type."""
        return word == "none" or bool(self._things(word, type))

    def same(self, expected: int, found: int, type: Type, word: str) -> bool:
        """Whether a value is the named one; all copies of a card share a name."""
        if expected == found or not type.is_thing or "#" in word:
            return expected == found
        items = self.program.layout.items
        return bool(expected and found) and items[expected].thing is items[found].thing is not None

    def _values(self, type: Type) -> Iterable[str]:
        board = self.program.board
        if type.base == "flag":
            return FLAGS
        if type.base == "enum":
            return board.enums[type.of].values
        return [i.name for i in self.program.layout.items if i.kind and board.is_a(i.kind, type.of)]

    def to_text(self, value: object, type: Type) -> str:
        """A value as written in a scenario."""
        if isinstance(value, tuple | list):
            return ", ".join(self.to_text(v, type.one()) for v in value) or NOTHING
        if not isinstance(value, int):
            return str(value)
        if type.many:
            members = in_mask(value, self.program.layout.members(type))
            return self.to_text(members, type)
        if type.base == "flag":
            return "yes" if value else "no"
        if type.base in ("enum", "thing", "none") and not value:
            return "none"
        if type.base == "enum":
            return self.program.board.enums[type.of].values[value - 1]
        return self.label(value) if type.base in ("thing", "zone") else str(value)

    def distinguished(self, expected: object, found: object, type: Type) -> tuple[str, str]:
        """The expected and found values as a scenario writes them, numbered if they are equal."""
        said, seen = self.to_text(expected, type), self.to_text(found, type)
        if said != seen or not type.is_thing:
            return said, seen
        exact = [v if isinstance(v, tuple) else (v,) for v in (expected, found)]
        items = self.program.layout.items
        said, seen = (", ".join(items[i].name for i in ids) for ids in exact)
        return said, seen
