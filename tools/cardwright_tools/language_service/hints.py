"""Hints about what an effect leaves unsaid at a choice: who chooses, and how many."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from cardwright import Rules
from cardwright.language import core
from cardwright.language.core import Choose, Expr
from cardwright.language.english.generate import EVENT_NAMES
from cardwright.source.text import Span
from cardwright_tools.lint.rule_trees import Owner, owners

_OWN = ("you", "this")
"""The first registers of everything but abilities."""


@dataclass(frozen=True, slots=True)
class Hint:
    """`text` is shown before the choice at `span`, `doc` on request."""

    span: Span
    text: str
    doc: str


def hints(rules: Rules, file: str, now: Callable[[Span], Span | None]) -> Iterator[Hint]:
    """The hints in a file, in order; `now` maps spans read before to their current position."""
    found: dict[int, Hint] = {}
    for owner, parts in owners(rules.checked):
        for routine in (part for part in parts if isinstance(part, core.Routine)):
            for choice in _choices(routine, file):
                place, who = now(choice.span), _chooser(choice, owner)
                if place is not None and who:
                    number = _number(choice)
                    doc = f"{who}: chooses {number}".rstrip()
                    found[place.start] = Hint(place, f"{who} {number}".rstrip() + ":", doc)
    return (found[start] for start in sorted(found))


def _choices(routine: core.Routine, file: str) -> Iterator[Choose]:
    for statement in core.statements(routine.body):
        here = statement.span.source.name == file
        if here and isinstance(statement, Choose) and not statement.random:
            yield statement


def _chooser(choice: Choose, owner: Owner) -> str:
    """The name of the player who chooses; "" if it has none."""
    who: Expr = choice.chooser
    if not isinstance(who, core.Reg):
        return ""
    names = EVENT_NAMES if owner.what == "ability" else _OWN
    return who.word or (names[who.index] if who.index < len(names) else "")


def _number(choice: Choose) -> str:
    """How many are chosen, if that is known and this is the whole choice."""
    low, high = choice.low, choice.high
    if not isinstance(low, core.Lit) or not (high is None or isinstance(high, core.Lit)):
        return ""
    if high is None:
        return f"{low.value} or more"
    return f"{low.value}" if low.value == high.value else f"{low.value} to {high.value}"
