"""`reveal top of deck`."""

from __future__ import annotations

from cardwright.language import core, hir
from cardwright.language.core import Block
from cardwright.language.registry.verb import Verb
from cardwright.language.resolve.ambiguities.bare_singulars import refuse_singular
from cardwright.language.resolve.dispatch import expression
from cardwright.language.resolve.errors import CheckError
from cardwright.language.resolve.scope import Scope
from cardwright.language.syntax import ast
from cardwright.language.syntax.one_line import written
from cardwright.language.vocabulary.clauses import ItemClause


def _resolve(clause: ItemClause, act: ast.Act, scope: Scope) -> Block:
    """Raises CheckError for `reveal 1 card`: it tells all of a set, and nothing is chosen."""
    number = clause.item.quantifier
    if number is not None and not isinstance(number, ast.Every):
        said = written([clause.item])
        help = f"choose first, and reveal that: `choose {said}, as x, then reveal x`"
        raise CheckError("CW219", "`reveal` shows the whole set", clause.item.span, help)
    found = expression(clause.item.value, scope)
    if number is None:
        refuse_singular(clause.item.value, found, scope)
    return (core.Reveal(clause.span, found),)


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
    impersonal=True,
    statement=core.Reveal,
    says=_says,
    rank=14,
)
