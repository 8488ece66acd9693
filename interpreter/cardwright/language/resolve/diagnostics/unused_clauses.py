"""Clauses after a statement (a limit, a name, `at random`, a question) that nothing reads."""

from __future__ import annotations

from cardwright.language import core
from cardwright.language.core import Block
from cardwright.language.resolve.errors import CheckError
from cardwright.language.resolve.scope import Scope
from cardwright.language.syntax import ast


def refuse_unused_clauses(node: ast.Act, found: Block, scope: Scope) -> None:
    """Raises CheckError for a clause after a statement that has no effect on what it does. Most
    concern a choice, and the statement may not have one: `remove all carts at random`.
    """
    if node.prompt or node.limits or node.at_random:
        _refuse_without_choice(node, found)
    for word in node.names:
        if word.text not in scope.names:
            help = f"leave it out; for a value, write `let {word.text} be ...`"
            raise CheckError("CW237", "nothing here could have a name", word.span, help)


def _refuse_without_choice(node: ast.Act, found: Block) -> None:
    choices = [part for part in core.walk(found) if isinstance(part, core.Choose)]
    if node.prompt and not any(choice.prompt for choice in choices):
        help = "leave it out; for a line in the log, write `say`"
        raise CheckError("CW237", "nothing is asked here", node.prompt.span, help)
    if node.limits and not any(choice.limits for choice in choices):
        some = ", or let some be chosen, as in `up to 3` or `any number of`"
        help = "leave it out" + some * _is_about_all(node)
        raise CheckError("CW237", "nothing is chosen here that this could limit",
                         node.limits[0].span, help)  # fmt: skip
    for choice in choices:
        _refuse_high_limits(node, choice)
    if node.at_random and not any(choice.random for choice in choices):
        help = "leave it out" + ", or say how many, as in `1` or `2`" * _is_about_all(node)
        raise CheckError("CW237", "nothing is chosen here at random", node.clause.span, help)


def _refuse_high_limits(node: ast.Act, choice: core.Choose) -> None:
    """Raises CheckError for `remove 1 cart, at most 1 per town`."""
    most = choice.high.value if isinstance(choice.high, core.Lit) else None
    for said, limit in zip(node.limits, choice.limits, strict=False):
        if most is not None and isinstance(limit.number, core.Lit) and most <= limit.number.value:
            message = f"this limits nothing: at most {most} can be chosen anyway"
            raise CheckError("CW237", message, said.span, "leave it out, or let more be chosen")


def _is_about_all(node: ast.Act) -> bool:
    phrases = (part for part in node.clause.walk() if isinstance(part, ast.Phrase))
    return any(isinstance(phrase.quantifier, ast.Every) for phrase in phrases)
