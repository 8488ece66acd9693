"""The words before and after one, in the tree of its text."""

from __future__ import annotations

from dataclasses import replace
from itertools import takewhile

from cardwright.language.resolve.scope import Scope
from cardwright.language.syntax import ast
from cardwright.language.syntax.nodes import Word
from cardwright.language.syntax.one_line import LAYOUT, joined

SHORT = 60
"""Statements of so many letters are shown in a help."""


class Nearby:
    """The words before and after one, in the tree of its text."""

    def __init__(self, word: Word, scope: Scope) -> None:
        self.own, self.tree = word, scope.context.tree_at(word.span)
        tokens = scope.context.tokens(self.tree) if self.tree is not None else []
        at = next((n for n, one in enumerate(tokens) if one is word), len(tokens))
        self.before, self.after = tokens[:at], tokens[at + 1 :]

    def last(self, number: int) -> list[str]:
        return [word.text for word in self.before[-number:]]

    def in_line(self) -> list[str]:
        """The words before this one in its line, the last first."""
        line = takewhile(lambda word: word.kind not in LAYOUT, reversed(self.before))
        return [word.text for word in line]

    def with_another(self, word: str) -> str:
        """The innermost statement with another word in place of this one, if it is a short one in
        one line; else that word.
        """
        around = self._statement()
        tokens = [*around.tokens()] if around is not None else []
        other = replace(self.own, text=word)
        said = joined([other if token is self.own else token for token in tokens])
        in_line = tokens and not any(token.kind in LAYOUT for token in tokens)
        return said if in_line and len(said) <= SHORT else word

    def in_statement(self, part: Word) -> bool:
        """Whether another word of the text is in the innermost statement around this one."""
        around = self._statement()
        return around is None or bool(around.path_to(part))

    def is_of_loop(self, name: Word) -> bool:
        """Whether another word of the text is the name of what a loop goes through."""
        path = self.tree.path_to(name) if self.tree is not None else ()
        return any(isinstance(node, ast.LoopSet) and node.name is name for node in path)

    def _statement(self) -> ast.Statement | None:
        """The innermost statement around this word."""
        path = self.tree.path_to(self.own) if self.tree is not None else ()
        return next((node for node in reversed(path) if isinstance(node, ast.Statement)), None)
