"""Windows: who may reply to an event, lowered to questions in turn until all have passed in a row.

A reply is carried out before the next question, and may open a window itself: the last reply comes
first. Builds a window's routine; the frames of a game show how many are open.
"""

from __future__ import annotations

from cardwright.board.declarations import Field
from cardwright.board.types import FLAG, NUMBER
from cardwright.language import core, hir
from cardwright.language.core import Block, Expr, arith, lit


def window_block(s: hir.Window, allocator: hir.Allocator, cancelled: int) -> Block:
    """The statements of a window; the register `cancelled` is set from outside."""
    return _Window(s, allocator, cancelled).block()


class _Window:
    def __init__(self, s: hir.Window, allocator: hir.Allocator, cancelled: int) -> None:
        self.s, self.span = s, s.span
        self.cancelled = self._at(cancelled)
        self.asked, self.size, self.next, self.who = (allocator.register() for _ in range(4))
        self.passed, self.passes, self.left = (allocator.register() for _ in range(3))
        self.before = [allocator.register() for _ in s.cells]

    def block(self) -> Block:
        s, span = self.s, self.span
        asked = core.Reg(s.asks.type, span, self.asked)
        rounds = arith("*", self._at(self.size), self._number(s.most + 1))
        return (
            *self._named(),
            core.Let(span, self.asked, core.StartFrom(s.asks.type, span, s.asks, s.first)),
            core.Let(span, self.size, core.Count(NUMBER, span, asked)),
            core.Let(span, self.next, self._number(1)),
            core.Let(span, self.passes, self._number(0)),
            core.Let(span, self.left, self._number(s.most)),
            core.Repeat(span, rounds, self._round(asked)),
            *self._forgotten(),
        )

    def _round(self, asked: Expr) -> Block:
        """One question, to the next player."""
        s, span, one = self.s, self.span, self._number(1)
        who = core.Reg(asked.type.one(), span, self.who)
        member = core.ElementAt(who.type, span, asked, self._at(self.next))
        after = arith("mod", self._at(self.next), self._at(self.size))
        reply = (
            core.Let(span, self.passes, self._number(0)),
            core.Let(span, self.left, arith("-", self._at(self.left), one)),
        )
        passes = (core.Let(span, self.passes, arith("+", self._at(self.passes), one)),)
        return (
            core.Let(span, self.who, member),
            core.Let(span, self.next, arith("+", after, one)),
            core.Let(span, self.passed, self._number(0)),
            core.OpenMenu(
                span, s.menu, who, (core.Let(span, self.passed, one),), s.args, always=s.always
            ),
            core.If(span, self._is("==", self.passed, one), passes, reply),
            core.If(span, self._over(), (core.Break(span),), ()),
        )

    def _over(self) -> Expr:
        """Whether all have passed in a row, no reply is left, or there is nothing left to reply
        to.
        """
        none = self._number(0)
        tests = (
            self._is(">=", self.passes, self._at(self.size)),
            self._is("==", self.left, none),
            core.Compare(FLAG, self.span, "!=", self.cancelled, none),
        )
        first, second, third = tests
        both = core.Logic(FLAG, self.span, "or", first, second)
        return core.Logic(FLAG, self.span, "or", both, third)

    def _named(self) -> Block:
        """Sets the states that name what is replied to, and saves their previous values."""
        cells, values = self.s.cells, self.s.values
        kept = (core.Let(self.span, reg, core.Get(cell.type, self.span, cell, None))
                for reg, cell in zip(self.before, cells, strict=True))  # fmt: skip
        return (*kept, *map(self._set, cells, values))

    def _forgotten(self) -> Block:
        pairs = zip(self.before, self.s.cells, strict=True)
        return tuple(self._set(c, core.Reg(c.type, self.span, reg)) for reg, c in pairs)

    def _set(self, cell: Field, value: Expr) -> core.Assign:
        return core.Assign(self.span, "set", cell, None, "=", value, self.s.actor)

    def _at(self, reg: int) -> core.Reg:
        return core.Reg(NUMBER, self.span, reg)

    def _number(self, value: int) -> core.Lit:
        return lit(value, self.span)

    def _is(self, op: str, reg: int, other: Expr) -> Expr:
        return core.Compare(FLAG, self.span, op, self._at(reg), other)
