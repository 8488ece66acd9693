"""The definitions that expressions need, including through other definitions and their modifiers.

A set of definitions is a number with a bit for each, because a game may have thousands that need
each other. Responsible for these sets and sums over them; knows nothing about what is added up.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from functools import reduce
from operator import getitem, or_

from cardwright.language import core
from cardwright.language.core import Expr
from cardwright.language.graph_walks import postorder

Needed = int
"""A set of definitions."""


class Reach:
    """The sets for a game with definitions of these names; `leads_to`: the definitions that each
    one needs.
    """

    def __init__(self, names: Sequence[str], leads_to: Callable[[str], Collection[str]]) -> None:
        self.names = names
        self._own = {name: 1 << at for at, name in enumerate(names)}
        self._needs = dict(self._own)
        leads = {name: leads_to(name) for name in names}
        order = dict[str, None]()
        for name in names:
            if name not in order:
                order.update(dict.fromkeys(postorder(name, leads.__getitem__, order)))
        while self._grow(order, leads):  # repeated if definitions lead back to each other
            pass

    def _grow(self, order: Collection[str], leads: dict[str, Collection[str]]) -> bool:
        before = dict(self._needs)
        for name in order:
            self._needs[name] |= reduce(or_, map(self._needs.__getitem__, leads[name]), 0)
        return self._needs != before

    def of(self, expr: Expr) -> Needed:
        """The definitions that an expression needs."""
        calls = (e.name for e in core.inside(expr) if isinstance(e, core.Call))
        return reduce(or_, map(self._needs.__getitem__, calls), 0)

    def among(self, needed: Needed) -> Iterator[str]:
        """The names of a set."""
        return (name for name in self.names if needed & self._own[name])

    def set_of(self, names: Collection[str]) -> Needed:
        return reduce(or_, map(self._own.__getitem__, names), 0)


def summed(values: Sequence[int]) -> Callable[[Needed], int]:
    """A function that adds up the values of the definitions in a set, eight at a time."""
    tables = []
    for at in range(0, len(values), 8):
        table = [0]
        for value in values[at : at + 8]:
            table += [value + sum for sum in table]
        tables.append(table)
    return lambda needed: sum(map(getitem, tables, needed.to_bytes(len(tables), "little")))
