"""A word in the tree of its text: the words of its phrase, and the constructs around it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import takewhile
from typing import TypeVar

from cardwright.board.model import Board
from cardwright.language.resolve.scope import Scope
from cardwright.language.syntax import ast
from cardwright.language.syntax.nodes import Node, Word
from cardwright.language.syntax.one_line import LAYOUT, joined

MAX_QUOTED = 60
"""Longer statements are not quoted in help texts."""
Some = TypeVar("Some", bound=Node)


class WordContext:
    """A word in its text. `path`: the nodes around it, from the whole text down to its phrase."""

    def __init__(self, word: Word, scope: Scope) -> None:
        self.word, self.text, self.scope = word, word.text, scope
        self.tree = scope.context.tree_at(word.span)
        self.path = self.tree.path_to(word) if self.tree is not None else ()

    @property
    def board(self) -> Board:
        return self.scope.context.board

    # ------------------------------------------------------------------ the words beside it

    @property
    def _phrase(self) -> Sequence[Word]:
        """The words of its phrase, with each `or` between them."""
        return self.path[-1].parts if self.path and isinstance(self.path[-1], ast.Words) else ()

    @property
    def before(self) -> Sequence[Word]:
        """The words before it in its phrase."""
        return [*takewhile(lambda word: word is not self.word, self._phrase)]

    @property
    def after(self) -> Sequence[Word]:
        """The words after it in its phrase."""
        return self._phrase[len(self.before) + 1 :]

    @property
    def previous(self) -> str:
        """The word directly before it in its phrase, or ""."""
        return self.before[-1].text if self.before else ""

    def tokens_before(self) -> Iterator[Word]:
        """All words before it in its text."""
        return takewhile(lambda word: word is not self.word, self._tokens)

    def tokens_after(self) -> list[Word]:
        """All words after it in its text, which may be the rest of a title."""
        return self._tokens[len([*self.tokens_before()]) + 1 :]

    @property
    def _tokens(self) -> list[Word]:
        return self.scope.context.tokens(self.tree) if self.tree is not None else []

    # ------------------------------------------------------------- the constructs around it

    def enclosing(self, kind: type[Some]) -> Some | None:
        """The innermost node of a class that contains it."""
        return next((node for node in reversed(self.path) if isinstance(node, kind)), None)

    def tokens_before_in(self, node: Node | None) -> Iterator[Word]:
        """All words before it in a node that contains it."""
        tokens = node.tokens() if node is not None else iter(())
        return takewhile(lambda word: word is not self.word, tokens)

    def parent_of(self, node: Node | None) -> Node | None:
        """The node that contains one of those in `path`."""
        return next((outer for outer, own in zip(self.path, self.path[1:], strict=False)
                     if own is node), None)  # fmt: skip

    @property
    def noun(self) -> ast.NounPhrase | None:
        """Its noun phrase."""
        return self.enclosing(ast.NounPhrase)

    @property
    def parent(self) -> Node | None:
        """The node that contains its noun phrase."""
        return self.parent_of(self.noun)

    @property
    def owned(self) -> ast.NounPhrase | None:
        """The noun phrase whose owner this word is: `coins of it`, for *it*."""
        node = self.parent_of(self.parent) if isinstance(self.parent, ast.Of) else None
        return node if isinstance(node, ast.NounPhrase) else None

    @property
    def quantifier(self) -> ast.Quantifier | None:
        """The quantifier of its noun phrase, such as `2` or `any`."""
        counted = ast.Phrase | ast.Quantified | ast.WithSome | ast.HasSome | ast.ThereIs
        return self.parent.quantifier if isinstance(self.parent, counted) else None

    def is_operand_of(self, verb: str) -> bool:
        """Whether its noun phrase comes directly after this verb."""
        clause, verbs = self.parent, self.scope.context.parser.verbs.by_form
        if not isinstance(clause, ast.VerbClause) or verbs[clause.word.text].name != verb:
            return False
        return clause.layout[1] is self.noun

    @property
    def is_changed(self) -> bool:
        """Whether its noun phrase is the state that a verb changes."""
        clause, verbs = self.parent, self.scope.context.parser.verbs.by_form
        if not isinstance(clause, ast.VerbClause) or getattr(clause, "target", None) != self.noun:
            return False
        return verbs[clause.word.text].changes == "state"

    @property
    def statement(self) -> ast.Statement | None:
        """The innermost statement that contains it."""
        return self.enclosing(ast.Statement)

    def in_statement(self, part: Word) -> bool:
        """Whether another word of the text is in the same innermost statement."""
        return self.statement is None or bool(self.statement.path_to(part))

    def is_loop_variable(self, name: Word) -> bool:
        """Whether another word of the text is the name that a loop gives its members."""
        path = self.tree.path_to(name) if self.tree is not None else ()
        return any(isinstance(node, ast.LoopSet) and node.name is name for node in path)

    def statement_with(self, other: str) -> str:
        """The innermost statement with another word in place of this one, if it is short and on one
        line; otherwise, only that word.
        """
        tokens = [*self.statement.tokens()] if self.statement is not None else []
        new = replace(self.word, text=other)
        said = joined([new if token is self.word else token for token in tokens])
        in_line = tokens and not any(token.kind in LAYOUT for token in tokens)
        return said if in_line and len(said) <= MAX_QUOTED else other
