"""Definitions whose values are cached until the state changes."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest

import cardwright
from cardwright.backends.game_errors import GameError, OutOfRange, TooDeep, TooMuchWork
from cardwright.backends.value_cache import ValueCache
from cardwright.language.analysis.heavy_expressions import asked_once

ROOT = Path(__file__).parents[2]
CARAVAN = ROOT / "tests/packs/caravan"
ASKED = """\
provenance: house
kinds:
  hill: {is: place}
  knight: {is: piece, on: hill}
players: [{id: red}]
hills: [{id: east}, {id: west}]
knights: [{id: anselm}, {id: roland}]
definitions:
  near of knight on hill: place of knight is hill
  far of knight on hill: place of knight is not hill
  strong of hill: number of knights on hill > 1
  reached of knight: there are hills where near of knight on hill and strong of hill
  lost of knight: there are hills where far of knight on hill
  alone of knight: there are no hills where far of knight on hill and strong of hill
rules:
  game: |
    if there are knights where reached of knight and lost of knight: end the game
    if there are knights where alone of knight: end the game
"""


def counting() -> tuple[ValueCache, list[int]]:
    return ValueCache(), []


def test_a_value_is_worked_out_once_while_nothing_changes() -> None:
    cache, calls = counting()

    def total(s: list[int], z: list[list[int]], item: int) -> int:
        calls.append(item)
        return s[item] + len(z[0])

    fast = cache.cached_function("total", total)
    s, z = [1, 2, 3], [[1, 2]]
    assert [fast(s, z, 1), fast(s, z, 1), fast(s, z, 2)] == [4, 4, 5]
    assert calls == [1, 2]
    s[1] = 9
    assert [fast(s, z, 1), fast(s, z, 2)] == [11, 5]
    z[0].append(3)
    assert fast(s, z, 1) == 12


def test_another_game_in_an_equal_state_has_the_same_values_and_goes_its_own_way() -> None:
    cache, calls = counting()

    def first(s: list[int], z: list[list[int]]) -> int:
        calls.append(1)
        return s[0]

    fast = cache.cached_function("first", first)
    one, other = [1], [1]
    assert fast(one, []) == fast(other, []) == 1
    assert len(calls) == 1
    other[0] = 2
    assert [fast(other, []), fast(one, [])] == [2, 1]


def test_a_zone_that_is_kept_is_not_the_zone_itself() -> None:
    cache, _ = counting()
    fast = cache.cached_function("all", lambda s, z: z[0])
    zone = [[1, 2]]
    found = fast([], zone)
    zone[0].append(3)
    assert found == (1, 2)


def test_values_inside_cached_values_are_cached_and_an_error_leaves_nothing_behind() -> None:
    cache, calls = counting()

    def inner(s: list[int], z: list[list[int]]) -> int:
        calls.append(1)
        return s[0]

    def outer(s: list[int], z: list[list[int]]) -> int:
        return fast(s, z) + fast(s, z)

    def broken(s: list[int], z: list[list[int]]) -> int:
        raise OutOfRange

    fast = cache.cached_function("inner", inner)
    assert cache.cached_function("outer", outer)([4], []) == 8
    assert len(calls) == 1
    s = [5]
    try:
        cache.cached_function("broken", broken)(s, [])
    except OutOfRange:
        s[0] = 6
    assert fast(s, []) == 6


def test_copies_of_a_game_keep_their_own() -> None:
    rules = cardwright.load(CARAVAN)
    game = rules.new_game(2, 1).position
    function = game.program.namespace["D_wealth"]
    other = game.copy()
    cell = game.program.layout.cells["player", "stock of salt"] + 1
    before = function(game.s, game.z, 1)  # type: ignore[operator]
    other.s[cell] += 2
    assert function(other.s, other.z, 1) == before + 2  # type: ignore[operator]
    assert function(game.s, game.z, 1) == before  # type: ignore[operator]


def test_definitions_called_once_for_each_value_are_not_cached(tmp_path: Path) -> None:
    (tmp_path / "pack.yaml").write_text(
        "{id: once, version: 1.0.0, title: Once, players: [1, 1], main: game}"
    )
    (tmp_path / "game.yaml").write_text(ASKED)
    checked = cardwright.load(tmp_path).program(1).checked
    assert asked_once(checked) & {"reached", "near", "far", "strong"} == {"reached", "near"}


@pytest.mark.parametrize("error", [TooDeep("ways", 40), TooMuchWork(), OutOfRange()])
def test_an_error_of_a_game_can_be_sent_to_another_process(error: GameError) -> None:
    sent = pickle.loads(pickle.dumps(error.within(["scoring"])))
    assert (sent.code, sent.described) == (error.code, error.described)
