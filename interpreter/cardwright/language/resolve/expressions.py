"""Expressions: numbers, flags, comparisons, and computations over sets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import reduce

from cardwright.board.types import FLAG, NUMBER, PLAYER, Type
from cardwright.language import core, hir
from cardwright.language.core import Expr, lit, none
from cardwright.language.inflection import article
from cardwright.language.resolve import adjectives
from cardwright.language.resolve.common_types import common_member, common_type
from cardwright.language.resolve.costs import cost_of
from cardwright.language.resolve.counter_bounds import at_bound, room_for
from cardwright.language.resolve.designs import copied, is_one_of, several
from cardwright.language.resolve.dispatch import condition, expression, number, ranked, type_name
from cardwright.language.resolve.errors import CheckError, which
from cardwright.language.resolve.name_errors import unknown
from cardwright.language.resolve.names import call, fits, name
from cardwright.language.resolve.noun_phrases import noun_phrase
from cardwright.language.resolve.postmodifiers import has_no, has_some, located
from cardwright.language.resolve.quantities import amount, how_many
from cardwright.language.resolve.scope import Rule, Scope
from cardwright.language.resolve.steps import step_along
from cardwright.language.syntax import ast
from cardwright.language.syntax.nodes import Node, Word
from cardwright.source.text import Span

Expect = Type | None

# ---------------------------------------------------------------------- plain values


def _number(node: ast.Number, scope: Scope, expect: Expect) -> Expr:
    return lit(int(node.word.text), node.span)


def _flag(node: ast.Flag, scope: Scope, expect: Expect) -> Expr:
    return core.Lit(FLAG, node.span, int(node.word.kind == "YES"))


def _nothing(node: ast.Nothing, scope: Scope, expect: Expect) -> Expr:
    return none(node.span)


def _parenthesized(node: ast.Parenthesized, scope: Scope, expect: Expect) -> Expr:
    return expression(node.value, scope, expect)


def _set_literal(node: ast.SetLiteral, scope: Scope, expect: Expect) -> Expr:
    """`[red, blue]`: all of one type, which the first one tells where none is expected."""
    type = expect.one() if expect is not None else None
    items: list[Expr] = []
    for item in node.items:
        found = expression(item, scope, type)
        type = type or found.type.one()
        if found.type.many or not _comparable(found.type, type, scope):
            message = f"expected {type_name(type)}, found {type_name(found.type)}"
            raise CheckError("CW220", message, item.span)
        items.append(found)
    if type is None:
        help = "as in `[red, blue]`"
        raise CheckError("CW220", "it is unclear what this set has nothing of", node.span, help)
    return core.SetOf(type.set(), node.span, tuple(items))


def _name(node: ast.Name, scope: Scope, expect: Expect) -> Expr:
    found = name(node.word, scope, expect)
    if found is None:
        raise unknown(node.word, scope)
    return found


# ------------------------------------------------------------------------- operators


def _conditional(node: ast.Conditional, scope: Scope, expect: Expect) -> Expr:
    test = condition(node.test, scope)
    then = expression(node.then, scope, expect)
    other = expression(node.other, scope, expect or then.type)
    return core.Cond(common_type(then, other, node.span, scope), node.span, test, then, other)


def _and(node: ast.And, scope: Scope, expect: Expect) -> Expr:
    left, right = condition(node.left, scope), condition(node.right, scope)
    return core.Logic(FLAG, node.span, "and", left, right)


def _or(node: ast.Or, scope: Scope, expect: Expect) -> Expr:
    if (paid := _or_of_counters(node, scope)) is not None:
        return paid
    if (alternative := _or_of_values(node, scope)) is not None:
        return alternative
    left, right = condition(node.left, scope), condition(node.right, scope)
    return core.Logic(FLAG, node.span, "or", left, right)


def _or_of_counters(node: ast.Or, scope: Scope) -> Expr | None:
    """`you can pay 3 iron or wood`: that much of one of the two."""
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
    """`x is gold or silver`, where the right side is a value: one of them."""
    if not isinstance(node.left, ast.Is):
        return None
    try:
        first = expression(node.left.left, scope)
        value = expression(node.right, scope, first.type)
    except CheckError:
        return None
    if value.type == FLAG:
        return None
    more = core.Compare(FLAG, value.span, "==", first, value)
    return core.Logic(FLAG, node.span, "or", expression(node.left, scope), more)


def _not(node: ast.Not, scope: Scope, expect: Expect) -> Expr:
    return core.Not(FLAG, node.span, condition(node.value, scope))


_OPERATORS = {"PLUS": "+", "MINUS": "-", "TIMES": "*", "SLASH": "/", "MOD": "mod"}


def _arithmetic(node: ast.Arithmetic, scope: Scope, expect: Expect) -> Expr:
    left, right = number(node.left, scope), number(node.right, scope)
    return core.Arith(NUMBER, node.span, _OPERATORS[node.sign.kind], left, right)


def _negative(node: ast.Negative, scope: Scope, expect: Expect) -> Expr:
    return core.Arith(NUMBER, node.span, "-", lit(0, node.span), number(node.value, scope))


def _extreme(node: ast.Extreme, scope: Scope, expect: Expect) -> Expr:
    op = "min" if node.word.kind == "MIN_OF" else "max"
    left, right = number(node.left, scope), number(node.right, scope)
    return core.Arith(NUMBER, node.span, op, left, right)


_COMPARISONS = {
    "<": "<", "<=": "<=", ">": ">", ">=": ">=", "at least": ">=", "at most": "<=",
    "more than": ">", "fewer than": "<", "less than": "<",
}  # fmt: skip


def _comparison(node: ast.Comparison, scope: Scope, expect: Expect) -> Expr:
    words = " ".join(node.sign.text.split()).removeprefix("is ").removeprefix("are ")
    op, left = _COMPARISONS[words], ranked(node.left, scope)
    if left.type.base != "enum":
        return core.Compare(FLAG, node.span, op, left, number(node.right, scope))
    right = expression(node.right, scope, left.type.one())
    if right.type.one() != left.type.one() or right.type.many:
        message = f"can't compare {type_name(left.type)} with {type_name(right.type)}"
        raise CheckError("CW220", message, node.span)
    return hir.InOrder(FLAG, node.span, op, left, right)


# ------------------------------------------------------------------------------- is


def _is(node: ast.Is, scope: Scope, expect: Expect) -> Expr:
    item = expression(node.left, scope)
    _refuse_two_readings(item, node, scope)
    if (several := _is_one_of_several(item, node, scope)) is not None:
        return hir.IsNot(FLAG, node.span, several) if node.negated else several
    found = (
        at_bound(item, node, scope) or _described(item, node, scope) or _equal(item, node, scope)
    )
    return hir.IsNot(FLAG, node.span, found) if node.negated else found


def _is_one_of_several(item: Expr, node: ast.Is, scope: Scope) -> Expr | None:
    """`x is griffin`, where there are several: that it is one of them."""
    word = node.right.lone_word if isinstance(node.right, ast.NounPhrase) else None
    if word is None or word.text in scope.names or item.type.base != "thing" or item.type.many:
        return None
    found, board = scope.context.copied(word.text), scope.context.board
    if found is None or item.type.of == "thing" or board.noun(word.text):
        return None
    alike = board.is_a(found.kind, item.type.of) or board.is_a(item.type.of, found.kind)
    return is_one_of(item, found, node.span) if alike and word.text == found.id else None


def _is_a(node: ast.IsA, scope: Scope, expect: Expect) -> Expr:
    item, kinds = expression(node.left, scope), scope.context.board.kinds
    if item.type.base != "thing" or item.type.many:
        raise CheckError("CW220", f"expected one thing, found {type_name(item.type)}", item.span)
    if node.kind.text not in kinds:
        help = scope.context.near(node.kind.text, [*kinds])
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
    if kind == "thing" or board.is_a(word.text, kind) or board.is_a(kind, word.text):
        return core.IsKind(FLAG, span, item, word.text)
    raise CheckError("CW220", f"{article(kind)} can't be {article(word.text)}", word.span)


def _refuse_two_readings(item: Expr, node: ast.Is, scope: Scope) -> None:
    """Raises CheckError for `it is wagon` where one thing is called that, and others are wagons."""
    word = node.right.lone_word if isinstance(node.right, ast.NounPhrase) else None
    board, kind = scope.context.board, item.type.of
    if word is None or word.text not in scope.names or word.text not in board.kinds:
        return
    narrower = kind == "thing" or (word.text != kind and board.is_a(word.text, kind))
    if item.type.base == "thing" and not item.type.many and narrower and node.sign.text != "=":
        what = item.span.text
        raise CheckError(
            "CW236", f"`{word.text}` is a kind here, and the name of one thing", word.span,
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
    return reduce(lambda a, b: core.Logic(FLAG, node.span, "or", a, b), filter(None, tests))


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
        _may_be_none(item, node.left.span, scope)
    if value.type.base == "none" and isinstance(item, core.Get) and 0 in item.field.faces:
        message = f"a face of {article(item.field.kind)} may be 0, which is the same as none"
        raise CheckError("CW220", message, node.span, "name the blank side: `[blank, hit, hit]`")
    return _equals(item, value, node.span, scope)


def _equals(item: Expr, value: Expr, span: Span, scope: Scope) -> Expr:
    one_of = value.type.many and not item.type.many
    if not _comparable(item.type, value.type.one() if one_of else value.type, scope):
        message = f"can't compare {type_name(item.type)} with {type_name(value.type)}"
        help = f"say whose, as in `{item.type.of} of x`" if isinstance(item, core.Values) else ""
        raise CheckError("CW220", message, span, help)
    if one_of:
        return core.Member(FLAG, span, item, value)
    if not isinstance(item, core.Lit) and core.same(item, value):
        raise CheckError("CW233", "this compares something with itself", span,
                         "inside a set, the name of its kind means the one being tested; "
                         "name the other one first, as in `let here be town`")  # fmt: skip
    return core.Compare(FLAG, span, "==", item, value)


def _may_be_none(item: core.Reg, span: Span, scope: Scope) -> None:
    """Raises CheckError for what a rule takes, and never takes as none."""
    if item.index in scope.required:
        name, of = item.word, item.type.of
        help = f"a rule is not run with none, unless `takes` says `{name}: {of} or none`"
        raise CheckError("CW220", f"`{name}` is never none", span, help)


def _comparable(a: Type, b: Type, scope: Scope) -> bool:
    if "none" in (a.base, b.base):
        return True
    if a.base != b.base or a.many != b.many:
        return a.base in ("zone", "thing") and b.base in ("zone", "thing")
    return a.base != "thing" or fits(a.one(), b.of, scope) if a.base == "thing" else a.of == b.of


def _is_in(node: ast.IsIn, scope: Scope, expect: Expect) -> Expr:
    found = _in(node, scope)
    return hir.IsNot(FLAG, node.span, found) if node.negated else found


def _in(node: ast.IsIn, scope: Scope) -> Expr:
    item, where = expression(node.left, scope), expression(node.right, scope)
    member = where.type.many and _comparable(item.type, where.type.one(), scope)
    if member and not (node.sign.text.endswith("on") and _carried(item, where, scope)):
        return core.Member(FLAG, node.span, item, where)
    if item.type.base != "thing" or item.type.many:
        message = f"{type_name(item.type)} can't be in {type_name(where.type)}"
        raise CheckError("CW220", message, node.span)
    return located(item, item.type.of, where, node.span, scope)


def _carried(item: Expr, where: Expr, scope: Scope) -> bool:
    """Whether `item` lives on such things: `creature is on creatures`, which may carry others."""
    board = scope.context.board
    kind, of = item.type.of, where.type.of
    return kind in board.kinds and any(
        board.is_a(of, k) or board.is_a(k, of) for k in board.lives_on(kind)
    )


def _has_some(node: ast.HasSome, scope: Scope, expect: Expect) -> Expr:
    return has_some(_owner(node.owner, node.span, scope), node.quantifier, node.noun, node.span,
                    scope)  # fmt: skip


def _has_no(node: ast.HasNo, scope: Scope, expect: Expect) -> Expr:
    return has_no(_owner(node.owner, node.span, scope), node.noun, node.span, scope)


def _owner(node: ast.Expression, span: Span, scope: Scope) -> Expr:
    item = expression(node, scope)
    if item.type.base not in ("thing", "zone") or item.type.many:
        nobody = item.type.base == "none"
        help = "use `there are no players with KIND`" if nobody else ""
        raise CheckError("CW220", f"{type_name(item.type)} can't have anything", span, help)
    return item


def _there_is(node: ast.ThereIs, scope: Scope, expect: Expect) -> Expr:
    if "there" in scope.names and node.quantifier is None:
        about_place = _about_place(node, scope.names["there"], scope)
        if about_place is not None:
            return about_place
    return how_many(_existing(node, scope), node.quantifier, node.span, scope)


def _about_place(node: ast.ThereIs, there: Expr, scope: Scope) -> Expr | None:
    """`there is york`, `there is town`: that the place of an event is this one, or of this kind."""
    word, board = node.noun.lone_word, scope.context.board
    noun = board.noun(word.text) if word is not None and word.text not in scope.names else None
    if noun is None:
        found = expression(node.noun, scope, there.type)
        return None if found.type.many else _equals(there, found, node.span, scope)
    if noun[1] or not fits(there.type, noun[0], scope) or board.root(noun[0]) != "place":
        return None
    return core.IsKind(FLAG, node.span, there, noun[0])


def _there_is_no(node: ast.ThereIsNo, scope: Scope, expect: Expect) -> Expr:
    return hir.HowMany(FLAG, node.span, _existing(node, scope), none=True)


def _existing(node: ast.ThereIs | ast.ThereIsNo, scope: Scope) -> Expr:
    found = several(expression(node.noun, scope), scope)
    if not found.type.many:
        raise CheckError("CW217", f"expected a set, found {type_name(found.type)}", node.span)
    return found


# --------------------------------------------------------------------- over sets


def a_set(node: ast.Expression, scope: Scope) -> Expr:
    """A set; a zone means its contents."""
    found = several(expression(node, scope), scope)
    if found.type.base == "zone":
        return core.Contents(_held(found, scope).set(), found.span, found)
    if not found.type.many:
        raise CheckError("CW217", f"expected a set, found {type_name(found.type)}", found.span)
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
    value = number(node.value, inner) if op == "sum" else ranked(node.value, inner)
    return core.Reduce(value.type.maybe(), node.span, op, var.index, source, value)


def _top_by(node: ast.TopBy, scope: Scope, expect: Expect) -> Expr:
    op = "highest" if node.word.kind == "TOP" else "lowest"
    source, keys = a_set(node.source, scope), [(node.value, op), *deciders(node.ties, op)]
    if node.amount is not None:
        return _best_few(node, keys, source, scope)
    for value, best in keys:
        inner, var = _with_member(node.source, source, scope, node.span)
        source = core.ArgMax(source.type, node.span, best, var.index, source, ranked(value, inner))
    return source


def _best_few(node: ast.TopBy, keys: Keys, source: Expr, scope: Scope) -> Expr:
    """`top 2 dice by face of die`: ties decided by what it says, then by order."""
    assert node.amount is not None
    (value, op), *ties = keys
    alias = ast.alias_of(node.source)
    name = alias.text if alias else source.type.of
    source = in_order_of(source, ties, name, node.span, scope)
    inner, var = _with_member(node.source, source, scope, node.span)
    few = amount(node.amount, scope)
    return hir.BestFew(source.type, node.span, op, var.index, source, ranked(value, inner), few)


def _foremost(node: ast.Foremost, scope: Scope, expect: Expect) -> Expr:
    source = a_set(node.source, scope)
    best = direction(node.direction, "lowest")
    for value, op in ((node.value, best), *deciders(node.ties, "lowest")):
        inner, var = _with_member(node.source, source, scope, node.span)
        body = ranked(value, inner) if value is not None else lit(0, node.span)
        source = core.ArgMax(source.type, node.span, op, var.index, source, body)
    return replace(source, type=source.type.one().maybe(), one=True)  # type: ignore[call-arg]


Keys = Sequence[tuple[ast.Expression, str]]
"""What things are ordered by, each with whether the `highest` or the `lowest` comes first."""


def deciders(ties: Sequence[ast.ThenBy], otherwise: str) -> Keys:
    """What decides ties, one after the other."""
    return [(tie.value, direction(tie.direction, otherwise)) for tie in ties]


def direction(word: Word | None, otherwise: str) -> str:
    """`highest` or `lowest`, of `, highest first`."""
    return word.text.lstrip(", \t\r\n").split()[0] if word else otherwise


def in_order_of(source: Expr, keys: Keys, name: str, span: Span, scope: Scope) -> Expr:
    """Sorted by the last key first: sorting keeps the order of ties."""
    for value, first in reversed(keys):
        member, var = scope.with_variable((name,), source.type.one(), span)
        body = ranked(value, member)
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


def _held(found: Expr, scope: Scope) -> Type:
    held = scope.context.board.zones.get(found.type.of)
    return Type("thing", held.holds if held else "player")


def _top_of(node: ast.TopOf, scope: Scope, expect: Expect) -> Expr:
    found = zone(node.zone, scope)
    count = amount(node.amount, scope) if node.amount else None
    type = _held(found, scope).set() if count else _held(found, scope).maybe()
    return core.TopOf(type, node.span, found, node.word.kind == "BOTTOM", count)


def _everything_in(node: ast.EverythingIn, scope: Scope, expect: Expect) -> Expr:
    found = zone(node.zone, scope)
    return core.Contents(_held(found, scope).set(), node.span, found)


def _one_player(node: ast.Expression, scope: Scope) -> Expr:
    found = expression(node, scope, PLAYER)
    if found.type.one() != PLAYER or found.type.many:
        raise CheckError("CW220", f"expected a player, found {type_name(found.type)}", found.span)
    return found


def _numbers_from(node: ast.NumbersFrom, scope: Scope, expect: Expect) -> Expr:
    node = node.named
    low, high = number(node.low, scope), number(node.high, scope)
    source = core.Numbers(NUMBER.set(), node.span, low, high)
    if node.test is None:
        return source
    inner, var = _with_member(node, source, scope, node.span)
    return core.Filter(source.type, node.span, var.index, source, condition(node.test, inner))


def _can_pay(node: ast.CanPay, scope: Scope, expect: Expect) -> Expr:
    """`you can pay 2 gold`: including counters that pay for it."""
    who = _one_player(node.player, scope)
    act = next((part for part in node.cost.parts if isinstance(part, ast.Act)), None)
    if act is not None:
        help = "ask for what it needs, as in `there are carts of you`"
        raise CheckError("CW225", "only payments can be asked about", act.span, help)
    return hir.CanPay(FLAG, node.span, who, cost_of(node.cost, scope))


def _can_be_used(node: ast.CanBeUsed, scope: Scope, expect: Expect) -> Expr:
    """`event of card can be used`: a printed effect."""
    board, noun = scope.context.board, node.printed
    words = noun.words.names if isinstance(noun, ast.NounPhrase) else ()
    slots = sorted({slot for kind in board.kinds.values() for slot in kind.rules})
    if not isinstance(noun, ast.NounPhrase) or noun.of is None or len(words) != 1:
        help = "as in `event of card can be used`"
        raise CheckError("CW220", "expected an effect printed on a thing", noun.span, help)
    word, of = words[0], expression(noun.of.argument, scope)
    if word.text not in slots:
        message = f"no kind has a rule `{word.text}`"
        raise CheckError("CW211", message, word.span, which(word.text, slots))
    kinds = (*board.below(of.type.of), *board.ancestors(of.type.of)) if of.type.is_thing else ()
    if not any(word.text in board.kinds[kind].rules for kind in kinds):
        raise CheckError("CW220", f"{type_name(of.type)} has no `{word.text}`", noun.span)
    return hir.CanBeUsed(FLAG, node.span, word.text, of)


def _keyed(node: ast.Keyed, scope: Scope, expect: Expect) -> Expr:
    message = "unexpected `of` after parentheses"
    help = "only state with `per` is written like this, as in `stock of (KEY) of player`"
    raise CheckError("CW222", message, node.owner.span, help)


def _nth_of(node: ast.NthOf, scope: Scope, expect: Expect) -> Expr:
    values = tuple(number(item, scope) for item in node.items)
    return core.Nth(NUMBER, node.span, number(node.index, scope), values)


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
    ast.Number: _number, ast.Flag: _flag, ast.Nothing: _nothing,
    ast.Parenthesized: _parenthesized, ast.SetLiteral: _set_literal,
    ast.NounPhrase: noun_phrase, ast.Name: _name,
    ast.Conditional: _conditional, ast.Or: _or, ast.And: _and, ast.Not: _not,
    ast.Arithmetic: _arithmetic, ast.Negative: _negative, ast.Extreme: _extreme,
    ast.Comparison: _comparison, ast.Is: _is, ast.IsA: _is_a, ast.IsIn: _is_in,
    ast.IsCopy: _is_copy, ast.CanPay: _can_pay, ast.RoomFor: room_for,
    ast.CanBeUsed: _can_be_used, ast.Keyed: _keyed,
    ast.HasNo: _has_no, ast.HasSome: _has_some, ast.ThereIsNo: _there_is_no,
    ast.ThereIs: _there_is, ast.CountOf: _count_of, ast.SumOver: _sum_over,
    ast.ExtremeOver: _extreme_over, ast.TopBy: _top_by, ast.Foremost: _foremost,
    ast.OnlyOne: _only_one, ast.TopOf: _top_of, ast.EverythingIn: _everything_in,
    ast.StepAlong: step_along, ast.NumbersFrom: _numbers_from, ast.NthOf: _nth_of,
    ast.LongestLine: _longest_line, ast.Together: _together,
}  # fmt: skip
