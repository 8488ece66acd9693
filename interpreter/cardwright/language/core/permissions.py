"""Expressions that ask what prohibitions and replacements do to an event."""

from __future__ import annotations

from cardwright.language.core.events import Event
from cardwright.language.core.nodes import Comprehension, Expr
from cardwright.language.core.sets import Filter
from cardwright.language.core.values import Exists, Logic, Not
from cardwright.source.records import dataclass


@dataclass(frozen=True, slots=True)
class Forbidden(Expr):
    """Whether a prohibition keeps `actor` from doing this to `item`, or from running a rule.

    `to` is where the item would go. Without it, prohibitions that ask where do not count, unless
    the item goes to supply: then they ask where it is.
    """

    event: Event
    item: Expr
    actor: Expr
    to: Expr | None = None
    args: tuple[Expr, ...] = ()  # of a rule
    fits: bool = False  # whether room was already checked


@dataclass(frozen=True, slots=True)
class AllForbidden(Comprehension):
    """Whether a set has members, and prohibitions rule out each of them.

    The members are the things that may go somewhere, or the places where something may go.
    """

    var: int
    source: Expr
    test: Forbidden

    def expanded(self) -> Expr:
        """The same with plain sets."""
        free = Not(self.type, self.span, self.test)
        left = Filter(self.source.type, self.span, self.var, self.source, free)
        none_left = Not(self.type, self.span, Exists(self.type, self.span, left))
        some = Exists(self.type, self.span, self.source)
        return Logic(self.type, self.span, "and", some, none_left)


@dataclass(frozen=True, slots=True)
class Replaceable(Expr):
    """Whether any ability may do something instead of the event."""

    event: Event


@dataclass(frozen=True, slots=True)
class CanChange(Expr):
    """Whether an effect that may be declined could change anything: if `of` is true.

    Also if `of` looks at what may be hidden, since being asked would reveal it.
    """

    of: Expr
