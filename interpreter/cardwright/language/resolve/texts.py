"""Parses texts, and decides how to read each `or` between two words.

Whether `or` joins `red` and `ready` as words depends on what these are: words that are values
are joined, all others are conditions of their own.
"""

from __future__ import annotations

import re
from dataclasses import replace

from cardwright.language.resolve.scope import Context
from cardwright.language.syntax import ast
from cardwright.language.syntax.nodes import Node, Part, Some, rebuilt
from cardwright.source.text import Span

_OR = re.compile(r"\bor\b")


def read_effect(span: Span, context: Context) -> ast.EffectText | None:
    """The tree of an effect; None if it has syntax errors, which are reported."""
    found = context.parser.effect(span, context.report)
    return _decided(found, span, context) if found else None


def read_expression(span: Span, context: Context) -> ast.Expression | None:
    """The tree of an expression; None if it has syntax errors, which are reported."""
    found = context.parser.expression(span, context.report)
    return _decided(found, span, context) if found else None


def _decided(tree: Some, span: Span, context: Context) -> Some:
    return decided(tree, context.values) if _OR.search(span.text) else tree


def decided(node: Some, values: frozenset[str]) -> Some:
    """The tree in which each ambiguous node has the reading that fits these values."""
    if isinstance(node, ast.Ambiguous):
        return decided(_fitting(node, values), values)  # type: ignore[return-value]
    layout: list[Part] = [decided(p, values) if isinstance(p, Node) else p for p in node.layout]
    if all(a is b for a, b in zip(layout, node.layout, strict=True)):
        return node
    return replace(rebuilt(node, layout), span=node.span)


def _fitting(node: ast.Ambiguous, values: frozenset[str]) -> Node:
    """The reading that joins words which are values, and no others."""

    def wrong(reading: ast.Reading) -> int:
        return sum(-1 if values.issuperset(pair) else 1 for pair in reading.joined)

    return min(node.readings, key=wrong).tree
