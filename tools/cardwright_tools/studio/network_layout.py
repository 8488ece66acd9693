"""Positions for the places of a network, so that places a few steps apart are near each other.

Knows nothing of games: points are numbers, and pairs of them are joined. The result depends only on
these, and is found by stress majorization (Gansner, Koren, North 2004).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache

Pair = tuple[int, int]
Point = tuple[float, float]
ROUNDS, WORK = 120, 600_000
"""How often each point is moved at most, and how many distances are computed in all."""
LOWEST = 0.8
"""How far down the joined points go if there are some that are not joined."""
MAX_POINTS = 120
"""More points are not placed: the work grows with the square of their number."""


@lru_cache(maxsize=32)
def positions(count: int, pairs: tuple[Pair, ...]) -> Sequence[Point]:
    """A point in the unit square for each number below `count`. Those that nothing is joined to are
    in a row below the others."""
    joined = sorted({one for pair in pairs for one in pair})
    alone = [one for one in range(count) if one not in joined]
    number = {one: at for at, one in enumerate(joined)}
    found = _joined(len(joined), [(number[one], number[other]) for one, other in pairs])
    places = {
        one: (x, y * LOWEST if alone else y) for one, (x, y) in zip(joined, found, strict=True)
    }
    places |= {one: ((at + 0.5) / len(alone), 1.0) for at, one in enumerate(alone)}
    return [places[one] for one in range(count)]


def _joined(count: int, pairs: Sequence[Pair]) -> Sequence[Point]:
    """The points of a connected network: from a circle, they are moved one at a time."""
    steps, turn = _steps(count, pairs), 2 * math.pi / max(count, 1)
    found = [(math.cos(turn * at) * count / 4, math.sin(turn * at) * count / 4)
             for at in range(count)]  # fmt: skip
    for _ in range(min(ROUNDS, WORK // max(count, 1) ** 2)):
        for point in range(count):
            found[point] = _nearer(point, found, steps[point])
    return _fitted(found)


def _steps(count: int, pairs: Sequence[Pair]) -> list[list[int]]:
    """The number of steps between every two points; unconnected parts are put near each other."""
    near: list[set[int]] = [set() for _ in range(count)]
    for one, other in pairs:
        near[one].add(other)
        near[other].add(one)
    known = [_steps_from(start, near) for start in range(count)]
    most = max((step for row in known for step in row.values()), default=0)
    return [[row.get(other, most // 2 + 1) for other in range(count)] for row in known]


def _steps_from(start: int, near: Sequence[set[int]]) -> dict[int, int]:
    found, edge = {start: 0}, [start]
    while edge:
        edge = sorted({n for one in edge for n in near[one]} - found.keys())
        found |= dict.fromkeys(edge, max(found.values()) + 1)
    return found


def _nearer(point: int, places: Sequence[Point], steps: Sequence[int]) -> Point:
    """Where a point's distances to the others match its numbers of steps better."""
    x, y = places[point]
    sum_x = sum_y = weights = 0.0
    for other, (there_x, there_y) in enumerate(places):
        if other == point:
            continue
        weight = 1 / steps[other] ** 2
        away = steps[other] / (math.hypot(x - there_x, y - there_y) or 1)
        sum_x += weight * (there_x + away * (x - there_x))
        sum_y += weight * (there_y + away * (y - there_y))
        weights += weight
    return (sum_x / weights, sum_y / weights) if weights else (x, y)


def _fitted(places: Sequence[Point]) -> Sequence[Point]:
    """The points, stretched to the square; the longer way is from left to right."""
    wide, high = _between([x for x, _ in places]), _between([y for _, y in places])
    if _length(wide) < _length(high):
        return _fitted([(y, x) for x, y in places])
    return [(_share(x, wide), _share(y, high)) for x, y in places]


def _between(values: Sequence[float]) -> Point:
    return min(values, default=0), max(values, default=0)


def _length(ends: Point) -> float:
    return ends[1] - ends[0]


def _share(value: float, ends: Point) -> float:
    return (value - ends[0]) / _length(ends) if _length(ends) > 1e-9 else 0.5
