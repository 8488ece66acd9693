"""`shuffle deck`."""

from __future__ import annotations

from cardwright.language import core, hir
from cardwright.language.core import Block
from cardwright.language.registry.verb import Verb
from cardwright.language.resolve.nouns.sets import ordered_zone
from cardwright.language.resolve.scope import Scope
from cardwright.language.syntax import ast
from cardwright.language.syntax.nodes import one
from cardwright.source.records import dataclass


@dataclass(frozen=True, slots=True)
class Clause(ast.VerbClause):
    zone: ast.NounPhrase = one(ast.NounPhrase)


def _resolve(clause: Clause, act: ast.Act, scope: Scope) -> Block:
    return (core.Shuffle(clause.span, ordered_zone(clause.zone, scope)),)


def _says(sentences: hir.Sentences, s: core.Shuffle, rest: Block) -> list[str]:
    return [sentences.sentence(VERB, None, zone=sentences.phrase(s.zone))]


VERB = Verb(
    name="shuffle",
    pattern="{zone:ofnp}",
    changes="order",
    log="{zone} {be} shuffled",
    example="shuffle deck",
    doc="Put a zone into a random order.",
    clause=Clause,
    resolve=_resolve,
    impersonal=True,
    statement=core.Shuffle,
    says=_says,
    rank=13,
)
