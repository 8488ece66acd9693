"""Errors for properties that a thing does not have, as in `colour of town`.

Knows nothing about how phrases are read.
"""

from __future__ import annotations

from cardwright.board.built_in import root_kinds
from cardwright.board.types import NUMBER, PLAYER, Type
from cardwright.language.core import Expr
from cardwright.language.inflection import article, listed
from cardwright.language.resolve.diagnostics.extremes import extreme_of_two, extreme_over
from cardwright.language.resolve.diagnostics.known_names import (
    known_of,
    properties,
    suggested_properties,
)
from cardwright.language.resolve.diagnostics.name_examples import with_examples
from cardwright.language.resolve.diagnostics.plural_names import plural_of_kind
from cardwright.language.resolve.diagnostics.word_context import WordContext
from cardwright.language.resolve.errors import AlreadyReported, CheckError
from cardwright.language.resolve.scope import Scope
from cardwright.language.syntax import ast
from cardwright.language.syntax.foreign_words import intended_word
from cardwright.language.syntax.nodes import Word
from cardwright.source.spelling import did_you_mean

MOST_SHOWN = 8


def no_property(word: Word, of: Expr, scope: Scope) -> CheckError:
    """The error for a property that a value does not have, or not here."""
    kind = of.type.of
    if word.text in properties(of.type, scope):
        return CheckError("CW212", f"`{of.span.text}` is not a single {kind} here", of.span,
                          _single_help(word, of, scope))  # fmt: skip
    help = _unknown_help(word, of, scope)
    if (made := scope.context.declared.definitions.get(word.text)) and not made.takes:
        if scope.context.definitions.known_type(word.text) is None:
            return AlreadyReported(word.span)
        help = f"it is one value for the whole game: write `{word.text}`"
    what = article(kind or of.type.base)
    return CheckError("CW212", f"{what} has no `{word.text}`", word.span, help)


def _unknown_help(word: Word, of: Expr, scope: Scope) -> str:
    """Help for a property that things of a kind do not have."""
    if of.type.base == "zone" and word.text in ("top", "bottom"):
        return _end_of_zone(word, of, scope)
    return (
        (extreme_of_two(word.text) if of.type == NUMBER else "")
        or _one_of(word, of)
        or _summed(word, of, scope)
        or with_examples(intended_word(word.text), scope.context, word.span)
        or plural_of_kind(word.text, scope.context.board)
        or did_you_mean(word.text, [*suggested_properties(of.type, scope), *_owned(of.type, scope)])
        or _possessions(word, of.type, scope)
    )


def _possessions(word: Word, type: Type, scope: Scope) -> str:
    """What a thing has, for a word in its place; of a player, also the pieces, as in `your boats`.
    Only state can be changed, and a definition has no use for itself."""
    near, kinds = WordContext(word, scope), scope.context.board.kinds.values()
    names = [name for name in properties(type, scope) if name not in _defined_around(word, scope)]
    plurals = {kind.plural for kind in kinds if kind.name not in root_kinds()}
    pieces = [f"`{noun}`" for noun in _owned(type, scope) if noun in plurals]
    if near.is_changed:
        names, pieces = [name for name in names if _is_state(type.of, name, scope)], []
    said = listed([f"`{name}`" for name in names[:MOST_SHOWN]])
    owned = f"the pieces {listed(pieces[:MOST_SHOWN])}" if pieces else ""
    has = f"{article(type.of or type.base)} has"
    return f"{has} {', and '.join(filter(None, (said, owned)))}" if said or owned else ""


def _defined_around(word: Word, scope: Scope) -> list[str]:
    """The name of the definition whose text has a word."""
    definitions = scope.context.declared.definitions.values()
    return [made.name for made in definitions if word.span.is_within(made.body)]


def _is_state(kind: str, name: str, scope: Scope) -> bool:
    board = scope.context.board
    field = board.field(kind, name) or board.indexed_state(kind, name)
    return field is not None and not field.printed


def _end_of_zone(word: Word, of: Expr, scope: Scope) -> str:
    """Help for `the top of deck`, and for `top of deck` where it needs parentheses."""
    said = f"{word.text} of {of.type.of}"
    before = [one.text for one in WordContext(word, scope).tokens_before()]
    is_the = before[-1:] == ["the"]
    return f"write `{said}`, without `the`" if is_the else f"put it in parentheses: `({said})`"


def _single_help(word: Word, of: Expr, scope: Scope) -> str:
    """Help for a property of several things, or of a kind: which one is meant?"""
    kind, board = of.type.of, scope.context.board
    near = WordContext(word, scope)
    if known_help := _definition_without(kind, near) or extreme_over(near):
        return known_help
    own = known_of(kind, scope)
    names = [*scope.names] or [*board.things.get(kind, ())][:4]
    known = ", ".join(f"`{name}`" for name in names) or "nothing"
    help = f"write `{word.text} of {own[0]}`" if own else f"names known here: {known}"
    if word.text in board.zones:
        return f"{help}; for that of any {kind}, write `any {word.text}`"
    if of.type.many and kind in board.kinds and _has_where(near):
        plural = board.kinds[kind].plural
        help += f"; `where` tests the noun before it, as in `... of ({plural} where ...)`"
    return help


def _definition_without(kind: str, near: WordContext) -> str:
    """Help in a definition that names the kind it is about in its text, but not in its key."""
    definitions = near.scope.context.declared.definitions.values()
    own = next((made for made in definitions if near.word.span.is_within(made.body)), None)
    if own is None or own.takes or _has_where(near):
        return ""
    return f"add the kind to the key: `{own.name} of {kind}: ...`"


def _has_where(near: WordContext) -> bool:
    """Whether the text of a word has a `where`."""
    return near.tree is not None and any(isinstance(part, ast.Where) for part in near.tree.walk())


def _one_of(word: Word, of: Expr) -> str:
    """Help for `next to one of your boats`."""
    if word.text != "one" or not of.type.many:
        return ""
    return f"choose it first: `choose 1 of {of.span.text}, as x`, then `x`"


def _summed(word: Word, of: Expr, scope: Scope) -> str:
    """Help for `the total of the dice`."""
    board, kind = scope.context.board, of.type.of
    fields = board.fields(kind) if kind in board.kinds else {}
    number = next(
        (
            name
            for name, field in fields.items()
            if field.type.base == "number" and name != "order" and not field.is_internal
        ),
        "",
    )
    if word.text not in ("total", "sum") or not of.type.many or not number:
        return ""
    return f"write `sum of {number} of {of.type.of} over {of.span.text}`"


def _owned(type: Type, scope: Scope) -> list[str]:
    """The possessions of such a thing, as in `your boats`: the nouns of all pieces, if players can
    have them.
    """
    board = scope.context.board
    kinds = board.below("piece") if type.one() == PLAYER else ()
    return [noun for kind in kinds for noun in (kind, board.kinds[kind].plural)]
