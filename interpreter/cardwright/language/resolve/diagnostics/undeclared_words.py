"""Words that nothing declares: each is an error, whatever else is wrong in its statement."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import islice

from cardwright.board.types import Type
from cardwright.language.core import Expr
from cardwright.language.registry.keywords import reserved
from cardwright.language.resolve.diagnostics.adjective_errors import no_adjective
from cardwright.language.resolve.diagnostics.known_names import is_declared
from cardwright.language.resolve.diagnostics.name_errors import unknown_name
from cardwright.language.resolve.error_recovery import report_error
from cardwright.language.resolve.errors import CheckError, UnknownName
from cardwright.language.resolve.scope import Scope
from cardwright.language.syntax import ast
from cardwright.language.syntax.foreign_words import is_foreign
from cardwright.language.syntax.nodes import Node, Word
from cardwright.source.edits import Suggestion
from cardwright.source.text import Span

NO_PLACE = "CW221"
MOST = 20
"""At most this many undeclared words of a part are reported."""


def resolved(resolve: Callable[..., Expr], node: Node, scope: Scope, *more: Type | None) -> Expr:
    """The result of `resolve`. Raises CheckError for an undeclared word first."""
    try:
        return resolve(node, scope, *more)
    except CheckError as error:
        raise with_undeclared(node, error, scope) from None


def with_undeclared(node: Node, error: CheckError, scope: Scope) -> CheckError:
    """The error of a part, after the undeclared words elsewhere in it are reported, each once. The
    error is about a misspelt word of the same phrase if there is one, as it may follow from that.
    """
    verbs = scope.context.parser.verbs
    others = (one for one in _undeclared(node, scope) if not is_foreign(one[1].text, verbs))
    odd = [*islice(others, MOST)]
    said = {error.word.text} if isinstance(error, UnknownName) else set()
    for phrase, word in odd:
        if word.text in said or (error.code and _touches(word.span, error)):
            continue
        found = _beside(phrase, word, error, scope)
        if found is not None:
            report_error(found, scope.context)
            said.add(word.text)
    near = [one for one in odd if _touches(one[0].extent, error)]
    if keyword := _misspelt_keyword(near, error, scope):
        return keyword
    if not near or not error.code or any(_touches(word.span, error) for _, word in near):
        return error
    misspelt = _no_meaning(*near[-1], scope)
    return misspelt if isinstance(misspelt.help, Suggestion) else error


def without_meaning(nodes: Iterable[Node], scope: Scope) -> CheckError | None:
    """The error for a word that is neither declared nor misspelt, so that nothing else can be said
    about these parts; None if there is none."""
    odd = (one for node in nodes for one in _undeclared(node, scope))
    errors = (_no_meaning(phrase, word, scope) for phrase, word in odd)
    return next((one for one in errors if not isinstance(one.help, Suggestion)), None)


def _misspelt_keyword(
    near: list[tuple[ast.NounPhrase, Word]], error: CheckError, scope: Scope
) -> CheckError | None:
    """The error for a misspelt word of the language that has caused another error in its phrase:
    `form` in `remove 1 boat form rival`."""
    own = error.word if isinstance(error, UnknownName) else None
    if own is None and error.code != NO_PLACE:
        return None
    for phrase, word in near:
        found = _no_meaning(phrase, word, scope) if word is not own else None
        meant = found.help.words if found and isinstance(found.help, Suggestion) else ()
        if meant and reserved().issuperset(meant):
            return found
    return None


def _beside(
    phrase: ast.NounPhrase, word: Word, error: CheckError, scope: Scope
) -> CheckError | None:
    """The error for an undeclared word besides another error: it is in another phrase, or both are
    misspelt names of one. None if it may be what that error is about."""
    if not _touches(phrase.extent, error) or not error.code:
        return _no_meaning(phrase, word, scope)
    found = _no_meaning(phrase, word, scope) if isinstance(error, UnknownName) else None
    meant = found.help.words if found is not None and isinstance(found.help, Suggestion) else ()
    return found if meant and reserved().isdisjoint(meant) else None


def _no_meaning(phrase: ast.NounPhrase, word: Word, scope: Scope) -> CheckError:
    """The error for an undeclared word of a phrase."""
    noun = phrase.words.noun
    known = None if word is noun else scope.context.board.noun(noun.text)
    return no_adjective(word, known[0], scope) if known else unknown_name(word, scope)


def _undeclared(node: Node, scope: Scope) -> Iterator[tuple[ast.NounPhrase, Word]]:
    """The words of noun phrases that are not declared."""
    given = {name.text for name in node.bound_names()}
    for part in node.walk():
        if not isinstance(part, ast.NounPhrase):
            continue
        for word in part.words.names:
            if word.text not in given and not is_declared(word.text, scope):
                yield part, word


def _touches(span: Span, error: CheckError) -> bool:
    return error.span.start < span.end and span.start < error.span.end
