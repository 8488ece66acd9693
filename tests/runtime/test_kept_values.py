"""Definitions whose values are kept until the state changes."""

from __future__ import annotations

from pathlib import Path

import cardwright
from cardwright.backends.kept_values import KeptValues

ROOT = Path(__file__).parents[2]
CARAVAN = ROOT / "tests/packs/caravan"


def counting() -> tuple[KeptValues, list[int]]:
    return KeptValues(), []


def test_a_value_is_worked_out_once_while_nothing_changes() -> None:
    kept, calls = counting()

    def total(s: list[int], z: list[list[int]], item: int) -> int:
        calls.append(item)
        return s[item] + len(z[0])

    fast = kept.keep("total", total)
    s, z = [1, 2, 3], [[1, 2]]
    assert [fast(s, z, 1), fast(s, z, 1), fast(s, z, 2)] == [4, 4, 5]
    assert calls == [1, 2]
    s[1] = 9
    assert [fast(s, z, 1), fast(s, z, 2)] == [11, 5]
    z[0].append(3)
    assert fast(s, z, 1) == 12


def test_another_game_in_an_equal_state_has_the_same_values_and_goes_its_own_way() -> None:
    kept, calls = counting()

    def first(s: list[int], z: list[list[int]]) -> int:
        calls.append(1)
        return s[0]

    fast = kept.keep("first", first)
    one, other = [1], [1]
    assert fast(one, []) == fast(other, []) == 1
    assert len(calls) == 1
    other[0] = 2
    assert [fast(other, []), fast(one, [])] == [2, 1]


def test_a_zone_that_is_kept_is_not_the_zone_itself() -> None:
    kept, _ = counting()
    fast = kept.keep("all", lambda s, z: z[0])
    zone = [[1, 2]]
    found = fast([], zone)
    zone[0].append(3)
    assert found == (1, 2)


def test_what_is_kept_in_a_kept_value_is_kept_too_and_an_error_leaves_nothing_behind() -> None:
    kept, calls = counting()

    def inner(s: list[int], z: list[list[int]]) -> int:
        calls.append(1)
        return s[0]

    def outer(s: list[int], z: list[list[int]]) -> int:
        return fast(s, z) + fast(s, z)

    def broken(s: list[int], z: list[list[int]]) -> int:
        raise OverflowError

    fast = kept.keep("inner", inner)
    assert kept.keep("outer", outer)([4], []) == 8
    assert len(calls) == 1
    s = [5]
    try:
        kept.keep("broken", broken)(s, [])
    except OverflowError:
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
