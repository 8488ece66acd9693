"""`choose 1 of your carts, as raider`."""

from __future__ import annotations

from dataclasses import replace

from cardwright.language import core
from cardwright.language.core import Block, Expr
from cardwright.language.registry.verb import Verb
from cardwright.language.resolve.ambiguities.face_down_order import refuse_unsaid_order
from cardwright.language.resolve.dispatch import expression
from cardwright.language.resolve.nouns.designs import several
from cardwright.language.resolve.quantities import bounds
from cardwright.language.resolve.scope import Scope
from cardwright.language.resolve.statements.choices import (
    acting_player,
    as_source,
    limits_of,
    picked,
)
from cardwright.language.syntax import ast
from cardwright.language.vocabulary.clauses import ItemClause


def _resolve(clause: ItemClause, act: ast.Act, scope: Scope) -> Block:
    phrase = clause.item
    found = several(expression(phrase.value, scope), scope)
    source = as_source(found, phrase, scope)
    refuse_unsaid_order(source, phrase, act, scope)
    if len(act.names) > 1:
        return _several(source, phrase, act, scope)
    reg, ask = picked(source, phrase.quantifier, act, clause.span, scope)
    for word in act.names:
        scope.bind(word, reg)
    if not act.names:
        scope.names[source.type.of] = reg
    return (replace(ask, named=True) if isinstance(ask, core.Choose) else ask,)


def _several(source: Expr, phrase: ast.Phrase, act: ast.Act, scope: Scope) -> Block:
    """`choose 2 ..., as first and second`: one name for each."""
    span = act.clause.span
    one = (core.lit(1, phrase.span), core.lit(1, phrase.span))
    low, high = bounds(phrase.quantifier, scope) if phrase.quantifier else one
    many = scope.allocator.register()
    limits = limits_of(act, source, scope)
    ask = core.Choose(span, many, acting_player(scope, span), source, low, high, True, limits,
                      secret=scope.secret, random=act.at_random is not None, ordered=True,
                      prompt=scope.prompt)  # fmt: skip
    done: list[core.Stmt] = [ask]
    for index, word in enumerate(act.names, 1):
        chosen = core.Reg(source.type, span, many)
        reg = scope.bind_new(word, source.type.one().maybe())
        member = core.ElementAt(reg.type, word.span, chosen, core.lit(index, word.span))
        done.append(core.Let(word.span, reg.index, member))
    return tuple(done)


VERB = Verb(
    name="choose",
    pattern="{item:phrase}",
    changes="nothing",
    log="",
    example="choose 1 of your carts, as raider",
    doc="Ask for a choice and bind it to a name; nothing changes yet.",
    clause=ItemClause,
    resolve=_resolve,
    chooses=True,
    forbidden=True,
    there="where it is",
    rank=1,
    instead_of=(("choose 1 KIND, as x", "select pick target"),),
)
