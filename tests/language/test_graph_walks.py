"""Walks along chains: what leads back to itself is found together, after all that it leads to."""

from __future__ import annotations

from random import Random

import pytest

from cardwright.language.graph_walks import reachable, strongly_connected


@pytest.mark.parametrize("seed", range(40))
def test_cycles_of_a_random_graph(seed: int) -> None:
    random = Random(seed)
    size = random.randint(1, 9)
    graph = {at: random.choices(range(size), k=random.randrange(4)) for at in range(size)}
    known = {*random.sample(range(1, size), random.randrange(size))}
    open = {at: [to for to in some if to not in known] for at, some in graph.items()}
    leads = {at: {*reachable([at], open.__getitem__)} for at in open}
    found = [*strongly_connected(0, graph.__getitem__, known)]
    assert {one for some in found for one in some} == leads[0]
    for place, some in enumerate(found):
        assert all({*some} == {b for b in leads[a] if a in leads[b]} for a in some)
        assert leads[some[0]] <= {one for before in found[: place + 1] for one in before}


def test_a_long_chain_needs_no_stack() -> None:
    found = [*strongly_connected(0, lambda at: [(at + 1) % 100_000], set())]
    assert list(map(len, found)) == [100_000]
