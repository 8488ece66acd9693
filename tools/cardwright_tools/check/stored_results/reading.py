"""Reads the stored results that are valid for the declarations of a game.

A result belongs to a declaration with the same digest, wherever that is now. It is valid as long as
no name in its texts means something else, as in a server (docs/decisions/0028). One that can't be
read is treated as missing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from contextlib import suppress
from dataclasses import field
from typing import Any, TypeVar, get_args

from cardwright.board.model import Board
from cardwright.language import core
from cardwright.language.declared import Declared, Definition
from cardwright.language.front_end.checked import Checked, CheckedAbility, CheckedOption
from cardwright.language.front_end.memo import (
    NOTHING_REQUIRED,
    Definitions,
    Outcome,
    Requirements,
    Tree,
)
from cardwright.language.resolve.tree_cache import TextSort
from cardwright.source.plain_json import json_value
from cardwright.source.records import dataclass
from cardwright.source.text import Span
from cardwright_tools.check import store
from cardwright_tools.check.interface.changed_names import ChangedNames
from cardwright_tools.check.interface.texts import Holder, has_word, holders
from cardwright_tools.check.stored_results.claims import read_claims
from cardwright_tools.check.stored_results.declarations import texts_of
from cardwright_tools.check.stored_results.results import Results, Stored
from cardwright_tools.check.stored_results.symbols import read_symbol
from cardwright_tools.check.stored_results.trees import TreeReader, node_codec_named

Some = TypeVar("Some")
_UNREADABLE = (*store.UNREADABLE, RecursionError)
NODES_PER_LETTER, FEW_NODES = 4, 10_000
"""At most this many nodes are read: so many for each letter, and a few for all texts together. Ours
have up to 3.6 for each letter. As a node may occur any number of times, a few lines could stand for
a gigantic tree."""


def read_results(into: Results, declared: Declared, changed: ChangedNames) -> None:
    """Adds what is stored and valid for these declarations; `changed`: the names that have
    had another meaning since the earlier run."""
    into.changed = changed
    symbols = [_symbol(one, declared.board) for one in into.stored.symbols]
    _Reading(into, declared, changed.all_names, symbols).fill()


def _symbol(data: str | Stored, board: Board) -> object:
    """The codec of a class of nodes, or what a board declares; None if there is no such thing."""
    try:
        return node_codec_named(data) if isinstance(data, str) else read_symbol(data, board)
    except store.UNREADABLE:
        return None


@dataclass(frozen=True, slots=True)
class _Reading:
    """`read`: the texts of the declarations whose results were read, with the readers of these."""

    into: Results
    declared: Declared
    changed: Set[str]
    symbols: Sequence[object]
    read: list[tuple[Sequence[Span], TreeReader]] = field(default_factory=list)

    def fill(self) -> None:
        self._read_all()
        letters = sum(text.end - text.start for texts, _ in self.read for text in texts)
        if sum(one.size for _, one in self.read) > NODES_PER_LETTER * letters + FEW_NODES:
            self.into.forget()

    def _read_all(self) -> None:
        memo = self.into.memo
        with suppress(*_UNREADABLE):
            memo.definitions = self._definitions()
        functions = memo.definitions.functions
        memo.signature = {name: (one.body.type, *one.takes) for name, one in functions.items()}
        for one in holders(self.declared):
            with suppress(*_UNREADABLE):
                if (data := self._valid(one, self.into.stored.results)) is not None:
                    outcome = self._outcome(one, *json_value(data))
                    memo.store(one, outcome)
                    self.into.keep(outcome, data)

    def _definitions(self) -> Definitions:
        """The definitions with valid results. Raises one of `_UNREADABLE` if one is malformed."""
        declared, functions = dict[str, Definition](), dict[str, core.Function]()
        depths, trees = dict[str, int](), list[Tree]()
        for name, one in self.declared.definitions.items():
            if (data := self._valid(one, self.into.stored.functions)) is not None:
                spans, texts, node, depth = json_value(data)
                reader = self._reader(one, spans)
                declared[name], functions[name] = one, _of(core.Function, reader.tree(node))
                depths[name] = int(depth)
                trees += self._trees(texts, reader)
                self.into.keep(functions[name], data)
        required = _requirements(*self.into.stored.required)
        if required != NOTHING_REQUIRED and len(functions) < len(self.into.stored.functions):
            raise ValueError("which of them require something is not known")
        return Definitions(declared, functions, depths, trees, required)

    def _outcome(
        self, one: Holder, spans: Stored, texts: Stored, required: Stored, parts: Stored
    ) -> Outcome:
        reader, made = self._reader(one, spans), Checked(self.declared, {})
        for sort, key, node in parts:
            _add(sort, key, reader.tree(node), made)
        return Outcome(made, self._trees(texts, reader), _requirements(*required))

    def _valid(self, one: Holder, among: Mapping[str, str]) -> str | None:
        data = among.get(self.into.digests.of(one)) if among else None
        return None if data is None or has_word(one, self.changed) else data

    def _reader(self, one: Holder, spans: Stored) -> TreeReader:
        texts = [*texts_of(one, self.declared)]
        made = TreeReader(one, [_part(texts[at], *where) for at, *where in spans], self.symbols)
        self.read.append((texts, made))
        return made

    def _trees(self, texts: Stored, reader: TreeReader) -> list[Tree]:
        """The texts, which are parsed again when their trees are needed; adds their claims."""
        found: list[Tree] = []
        for span, sort, claims in texts:
            if sort not in get_args(TextSort):
                raise ValueError(sort)
            text = reader.spans[span]
            found.append((text, sort, None))
            if claims is not None:
                self.into.claims[text] = read_claims(claims, reader)
        return found


def _part(text: Span, start: int, end: int) -> Span:
    """A part of a text. Raises ValueError if it has no such part."""
    if not 0 <= start <= end <= text.end - text.start:
        raise ValueError(f"there is no span {start} to {end}")
    return Span(text.source, text.start + start, text.start + end)


def _requirements(source: bool, during: Sequence[str], misplaced: Sequence[str]) -> Requirements:
    return Requirements(source is True, frozenset(map(str, during)), frozenset(map(str, misplaced)))


def _add(sort: str, key: Any, node: object, made: Checked) -> None:
    """Adds a part of a result. Raises ValueError and TypeError for anything else."""
    match sort:
        case "rule":
            made.rules[str(key)] = _of(core.Routine, node)
        case "effect":
            kind, id, slot = map(str, key)
            made.effects[kind, id, slot] = _of(core.Routine, node)
        case "option":
            made.options.append(_of(CheckedOption, node))
        case "ability":
            made.abilities.append(_of(CheckedAbility, node))
        case "modifier":
            made.modifiers.setdefault(str(key), []).append(_of(core.Modifier, node))
        case _:
            raise ValueError(sort)


def _of(kind: type[Some], one: object) -> Some:
    if not isinstance(one, kind):
        raise TypeError(f"{type(one).__name__} is not {kind.__name__}")
    return one
