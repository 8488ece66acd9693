"""`reveal top of deck`."""

from __future__ import annotations

from cardwright.language import core
from cardwright.language.core import Block
from cardwright.language.registry.verb import Verb
from cardwright.language.resolve.dispatch import expression
from cardwright.language.resolve.scope import Scope
from cardwright.language.syntax import ast
from cardwright.language.syntax.nodes import one
from cardwright.source.records import dataclass


@dataclass(frozen=True, slots=True)
class Clause(ast.VerbClause):
    item: ast.Phrase = one(ast.Phrase)


def _resolve(act: ast.Act, scope: Scope) -> Block:
    clause = act.clause
    assert isinstance(clause, Clause)
    return (core.Reveal(clause.span, expression(clause.item.value, scope)),)


VERB = Verb(
    name="reveal",
    third="reveals",
    gerund="revealing",
    pattern="{item:phrase}",
    takes="thing",
    changes="nothing",
    english="reveal {item}",
    example="reveal top of deck",
    doc="Tell all players what a thing or a value is.",
    clause=Clause,
    resolve=_resolve,
    rank=14,
)
