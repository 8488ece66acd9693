"""Cached results belong to their owner, one for each combination of the other arguments."""

from __future__ import annotations

from dataclasses import dataclass, field

from cardwright.source.memoized import memoized


@dataclass
class HasMemo:
    memo: dict[object, object] = field(default_factory=dict)


def test_it_is_run_once_for_each_owner_and_argument() -> None:
    runs: list[tuple[HasMemo, int]] = []

    @memoized
    def twice(keeper: HasMemo, number: int) -> int:
        runs.append((keeper, number))
        return 2 * number

    one, other = HasMemo(), HasMemo()
    assert [twice(one, 2), twice(one, 2), twice(one, 3), twice(other, 2)] == [4, 4, 6, 4]
    assert [number for _, number in runs] == [2, 3, 2]


def test_that_there_is_nothing_is_remembered_too() -> None:
    runs: list[HasMemo] = []

    @memoized
    def nothing(keeper: HasMemo) -> None:
        runs.append(keeper)

    one = HasMemo()
    nothing(one)
    nothing(one)
    assert len(runs) == 1
