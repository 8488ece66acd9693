"""Every pairing of a pack's decks: which games of a run are played with which.

Owns the order: games of one pairing follow each other, since each pairing has a program of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, combinations_with_replacement

from cardwright import Rules
from cardwright.decks import lists_of
from cardwright_tools.output import USAGE, Stop

Pairing = tuple[str, ...]
"""Who brings which, as words of `--deck`."""


def pairings_of(rules: Rules, players: int) -> tuple[Pairing, ...]:
    """All pairings for so many players; everybody has each deck about equally often.

    Raises Stop if the pack has no decks.
    """
    seats, decks = rules.seats(players), [*lists_of(rules.declared.board)]
    if not decks:
        raise Stop("--pairings: the pack has no decks", USAGE)
    choose = combinations if len(decks) >= len(seats) else combinations_with_replacement
    return tuple(_seated(seats, found, at) for at, found in enumerate(choose(decks, len(seats))))


def _seated(seats: Sequence[str], decks: Sequence[str], turned: int) -> Pairing:
    turned %= len(decks)
    decks = (*decks[turned:], *decks[:turned])
    return tuple(f"{seat}={deck}" for seat, deck in zip(seats, decks, strict=True))
