"""Declares kinds: names, parents, plurals and grids.

Names come first (`declare_kinds`), so that declarations may refer to each other in any order; the
rest (`kind_details`) follows when all names are known. Decides how kinds inherit. Knows nothing
about fields and state, which `properties` builds.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cardwright.board.built_in import grid_fields, list_root
from cardwright.board.declarations import LISTS, Kind
from cardwright.board.model import Board, plural
from cardwright.pack.board.type_names import ROOT_KINDS, declare_type
from cardwright.pack.builder import PackBuilder
from cardwright.pack.forms.forms import SECTIONS
from cardwright.pack.sections import Entry, Sections, entries, names_in
from cardwright.source.spelling import nearest

MAX_DEPTH = 16
GAME = "game"
"""In `extend`, the key of the game's own state."""

# Enums


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


_SYNONYMS = {
    "place": ("location", "space", "area", "region", "territory", "field", "room"),
    "piece": ("token", "unit", "marker", "figure", "pawn", "meeple", "counter"),
    "card": ("tile",),
    "die": ("dice",),
}
"""The built-in kinds, with other words for them."""


def _set_parent(kind: Kind, entry: Entry, builder: PackBuilder) -> None:
    node = entry.node.get("is")
    if kind.name in ROOT_KINDS:
        if node and node.word != kind.name:
            message = f"`{kind.name}` is already a kind by itself"
            builder.error("CW345", message, node.span, "remove `is`")
    elif node is None:
        # without `is`, it may be meant as an addition to a built-in kind
        builder.incomplete_kinds.update({kind.name, nearest(kind.name, ROOT_KINDS) or kind.name})
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
        meant = next((one for one, words in _SYNONYMS.items() if node.word in words), "")
        help = f"write `{meant}`" if meant else "write `is: place`, `is: piece` or `is: card`"
        known = [] if meant else [k for k in builder.board.kinds if k != "player"]
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


def may_have_unread_fields(board: Board, kind: str, builder: PackBuilder) -> bool:
    """Whether an unread part may declare fields of this kind."""
    if builder.is_incomplete_kind(kind):
        return True
    if kind == "player" and any(map(builder.is_incomplete_kind, board.below(LISTS))):
        return True  # players have the lists that they bring
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
