"""A reference for benchmarks: random games of four in a row on 7 by 6 cells, in plain Python.

Written like a program by somebody who needs only this game, and no rules as data.
"""

from __future__ import annotations

from cardwright.runtime.rng import below

WIDTH, HEIGHT = 7, 6
STEPS = ((1, 0), (0, 1), (1, 1), (1, -1))


def play_reference(rng: int) -> tuple[int, int]:
    """Plays one game; returns the generator's state after it, and the number of moves."""
    columns: list[list[int]] = [[] for _ in range(WIDTH)]
    moves = 0
    while True:
        free = [x for x in range(WIDTH) if len(columns[x]) < HEIGHT]
        if not free:
            return rng, moves
        rng, index = below(rng, len(free))
        x, who = free[index], moves % 2
        columns[x].append(who)
        moves += 1
        if any(_line(columns, x, len(columns[x]) - 1, who, dx, dy) for dx, dy in STEPS):
            return rng, moves


def _line(columns: list[list[int]], x: int, y: int, who: int, dx: int, dy: int) -> bool:
    run = 1 + _ray(columns, x, y, who, dx, dy) + _ray(columns, x, y, who, -dx, -dy)
    return run >= 4


def _ray(columns: list[list[int]], x: int, y: int, who: int, dx: int, dy: int) -> int:
    length = 0
    x, y = x + dx, y + dy
    while 0 <= x < WIDTH and 0 <= y < len(columns[x]) and columns[x][y] == who:
        length, x, y = length + 1, x + dx, y + dy
    return length
