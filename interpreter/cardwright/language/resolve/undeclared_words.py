"""Words that nothing declares: each is an error, whatever else is wrong in its statement."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator
from itertools import islice

from cardwright.board.types import Type
from cardwright.language.core import Expr
from cardwright.language.registry import keywords
from cardwright.language.resolve.error_recovery import report_error
from cardwright.language.resolve.errors import CheckError, UnknownName
from cardwright.language.resolve.name_errors import unknown_name
from cardwright.language.resolve.scope import Scope
from cardwright.language.syntax import ast
from cardwright.language.syntax.foreign_words import is_foreign
from cardwright.language.syntax.nodes import Node, Word
from cardwright.source.edits import Suggestion
from cardwright.source.text import Span

MOST = 20
"""So many undeclared words of a part are reported."""


def resolved(resolve: Callable[..., Expr], node: Node, scope: Scope, *more: Type | None) -> Expr:
    """The result of `resolve`. Raises CheckError for an undeclared word first."""
    try:
        return resolve(node, scope, *more)
    except CheckError as error:
        raise with_undeclared(node, error, scope) from None


def with_undeclared(node: Node, error: CheckError, scope: Scope) -> CheckError:
    """The error of a part, after the undeclared words elsewhere in it are reported. The error is
    about a misspelt word of the same phrase if there is one, as it may follow from that.
    """
    odd = [*islice(_undeclared(node, scope), MOST)]
    near = [word for phrase, word in odd if _touches(phrase.extent, error)]
    for phrase, word in odd:
        if not _touches(phrase.extent, error) or not error.code:
            report_error(unknown_name(word, scope), scope.context)
    if isinstance(error, UnknownName):
        _report_misspelt([word for word in near if not _touches(word.span, error)], scope)
        return error
    if not near or not error.code or any(_touches(word.span, error) for word in near):
        return error
    misspelt = unknown_name(near[-1], scope)
    return misspelt if isinstance(misspelt.help, Suggestion) else error


def _report_misspelt(words: list[Word], scope: Scope) -> None:
    for found in (unknown_name(word, scope) for word in words):
        if isinstance(found.help, Suggestion):
            report_error(found, scope.context)


def _undeclared(node: Node, scope: Scope) -> Iterator[tuple[Node, Word]]:
    """The words of noun phrases that are not declared, and are not known from other games."""
    given, verbs = {*_given(node)}, scope.context.parser.verbs
    for part in node.walk():
        for word in part.words.names if isinstance(part, ast.NounPhrase) else ():
            is_known = word.text in given or is_declared(word.text, scope)
            if not is_known and not is_foreign(word.text, verbs):
                yield part, word


def _touches(span: Span, error: CheckError) -> bool:
    return error.span.start < span.end and span.start < error.span.end


def _given(node: Node) -> Iterator[str]:
    """The names that phrases give: those that are no words of a noun phrase."""
    for part in node.walk():
        if not isinstance(part, ast.Words):
            yield from (one.text for one in part.layout
                        if isinstance(one, Word) and one.kind == "NAME")  # fmt: skip


def is_declared(text: str, scope: Scope) -> bool:
    """Whether a word means something anywhere in the game."""
    return _is_known(text, scope) or any(
        text.startswith(prefix) and _is_known(text.removeprefix(prefix), scope)
        for prefix in ("un", "non-")
    )


def _is_known(text: str, scope: Scope) -> bool:
    context, verbs = scope.context, scope.context.parser.verbs
    return (
        any(text in names for names in _names(scope))
        or text in keywords.built_in(verbs.by_adjective)
        or text in keywords.reserved()
        or text in verbs.by_form
        or text in keywords.connection_words()
        or text in ("full", "empty", "source")
        or context.board.face_noun(text) is not None
        or context.board.noun(text) is not None
        or context.board.enum_noun(text) != ""
        or context.copied(text) is not None
    )


def _names(scope: Scope) -> Iterator[Container[str]]:
    """What a text and its game declare, apart from nouns."""
    board, declared = scope.context.board, scope.context.declared
    yield from (scope.names, scope.context.names, board.keywords, declared.rules, declared.menus)
    yield from (kind.rules for kind in board.kinds.values())
