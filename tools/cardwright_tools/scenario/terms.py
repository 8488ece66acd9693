"""The words of a scenario: players, places, the names of things, and values of one game.

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
from cardwright.source.spelling import did_you_mean
from cardwright_tools.scenario.shape import as_written

NOTHING, NOBODY = "nothing", "nobody"
FLAGS = {"yes": 1, "no": 0, "true": 1, "false": 0}


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
        found = [i for i in self.named(word) if self.is_host(i) and self.in_game(i)]
        if kind:
            found = [i for i in found if self.program.board.is_a(i.kind, kind)]
        return tuple(i.id for i in found)

    def is_host(self, item: Item) -> bool:
        """Whether things of its kind can be places of pieces."""
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

    # ---------------------------------------------------------------- state in words

    def look(self, kind: str, word: str) -> tuple[str, int] | None:
        for cell in self.looks_of(kind):
            if cell.type.base == "flag" and cell.name == word:
                return cell.name, 1
            words = self.program.board.enums[cell.type.of].values if cell.type.of else ()
            if word in words:
                return cell.name, words.index(word) + 1
        return None

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
