"""`begin boom with iron`."""

from __future__ import annotations

from cardwright.board.types import thing
from cardwright.language import core, hir
from cardwright.language.core import Block, Expr
from cardwright.language.declared import LastingEffect, Parameter
from cardwright.language.registry.verb import Verb
from cardwright.language.resolve.diagnostics.fitting_names import arguments_for, wrong_number
from cardwright.language.resolve.dispatch import expression
from cardwright.language.resolve.errors import CheckError, which
from cardwright.language.resolve.names import type_of
from cardwright.language.resolve.nouns.things import checked_argument
from cardwright.language.resolve.scope import Scope
from cardwright.language.resolve.statements.choices import acting_player, bind
from cardwright.language.syntax import ast
from cardwright.language.syntax.nodes import Word, maybe, one
from cardwright.source.records import dataclass


@dataclass(frozen=True, slots=True)
class Clause(ast.VerbClause):
    name: Word = one("NAME")
    arguments: ast.Arguments | None = maybe(ast.Arguments)


def _resolve(clause: Clause, act: ast.Act, scope: Scope) -> Block:
    known, name = scope.context.declared.lasting, clause.name
    if name.text not in known:
        raise CheckError("CW211", f"there is no lasting effect `{name.text}`", name.span,
                         which(name.text, known))  # fmt: skip
    values = tuple(_arguments(known[name.text], clause, scope))
    result = core.Reg(thing(name.text).maybe(), clause.span, scope.allocator.register())
    bind(act.names, result, scope)
    who = acting_player(scope, clause.span)
    return (core.Begin(clause.span, name.text, values, who, result.index),)


def _arguments(lasting: LastingEffect, clause: Clause, scope: Scope) -> list[Expr]:
    """The arguments of the effect. Raises CheckError for another number or type of values."""
    name, takes = lasting.thing.id, lasting.takes
    given = clause.arguments.values if clause.arguments else ()
    if len(given) != len(takes):
        call = f"begin {name}" + (f" with {arguments_for(takes, scope)}" if takes else "")
        message = wrong_number(name, takes, len(given))
        raise CheckError("CW218", message, clause.span, f"write it as `{call}`")
    return [_argument(value, p, scope) for value, p in zip(given, takes, strict=True)]


def _argument(value: ast.Expression, parameter: Parameter, scope: Scope) -> Expr:
    expect = type_of(parameter, scope)
    found = expression(value, scope, expect)
    if found.type.base == "none":
        help = "a lasting effect begins only with all that it takes"
        raise CheckError("CW220", f"expected {expect}, found none", value.span, help)
    return checked_argument(found, expect, value.span, scope)


def _says(sentences: hir.Sentences, s: core.Begin, rest: Block) -> list[str]:
    return [sentences.sentence(VERB, s.actor, effect=sentences.lasting(s, rest))]


VERB = Verb(
    name="begin",
    doing="beginning",
    pattern="{name:NAME} [with {arguments:arguments}]",
    changes="state",
    wording="begin {effect}",
    log="{who} begins {effect}",
    example="begin boom with iron",
    doc="Start a lasting effect, with its arguments. It belongs to the player who begins it.",
    clause=Clause,
    resolve=_resolve,
    statement=core.Begin,
    says=_says,
    rank=17,
)
