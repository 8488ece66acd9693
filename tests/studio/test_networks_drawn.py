"""Networks on the board: laid out if the pack doesn't say where its places are."""

from __future__ import annotations

import math
import shutil
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any

import cardwright
from cardwright_tools.studio.board import board_description
from cardwright_tools.studio.network_layout import MAX_POINTS, positions

PACKS = Path(__file__).parents[1] / "packs"
TOWNS = ("ash", "birch", "cedar", "elder", "fir")


def network_of(pack: Path, folder: Path, look: str = "") -> dict[str, Any]:
    copy = shutil.copytree(pack, folder / pack.name)
    (copy / "look.yaml").write_text(look or "look: {}\n", "utf-8")
    rules = cardwright.load(copy)
    found: dict[str, Any] = board_description(rules, rules.new_game(3, seed=1))["network"]
    return found


def test_each_place_of_a_network_has_a_spot_and_each_edge_a_line(tmp_path: Path) -> None:
    found = network_of(PACKS / "causeways", tmp_path)
    assert found["size"] == [160, 100]
    roads = {"road moor", "road brook", "road dale", "road hill", "road ridge"}
    assert {*found["spots"]} == {f"town {town}" for town in TOWNS} | roads
    assert all(0 < x < 160 and 0 < y < 100 for x, y in found["spots"].values())
    apart = (math.dist(one, other) for one, other in combinations(found["spots"].values(), 2))
    assert min(apart) > 8
    moor = [
        *found["spots"]["town ash"],
        *found["spots"]["road moor"],
        *found["spots"]["town birch"],
    ]
    assert moor in found["lines"]
    assert len(found["lines"]) == len(roads)
    assert found["joins"]["road moor"] == ["Ash", "Birch"]


def test_places_are_where_their_pack_puts_them(tmp_path: Path) -> None:
    spots = {town: (10 * number, 20) for number, town in enumerate(TOWNS)}
    look = "look:\n" + "".join(f"  {town}: {{at: [{x}, {y}]}}\n" for town, (x, y) in spots.items())
    found = network_of(PACKS / "causeways", tmp_path / "all", look)
    assert found["size"] is None
    assert found["spots"]["road moor"] == (5, 20)
    assert "town ash" not in found["spots"]
    some = network_of(PACKS / "causeways", tmp_path / "some", "look:\n  ash: {at: [10, 20]}\n")
    assert (some["spots"], some["lines"], len(some["joins"])) == ({}, [], 5)


def test_edges_that_are_pieces_are_not_places_of_the_network(tmp_path: Path) -> None:
    found = network_of(PACKS / "railways", tmp_path)
    assert "track ab" in found["spots"]
    assert not any(name.startswith("ferry") for name in found["spots"])


def test_points_are_apart_and_joined_points_are_nearer_than_others() -> None:
    random = Random(1)
    for count in (1, 2, 7, 30, MAX_POINTS):
        pairs = tuple((one, random.randrange(one)) for one in range(1, count))
        found = positions(count, pairs)
        assert len(found) == count
        assert len({(round(x, 3), round(y, 3)) for x, y in found}) == count
        near = [math.dist(found[one], found[other]) for one, other in pairs]
        every = [math.dist(one, other) for one, other in combinations(found, 2)]
        if count > 2:
            assert sum(near) / len(near) < sum(every) / len(every)
