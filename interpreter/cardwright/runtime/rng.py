"""splitmix64: randomness as one whole number of state.

Source: Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014.
"""

from __future__ import annotations

from collections.abc import Sequence

MASK = (1 << 64) - 1
GOLDEN = 0x9E3779B97F4A7C15


def seeded(seed: int) -> int:
    """The state to start from; equal seeds give equal games."""
    return (seed * GOLDEN + 0x632BE59BD9B4E019) & MASK


def step(state: int) -> tuple[int, int]:
    """The next state, and 64 random bits."""
    state = (state + GOLDEN) & MASK
    bits = state
    bits = ((bits ^ (bits >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    bits = ((bits ^ (bits >> 27)) * 0x94D049BB133111EB) & MASK
    return state, bits ^ (bits >> 31)


def below(state: int, limit: int) -> tuple[int, int]:
    """The next state, and a number from 0 to limit - 1 (`limit` at least 1)."""
    state, bits = step(state)
    return state, (bits * limit) >> 64


class Chance:
    """A separate source of random numbers, so that the game's own stays unknown."""

    def __init__(self, state: int) -> None:
        self.state = state

    def below(self, limit: int) -> int:
        self.state, found = below(self.state, limit)
        return found

    def shuffled(self, values: Sequence[int]) -> list[int]:
        found = list(values)
        for n in range(len(found) - 1, 0, -1):
            other = self.below(n + 1)
            found[n], found[other] = found[other], found[n]
        return found
