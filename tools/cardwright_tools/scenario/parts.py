"""Things in the words of a scenario: `2 crates, 1 leaky boat with damage 2`.

Translates these words to kinds, ids and state. Changes nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from cardwright.board.model import Board
from cardwright.language.inflection import article
from cardwright.pack.validation.yaml_node import YamlNode
from cardwright.source.diagnostics import Report
from cardwright.source.numerals import whole_number
from cardwright.source.spelling import did_you_mean
from cardwright_tools.scenario.shape import words_of
from cardwright_tools.scenario.terms import NOTHING, Terms

NO_THINGS = ("none", "empty", "nobody", "no", "null")  # words that people write for "nothing"
ANYBODY = -1
"""The owner of things whose owner is not given."""


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
class PartReader:
    """Reads the parts that a text or list names."""

    terms: Terms
    report: Report = field(init=False)
    board: Board = field(init=False)

    def __post_init__(self) -> None:
        self.report, self.board = self.terms.report, self.terms.program.board

    def read(self, node: YamlNode) -> tuple[Part, ...]:
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
        kind = self.board.noun(words[-1])
        named = tuple(i for i in self.terms.named(words[-1]) if self.terms.root(i) != "place")
        if kind is None and not named:
            self._unknown_noun(node, words[-1])
            return None
        here = tuple(i.id for i in named if self.terms.in_game(i))
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
        found = self.board.kinds[kind]
        if count is None and word == found.plural != found.name:
            message = f"`{word}` does not say how many"
            self.report.error("CW324", message, node.span, f"write the number, as in `2 {word}`")

    def _owner(self, kind: str, words: Sequence[str]) -> int:
        """The owner in `ann leaky boat`, unless the word is one for its state."""
        owner = self.terms.player(words[0]) if len(words) > 1 else 0
        return owner if owner and self.terms.look(kind, words[0]) is None else ANYBODY

    def _values_with(self, node: YamlNode, kind: str, text: str) -> dict[str, int]:
        """The values in `damage 2 and target dover`: state that has no adjective."""
        fields, found = {f.name: f for f in self.terms.state_of(kind)}, dict[str, int]()
        for name, _, word in (part.strip().partition(" ") for part in text.split(" and ")):
            if name not in fields:
                help = did_you_mean(name, fields)
                self.report.error("CW212", f"{article(kind)} has no `{name}`", node.span, help)
            elif word.startswith("+"):
                self.report.error("CW324", f"`{word}` is a change, not a value", node.span)
            elif (value := self.terms.value(node.with_value(word), fields[name].type)) is not None:
                found[name] = value
        return found

    def _unknown_noun(self, node: YamlNode, word: str) -> None:
        board = self.board
        known = [w for k in board.kinds.values() for w in (k.name, k.plural)]
        known += [i.thing.id for i in self.terms.program.layout.items if i.thing]
        message = f"`{word}` is neither a kind nor the id of a thing"
        help = f"write `{NOTHING}` for no things" if word in NO_THINGS else None
        if word in self.terms.defined:
            message, help = f"`{word}` is in no deck of this scenario", "add it to one in `decks`"
        self.report.error("CW343", message, node.span, help or did_you_mean(word, known))

    def _not_here(self, node: YamlNode, word: str, count: int) -> None:
        if count >= 0:
            help = f"write `{word}`"
            self.report.error("CW324", f"`{word}` is one thing, not {count}", node.span, help)
            return
        size = len(self.terms.player_names)
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
            found = self.terms.look(kind, word) or self._negated(kind, word)
            if found is None:
                help = did_you_mean(word, [f.name for f in self.terms.looks_of(kind)])
                self.report.error("CW214", f"no {kind} is `{word}`", node.span, help)
            else:
                looks[found[0]] = found[1] * value
            value = 1
        return looks

    def _negated(self, kind: str, word: str) -> tuple[str, int] | None:
        """The flag that `unleaky` negates, and its value."""
        flags = {f.name for f in self.terms.looks_of(kind) if f.type.base == "flag"}
        return (word[2:], 0) if word.startswith("un") and word[2:] in flags else None
