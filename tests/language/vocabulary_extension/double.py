"""`double gold of you`: a verb that none of our packs needs, added by this file alone."""

from __future__ import annotations

from cardwright.board.declarations import Field
from cardwright.board.types import NUMBER
from cardwright.language import core, hir
from cardwright.language.core import Block, Expr
from cardwright.language.lower.statements import Lowering
from cardwright.language.registry.verb import Verb
from cardwright.language.resolve.scope import Scope
from cardwright.language.resolve.statements.choices import acting_player
from cardwright.language.syntax import ast
from cardwright.language.syntax.nodes import one
from cardwright.language.vocabulary.counters import cell
from cardwright.source.records import dataclass


@dataclass(frozen=True, slots=True)
class Clause(ast.VerbClause):
    target: ast.NounPhrase = one(ast.NounPhrase)


@dataclass(frozen=True, slots=True)
class Double(hir.VerbStatement):
    field: Field
    of: Expr | None

    def lower(self, low: Lowering) -> Block:
        of = low.expr(self.of) if self.of is not None else None
        value = core.Get(NUMBER, self.span, self.field, of)
        twice = core.Arith(NUMBER, self.span, "*", value, core.lit(2, self.span))
        actor = low.expr(self.actor)
        return (core.Assign(self.span, "set", self.field, of, "=", twice, actor),)

    def english(self, sentences: hir.Sentences, rest: Block) -> list[str]:
        return [f"Double the {self.field.name}."]


def _resolve(clause: Clause, act: ast.Act, scope: Scope) -> Block:
    field, of = cell(clause.target, scope)
    return (Double(clause.span, VERB, acting_player(scope, clause.span), field, of),)


VERB = Verb(
    name="double",
    pattern="{target:ofnp}",
    changes="state",
    log="{who} doubles {target} to {value}",
    example="double gold of you",
    doc="Multiply a counter by two.",
    clause=Clause,
    resolve=_resolve,
    rank=20,
)
