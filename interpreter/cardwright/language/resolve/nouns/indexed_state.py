"""State with a cell for each word or thing: `price of salt`, `your stock of salt`.

For state of a thing, the owner comes after the key: `stock of salt of rival`.
"""

from __future__ import annotations

from dataclasses import replace

from cardwright.board.declarations import Field
from cardwright.language import hir
from cardwright.language.core import Expr
from cardwright.language.resolve.dispatch import expression
from cardwright.language.resolve.errors import CheckError
from cardwright.language.resolve.nouns.things import checked_argument
from cardwright.language.resolve.scope import Scope
from cardwright.language.syntax import ast
from cardwright.language.syntax.nodes import Word
from cardwright.source.text import Span


def indexed(
    shared: Field, of: Expr | None, key: ast.Expression, span: Span, scope: Scope
) -> hir.Indexed:
    """The cell for a key. Raises CheckError for anything that is not a key."""
    assert shared.per is not None
    found = checked_argument(expression(key, scope, shared.per), shared.per, key.span, scope)
    return hir.Indexed(shared.type, span, shared, of, found)


def one_of_several(word: Word, node: ast.NounPhrase, of: Expr | None, scope: Scope) -> Expr | None:
    """`word of KEY`, or `word of KEY of OWNER`, if the word is state with several cells.

    `of` is the owner if *your* or *their* says who it is.
    """
    board = scope.context.board
    if word.text in scope.names or node.of is None or node.of.each is not None:
        return None
    key = node.of.argument
    if of is not None:
        shared = board.indexed_state(of.type.of, word.text) if of.type.is_thing else None
        return indexed(shared, of, key, node.span, scope) if shared else None
    if (shared := board.indexed_state("", word.text)) is not None:
        return indexed(shared, None, key, node.span, scope)
    owners = [kind for kind in board.kinds.values() if word.text in kind.indexed]
    return _owned(word, owners[0].indexed[word.text], key, node.span, scope) if owners else None


def _owned(word: Word, shared: Field, key: ast.Expression, span: Span, scope: Scope) -> Expr:
    assert shared.per is not None
    if isinstance(key, ast.Keyed):
        which: ast.Expression = key.key
        owner = key.owner
    elif isinstance(key, ast.NounPhrase) and key.of is not None:
        which, owner = replace(key, of=None), key.of.argument
    else:
        help = f"write `{word.text} of {shared.per.of.upper()} of {shared.kind.upper()}`"
        raise CheckError("CW220", f"whose `{word.text}` is meant?", span, help)
    of, board = expression(owner, scope), scope.context.board
    found = board.indexed_state(of.type.of, word.text) if of.type.is_thing else None
    if found is None:
        raise CheckError("CW212", f"{of.type} has no `{word.text}`", owner.span)
    return indexed(found, of, which, span, scope)
