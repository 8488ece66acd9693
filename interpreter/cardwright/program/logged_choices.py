"""Which choices the log must name even where there was only one way to make them.

A cart that is removed is named by the line that says so; a port that is chosen to count what is in
it is named nowhere. Owns that difference, as far as one text shows it.
"""

from __future__ import annotations

from collections.abc import Iterator

from cardwright.language import core
from cardwright.language.core import Block, Expr, Stmt


def is_unlogged(choice: core.Choose, body: Block) -> bool:
    """Whether no other line of the log names what is chosen, in a text with this body."""
    if choice.secret or choice.random or not choice.named:
        return False  # what a verb is done to is logged with it
    return not any(_is(e, choice.reg) for s in core.statements(body) for e in _named(s))


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
