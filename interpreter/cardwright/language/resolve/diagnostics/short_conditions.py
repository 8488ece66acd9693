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


def test_before_value(node: ast.Or) -> ast.Is | None:
    """The test in `ready and round is 3 or 4`, to which the 4 may belong."""
    test = node.left.right if isinstance(node.left, ast.And) else None
    is_short = isinstance(node.right, ast.NounPhrase | ast.Number)
    return test if is_short and isinstance(test, ast.Is) else None


def value_after_and(test: ast.Is, value: ast.Expression) -> CheckError:
    """The error for `ready and round is 3 or 4`: `and` binds closer than `or`."""
    said = value.extent.text
    help = f"write `({test.extent.text} or {said})`, in parentheses"
    return CheckError("CW220", f"`{said}` is not a condition", value.extent, help)


def refuse_second_noun(node: ast.And | ast.Or, scope: Scope) -> None:
    """Raises CheckError for `you have carts and mines`: the second is not a condition."""
    left, noun, board = node.left, node.right, scope.context.board
    _refuse_second_place(node, scope)
    if not isinstance(left, ast.HasSome | ast.HasNo) or not isinstance(noun, ast.NounPhrase):
        return
    last = noun.words.noun.text
    if board.noun(last) is None and last not in board.fields("player"):
        return
    none = isinstance(left, ast.HasNo)  # no carts or mines: none of either
    sign, no = ("and", "no ") if none else ("and" if isinstance(node, ast.And) else "or", "")
    owner = left.owner.extent.text
    have = "have" if owner == "you" else "has"
    help = f"write `{sign} {owner} {have} {no}{noun.extent.text}`"
    raise CheckError("CW220", "expected yes or no, found things", noun.span, help)


def _refuse_second_place(node: ast.And | ast.Or, scope: Scope) -> None:
    """Raises CheckError for `there is a cart in york and dover`."""
    left, place = node.left, node.right
    if not isinstance(left, _ABOUT_THINGS) or not isinstance(place, ast.NounPhrase):
        return
    board, word = scope.context.board, place.lone_word
    if word is None or not board.things_named(word.text):
        return
    if any(
        word.text in own for own in (scope.names, board.state, scope.context.declared.definitions)
    ):
        return
    last = left.noun.postmodifiers[-1] if left.noun.postmodifiers else None
    if isinstance(last, ast.Located):
        first, second = last.location.extent, place.extent.text
        before = left.extent.text[: first.start - left.extent.start]
        help = f"for both, write `and {before}{second}`; "
        help += f"for one of them, `{first.text} or {second}`"
        raise CheckError("CW220", f"`{second}` is not a condition", place.span, help)


_ABOUT_THINGS = ast.HasSome | ast.HasNo | ast.ThereIs | ast.ThereIsNo
