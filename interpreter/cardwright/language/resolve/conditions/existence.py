"""Conditions about what there is: `you have a cart`, `there are no carts on york`."""

from __future__ import annotations

from collections.abc import Mapping

from cardwright.board.types import FLAG, UNKNOWN
from cardwright.language import core, hir
from cardwright.language.core import Expr
from cardwright.language.declared import TypeName
from cardwright.language.resolve.ambiguities.named_kinds import not_a_set, refuse_named_counted
from cardwright.language.resolve.ambiguities.several_owners import refuse_only_one, subject_of
from cardwright.language.resolve.ambiguities.shared_places import plural_phrase, refuse_shared
from cardwright.language.resolve.conditions.equality import equals
from cardwright.language.resolve.diagnostics.superlatives import (
    refuse_comparison,
    refuse_superlative,
)
from cardwright.language.resolve.dispatch import Expect, expression, type_name
from cardwright.language.resolve.errors import AlreadyReported, CheckError
from cardwright.language.resolve.names import fits
from cardwright.language.resolve.nouns.designs import several
from cardwright.language.resolve.nouns.postmodifiers import has_no, has_some, refuse_no_yours
from cardwright.language.resolve.quantities import how_many
from cardwright.language.resolve.scope import Rule, Scope
from cardwright.language.syntax import ast
from cardwright.language.syntax.nodes import Node


def _has_some(node: ast.HasSome, scope: Scope, expect: Expect) -> Expr:
    refuse_only_one(node.owner, _held(node), scope)
    owner, said = _owner(node.owner, node, scope), node.owner.extent.text
    refuse_superlative(owner, node.noun, scope, said)
    refuse_comparison(owner, node.noun, scope, said)
    return has_some(owner, node.quantifier, node.noun, node.span, scope)


def _held(node: ast.HasSome) -> tuple[Node, ...]:
    return (node.noun,) if node.quantifier is None else (node.quantifier, node.noun)


def _has_no(node: ast.HasNo, scope: Scope, expect: Expect) -> Expr:
    return has_no(_owner(node.owner, node, scope), node, scope)


def _owner(node: ast.Expression, whole: ast.Expression, scope: Scope) -> Expr:
    item, span = subject_of(node, whole, scope), whole.span
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
    _refuse_place_of_event(node, scope)
    refuse_named_counted(node.quantifier, node.noun, scope)
    refuse_shared(node.quantifier, node.noun, scope)
    return how_many(_existing(node, scope), node.quantifier, node.span, scope)


def _about_place(node: ast.ThereIs, there: Expr, scope: Scope) -> Expr | None:
    """`there is york`, `there is town`: the place of an event is this one, or of this kind."""
    if there.type == UNKNOWN:
        raise AlreadyReported(node.span)
    word, board = node.noun.lone_word, scope.context.board
    if word is None or word.text in scope.names or board.noun(word.text) is None:
        found = expression(node.noun, scope, there.type)
        return None if found.type.many else equals(there, found, node.span, scope)
    kind = _singular_place(node.noun, scope)
    return core.IsKind(FLAG, node.span, there, kind) if kind else None


def _refuse_place_of_event(node: ast.ThereIs | ast.ThereIsNo, scope: Scope) -> None:
    """Raises CheckError for `there is a wild town` in an ability: *there*, or anywhere?"""
    kind = _singular_place(node.noun, scope)
    if not kind:
        return
    here, any = ("not ", "no ") if isinstance(node, ast.ThereIsNo) else ("", "")
    every, several = scope.context.board.kinds[kind].plural, plural_phrase(node.noun, scope)
    help = f"for the place of the event, write `there is {here}in {several}`; "
    help += f"for {every} in general, `there are {any}{several}`"
    message = f"this may be about the place of the event, or about any {kind}"
    raise CheckError("CW236", message, node.span, help)


def _singular_place(noun: ast.NounPhrase, scope: Scope) -> str:
    """The kind of places that a noun in the singular names, if *there* may be one; else ""."""
    word, there, board = noun.words.noun, scope.names.get("there"), scope.context.board
    found = board.noun(word.text) if word.text not in scope.names else None
    if there is None or there.type == UNKNOWN or found is None or found[1]:
        return ""
    if board.root(found[0]) != "place":
        return ""
    return found[0] if fits(there.type, TypeName(found[0]), scope) else ""


def _there_is_no(node: ast.ThereIsNo, scope: Scope, expect: Expect) -> Expr:
    refuse_no_yours(node)
    _refuse_place_of_event(node, scope)
    return hir.HowMany(FLAG, node.span, _existing(node, scope), none=True)


def _existing(node: ast.ThereIs | ast.ThereIsNo, scope: Scope) -> Expr:
    found = several(expression(node.noun, scope), scope)
    if not found.type.many:
        raise not_a_set(found, node.noun, node.span, scope)
    return found


RULES: Mapping[type[Node], Rule] = {
    ast.HasNo: _has_no, ast.HasSome: _has_some,
    ast.ThereIsNo: _there_is_no, ast.ThereIs: _there_is,
}  # fmt: skip
