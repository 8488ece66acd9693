"""Parses texts, and decides how to read each `or` between two words.

Whether `or` joins `red` and `ready` as words depends on what they are: words that are values are
joined; any others are separate conditions.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container

from cardwright.language.resolve.diagnostics.name_examples import explained
from cardwright.language.resolve.scope import Context
from cardwright.language.syntax import ast
from cardwright.language.syntax.nodes import Node, Some, rewritten
from cardwright.source.diagnostics import Report
from cardwright.source.text import Span

_OR = re.compile(r"\bor\b")


def read_effect(span: Span, context: Context) -> ast.EffectText | None:
    """The tree of an effect, with an `UnreadStatement` for each statement with a syntax error,
    which is reported; None if statements can't be told apart.
    """
    return _stored(context.parser.partial_effect, span, context)


def read_expression(span: Span, context: Context) -> ast.Expression | None:
    """The tree of an expression; None if it has syntax errors, which are reported."""
    return _stored(context.parser.expression, span, context)


def read_cost(span: Span, context: Context) -> ast.CostText | None:
    """The tree of a cost; None if it is not one, and then only errors in its number are
    reported.
    """
    return _stored(context.parser.cost, span, context)


def read_keyword(span: Span, context: Context) -> ast.KeywordText | None:
    """The tree of a keyword with its number; None with a syntax error, which is reported."""
    return _stored(context.parser.keyword, span, context)


def read_answer(span: Span, context: Context) -> ast.AnswerText | None:
    """The tree of an automaton's answer; None with a syntax error, which is reported."""
    return _stored(context.parser.answer, span, context)


def _stored(
    read: Callable[[Span, Report], Some | None], span: Span, context: Context
) -> Some | None:
    """The tree without ambiguity, which is stored in the context."""
    report = Report()
    found = read(span, report)
    for diagnostic in report.diagnostics:
        context.report.add(explained(diagnostic, context))
    if found is None:
        return None
    values = context.values if _OR.search(span.text) else None

    def decide(tree: Some) -> Some:
        return tree if values is None else decided(tree, values)

    def again() -> Node:
        tree = read(span, Report())
        assert tree is not None, "a text that was read is read the same way again"
        return decide(tree)

    tree = decide(found)
    context.trees.store(span, tree, again)
    return tree


def decided(tree: Some, values: Container[str]) -> Some:
    """The tree in which each ambiguous node has the reading that fits these values."""

    def decide(node: Node) -> Node | None:
        if isinstance(node, ast.Ambiguous):
            return rewritten(_fitting(node, values), decide)
        return None

    return rewritten(tree, decide)


def _fitting(node: ast.Ambiguous, values: Container[str]) -> Node:
    """The reading that joins words which are values, and no others."""

    def wrong(reading: ast.Reading) -> int:
        return sum(-1 if all(word in values for word in pair) else 1 for pair in reading.joined)

    return min(node.readings, key=wrong).tree
