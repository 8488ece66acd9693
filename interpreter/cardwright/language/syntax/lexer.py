"""Chooses the next token: of the terminals that may come, it tries those that can begin with the
next letter.

Lark makes one pattern of all terminals that a state allows. Compiling it for each state takes a
command longer than checking a small pack, and each word is compared with all of them. The result is
the same: terminals are tried in Lark's order.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from copy import copy
from functools import cache

from lark.common import LexerConf
from lark.lexer import (
    AbstractBasicLexer,
    BasicLexer,
    ContextualLexer,
    LexerState,
    TerminalDef,
    Token,
)
from lark.parsers.lalr_parser_state import ParserState
from lark.utils import TextSlice

_CLASSES = {"[0-9]": "0123456789", "[a-z]": "abcdefghijklmnopqrstuvwxyz", "[ \t]": " \t"}
_TOKEN = re.compile(r"\\.|\[(?:\\.|[^\]\\])*\]|.", re.S)
_QUANTIFIER = re.compile(r"^[?*][?+]?")  # including lazy and possessive ones
Pattern = re.Pattern[str]


class LetterScanner:
    """Finds the first of some terminals that matches, as Lark's `Scanner` does."""

    def __init__(self, terminals: Collection[TerminalDef]) -> None:
        self.terminals = terminals
        self.allowed_types = {one.name for one in terminals}
        self._by_letter: dict[str, list[tuple[str, str]]] = {}

    def match(self, text: TextSlice[str], pos: int) -> tuple[str, str] | None:
        """The token at a position: its text and its terminal."""
        letter = text.text[pos]
        tried = self._by_letter.get(letter)
        if tried is None:
            tried = self._by_letter[letter] = [*self._beginning(letter)]
        for name, pattern in tried:
            if found := _compiled(pattern).match(text.text, pos, text.end):
                return found[0], name
        return None

    def _beginning(self, letter: str) -> Iterator[tuple[str, str]]:
        for one in self.terminals:
            pattern = one.pattern.to_regexp()
            letters = first_letters(pattern)
            if letters is None or letter in letters:
                yield one.name, pattern


class LetterLexer(BasicLexer):
    """The lexer of one state. No word of the grammar is also a name, so none is looked up."""

    def _build_scanner(self) -> LetterScanner:  # type: ignore[override]
        self.callback = dict(self.user_callbacks)
        return LetterScanner(self.terminals)


class StateLexer(ContextualLexer):
    """A lexer for each state of the parser, created when the state is first reached."""

    BasicLexer = LetterLexer

    def __init__(
        self, conf: LexerConf, states: object, always_accept: Collection[str] = ()
    ) -> None:
        super().__init__(conf, {}, always_accept)
        self.lexers = self._by_state = _Lexers(conf, always_accept)

    def lex(self, lexer_state: LexerState, parser_state: ParserState[int]) -> Iterator[Token]:
        self._by_state.states = parser_state.parse_conf.states
        return super().lex(lexer_state, parser_state)


class _Lexers(dict[int, AbstractBasicLexer]):
    """The lexer of each state; states with the same terminals share one."""

    def __init__(self, conf: LexerConf, always: Collection[str]) -> None:
        super().__init__()
        self.states: Mapping[int, Collection[str]] = {}
        self._conf, self._always = conf, {*conf.ignore, *always}
        self._by_terminals: dict[frozenset[str], AbstractBasicLexer] = {}

    def __missing__(self, state: int) -> AbstractBasicLexer:
        names = self._conf.terminals_by_name.keys() & {*self.states[state], *self._always}
        key = frozenset(names)
        if key not in self._by_terminals:
            conf = copy(self._conf)
            conf.terminals = [self._conf.terminals_by_name[name] for name in names]
            self._by_terminals[key] = LetterLexer(conf)
        self[state] = self._by_terminals[key]
        return self[state]


_compiled = cache(re.compile)


@cache
def first_letters(pattern: str) -> frozenset[str] | None:
    """The letters that a match of a pattern can begin with; None if any letter is possible."""
    found: frozenset[str] = frozenset()
    for branch in _branches(pattern):
        letters = _of_branch(branch)
        if letters is None:
            return None
        found |= letters
    return found


def _branches(pattern: str) -> list[str]:
    """The top-level alternatives of a pattern, outside of parentheses."""
    found, depth = [""], 0
    for token in _TOKEN.findall(pattern):
        depth += (token == "(") - (token == ")")
        if token == "|" and not depth:
            found.append("")
        else:
            found[-1] += token
    return found


def _of_branch(branch: str) -> frozenset[str] | None:
    token = _first_part(branch)
    rest = branch[len(token) :]
    if token[:2] == "(?" or not token:
        return None
    if token[0] == "(":
        letters = first_letters(token[1:-1])
    elif token[0] == "[":
        letters = frozenset(_CLASSES[token]) if token in _CLASSES else None
    elif token[0] == "\\":
        letters = frozenset(token[1]) if not token[1].isalnum() else None
    else:
        letters = frozenset(token) if token not in ".^$" else None
    if letters is None or rest[:1] not in ("?", "*", "{"):
        return letters
    after = _of_branch(_QUANTIFIER.sub("", rest)) if rest[0] != "{" else None
    return letters | after if after is not None else None


def _first_part(branch: str) -> str:
    """The first token of a branch, or the parenthesized group it begins with."""
    part, depth = "", 0
    for token in _TOKEN.findall(branch):
        part, depth = part + token, depth + (token == "(") - (token == ")")
        if not depth:
            break
    return part
