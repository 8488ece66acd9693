"""Expressions that ask how prohibitions and replacements affect an event."""

from __future__ import annotations

from cardwright.language.core.events import Event
from cardwright.language.core.nodes import Comprehension, Expr
from cardwright.language.core.sets import Filter
from cardwright.language.core.values import Exists, Logic, Not
from cardwright.source.records import dataclass


@dataclass(frozen=True, slots=True)
class Forbidden(Expr):
    """Whether a prohibition prevents `actor` from doing this to `item`, or from running a rule.

    `to` is where the item would go. Without it, prohibitions that depend on the destination do not
    count, unless the item goes to supply: then they depend on where it is.
    """

    event: Event
    item: Expr
    actor: Expr
    to: Expr | None = None
    args: tuple[Expr, ...] = ()  # the arguments of a rule
    fits: bool = False  # whether room has already been checked


@dataclass(frozen=True, slots=True)
class AllForbidden(Comprehension):
    """Whether a set has members, and prohibitions rule out each of them.

    The members are things that may go somewhere, or places where something may go.
    """

    var: int
    source: Expr
    test: Forbidden

    def expanded(self) -> Expr:
        """The same expression with plain sets."""
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
    """Whether an effect that may be declined could change anything: whether `of` is true.

    Also true if `of` depends on something hidden, because not being asked would reveal it.
    """

    of: Expr
