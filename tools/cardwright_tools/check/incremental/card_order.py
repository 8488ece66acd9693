"""Puts the things and effects of a game in the order of its files.

A reading declares the known cards beside everything else, and new cards come last. The order
matters to a game in play: it numbers things, so the same seed would shuffle a deck in another way.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import filterfalse
from operator import attrgetter, is_, itemgetter
from typing import TypeVar

from cardwright.board.declarations import Thing
from cardwright.language.declared import Declared, Effect

Place = tuple[int, int]
"""The number of a file, and an offset in it."""
Places = Mapping[int, Place]
"""Those of things, by `id`."""
FIRST = (-1, 0)
Some = TypeVar("Some")


def in_order(declared: Declared, kinds: Iterable[str], places: Places) -> Declared:
    """The declarations with the things of these kinds, and with effects, in order."""
    things = declared.board.things
    for group in (things[kind] for kind in kinds if kind in things):
        every = [*group.values()]
        ordered = _sorted(every, every, places)
        if not all(map(is_, every, ordered)):
            group.clear()
            group.update((one.id, one) for one in ordered)
    effects = declared.effects
    own, patched = [*filterfalse(_is_patched, effects)], [*filter(_is_patched, effects)]
    bearers = map(attrgetter("bearer"), own)
    return replace(declared, effects=[*_sorted(own, bearers, places), *patched])


def _is_patched(effect: Effect) -> bool:
    """Whether a patch has put it on its bearer: this is done when all things are declared."""
    own = effect.bearer.span
    return own is not None and own.source.name != effect.body.source.name


def _sorted(some: Sequence[Some], things: Iterable[Thing], places: Places) -> list[Some]:
    """These in the order of the things they belong to; where no place is known, one stays behind
    the one before it."""
    found, last = list[tuple[Place, Some]](), FIRST
    for one, thing in zip(some, things, strict=True):
        last = places.get(id(thing), last)
        found.append((last, one))
    return [one for _, one in sorted(found, key=itemgetter(0))]
