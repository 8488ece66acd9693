"""Help for conditions that leave out words: `round is 2 or more`, `you have carts and mines`."""

from __future__ import annotations

from cardwright.language.resolve.errors import CheckError
from cardwright.language.resolve.scope import Scope
from cardwright.language.syntax import ast

_BOUNDS = {"more": "at least", "greater": "at least", "higher": "at least",
           "less": "at most", "fewer": "at most", "lower": "at most"}  # fmt: skip


def refuse_bound(node: ast.Or) -> None:
    """Raises CheckError for `round is 2 or more`."""
    word = node.right.lone_word if isinstance(node.right, ast.NounPhrase) else None
    if word is None or word.text not in _BOUNDS:
        return
    if not isinstance(node.left, ast.Is) or node.left.negated:
        return
    value, number = node.left.left.extent.text, node.left.right.extent.text
    help = f"write `{value} {_BOUNDS[word.text]} {number}`"
    raise CheckError("CW201", f"unexpected `{word.text}`", word.span, help)


def refuse_second_noun(node: ast.And | ast.Or, scope: Scope) -> None:
    """Raises CheckError for `you have carts and mines`: the second is no condition."""
    left, noun, board = node.left, node.right, scope.context.board
    if not isinstance(left, ast.HasSome | ast.HasNo) or not isinstance(noun, ast.NounPhrase):
        return
    last = noun.words.names[-1].text
    if board.noun(last) is None and last not in board.fields("player"):
        return
    none = isinstance(left, ast.HasNo)  # no carts or mines: none of either
    sign, no = ("and", "no ") if none else ("and" if isinstance(node, ast.And) else "or", "")
    owner = left.owner.extent.text
    have = "have" if owner == "you" else "has"
    help = f"write `{sign} {owner} {have} {no}{noun.extent.text}`"
    raise CheckError("CW220", "expected yes or no, found things", noun.span, help)
