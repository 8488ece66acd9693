"""Parses with LALR tables. The tokens that can come next decide how the text is split.

Knows no rule by name; what a rule makes is up to the caller.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from sys import intern
from typing import Any

from cardwright.language.syntax.indentation import END, with_blocks
from cardwright.language.syntax.lexer import Token
from cardwright.language.syntax.nodes import Word
from cardwright.language.syntax.parser_tables import Tables
from cardwright.source.text import Span

Make = Callable[[str, list[Any]], Any]
"""Makes a node of a kind from its parts."""


class UnexpectedInput(Exception):
    """A text that can't be parsed.

    `at` is where, and `kind` is the terminal that is there, empty if there is none. `states` are
    those of the parser, and `end` is the one at the end of such a text.
    """

    def __init__(self, token: Token, states: Sequence[int], end: int, tables: Tables) -> None:
        super().__init__(f"unexpected input at {token.start}")
        self.kind, self.at, _ = token
        self.states, self.end, self.tables = tuple(states), end, tables


class Parse:
    """One text of a sort; the `or`s at the offsets `joined` join words."""

    def __init__(
        self, tables: Tables, span: Span, start: str, joined: frozenset[int], make: Make
    ) -> None:
        self._tables, self._span, self._joined, self._make = tables, span, joined, make
        self._end = tables.ends[start]
        self._states, self._values = [tables.starts[start]], list[Any]()

    def tree(self) -> Any:
        """What the text's rule makes. Raises UnexpectedInput."""
        states, rows = self._states, self._tables.states
        for token in with_blocks(self._tokens(), self._span.source.text, self._span.end):
            while (step := rows[states[-1]].get(token.kind)) is not None and step < 0:
                self._complete(~step)
                if states[-1] == self._end and token.kind == END:
                    return self._values[-1]
            if step is None:
                raise self._unexpected(token)
            states.append(step)
            self._values.append(self._word(token))
        raise AssertionError("no text ends before its end")

    def _tokens(self) -> Iterator[Token]:
        text, at, end = self._span.source.text, self._span.start, self._span.end
        lexer, rows = self._tables.lexer, self._tables.states
        while (at := lexer.after_blanks(text, at, end)) < end:
            found = lexer.token(text, at, end, rows[self._states[-1]])
            if found is None:
                raise self._unexpected(lexer.token(text, at, end, lexer.names) or Token("", at, at))
            at = found.end
            if found.kind not in lexer.ignored:
                yield found._replace(kind="WORD_OR") if self._joins(found) else found

    def _joins(self, token: Token) -> bool:
        return token.kind == "_OR" and token.start in self._joined

    def _word(self, token: Token) -> Word:
        kind, start, end = token
        source = self._span.source
        sort = "VERB" if kind[:2] == "V_" else kind
        return Word(sort, intern(source.text[start:end]), Span(source, start, end))

    def _complete(self, rule: int) -> None:
        """Replaces the parts of a rule by what it makes."""
        symbol, kind, size, inner, is_single = self._tables.rules[rule]
        if size == 1 and is_single and not inner:
            self._states[-1] = self._tables.states[self._states[-2]][symbol]
            return
        first = len(self._values) - size
        parts = self._values[first:]
        del self._values[first:], self._states[first + 1 :]
        if inner:
            parts = [one for at, part in enumerate(parts)
                     for one in (part if at in inner else (part,))]  # fmt: skip
        whole = not kind or (is_single and len(parts) == 1)
        made = self._make(kind, parts) if not whole else parts[0] if kind else parts
        self._states.append(self._tables.states[self._states[-1]][symbol])
        self._values.append(made)

    def _unexpected(self, token: Token) -> UnexpectedInput:
        return UnexpectedInput(token, self._states, self._end, self._tables)
