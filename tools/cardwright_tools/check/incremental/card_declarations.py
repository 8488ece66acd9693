"""The declarations of a game after a change of its cards."""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import replace
from itertools import compress, count
from operator import attrgetter, not_

from cardwright.board.declarations import Thing
from cardwright.language.declared import Declared, Effect


def declare(
    beside: Thing,
    are_first: bool,
    new: Sequence[tuple[Thing, Sequence[Effect]]],
    gone: Sequence[Thing],
    declared: Declared,
) -> Declared:
    """The declarations with new things after or before `beside`, and without the gone ones."""
    group = declared.board.things[beside.kind]
    left, every = {*map(id, gone)}, [*group.values()]
    at = [*map(id, every)].index(id(beside)) + (not are_first)
    following = every[at:]
    if [thing.id for thing in gone] == [thing.id for thing, _ in new] == [beside.id]:
        group[beside.id] = new[0][0]  # it stays in its place
    else:
        every[at:at] = [thing for thing, _ in new]
        every = [thing for thing in every if id(thing) not in left]
        group.clear()
        group.update(zip(map(attrgetter("id"), every), every, strict=True))
    bearers = [*map(id, map(attrgetter("bearer"), declared.effects))]
    effects = [*compress(declared.effects, map(not_, map(left.__contains__, bearers)))]
    place = _first_of(left, bearers)
    if place is None:
        place = _first_of({*map(id, following)}, bearers)
    at = len(effects) if place is None else place
    effects[at:at] = [effect for _, some in new for effect in some]
    return replace(declared, effects=effects)


def _first_of(things: Set[int], bearers: Sequence[int]) -> int | None:
    """The index of the first bearer that is one of these things, by `id`."""
    return next(compress(count(), map(things.__contains__, bearers)), None)
