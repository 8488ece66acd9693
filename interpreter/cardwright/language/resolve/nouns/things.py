"""One thing or value: a name, a property of something, a definition with its arguments."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from cardwright.board.types import NUMBER, Type
from cardwright.language import core
from cardwright.language.core import Expr
from cardwright.language.declared import TypeName
from cardwright.language.resolve import names
from cardwright.language.resolve.diagnostics.fitting_names import fitting_name, wrong_number
from cardwright.language.resolve.diagnostics.property_errors import no_property
from cardwright.language.resolve.dispatch import expression
from cardwright.language.resolve.errors import AlreadyReported, CheckError
from cardwright.language.resolve.nouns.narrowing import narrowed
from cardwright.language.resolve.nouns.postmodifiers import location
from cardwright.language.resolve.scope import Scope
from cardwright.language.syntax import ast
from cardwright.language.syntax.nodes import Word
from cardwright.source.edits import Suggestion
from cardwright.source.text import Span

_NOTHING = {"flag": "no", "number": "0"}
"""What is written in place of `none` for values that are always there."""
Mods = Sequence[ast.Postmodifier]


def one_thing(
    word: Word, of: ast.Of | None, mods: Mods, scope: Scope, expect: Type | None, span: Span
) -> Expr | None:
    """The meaning of a word and the phrases after it; None if it is a noun for several things."""
    if of is None and not mods:
        return names.name(word, scope, expect)
    declared = scope.context.declared.definitions.get(word.text)
    takes = declared.takes if declared and word.text not in scope.names else ()
    if of is None and takes and takes[0].preposition != "of":
        return _call(word, (), mods, scope, span)
    if of is None:
        bound = names.name(word, scope) if word.text in scope.names else None
        return _narrowed(bound, mods, scope) if bound is not None and bound.type.many else None
    if of.each is not None:
        return None
    if declared and len(declared.takes) > 1:
        return _call(word, (of.argument,), mods, scope, span)
    return None if is_set(word, scope) else _property(word, of, mods, scope, span)


def _property(word: Word, of: ast.Of, mods: Mods, scope: Scope, span: Span) -> Expr | None:
    declared = scope.context.declared.definitions.get(word.text)
    takes = declared.takes if declared else ()
    expected = names.type_of(takes[0], scope) if takes else None
    argument = expression(of.argument, scope, expected)
    found = names.property_of(word.text, argument, scope, span)
    if isinstance(found, core.Position) and mods and isinstance(mods[0], ast.Located | ast.Without):
        return core.Position(NUMBER, span, found.of, location(mods[0], scope))
    if found is None:
        if scope.context.board.noun(word.text) or scope.context.copied(word.text):
            return None
        raise no_property(word, argument, scope)
    return _narrowed(found, mods, scope) if mods else found


def is_set(word: Word, scope: Scope) -> bool:
    """`carts of player` is a set: a plural noun, unless it is also a field's name."""
    noun = scope.context.board.noun(word.text)
    if noun is None:
        return False
    board = scope.context.board
    if word.text in board.zones and board.zones[word.text].each_player:
        return False
    return noun[1] and not any(word.text in k.fields for k in board.kinds.values())


def _narrowed(source: Expr, mods: Mods, scope: Scope) -> Expr:
    """The set that a name refers to, narrowed by the phrases after it."""
    if not source.type.many:
        raise CheckError("CW217", f"this is a single {source.type}, not a set", mods[0].span)
    return narrowed(source, source.type.of, mods, scope, source.span)


def _call(
    word: Word, first: Sequence[ast.Expression], mods: Mods, scope: Scope, span: Span
) -> Expr:
    """`presence of player on base`: a definition with several parameters, or without an `of`."""
    declared = scope.context.declared.definitions[word.text]
    found: list[ast.Expression | None] = [*first]
    for mod in mods:
        found += _arguments(mod)
    nodes = [node for node in found if node is not None]
    if len(nodes) != len(declared.takes) or None in found:
        message = wrong_number(word.text, declared.takes, len(found))
        raise CheckError("CW218", message, span, f"write it as `{declared.signature}`")
    args = []
    for node, parameter in zip(nodes, declared.takes, strict=True):
        expect = names.type_of(parameter, scope)
        args.append(checked_argument(expression(node, scope, expect), expect, node.span, scope))
    return names.call(word.text, tuple(args), scope, span)


def _arguments(mod: ast.Postmodifier) -> list[ast.Expression | None]:
    """The arguments in `on base` or, with a third one, `on base with x`; None if there are none."""
    match mod:
        case ast.Located(location=ast.Quantified(noun=noun)) | ast.WithSome(noun=noun):
            node: ast.Expression = noun
        case ast.Located(location=ast.Expression() as node):
            pass
        case _:
            return [None]
    if not isinstance(node, ast.NounPhrase) or not node.postmodifiers:
        return [node]
    bare = replace(node, postmodifiers=())
    return [bare, *(n for more in node.postmodifiers for n in _arguments(more))]


def checked_argument(arg: Expr, expect: Type, span: Span, scope: Scope) -> Expr:
    """An argument of the expected type. Raises CheckError for any other type."""
    word = f"set of {expect.of}" if expect.many else expect.of or expect.base
    matches = arg.type.many == expect.many or arg.type.base == "none"
    if "unknown" in (expect.base, arg.type.base):
        raise AlreadyReported(span)
    if not matches or not names.fits(arg.type.one(), TypeName(expect.of or expect.base), scope):
        help = _right_argument(arg, expect, span, scope)
        raise CheckError("CW220", f"expected {word}, found {arg.type}", span, help)
    return arg


def _right_argument(arg: Expr, expect: Type, span: Span, scope: Scope) -> str:
    """How to write an argument of the expected type, which this one is not: a name that is known
    here, a number, or what has to be chosen first.
    """
    if expect.many:
        return ""
    if arg.type.base == "none" and span.text == "none" and expect.base in _NOTHING:
        word = _NOTHING[expect.base]
        return Suggestion.only(f"write `{word}`", "none", word)
    several = arg.type.many and arg.type.of == expect.of
    choose = f"`choose 1 {expect.of}, as x`, then `x`"
    if known := fitting_name(expect, scope):
        other = f", or choose another {expect.of} first: {choose}" if several else ""
        return f"write `{known}`{other}"
    if expect.base == "flag":
        return "write `yes` or `no`, or a condition"
    if expect.base == "number":
        return "write a number, as in `2`, or `number of ...`"
    return f"choose one first: {choose}" if several or expect.base == "thing" else ""
