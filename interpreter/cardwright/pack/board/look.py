"""How a pack wants its things drawn: places on a board, colours, shapes and pictures.

Responsible for the section `look`, and decides which files are pictures. Knows nothing about who
draws them.
"""

from __future__ import annotations

import pathlib
from collections.abc import Iterator, Mapping, Sequence
from functools import cache

from cardwright.board.model import Board
from cardwright.language.declared import Look
from cardwright.pack.board.kinds import printed_names
from cardwright.pack.builder import PackBuilder
from cardwright.pack.files.manifest import Manifest
from cardwright.pack.files.pack_files import leaves_folder
from cardwright.pack.sections import Entry, Sections, entries
from cardwright.pack.validation.yaml_node import YamlNode
from cardwright.source.real_paths import is_inside

BOARD = "board"
"""The entry for what lies below everything; `at` of the others is counted in its size."""
SUFFIX = ".svg"
MAX_BYTES = 200_000


def declare_look(sections: Sections, packs: Sequence[Manifest], builder: PackBuilder) -> None:
    """Declares how things look. Later packs override the ones they require."""
    folders = {pack.id: pack.folder for pack in packs}
    # listed once, for all entries that are none
    names = cache(lambda: [*dict.fromkeys(_names(builder.board))])
    for entry in entries(sections, "look", builder):
        if entry.key != BOARD and not _is_drawn(entry.key, builder.board):
            message = f"there is no kind, thing or zone `{entry.key}` to draw"
            builder.defer_unknown(
                "things", entry.key, "CW343", message, entry.node.key_span, names(),
                _how_to_name(entry.key, builder.board),
            )  # fmt: skip
            continue
        at = [item.value for item in entry.node.elements_of("at")]
        numbers = tuple(one for one in at if isinstance(one, int))
        builder.declared.look[entry.key] = Look(
            at=(numbers[0], numbers[1]) if len(numbers) == 2 else None,
            wide=entry.node.number("wide"),
            high=entry.node.number("high"),
            colour=entry.node.text("colour"),
            shape=entry.node.text("shape"),
            picture=_picture(entry, folders, builder),
            shows=_shown(entry, builder),
        )


def _names(board: Board) -> Iterator[str]:
    """Everything that can be drawn; names that two things share are also listed with their
    kinds.
    """
    yield from board.kinds
    yield from board.zones
    for kind, things in board.things.items():
        for id in things:
            yield id
            yield f"{kind} {id}"


def _how_to_name(key: str, board: Board) -> str:
    """Help for `hand of red`: what is drawn is named by one word."""
    first = (key.split() or [""])[0]
    if first != key and _is_drawn(first, board):
        return f"write `{first}`: it is drawn the same way wherever it is"
    return f"name a kind, a thing or a zone; `{BOARD}` is the background"


def _is_drawn(key: str, board: Board) -> bool:
    """Whether a name is one of `_names`."""
    return key in board.kinds or key in board.zones or any(_kinds_of_thing(key, board))


def _kinds_of_thing(key: str, board: Board) -> Iterator[str]:
    """The kinds of the things with a name, which may begin with their kind."""
    for kind, things in board.things.items():
        of, _, id = key.partition(" ")
        if key in things or (of == kind and id in things):
            yield kind


def _shown(entry: Entry, builder: PackBuilder) -> tuple[str, ...] | None:
    """The names of printed properties; reports one that nothing drawn this way has."""
    if entry.node.get("shows") is None:
        return None
    board, nodes = builder.board, entry.node.elements_of("shows")
    kinds = {*_kinds_of_thing(entry.key, board)}
    kinds.update(board.below(entry.key) if entry.key in board.kinds else ())
    known = {name for kind in kinds for name in printed_names(board, kind)}
    for node in nodes:
        if node.word not in known:
            message = f"`{entry.key}` has no printed property `{node.word}`"
            builder.defer_unknown("types", node.word, "CW348", message, node.span, sorted(known))
    return tuple(node.word for node in nodes)


def _picture(
    entry: Entry, folders: Mapping[str, pathlib.Path], builder: PackBuilder
) -> pathlib.Path | None:
    """The file of a picture, if it can be one; otherwise the error is reported."""
    node = entry.node.get("picture")
    if node is None or not isinstance(node.value, str):
        return None
    folder = folders[node.pack]
    path = folder / node.value
    if leaves_folder(node.value) or not is_inside(path, folder):
        message = f"`{node.value}` is outside the pack"
        builder.error("CW302", message, node.span, "use a path in the pack's folder")
    elif not node.value.endswith(SUFFIX):
        message = f"`{node.value}` is not a picture"
        builder.error("CW324", message, node.span, f"pictures are files that end in `{SUFFIX}`")
    elif not path.is_file():
        message = f"there is no file `{node.value}` in this pack"
        builder.error("CW101", message, node.span, "use a path in the pack's folder")
    elif path.stat().st_size > MAX_BYTES:
        _too_large(node, builder)
    else:
        return path
    return None


def _too_large(node: YamlNode, builder: PackBuilder) -> None:
    message = f"`{node.value}` has more than {MAX_BYTES:,} bytes"
    builder.error("CW303", message, node.span, "draw it with fewer lines")
