"""The trees of texts, with one reading for each `or` between two words.

Whether `or` joins `red` and `ready` as words depends on what these are: words that are values
are joined, all others are conditions of their own.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TypeVar

from cardwright.language.resolve.scope import Context
from cardwright.language.syntax import ast
from cardwright.language.syntax.nodes import Node, Part, rebuilt
from cardwright.source.text import Span

Some = TypeVar("Some", bound=Node)
_OR = re.compile(r"\bor\b")


def read_effect(span: Span, context: Context) -> ast.EffectText | None:
    """The tree of an effect; None when it can't be read, which is reported."""
    found = context.parser.effect(span, context.report)
    return _decided(found, span, context) if found else None


def read_expression(span: Span, context: Context) -> ast.Expression | None:
    """The tree of an expression; None when it can't be read, which is reported."""
    found = context.parser.expression(span, context.report)
    return _decided(found, span, context) if found else None


def _decided(tree: Some, span: Span, context: Context) -> Some:
    if not _OR.search(span.source.text, span.start, span.end):
        return tree
    if not any(isinstance(node, ast.Ambiguous) for node in tree.walk()):
        return tree
    found = decided(tree, context.values)
    assert isinstance(found, type(tree)) or isinstance(tree, ast.Ambiguous)
    return found  # type: ignore[return-value]


def decided(node: Node, values: frozenset[str]) -> Node:
    """The tree with the reading of each ambiguous node that fits these values."""
    if isinstance(node, ast.Ambiguous):
        return decided(_fitting(node, values), values)
    layout: list[Part] = [decided(p, values) if isinstance(p, Node) else p for p in node.layout]
    if all(a is b for a, b in zip(layout, node.layout, strict=True)):
        return node
    return replace(rebuilt(node, layout), span=node.span)


def _fitting(node: ast.Ambiguous, values: frozenset[str]) -> Node:
    """The reading that joins words which are values, and no others."""
    pairs = {pair for reading in node.readings for pair in reading.joined}
    wanted = {pair for pair in pairs if values.issuperset(pair)}

    def wrong(reading: ast.Reading) -> int:
        return len(wanted.symmetric_difference(reading.joined))

    return min(node.readings, key=wrong).tree
