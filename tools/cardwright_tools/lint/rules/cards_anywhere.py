"""CW551: choices, loops and counts over cards wherever they are, even where players don't see them.

What only gathers them is not reported: `move all deeds to deck`, `for each deed: remove deed`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from cardwright.board.model import Board
from cardwright.language import core, hir
from cardwright.language.core import Expr, Stmt
from cardwright.source.diagnostics import Diagnostic
from cardwright_tools.lint.rule import Effects, diagnostic, rule
from cardwright_tools.lint.rule_trees import body, node_index


@rule(Effects, "CW551")
def check(effects: Effects) -> Iterator[Diagnostic]:
    board = effects.rules.declared.board
    for tree in (body(part) for _, parts in effects.owners for part in parts):
        index = node_index(tree)
        for asked in index.of_types(core.Choose):
            yield from _check_cards(_but_printed(_as_written(asked).source), board)
        for found in index.of_types(core.ForEach, core.Count, core.Exists):
            if not isinstance(found.origin, hir.VerbStatement) and not _gathers(found):
                yield from _check_cards(found.source, board)


def _as_written(asked: core.Choose) -> core.Choose:
    """A choice without what its verb adds, such as that the move is not forbidden."""
    items = asked.origin.items if isinstance(asked.origin, hir.ItemStatement) else None
    return items.ask if items is not None and isinstance(items.ask, core.Choose) else asked


def _but_printed(source: Expr) -> Expr:
    """A set without the tests of printed values, as these don't say where the cards are."""
    if not isinstance(source, core.Filter):
        return source
    left = [test for test in core.conjuncts(source.test) if not _is_printed(test)]
    inner = _but_printed(source.source)
    return replace(source, source=inner, test=core.joined("and", left)) if left else inner


def _is_printed(test: Expr) -> bool:
    """Whether a test compares a printed value, and not with where or whose a card is."""
    sides = (test.left, test.right) if isinstance(test, core.Compare) else ()
    says_where = any(isinstance(side, _WHERE) for side in sides)
    return any(map(_is_printed_value, sides)) and not says_where


def _is_printed_value(side: Expr) -> bool:
    if isinstance(side, core.Get):
        return side.field.printed
    return isinstance(side, core.Call) and side.field is not None


_WHERE = (core.LocationOf, core.Owner, core.Position)


def _gathers(found: core.ForEach | core.Count | core.Exists) -> bool:
    """Whether it is a loop that does nothing but move or remove its members."""
    return isinstance(found, core.ForEach) and all(_moves(found.reg, s) for s in found.body)


def _moves(reg: int, statement: Stmt) -> bool:
    done = statement.origin
    item = done.items.item if isinstance(done, hir.ItemStatement) else None
    moves = isinstance(done, hir.VerbStatement) and done.verb.movement is not None
    return moves and isinstance(item, core.Reg) and item.index == reg


def _check_cards(source: Expr, board: Board) -> Iterator[Diagnostic]:
    whose = isinstance(source, core.Filter) and _is_of_somebody(source)
    every = source.source if isinstance(source, core.Filter) and whose else source
    if not isinstance(every, core.Domain) or every.supply or board.root(every.kind) != "card":
        return
    several, places = board.kinds[every.kind].plural, board.lives_on(every.kind)
    zones = [zone for zone in board.zones.values()
             if board.is_a(every.kind, zone.holds) and (zone.each_player or not whose)]  # fmt: skip
    hidden = [zone.name for zone in zones if zone.seen_by != "all"]
    shown = [f"on {board.kinds[place].plural}" for place in places]
    shown += [f"in {zone.name}" for zone in zones if zone.seen_by == "all"]
    if hidden and (len(zones) > 1 or places):
        message = f"this is about all {several}, even those in `{hidden[0]}`"
        help = f"say where they are, as in `{several} {(*shown, f'in {hidden[0]}')[0]}`"
        yield diagnostic("CW551", message, source.span, help)


def _is_of_somebody(source: core.Filter) -> bool:
    """Whether a set is only narrowed by whose the cards are."""
    return all(
        isinstance(test, hir.Owned)
        or (isinstance(test, core.Compare) and isinstance(test.left, core.Owner))
        for test in core.conjuncts(source.test)
    )
