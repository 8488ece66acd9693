"""Conditions for a list that a player brings, about the list or about a card."""

from __future__ import annotations

from cardwright.board.types import NUMBER, thing
from cardwright.language import core
from cardwright.language.declared import ListRule
from cardwright.language.front_end.checked import CheckedListRule
from cardwright.language.front_end.session import Session
from cardwright.language.resolve.scope import RegisterAllocator, Scope

COPIES = "copies"
"""The word for how many of a card a list names."""


def check_list_rule(rule: ListRule, session: Session) -> None:
    """A rule that mentions the card, or its copies, must hold for each card."""
    kind, span = session.context.board.list_kind(), rule.condition
    if kind is None or kind.lists is None:
        return
    scope, of = Scope(session.context, RegisterAllocator()), kind.lists.of
    about = (core.Reg(thing(of), span, 1), core.Reg(NUMBER, span, 2))
    scope.names |= {kind.name: core.Reg(thing(kind.name), span, 0), of: about[0], COPIES: about[1]}
    test = session.condition(span, scope)
    if test is not None:
        registers = {node.index for node in core.walk(test) if isinstance(node, core.Reg)}
        each = not registers.isdisjoint({1, 2})
        session.checked.list_rules.append(CheckedListRule(rule, test, each))
