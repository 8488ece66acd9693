"""`during combat`, `during your turn`: whether a rule is running, and who runs it.

Responsible for the cell of state that a game has for each rule that its texts ask this about: the
player who runs it, or none.
"""

from __future__ import annotations

from cardwright.board.built_in import runner_cell
from cardwright.board.types import FLAG, PLAYER, Type
from cardwright.language import hir
from cardwright.language.core import Expr
from cardwright.language.resolve.dispatch import expression, type_name
from cardwright.language.resolve.errors import CheckError, which
from cardwright.language.resolve.nouns.noun_sets import whose
from cardwright.language.resolve.scope import Scope
from cardwright.language.syntax import ast


def during(node: ast.During, scope: Scope, expect: Type | None) -> Expr:
    context, rule = scope.context, node.rule
    if rule.text not in context.declared.rules:
        message = f"there is no rule `{rule.text}`"
        raise CheckError("CW211", message, rule.span, which(rule.text, context.declared.rules))
    cell = runner_cell(rule.text)
    if context.checked and cell.name not in context.board.state:
        help = "a game records this only if its own rules use it"
        raise CheckError("CW213", f"it is not known here who runs `{rule.text}`", node.span, help)
    context.asked_during.add(rule.text)
    return hir.During(FLAG, node.span, rule.text, cell, _by(node, scope))


def _by(node: ast.During, scope: Scope) -> Expr | None:
    """The player whose run it is; None for anybody's."""
    if node.of is None:
        return whose(node.whose, scope) if node.whose is not None else None
    by = expression(node.of, scope, PLAYER)
    if by.type.one() != PLAYER or by.type.many:
        raise CheckError("CW220", f"expected a player, found {type_name(by.type)}", by.span)
    return by
