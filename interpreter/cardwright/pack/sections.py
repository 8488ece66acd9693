"""The sections of all files, and their entries with a checked shape.

Owns which section stands where. Knows nothing of what a section declares.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from functools import cache

from cardwright.pack.builder import EVERYTHING, SECTION, Link
from cardwright.pack.forms import SECTIONS, inline, type_schema
from cardwright.pack.missing_section_keys import headless, is_headless, parted
from cardwright.pack.validator import Shape
from cardwright.pack.yaml_node import Spot
from cardwright.source.document import Document
from cardwright.source.records import dataclass
from cardwright.source.spelling import distance

MOST_DEFINITIONS = 20_000
_DOUBTS = {"enums": EVERYTHING, "kinds": EVERYTHING, "zones": "zones", "rules": "rules"}


@dataclass(frozen=True, slots=True)
class Entry:
    """`spot` is what can be used of an entry; `clean` when that is all of it."""

    key: str
    spot: Spot
    clean: bool


@dataclass(slots=True)
class Sections:
    """Where each section stands: the language's own, and those named by plurals of kinds."""

    own: dict[str, list[Spot]] = field(default_factory=dict)
    others: list[tuple[str, Spot]] = field(default_factory=list)


def collect(documents: Mapping[str, Sequence[Document]], link: Link) -> Sections:
    """The sections of the documents of each pack."""
    found, count = Sections(), 0
    for pack, files in documents.items():
        for document in files:
            top = Spot(document, (), document.value, pack)
            for name, spot in _parted(top, link):
                count += 1 + (len(spot.value) if isinstance(spot.value, dict | list) else 0)
                if count > MOST_DEFINITIONS:
                    message = f"a game has at most {MOST_DEFINITIONS:,} definitions"
                    link.report.error("CW303", message, spot.name)
                    link.doubt()
                    return found
                if name in SECTIONS:
                    found.own.setdefault(name, []).append(spot)
                else:
                    found.others.append((name, spot))
    return found


def _parted(top: Spot, link: Link) -> Iterator[tuple[str, Spot]]:
    """The sections of a file, with those whose keys are missing."""
    if is_headless(top):
        yield from headless(top, _fits, link)
        return
    for name, spot in _top(top, link):
        yield from parted(name, spot, _fits, link)


def _fits(name: str, entry: Spot) -> bool:
    return _entry(name).fits(entry)


def _top(top: Spot, link: Link) -> Iterator[tuple[str, Spot]]:
    if not isinstance(top.value, dict):
        link.report.error("CW322", "a file is a mapping of sections", top.span, "as `bases:`")
        link.doubt()
        return
    for key, value in top.value.items():
        yield str(key), top.at(key, value)


def entries(sections: Sections, name: str, link: Link) -> Iterator[Entry]:
    """All entries of one of the language's sections, whose shapes are checked here."""
    for spot in sections.own.get(name, ()):
        if _holder(name).check(spot, link.report) is None:
            link.doubt(_DOUBTS.get(name, EVERYTHING))
            continue
        for key, child in _children(spot):
            yield checked(key, child, _entry(name), link)


def _children(spot: Spot) -> Iterator[tuple[str, Spot]]:
    """Those that nothing is written for too, so that their shape is found wrong."""
    if isinstance(spot.value, dict):
        yield from ((str(key), spot.at(key, value)) for key, value in spot.value.items())
    elif isinstance(spot.value, list):
        yield from (("", spot.at(index, value)) for index, value in enumerate(spot.value))


def checked(key: str, spot: Spot, shape: Shape, link: Link) -> Entry:
    """An entry, less what is wrong with its shape; that is reported."""
    usable = shape.check(spot, link.report)
    return Entry(key, usable or spot.having(None), usable is spot)


@cache
def _holder(name: str) -> Shape:
    if SECTIONS[name].type.startswith("list of "):
        return Shape({"type": "array", "title": "a list"})
    return Shape({"type": "object", "title": "a mapping"})


@cache
def _entry(name: str) -> Shape:
    words = SECTIONS[name].type.removeprefix("list of ").removeprefix("map of ")
    return Shape(type_schema(words, inline))


_CALLED = {"effects": "rules", "functions": "definitions", "variables": "state",
           "counters": "state", "types": "kinds", "triggers": "abilities", "passives": "abilities",
           "modifiers": "abilities", "resources": "state", "setup": "rules"}  # fmt: skip
"""What other languages call the sections."""


def unknown_section(name: str, spot: Spot, link: Link) -> None:
    """Neither a section nor a plural of a kind."""
    kinds = link.declared.board.kinds
    plurals = [kind.plural for kind in kinds.values()]
    message = f"`{name}` is neither a section nor a plural of a kind"
    near = _near(name, spot, link)
    if name in kinds:
        help = f"write the plural `{kinds[name].plural}`"
        link.report.error("CW320", message, spot.name, help)
        link.doubt("things")
    elif near and not link.near(name, plurals):
        help = f"write `{near}` alone" if near in name.split() else f"did you mean `{near}`?"
        link.unknown(SECTION, name, "CW320", message, spot.name, help=help)
        link.doubt(_DOUBTS.get(near, "things"))
    else:
        help = "declare its kind under `kinds`, or name the pack that does under `requires`"
        if name in _CALLED:
            plurals, help = [], f"write `{_CALLED[name]}`"
        link.unknown("types", name, "CW320", message, spot.name, plurals, help)
        link.doubt(EVERYTHING if isinstance(spot.value, dict) else "things")
        link.doubt("manifests")  # a pack that is not required may say the rest


def _near(name: str, spot: Spot, link: Link) -> str | None:
    """The section that was meant: one of another shape only where one letter is wrong."""
    meant = next((word for word in name.split() if word in SECTIONS), None)
    meant = meant or link.near(name, SECTIONS)
    alike = meant and (spot.value is None or _holder(meant).fits(spot))
    return meant if meant and (alike or distance(name, meant, 1) <= 1) else None
