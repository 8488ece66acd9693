"""Rules and printed effects, and the routine that is made of any effect."""

from __future__ import annotations

from dataclasses import replace

from cardwright.board.model import Field
from cardwright.board.types import PLAYER, thing
from cardwright.language import core, hir
from cardwright.language.declared import Effect, Rule
from cardwright.language.front_end.scopes import bind_parameters, user_of
from cardwright.language.front_end.session import Session
from cardwright.language.lower.statements import Lowering
from cardwright.language.resolve.errors import CheckError, which
from cardwright.language.resolve.scope import Context, RegisterAllocator, Scope
from cardwright.language.resolve.statements import block
from cardwright.language.resolve.texts import read_effect
from cardwright.source.text import Span


def filled_routine(
    name: str,
    scope: Scope,
    takes: int,
    body: Span,
    span: Span,
    session: Session,
    used: Field | None = None,
) -> core.Routine:
    """Of an effect whose names are bound; `used`: the flag of what can be used only so often."""
    node = read_effect(body, session.context)
    resolved = block(node.statements, scope) if node else ()
    if used is not None and used.span is not None and resolved:
        rule_of(used.span, session.context)
        resolved = (hir.OncePer(used.span, used, user_of(scope), resolved),)
    done = Lowering(session.lowered, scope.allocator).block(resolved)
    made = core.Routine(name, takes, scope.allocator.registers, done, span, resolved)
    return replace(made, source=scope.allocator.source)


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
    made = filled_routine(rule.name, scope, takes, rule.body, rule.span, session)
    session.checked.rules[rule.name] = made


def check_effect(effect: Effect, session: Session) -> None:
    bearer, scope = effect.bearer, Scope(session.context, RegisterAllocator())
    scope.bind_register("you", PLAYER, effect.body)
    scope.bind_register("this", thing(bearer.kind), effect.body)
    name = f"{bearer.id}/{effect.slot}"
    made = filled_routine(name, scope, 2, effect.body, effect.body, session, effect.used)
    session.checked.effects[(bearer.kind, bearer.id, effect.slot)] = made
