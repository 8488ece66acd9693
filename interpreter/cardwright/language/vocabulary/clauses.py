"""The syntax nodes of clauses that several verbs share."""

from __future__ import annotations

from cardwright.language.syntax import ast
from cardwright.language.syntax.nodes import maybe, one
from cardwright.source.records import dataclass


@dataclass(frozen=True, slots=True)
class ItemClause(ast.VerbClause):
    """A verb with its object: `remove 2 miners`."""

    item: ast.Phrase = one(ast.Phrase)


@dataclass(frozen=True, slots=True)
class CounterClause(ast.VerbClause):
    """`2 gold per mine`."""

    amount: ast.Phrase = one(ast.Phrase)
    per: ast.NounPhrase | None = maybe(ast.NounPhrase)


@dataclass(frozen=True, slots=True)
class AmountClause(ast.VerbClause):
    """`2 to damage of it`, `flying to granted of it`."""

    amount: ast.Amount | ast.NounPhrase = one(ast.Amount, ast.NounPhrase)
    target: ast.NounPhrase = one(ast.NounPhrase)
