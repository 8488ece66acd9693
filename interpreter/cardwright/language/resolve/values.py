"""Numbers, flags and names, and calculations with them."""

from __future__ import annotations

from collections.abc import Mapping

from cardwright.board.types import FLAG, NUMBER, PLAYER, design
from cardwright.language import core, hir
from cardwright.language.core import Expr, lit, none
from cardwright.language.resolve.ambiguities.several_owners import refuse_set, refuse_several
from cardwright.language.resolve.common_types import common_type
from cardwright.language.resolve.conditions.known_kinds import with_known_kinds
from cardwright.language.resolve.counters.costs import cost_of
from cardwright.language.resolve.diagnostics.name_errors import unknown_name
from cardwright.language.resolve.dispatch import Expect, condition, expression, number, type_name
from cardwright.language.resolve.errors import CheckError, which
from cardwright.language.resolve.names import name
from cardwright.language.resolve.scope import Rule, Scope
from cardwright.language.resolve.texts import read_cost
from cardwright.language.syntax import ast
from cardwright.language.syntax.nodes import Node
from cardwright.source.text import Span


def _number(node: ast.Number, scope: Scope, expect: Expect) -> Expr:
    return lit(scope.context.number(node.word), node.span)


def _flag(node: ast.Flag, scope: Scope, expect: Expect) -> Expr:
    return core.Lit(FLAG, node.span, int(node.word.kind == "YES"))


def _nothing(node: ast.Nothing, scope: Scope, expect: Expect) -> Expr:
    return none(node.span)


def _parenthesized(node: ast.Parenthesized, scope: Scope, expect: Expect) -> Expr:
    return expression(node.value, scope, expect)


def _name(node: ast.Name, scope: Scope, expect: Expect) -> Expr:
    found = name(node.word, scope, expect)
    if found is None:
        raise unknown_name(node.word, scope)
    return found


def _conditional(node: ast.Conditional, scope: Scope, expect: Expect) -> Expr:
    test = condition(node.test, scope)
    then = expression(node.then, with_known_kinds(test, scope), expect)
    other = expression(node.other, scope, expect or then.type)
    return core.Cond(common_type(then, other, node.span, scope), node.span, test, then, other)


_OPERATORS = {"PLUS": "+", "MINUS": "-", "TIMES": "*", "SLASH": "/", "MOD": "mod"}


def _arithmetic(node: ast.Arithmetic, scope: Scope, expect: Expect) -> Expr:
    left, right = number(node.left, scope), number(node.right, scope)
    op = _OPERATORS[node.sign.kind]
    require_divisor(op, right)
    if op == "/" and isinstance(left, core.Lit) and isinstance(right, core.Lit):
        _comes_out_even(left.value, right.value, node.span)
    return core.Arith(NUMBER, node.span, op, left, right)


def require_divisor(op: str, right: Expr) -> None:
    """Refuses to divide by a literal 0, which always gives 0. Raises CheckError."""
    if op in ("/", "mod") and isinstance(right, core.Lit) and right.value == 0:
        raise CheckError(
            "CW219", "dividing by 0 always gives 0", right.span, "write another number"
        )


def _comes_out_even(left: int, right: int, span: Span) -> None:
    """Refuses `1 / 2`, which is 0. Raises CheckError."""
    if right and left % right:
        message = f"`{left} / {right}` is {left // right}: `/` rounds down"
        help = f"write {left // right}, or divide last, as in `round / {right}`"
        raise CheckError("CW219", message, span, help)


def _negative(node: ast.Negative, scope: Scope, expect: Expect) -> Expr:
    return core.Arith(NUMBER, node.span, "-", lit(0, node.span), number(node.value, scope))


def _extreme(node: ast.Extreme, scope: Scope, expect: Expect) -> Expr:
    op = "min" if node.word.kind == "MIN_OF" else "max"
    left, right = number(node.left, scope), number(node.right, scope)
    return core.Arith(NUMBER, node.span, op, left, right)


def _payer(node: ast.CanPay, scope: Scope) -> Expr:
    refuse_several(node.player, node, scope)
    found = expression(node.player, scope, PLAYER)
    if found.type.many:
        refuse_set(node.player, node, scope)
    if found.type.one() != PLAYER or found.type.many:
        raise CheckError("CW220", f"expected a player, found {type_name(found.type)}", found.span)
    return found


def _can_pay(node: ast.CanPay, scope: Scope, expect: Expect) -> Expr:
    """`you can pay 2 gold`: including counters that pay for it."""
    who = _payer(node, scope)
    inner = scope.inner()
    inner.subject = who
    return hir.CanPay(FLAG, node.span, who, cost_of(node.cost, inner))


def _can_be_used(node: ast.CanBeUsed, scope: Scope, expect: Expect) -> Expr:
    """`event of card can be used`: a printed effect."""
    board, noun = scope.context.board, node.printed
    noun = noun.inner if isinstance(noun, ast.Parenthesized) else noun
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
    return hir.CanBeUsed(FLAG, node.span, word.text, of, _payable(word.text, of, scope))


def _payable(slot: str, of: Expr, scope: Scope) -> Expr | None:
    """The condition that the cost of an effect can be paid, whichever definition it is printed on.

    Paid by the actor; if there is none, by the thing's owner.
    """
    board, tests = scope.context.board, list[Expr]()
    who = scope.chooser
    if who is None and of.type.of in board.kinds and board.has_owner(of.type.of):
        who = core.Owner(PLAYER.maybe(), of.span, of)
    for effect in scope.context.declared.effects if who is not None else ():
        kind, of_kind = effect.bearer.kind, of.type.of
        if effect.slot != slot or effect.cost is None or who is None:
            continue
        if not board.related(kind, of_kind):
            continue
        node = read_cost(effect.cost, scope.context)
        if node is not None:
            inner = scope.inner(this=of, you=who)
            paid = hir.CanPay(FLAG, node.span, who, cost_of(node.cost, inner, free=True))
            design_ = core.Named(design(kind), node.span, kind, effect.bearer.id)
            other = core.Not(FLAG, node.span, hir.IsCopy(FLAG, node.span, of, design_))
            tests.append(core.Logic(FLAG, node.span, "or", other, paid))
    return core.joined("and", tests, tests[0].span) if tests else None


def _keyed(node: ast.Keyed, scope: Scope, expect: Expect) -> Expr:
    message = "unexpected `of` after parentheses"
    help = "only state with `per` is written like this, as in `stock of (KEY) of player`"
    raise CheckError("CW222", message, node.owner.span, help)


def _nth_of(node: ast.NthOf, scope: Scope, expect: Expect) -> Expr:
    values = tuple(number(item, scope) for item in node.items)
    return core.Nth(NUMBER, node.span, number(node.index, scope), values)


RULES: Mapping[type[Node], Rule] = {
    ast.Number: _number, ast.Flag: _flag, ast.Nothing: _nothing, ast.Name: _name,
    ast.Parenthesized: _parenthesized, ast.Conditional: _conditional,
    ast.Arithmetic: _arithmetic, ast.Negative: _negative, ast.Extreme: _extreme,
    ast.CanPay: _can_pay, ast.CanBeUsed: _can_be_used, ast.Keyed: _keyed, ast.NthOf: _nth_of,
}  # fmt: skip
