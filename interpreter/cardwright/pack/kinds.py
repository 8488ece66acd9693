"""Builds enums and kinds: names, parents, plurals, grids and shared values.

Names come first (`declare_enums`, `declare_kinds`), so that declarations may refer to each other in
any order; the rest (`complete_kind`) follows when all names are known. Decides how kinds inherit.
Knows nothing about fields and state, which `properties` builds.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from cardwright.board.built_in import between_field, grid_fields, list_root, root_kinds
from cardwright.board.declarations import BETWEEN, LASTING, LISTS, Enum, Field, Kind
from cardwright.board.model import Board, plural
from cardwright.board.types import FLAG, NUMBER
from cardwright.language.inflection import article
from cardwright.pack.builder import PackBuilder
from cardwright.pack.dice import add_faces
from cardwright.pack.forms import SECTIONS
from cardwright.pack.sections import Entry, Sections, entries, names_in
from cardwright.pack.values import TYPE_WORDS, validated_value
from cardwright.pack.yaml_node import YamlNode
from cardwright.source.text import Span

MAX_DEPTH = 16
ROOT_KINDS = frozenset(root_kinds())
GAME = "game"
"""In `extend`, the key of the game's own state."""

# Enums


def declare_enums(sections: Sections, builder: PackBuilder) -> None:
    enums = builder.board.enums
    for entry in entries(sections, "enums", builder):
        span = entry.node.key_span
        if not entry.is_complete:
            builder.mark_incomplete(f"enum {entry.key}")
        if declare_type(entry.key, span, "enum", builder):
            enums[entry.key] = _with_words(Enum(entry.key, (), span), entry, builder)
    for entry in entries(sections, "extend", builder):
        if (enum := enums.get(entry.key)) and isinstance(entry.node.value, list):
            enums[entry.key] = _with_words(enum, entry, builder)


def _with_words(enum: Enum, entry: Entry, builder: PackBuilder) -> Enum:
    """An enum with the values that an entry adds."""
    items = (item for item in entry.node.elements() if item.value is not None)
    group = f"word of {entry.key}"
    found = [
        (item.word, item.span)
        for item in items
        if builder.declare_name(group, item.word, item.span, f"the value `{item.word}`")
    ]
    values = (*enum.values, *(word for word, _ in found))
    return replace(enum, values=values, spans=(*enum.spans, *found))


def declare_type(
    name: str,
    span: Span,
    what: str,
    builder: PackBuilder,
    help: str = "use `extend:` to add to what another pack declares",
) -> bool:
    """Whether an enum or kind can have this name: types share one namespace."""
    if name in TYPE_WORDS or name in (*ROOT_KINDS, LASTING):
        builder.error("CW327", f"`{name}` is already a type", span, "choose another name")
        return False
    return builder.declare_name("type", name, span, f"the {what} `{name}`", help)


# Names and parents of kinds


def declare_kinds(sections: Sections, builder: PackBuilder) -> list[tuple[Kind, Entry]]:
    """The kinds with their entries, parents before children."""
    board = builder.board
    found: list[tuple[Kind, Entry]] = []
    for entry in entries(sections, "kinds", builder):
        name, span = entry.key, entry.node.key_span
        if name in ROOT_KINDS:
            found.append((board.kinds[name], entry))
        elif declare_type(name, span, "kind", builder):
            board.kinds[name] = Kind(name, "", plural(name), span=span)
            found.append((board.kinds[name], entry))
        if not entry.is_complete:
            builder.incomplete_kinds.add(name)
    if any(entry.node.text("is") == LISTS for _, entry in found):
        board.kinds.setdefault(LISTS, list_root())  # packs without lists can't use its words
    for kind, entry in found:
        _set_parent(kind, entry, builder)
    _break_cycles(found, builder)
    _set_plurals(found, builder)
    board.settle()
    found += _extended_kinds(sections, [*found], builder)
    return sorted(found, key=lambda pair: len(board.ancestors(pair[0].name)))


def _directions(found: Sequence[tuple[Kind, Entry]]) -> set[str]:
    """The names of enums that grids declare."""
    grids = (entry.node.get("grid") for _, entry in found)
    return {grid.text("directions") for grid in grids if grid is not None}


def _extended_kinds(
    sections: Sections, found: Sequence[tuple[Kind, Entry]], builder: PackBuilder
) -> Iterator[tuple[Kind, Entry]]:
    """The kinds that packs extend, with the additions; `found` are the declared kinds."""
    board = builder.board
    for entry in entries(sections, "extend", builder):
        kind, value, span = board.kinds.get(entry.key), entry.node.value, entry.node.key_span
        if kind is not None and isinstance(value, dict):
            yield kind, entry
            if not entry.is_complete:
                builder.incomplete_kinds.add(kind.name)
        elif kind is not None and value is not None:
            builder.error("CW322", f"`{kind.name}` is a kind, which has no list of values", span,
                              "put additions under `fields`, `state` or `rules`")  # fmt: skip
        elif entry.key in board.enums and isinstance(value, dict):
            builder.error("CW322", f"`{entry.key}` is an enum, which needs a list of values",
                              span, "as in `[one, two]`")  # fmt: skip
        elif is_game(entry, builder):
            if value is not None and not isinstance(value, dict):
                message = "the game itself has no list of values"
                builder.error("CW322", message, span, "put changes under `state`")
        elif entry.key in _directions(found):
            message = f"the directions of a grid are fixed; `{entry.key}` has all of them"
            builder.error("CW345", message, span, "declare a grid of your own, or an enum")
        elif kind is None and entry.key not in (*board.enums, *names_in(sections, "keywords")):
            message = f"there is no kind, enum or keyword `{entry.key}`"
            known = [*board.kinds, *board.enums, *names_in(sections, "keywords")]
            builder.defer_unknown("types", entry.key, "CW340", message, span, known)


def is_game(entry: Entry, builder: PackBuilder) -> bool:
    """Whether an extension is about the state of the game itself: no kind has this name."""
    board = builder.board
    return entry.key == GAME and GAME not in board.kinds and GAME not in board.enums


def _set_parent(kind: Kind, entry: Entry, builder: PackBuilder) -> None:
    node = entry.node.get("is")
    if kind.name in ROOT_KINDS:
        if node and node.word != kind.name:
            message = f"`{kind.name}` is already a kind by itself"
            builder.error("CW345", message, node.span, "remove `is`")
    elif node is None:
        builder.incomplete_kinds.add(kind.name)
        if entry.is_complete:
            message = f"the kind `{kind.name}` has no `is`"
            help = "add `is: place`, `is: piece` or `is: card`"
            builder.error("CW323", message, entry.node.key_span, help)
    elif node.word == "player":
        builder.incomplete_kinds.add(kind.name)
        message = "there can't be another kind of player"
        builder.error("CW345", message, node.span, "define players under `players:`")
    elif node.word not in builder.board.kinds:
        builder.incomplete_kinds.add(kind.name)
        message = f"there is no kind `{node.word}`"
        help = "add `is: place`, `is: piece` or `is: card`"
        known = [k for k in builder.board.kinds if k != "player"]
        builder.defer_unknown("types", node.word, "CW340", message, node.span, known, help)
    else:
        kind.parent = node.word


def _break_cycles(found: list[tuple[Kind, Entry]], builder: PackBuilder) -> None:
    kinds = builder.board.kinds
    for kind, entry in found:
        trail = [kind.name]
        while (above := kinds[trail[-1]].parent) and above not in trail and len(trail) <= MAX_DEPTH:
            trail.append(above)
        if len(trail) > MAX_DEPTH:
            builder.error("CW303", f"kinds can be at most {MAX_DEPTH} deep", entry.node.key_span)
            builder.incomplete_kinds.add(kind.name)
            kind.parent = ""
            continue
        if above != kind.name:
            continue
        node = entry.node.get("is")
        circle = " is ".join(f"`{name}`" for name in [*trail, kind.name])
        builder.error("CW341", f"circular kinds: {circle}", node.span if node else None)
        builder.incomplete_kinds.update(trail)
        for name in trail:
            kinds[name].parent = ""


def _set_plurals(found: list[tuple[Kind, Entry]], builder: PackBuilder) -> None:
    """Sets the plurals. Each names a section, so it must be unique."""
    board = builder.board
    for kind, entry in found:
        node = entry.node.get("plural")
        if node and builder.check_name(node.word, node.span):
            kind.plural = node.word
    taken: dict[str, str] = {board.kinds[name].plural: name for name in sorted(ROOT_KINDS)}
    for kind, entry in found:
        span = node.span if (node := entry.node.get("plural")) else entry.node.key_span
        other = taken.setdefault(kind.plural, kind.name)
        own_section = kind.plural in SECTIONS and kind.name not in ROOT_KINDS
        if other != kind.name or own_section:
            message = f"the plural `{kind.plural}` is already used"
            builder.error("CW345", message, span, "set another one with `plural`")


# What kinds have


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
        kind.on = tuple(item.word for item in node.elements_of("on") if builder.check_kind(item))
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
    before = builder.board.lives_on(kind.name)
    if added and not before:
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
        return
    if not builder.may_be(node.word, "place"):
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
        read = not builder.incomplete_kinds.intersection(board.ancestors(kind.name))
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
    if not board.joined_by(kind.name):
        message = f"a `{kind.name}` joins nothing, so it has no length"
        builder.error("CW345", message, node.span, "say what they join, as in `joins: city`")
    elif found is not None and found.printed and found.type == NUMBER:
        kind.length = node.word
    elif not may_have_unread_fields(board, kind.name, builder):
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


def may_have_unread_fields(board: Board, kind: str, builder: PackBuilder) -> bool:
    """Whether an unread part may declare fields of this kind."""
    if builder.incomplete_kinds.intersection(board.ancestors(kind)):
        return True
    # Only root kinds may be declared in several places, and so also in an unread one.
    return kind in ROOT_KINDS and builder.is_incomplete("types")


def printed_names(board: Board, kind: str) -> list[str]:
    """The printed fields that authors may write for things of a kind."""
    built_in = {"order", "title"} | set(grid_fields(kind) if in_grid(board, kind) else ())
    fields = board.fields(kind).values()
    return [field.name for field in fields if field.printed and field.name not in built_in]


def in_grid(board: Board, kind: str) -> bool:
    return any(board.kinds[above].grid for above in board.ancestors(kind))


def slots(board: Board, kind: str) -> dict[str, str]:
    """The effects that things of a kind may carry, with their titles."""
    found: dict[str, str] = {}
    for above in board.ancestors(kind):
        found = {**board.kinds[above].rules, **found}
    return found
