"""The tables of a tournament: which entrant sits where, in which of its games.

Responsible for fairness: each deal, with its seed, is played at every table in turn, so that all
entrants meet in all places.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

Table = tuple[str, ...]
"""The entrant of each player, in the order of the players' ids; an entrant may play for several."""


def tables_of(entrants: Sequence[str], players: int) -> tuple[Table, ...]:
    """All tables at which each deal is played."""
    turned = (table[n:] + table[:n] for table in _companies(entrants, players)
              for n in range(players))  # fmt: skip
    return tuple(dict.fromkeys(turned))


def _companies(entrants: Sequence[str], players: int) -> Iterator[Table]:
    """The groups of entrants that meet; if there are too few for the players, some play for
    several, in turn."""
    if len(entrants) >= players:
        yield from combinations(entrants, players)
        return
    for first in range(len(entrants) if players % len(entrants) else 1):
        yield tuple(entrants[(first + n) % len(entrants)] for n in range(players))
