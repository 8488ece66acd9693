"""The longest path in a network, compared with a search of all paths, and the bound on its work."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import cardwright
from cardwright.backends.networks import longest_path, way
from cardwright.board.network import frontier_order, path_work

Edges = list[tuple[int, int]]
NO_WAY = 99


def searched(edges: Edges, closed: set[int], lengths: list[int] | None = None) -> int:
    """The largest number of edges in one path, or their length, by trying all paths."""
    long = lengths or [1] * len(edges)

    def walked(place: int, left: frozenset[int], begun: bool) -> int:
        if begun and place in closed:
            return 0
        ways = [(edge, sum(edges[edge]) - place) for edge in left if place in edges[edge]]
        further = (long[edge] + walked(there, left - {edge}, True) for edge, there in ways)
        return max(further, default=0)

    everything = frozenset(range(len(edges)))
    return max(walked(place, everything, False) for edge in edges for place in edge)


def found(edges: Edges, closed: set[int], lengths: list[int] | None = None) -> int:
    order, _ = frontier_order({number: (here, there) for number, (here, there) in enumerate(edges)})
    ranks = [order.index(number) for number in range(len(edges))]
    return longest_path(range(len(edges)), edges, ranks, closed, lengths)


@pytest.mark.parametrize("seed", range(60))
def test_the_longest_path_is_that_of_a_search_of_all_paths(seed: int) -> None:
    chance = random.Random(seed)
    places = chance.randint(2, 7)
    edges = [
        (pair[0], pair[1])
        for pair in (chance.sample(range(1, places + 1), 2) for _ in range(chance.randint(1, 7)))
    ]
    closed = {place for place in range(1, places + 1) if chance.random() < 0.2}
    assert found(edges, closed) == searched(edges, closed)
    lengths = [chance.randint(0, 4) for _ in edges]
    assert found(edges, closed, lengths) == searched(edges, closed, lengths)


@pytest.mark.parametrize("seed", range(40))
def test_the_shortest_way_is_that_of_a_search_of_all_ways(seed: int) -> None:
    chance = random.Random(seed)
    edges = [(0, 0), *((chance.randint(1, 6), chance.randint(1, 6)) for _ in range(9))]
    lengths = [chance.randint(0, 5) for _ in edges]
    closed = {place for place in range(1, 7) if chance.random() < 0.2}

    def walked(place: int, seen: frozenset[int]) -> int:
        if place == 1:
            return 0
        ways = [
            lengths[n] + walked(there, seen | {there})
            for n, edge in enumerate(edges[1:], 1)
            for here, there in (edge, edge[::-1])
            if here == place and place not in closed and there not in seen
        ]
        return min(ways, default=NO_WAY)

    for start in range(1, 7):
        expected = min(walked(start, frozenset({start})), NO_WAY)
        assert way(1, start, None, range(1, 10), edges, closed, lengths, NO_WAY) == expected


def test_a_network_is_swept_with_few_open_places() -> None:
    """A ladder has few open places, however long it is; of ten odd places, each pair but one costs
    an edge."""
    rows = [(n, n + 2) for n in range(1, 199)]
    rungs = [(n, n + 1) for n in range(1, 200, 2)]
    _, most = frontier_order(dict(enumerate([*rungs, *rows])))
    assert most <= 4
    assert found([*rungs[:7], *rows[:12]], set()) == 15


def test_the_work_is_bounded_by_edges_and_by_open_places() -> None:
    assert path_work(15, 20) == 4 * 15 * 2**15
    assert path_work(72, 2) == 4 * 72 * 3 * 5 * 4
    assert path_work(72, 20) > 20_000_000


BOARD = """
kinds:
  city: {{is: place, plural: cities}}
  track: {{is: place, joins: city}}
  rail: {{is: piece, on: track, each player: {rails}}}
players:
  - {{id: red, provenance: fixture}}
  - {{id: blue, provenance: fixture}}
rules:
  game: "{rule}"
definitions:
  length of player: longest path in {edges}
"""
OURS = "tracks with rails of player"


def pack_of(folder: Path, edges: str, rails: int, rule: str = "red gives rails to red") -> Path:
    """Ten cities, each joined to all others."""
    folder.mkdir()
    manifest = "id: net\nversion: 1.0.0\ntitle: Net\nplayers: [2, 2]\nmain: game\nscore: length\n"
    (folder / "pack.yaml").write_text(manifest)
    cities = [f"c{n}" for n in range(10)]
    lines = ["cities:"] + [f"  - {{id: {city}, provenance: fixture}}" for city in cities]
    lines += ["tracks:"] + [
        f"  - {{id: {a}-{b}, between: [{a}, {b}], provenance: fixture}}"
        for a in cities for b in cities if a < b
    ]  # fmt: skip
    board = BOARD.format(edges=edges, rails=rails, rule=rule)
    (folder / "board.yaml").write_text(board + "\n".join(lines) + "\n")
    return folder


PLACES = "red places 1 rail on a track"


@pytest.mark.parametrize(
    ("edges", "rails", "rule", "refused"),
    [
        (OURS, 15, PLACES, ""),
        (OURS, 25, PLACES, "up to 25 tracks"),
        ("tracks", 15, PLACES, "up to 45 tracks"),
        (OURS, 15, "red gives (foremost rails) to blue", "up to 30 tracks"),
    ],
)
def test_what_may_be_too_much_work_is_refused(
    tmp_path: Path, edges: str, rails: int, rule: str, refused: str
) -> None:
    """The bound is small if a player has few rails, unless they may change hands."""
    pack = pack_of(tmp_path / "net", edges, rails, rule)
    if not refused:
        cardwright.load(pack)
        return
    with pytest.raises(cardwright.PackError, match=f"CW231.*{refused} is too much work"):
        cardwright.load(pack)
