"""Resolves `do`, `perform` and `open`: rules and menus by name, and their arguments."""

from __future__ import annotations

from cardwright.board.model import Board
from cardwright.language import core, hir
from cardwright.language.core import Block
from cardwright.language.declared import Menu, Parameter, Rule
from cardwright.language.inflection import article
from cardwright.language.resolve.diagnostics.fitting_names import arguments_for, wrong_number
from cardwright.language.resolve.dispatch import expression, statement
from cardwright.language.resolve.errors import CheckError, which
from cardwright.language.resolve.names import type_of
from cardwright.language.resolve.nouns.things import checked_argument
from cardwright.language.resolve.scope import Scope
from cardwright.language.resolve.statements.choices import acting_player
from cardwright.language.syntax import ast
from cardwright.source.records import dataclass


def open_menu(node: ast.OpenMenu, scope: Scope) -> Block:
    other = statement(node.otherwise, scope.inner()) if node.otherwise else None
    return (_opened(node, scope, other),)


def open_until_pass(node: ast.OpenUntilPass, scope: Scope) -> Block:
    return (hir.OpenUntilPass(node.span, _opened(node, scope, (core.Break(node.span),))),)


def _opened(
    node: ast.OpenMenu | ast.OpenUntilPass, scope: Scope, other: Block | None
) -> core.OpenMenu:
    menus = scope.context.declared.menus
    if node.menu.text not in menus:
        raise CheckError("CW211", f"there is no menu `{node.menu.text}`", node.menu.span,
                         which(node.menu.text, menus))  # fmt: skip
    menu = menus[node.menu.text]
    args, needed = _taken(node, "open", menu, scope)
    return core.OpenMenu(node.span, menu.name, acting_player(scope, node.span), other, args, needed)


def _no_rule(name: str, scope: Scope) -> str:
    """Help for `do x`, where `x` is no rule."""
    declared = scope.context.declared
    if any(name in kind.rules for kind in scope.context.board.kinds.values()):
        return f"it is printed on things: write `perform {name} of x`"
    option = next((one for one in declared.options if one.id == name), None)
    if option is not None:
        return (f"it is an option, which `open {option.menu}` offers; put what it does into a "
                "rule, and do that rule in both places")  # fmt: skip
    return which(name, declared.rules)


def do(node: ast.Do, scope: Scope) -> Block:
    rules = scope.context.declared.rules
    rule = rules.get(node.rule.text)
    if rule is None:
        raise CheckError("CW211", f"there is no rule `{node.rule.text}`", node.rule.span,
                         _no_rule(node.rule.text, scope))  # fmt: skip
    args, needed = _taken(node, "do", rule, scope)
    who = acting_player(scope, node.span)
    return (core.CallRule(node.span, rule.name, who, args, needed),)


@dataclass(frozen=True, slots=True)
class Printed:
    """The parameters of an effect that is printed on a thing, and its name."""

    name: str
    takes: tuple[Parameter, ...]


Taker = Rule | Menu | Printed


def _taken(
    node: ast.Do | ast.Perform | ast.OpenMenu | ast.OpenUntilPass,
    verb: str,
    taker: Taker,
    scope: Scope,
) -> tuple[tuple[core.Expr, ...], tuple[core.Expr, ...]]:
    """The arguments of a rule or a menu, and those of them that must not be none."""
    values, takes = node.arguments.values if node.arguments else (), taker.takes
    if len(values) != len(takes):
        given = f" with {arguments_for(takes, scope)}" if takes else ""
        help = f"write it as `{verb} {taker.name}{given}`"
        message = wrong_number(taker.name, takes, len(values))
        if isinstance(taker, Rule) and not takes and len(values) == 1:
            help += f", or let the rule take it{_to_take(values[0], scope)}"
        raise CheckError("CW218", message, node.span, help)
    args = [_argument(value, p, taker, scope) for value, p in zip(values, takes, strict=True)]
    needed = tuple(arg for arg, p in zip(args, takes, strict=True) if _is_needed(arg, p))
    return tuple(args), needed


def _to_take(value: ast.Expression, scope: Scope) -> str:
    """`: takes: {lost: boat}` for a value with a name, or ""."""
    word, type = value.lone_word if isinstance(value, ast.NounPhrase) else None, None
    if word is not None and word.text in scope.names:
        type = scope.names[word.text].type
    known = word is not None and type is not None and type.of in scope.context.board.kinds
    return f": `takes: {{{word.text}: {type.of}}}`" if known and word and type else ""


def _argument(value: ast.Expression, parameter: Parameter, taker: Taker, scope: Scope) -> core.Expr:
    """An argument. Raises CheckError for none, unless the parameter is optional."""
    expect = type_of(parameter, scope)
    found = checked_argument(expression(value, scope, expect), expect, value.span, scope)
    if found.type.base == "none" and expect.base == "thing" and not parameter.optional:
        known = f"{parameter.name}: {parameter.type} or none"
        help = f"if it may be none, write `{known}` in `takes` of `{taker.name}`"
        done = "the rule would not be run"
        if isinstance(taker, Menu):
            done = "the menu would offer nothing"
        elif isinstance(taker, Printed):
            done = "nothing would be done"
        message = f"expected {parameter.type}, found none: {done}"
        raise CheckError("CW220", message, value.span, help)
    return found


def _is_needed(argument: core.Expr, parameter: Parameter) -> bool:
    """Whether this argument may be none, in which case the rule is not run."""
    type = argument.type
    return type.optional and type.base == "thing" and not parameter.optional


def perform(node: ast.Perform, scope: Scope) -> Block:
    word, of = node.slot, expression(node.of, scope)
    board = scope.context.board
    slots = sorted({s for k in board.kinds.values() for s in k.rules})
    if word.text not in slots:
        raise CheckError("CW212", f"no kind has the rule `{word.text}`", word.span,
                         which(word.text, slots))  # fmt: skip
    if of.type.base != "thing" or of.type.many:
        help = f"choose it first: `choose 1 {of.type.of}, as x`, then `x`" if of.type.many else ""
        raise CheckError("CW220", f"expected one thing, found {of.type}", of.span, help)
    if not _may_carry(of.type.of, word.text, board):
        raise CheckError("CW212", f"{article(of.type.of)} has no rule `{word.text}`", of.span,
                         f"only these do: {_carriers(word.text, board)}")  # fmt: skip
    args, needed = _taken(node, "perform", _printed(word, of, scope), scope)
    who = acting_player(scope, node.span)
    return (core.Perform(node.span, word.text, of, who, args, needed),)


def _printed(slot: ast.Word, of: core.Expr, scope: Scope) -> Printed:
    """The parameters of such an effect. Raises CheckError if the things that may carry it
    differ.
    """
    board, declared, kind = scope.context.board, scope.context.declared, of.type.of
    near = (*board.below(kind), *board.ancestors(kind)) if kind in board.kinds else board.kinds
    bearers = [k for k in near if slot.text in board.kinds[k].rules]
    found = {tuple((p.type, p.optional) for p in declared.taken_by(k, slot.text)) for k in bearers}
    if len(found) > 1:
        kinds = " and ".join(f"`{board.kinds[k].plural}`" for k in bearers)
        message = f"`{slot.text}` takes something else of {kinds}"
        raise CheckError("CW215", message, slot.span, "ask first: `if it is a KIND: ...`")
    name = f"{slot.text} of {bearers[0]}"
    return Printed(name, declared.taken_by(bearers[0], slot.text))


def _may_carry(kind: str, slot: str, board: Board) -> bool:
    """Whether things of a kind, or of a subkind, may have such a rule."""
    kinds = (*board.below(kind), *board.ancestors(kind)) if kind in board.kinds else ()
    return not kinds or any(slot in board.kinds[k].rules for k in kinds)


def _carriers(slot: str, board: Board) -> str:
    return ", ".join(f"`{kind.plural}`" for kind in board.kinds.values() if slot in kind.rules)
