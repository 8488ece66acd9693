"""Noun phrases: one thing, or a set; see `noun_sets`."""

from __future__ import annotations

from dataclasses import replace

from cardwright.board.types import Type
from cardwright.language import core
from cardwright.language.core import Expr
from cardwright.language.resolve import names
from cardwright.language.resolve.diagnostics.adjective_errors import no_value
from cardwright.language.resolve.diagnostics.name_errors import unknown_name
from cardwright.language.resolve.nouns.connections import connection
from cardwright.language.resolve.nouns.indexed_state import one_of_several
from cardwright.language.resolve.nouns.noun_sets import (
    copies,
    names_copies,
    noun_set,
    qualified,
    whose,
)
from cardwright.language.resolve.nouns.postmodifiers import any_zone
from cardwright.language.resolve.nouns.steps import step_across
from cardwright.language.resolve.nouns.things import is_set, one_thing
from cardwright.language.resolve.scope import Scope
from cardwright.language.syntax import ast
from cardwright.language.syntax.nodes import Word
from cardwright.source.text import Span


def noun_phrase(node: ast.NounPhrase, scope: Scope, expect: Type | None = None) -> Expr:
    """One thing or a set of things."""
    if node.postmodifiers:
        node = replace(node, postmodifiers=_hoisted(node.postmodifiers, scope))
    if (connected := connection(node, scope)) is not None:
        return connected
    groups, noun = node.words.groups, node.words.noun
    _joined_values(groups, scope)
    if names_copies(node, scope):
        return copies(node, groups, scope)
    if len(node.words.parts) == 1 and node.of is not None:
        who = whose(node.determiner, scope) if node.determiner else None
        if (cell := one_of_several(noun, node, who, scope)) is not None:
            return cell
    if node.determiner is None and node.alias is None and len(node.words.parts) == 1:
        found = one_thing(noun, node.of, node.postmodifiers, scope, expect, node.span)
        if found is not None:
            return found
    if node.determiner is None and (step := step_across(node, scope)) is not None:
        return step
    if not node.of and not node.postmodifiers:
        if len(groups) == 2 and node.determiner is None and (one := qualified(groups, scope)):
            return one
        if len(groups) == 1 and len(groups[0]) > 1:
            return _alternatives(groups[0], scope, expect, node.span)
    return noun_set(node, scope)


def _joined_values(groups: list[list[Word]], scope: Scope) -> None:
    """Raises CheckError if `or` joins words that are not both values."""
    for group in groups:
        if len(group) > 1:
            odd = [word for word in group if word.text not in scope.context.values]
            if odd:
                raise no_value(odd[0], group, groups[-1][-1], scope)


def _hoisted(mods: tuple[ast.Postmodifier, ...], scope: Scope) -> tuple[ast.Postmodifier, ...]:
    """`cards on track where ...`: postmodifiers after a zone or a single thing describe the
    cards.
    """
    found: list[ast.Postmodifier] = []
    for mod in mods:
        match mod:
            case (
                ast.Located(location=ast.NounPhrase() as noun)
                | ast.Without(location=ast.NounPhrase() as noun)
            ) if noun.postmodifiers and not _names_several(noun, scope):
                found.append(replace(mod, location=_stripped(noun)))
                found += _hoisted(noun.postmodifiers, scope)
            case ast.Located(location=ast.Quantified() as some) if (
                some.noun.postmodifiers
                and any_zone(replace(some, noun=_stripped(some.noun)), scope)
            ):
                found.append(replace(mod, location=replace(some, noun=_stripped(some.noun))))
                found += _hoisted(some.noun.postmodifiers, scope)
            case _:
                found.append(mod)
    return tuple(found)


def _stripped(noun: ast.NounPhrase) -> ast.NounPhrase:
    return replace(noun, postmodifiers=())


def _names_several(noun: ast.NounPhrase, scope: Scope) -> bool:
    """Whether a phrase is a set by its noun, which postmodifiers then narrow."""
    word = noun.words.noun
    if noun.of is not None and len(noun.words.names) == 1:
        return is_set(word, scope)  # `place of cart` is one, `carts of player` are several
    return word.text not in scope.names and scope.context.board.noun(word.text) is not None


def _alternatives(words: list[Word], scope: Scope, expect: Type | None, span: Span) -> Expr:
    items = []
    for word in words:
        found = names.name(word, scope, expect)
        if found is None:
            raise unknown_name(word, scope)
        items.append(found)
    return core.SetOf(items[0].type.set(), span, tuple(items))
