"""Walks along chains of any length that packs define: rules that run rules, and so on.

Determines what can be reached from a start, an order in which each element comes after those it
leads to, and which elements lead back to each other. The walks keep their own stack, so that no
chain is too long for them.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Container, Iterable, Iterator
from typing import TypeVar

Some = TypeVar("Some")


def reachable(start: Iterable[Some], leads_to: Callable[[Some], Iterable[Some]]) -> Iterator[Some]:
    """Everything that can be reached from the start, each element once, beginning with the
    start.
    """
    found = dict.fromkeys(start)
    waiting = [*found]
    yield from found
    while waiting:
        for one in leads_to(waiting.pop()):
            if one not in found:
                found[one] = None
                waiting.append(one)
                yield one


def postorder(
    start: Some, leads_to: Callable[[Some], Iterable[Some]], known: Container[Some]
) -> Iterator[Some]:
    """All unknown elements that one leads to, each after those it leads to itself.

    If a chain leads back to an element, that element comes later.
    """
    seen, open = {start}, [(start, iter(leads_to(start)))]
    while open:
        name, rest = open[-1]
        inner = next((one for one in rest if one not in seen and one not in known), None)
        if inner is None:
            open.pop()
            yield name
        else:
            seen.add(inner)
            open.append((inner, iter(leads_to(inner))))


def strongly_connected(
    start: Some, leads_to: Callable[[Some], Iterable[Some]], known: Container[Some]
) -> Iterator[list[Some]]:
    """The strongly connected components of what `start` leads to, without `known` elements; each
    comes after those that it leads to (Tarjan's algorithm). Most have a single element.
    """
    path, lowest, open = [start], dict[Some, float]({start: 0}), [(start, 0, iter(leads_to(start)))]
    while open:
        name, place, rest = open[-1]
        inner = next((one for one in rest if one not in known), None)
        if inner is not None and inner not in lowest:
            open.append((inner, len(path), iter(leads_to(inner))))
            lowest[inner] = len(path)
            path.append(inner)
        elif inner is not None:
            lowest[name] = min(lowest[name], lowest[inner])
        else:
            open.pop()
            if open:
                outer = open[-1][0]
                lowest[outer] = min(lowest[outer], lowest[name])
            if lowest[name] == place:
                found, path = path[place:], path[:place]
                lowest.update(dict.fromkeys(found, math.inf))
                yield found
