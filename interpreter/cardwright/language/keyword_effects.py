"""The grants and losses of keywords, as modifiers of the definitions that keywords are.

A grant sets a keyword, adds to its number or is its lowest value; a loss is its highest value, so
that it comes after all grants. Silence is the loss of every keyword, and stops printed abilities
from counting. Decides which modifiers these make. Knows nothing about how they are applied.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from cardwright.board.declarations import ADDS_UP, Keyword
from cardwright.board.model import Board
from cardwright.board.types import FLAG, NUMBER, thing
from cardwright.language import core
from cardwright.language.active import SILENCED
from cardwright.language.core import Expr
from cardwright.language.declared import Ability, Declared
from cardwright.language.inflection import article
from cardwright.language.lower.expressions import Expressions
from cardwright.language.lower.membership import membership
from cardwright.language.registry.operation import BY_NAME
from cardwright.language.resolve.dispatch import condition, expression, type_name
from cardwright.language.resolve.errors import CheckError, which
from cardwright.language.resolve.quantities import amount
from cardwright.language.resolve.scope import Scope
from cardwright.language.resolve.texts import read_expression, read_keyword
from cardwright.language.syntax import ast
from cardwright.source.text import NOWHERE, Span

Modifiers = Iterator[tuple[str, core.Modifier]]
"""Each with the name of the definition that it changes."""
BEARER = 0  # the variable of the thing that has the keyword


def silenced(declared: Declared) -> Mapping[str, core.Function]:
    """The function that says whether a thing is silenced, in games where something silences."""
    ability = next((one for one in declared.abilities if one.kind.silences), None)
    if ability is None:
        return {}
    body = core.Lit(FLAG, ability.span, 0)
    return {SILENCED: core.Function(SILENCED, (thing("thing"),), body, ability.span)}


def keyword_modifiers(ability: Ability, scope: Scope, lower: Expressions) -> Modifiers:
    """The modifiers that an ability makes; in `scope`, variable 0 is the thing that has a keyword.

    Raises CheckError for an error in its texts.
    """
    text = ability.pattern if ability.kind.silences else ability.body
    assert text is not None
    node = read_expression(text, scope.context)
    word = None if ability.kind.silences else read_keyword(ability.pattern, scope.context)
    if node is None or (word is None and not ability.kind.silences):
        return
    whom = _whom(node, scope)
    if word is None:
        yield from _silence(ability, whom, scope, lower)
    else:
        yield from _change(ability, word, whom, scope, lower)


def _whom(node: ast.Expression, scope: Scope) -> Expr:
    """A thing or a set of things."""
    found = expression(node, scope)
    if found.type.base != "thing":
        message = f"expected a thing or a set of things, found {type_name(found.type)}"
        raise CheckError("CW220", message, node.span)
    return found


# ---------------------------------------------------------------------- grants and losses


def _change(
    ability: Ability, word: ast.KeywordText, whom: Expr, scope: Scope, lower: Expressions
) -> Modifiers:
    keyword = _keyword(word, scope)
    board = scope.context.board
    if not _related(whom.type.of, keyword.kind, board):
        message = f"{article(whom.type.of)} can't have `{keyword.name}`"
        raise CheckError("CW220", message, whom.span, f"name {board.kinds[keyword.kind].plural}")
    about = _about_bearer(keyword, scope)
    value = _value(ability, word, keyword, about)
    written = _condition(ability, about)
    test = _test(keyword.kind, whom, written, lower)
    number = lower(value) if value is not None else None
    for operation, operand in _operations(ability, keyword, number, word.span):
        how = BY_NAME[operation]
        yield (
            keyword.name,
            core.Modifier(ability, how, test, operand, whom=whom, number=value, condition=written),
        )


def _keyword(word: ast.KeywordText, scope: Scope) -> Keyword:
    known = scope.context.board.keywords
    if word.name.text not in known:
        raise CheckError("CW211", f"there is no keyword `{word.name.text}`", word.name.span,
                         which(word.name.text, known))  # fmt: skip
    return known[word.name.text]


def _related(one: str, other: str, board: Board) -> bool:
    return one == "thing" or board.related(one, other)


def _value(ability: Ability, word: ast.KeywordText, keyword: Keyword, scope: Scope) -> Expr | None:
    """The number that is granted or lost. Raises CheckError for a keyword that requires a number
    and has none.
    """
    name, grants = keyword.name, ability.kind.grants
    if word.amount is None:
        if keyword.number and grants:
            raise CheckError("CW221", f"`{name}` needs a number", word.span, f"as in `{name} 1`")
        return None
    if not keyword.number:
        raise CheckError("CW220", f"`{name}` has no number", word.amount.span, "remove it")
    if not grants and keyword.number != ADDS_UP:
        message = f"`{name}` counts by its highest number, and nothing can lower that"
        raise CheckError("CW227", message, word.amount.span, "remove the number to take all of it")
    found = amount(word.amount, scope)
    if isinstance(found, core.Lit) and found.value < 1:
        message = f"`{name} {found.value}` is no different from not having it"
        raise CheckError("CW237", message, word.amount.span, "write at least 1")
    return found


def _about_bearer(keyword: Keyword, scope: Scope) -> Scope:
    """The scope in which the thing that has the keyword can be named by its kind."""
    if keyword.kind in scope.names:
        return scope
    bearer = core.Var(thing(keyword.kind).maybe(), keyword.span or NOWHERE, BEARER)
    return scope.inner(**{keyword.kind: bearer})


def _operations(
    ability: Ability, keyword: Keyword, value: Expr | None, span: Span
) -> list[tuple[str, Expr]]:
    """The operations of modifiers, with their operands."""
    none = core.Lit(keyword.printed.type, span, 0)
    if ability.kind.grants:
        if value is None:
            return [("set", core.Lit(FLAG, span, 1))]
        return [("add" if keyword.number == ADDS_UP else "at least", value)]
    if value is None:
        return [("at most", none)]
    return [("add", core.Arith(NUMBER, span, "-", none, value)), ("at least", none)]


def _condition(ability: Ability, scope: Scope) -> Expr | None:
    node = read_expression(ability.condition, scope.context) if ability.condition else None
    return condition(node, scope) if node is not None else None


def _test(kind: str, whom: Expr, written: Expr | None, lower: Expressions) -> Expr:
    """The test of whether an ability is about a thing of a kind."""
    test = membership(core.Var(thing(kind).maybe(), whom.span, BEARER), lower(whom))
    return test if written is None else core.Logic(FLAG, test.span, "and", test, lower(written))


# -------------------------------------------------------------------------------- silence


def _silence(ability: Ability, whom: Expr, scope: Scope, lower: Expressions) -> Modifiers:
    board, span = scope.context.board, ability.pattern
    kind = whom.type.of if whom.type.of in board.kinds else "thing"
    written = _condition(ability, scope)
    test = _test(kind, whom, written, lower)

    def made(operation: str, value: Expr) -> core.Modifier:
        return core.Modifier(ability, BY_NAME[operation], test, value, whom=whom, condition=written)

    yield SILENCED, made("set", core.Lit(FLAG, span, 1))
    for keyword in board.keywords.values():
        if _related(kind, keyword.kind, board):
            yield keyword.name, made("at most", core.Lit(keyword.printed.type, span, 0))
