"""A tree derived from that of a similar text equals the parsed tree."""

from __future__ import annotations

from dataclasses import fields
from itertools import islice
from pathlib import Path

import pytest

import cardwright
from cardwright.language.syntax.nodes import Node
from cardwright.language.syntax.parse_cache import ParseCache
from cardwright.language.syntax.parser import Parser
from cardwright.language.vocabulary.verbs import VERBS
from cardwright.source.diagnostics import Report
from cardwright.source.text import Source, Span

PACKS = Path("content/expanse"), *sorted(Path("tests/packs").glob("*/"))


def read(text: str, parser: Parser, before: str = "") -> Node | None:
    source = Source("card.yaml", f"{before}{text}\n")
    return parser.effect(Span(source, len(before), len(before) + len(text)), Report())


def everything(part: object) -> object:
    """A tree with its spans and layout, which comparisons of trees leave out."""
    if isinstance(part, tuple):
        return [everything(item) for item in part]
    if not isinstance(part, Node):
        return part
    return type(part), [everything(getattr(part, f.name)) for f in fields(part)]


PAIRS = [
    ("gain 2 gold", "gain 3 gold"),
    ("gain 12 gold, then lose 1 gold", "gain 34 gold, then lose 5 gold"),
    ('say "2 of 3"', 'say "4 of 5"'),
    ("remove 1 to 2 carts from card-1", "remove 3 to 4 carts from card-1"),
    ("choose one:\n  a: gain 2 gold\n  b: stop", "choose one:\n  a: gain 3 gold\n  b: stop"),
    ("if x is red or ready and y > 1: stop", "if x is red or ready and y > 2: stop"),
]  # fmt: skip


@pytest.mark.parametrize(("first", "second"), PAIRS)
def test_similar_texts(first: str, second: str) -> None:
    parser = Parser(VERBS)
    read(first, parser)
    found = read(second, parser, before="effect: ")
    assert everything(found) == everything(read(second, Parser(VERBS), before="effect: "))


@pytest.mark.parametrize(
    ("first", "second"),
    [("gain 2 gold", "gain 12 gold"), ("gain 2 gold", "lose 2 gold"),
     ("move card-1 to hand", "move card-2 to hand"), ("gain 2 gold", "gain 2 gold ")],
)  # fmt: skip
def test_texts_that_are_not_similar(first: str, second: str) -> None:
    kept = ParseCache()
    parser, source = Parser(VERBS), Source("card.yaml", first)
    span = Span(source, 0, len(first))
    node = parser.effect(span, Report())
    assert node is not None
    kept.keep("effect_text", span, node)
    other = Source("card.yaml", second)
    assert kept.find("effect_text", Span(other, 0, len(second))) is None
    assert kept.find("expression_text", span) is None


def test_only_one_of_similar_texts_is_parsed(monkeypatch: pytest.MonkeyPatch) -> None:
    read_by_lark, texts = Parser._read, []

    def counted(self: Parser, span: Span, start: str) -> Node:
        texts.append(span.text)
        return read_by_lark(self, span, start)

    monkeypatch.setattr(Parser, "_read", counted)
    parser = Parser(VERBS)
    for text in ("gain 2 gold", "gain 3 gold", "gain 12 gold", "gain 4 gold"):
        assert read(text, parser) is not None
    assert texts == ["gain 2 gold", "gain 12 gold"]


@pytest.mark.parametrize("pack", PACKS, ids=lambda pack: pack.name)
def test_all_effects_of_our_packs(pack: Path) -> None:
    rules, _ = cardwright.examine(pack)
    assert rules is not None
    bodies = [effect.body for effect in rules.declared.effects]
    bodies += [rule.body for rule in rules.declared.rules.values()]
    parser = Parser(VERBS)
    for body in islice(bodies, 60):
        assert read(body.text, parser) is not None
        found = read(body.text, parser, before="far away: ")
        assert everything(found) == everything(read(body.text, Parser(VERBS), "far away: "))
