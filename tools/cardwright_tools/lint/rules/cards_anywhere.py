"""CW551: loops and counts over cards wherever they are, also where players don't see them.

What a statement itself takes is not reported: `move all deeds to deck` gathers them.
"""

from __future__ import annotations

from collections.abc import Iterator

from cardwright.board.model import Board
from cardwright.language import core, hir
from cardwright.language.core import Expr
from cardwright.source.diagnostics import Diagnostic
from cardwright_tools.lint.rule import Effects, diagnostic, rule
from cardwright_tools.lint.rule_trees import body, node_index


@rule(Effects, "CW551")
def check(effects: Effects) -> Iterator[Diagnostic]:
    board = effects.rules.declared.board
    for tree in (body(part) for _, parts in effects.owners for part in parts):
        for found in node_index(tree).of_types(core.ForEach, core.Count, core.Exists):
            if not isinstance(found.origin, hir.VerbStatement):
                yield from _check_cards(found.source, board)


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
        message = f"this is about all {several}, also those in `{hidden[0]}`"
        help = f"say where they are, as in `{several} {(*shown, f'in {hidden[0]}')[0]}`"
        yield diagnostic("CW551", message, source.span, help)


def _is_of_somebody(source: core.Filter) -> bool:
    """Whether a set is only narrowed by whose the cards are."""
    return all(
        isinstance(test, core.Compare) and isinstance(test.left, core.Owner)
        for test in core.conjuncts(source.test)
    )
