"""CW554: hidden decks that are filled with all cards of a kind, drawn from, and never shuffled."""

from __future__ import annotations

from collections.abc import Iterator

from cardwright.board.declarations import Zone
from cardwright.board.model import Board
from cardwright.source.diagnostics import Diagnostic
from cardwright_tools.lint.rule import Game, diagnostic, rule
from cardwright_tools.lint.uses import ALL, ANYWHERE, Key

_HIDDEN = ("count", "nobody")


@rule(Game, "CW554")
def check(game: Game) -> Iterator[Diagnostic]:
    board, used = game.rules.declared.board, game.uses.used()
    drawn, shuffled = ({key.name for key in used if key.sort == sort} for sort in _ORDERS)
    for zone in board.zones.values():
        is_secret = zone.ordered and zone.seen_by in _HIDDEN and zone.name in drawn - shuffled
        if is_secret and _is_in_order_of_file(zone, used, board):
            yield _never_shuffled(zone, board)


_ORDERS = ("drawn", "shuffled")


def _is_in_order_of_file(zone: Zone, used: frozenset[Key], board: Board) -> bool:
    """Whether a zone is only ever filled with several different cards, all at once."""
    fills = [key for key in used if key.sort == "filled" and key.name == zone.name]
    if not fills or any(key.to != ALL for key in fills) or _may_move_anywhere(zone, used, board):
        return False
    return all(_are_different(key.of, board) for key in fills)


def _may_move_anywhere(zone: Zone, used: frozenset[Key], board: Board) -> bool:
    """Whether things may be moved into a zone by a rule that does not name it."""
    moved = (key.of for key in used if key.sort == "move" and key.to == ANYWHERE)
    return any(board.related(kind, zone.holds) for kind in moved)


def _are_different(kind: str, board: Board) -> bool:
    """Whether there are several cards of a kind, for which no order is declared."""
    definitions = sum(len(board.things.get(below, ())) for below in board.below(kind))
    is_ordered = any(board.kinds[one].ordered for one in board.ancestors(kind))
    return definitions > 1 and not is_ordered


def _never_shuffled(zone: Zone, board: Board) -> Diagnostic:
    owner = " of player" if zone.each_player else ""
    message = f"no rule shuffles `{zone.name}`, so its cards always come in the order of their file"
    help = f"write `shuffle {zone.name}{owner}` after it is filled; if this order is intended, "
    help += f"write `ordered: true` in the kind `{zone.holds}`"
    return diagnostic("CW554", message, zone.span, help)
