"""For a large game, only the newest trees are stored; the others are parsed again, and are the
same."""

from __future__ import annotations

from pathlib import Path

import pytest

import cardwright
from cardwright.api import every_module
from cardwright.language.resolve import tree_cache
from cardwright.language.resolve.tree_cache import TreeCache
from cardwright.language.syntax.nodes import Node
from cardwright.source.text import Source, Span

from ..all_packs import PACKS, rules_of, sample
from .test_parse_cache import everything


@pytest.mark.parametrize("pack", sample(PACKS, 8, first=1))
def test_trees_that_are_read_again(pack: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = {(s.source.name, s.start): t for s, t in rules_of(pack).checked.trees.items()}
    monkeypatch.setattr(tree_cache, "MOST_LETTERS", 0)
    again = cardwright.load(pack, modules=every_module(pack)).checked.trees
    assert {(text.source.name, text.start) for text in again} == {*kept}
    for text, tree in again.items():
        assert again[text] is not tree
        assert everything(tree) == everything(kept[text.source.name, text.start])


def test_the_oldest_trees_are_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tree_cache, "MOST_LETTERS", 25)
    source, found, read = Source("", "." * 40), TreeCache(), list[int]()
    texts = [Span(source, at, at + 10) for at in range(0, 40, 10)]
    nodes = [Node(text, (), 0) for text in texts]

    def again(at: int) -> Node:
        read.append(at)
        return nodes[at]

    for at in range(3):
        found.store(texts[at], "effect", nodes[at], lambda at=at: again(at))
    assert [*found.values()] == nodes[:3]
    assert read == [0]
    assert found.since(1) == [(text, "effect") for text in texts[1:3]]
