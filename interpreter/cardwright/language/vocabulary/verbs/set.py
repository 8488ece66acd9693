"""`set round to round + 1`."""

from __future__ import annotations

from dataclasses import replace

from cardwright.language import core
from cardwright.language.core import Block
from cardwright.language.inflection import article
from cardwright.language.registry.verb import Verb
from cardwright.language.resolve.dispatch import expression
from cardwright.language.resolve.errors import CheckError
from cardwright.language.resolve.nouns.things import checked_argument
from cardwright.language.resolve.scope import Scope
from cardwright.language.resolve.statements.choices import acting_player
from cardwright.language.syntax import ast, nodes
from cardwright.language.vocabulary.counters import any_cell, changed
from cardwright.source.records import dataclass


@dataclass(frozen=True, slots=True)
class Clause(ast.VerbClause):
    target: ast.NounPhrase = nodes.one(ast.NounPhrase)
    value: ast.Expression = nodes.one(ast.Expression)


def _resolve(clause: Clause, act: ast.Act, scope: Scope) -> Block:
    field, of, one = any_cell(clause.target, scope)
    expected = field.type
    found = expression(clause.value, scope, expected.one())
    none = found.type.base == "none"
    if none and expected.many:
        message = f"expected {expected}, found none"
        raise CheckError("CW220", message, clause.value.span, "write `[]` for the empty set")
    if none and field.faces:
        field = replace(field, low=None)  # less than any of its faces
    elif not none or expected.base in ("number", "flag"):
        checked_argument(found, expected, clause.value.span, scope)
    if field.faces and isinstance(found, core.Lit) and not none and found.value not in field.faces:
        message = f"no face of {article(field.kind)} is {found.value}"
        sides = ", ".join(str(face) for face in sorted({*field.faces}))
        raise CheckError("CW220", message, clause.value.span, f"its faces are {sides}")
    who = acting_player(scope, clause.span)
    return (changed(one, core.Assign(clause.span, "set", field, of, "=", found, who), scope),)


VERB = Verb(
    name="set",
    doing="setting",
    pattern="{target:ofnp} to {value:expr}",
    changes="state",
    log="{who} sets {target} to {value}",
    example="set round to round + 1",
    doc="Give a cell of state a value.",
    clause=Clause,
    resolve=_resolve,
    impersonal=True,
    rank=10,
    instead_of=(
        ("set FLAG of it to yes", "tap exhaust flip mark damage make"),
        ("set FLAG of it to no", "untap ready refresh unexhaust"),
    ),
)
