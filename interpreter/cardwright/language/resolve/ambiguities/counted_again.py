"""Statements that count what a reader would take from the one before: `..., then gain 1 gold per
cart`."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from cardwright.language.registry.movement import From
from cardwright.language.resolve.errors import CheckError
from cardwright.language.resolve.quantities import at_most_one
from cardwright.language.resolve.scope import Scope
from cardwright.language.syntax import ast


def refuse_counted_again(statements: Sequence[ast.Statement], scope: Scope) -> None:
    """Raises CheckError for `remove up to 2 carts, then gain 1 gold per cart`: per cart that was
    removed, or per cart that there is?
    """
    for before, node in pairwise(statements):
        per = getattr(node.clause, "per", None) if isinstance(node, ast.Act) else None
        word = per.lone_word if isinstance(per, ast.NounPhrase) else None
        found = scope.context.board.noun(word.text) if word is not None else None
        if word is None or found is None or found[1] or word.text in scope.names:
            continue
        if scope.context.board.related(found[0], _acted_on(before, scope)):
            several = scope.context.board.kinds[found[0]].plural
            message = f"this may be about those {several}, or about all {several}"
            help = f"for those, name them first, `, as x`, and write `per x`; for {several} in "
            raise CheckError("CW236", message, word.span, f"{help}general, write `{several}`")


def _acted_on(node: ast.Statement, scope: Scope) -> str:
    """The kind of several things that a statement is about, if it gives them no name; else ""."""
    if not isinstance(node, ast.Act) or node.names:
        return ""
    verb, item = node.clause.word.text, getattr(node.clause, "item", None)
    movement = scope.context.parser.verbs.by_form[verb].movement
    if movement is None or movement.takes is From.SUPPLY or not isinstance(item, ast.Phrase):
        return ""
    several = item.quantifier is not None and not at_most_one(item.quantifier)
    if not several or not isinstance(item.value, ast.NounPhrase):
        return ""
    found = scope.context.board.noun(item.value.words.noun.text)
    return found[0] if found is not None else ""
