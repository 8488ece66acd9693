"""An effect whose statements are parsed one by one has the same tree as when it is parsed as a
whole, except for the spans of nodes without a word of their own."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from cardwright.language.syntax.nodes import Node
from cardwright.language.syntax.or_readings import has_candidates
from cardwright.language.syntax.parser import Parser
from cardwright.language.syntax.statement_spans import statement_spans
from cardwright.language.vocabulary.verbs import VERBS
from cardwright.source.diagnostics import Report
from cardwright.source.text import Source, Span

from ..all_packs import PACKS, rules_of, sample

PARSER = Parser(VERBS)


def all_of(node: Node) -> list[object]:
    """Its nodes, which are compared without spans, its height, and all tokens with their spans."""
    return [*node.walk(), node.height, *node.tokens()]


def effects_of(pack: Path) -> Iterator[Span]:
    declared = rules_of(pack).checked.declared
    abilities = (one for one in declared.abilities if not one.kind.modifies)
    with_effects = (*declared.effects, *declared.rules.values(), *declared.options, *abilities)
    yield from (one.body for one in with_effects if one.body is not None)


@pytest.mark.parametrize("pack", sample(PACKS, 4))
def test_effects_of_packs(pack: Path) -> None:
    for span in effects_of(pack):
        if not has_candidates(span.text):
            read = PARSER.effect(span, Report())
            assert read is not None
            assert all_of(read) == all_of(PARSER.tree(span, "effect_text"))


TEXTS = [
    ("\n  gain 1 gold\n  lose 2 gold\n", 2),
    ("\n  gain 1 gold  # so\n\n  # and\n  lose 2 gold", 2),
    ("\r\n  gain 1 gold\r\n  lose 2 gold\r\n", 2),
    ("\n  for each player:\n    gain 1 gold\n\n  stop", 2),
    ("\n  may: gain 1 gold\n  otherwise: stop\n  lose 1 gold", 2),
    ("\n  if x is 1:\n    stop\n  otherwise if x is 2:\n    stop\n  otherwise:\n    stop", 1),
    ("\n  # first\n  choose one:\n    a: stop\n    b:\n      stop\n  stop", 2),
    ("gain 1 gold\n  lose 2 gold", 0),
    ("\n    gain 1 gold\n  lose 2 gold", 1),
    ("\n  gain 1 gold\n    lose 2 gold\n  stop", 2),
    ("\n  repeat\n  until x is 1:\n    stop", 2),
    ("\n  if x is\n  not 1: stop", 2),
    ("\n  remove 1 cart\n  at random", 2),
    ("\n  say \"one\n  two\"\n  stop", 3),
    ("\n  gain (1 +\n  2) gold\n  stop", 3),
    ("\n  gain 1 gold.\n  lose 1 gold.", 2),
    ("\n  otherwise: stop\n  stop", 0),
]  # fmt: skip


WHOLE = Parser(VERBS)
"""A parser that reads no statement by itself."""


@pytest.mark.parametrize(("text", "number"), TEXTS)
def test_texts(text: str, number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(WHOLE, "_joined", lambda span: None)
    whole = Source("card.yaml", f"effect: |{text}")
    span = Span(whole, len("effect: |"), len(whole.text))
    assert len(statement_spans(span)) == number
    for _ in range(3):  # a template is made from the second tree of a shape
        report, expected = Report(), Report()
        found, tree = PARSER.effect(span, report), WHOLE.effect(span, expected)
        assert report.diagnostics == expected.diagnostics
        assert (found and all_of(found)) == (tree and all_of(tree))


ACROSS_LINES = {"\n  repeat\n  until x is 1:\n    stop", "\n  if x is\n  not 1: stop"}
"""Texts with a phrase that goes on in the next line: no part of them is read by itself."""
READ = [
    text
    for text, number in TEXTS
    if number > 1 and PARSER.effect(Source("", text).whole, Report()) and text not in ACROSS_LINES
]


@pytest.mark.parametrize("text", READ)
def test_statements_are_read_one_by_one(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[Span] = []
    parser, plain = Parser(VERBS), PARSER._plain

    def noted(span: Span, start: str) -> Node | None:
        read.append(span)
        return plain(span, start)

    monkeypatch.setattr(parser, "_plain", noted)
    span = Source("card.yaml", text).whole
    assert parser.effect(span, Report()) is not None
    assert read == statement_spans(span)


@pytest.mark.parametrize("line", ["\n", "\r\n", "\n    # a comment", "\n   "])
@pytest.mark.parametrize("after", ["", "\n  otherwise: stop"])
def test_blank_lines_are_scanned_once(line: str, after: str) -> None:
    """Otherwise, twice as many lines would take four times as long: each test ends immediately, or
    not within a minute."""
    text = f"\n  may: stop{line * (1_000_000 // len(line))}{after}\n  stop"
    assert len(statement_spans(Source("card.yaml", text).whole)) == 2
