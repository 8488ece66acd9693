"""`say "The siege begins"`."""

from __future__ import annotations

from cardwright.language import core
from cardwright.language.core import Block
from cardwright.language.registry.verb import Verb
from cardwright.language.resolve.scope import Scope
from cardwright.language.syntax import ast
from cardwright.language.syntax.nodes import Word, one
from cardwright.source.records import dataclass


@dataclass(frozen=True, slots=True)
class Clause(ast.VerbClause):
    text: Word = one("STRING")


def _resolve(clause: Clause, act: ast.Act, scope: Scope) -> Block:
    return (core.Say(clause.span, clause.text.text.strip('"'), scope.chooser),)


VERB = Verb(
    name="say",
    third="says",
    gerund="saying",
    pattern="{text:STRING}",
    changes="nothing",
    english="say {text}",
    log="{text}",
    example='say "The siege begins"',
    doc="Write a line into the log.",
    clause=Clause,
    resolve=_resolve,
    rank=16,
)
