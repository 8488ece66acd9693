"""Enums and kinds: their names, what is a kind of what, and what each kind may have.

Names come first (`declare_enums`, `declare_kinds`), so that anything may name anything;
what kinds hold (`complete`) follows when all names are known.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from cardwright.board.model import (
    Board,
    Enum,
    Field,
    Grid,
    Kind,
    face_field,
    grid_fields,
    plural,
    root_kinds,
)
from cardwright.board.types import FLAG
from cardwright.pack.builder import Link
from cardwright.pack.forms import SECTIONS
from cardwright.pack.grid_cells import declare_cells
from cardwright.pack.sections import MOST_DEFINITIONS, Entry, Sections, entries
from cardwright.pack.values import TYPE_WORDS, checked_value
from cardwright.pack.yaml_node import Spot
from cardwright.source.text import Span

DEEPEST = 16
ROOT_KINDS = frozenset(root_kinds())

# Enums


def declare_enums(sections: Sections, link: Link) -> None:
    enums = link.declared.board.enums
    for entry in entries(sections, "enums", link):
        span = entry.spot.name
        if not entry.clean:
            link.doubt(f"enum {entry.key}")
        if _type_name(entry.key, span, "enum", link):
            enums[entry.key] = Enum(entry.key, tuple(_enum_words(entry, link)), span)
    for entry in entries(sections, "extend", link):
        if (enum := enums.get(entry.key)) and isinstance(entry.spot.value, list):
            words = (*enum.values, *_enum_words(entry, link))
            enums[entry.key] = replace(enum, values=words)


def _enum_words(entry: Entry, link: Link) -> Iterator[str]:
    for item in entry.spot.each():
        if item.value is None:
            continue
        group = f"word of {entry.key}"
        if link.declare(group, item.word, item.span, f"the word `{item.word}`"):
            yield item.word


def _type_name(name: str, span: Span, what: str, link: Link) -> bool:
    """Whether an enum or kind can have this name: types have one name space."""
    if name in TYPE_WORDS or name in ROOT_KINDS:
        link.report.error("CW327", f"`{name}` is a type already", span, "choose another name")
        return False
    help = "`extend:` adds to what another pack declares"
    return link.declare("type", name, span, f"the {what} `{name}`", help)


# Names and parents of kinds


def declare_kinds(sections: Sections, link: Link) -> list[tuple[Kind, Entry]]:
    """The kinds with their entries, parents before what is a kind of them."""
    board = link.declared.board
    found: list[tuple[Kind, Entry]] = []
    for entry in entries(sections, "kinds", link):
        name, span = entry.key, entry.spot.name
        if name in ROOT_KINDS:
            found.append((board.kinds[name], entry))
        elif _type_name(name, span, "kind", link):
            board.kinds[name] = Kind(name, "", plural(name), span=span)
            found.append((board.kinds[name], entry))
        if not entry.clean:
            link.open_kinds.add(name)
    for kind, entry in found:
        _set_parent(kind, entry, link)
    _break_circles(found, link)
    board.settle()
    _set_plurals(found, link)
    found += _extended(sections, link)
    return sorted(found, key=lambda pair: len(board.ancestors(pair[0].name)))


def _extended(sections: Sections, link: Link) -> Iterator[tuple[Kind, Entry]]:
    """The kinds that packs add to, with what they add."""
    board = link.declared.board
    for entry in entries(sections, "extend", link):
        kind, value, span = board.kinds.get(entry.key), entry.spot.value, entry.spot.name
        if kind is not None and isinstance(value, dict):
            yield kind, entry
            if not entry.clean:
                link.open_kinds.add(kind.name)
        elif kind is not None and value is not None:
            link.report.error("CW322", f"`{kind.name}` is a kind, which takes no words", span,
                              "write what is added under `fields`, `state` or `rules`")  # fmt: skip
        elif entry.key in board.enums and isinstance(value, dict):
            link.report.error("CW322", f"`{entry.key}` is an enum, which takes a list of words",
                              span, "as `[one, two]`")  # fmt: skip
        elif kind is None and entry.key not in board.enums:
            message = f"no kind or enum is called `{entry.key}`"
            known = [*board.kinds, *board.enums]
            link.unknown("types", entry.key, "CW340", message, span, known)


def _set_parent(kind: Kind, entry: Entry, link: Link) -> None:
    spot = entry.spot.get("is")
    known = [k for k in link.declared.board.kinds if k != "player"]
    if kind.name in ROOT_KINDS:
        if spot and spot.word != kind.name:
            message = f"`{kind.name}` is a kind of its own"
            link.report.error("CW345", message, spot.span, "leave `is` out")
    elif spot is None:
        link.open_kinds.add(kind.name)
        if entry.clean:
            message = f"the kind `{kind.name}` does not say what it is"
            help = "as `is: place`, `is: piece` or `is: card`"
            link.report.error("CW323", message, entry.spot.name, help)
    elif spot.word == "player":
        link.open_kinds.add(kind.name)
        message = "only `player` itself is a player"
        link.report.error("CW345", message, spot.span, "players are its definitions")
    elif spot.word not in link.declared.board.kinds:
        link.open_kinds.add(kind.name)
        message = f"no kind is called `{spot.word}`"
        help = "as `is: place`, `is: piece` or `is: card`"
        link.unknown("types", spot.word, "CW340", message, spot.span, known, help)
    else:
        kind.parent = spot.word


def _break_circles(found: list[tuple[Kind, Entry]], link: Link) -> None:
    kinds = link.declared.board.kinds
    for kind, entry in found:
        trail = [kind.name]
        while (above := kinds[trail[-1]].parent) and above not in trail and len(trail) <= DEEPEST:
            trail.append(above)
        if len(trail) > DEEPEST:
            link.report.error("CW303", f"kinds are at most {DEEPEST} deep", entry.spot.name)
            link.open_kinds.add(kind.name)
            kind.parent = ""
            continue
        if above != kind.name:
            continue
        spot = entry.spot.get("is")
        circle = " is ".join(f"`{name}`" for name in [*trail, kind.name])
        link.report.error("CW341", f"kinds in a circle: {circle}", spot.span if spot else None)
        link.open_kinds.update(trail)
        for name in trail:
            kinds[name].parent = ""


def _set_plurals(found: list[tuple[Kind, Entry]], link: Link) -> None:
    """A plural names a section, so it has one meaning."""
    board = link.declared.board
    for kind, entry in found:
        spot = entry.spot.get("plural")
        if spot and link.well_named(spot.word, spot.span):
            kind.plural = spot.word
    taken: dict[str, str] = {board.kinds[name].plural: name for name in sorted(ROOT_KINDS)}
    for kind, entry in found:
        span = spot.span if (spot := entry.spot.get("plural")) else entry.spot.name
        other = taken.setdefault(kind.plural, kind.name)
        own_section = kind.plural in SECTIONS and kind.name not in ROOT_KINDS
        if other != kind.name or own_section:
            message = f"the plural `{kind.plural}` is taken"
            link.report.error("CW345", message, span, "say another with `plural`")


# What kinds have


def complete(kind: Kind, entry: Entry, link: Link) -> None:
    """All but the kind's fields, which stand in `properties`."""
    spot = entry.spot
    kind.title = kind.title or spot.text("title")
    kind.ordered = kind.ordered or spot.flag("ordered")
    kind.each_player = spot.number("each player") or kind.each_player
    kind.on = kind.on or tuple(_places(spot, link))
    kind.active_in = _zone(spot.get("active in"), link) or kind.active_in
    if (each := spot.get("each player")) and not _below(kind, "piece", link):
        _misfit("only pieces have `each player`", each, link)
    if faces := spot.get("faces"):
        _add_faces(kind, faces, link)


def _places(spot: Spot, link: Link) -> Iterator[str]:
    kinds = link.declared.board.kinds
    for item in spot.listed("on"):
        if item.word in kinds:
            yield item.word
        else:
            message = f"no kind is called `{item.word}`"
            link.unknown("types", item.word, "CW340", message, item.span, kinds)


def _zone(spot: Spot | None, link: Link) -> str:
    zones = link.declared.board.zones
    if spot is None or spot.word in zones:
        return spot.word if spot else ""
    message = f"no zone is called `{spot.word}`"
    link.unknown("zones", spot.word, "CW342", message, spot.span, zones)
    return ""


def _below(kind: Kind, root: str, link: Link) -> bool:
    """Also when what the kind is could not be read."""
    board = link.declared.board
    above = list(board.ancestors(kind.name))
    return root in above or bool(link.open_kinds.intersection(above))


def _misfit(message: str, spot: Spot, link: Link) -> None:
    link.report.error("CW345", message, spot.name)


def _add_faces(kind: Kind, spot: Spot, link: Link) -> None:
    enums = link.declared.board.enums
    if not _below(kind, "die", link):
        _misfit("only dice have `faces`", spot, link)
    elif spot.word not in enums:
        message = f"no enum is called `{spot.word}`"
        link.unknown("types", spot.word, "CW340", message, spot.span, enums)
    else:
        kind.fields["face"] = face_field(kind.name, spot.word)


def add_grid(kind: Kind, entry: Entry, link: Link) -> None:
    """The kind's cells, before anything names them."""
    spot = entry.spot.get("grid")
    if spot is None:
        return
    numbers = [spot.number(key) for key in ("width", "height", "neighbours")]
    width, height, neighbours = (number or 0 for number in numbers)
    if not _below(kind, "place", link):
        _misfit("only places have a grid", spot, link)
    elif _cells(link) + width * height > MOST_DEFINITIONS:
        message = f"a game has at most {MOST_DEFINITIONS:,} definitions, with the cells of grids"
        link.report.error("CW303", message, spot.name)
        link.doubt("things")
    elif width and height and neighbours:
        kind.grid = Grid(width, height, neighbours)
        kind.fields.update(grid_fields(kind.name))
        declare_cells(kind, entry.spot.pack, link.declared.board)
    else:
        link.doubt("things")


def _cells(link: Link) -> int:
    grids = (kind.grid for kind in link.declared.board.kinds.values())
    return sum(grid.width * grid.height for grid in grids if grid)


def set_values(kind: Kind, entry: Entry, link: Link) -> None:
    """`values`: printed values that all of a kind share."""
    board = link.declared.board
    for name, spot in entry.spot.entries("values"):
        found = board.field(kind.name, name)
        if found is not None and found.printed and name not in ("order", "title"):
            if (value := checked_value(spot, found.type, link)) is not None:
                kind.values[name] = value
        elif not is_open(board, kind.name, link):
            known = printed_names(board, kind.name)
            message = f"`{kind.name}` has no field `{name}`"
            link.unknown("types", name, "CW321", message, spot.name, known)


def set_gone(kind: Kind, entry: Entry, link: Link) -> None:
    """`gone when`: the flag that takes a place out of the game."""
    spot = entry.spot.get("gone when")
    if spot is None:
        return
    found = link.declared.board.field(kind.name, spot.word)
    other = _other_flag(kind, spot.word, link)
    if not _below(kind, "place", link):
        _misfit("only places can be gone", spot, link)
    elif other is not None:
        message = f"by `{spot.pack}` a `{kind.name}` is gone when `{spot.word}`, "
        message += f"by `{other.pack}` when `{other.word}`"
        help = "one flag takes it out of the game: set that one"
        link.report.error("CW309", message, spot.span, help, ((other.span, "the first one"),))
    elif found is not None and not found.printed and found.type == FLAG:
        _take_out(kind, found, spot, link)
    elif not is_open(link.declared.board, kind.name, link):
        flags = [f.name for f in link.declared.board.fields(kind.name).values() if f.type == FLAG]
        message = f"`{kind.name}` has no flag `{spot.word}` in its state"
        link.unknown("types", spot.word, "CW321", message, spot.span, flags)


def _other_flag(kind: Kind, flag: str, link: Link) -> Spot | None:
    """Where another flag is said for this kind, one that it is, or one that is it."""
    board = link.declared.board
    for name, spot in link.gone.items():
        if spot.word != flag and (board.is_a(name, kind.name) or board.is_a(kind.name, name)):
            return spot
    return None


def _take_out(kind: Kind, flag: Field, spot: Spot, link: Link) -> None:
    if flag.resets and flag.start:
        message = f"`{flag.name}` is set again whenever `{flag.resets}` is over"
        help = "a place that is gone stays so until an effect brings it back"
        link.report.error("CW324", message, spot.span, help)
    kind.gone_when = flag.name
    link.gone[kind.name] = spot


def is_open(board: Board, kind: str, link: Link) -> bool:
    """Whether fields of this kind may be declared where nothing could be read."""
    if link.open_kinds.intersection(board.ancestors(kind)):
        return True
    # Of kinds, only those that every pack has may be declared in several places.
    return kind in ROOT_KINDS and link.in_doubt("types")


def printed_names(board: Board, kind: str) -> list[str]:
    """The fields that definitions of a kind write."""
    built_in = {"order", "title"} | set(grid_fields(kind) if in_grid(board, kind) else ())
    fields = board.fields(kind).values()
    return [field.name for field in fields if field.printed and field.name not in built_in]


def in_grid(board: Board, kind: str) -> bool:
    return any(board.kinds[above].grid for above in board.ancestors(kind))


def slots(board: Board, kind: str) -> dict[str, str]:
    """The effects that definitions of a kind may carry, with their titles."""
    found: dict[str, str] = {}
    for above in board.ancestors(kind):
        found = {**board.kinds[above].rules, **found}
    return found
