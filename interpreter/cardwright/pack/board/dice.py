"""Builds the faces of dice: an enum by name, words in their order, or numbers.

Words make an enum of their own, called `KIND-face`. Decides what each side of a die shows; a face
that repeats is on several sides. Knows nothing about rolling.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from cardwright.board.built_in import face_field
from cardwright.board.declarations import Enum, Kind
from cardwright.board.types import NUMBER, enum
from cardwright.pack.builder import PackBuilder
from cardwright.pack.sections import Entry
from cardwright.pack.validation.yaml_node import YamlNode
from cardwright.source.patterns import lazy_pattern

MAX_SIDES = 1000
_RANGE = lazy_pattern(r"(\d{1,9}) to (\d{1,9})", re.ASCII)


def declare_face_words(kinds: Sequence[tuple[Kind, Entry]], builder: PackBuilder) -> None:
    """The enums of dice whose faces are listed as words."""
    for kind, entry in kinds:
        node = entry.node.get("faces")
        if node is None or not _are_words(node):
            continue
        name = face_enum(kind.name)
        builder.declare_name("type", name, node.key_span, f"the enum `{name}`")
        words = tuple(dict.fromkeys(_words(node, builder)))
        builder.board.enums[name] = Enum(name, words, node.key_span)


def face_enum(kind: str) -> str:
    """The enum of the faces that are listed for a kind of dice."""
    return f"{kind}-face"


def _are_words(node: YamlNode) -> bool:
    return isinstance(node.value, list) and any(isinstance(v, str) for v in node.value)


def _words(node: YamlNode, builder: PackBuilder) -> Iterator[str]:
    sides = [*node.elements()]
    number = next((side for side in sides if isinstance(side.value, int)), None)
    if number is not None:
        message = "faces are all words or all numbers"
        builder.error("CW322", message, number.span, "as in `[blank, hit, hit]` or `[0, 1, 1]`")
    for side in sides:
        if side is not number and builder.check_name(side.word, side.span):
            yield side.word


def add_faces(kind: Kind, node: YamlNode, builder: PackBuilder) -> None:
    """Gives a kind of dice its `face`."""
    if not builder.may_be(kind.name, "die"):
        builder.error("CW345", "only dice can have `faces`", node.key_span)
        return
    if isinstance(node.value, list):
        _add_sides(kind, node, builder)
    elif found := _RANGE.fullmatch(node.word):
        _add_range(kind, int(found[1]), int(found[2]), node, builder)
    elif node.word in builder.board.enums:
        size = len(builder.board.enums[node.word].values)
        kind.fields["face"] = face_field(kind.name, enum(node.word), tuple(range(1, size + 1)))
    else:
        message, known = f"there is no enum `{node.word}`", builder.board.enums
        ends = re.fullmatch(r"(\d+) ?[-\u2013] ?(\d+)", node.word)
        help = f"write `{ends[1]} to {ends[2]}`" if ends else ""
        help = help or "or list the faces, as in `1 to 6` or `[blank, hit]`"
        builder.defer_unknown("types", node.word, "CW340", message, node.span, known, help)


def _add_sides(kind: Kind, node: YamlNode, builder: PackBuilder) -> None:
    sides = [item.value for item in node.elements()]
    if not sides or len(sides) > MAX_SIDES:
        builder.error("CW324", f"a die has 1 to {MAX_SIDES} faces", node.span)
    elif _are_words(node):
        words = builder.board.enums[face_enum(kind.name)].values
        faces = tuple(words.index(str(side)) + 1 for side in sides if side in words)
        if faces:
            kind.fields["face"] = face_field(kind.name, enum(face_enum(kind.name)), faces)
    else:
        numbers = tuple(side for side in sides if isinstance(side, int))
        if _are_counted(min(numbers), max(numbers), node, builder):
            kind.fields["face"] = face_field(kind.name, NUMBER, numbers)


def _add_range(kind: Kind, low: int, high: int, node: YamlNode, builder: PackBuilder) -> None:
    if low >= high or high - low >= MAX_SIDES:
        help = f"the lower number comes first, and a die has at most {MAX_SIDES} faces"
        builder.error("CW324", f"`{node.word}` are not faces of a die", node.span, help)
    elif _are_counted(low, high, node, builder):
        kind.fields["face"] = face_field(kind.name, NUMBER, tuple(range(low, high + 1)))


def _are_counted(low: int, high: int, node: YamlNode, builder: PackBuilder) -> bool:
    """Whether these numbers can be faces: a die without a face counts 0, which is less than any of
    them.
    """
    if low < 0 or high > 10**9:
        help = "an unrolled die counts as 0; subtract a number where the faces are added up"
        builder.error("CW324", "the faces of a die are numbers from 0 on", node.span, help)
        return False
    return True
