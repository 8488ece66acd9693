"""Error recovery: holds back errors that may only follow from an earlier one. Such an error is
reported once the first one is fixed; one without an uncertain name is reported immediately.
"""

from __future__ import annotations

from cardwright.language.resolve.errors import CheckError
from cardwright.language.resolve.scope import Context, Scope
from cardwright.language.syntax.nodes import Node
from cardwright.source.edits import Suggestion


def report_error(error: CheckError, context: Context) -> None:
    """Reports an error; if it was reported before, only its position is recorded."""
    if error.code:
        help = _without_edits(error.help, context)
        context.report.error(error.code, error.message, error.span, help)
    else:
        context.report.held_back.append(error.span)


def _without_edits(help: str, context: Context) -> str:
    """The help; as mere words if what it replaces is a name of the game: that is in the wrong
    place, but not misspelt, so that the similar word is not what was meant.
    """
    named = isinstance(help, Suggestion) and not help.certain and help.wrong in context.names
    return str(help) if named else help


def may_follow(error: CheckError, scope: Scope) -> bool:
    """Whether an error, or a following `of x`, is about an uncertain name."""
    if not scope.uncertain or error.code == "CW211":
        return False
    tree, span = scope.context.tree_at(error.span), error.span
    tokens = [word for word in tree.tokens() if word.span.start >= span.start] if tree else []
    covered = [word for word in tokens if word.span.start < span.end]
    following = tokens[len(covered) :]
    while following and following[0].kind == "_OF":
        covered, following = [*covered, *following[1:2]], following[2:]
    return not scope.uncertain.isdisjoint(word.text for word in covered)


def speaks_of(node: Node, uncertain: set[str]) -> bool:
    """Whether a phrase contains an uncertain name."""
    return not uncertain.isdisjoint(word.text for word in node.own_words())
