"""Zones, and the pieces that belong to nobody."""

from __future__ import annotations

from cardwright.board.model import Board, Zone
from cardwright.pack.builder import Link
from cardwright.pack.sections import Sections, entries
from cardwright.pack.yaml_node import Spot


def declare_zones(sections: Sections, link: Link) -> None:
    board = link.declared.board
    for entry in entries(sections, "zones", link):
        spot, name = entry.spot, entry.key
        if not link.declare("zone", name, spot.name):
            continue
        board.zones[name] = Zone(
            name,
            _held(spot, board, link),
            spot.flag("each player"),
            spot.flag("ordered"),
            spot.text("seen by", "all"),
            spot.name,
        )


def _held(spot: Spot, board: Board, link: Link) -> str:
    found = spot.get("holds")
    if found is None or found.word in board.kinds or found.word == "thing":
        return found.word if found else "thing"
    message = f"no kind is called `{found.word}`"
    link.unknown("types", found.word, "CW340", message, found.span, board.kinds)
    return "thing"


def declare_pieces(sections: Sections, link: Link) -> None:
    """`pieces: {rocket: 1}`: those without an owner."""
    pieces = link.declared.board.pieces
    for entry in entries(sections, "pieces", link):
        first = link.declare("pieces", entry.key, entry.spot.name, f"`pieces` of `{entry.key}`")
        if first and entry.clean and piece_kind(entry.key, entry.spot, link):
            assert isinstance(entry.spot.value, int)
            pieces[entry.key] = entry.spot.value


def piece_kind(name: str, spot: Spot, link: Link) -> bool:
    """Whether a key names a kind of pieces; a report if not."""
    board = link.declared.board
    known = board.below("piece")
    if name in known:
        return True
    if name in board.kinds and not link.open_kinds.intersection(board.ancestors(name)):
        link.report.error("CW345", f"`{name}` is no kind of piece", spot.name)
    elif name not in board.kinds:
        message = f"no kind of piece is called `{name}`"
        link.unknown("types", name, "CW340", message, spot.name, known)
    return False
