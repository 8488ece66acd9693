"""Expressions of the language in `expect`: `wealth of ann: 3`.

The key is one expression and the value another; both are evaluated after the step.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from cardwright.backends.core.evaluate import Env, Found, evaluate
from cardwright.board.types import Type
from cardwright.language.core import Expr
from cardwright.language.external_texts import ExternalTexts
from cardwright.pack.validation.yaml_node import YamlNode
from cardwright.source.diagnostics import Report
from cardwright.source.text import Source, Span
from cardwright_tools.scenario.claims import is_change
from cardwright_tools.scenario.compare import signed
from cardwright_tools.scenario.shape import scalar
from cardwright_tools.scenario.stage import Mismatch, Stage
from cardwright_tools.scenario.terms import NOTHING, Terms, describe_type


@dataclass(frozen=True, slots=True)
class ValueClaim:
    """`values` are the members if the expression is a set; `change` marks a difference."""

    label: str
    expr: Expr
    values: tuple[Expr, ...]
    change: int | None
    node: YamlNode


class ValueReader:
    def __init__(self, terms: Terms, texts: ExternalTexts) -> None:
        self.terms, self.texts = terms, texts

    def read(self, key: str, node: YamlNode) -> Iterator[ValueClaim]:
        if not isinstance(node.value, dict):
            expr = self.texts.expression(_inside(node.key_span), self.terms.report)
            yield from self._valued(key, expr, node)
            return
        for word, inner in node.items():
            label = f"{key} of {word}"
            yield from self._valued(label, self._property(label, len(key), node, inner), inner)

    def _property(self, text: str, length: int, node: YamlNode, inner: YamlNode) -> Expr | None:
        """`F: {x: 3}` as `F of x`, with errors reported at the key."""
        report, span = Report(), Source("", text).whole
        found = self.texts.expression(span, report)
        for diagnostic in report.diagnostics:
            first = diagnostic.span is not None and diagnostic.span.end <= length
            self.terms.report.add(replace(diagnostic, span=(node if first else inner).key_span))
        return found

    def _valued(self, label: str, expr: Expr | None, node: YamlNode) -> Iterator[ValueClaim]:
        if expr is None:
            return
        if expr.type.base == "number" and is_change(node):
            yield ValueClaim(label, expr, (), int(str(node.value)), node)
            return
        if not expr.type.many and not scalar(node, describe_type(expr.type), self.terms.report):
            return
        empty = expr.type.many and node.value in (NOTHING, [])
        values = [] if empty else [self._expected(item, expr.type) for item in node.elements()]
        found = tuple(value for value in values if value is not None)
        if len(found) == len(values):
            yield ValueClaim(label, expr, found, None, node)

    def _expected(self, node: YamlNode, type: Type) -> Expr | None:
        if isinstance(node.value, dict | list):
            self.terms.report.error("CW322", f"expected {type.one()}", node.span)
            return None
        span = node.document.text_span(node.path)
        found = self.texts.expression(span, self.terms.report, type.one())
        if found is not None and found.type.base not in (type.base, "none"):
            message = f"expected {type}, found {found.type}"
            self.terms.report.error("CW220", message, node.span)
            return None
        return found

    # ----------------------------------------------------------------------- checking

    def check(
        self, valued: ValueClaim, game: Stage, s: list[int], z: list[list[int]]
    ) -> Iterator[Mismatch]:
        now = Env(self.terms.program, game.s, game.z)
        found = evaluate(valued.expr, now)
        if valued.change is not None:
            yield from self._changed(valued, found, Env(self.terms.program, s, z))
            return
        wished: Found = tuple(n for e in valued.values for n in _members(evaluate(e, now)))
        if not valued.expr.type.many:
            wished = _members(wished)[0]
        if self._designs(valued, found) != self._designs(valued, wished):
            expected, seen = self.terms.distinguished(wished, found, valued.expr.type)
            yield Mismatch(valued.label, expected, seen, valued.node.span)

    def _designs(self, valued: ValueClaim, found: Found) -> list[int]:
        """The members, in the order of their ids; one copy stands for all of the same name."""
        members = _members(found)
        if valued.expr.type.base != "thing":
            return sorted(members)
        words = {str(node.value) for node in valued.node.elements()}
        items, first = self.terms.program.layout.items, dict[str, int]()
        for item in (item for word in words for item in self.terms.named(word)):
            if item.thing:
                first.setdefault(item.thing.id, item.id)
        things = [items[i].thing for i in members]
        named = zip(members, things, strict=True)
        return sorted(first.get(t.id, i) if t and t.id in words else i for i, t in named)

    def _changed(self, valued: ValueClaim, found: Found, before: Env) -> Iterator[Mismatch]:
        was = evaluate(valued.expr, before)
        assert isinstance(found, int)
        assert isinstance(was, int)
        assert valued.change is not None
        if found - was != valued.change:
            expected = signed(valued.change, str(was + valued.change))
            seen = signed(found - was, str(found))
            yield Mismatch(valued.label, expected, seen, valued.node.span)


def _inside(span: Span) -> Span:
    """A key without its quotes."""
    quoted = span.text[:1] in ("'", '"')
    return replace(span, start=span.start + 1, end=span.end - 1) if quoted else span


def _members(found: Found) -> tuple[int, ...]:
    return found if isinstance(found, tuple) else (found,)
