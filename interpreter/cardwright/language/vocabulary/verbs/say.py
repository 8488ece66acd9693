"""`say "The siege begins"`."""

from __future__ import annotations

from cardwright.language import core, hir
from cardwright.language.core import Block
from cardwright.language.registry.verb import Verb
from cardwright.language.resolve.quoted import quoted
from cardwright.language.resolve.scope import Scope
from cardwright.language.syntax import ast
from cardwright.language.syntax.nodes import one
from cardwright.source.records import dataclass


@dataclass(frozen=True, slots=True)
class Clause(ast.VerbClause):
    text: ast.Quoted = one(ast.Quoted)


def _resolve(clause: Clause, act: ast.Act, scope: Scope) -> Block:
    said, text = quoted(clause.text, scope)
    return (*said, core.Say(clause.span, text, scope.chooser))


def _says(sentences: hir.Sentences, s: core.Say, rest: Block) -> list[str]:
    return [sentences.sentence(VERB, s.actor, text=f"“{sentences.shown_text(s.text)}”")]


VERB = Verb(
    name="say",
    pattern="{text:quoted}",
    changes="nothing",
    log="{text}",
    example='say "The siege begins"',
    doc="Write a line into the log.",
    clause=Clause,
    resolve=_resolve,
    impersonal=True,
    statement=core.Say,
    says=_says,
    rank=16,
)
