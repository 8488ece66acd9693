"""Rules and printed effects, and how an effect becomes a routine."""

from __future__ import annotations

from cardwright.board.declarations import Field
from cardwright.board.types import FLAG, PLAYER, thing
from cardwright.language import core, hir
from cardwright.language.declared import Effect, Rule
from cardwright.language.front_end.scopes import bind_parameters, user_of
from cardwright.language.front_end.session import Keys, Session
from cardwright.language.lower.statements import Lowering
from cardwright.language.resolve.counters.costs import cost_of
from cardwright.language.resolve.diagnostics.modifier_errors import no_price
from cardwright.language.resolve.diagnostics.undeclared_words import with_undeclared
from cardwright.language.resolve.errors import CheckError, which
from cardwright.language.resolve.scope import Context, RegisterAllocator, Scope
from cardwright.language.resolve.statements.statements import block
from cardwright.language.resolve.texts import read_cost, read_effect
from cardwright.language.syntax import ast
from cardwright.language.vocabulary.verbs.pay import Pay, paying
from cardwright.source.text import Span


def filled_routine(
    origin: core.Origin,
    scope: Scope,
    takes: int,
    body: Span,
    span: Span,
    session: Session,
    used: Field | None = None,
    cost: Span | None = None,
) -> core.Routine:
    """The routine of an effect whose names are bound; `used` is the flag of its limit.

    Nothing happens if its `cost` can't be paid.
    """
    node, keys = read_effect(body, session.context), Keys(session.context)
    resolved = block(node.statements, scope) if node else ()
    if cost is not None:
        resolved = keys.check(_paid_first, cost, resolved, scope, session) or resolved
    if used is not None and used.span is not None and resolved:
        keys.check(rule_of, used.span, session.context)
        resolved = (hir.OncePer(used.span, used, user_of(scope), resolved, cost is not None),)
    keys.end()
    done = Lowering(session.lowered, scope.allocator).block(resolved)
    registers, source = scope.allocator.registers, scope.allocator.source
    return core.Routine(core.routine_name(origin), takes, registers, done, span, resolved,
                        source=source, origin=origin)  # fmt: skip


def _paid_first(cost: Span, body: core.Block, scope: Scope, session: Session) -> core.Block:
    said, you = payment_of(cost, scope, session), scope.names["you"]
    if said is None:
        return body
    of = said.cost if isinstance(said, Pay) else _plain(said)
    able = hir.CanPay(FLAG, cost, you, of)
    return (hir.PaidFirst(cost, able, (said, *body), ()),)


def _plain(said: core.Assign) -> hir.Cost:
    return hir.Cost((hir.Payment(said.span, (said.field,), said.value),))


def payment_of(text: Span, scope: Scope, session: Session) -> core.Assign | Pay | None:
    """The payment of a `cost:` such as `1 cp`, which means `pay 1 cp`; None if it has errors that
    are reported. Raises CheckError for others."""
    before = len(session.context.report)
    node = read_cost(text, session.context)
    if node is None:
        if len(session.context.report) > before:
            return None
        raise no_price(text, session.context.board)
    first = node.cost.first
    if isinstance(first, ast.Payment) and first.amount.quantifier is None:
        raise no_price(text, session.context.board)
    try:
        return paying(cost_of(node.cost, scope, free=True), scope.names["you"], text)
    except CheckError as error:
        raise with_undeclared(node, error, scope) from None


def rule_of(limit: Span, context: Context) -> str:
    """The rule of `once per RULE`."""
    node, rules = context.parser.limit(limit), context.declared.rules
    if node is None:
        raise CheckError("CW211", "expected `once per RULE`", limit)
    if node.rule.text not in rules:
        raise CheckError("CW211", f"there is no rule `{node.rule.text}`", node.rule.span,
                         which(node.rule.text, rules))  # fmt: skip
    return node.rule.text


def check_rule(rule: Rule, session: Session) -> None:
    scope = Scope(session.context, RegisterAllocator())
    scope.bind_register("you", PLAYER, rule.span)
    bind_parameters(rule.takes, scope)
    takes = 1 + len(rule.takes)
    made = filled_routine(rule, scope, takes, rule.body, rule.span, session)
    session.checked.rules[rule.name] = made


def check_effect(effect: Effect, session: Session) -> None:
    bearer, scope = effect.bearer, Scope(session.context, RegisterAllocator())
    scope.bind_register("you", PLAYER, effect.body)
    scope.bind_register("this", thing(bearer.kind), effect.body)
    takes = session.context.declared.taken_by(bearer.kind, effect.slot)
    bind_parameters(takes, scope)
    made = filled_routine(effect, scope, 2 + len(takes), effect.body, effect.body, session,
                          effect.used, effect.cost)  # fmt: skip
    session.checked.effects[effect.key] = made
