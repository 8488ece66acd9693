"""Lowers `rank`: groups of equal value, best first, then one loop over all who have a rank.

All ranks are determined before anything happens. Since a group has at least one member, as many
groups as the last rank that is used are enough.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce

from cardwright.board.types import FLAG, NUMBER
from cardwright.language import core, hir
from cardwright.language.core import Block, Expr, lit
from cardwright.language.lower.expressions import originate
from cardwright.language.lower.possible_changes import any_of
from cardwright.source.records import dataclass
from cardwright.source.text import Span


@dataclass(frozen=True, slots=True)
class _Group:
    """Members who are tied with each other: the set, and their rank."""

    members: core.Reg
    rank: core.Reg
    prize: core.Reg | None = None  # the share of each of them


class Ranking:
    """One `rank` being lowered to the core; `bodies` are those of its lines, lowered."""

    def __init__(self, s: hir.Rank, low: hir.Lowering, bodies: Sequence[Block], other: Block):
        self.s, self.low, self.span = s, low, s.span
        self.bodies, self.other = bodies, other
        self.made: list[core.Stmt] = []
        self.source = low.register(s.source.type, s.span)
        self.worth: list[core.Reg] = []  # what the ranks are worth

    def lowered(self) -> Block:
        self._let(self.source, self.low.expr(self.s.source))
        for value in self.s.split.values if self.s.split else ():
            register = self.low.register(NUMBER, self.span)
            self.worth.append(self._let(register, self.low.expr(value)))
        groups: list[_Group] = []
        for _ in range(max(name.rank for line in self.s.lines for name in line.ranks)):
            groups.append(self._group(groups))
        member = core.Reg(self.s.source.type.one(), self.span, self.s.reg)
        loop = core.ForEach(self.span, self.s.reg, self._all(groups), self._ranked(member, groups))
        for statement in (*self.made, loop):
            originate(statement, self.s)
        return (*self.made, loop)

    def _let(self, reg: core.Reg, value: Expr) -> core.Reg:
        self.made.append(core.Let(self.span, reg.index, value))
        return reg

    # ------------------------------------------------------------------------- groups

    def _group(self, before: Sequence[_Group]) -> _Group:
        """The best of those who are left, and their rank."""
        found = self._without(before)
        for key in self.s.keys:
            found = core.ArgMax(
                found.type, self.span, key.op, key.var, found, self.low.expr(key.body)
            )
        members = self._let(self.low.register(found.type, self.span), found)
        rank = self._let(self.low.register(NUMBER, self.span), self._rank(members, before))
        if self.s.split is None:
            return _Group(members, rank)
        prize = self._let(self.low.register(NUMBER, self.span), self._prize(members, rank))
        return _Group(members, rank, prize)

    def _prize(self, members: core.Reg, rank: core.Reg) -> Expr:
        """The total worth of a group's ranks, divided by the size of the group."""
        span, count = self.span, core.Count(NUMBER, self.span, members)
        end = core.Arith(NUMBER, span, "+", rank, count)
        parts: list[Expr] = [lit(0, span)]
        for place, worth in enumerate(self.worth, 1):
            from_first = core.Compare(FLAG, span, "<=", rank, lit(place, span))
            to_last = core.Compare(FLAG, span, ">", end, lit(place, span))
            both = core.Logic(FLAG, span, "and", from_first, to_last)
            parts.append(core.Cond(NUMBER, span, both, worth, lit(0, span), origin=self.s))
        total = reduce(lambda a, b: core.Arith(NUMBER, span, "+", a, b), parts)
        share = core.Arith(NUMBER, span, "/", total, count)
        return core.Cond(NUMBER, span, self._tied(members), share, total, origin=self.s)

    def _without(self, groups: Sequence[_Group]) -> Expr:
        """All who are ranked, except these groups."""
        left: Expr = self.source
        for group in groups:
            left = core.Difference(left.type, self.span, left, group.members)
        return left

    def _rank(self, members: core.Reg, before: Sequence[_Group]) -> Expr:
        one, span = lit(1, self.span), self.span
        if self.s.ties == hir.DENSE:
            return lit(len(before) + 1, span)
        counts = [core.Count(NUMBER, span, group.members) for group in before]
        own: Expr = one
        if self.s.ties == hir.NEXT:
            own = core.Cond(NUMBER, span, self._tied(members), lit(2, span), one, origin=self.s)
        elif self.s.ties == hir.LAST:
            own = core.Count(NUMBER, span, members)
        return reduce(lambda a, b: core.Arith(NUMBER, span, "+", a, b), [own, *counts])

    def _tied(self, members: Expr) -> Expr:
        count = core.Count(NUMBER, self.span, members)
        return core.Compare(FLAG, self.span, ">", count, lit(1, self.span))

    # --------------------------------------------------------------------------- loop

    def _all(self, groups: Sequence[_Group]) -> Expr:
        """All who may have a rank, the best first; with `otherwise`, the rest as well."""
        rest = [self._without(groups)] if self.other else []
        sets: list[Expr] = [*(group.members for group in groups), *rest]
        return reduce(lambda a, b: core.Union(self.source.type, self.span, a, b), sets)

    def _ranked(self, member: core.Reg, groups: Sequence[_Group]) -> Block:
        """The line for the member's rank, or else `otherwise`."""
        rank, tied = (self.low.register(type, self.span) for type in (NUMBER, FLAG))
        lets = [core.Let(self.span, rank.index, self._of(member, groups, NUMBER))]
        if self.s.split is not None:
            prize = self._prize_of(member, groups)
            lets.append(core.Let(self.span, self.s.split.reg, prize))
        if any(name.alone for line in self.s.lines for name in line.ranks):
            lets.append(core.Let(self.span, tied.index, self._of(member, groups, FLAG)))
        rest = self.other
        for line, body in reversed([*zip(self.s.lines, self.bodies, strict=True)]):
            rest = (core.If(line.span, self._has_rank(line, rank, tied), body, rest),)
            originate(rest[0], self.s)
        for let in lets:
            originate(let, self.s)
        return (*lets, *rest)

    def _of(self, member: core.Reg, groups: Sequence[_Group], type: object) -> Expr:
        """The rank of the member's group, or whether it is tied; 0 for all others."""
        found: Expr = lit(0, self.span) if type is NUMBER else core.Lit(FLAG, self.span, 0)
        for group in reversed(groups):
            inside = core.Member(FLAG, self.span, member, group.members)
            value = group.rank if type is NUMBER else self._tied(group.members)
            found = core.Cond(value.type, self.span, inside, value, found, origin=self.s)
        return found

    def _prize_of(self, member: core.Reg, groups: Sequence[_Group]) -> Expr:
        found: Expr = lit(0, self.span)
        for group in reversed(groups):
            assert group.prize is not None
            inside = core.Member(FLAG, self.span, member, group.members)
            found = core.Cond(NUMBER, self.span, inside, group.prize, found, origin=self.s)
        return found

    def _has_rank(self, line: hir.RankLine, rank: Expr, tied: Expr) -> Expr:
        return any_of([self._is(name, line.span, rank, tied) for name in line.ranks])

    def _is(self, name: hir.RankName, span: Span, rank: Expr, tied: Expr) -> Expr:
        test: Expr = core.Compare(FLAG, span, "==", rank, lit(name.rank, span))
        if not name.alone:
            return test
        alone = tied if name.alone == "tied" else core.Not(FLAG, span, tied)
        return core.Logic(FLAG, span, "and", test, alone)
