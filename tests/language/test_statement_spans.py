"""An effect whose statements are read one by one has the tree that reading all of it gives."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from lark.exceptions import UnexpectedInput

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
    """Its nodes, which compare without spans, its height, and all tokens with theirs."""
    return [*node.walk(), node.height, *node.tokens()]


def effects_of(pack: Path) -> Iterator[Span]:
    declared = rules_of(pack).checked.declared
    abilities = (one for one in declared.abilities if not one.kind.modifies)
    carriers = (*declared.effects, *declared.rules.values(), *declared.options, *abilities)
    yield from (one.body for one in carriers if one.body is not None)


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


@pytest.mark.parametrize(("text", "number"), TEXTS)
def test_texts(text: str, number: int) -> None:
    whole, report = Source("card.yaml", f"effect: |{text}"), Report()
    span = Span(whole, len("effect: |"), len(whole.text))
    assert len(statement_spans(span)) == number
    found = PARSER.effect(span, report)
    try:
        tree = PARSER.tree(span, "effect_text")
    except UnexpectedInput:
        assert found is None
        assert report.failed
    else:
        assert found is not None
        assert all_of(found) == all_of(tree)
