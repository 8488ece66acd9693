"""A tree derived from that of a similar text equals the parsed tree."""

from __future__ import annotations

from dataclasses import fields
from itertools import islice
from pathlib import Path

import pytest

from cardwright.language.syntax import parse_cache
from cardwright.language.syntax.nodes import Node
from cardwright.language.syntax.parse_cache import ParseCache
from cardwright.language.syntax.parser import Parser, grammar
from cardwright.language.vocabulary.verbs import VERBS
from cardwright.source import budget
from cardwright.source.budget import caching_reads
from cardwright.source.diagnostics import Report
from cardwright.source.text import Source, Span

from ..all_packs import PACKS, rules_of, sample


def read(text: str, parser: Parser, before: str = "") -> Node:
    source = Source("card.yaml", f"{before}{text}\n")
    node = parser.effect(Span(source, len(before), len(before) + len(text)), Report())
    assert node is not None
    return node


def everything(node: Node) -> object:
    """A tree including its spans and layout, which comparisons of trees ignore."""
    layout = {
        id(part): everything(part) if isinstance(part, Node) else part for part in node.layout
    }
    values = [getattr(node, field.name) for field in fields(node)]
    parts = [part for value in values for part in (value if isinstance(value, tuple) else [value])]
    others = [everything(p) for p in parts if isinstance(p, Node) and id(p) not in layout]
    return node, node.span, node.height, list(layout.values()), others


PAIRS = [
    ("gain 2 gold", "gain 3 gold"),
    ("gain 12 gold, then lose 1 gold", "gain 34 gold, then lose 5 gold"),
    ('say "2 of 3"', 'say "4 of 5"'),
    ("remove 1 to 2 carts from card-1", "remove 3 to 4 carts from card-1"),
    ("choose one:\n  a: gain 2 gold\n  b: stop", "choose one:\n  a: gain 3 gold\n  b: stop"),
    ("if x is red or ready and y > 1: stop", "if x is red or ready and y > 2: stop"),
    ("gain 2 gold", "gain 12 silver"),
    ("move card-1 to hand", "move the-other-card to x"),
    ("if (x is red):\n  # where it is\n  stop", "if (y is old):\n  # then it goes\n  stop"),
    ("choose one:\n  pay-it: pay 1 gold\n  b: stop", "choose one:\n  c: pay 1 x\n  long: stop"),
]  # fmt: skip


@pytest.mark.parametrize(("first", "second"), PAIRS)
def test_similar_texts(first: str, second: str) -> None:
    parser = Parser(VERBS)
    for _ in range(2):  # a text that occurs once is not stored
        read(first, parser)
    found = read(second, parser, before="effect: ")
    assert everything(found) == everything(read(second, Parser(VERBS), before="effect: "))


@pytest.mark.parametrize(
    ("first", "second"),
    [("gain 2 gold", "gain gold gold"), ("gain 2 gold", "lose 2 gold"),
     ("move a card to hand", "move x card to hand"), ("gain 2 gold", "gain 2 gold "),
     ("if x is red or ready and y > 1: stop", "if x is red or tired and y > 1: stop")],
)  # fmt: skip
def test_texts_that_are_not_similar(first: str, second: str) -> None:
    cache = ParseCache(grammar(VERBS))
    parser, source = Parser(VERBS), Source("card.yaml", first)
    span = Span(source, 0, len(first))
    node = parser.effect(span, Report())
    assert node is not None
    for _ in range(2):
        cache.store("effect_text", span, node)
    other = Source("card.yaml", second)
    assert cache.find("effect_text", Span(other, 0, len(second))) is None
    assert cache.find("expression_text", span) is None


def test_a_text_that_is_read_again_for_one_command_has_the_same_tree(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Until the trees of too many texts are kept, from the same source and with the same grammar:
    a tree is looked for by the source of a place in it."""
    monkeypatch.setattr(budget, "MAX_KNOWN", len("gain 2 gold"))
    parser, text, other = Parser(VERBS), Source("a", "gain 2 gold"), Source("b", "gain 3 gold")
    apart = parser.effect(text.whole, Report())
    with caching_reads():
        first = parser.effect(text.whole, Report())
        assert first is not apart
        assert parser.effect(text.whole, Report()) is first
        equal = parser.effect(Source("a", "gain 2 gold").whole, Report())
        assert equal == first
        assert equal is not first
        assert Parser(VERBS).effect(text.whole, Report()) is not first
        again = parser.effect(text.whole, Report())
        parser.effect(other.whole, Report())
        assert parser.effect(text.whole, Report()) is not again


def test_of_similar_texts_only_two_are_parsed(monkeypatch: pytest.MonkeyPatch) -> None:
    read_anew, texts = Parser._read, []

    def counted(self: Parser, span: Span, start: str) -> Node:
        texts.append(span.text)
        return read_anew(self, span, start)

    monkeypatch.setattr(Parser, "_read", counted)
    parser = Parser(VERBS)
    for text in ("gain 2 gold", "gain 3 gold", "lose 4 gold", "gain 12 silver", "gain 5 gold"):
        read(text, parser)
    assert texts == ["gain 2 gold", "gain 3 gold", "lose 4 gold"]


def test_the_cache_is_emptied_when_it_is_full(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parse_cache, "MOST_LETTERS", 20)
    cache, parser = ParseCache(grammar(VERBS)), Parser(VERBS)
    for text in ("gain 2 gold", "lose 2 gold, then stop"):
        for _ in range(2):
            cache.store("effect_text", Span(Source("", text), 0, len(text)), read(text, parser))
    first, second = (
        Span(Source("", t), 0, len(t)) for t in ("gain 3 gold", "lose 3 gold, then stop")
    )
    assert cache.find("effect_text", first) is None
    assert cache.find("effect_text", second) is not None


@pytest.mark.parametrize("pack", sample(PACKS, 3, first=1))
def test_all_effects_of_our_packs(pack: Path) -> None:
    rules = rules_of(pack)
    bodies = [effect.body for effect in rules.declared.effects]
    bodies += [rule.body for rule in rules.declared.rules.values()]
    parser = Parser(VERBS)
    for body in islice(bodies, 60):
        read(body.text, parser)
        renamed = with_other_names(body.text, read(body.text, parser))
        for text in (body.text, renamed):
            found = read(text, parser, before="far away: ")
            assert everything(found) == everything(read(text, Parser(VERBS), "far away: "))


def with_other_names(text: str, tree: Node) -> str:
    """A text in which each name is longer than before."""
    for word in reversed(list(tree.tokens())):
        if word.kind == "NAME":
            text = f"{text[: word.span.end]}-and-more{text[word.span.end :]}"
    return text
