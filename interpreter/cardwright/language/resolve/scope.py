"""Scopes: the names bound at a position, and their registers and variables.

Also what all texts of a game share while they are resolved, including the functions that resolve
each class of node.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import field, replace
from typing import Any, Protocol

from cardwright.board import property_paths as paths
from cardwright.board.declarations import Thing
from cardwright.board.model import Board, plural
from cardwright.board.property_paths import Path
from cardwright.board.types import UNKNOWN, Type
from cardwright.board.word_groups import WordGroups
from cardwright.language.core import SILENT, Block, Expr, Reg, Text, Var
from cardwright.language.declared import Declared
from cardwright.language.inflection import article
from cardwright.language.registry.keywords import read_first
from cardwright.language.resolve.errors import CheckError
from cardwright.language.resolve.tree_cache import TreeCache
from cardwright.language.syntax.nodes import Node, Word
from cardwright.language.syntax.parser import Parser
from cardwright.language.traced_numbers import Trace
from cardwright.source.diagnostics import Report
from cardwright.source.records import dataclass
from cardwright.source.spelling import may_search
from cardwright.source.text import Span

LAST_READ = 64
"""Texts among which one is found at no cost."""


class Definitions(Protocol):
    """The definitions of a game, resolved on first use."""

    def type_of(self, name: str, span: Span) -> Type:
        """The type of its value. Raises CheckError if it has an error."""

    def known_type(self, name: str) -> Type | None:
        """The type of its value, unless it has an error or is being resolved."""

    def has_error(self, name: str) -> bool:
        """Whether the type of its value is unknown, because of an error in it."""


Rule = Callable[[Any, "Scope", Type | None], Expr]
StatementRule = Callable[[Any, "Scope"], Block]


@dataclass(frozen=True, slots=True)
class Rules:
    """The functions that resolve nodes, by class."""

    expressions: Mapping[type[Node], Rule]
    statements: Mapping[type[Node], StatementRule]


@dataclass(slots=True)
class RegisterAllocator:
    """Hands out registers and variables of one routine or expression."""

    registers: int = 0
    variables: int = 0
    keeps_source: bool = False  # whether *source* is the source of an event, stored in a register
    source: int | None = None  # that register, once *source* is used

    def register(self) -> int:
        self.registers += 1
        return self.registers - 1

    def variable(self) -> int:
        self.variables += 1
        return self.variables - 1

    def source_register(self) -> int:
        """The register for the cause of an ability's event."""
        if self.source is None:
            self.source = self.register()
        return self.source


@dataclass(slots=True)
class Context:
    """What all texts of a game share: declarations, and the report for errors."""

    declared: Declared
    report: Report
    parser: Parser
    rules: Rules
    trees: TreeCache = field(default_factory=TreeCache)
    # the traced numbers of some texts
    traced: Mapping[Span, tuple[Trace, int]] = field(default_factory=dict)
    definitions: Definitions = field(init=False)
    checked: bool = False  # whether the game was checked before, so that its board is final
    lacks_rule: bool = False  # whether a text may use what a rule takes that isn't declared
    asks_source: bool = False  # whether a text asks for the source of something
    asked_during: set[str] = field(default_factory=set)  # rules of which a text asks who runs them
    misplaced: set[str] = field(default_factory=set)  # kinds that may be put where they can't be
    _copied: dict[str, Thing] | None = None
    _by_word: dict[tuple[str, str], list[Path]] = field(default_factory=dict)
    _bound_names: dict[Span, frozenset[str]] = field(default_factory=dict)
    _tokens: tuple[Node | None, list[Word]] = (None, [])

    def by_word(self, kind: str, word: str) -> list[Path]:
        """Paths from a kind to properties with the word as a value; cached, since adjectives
        recur."""
        if (kind, word) not in self._by_word:
            self._by_word[kind, word] = paths.by_word(self.board, kind, word)
        return self._by_word[kind, word]

    def copied(self, word: str) -> Thing | None:
        """The definition with several things that a word names: `griffins`."""
        if self._copied is None:
            several = [t for group in self.board.things.values() for t in group.values()
                       if t.copies > 1]  # fmt: skip
            self._copied = {plural(t.id): t for t in several} | {t.id: t for t in several}
        return self._copied.get(word)

    def tree_at(self, place: Span) -> Node | None:
        """The tree of the text that contains a position; None for texts that are read in other
        ways.

        It is usually one of the last, because texts are resolved as they are read.
        """
        for at, text in enumerate(reversed(self.trees)):
            if text.source is place.source and text.start <= place.start < text.end:
                return self.trees[text]
            if at == LAST_READ and not may_search(self.trees):
                break
        return None

    def bound_names(self, text: Span) -> frozenset[str]:
        """The names that a text introduces; cached, since each unknown name is looked for in all
        texts."""
        if text not in self._bound_names:
            found = self.trees[text].bound_names()
            self._bound_names[text] = frozenset(name.text for name in found)
        return self._bound_names[text]

    def tokens(self, tree: Node) -> list[Word]:
        """The tokens of a tree; those of the last one are cached, since a text with one mistake
        often has several."""
        if self._tokens[0] is not tree:
            self._tokens = tree, [*tree.tokens()]
        return self._tokens[1]

    def number(self, word: Word) -> int:
        """The number that a word stands for."""
        traced = self.traced.get(word.span) if self.traced else None
        return traced[0].number(traced[1]) if traced else int(word.text)

    @property
    def values(self) -> WordGroups:
        """The enum values and ids of things, which `or` may join."""
        return self.board.value_words()

    @property
    def names(self) -> WordGroups:
        """The names that the game declares, which texts can use as nouns and adjectives."""
        board, kinds = self.board, self.board.kinds.values()
        nouns = [word for kind in kinds for word in (kind.name, kind.plural)]
        cells = (cells for kind in kinds for cells in (kind.fields, kind.indexed))
        state = [name for name, field in board.state.items() if not field.is_internal]
        known = (state, board.indexed, board.zones, board.enums, self.declared.definitions)
        return WordGroups((nouns, *cells, *known, *self.values.groups))

    @property
    def board(self) -> Board:
        return self.declared.board


@dataclass(slots=True)
class Scope:
    """The names bound at a position of a text, and the acting player."""

    context: Context
    allocator: RegisterAllocator
    names: dict[str, Expr] = field(default_factory=dict)
    subject: Expr | None = None  # the player to whom *their* refers, and who chooses
    in_loop: bool = False
    each: str = ""  # the name of the player that this is done for, if it is done for several
    secret: bool = False
    prompt: Text = SILENT  # the question, in the author's words
    required: frozenset[int] = frozenset()  # registers of a rule's parameters that are never none
    outer: frozenset[str] = frozenset()  # the names known in the blocks around this one

    def inner(self, **names: Expr) -> Scope:
        """The scope of an inner block, or of a phrase."""
        known, outer = {**self.names, **names}, frozenset(self.names)
        return replace(self, names=known, outer=outer)

    def bind(self, word: Word, reg: Reg) -> None:
        """Binds an author's name to a register.

        Raises CheckError for a word of the language, and for a name known around the block: after
        the block it would have its old value again.
        """
        if word.text in read_first():
            message = f"`{word.text}` is a word of the language"
            raise CheckError("CW327", message, word.span, "choose another name")
        if word.text in self.outer and self.names[word.text].type != UNKNOWN:
            message = f"`{word.text}` has another meaning outside this block"
            help = "choose another name; to change a value step by step, keep it in `state`"
            raise CheckError("CW235", message, word.span, help)
        refuse_taken_name(word.text, reg.type, word.span, self.context.board)
        self.names[word.text] = Reg(reg.type, word.span, reg.index)

    def bind_new(self, word: Word, type: Type) -> Reg:
        """A new register with an author's name. Raises CheckError for a word of the language."""
        reg = Reg(type, word.span, self.allocator.register())
        self.bind(word, reg)
        return reg

    def bind_register(self, name: str, type: Type, span: Span) -> Reg:
        reg = Reg(type, span, self.allocator.register())
        self.names[name] = reg
        return reg

    def with_variable(self, names: tuple[str, ...], type: Type, span: Span) -> tuple[Scope, Var]:
        var = Var(type, span, self.allocator.variable())
        return self.inner(**dict.fromkeys(names, var)), var

    @property
    def chooser(self) -> Expr | None:
        return self.subject or self.names.get("you")


def refuse_taken_name(name: str, type: Type, span: Span, board: Board) -> None:
    """Raises CheckError if the name of a kind is given to something not of that kind, the name
    of a player or a place to anything, or a word of an enum to any word of it: texts mean these by
    their names.
    """
    words = board.enums.get(type.of) if type.base == "enum" else None
    if words is not None and name in words.values:
        message = f"`{name}` is {article(type.of)} of the game"
        raise CheckError("CW235", message, span, "choose another name")
    for kind in (one.kind for one in board.things_named(name)):
        if board.root(kind) in ("player", "place"):
            message = f"`{name}` is {article(kind)} of the game"
            raise CheckError("CW235", message, span, "choose another name")
    if name not in board.kinds or type == UNKNOWN:
        return
    of = type.of if type.base == "thing" else ""
    if of == "thing" or (of in board.kinds and board.related(of, name)):
        return
    help = "choose another name, so that the word still means the kind"
    message = f"`{name}` is a kind, so {article(str(type))} can't have that name"
    raise CheckError("CW235", message, span, help)
