"""Intrinsics on places and edges: groups, borders, distances, longest paths.

`near` has the neighbours of each place, by id: a table of the board, or a `Network` of some edges.
Sets are in the order of ids. Free of any game's state.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from heapq import heappop, heappush

Ids = Sequence[int]
Near = Sequence[Ids] | Mapping[int, Ids]


class Network(dict[int, tuple[int, ...]]):
    """Neighbours by edges; places without edges have none."""

    def __missing__(self, place: int) -> tuple[int, ...]:
        return ()


def network(edges: Iterable[int], ends: Sequence[Ids], closed: Collection[int] = ()) -> Network:
    """The places that these edges join. Paths can enter a closed one, but not continue from it."""
    made = Network()
    for edge in edges:
        for here, there in (ends[edge], ends[edge][::-1]) if ends[edge] else ():
            if here not in closed:
                made[here] = (*made[here], there)
    return made


def beside(place: int, near: Near) -> tuple[int, ...]:
    """The neighbours of a place."""
    return tuple(sorted(set(near[place])))


def in_game_ray(s: Ids, ray: Ids, gone: Ids) -> Ids:
    """A ray up to the first place that is out of the game."""
    return take_while(ray, lambda place: not s[gone[place]], False)


def take_while(items: Iterable[int], test: object, last: bool) -> tuple[int, ...]:
    """The items before the first that fails the test; with `last`, that one too."""
    found = []
    for item in items:
        holds = test(item)  # type: ignore[operator]
        if holds or last:
            found.append(item)
        if not holds:
            break
    return tuple(found)


def group(place: int, within: Iterable[int] | None, near: Near) -> tuple[int, ...]:
    """Everything connected to a place through members of a set, and the place, if it is a
    member.
    """
    allowed = None if within is None else set(within)
    if not place or (allowed is not None and place not in allowed):
        return ()
    return tuple(sorted(_reached(place, allowed, near)))


def _reached(place: int, allowed: set[int] | None, near: Near) -> set[int]:
    found, edge = {place}, [place]
    while edge:
        for other in near[edge.pop()]:
            if other not in found and (allowed is None or other in allowed):
                found.add(other)
                edge.append(other)
    return found


def groups(within: Iterable[int] | None, near: Near) -> tuple[int, ...]:
    """One member of each group of connected members of a set: the first.

    Without a set, of all places that edges join.
    """
    left, found = {*near} if within is None else {*within}, []
    for place in sorted(left):
        if place in left:
            found.append(place)
            left -= _reached(place, left, near)
    return tuple(found)


def border(within: Iterable[int], near: Near) -> tuple[int, ...]:
    """The neighbours of members of a set that are not members."""
    members = set(within)
    return tuple(sorted({other for place in members for other in near[place]} - members))


def distance(
    to: int, place: int, within: Iterable[int] | None, near: Near, unreachable: int
) -> int:
    """The fewest steps, all but the last to members of a set; `unreachable` if there is no path."""
    if not place or not to:
        return unreachable
    allowed = None if within is None else set(within)
    seen, edge, steps = {place}, [place], 0
    while edge and to not in seen:
        around = {other for here in edge for other in near[here]} - seen
        seen |= around
        edge = [other for other in around if allowed is None or other in allowed]
        steps += 1
    return steps if to in seen else unreachable


def way(
    to: int,
    place: int,
    within: Iterable[int] | None,
    edges: Iterable[int],
    ends: Sequence[Ids],
    closed: Collection[int],
    lengths: Ids,
    unreachable: int,
) -> int:
    """The length of the shortest path along edges, counted as by `distance`; else `unreachable`."""
    if not place or not to:
        return unreachable
    roads: dict[int, list[tuple[int, int]]] = {}
    for edge in edges:
        for here, there in (ends[edge], ends[edge][::-1]) if ends[edge] else ():
            if here not in closed:
                roads.setdefault(here, []).append((there, lengths[edge]))
    allowed = None if within is None else {*within, place}
    done, waiting = set[int](), [(0, place)]
    while waiting:
        length, here = heappop(waiting)
        if here == to:
            return length
        if here not in done and (allowed is None or here in allowed):
            done.add(here)
            for there, more in roads.get(here, ()):
                heappush(waiting, (length + more, there))
    return unreachable


# ------------------------------------------------------------------------ longest path

Place = tuple[int, int]
"""A place, or one of the loose ends that a closed place falls into."""
Edge = tuple[Place, Place]
Touched = tuple[Place, int, int]
"""An open place, its group, and 1 if edges touch it an odd number of times."""
State = tuple[tuple[Touched, ...], int]
"""The open places that are touched, and how many odd ones are behind."""


def longest_path(
    edges: Iterable[int],
    ends: Sequence[Ids],
    ranks: Sequence[int],
    closed: Collection[int] = (),
    lengths: Ids | None = None,
) -> int:
    """The most edges that one path can use, each of them once; or their total length.

    These are connected edges that touch at most two places an odd number of times. `ranks` is an
    order of all edges in which few places are open at a time: touched by edges before and after.
    Paths can enter a closed place, but not continue from it. For the work see `board.network`.
    """
    order = sorted((edge for edge in {*edges} if ends[edge]), key=lambda edge: ranks[edge])
    long = [1 if lengths is None else lengths[edge] for edge in order]
    drawn = [_split(ends[edge], number, closed) for number, edge in enumerate(order, 1)]
    last = {place: number for number, edge in enumerate(drawn) for place in edge}
    best = 0
    states: dict[State, int] = {((), 0): 0}
    for number, edge in enumerate(drawn):
        closing = [place for place in edge if last[place] == number]
        following: dict[State, int] = {}
        for state, length in states.items():
            for made, new in ((state, length), (_with(edge, state), length + long[number])):
                kept, whole = _without(closing, made)
                best = max(best, new) if whole else best
                if kept is not None:
                    following[kept] = max(new, following.get(kept, 0))
        states = following
    return best


def _split(joined: Ids, number: int, closed: Collection[int]) -> Edge:
    """The ends of an edge, with separate ends at closed places."""
    here, there = joined
    return (here, number if here in closed else 0), (there, -number if there in closed else 0)


def _with(edge: Edge, state: State) -> State:
    """The state after an edge is taken: its ends are in one group."""
    touched, odd = state
    of = {place: (group, parity) for place, group, parity in touched}
    fresh = len(touched) + 1
    ends = [of.get(place, (fresh + number, 0)) for number, place in enumerate(edge)]
    one, other = ends[0][0], ends[1][0]
    for place, (group, parity) in zip(edge, ends, strict=True):
        of[place] = (group, 1 - parity)
    return _normal([(p, one if g == other else g, parity) for p, (g, parity) in of.items()], odd)


def _normal(touched: Iterable[Touched], odd: int) -> State:
    """The state with groups numbered in the order of their places, so that similar states are
    equal.
    """
    found = sorted(touched)
    names: dict[int, int] = {}
    for _, group, _ in found:
        names.setdefault(group, len(names))
    return tuple((place, names[group], parity) for place, group, parity in found), odd


def _without(closing: Iterable[Place], state: State) -> tuple[State | None, bool]:
    """The state without places that have no later edges, if it can still become a path.

    Also whether all edges taken are one path, which no later edge can continue.
    """
    touched, odd = state
    for place in closing:
        mine = next((one for one in touched if one[0] == place), None)
        if mine is not None:
            touched = tuple(one for one in touched if one is not mine)
            odd += mine[2]
            if all(one[1] != mine[1] for one in touched):
                return None, not touched and odd <= 2
    return (_normal(touched, odd) if odd <= 2 else None), False
