"""Parses texts, and decides how to read each `or` between two words.

Whether `or` joins `red` and `ready` as words depends on what they are: words that are values are
joined; any others are separate conditions.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Mapping
from functools import partial

from cardwright.language.resolve.diagnostics.name_examples import explained
from cardwright.language.resolve.scope import Context
from cardwright.language.resolve.tree_cache import TextSort
from cardwright.language.syntax import ast
from cardwright.language.syntax.nodes import Node, Some, rewritten
from cardwright.source.diagnostics import Report
from cardwright.source.text import Span

_OR = re.compile(r"\bor\b")


def read_effect(span: Span, context: Context) -> ast.EffectText | None:
    """The tree of an effect, with an `UnreadStatement` for each statement with a syntax error,
    which is reported; None if statements can't be told apart.
    """
    return _stored("effect", context.parser.partial_effect, span, context)


def read_expression(span: Span, context: Context) -> ast.Expression | None:
    """The tree of an expression; None if it has syntax errors, which are reported."""
    return _stored("expression", context.parser.expression, span, context)


def read_cost(span: Span, context: Context) -> ast.CostText | None:
    """The tree of a cost; None if it is not one, and then only errors in its number are
    reported.
    """
    return _stored("cost", context.parser.cost, span, context)


def read_keyword(span: Span, context: Context) -> ast.KeywordText | None:
    """The tree of a keyword with its number; None with a syntax error, which is reported."""
    return _stored("keyword", context.parser.keyword, span, context)


def read_answer(span: Span, context: Context) -> ast.AnswerText | None:
    """The tree of an automaton's answer; None with a syntax error, which is reported."""
    return _stored("answer", context.parser.answer, span, context)


def _stored(
    sort: TextSort,
    read: Callable[[Span, Report], Some | None],
    span: Span,
    context: Context,
) -> Some | None:
    """The tree without ambiguity, which is stored in the context."""
    report = Report()
    found = read(span, report)
    for diagnostic in report.diagnostics:
        context.report.add(explained(diagnostic, context))
    if found is None:
        return None
    tree = _decided_in(context, span, found)
    context.trees.store(span, sort, tree, partial(read_again, sort, span, context))
    return tree


def read_again(sort: TextSort, span: Span, context: Context) -> Node:
    """The tree of a text that was read without errors."""
    parser = context.parser
    readers: Mapping[TextSort, Callable[[Span, Report], Node | None]] = {
        "effect": parser.partial_effect,
        "expression": parser.expression,
        "cost": parser.cost,
        "keyword": parser.keyword,
        "answer": parser.answer,
    }
    tree = readers[sort](span, Report())
    assert tree is not None, "a text that was read is read the same way again"
    return _decided_in(context, span, tree)


def _decided_in(context: Context, span: Span, tree: Some) -> Some:
    return decided(tree, context.values) if _OR.search(span.text) else tree


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
