"""Error recovery: what could not be read has an unknown type, and nothing is reported about that.

An error that may only follow from an earlier one is reported once that one is fixed.
"""

from __future__ import annotations

from collections.abc import Iterable

from cardwright.board.model import Board
from cardwright.board.types import UNKNOWN
from cardwright.language.resolve.errors import CheckError
from cardwright.language.resolve.scope import Scope
from cardwright.language.syntax import ast
from cardwright.source.diagnostics import Report
from cardwright.source.edits import Suggestion


def report_error(error: CheckError, report: Report) -> None:
    """Reports an error; if it was reported before, only its position is recorded."""
    if error.code:
        report.error(error.code, error.message, error.span, error.help)
    else:
        report.held_back.append(error.span)


def bind_names(node: ast.Statement, error: CheckError, scope: Scope) -> None:
    """Binds the names that a statement with an error would give, with an unknown type."""
    for name in _names(node, error, scope):
        scope.bind_register(name, UNKNOWN, node.span)


def _names(node: ast.Statement, error: CheckError, scope: Scope) -> list[str]:
    match node:
        case ast.Let():
            return [node.name.text]
        case ast.Act(names=()):
            return [kind] if (kind := _chosen(node, error, scope)) else []
        case ast.Act() | ast.UnreadStatement():
            return [word.text for word in node.names]
    return []


def _chosen(node: ast.Act, error: CheckError, scope: Scope) -> str:
    """The kind by which a choice with an error would be called; "" if there is none."""
    if not scope.context.parser.verbs.by_form[node.clause.word.text].chooses:
        return ""
    phrase = next(part for part in node.clause.walk() if isinstance(part, ast.Phrase))
    return kind_of_unknown(phrase.value, error, scope)


def kind_of_unknown(members: ast.Expression, error: CheckError, scope: Scope) -> str:
    """The kind of a set with an error, by its noun, or by the noun that the error suggests; "" if
    it has none."""
    if isinstance(members, ast.TopBy | ast.Foremost):
        members = members.source
    said = [members.words.parts[-1].text] if isinstance(members, ast.NounPhrase) else []
    meant = error.help.words if isinstance(error.help, Suggestion) else ()
    return _kind([*said, *meant], scope.context.board)


def _kind(nouns: Iterable[str], board: Board) -> str:
    """The kind of the first word that is a noun."""
    found = (board.noun(word) for word in nouns)
    return next((one[0] for one in found if one is not None), "")
