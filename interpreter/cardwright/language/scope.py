"""Scopes: which names are bound where, and the registers and variables behind them."""

from __future__ import annotations

from dataclasses import field
from typing import TYPE_CHECKING

from cardwright.board import property_paths as paths
from cardwright.board.model import Board
from cardwright.board.property_paths import Path
from cardwright.board.types import Type
from cardwright.language.core import Expr, Reg, Var
from cardwright.language.declared import Declared
from cardwright.language.keywords import read_first
from cardwright.language.parser import Parser
from cardwright.language.problems import Problem
from cardwright.language.syntax import Word
from cardwright.source.diagnostics import Report
from cardwright.source.records import dataclass
from cardwright.source.spelling import MAX_COMPARISONS, did_you_mean
from cardwright.source.text import Span

if TYPE_CHECKING:
    from cardwright.language.definitions import Definitions


@dataclass(slots=True)
class Counter:
    """Hands out registers and variables of one routine or expression."""

    registers: int = 0
    variables: int = 0

    def register(self) -> int:
        self.registers += 1
        return self.registers - 1

    def variable(self) -> int:
        self.variables += 1
        return self.variables - 1


@dataclass(slots=True)
class World:
    """What all texts of a game share: what is declared, and where errors go."""

    declared: Declared
    report: Report
    parser: Parser
    definitions: Definitions = field(init=False)
    _by_word: dict[tuple[str, str], list[Path]] = field(default_factory=dict)
    _compared: int = 0

    def by_word(self, kind: str, word: str) -> list[Path]:
        """Paths from a kind to what has the word as a value; adjectives come back all the time."""
        if (kind, word) not in self._by_word:
            self._by_word[kind, word] = paths.by_word(self.board, kind, word)
        return self._by_word[kind, word]

    def near(self, word: str, known: list[str]) -> str:
        """A question about the nearest known word, as long as there is time to look for it."""
        self._compared += len(known)
        return did_you_mean(word, known) if self._compared <= MAX_COMPARISONS else ""

    @property
    def board(self) -> Board:
        return self.declared.board


@dataclass(slots=True)
class Scope:
    world: World
    counter: Counter
    names: dict[str, Expr] = field(default_factory=dict)
    subject: Expr | None = None  # whose *their* is, and who chooses
    in_loop: bool = False
    secret: bool = False
    doubtful: set[str] = field(default_factory=set)  # bound where a mistake is

    def inner(self, **names: Expr) -> Scope:
        return Scope(
            self.world,
            self.counter,
            {**self.names, **names},
            self.subject,
            self.in_loop,
            self.secret,
            set(self.doubtful),
        )

    def bind(self, word: Word, reg: Reg) -> None:
        """Gives a register a name of an author's. Raises Problem for a word of the language."""
        if word.text in read_first():
            message = f"`{word.text}` is a word of the language"
            raise Problem("CW327", message, word.span, "choose another name")
        self.names[word.text] = Reg(reg.type, word.span, reg.index)
        self.doubtful.discard(word.text)

    def bind_new(self, word: Word, type: Type) -> Reg:
        """A new register with a name of an author's. Raises Problem for a word of the language."""
        reg = Reg(type, word.span, self.counter.register())
        self.bind(word, reg)
        return reg

    def bind_register(self, name: str, type: Type, span: Span) -> Reg:
        reg = Reg(type, span, self.counter.register())
        self.names[name] = reg
        return reg

    def with_variable(self, names: tuple[str, ...], type: Type, span: Span) -> tuple[Scope, Var]:
        var = Var(type, span, self.counter.variable())
        return self.inner(**dict.fromkeys(names, var)), var

    @property
    def chooser(self) -> Expr | None:
        return self.subject or self.names.get("you")
