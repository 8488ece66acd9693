"""Conditions: `and`, `or`, comparisons, `is`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from cardwright.board.types import FLAG, NUMBER, UNKNOWN
from cardwright.language import core, hir
from cardwright.language.core import Expr
from cardwright.language.inflection import article
from cardwright.language.resolve.ambiguities.several_owners import (
    refuse_values_of_several,
    subject_of,
)
from cardwright.language.resolve.common_types import comparable
from cardwright.language.resolve.conditions.equality import equals
from cardwright.language.resolve.conditions.known_kinds import with_known_kinds
from cardwright.language.resolve.counters.counter_bounds import at_bound
from cardwright.language.resolve.diagnostics.short_conditions import (
    refuse_bound,
    refuse_second_noun,
    test_before_value,
    value_after_and,
)
from cardwright.language.resolve.dispatch import (
    Expect,
    condition,
    expression,
    number,
    ranked,
    type_name,
)
from cardwright.language.resolve.errors import AlreadyReported, CheckError
from cardwright.language.resolve.names import call, fits
from cardwright.language.resolve.nouns import adjectives
from cardwright.language.resolve.nouns.designs import copied, is_one_of
from cardwright.language.resolve.nouns.postmodifiers import located
from cardwright.language.resolve.scope import Rule, Scope
from cardwright.language.syntax import ast
from cardwright.language.syntax.nodes import Node, Word
from cardwright.source.spelling import did_you_mean
from cardwright.source.text import Span


def _and(node: ast.And, scope: Scope, expect: Expect) -> Expr:
    refuse_second_noun(node, scope)
    left = condition(node.left, scope)
    right = condition(node.right, with_known_kinds(left, scope))
    return core.Logic(FLAG, node.span, "and", left, right)


def _or(node: ast.Or, scope: Scope, expect: Expect) -> Expr:
    refuse_bound(node)
    refuse_second_noun(node, scope)
    if (paid := _or_of_counters(node, scope)) is not None:
        return paid
    if (alternative := _or_of_values(node, scope)) is not None:
        return alternative
    if (test := test_before_value(node)) is not None and not _is_condition(node.right, scope):
        raise value_after_and(test, node.right)
    left, right = condition(node.left, scope), condition(node.right, scope)
    return core.Logic(FLAG, node.span, "or", left, right)


def _or_of_counters(node: ast.Or, scope: Scope) -> Expr | None:
    """`you can pay 3 iron or wood`: that amount of one of the two."""
    word = node.right.lone_word if isinstance(node.right, ast.NounPhrase) else None
    if not isinstance(node.left, ast.CanPay) or word is None or word.text in scope.names:
        return None
    found = scope.context.board.field("player", word.text)
    if found is None or found.type != NUMBER:
        return None
    able = expression(node.left, scope)
    assert isinstance(able, hir.CanPay)
    *others, last = able.cost.payments
    ways = last.ways if isinstance(last, hir.EitherPayment) else (last,)
    more = hir.Payment(word.span, (found,), ways[-1].amount)
    either = hir.EitherPayment(node.span, (*ways, more))
    return replace(able, span=node.span, cost=hir.Cost((*others, either)))


def _or_of_values(node: ast.Or, scope: Scope) -> Expr | None:
    """`x is gold or silver`, if values follow: one of them; after *is not*, none of them."""
    span, values = node.span, [node.right]
    while isinstance(node.left, ast.Or):
        node = node.left
        values.insert(0, node.right)
    if not isinstance(node.left, ast.Is) or any(_is_condition(v, scope) for v in values):
        return None
    said = replace(node.left, sign=Word("IS", "is", node.left.sign.span))
    try:
        tests = [_is(said, scope, None)]
        tests += [_is(replace(said, span=v.span, right=v), scope, None) for v in values]
    except CheckError:
        return None
    one_of = core.joined("or", tests, span)
    return hir.IsNot(FLAG, span, one_of) if node.left.negated else one_of


def _is_condition(node: ast.Expression, scope: Scope) -> bool:
    """Whether it is a condition by itself; an unknown word alone may be a description."""
    try:
        return expression(node, scope).type == FLAG
    except CheckError:
        return False


def _not(node: ast.Not, scope: Scope, expect: Expect) -> Expr:
    return core.Not(FLAG, node.span, condition(node.value, scope))


_OPERATORS = {
    "COMPARE_FEWER": "<", "COMPARE_LEAST": ">=", "COMPARE_MORE": ">", "COMPARE_MOST": "<=",
}  # fmt: skip


def _comparison(node: ast.Comparison, scope: Scope, expect: Expect) -> Expr:
    op = _OPERATORS[node.sign.kind]
    low, high = ("lowest", "highest") if op.startswith(">") else ("highest", "lowest")
    left = _compared(node.left, low, ranked, scope)
    if left.type.base != "enum":
        right = _compared(node.right, high, number, scope)
        return core.Compare(FLAG, node.span, op, left, right)
    right = expression(node.right, scope, left.type.one())
    if right.type.one() != left.type.one() or right.type.many:
        message = f"can't compare {type_name(left.type)} with {type_name(right.type)}"
        raise CheckError("CW220", message, node.span)
    return hir.InOrder(FLAG, node.span, op, left, right)


def _compared(
    side: ast.Expression, best: str, read: Callable[[ast.Expression, Scope], Expr], scope: Scope
) -> Expr:
    """A side of a comparison; `best` is which of several values would decide."""
    try:
        return read(side, scope)
    except CheckError:
        refuse_values_of_several(side, best, scope)
        raise


def _is(node: ast.Is, scope: Scope, expect: Expect) -> Expr:
    item = subject_of(node.left, node, scope)
    _refuse_two_readings(item, node, scope)
    if (several := _is_one_of_several(item, node, scope)) is not None:
        return hir.IsNot(FLAG, node.span, several) if node.negated else several
    found = (
        at_bound(item, node, scope) or _described(item, node, scope) or _equal(item, node, scope)
    )
    return hir.IsNot(FLAG, node.span, found) if node.negated else found


def _is_one_of_several(item: Expr, node: ast.Is, scope: Scope) -> Expr | None:
    """`x is griffin`, if there are several: it is one of them."""
    word = node.right.lone_word if isinstance(node.right, ast.NounPhrase) else None
    if word is None or word.text in scope.names or item.type.base != "thing" or item.type.many:
        return None
    found, board = scope.context.copied(word.text), scope.context.board
    if found is None or item.type.of == "thing" or board.noun(word.text):
        return None
    alike = board.related(found.kind, item.type.of)
    return is_one_of(item, found, node.span) if alike and word.text == found.id else None


def _is_a(node: ast.IsA, scope: Scope, expect: Expect) -> Expr:
    item, kinds = expression(node.left, scope), scope.context.board.kinds
    if item.type.base != "thing" or item.type.many:
        raise CheckError("CW220", f"expected one thing, found {type_name(item.type)}", item.span)
    if node.kind.text not in kinds:
        help = did_you_mean(node.kind.text, [*kinds])
        raise CheckError("CW211", f"there is no kind `{node.kind.text}`", node.kind.span, help)
    found = _of_kind(item, node.kind, node.span, scope)
    return hir.IsNot(FLAG, node.span, found) if node.negated else found


def _is_copy(node: ast.IsCopy, scope: Scope, expect: Expect) -> Expr:
    item = expression(node.left, scope)
    of = copied(node.right, item.type.of, scope)
    for found in (item, of):
        if found.type.base not in ("thing", "design") or found.type.many:
            message = f"expected one thing, found {type_name(found.type)}"
            raise CheckError("CW220", message, found.span)
    same = hir.IsCopy(FLAG, node.span, item, of)
    return hir.IsNot(FLAG, node.span, same) if node.negated else same


def _of_kind(item: Expr, word: Word, span: Span, scope: Scope) -> Expr:
    board, kind = scope.context.board, item.type.of
    if kind == "thing" or board.related(word.text, kind):
        return core.IsKind(FLAG, span, item, word.text)
    raise CheckError("CW220", f"{article(kind)} can't be {article(word.text)}", word.span)


def _refuse_two_readings(item: Expr, node: ast.Is, scope: Scope) -> None:
    """Raises CheckError for `it is wagon` if one thing has that name, and others are wagons."""
    word = node.right.lone_word if isinstance(node.right, ast.NounPhrase) else None
    board, kind = scope.context.board, item.type.of
    if word is None or word.text not in scope.names or word.text not in board.kinds:
        return
    if scope.names[word.text].type == UNKNOWN:
        raise AlreadyReported(word.span)
    narrower = kind == "thing" or (word.text != kind and board.is_a(word.text, kind))
    if item.type.base == "thing" and not item.type.many and narrower and node.sign.kind != "EQUALS":
        what = item.span.text
        raise CheckError(
            "CW236", f"`{word.text}` names both one thing here and a kind", word.span,
            f"write `{what} is {article(word.text)}` for the kind, "
            f"or `{what} = {word.text}` for the thing")  # fmt: skip


def _described(item: Expr, node: ast.Is, scope: Scope) -> Expr | None:
    """`cart is damaged`, `it is wagon or barge`: flags, kinds and adjectives on the right."""
    words = node.right.alternatives if isinstance(node.right, ast.NounPhrase) else []
    if item.type.base != "thing" or item.type.many:
        return None
    tests = [_described_by(word, item, node.span, scope) for word in words]
    if not tests or None in tests:
        return None
    return core.joined("or", filter(None, tests), node.span)


def _described_by(word: Word, item: Expr, span: Span, scope: Scope) -> Expr | None:
    if word.text in scope.names:
        return None
    board, kind = scope.context.board, item.type.of
    if word.text in board.kinds and board.instance(kind, word.text) is None:
        return _of_kind(item, word, span, scope)
    flag = board.field(kind, word.text) if kind in board.kinds else None
    if flag is not None and flag.type == FLAG:
        return core.Get(FLAG, span, flag, item)
    found = _defined_flag(item, word, span, scope)
    return found or adjectives.described(item, word, scope)


def _defined_flag(item: Expr, word: Word, span: Span, scope: Scope) -> Expr | None:
    declared = scope.context.declared.definitions.get(word.text)
    if declared and len(declared.takes) == 1 and fits(item.type, declared.takes[0].type, scope):
        described = call(word.text, (item,), scope, span)
        return described if described.type == FLAG else None
    return None


def _equal(item: Expr, node: ast.Is, scope: Scope) -> Expr:
    value = expression(node.right, scope, item.type)
    if value.type.base == "none" and isinstance(item, core.Reg):
        _refuse_possible_none(item, node.left.span, scope)
    if value.type.base == "none" and isinstance(item, core.Get) and 0 in item.field.faces:
        message = f"a face of {article(item.field.kind)} may be 0, which is the same as none"
        raise CheckError("CW220", message, node.span, "name the blank side: `[blank, hit, hit]`")
    return equals(item, value, node.span, scope)


def _refuse_possible_none(item: core.Reg, span: Span, scope: Scope) -> None:
    """Raises CheckError for a parameter of a rule that is never none."""
    if item.index in scope.required:
        name, of = item.word, item.type.of
        help = f"a rule is not run with none, unless `takes` says `{name}: {of} or none`"
        raise CheckError("CW220", f"`{name}` is never none", span, help)


def _is_in(node: ast.IsIn, scope: Scope, expect: Expect) -> Expr:
    found = _in(node, scope)
    return hir.IsNot(FLAG, node.span, found) if node.negated else found


def _in(node: ast.IsIn, scope: Scope) -> Expr:
    item, where = subject_of(node.left, node, scope), expression(node.right, scope)
    member = where.type.many and comparable(item.type, where.type.one(), scope)
    if member and not (node.on and _carried(item, where, scope)):
        return core.Member(FLAG, node.span, item, where)
    if item.type.base != "thing" or item.type.many:
        message = f"{type_name(item.type)} can't be in {type_name(where.type)}"
        raise CheckError("CW220", message, node.span)
    return located(item, item.type.of, where, node.span, scope, node.right)


def _carried(item: Expr, where: Expr, scope: Scope) -> bool:
    """Whether `item` lives on such things: `creature is on creatures`, which may carry others."""
    board = scope.context.board
    kind, of = item.type.of, where.type.of
    return kind in board.kinds and any(board.related(of, k) for k in board.lives_on(kind))


RULES: Mapping[type[Node], Rule] = {
    ast.Or: _or, ast.And: _and, ast.Not: _not, ast.Comparison: _comparison,
    ast.Is: _is, ast.IsA: _is_a, ast.IsIn: _is_in, ast.IsCopy: _is_copy,
}  # fmt: skip
