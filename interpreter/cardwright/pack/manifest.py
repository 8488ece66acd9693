"""The manifest of a pack: what it is, what it requires, and how its game begins and ends."""

from __future__ import annotations

import pathlib
import re
from collections.abc import Collection
from dataclasses import field

from cardwright.pack.cut import tell_cut
from cardwright.pack.forms import inline
from cardwright.pack.linking import Link, title_of
from cardwright.pack.shape import Shape
from cardwright.pack.spot import Spot
from cardwright.pack.values import players_number
from cardwright.source.document import Document
from cardwright.source.records import dataclass
from cardwright.source.text import Source, Span
from cardwright.source.yamlfile import load as load_yaml

FILE = "pack.yaml"
OTHER_FILE = "pack.yml"
MOST_MODULES = 30
_COMPARISON = re.compile(r"(>=|<=|>|<|=)?\s*(\d+(?:\.\d+)*)")


@dataclass(frozen=True, slots=True)
class Module:
    """A part that can be switched on; `adds` are paths in the pack's folder.

    `players` are the fewest and the most that it is for, where it says so.
    """

    name: str
    title: str
    adds: tuple[Spot, ...]
    players: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class Manifest:
    """`spot` is what could be used of the file; None when there was nothing."""

    id: str
    version: str
    title: str
    players: tuple[int, int]
    folder: pathlib.Path
    span: Span
    requires: dict[str, str] = field(default_factory=dict)
    modules: dict[str, Module] = field(default_factory=dict)
    main: str = ""
    main_span: Span | None = None
    score: str = ""
    winners: Span | None = None
    seats: dict[int, tuple[str, ...]] = field(default_factory=dict)
    spot: Spot | None = None

    def switched_on(self, wanted: Collection[str]) -> list[Module]:
        """Those of its modules that are wanted, as `name` or `pack:name`."""
        modules = self.modules.values()
        return [m for m in modules if m.name in wanted or f"{self.id}:{m.name}" in wanted]

    def states(self, key: str) -> bool:
        """Whether a usable value is written for a key."""
        return self.spot is not None and self.spot.get(key) is not None

    def place(self, key: str) -> Span:
        """Where a key's value stands, for what is said about it."""
        found = self.spot.get(key) if self.spot else None
        return found.span if found else self.span

    @property
    def document(self) -> Document | None:
        return self.spot.document if self.spot else None


def read(folder: pathlib.Path, link: Link, others: str = "") -> Manifest | None:
    """The manifest of the pack in a folder; None when the folder is no pack.

    `others` is added to the help then: which packs there are.

    A manifest that can't be used is replaced by one with the folder's name, so that the
    mistakes in the pack's other files are found too.
    """
    path = folder / FILE
    name = path.as_posix()
    if not path.is_file():
        message = f"there is no pack in {folder.as_posix()}"
        other = (folder / OTHER_FILE).is_file()
        help = f"rename `{OTHER_FILE}` to `{FILE}`" if other else f"a pack has a file `{FILE}`"
        help += others
        link.report.error("CW301", message, Span(Source(name, ""), 0, 0), help)
        return None
    if not path.resolve().is_relative_to(folder.resolve()):
        message = f"{name} is a link to a file outside the pack"
        link.report.error("CW302", message, Span(Source(name, ""), 0, 0))
        return None
    document = load_yaml(path, name, link.report)
    if document is None:
        link.doubt()
        return _stand_in(folder, Span(Source(name, ""), 0, 0))
    tell_cut(document, link.report)
    whole = Spot(document, (), document.value, folder.name)
    usable = Shape(inline("manifest")).check(whole, link.report)
    if usable is not whole:
        link.doubt()
    if usable is None:
        return _stand_in(folder, whole.span)
    return _manifest(folder, usable, link)


def _stand_in(folder: pathlib.Path, span: Span) -> Manifest:
    return Manifest(folder.resolve().name, "0", "", (1, 1), folder, span)


def _manifest(folder: pathlib.Path, spot: Spot, link: Link) -> Manifest:
    id = spot.get("id")
    if id is not None:
        link.well_named(id.word, id.span)
    name = id.word if id else folder.resolve().name
    main = spot.get("main")
    return Manifest(
        name,
        spot.text("version", "0"),
        spot.text("title") or title_of(name),
        _players(spot, link),
        folder,
        id.span if id else spot.head,
        {key: item.word for key, item in spot.entries("requires")},
        _modules(spot, link),
        main.word if main else "",
        main.span if main else None,
        spot.text("score"),
        link.expression(spot.get("winners")),
        _seats(spot, link),
        Spot(spot.document, (), spot.value, name),
    )


def _players(spot: Spot, link: Link) -> tuple[int, int]:
    found = [item.value for item in spot.listed("players")]
    low, high = found if len(found) == 2 else (1, 1)
    if not isinstance(low, int) or not isinstance(high, int):
        return 1, 1
    if low > high:
        place = spot.document.values[(*spot.path, "players")]
        link.report.error("CW324", f"from {low} to {high} players there is none", place,
                          f"write `[{high}, {low}]`")  # fmt: skip
        return high, low
    return low, high


def _modules(spot: Spot, link: Link) -> dict[str, Module]:
    found: dict[str, Module] = {}
    if len(spot.entries("modules")) > MOST_MODULES:
        message = f"a pack has at most {MOST_MODULES} modules"
        link.report.error("CW303", message, spot.document.keys[("modules",)])
        return found
    for name, item in spot.entries("modules"):
        link.well_named(name, item.name)
        title, adds = item.text("title") or title_of(name), tuple(item.listed("adds"))
        players = _players(item, link) if item.get("players") else None
        if players and not _within(players, _players(spot, link)):
            place = item.document.values[(*item.path, "players")]
            message = f"the pack is not for all of {players[0]} to {players[1]} players"
            link.report.error("CW324", message, place, "a module narrows what the pack says")
            players = None
        found[name] = Module(name, title, adds, players)
    return found


def _within(inner: tuple[int, int], outer: tuple[int, int]) -> bool:
    return outer[0] <= inner[0] and inner[1] <= outer[1]


def _seats(spot: Spot, link: Link) -> dict[int, tuple[str, ...]]:
    found: dict[int, tuple[str, ...]] = {}
    for key, item in spot.entries("seats"):
        number = players_number(key, item.name, link)
        if number:
            found[number] = tuple(one.word for one in item.each())
    return found


def fits(version: str, wanted: str) -> bool:
    """Whether a version is in a range like `>=1.2, <2`; `1.2` alone takes 1.2 and no other."""
    if wanted.strip() == "*":
        return True
    has = _numbers(version)
    for sign, text in _COMPARISON.findall(wanted):
        one = _numbers(text)
        verdicts = {">=": has >= one, "<=": has <= one, ">": has > one, "<": has < one}
        if not verdicts.get(sign, has == one):
            return False
    return True


def _numbers(version: str) -> tuple[int, ...]:
    parts = [int(part) for part in version.split(".")]
    return tuple(parts + [0] * (3 - len(parts)))
