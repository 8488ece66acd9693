"""Error recovery: what could not be read has an unknown type, and nothing is reported about that.

An error that may only follow from an earlier one is reported once that one is fixed.
"""

from __future__ import annotations

from collections.abc import Sequence

from cardwright.board.model import Board
from cardwright.board.types import PLAYER, UNKNOWN, Type, enum, thing
from cardwright.language.resolve.errors import CheckError, UnknownName
from cardwright.language.resolve.scope import Context, Scope
from cardwright.language.syntax import ast
from cardwright.language.syntax.nodes import Word
from cardwright.source.edits import Suggestion


def report_error(error: CheckError, context: Context) -> None:
    """Reports an error; if it was reported before, or may only follow from another one, only its
    position is recorded.
    """
    if error.code and not (context.lacks_rule and _may_be_taken(error)):
        help = _without_edits(error.help, context)
        context.report.error(error.code, error.message, error.span, help)
    else:
        context.report.held_back.append(error.span)


def _may_be_taken(error: CheckError) -> bool:
    """Whether an unknown name may be what a rule takes: it is like no other name."""
    return isinstance(error, UnknownName) and not isinstance(error.help, Suggestion)


def _without_edits(help: str, context: Context) -> str:
    """The help; without a fix if the word to replace is a name of the game: that is in the wrong
    place, but not misspelt, so the similar word is not what was meant.
    """
    named = isinstance(help, Suggestion) and not help.certain and help.wrong in context.names
    return str(help) if named else help


def bind_names(
    node: ast.Statement, error: CheckError, scope: Scope, left_out: Sequence[str]
) -> None:
    """Binds the names that a statement with an error would give, with an unknown type; `left_out`
    are those that it lacks.
    """
    for name in (*_names(node, error, scope), *left_out):
        scope.bind_register(name, UNKNOWN, node.span)


def bind_unknown_name(error: CheckError, scope: Scope) -> None:
    """Binds a name that a text uses without introducing it, with an unknown type, so that it is
    reported once: the mistake is the missing introduction. A misspelt word of the game is a mistake
    wherever it occurs.
    """
    if not isinstance(error, UnknownName):
        return
    meant = error.help.words if isinstance(error.help, Suggestion) else ()
    if all(word in scope.names for word in meant):
        scope.bind_register(error.word.text, UNKNOWN, error.span)


def bind_first_line(
    node: ast.UnreadStatement, below: ast.EffectText, scope: Scope, left_out: Sequence[str]
) -> None:
    """Binds, with an unknown type, what the first line of a statement may introduce for a block
    below it: the names in it and those that it lacks, and the kinds that it mentions; all kinds if
    it mentions none.
    """
    board, said = scope.context.board, [word.text for word in node.words]
    nouns = [board.noun(word) for word in said]
    kinds = [noun[0] for noun in nouns if noun] + [board.enum_noun(word) for word in said]
    known = [word for word in said if word in scope.names and scope.names[word].type != PLAYER]
    given = [word.text for word in node.names if word.span.end <= below.extent.start]
    names = given or [*filter(None, kinds)] or unnamed_kinds(scope)
    for name in (*names, *left_out, *known):
        scope.bind_register(name, UNKNOWN, node.span)


def _names(node: ast.Statement, error: CheckError, scope: Scope) -> Sequence[str]:
    match node:
        case ast.Let():
            return [node.name.text]
        case ast.Act(names=()):
            return _chosen(node, error, scope)
        case ast.UnreadStatement(names=()):
            said = {word.text for word in node.words}
            return [name for name in unnamed_kinds(scope) if name in said]
        case ast.Act() | ast.UnreadStatement():
            return [word.text for word in node.names]
        case ast.Secretly():
            return _names(node.body, error, scope)
    return ()


def _chosen(node: ast.Act, error: CheckError, scope: Scope) -> Sequence[str]:
    """The kinds and enums by which a choice with an error may be called."""
    if not scope.context.parser.verbs.by_form[node.clause.word.text].chooses:
        return ()
    phrase = next(part for part in node.clause.walk() if isinstance(part, ast.Phrase))
    return unnamed(phrase.value, type_of_unknown(phrase.value, error, scope), scope)


def unnamed_kinds(scope: Scope) -> list[str]:
    """The kinds and enums of which none is called by its kind or enum."""
    board = scope.context.board
    return [name for name in (*board.kinds, *board.enums) if name not in scope.names]


def unnamed(members: ast.Expression, type: Type, scope: Scope) -> Sequence[str]:
    """By what a member of a set with an error may be called that is given no name: by its kind or
    enum; if that is unknown, by any of them, and in `for each town sa x` by `x`.
    """
    if type.of:
        return [type.of]
    words = _words(members)
    last = [word.text for word in words[-1:] if words[1:] and word.text not in scope.names]
    return [*unnamed_kinds(scope), *last]


def type_of_unknown(members: ast.Expression, error: CheckError, scope: Scope) -> Type:
    """The type of a member of a set with an error, by its noun, or by the noun that the error
    suggests; unknown if it has none, or several: `carts onn towns`."""
    board, words = scope.context.board, _words(members)
    if not words or any(_type(word.text, board) != UNKNOWN for word in words[:-1]):
        return UNKNOWN
    noun = words[-1]
    is_wrong = isinstance(error, UnknownName) and error.word is noun
    meant = error.help.words if is_wrong and isinstance(error.help, Suggestion) else ()
    types = (_type(word, board) for word in (noun.text, *meant))
    return next((type for type in types if type != UNKNOWN), UNKNOWN)


def _words(members: ast.Expression) -> Sequence[Word]:
    """The adjectives and the noun of a set; none if it has another form."""
    if isinstance(members, ast.TopBy | ast.Foremost):
        members = members.source
    return members.words.names if isinstance(members, ast.NounPhrase) else ()


def _type(noun: str, board: Board) -> Type:
    if known := board.noun(noun):
        return thing(known[0])
    return enum(name) if (name := board.enum_noun(noun)) else UNKNOWN
