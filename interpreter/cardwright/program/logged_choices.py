"""Which choices the log must name even where there was only one way to make them.

A cart that is removed is named by the line that says so; a port that is chosen to count what is in
it is named nowhere. Responsible for that difference, as far as one text shows it.
"""

from __future__ import annotations

from collections.abc import Iterator

from cardwright.language import core
from cardwright.language.core import Block, Expr, Stmt


def is_unlogged(choice: core.Choose, body: Block, players: int) -> bool:
    """Whether no other line of the log names what is chosen, in a text with this body."""
    if choice.secret or choice.random or not choice.named:
        return False  # what a verb is done to is logged with it
    if players == 2 and _is_other_player(choice):
        return False  # everybody knows who the other one is
    return not any(_is(e, choice.reg) for s in core.statements(body) for e in _named(s))


def is_branch_unlogged(choice: core.OneOf) -> bool:
    """Whether the author's own words for the only way say more than the lines that follow.

    Not for a *may*, whose lines say that it happens, nor for ways to pay and other unnamed ones.
    """
    own = isinstance(choice.origin, core.OneOf)
    return own and not choice.branches[0].id.isdigit()


def _is_other_player(choice: core.Choose) -> bool:
    """Whether one of the players other than the chooser is chosen, whatever else is asked."""
    filters, _ = core.filters(choice.source)
    tests = ((test, one.var) for one in filters for test in core.conjuncts(one.test))
    return any(_excludes(test, member, choice.chooser) for test, member in tests)


def _excludes(test: Expr, member: int, player: Expr) -> bool:
    if not isinstance(test, core.Compare) or test.op != "!=":
        return False
    left = test.left
    return isinstance(left, core.Var) and left.index == member and core.same(test.right, player)


def _is(e: Expr | None, register: int) -> bool:
    while isinstance(e, core.AsKind):
        e = e.of
    return isinstance(e, core.Reg) and e.index == register


def _named(s: Stmt) -> Iterator[Expr | None]:
    """What the line of a statement names, and what loops act on."""
    match s:
        case core.Move():
            yield from (s.item, s.to)
        case core.Assign() if s.field.logged:
            yield from (s.of, s.value)
        case core.Begin():
            yield from s.values
        case core.Become() | core.End() | core.Reveal():
            yield s.item
        case core.Roll():
            yield s.die
        case core.ForEach():
            yield s.source
