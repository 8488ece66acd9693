"""Completes kinds: where their things are, what makes them active, and what takes them away.

Needs all kinds and their fields to be known (`kinds`, `properties`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from cardwright.board.built_in import between_field
from cardwright.board.declarations import BETWEEN, Field, Kind
from cardwright.board.types import FLAG, NUMBER, UNKNOWN
from cardwright.language.inflection import article
from cardwright.pack.board.dice import add_faces
from cardwright.pack.board.kinds import may_have_unread_fields, printed_names
from cardwright.pack.builder import PackBuilder
from cardwright.pack.sections import Entry
from cardwright.pack.validation.yaml_node import YamlNode
from cardwright.pack.values import validated_value


def complete_kind(kind: Kind, entry: Entry, builder: PackBuilder) -> None:
    """Sets everything about a kind other than its properties."""
    node = entry.node
    kind.title = kind.title or node.text("title")
    kind.ordered = kind.ordered or node.flag("ordered")
    kind.token = node.number("token") or kind.token
    kind.each_player = node.number("each player") or kind.each_player
    if node.path[0] == "extend":
        _extend_places(kind, node, builder)
    else:
        places = node.elements_of("on")
        kind.on = tuple(item.word for item in places if builder.check_kind(item))
        if len(kind.on) < len(places):
            builder.unknown_places.add(kind.name)
    kind.active_in = _active_zone(kind, node.get("active in"), builder) or kind.active_in
    kind.active_on = tuple(_active_places(kind, node, builder)) or kind.active_on
    kind.active_while = builder.expression_span(node.get("active while")) or kind.active_while
    if (each := node.get("each player")) and not builder.may_be(kind.name, "piece"):
        builder.error("CW345", "only pieces can have `each player`", each.key_span)
    if token := node.get("token"):
        _check_token(kind, token, node, builder)
    elif each and builder.board.token_of(kind.name):
        above = next(k for k in builder.board.ancestors(kind.name) if builder.board.kinds[k].token)
        message = f"a `{kind.name}` is a token like every {above}: at first, it is nobody's"
        builder.error("CW345", message, each.key_span, "remove `each player`")
    if faces := node.get("faces"):
        add_faces(kind, faces, builder)
    if joins := node.get("joins"):
        _add_ends(kind, joins, builder)


def _extend_places(kind: Kind, node: YamlNode, builder: PackBuilder) -> None:
    """Adds places where pieces of a kind can be, besides those that its declaration names."""
    added = node.elements_of("on")
    before, above = builder.board.lives_on(kind.name), builder.board.ancestors(kind.name)
    if added and not before and builder.unknown_places.isdisjoint(above):
        message = f"a `{kind.name}` can be on any place already"
        builder.error("CW345", message, added[0].span, "remove `on`")
        return
    names = [one.word for one in added if builder.check_kind(one)]
    kind.on = tuple(dict.fromkeys([*before, *names])) if names else kind.on


def _check_token(kind: Kind, token: YamlNode, node: YamlNode, builder: PackBuilder) -> None:
    """Checks that a token is a piece or a card, and that nobody has it before it is created."""
    if not (builder.may_be(kind.name, "piece") or builder.may_be(kind.name, "card")):
        builder.error("CW345", "only pieces and cards can be tokens", token.key_span)
    elif (each := node.get("each player")) is not None:
        message = "a token belongs to nobody before it is created"
        builder.error("CW345", message, each.key_span, "remove `each player`, or `token`")


def _add_ends(kind: Kind, node: YamlNode, builder: PackBuilder) -> None:
    """Declares the places that edges of a kind are between."""
    if not builder.check_kind(node):
        ends = between_field(kind.name, node.word)
        kind.fields[BETWEEN] = replace(ends, type=UNKNOWN, required=False)
    elif not builder.may_be(node.word, "place"):
        builder.error("CW345", "only places can be joined", node.span)
    elif not (builder.may_be(kind.name, "place") or builder.may_be(kind.name, "piece")):
        builder.error("CW345", "only places and pieces can join places", node.key_span)
    else:
        kind.joins = node.word
        kind.fields[BETWEEN] = between_field(kind.name, node.word)


def _active_zone(kind: Kind, node: YamlNode | None, builder: PackBuilder) -> str:
    board, zones = builder.board, builder.board.zones
    if node is not None and node.word in zones:
        holds = zones[node.word].holds
        read = not builder.is_incomplete_kind(kind.name)
        if read and not board.related(kind.name, holds):
            message = f"`{node.word}` holds {board.kinds[holds].plural}, and never {kind.plural}"
            builder.error("CW345", message, node.span, f"name a zone that can hold {kind.plural}")
        return node.word
    if node is None:
        return ""
    message = f"there is no zone `{node.word}`"
    builder.defer_unknown("zones", node.word, "CW342", message, node.span, zones)
    return ""


def _active_places(kind: Kind, node: YamlNode, builder: PackBuilder) -> Iterator[str]:
    """The kinds of places where the abilities of such pieces count."""
    board, items = builder.board, node.elements_of("active on")
    if items and not builder.may_be(kind.name, "piece"):
        message = "only pieces are on places"
        builder.error("CW345", message, items[0].span, "use `active in: ZONE` or `active while`")
        return
    for item in items:
        on = board.lives_on(kind.name)
        if not builder.check_kind(item):
            continue
        if on and not any(board.related(item.word, k) for k in on):
            message = f"{article(kind.name)} is never on {article(item.word)}"
            builder.error("CW345", message, item.span, f"name a kind of {' or '.join(on)}")
        yield item.word


def set_values(kind: Kind, entry: Entry, builder: PackBuilder) -> None:
    """Reads `values`: printed values that all things of a kind share."""
    board = builder.board
    for name, node in entry.node.items_of("values"):
        found = board.field(kind.name, name)
        if found is not None and found.printed and name not in ("order", "title"):
            if (value := validated_value(node, found.type, builder)) is not None:
                kind.values[name] = value
        elif not may_have_unread_fields(board, kind.name, builder):
            known = printed_names(board, kind.name)
            message = f"`{kind.name}` has no field `{name}`"
            builder.defer_unknown("types", name, "CW321", message, node.key_span, known)


def set_length(kind: Kind, entry: Entry, builder: PackBuilder) -> None:
    """Reads `length`: the printed number that says how long an edge is."""
    node, board = entry.node.get("length"), builder.board
    if node is None:
        return
    found = board.field(kind.name, node.word)
    is_read = not may_have_unread_fields(board, kind.name, builder)
    if board.field(kind.name, BETWEEN) is None and is_read:
        message = f"a `{kind.name}` joins nothing, so it has no length"
        builder.error("CW345", message, node.span, "say what they join, as in `joins: city`")
    elif found is not None and found.printed and found.type == NUMBER:
        kind.length = node.word
    elif is_read:
        known = [f.name for f in board.fields(kind.name).values() if f.printed and f.type == NUMBER]
        message = f"`{kind.name}` has no printed number `{node.word}`"
        builder.defer_unknown("types", node.word, "CW321", message, node.span, known)


def set_gone_when(kind: Kind, entry: Entry, builder: PackBuilder) -> None:
    """Reads `gone when`: the flag that takes a place out of the game."""
    node = entry.node.get("gone when")
    if node is None:
        return
    other = _other_flag(kind, node.word, builder)
    if not builder.may_be(kind.name, "place"):
        builder.error("CW345", "only places can be gone", node.key_span)
    elif other is not None:
        message = f"`{node.pack}` and `{other.pack}` disagree on when a `{kind.name}` is gone: "
        message += f"`{node.word}` or `{other.word}`"
        help = "use the same flag in both"
        builder.error("CW309", message, node.span, help, ((other.span, "first set here"),))
    elif (found := state_flag(kind, node, builder)) is not None:
        _set_gone_flag(kind, found, node, builder)


def state_flag(kind: Kind, node: YamlNode, builder: PackBuilder) -> Field | None:
    """The flag in the state of a kind that a key names; reports it if there is none."""
    found = builder.board.field(kind.name, node.word)
    if found is not None and not found.printed and found.type == FLAG:
        return found
    if not may_have_unread_fields(builder.board, kind.name, builder):
        flags = [f.name for f in builder.board.fields(kind.name).values() if f.type == FLAG]
        message = f"`{kind.name}` has no flag `{node.word}` in its state"
        builder.defer_unknown("types", node.word, "CW321", message, node.span, flags)
    return None


def _other_flag(kind: Kind, flag: str, builder: PackBuilder) -> YamlNode | None:
    """The declaration of another `gone when` flag for this kind, or for one above or below it."""
    board = builder.board
    for name, node in builder.gone_when_nodes.items():
        if node.word != flag and board.related(name, kind.name):
            return node
    return None


def _set_gone_flag(kind: Kind, flag: Field, node: YamlNode, builder: PackBuilder) -> None:
    if flag.resets and flag.start:
        message = f"`{flag.name}` is reset after `{flag.resets}`"
        help = "a place that is gone must stay gone until an effect brings it back"
        builder.error("CW324", message, node.span, help)
    kind.gone_when = flag.name
    builder.gone_when_nodes[kind.name] = node
