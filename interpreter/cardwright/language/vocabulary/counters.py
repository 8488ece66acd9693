"""Shared code of verbs that change cells of state."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from cardwright.board.declarations import Field
from cardwright.board.types import NUMBER, Type
from cardwright.language import core, hir
from cardwright.language.core import Block, Expr
from cardwright.language.inflection import article
from cardwright.language.resolve.counters.counters import (
    counted,
    counter,
    how_much,
    refuse_counter,
    shared_counter,
)
from cardwright.language.resolve.diagnostics.fixed_values import fixed
from cardwright.language.resolve.dispatch import expression
from cardwright.language.resolve.errors import CheckError
from cardwright.language.resolve.nouns.indexed_state import indexed
from cardwright.language.resolve.nouns.sets import a_set
from cardwright.language.resolve.nouns.things import checked_argument
from cardwright.language.resolve.quantities import amount, bounds
from cardwright.language.resolve.scope import Scope
from cardwright.language.resolve.statements.choices import acting_player
from cardwright.language.syntax import ast
from cardwright.language.vocabulary.clauses import AmountClause, CounterClause


def change_counter(
    verb: str, op: str, *, splits: bool = False
) -> Callable[[CounterClause, ast.Act, Scope], Block]:
    """The resolver of `gain 2 gold` and similar clauses; `op` and `splits` are those of
    `core.Assign`.
    """

    def resolve(clause: CounterClause, act: ast.Act, scope: Scope) -> Block:
        who, phrase = acting_player(scope, clause.span), clause.amount
        if not isinstance(phrase.quantifier, ast.Exactly | ast.Some):
            raise how_much(phrase, scope)
        cell = _one_of_several(phrase, who, scope)
        field = cell.shared if cell else counter(counted(phrase, scope), scope)
        value, _ = bounds(phrase.quantifier, scope)
        if clause.per is not None:
            refuse_counter(clause.per, clause.amount, scope)
            times = core.Count(NUMBER, clause.span, a_set(clause.per, scope))
            value = core.Arith(NUMBER, clause.span, "*", value, times)
        of = who if field.kind else None
        change = core.Assign(clause.span, verb, field, of, op, value, who, splits=splits)
        return (changed(cell, change, scope),)

    return resolve


def _one_of_several(phrase: ast.Phrase, who: Expr, scope: Scope) -> hir.Indexed | None:
    """`stock of salt`: the player's, or the game's own."""
    found = shared_counter(phrase, scope)
    if found is None:
        return None
    shared, of = found
    return indexed(shared, who if shared.kind else None, of.argument, phrase.value.span, scope)


def changed(cell: hir.Indexed | None, change: core.Assign, scope: Scope) -> core.Stmt:
    """A change of a cell; `cell` is given if it is one of several."""
    if cell is None:
        return change
    if isinstance(cell.key, core.Named):
        return replace(change, field=scope.context.board.cells_of(cell.shared)[cell.key.name])
    return hir.ChangeByKey(change.span, cell, change)


Cell = tuple[Field, Expr | None, hir.Indexed | None]
"""A cell of state, its bearer, and, if it is one of several, which one."""


def cell(node: ast.NounPhrase, scope: Scope) -> tuple[Field, Expr | None]:
    """A cell of state and the thing that has it. Raises CheckError for anything else."""
    field, of, one = any_cell(node, scope)
    if one is None:
        return field, of
    if not isinstance(one.key, core.Named):
        raise CheckError("CW222", f"it is unclear here which `{field.name}` is meant", node.span)
    return scope.context.board.cells_of(field)[one.key.name], of


def any_cell(node: ast.NounPhrase, scope: Scope) -> Cell:
    """A cell of state. Raises CheckError for anything else."""
    found = expression(node, scope)
    if isinstance(found, hir.Indexed):
        return found.shared, found.of, found
    if isinstance(found, core.Get) and not found.field.printed:
        return found.field, found.of, None
    if isinstance(found, hir.Path):
        *way, last = found.steps
        if isinstance(last, Field) and not last.printed:
            return last, hir.Path(way[-1].type.maybe(), found.span, found.of, tuple(way)), None
    raise fixed(found, node, scope)


def change_by(verb: str, op: str) -> Callable[[AmountClause, ast.Act, Scope], Block]:
    """The resolver of `add 2 to damage of it` and similar clauses."""

    def resolve(clause: AmountClause, act: ast.Act, scope: Scope) -> Block:
        field, of, one = any_cell(clause.target, scope)
        who = acting_player(scope, clause.span)
        if field.type.many and op == "+":
            value = members(clause.amount, field.type, scope)
        elif field.type != NUMBER:
            raise CheckError("CW222", f"`{field.name}` is not a counter", clause.target.span)
        elif not isinstance(clause.amount, ast.Amount):
            help = "as in `2` or `(x)`"
            raise CheckError("CW219", "specify how much", clause.amount.span, help)
        else:
            value = amount(clause.amount, scope)
        return (changed(one, core.Assign(clause.span, verb, field, of, op, value, who), scope),)

    return resolve


def members(node: ast.Amount | ast.Expression, type: Type, scope: Scope) -> Expr:
    """The members to add to a set or remove from it: one or several."""
    value = node.value if isinstance(node, ast.Amount) else node
    if value is None:
        help = f"name {article(type.of)}"
        raise CheckError("CW220", f"expected {type.of}, found a number", node.span, help)
    found = expression(value, scope, type.one())
    if found.type.many:
        return checked_argument(found, type, value.span, scope)
    found = checked_argument(found, type.one(), value.span, scope)
    return core.SetOf(type, value.span, (found,))
