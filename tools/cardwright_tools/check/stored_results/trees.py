"""Trees of checked texts as JSON: reading it can't run anything but the constructors of nodes.

A node is a list of the number of its class and of its fields, without the named ones at the end
that have their defaults.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import fields
from functools import cache
from typing import Any, NamedTuple

from cardwright.language import core
from cardwright.language.core.nodes import Node
from cardwright.language.front_end.checked import CheckedAbility, CheckedCost, CheckedOption
from cardwright.source.text import Span
from cardwright_tools.check.stored_results.forms import Form, form_of

_ABOVE = "cardwright.language."
_ROOMS = tuple(_ABOVE + room for room in ("core.", "hir.", "vocabulary.", "front_end.checked."))
_RECORDS = (core.Routine, core.Modifier, core.Function, core.WindowFrame, CheckedOption,
            CheckedAbility, CheckedCost)  # fmt: skip


class Plan(NamedTuple):
    """How nodes of a class are stored: the fields that are always there, in the order of its
    parameters; then the named ones, of which the last are left out if they have their defaults.
    """

    kind: type[Any]
    names: Sequence[str]
    forms: Sequence[Form]
    named: Sequence[tuple[str, Form, object]]


@cache
def plan_of(kind: Any) -> Plan:
    """Raises TypeError for anything but a class of nodes."""
    if not issubclass(kind, (Node, *_RECORDS)):
        raise TypeError(f"{kind!r} is no class of nodes")
    every = [(one, form_of(str(one.type))) for one in fields(kind)]
    own = [(one.name, form) for one, form in every if not one.kw_only]
    named = [(one.name, form, one.default) for one, form in every if one.kw_only]
    return Plan(kind, [name for name, _ in own], [form for _, form in own], named)


def plan_named(name: str) -> Plan:
    """The plan for the class that was stored under a name. Raises LookupError, AttributeError or
    TypeError if there is none."""
    module, _, own = (_ABOVE + name).rpartition(".")
    if not f"{module}.".startswith(_ROOMS):
        raise LookupError(name)
    return plan_of(getattr(sys.modules[module], own))


def name_of(kind: type[Any]) -> str:
    return f"{kind.__module__.removeprefix(_ABOVE)}.{kind.__qualname__}"


class TreeWriter:
    """Writes the result of one declaration, which has these texts. `number` gives the number of a
    class among all classes, and of anything that is declared elsewhere; both raise LookupError."""

    def __init__(self, own: object, texts: Sequence[Span], number: Callable[[object], int]) -> None:
        self._own, self._texts, self.elsewhere = own, texts, number
        self.places: dict[tuple[int, int, int], int] = {}
        self._known: dict[int, int] = {}

    def place(self, one: Span) -> int:
        for at, text in enumerate(self._texts):
            is_there = text.source is one.source or not (text.source.name or one.source.name)
            if is_there and text.start <= one.start <= one.end <= text.end:
                place = at, one.start - text.start, one.end - text.start
                return self.places.setdefault(place, len(self.places))
        raise LookupError("a place in the text of something else")

    def declared(self, one: object) -> int:
        if one is not self._own:
            raise LookupError("another declaration")
        return 0

    def node(self, one: Any) -> Any:
        if (known := self._known.get(id(one))) is not None:
            return known
        self._known[id(one)] = len(self._known)  # the result keeps the id from being reused
        plan = plan_of(one.__class__)
        pairs = zip(plan.names, plan.forms, strict=True)
        own = [form.write(getattr(one, name), self) for name, form in pairs]
        named = [*plan.named]
        while named and getattr(one, named[-1][0]) == named[-1][2]:
            named.pop()
        others = [form.write(getattr(one, name), self) for name, form, _ in named]
        return [self.elsewhere(plan.kind), *own, *others]


class TreeReader:
    """Reads the result of one declaration, with these places in its texts. `others` are the plans
    for classes and what is declared elsewhere; `size` is how many nodes were read, counting one
    each time that it is met. Raises one of `store.UNREADABLE`."""

    def __init__(self, own: object, places: Sequence[Span], others: Sequence[Any]) -> None:
        self.own, self.places, self.others = own, places, others
        self._known: list[tuple[object, int]] = []
        self.size = 0
        self._later: list[tuple[object, str, int]] = []

    def tree(self, data: Any) -> Any:
        """A tree, in which a node may have come from one that it is part of."""
        made = self.node(data)
        for one, name, number in self._later:
            object.__setattr__(one, name, self._known[number][0])
        self._later.clear()
        return made

    def node(self, data: Any) -> Any:
        if data.__class__ is int:
            return self._again(data)
        known, before = self._known, self.size
        number = len(known)
        known.append(_UNREAD)
        kind, _, forms, named = self.others[data[0]]
        values = data[1 : 1 + len(forms)]
        made = kind(*[read(value, self) for (_, read), value in zip(forms, values, strict=True)])
        self.size += 1
        known[number] = made, self.size - before
        if len(data) > 1 + len(forms):
            self._complete(made, named, data[1 + len(forms) :])
        return made

    def _complete(
        self, made: object, named: Sequence[tuple[str, Form, object]], values: Sequence[Any]
    ) -> None:
        """Sets the named fields, which may refer to nodes around this one."""
        if len(values) > len(named):
            raise ValueError(f"{len(values)} values for {len(named)} fields")
        for (name, form, _), value in zip(named, values, strict=False):
            if self._is_unread(value):
                self._later.append((made, name, value))
            else:
                object.__setattr__(made, name, form.read(value, self))

    def _is_unread(self, data: Any) -> bool:
        """Whether the data is the number of a node that is being read."""
        is_number = data.__class__ is int and 0 <= data < len(self._known)
        return is_number and self._known[data] is _UNREAD

    def _again(self, number: int) -> object:
        """A node that was read before."""
        if number < 0 or self._known[number] is _UNREAD:
            raise ValueError(number)
        found, size = self._known[number]
        self.size += size
        return found


_UNREAD: tuple[object, int] = object(), 0
