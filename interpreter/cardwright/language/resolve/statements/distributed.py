"""Statements with *each* inside: `remove 1 cart from each town` is done for each town."""

from __future__ import annotations

from collections.abc import Callable

from cardwright.language import hir
from cardwright.language.core import Block
from cardwright.language.registry.movement import To
from cardwright.language.registry.verb import Verb
from cardwright.language.resolve.ambiguities.named_kinds import Number, refuse_named
from cardwright.language.resolve.errors import CheckError
from cardwright.language.resolve.nouns.sets import a_set
from cardwright.language.resolve.scope import Scope
from cardwright.language.syntax import ast
from cardwright.language.syntax.nodes import Node, Word, rewritten
from cardwright.source.text import Span

Each = ast.Quantified | ast.Of | ast.Phrase
Resolve = Callable[[ast.Act, Scope], Block]


def distributed(clause: ast.VerbClause, verb: Verb) -> Each | None:
    """The first `each` inside a phrase: `from each river base`, `of each player`; and that of
    `give 1 gold to each player`.
    """
    for node in clause.walk():
        if isinstance(node, ast.Quantified) and isinstance(node.quantifier, ast.Every):
            _refuse_in_per(node.quantifier.span, clause)
            return node
        if isinstance(node, ast.Of) and node.each is not None:
            _refuse_in_per(node.each.span, clause)
            return node
    to = getattr(clause, "to", None)
    gives = verb.movement is not None and verb.movement.to is To.PLAYER
    if gives and isinstance(to, ast.Phrase) and isinstance(to.quantifier, ast.Every):
        return to
    return None


def _refuse_in_per(each: Span, clause: ast.VerbClause) -> None:
    """Raises CheckError for `gain 1 gold per cart on each town`: `per` counts all of them."""
    per = getattr(clause, "per", None)
    if isinstance(per, ast.NounPhrase) and each.start >= per.extent.start:
        help = "remove it, and write the kind in the plural: `per` counts all of them"
        raise CheckError("CW219", f"`{each.text}` has no meaning after `per`", each, help)


def repeated(node: ast.Act, each: Each, scope: Scope, act: Resolve) -> Block:
    """`remove 1 x from each y` as `for each y: remove 1 x from y`."""
    members, number = _each_of(each)
    refuse_named(number, members, scope)
    source = a_set(members, scope)
    kind = source.type.of
    inner = scope.inner()
    reg = inner.bind_register(f"each {kind}", source.type.one(), each.span)
    inner.names[kind] = reg
    one = _put(each, members, kind)
    body = act(rewritten(node, lambda part: one if part is each else None), inner)
    return (hir.Distributed(node.span, reg.index, source, body),)


def _each_of(each: Each) -> tuple[ast.Expression, Number | None]:
    match each:
        case ast.Quantified():
            return each.noun, each.quantifier
        case ast.Of():
            return each.argument, each.each
        case ast.Phrase():
            return each.value, each.quantifier


def _put(each: Each, members: ast.Expression, kind: str) -> Node:
    """The phrase for one member: its kind."""
    span = members.span
    word = Word("NAME", kind, span)
    words = ast.Words(span, (word,), 1, (word,))
    plain = ast.NounPhrase(span, (words,), 2, None, words, None, None, ())
    if isinstance(each, ast.Phrase):
        return ast.Phrase(each.span, (plain,), 3, None, plain)
    return ast.Of(each.span, (plain,), 3, None, plain) if isinstance(each, ast.Of) else plain
