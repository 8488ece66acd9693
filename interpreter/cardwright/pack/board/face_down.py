"""When things of a kind lie face down: the keys `face down when`, `hides when` and `seen by`."""

from __future__ import annotations

from cardwright.board.declarations import Kind
from cardwright.pack.board.kind_details import state_flag
from cardwright.pack.builder import PackBuilder
from cardwright.pack.sections import Entry
from cardwright.pack.validation.yaml_node import YamlNode


def read_face_down_keys(kind: Kind, entry: Entry, builder: PackBuilder) -> None:
    """Reads the keys of a kind that turn things face down."""
    node = entry.node
    if (when := node.get("face down when")) and _can_lie(kind, when, builder):
        kind.face_down_when = _flag(kind, when, builder)
    if (seen := node.get("seen by")) and _can_lie(kind, seen, builder):
        kind.seen_by = seen.word
    if hides := node.get("hides when"):
        if "player" in builder.board.ancestors(kind.name):
            help = "hide what a player has in a zone `seen by: owner`"
            builder.error("CW345", "players can't carry anything", hides.key_span, help)
        else:
            kind.hides_when = _flag(kind, hides, builder)


def _can_lie(kind: Kind, node: YamlNode, builder: PackBuilder) -> bool:
    """Whether things of a kind can lie face down; players and places can't, since all see them."""
    if builder.may_be(kind.name, "piece") or builder.may_be(kind.name, "card"):
        return True
    help = "use `hides when` for what is on it"
    builder.error("CW345", "only pieces and cards can lie face down", node.key_span, help)
    return False


def _flag(kind: Kind, node: YamlNode, builder: PackBuilder) -> str:
    """The flag in the state of the kind that a key names; "" if there is none."""
    found = state_flag(kind, node, builder)
    if found is None or found.seen_by == "all":
        return found.name if found else ""
    message = f"`{found.name}` is secret, but everybody must see whether a thing is face down"
    builder.error("CW345", message, node.span, "remove its `seen by`")
    return ""
