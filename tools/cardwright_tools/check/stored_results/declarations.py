"""The texts of a declaration, in which the spans of its results are."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields

from cardwright.language.declared import Capacity, Declared, Effect, Parameter, Window
from cardwright.source.text import NOWHERE, Span
from cardwright_tools.check.interface.texts import Holder

_OTHERS = frozenset(("bearer", "kind", "operation", "used"))
"""The parts of a declaration that are declared elsewhere."""


def texts_of(one: Holder, declared: Declared) -> Iterator[Span]:
    """All texts that belong to a declaration, in a fixed order; before them, `NOWHERE`."""
    yield NOWHERE
    for each in fields(one):
        if each.name not in _OTHERS:
            yield from _spans(getattr(one, each.name))
    used = getattr(one, "used", None)
    if used is not None:
        yield from _spans(used.span)
    if isinstance(one, Effect):
        yield from _spans(declared.taken_by(one.bearer.kind, one.slot))


def _spans(one: object) -> Iterator[Span]:
    match one:
        case Span():
            yield one
        case tuple():
            for part in one:
                yield from _spans(part)
        case Parameter() | Window() | Capacity():
            for each in fields(one):
                yield from _spans(getattr(one, each.name))
