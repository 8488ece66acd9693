"""`reveal top of deck`."""

from __future__ import annotations

from cardwright.language import core, hir
from cardwright.language.core import Block
from cardwright.language.registry.verb import Verb
from cardwright.language.resolve.dispatch import expression
from cardwright.language.resolve.scope import Scope
from cardwright.language.syntax import ast
from cardwright.language.vocabulary.clauses import ItemClause


def _resolve(clause: ItemClause, act: ast.Act, scope: Scope) -> Block:
    return (core.Reveal(clause.span, expression(clause.item.value, scope)),)


def _says(sentences: hir.Sentences, s: core.Reveal, rest: Block) -> list[str]:
    return [sentences.sentence(VERB, None, item=sentences.item(s.item, VERB))]


VERB = Verb(
    name="reveal",
    pattern="{item:phrase}",
    changes="nothing",
    log="{item} {be} revealed",
    example="reveal top of deck",
    doc="Show all players what a thing or a value is, in the log.",
    clause=ItemClause,
    resolve=_resolve,
    statement=core.Reveal,
    says=_says,
    rank=14,
)
