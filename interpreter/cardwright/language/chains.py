"""Walks along chains that packs make as long as they like: rules that run rules, and so on.

Owns what can be reached from somewhere, and the order in which each comes after what it leads to.
The walks keep their own stack, so that no chain is too long for them.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator
from typing import TypeVar

Some = TypeVar("Some")


def reached(start: Iterable[Some], leads_to: Callable[[Some], Iterable[Some]]) -> Iterator[Some]:
    """Where one gets from some things, each once, themselves first."""
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
    """What is not known of all that one thing leads to, each after what it leads to itself.

    Where a chain leads back into itself, what it leads back to comes later.
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
