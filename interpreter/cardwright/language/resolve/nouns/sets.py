"""Sets, their members, and calculations over them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from cardwright.board.types import NUMBER, Type
from cardwright.language import core, hir
from cardwright.language.core import Expr, lit
from cardwright.language.resolve.ambiguities.bare_singulars import refuse_singular
from cardwright.language.resolve.ambiguities.named_kinds import not_a_set
from cardwright.language.resolve.common_types import common_member, comparable
from cardwright.language.resolve.dispatch import (
    Expect,
    condition,
    expression,
    number,
    type_name,
)
from cardwright.language.resolve.errors import CheckError
from cardwright.language.resolve.nouns.designs import several
from cardwright.language.resolve.nouns.member_values import member_value
from cardwright.language.resolve.quantities import amount
from cardwright.language.resolve.scope import Rule, Scope
from cardwright.language.syntax import ast
from cardwright.language.syntax.nodes import Node, Word
from cardwright.source.text import Span


def _set_literal(node: ast.SetLiteral, scope: Scope, expect: Expect) -> Expr:
    """`[red, blue]`: all of one type: that of the first one, unless another is expected."""
    type = expect.one() if expect is not None else None
    items: list[Expr] = []
    for item in node.items:
        found = expression(item, scope, type)
        type = type or found.type.one()
        if found.type.many or not comparable(found.type, type, scope):
            message = f"expected {type_name(type)}, found {type_name(found.type)}"
            raise CheckError("CW220", message, item.span)
        items.append(found)
    if type is None:
        help = "as in `[red, blue]`"
        raise CheckError("CW220", "it is unclear what this set could contain", node.span, help)
    return core.SetOf(type.set(), node.span, tuple(items))


def a_set(node: ast.Expression, scope: Scope) -> Expr:
    """A set; a zone means its contents."""
    found = several(expression(node, scope), scope)
    if found.type.base == "zone":
        return core.Contents(_held(found, scope).set(), found.span, found)
    if not found.type.many:
        raise not_a_set(found, node, found.span, scope)
    return found


def _together(node: ast.Together, scope: Scope, expect: Expect) -> Expr:
    left, right = expression(node.left, scope, expect), expression(node.right, scope, expect)
    for side in (left, right):
        if side.type.base == "zone":
            help = "as in `cards in deck`"
            raise CheckError("CW217", "specify what in the zone", side.span, help)
    member = common_member(left.type, right.type, scope)
    if member is None:
        message = f"can't put {type_name(left.type)} and {type_name(right.type)} together"
        raise CheckError("CW220", message, node.span)
    return hir.Together(member.set(), node.span, left, right)


def _count_of(node: ast.CountOf, scope: Scope, expect: Expect) -> Expr:
    return core.Count(NUMBER, node.span, a_set(node.source, scope))


def _with_member(
    node: ast.Expression, source: Expr, scope: Scope, span: Span
) -> tuple[Scope, core.Var]:
    """A scope with a member of a set, under the author's name or its kind."""
    alias = ast.alias_of(node)
    return scope.with_variable((alias.text if alias else source.type.of,), source.type.one(), span)


def _sum_over(node: ast.SumOver, scope: Scope, expect: Expect) -> Expr:
    return _reduced("sum", node, scope)


def _extreme_over(node: ast.ExtremeOver, scope: Scope, expect: Expect) -> Expr:
    return _reduced(node.word.text, node, scope)


def _reduced(op: str, node: ast.SumOver | ast.ExtremeOver, scope: Scope) -> Expr:
    source = a_set(node.source, scope)
    inner, var = _with_member(node.source, source, scope, node.span)
    value = number(node.value, inner) if op == "sum" else member_value(node.value, inner, var)
    return core.Reduce(value.type.maybe(), node.span, op, var.index, source, value)


def _top_by(node: ast.TopBy, scope: Scope, expect: Expect) -> Expr:
    op = "highest" if node.word.kind == "TOP" else "lowest"
    source, keys = a_set(node.source, scope), by_values(node.value, op, node.ties)
    if node.amount is None:
        refuse_singular(node.source, source, scope)
    if node.amount is not None:
        return _best_few(node, keys, source, scope)
    for value, best in keys:
        inner, var = _with_member(node.source, source, scope, node.span)
        body = member_value(value, inner, var)
        source = core.ArgMax(source.type, node.span, best, var.index, source, body)
    return source


def _best_few(node: ast.TopBy, keys: Keys, source: Expr, scope: Scope) -> Expr:
    """`top 2 dice by face of die`: the written tie-breaks decide ties, then the order."""
    assert node.amount is not None
    (value, op), *ties = keys
    alias = ast.alias_of(node.source)
    name = alias.text if alias else source.type.of
    source = in_order_of(source, ties, name, node.span, scope)
    inner, var = _with_member(node.source, source, scope, node.span)
    few = amount(node.amount, scope)
    body = member_value(value, inner, var)
    return hir.BestFew(source.type, node.span, op, var.index, source, body, few)


def _foremost(node: ast.Foremost, scope: Scope, expect: Expect) -> Expr:
    source = a_set(node.source, scope)
    best = direction(node.direction, "lowest")
    keys = by_values(node.value, best, node.ties) if node.value else ((None, best),)
    for value, op in keys:
        inner, var = _with_member(node.source, source, scope, node.span)
        body = member_value(value, inner, var) if value is not None else lit(0, node.span)
        source = core.ArgMax(source.type, node.span, op, var.index, source, body)
    return replace(source, type=source.type.one().maybe(), one=True)  # type: ignore[call-arg]


Keys = Sequence[tuple[ast.Expression, str]]
"""What things are ordered by, each with whether the `highest` or the `lowest` comes first."""


def by_values(first: ast.Expression, best: str, ties: Sequence[ast.ThenBy]) -> Keys:
    """A value and its tie-breaks, which have the same direction unless they state their own."""
    return [(first, best), *((tie.value, direction(tie.direction, best)) for tie in ties)]


def direction(word: Word | None, otherwise: str) -> str:
    """`highest` or `lowest`, from `, highest first`."""
    if word is None:
        return otherwise
    return "lowest" if word.kind == "LOWEST_FIRST" else "highest"


def in_order_of(source: Expr, keys: Keys, name: str, span: Span, scope: Scope) -> Expr:
    """Sorts by the last key first: sorting keeps the order of ties."""
    for value, first in reversed(keys):
        member, var = scope.with_variable((name,), source.type.one(), span)
        body = member_value(value, member, var)
        if first == "highest":
            body = hir.Descending(NUMBER, body.span, body)
        source = core.SortBy(source.type, span, var.index, source, body)
    return source


def _only_one(node: ast.OnlyOne, scope: Scope, expect: Expect) -> Expr:
    source = a_set(node.source, scope)
    return core.Only(source.type.one().maybe(), node.span, source)


def zone(node: ast.Expression, scope: Scope) -> Expr:
    """A zone. Raises CheckError for anything else."""
    found = expression(node, scope)
    if found.type.base != "zone":
        raise CheckError("CW220", f"expected a zone, found {type_name(found.type)}", found.span)
    return found


def ordered_zone(node: ast.Expression, scope: Scope) -> Expr:
    """A zone with an order. Raises CheckError for anything else."""
    found = zone(node, scope)
    known = scope.context.board.zones.get(found.type.of)
    if known is not None and not known.ordered:
        help = f"give `{known.name}` an order with `ordered: true`, or "
        help += f"`choose 1 {known.holds} in {found.span.text}`, also `at random`"
        raise CheckError("CW220", f"`{known.name}` has no order", found.span, help)
    return found


def _held(found: Expr, scope: Scope) -> Type:
    held = scope.context.board.zones.get(found.type.of)
    return Type("thing", held.holds if held else "player")


def _top_of(node: ast.TopOf, scope: Scope, expect: Expect) -> Expr:
    found = ordered_zone(node.zone, scope)
    count = amount(node.amount, scope) if node.amount else None
    type = _held(found, scope).set() if count else _held(found, scope).maybe()
    return core.TopOf(type, node.span, found, node.word.kind == "BOTTOM", count)


def _everything_in(node: ast.EverythingIn, scope: Scope, expect: Expect) -> Expr:
    found = zone(node.zone, scope)
    return core.Contents(_held(found, scope).set(), node.span, found)


def _numbers_from(node: ast.NumbersFrom, scope: Scope, expect: Expect) -> Expr:
    node = node.named
    low, high = number(node.low, scope), number(node.high, scope)
    source = core.Numbers(NUMBER.set(), node.span, low, high)
    if node.test is None:
        return source
    inner, var = _with_member(node, source, scope, node.span)
    return core.Filter(source.type, node.span, var.index, source, condition(node.test, inner))


def _longest_line(node: ast.LongestLine, scope: Scope, expect: Expect) -> Expr:
    cell = expression(node.cell, scope)
    kind = scope.context.board.kinds.get(cell.type.of)
    if kind is None or kind.grid is None or cell.type.many:
        message = f"expected a cell of a grid, found {type_name(cell.type)}"
        raise CheckError("CW220", message, cell.span)
    source = expression(node.things, scope)
    if source.type.many and source.type.of != cell.type.of:
        source = core.Places(cell.type.set(), node.span, source)
    return core.LongestLine(NUMBER, node.span, source, cell, cell.type.of)


RULES: Mapping[type[Node], Rule] = {
    ast.SetLiteral: _set_literal, ast.CountOf: _count_of, ast.SumOver: _sum_over,
    ast.ExtremeOver: _extreme_over, ast.TopBy: _top_by, ast.Foremost: _foremost,
    ast.OnlyOne: _only_one, ast.TopOf: _top_of, ast.EverythingIn: _everything_in,
    ast.NumbersFrom: _numbers_from, ast.LongestLine: _longest_line, ast.Together: _together,
}  # fmt: skip
