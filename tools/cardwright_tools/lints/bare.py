"""CW535: definitions that have a text and no rules, where those of their kind carry some."""

from __future__ import annotations

from collections.abc import Iterator

from cardwright import Rules
from cardwright.board.model import Board, Thing
from cardwright.source.diagnostics import Report


def find(rules: Rules, report: Report) -> None:
    declared = rules.declared
    carrying = {id(one.bearer) for one in declared.effects}
    carrying |= {id(one.bearer) for one in declared.options}
    carrying |= {id(one.bearer) for one in declared.abilities}
    for thing in _with_text(declared.board):
        if id(thing) not in carrying and not _of_its_own(thing, declared.board):
            help = "write what it does, or leave the text out"
            report.tell("CW535", f"`{thing.id}` has a text and no rules", thing.span, help)


def _with_text(board: Board) -> Iterator[Thing]:
    """The definitions with a text, of kinds that carry rules."""
    for kind, things in board.things.items():
        if any(board.kinds[above].rules for above in board.ancestors(kind)):
            yield from (thing for thing in things.values() if thing.text)


def _of_its_own(thing: Thing, board: Board) -> bool:
    """Whether it has a value that it need not have: the text may be about that one."""
    declared = (f for f in board.fields(thing.kind).values() if f.span is not None)
    free = (f for f in declared if f.printed and not f.required)
    return any(thing.values.get(f.name, f.default) != f.default for f in free)
