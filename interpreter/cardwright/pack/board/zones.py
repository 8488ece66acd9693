"""Builds zones, and counts the pieces that belong to nobody.

Decides what a zone may hold. Knows nothing about what is in it during a game.
"""

from __future__ import annotations

from collections.abc import Sequence

from cardwright.board.declarations import Kind, Zone
from cardwright.pack.builder import PackBuilder
from cardwright.pack.sections import Entry, Sections, entries
from cardwright.pack.validation.yaml_node import YamlNode


def declare_zones(
    sections: Sections, kinds: Sequence[tuple[Kind, Entry]], builder: PackBuilder
) -> None:
    """Declares zones; `kinds` are the kinds with their entries."""
    board, holding = builder.board, dict[str, YamlNode]()
    for entry in entries(sections, "zones", builder):
        node, name = entry.node, entry.key
        if not builder.declare_name("zone", name, node.key_span):
            continue
        _refuse_seen_by_nobody(node, builder)
        board.zones[name] = Zone(
            name,
            held := _content_kind(node.get("holds"), builder),
            node.flag("each player"),
            node.flag("ordered"),
            node.text("seen by", "all"),
            node.flag("at rest"),
            tuple(n.value for n in node.elements_of("players") if isinstance(n.value, int)),
            node.key_span,
            node.text("title"),
            node.flag("logged", True),
        )
        if board.is_a(held, "place") and not builder.is_incomplete_kind(held):
            holding.setdefault(held, node.child("holds", held))
    declared = {kind.name: entry.node.get("is") for kind, entry in kinds}
    for kind, node in holding.items():
        _refuse_places(kind, declared.get(kind), node, builder)


def _refuse_places(
    kind: str, declared: YamlNode | None, holds: YamlNode, builder: PackBuilder
) -> None:
    """Reports a kind of places in a zone, once, where the kind is declared."""
    builder.incomplete_kinds.add(kind)
    help = "write `is: card` or `is: piece`, or let zones hold another kind"
    if declared is None:
        message, help = f"a zone can't hold a {kind}", "name a kind of cards or pieces"
        builder.error("CW345", message, holds.span, help)
    else:
        message = f"`{kind}` can't be a place, since a zone holds it"
        builder.error("CW345", message, declared.span, help, ((holds.span, "held here"),))


def _refuse_seen_by_nobody(node: YamlNode, builder: PackBuilder) -> None:
    """Reports a zone of all players that its owner should see; not if the key that says whose it
    is has an error.
    """
    seen = node.get("seen by")
    said = (*node.path, "each player") in node.document.values
    owned = node.flag("each player") or (said and node.get("each player") is None)
    if seen is not None and seen.word == "owner" and not owned:
        help = "add `each player: true`, or write `seen by: nobody`"
        builder.error("CW345", "nobody owns this zone, so nobody would see it", seen.span, help)


def _content_kind(node: YamlNode | None, builder: PackBuilder) -> str:
    if node is None or node.word == "thing":
        return "thing"
    return node.word if builder.check_kind(node) else "thing"


def declare_pieces(sections: Sections, builder: PackBuilder) -> None:
    """Reads `pieces: {rocket: 1}`: the number of pieces without an owner."""
    pieces = builder.board.pieces
    for entry in entries(sections, "pieces", builder):
        first = entry.is_complete and builder.declare_name(
            "pieces", entry.key, entry.node.key_span, f"`pieces` of `{entry.key}`"
        )
        if first and is_owned_kind(entry.key, entry.node, builder):
            assert isinstance(entry.node.value, int)
            pieces[entry.key] = entry.node.value


def is_owned_kind(name: str, node: YamlNode, builder: PackBuilder) -> bool:
    """Whether a key names a kind of pieces that exist from the start; reports it if not."""
    if not is_piece_kind(name, node, builder):
        return False
    if builder.board.token_of(name):
        message = f"`{name}` is a token, which is there only when it is created"
        builder.error("CW345", message, node.key_span, "remove this, or `token`")
        return False
    return True


def is_piece_kind(name: str, node: YamlNode, builder: PackBuilder) -> bool:
    """Whether a key names a kind of pieces; reports it if not."""
    board = builder.board
    known = board.below("piece")
    if name in known:
        return True
    if name in board.kinds and not builder.is_incomplete_kind(name):
        builder.error("CW345", f"`{name}` is not a kind of piece", node.key_span)
    elif name not in board.kinds:
        message = f"there is no kind of piece `{name}`"
        builder.defer_unknown("types", name, "CW340", message, node.key_span, known)
    return False
