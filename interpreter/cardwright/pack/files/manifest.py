"""The manifest of a pack: its identity, its requirements, and the settings of its game.

Responsible for reading `pack.yaml`, and versions. Knows nothing about other packs or content files.
"""

from __future__ import annotations

import os
import pathlib
import re
from collections.abc import Collection, Mapping
from dataclasses import field
from functools import cache, partial

from cardwright.language.declared import Declared
from cardwright.pack.builder import PackBuilder
from cardwright.pack.files.pack_files import FILE, SCENARIO_FOLDER, is_added_by
from cardwright.pack.files.pack_search import MAX_MANIFEST_VALUES
from cardwright.pack.files.quoted_titles import report_quoted_titles
from cardwright.pack.files.truncated_text import report_truncated_text
from cardwright.pack.forms.form_schemas import inline_schema
from cardwright.pack.name_form import title_of
from cardwright.pack.validation.validator import Validator
from cardwright.pack.validation.value_types import MAX_PLAYERS
from cardwright.pack.validation.yaml_node import YamlNode
from cardwright.pack.values import player_count
from cardwright.source.diagnostics import Report
from cardwright.source.document import Document
from cardwright.source.numerals import whole_number
from cardwright.source.open_files import has_file, read_once
from cardwright.source.real_paths import is_inside, real_path
from cardwright.source.records import dataclass
from cardwright.source.text import Source, Span
from cardwright.source.yaml_reader import load as load_yaml

YML_FILE = "pack.yml"
MAX_MODULES = 30
_COMPARISON = re.compile(r"(>=|<=|>|<|=)?\s*(\d+(?:\.\d+)*)")


@dataclass(frozen=True, slots=True)
class Module:
    """An optional part; `adds` are paths in the pack's folder.

    `players` are the fewest and the most players, if it states them; `seats` are the players for
    each number, if they differ from the pack's; `needs` are the modules that it requires, as `name`
    or `pack:name`.
    """

    name: str
    title: str
    adds: tuple[YamlNode, ...] = field(repr=False)
    players: tuple[int, int] | None = None
    needs: tuple[YamlNode, ...] = field(default=(), repr=False)
    seats: dict[int, tuple[str, ...]] = field(default_factory=dict)
    node: YamlNode | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class Manifest:
    """`node` is the usable part of the file; None if nothing is usable."""

    id: str
    version: str
    title: str
    players: tuple[int, int]
    folder: pathlib.Path
    span: Span = field(repr=False)
    requires: dict[str, str] = field(default_factory=dict)
    modules: dict[str, Module] = field(default_factory=dict)
    main: str = ""
    main_span: Span | None = field(default=None, repr=False)
    score: str = ""
    evaluate: str = ""
    winners: Span | None = field(default=None, repr=False)
    seats: dict[int, tuple[str, ...]] = field(default_factory=dict)
    node: YamlNode | None = field(default=None, repr=False)

    def switched_on(self, enabled: Collection[str]) -> list[Module]:
        """The modules that are in `enabled`, as `name` or `pack:name`."""
        modules = self.modules.values()
        return [m for m in modules if m.name in enabled or f"{self.id}:{m.name}" in enabled]

    def has(self, key: str) -> bool:
        """Whether a usable value is written for a key."""
        return self.node is not None and self.node.get(key) is not None

    def value_span(self, key: str) -> Span:
        """The span of a key's value, or of the id if the key is not written."""
        found = self.node.get(key) if self.node else None
        return found.span if found else self.span

    @property
    def numbers(self) -> frozenset[int]:
        """The numbers of players that it declares; empty if it declares none."""
        low, high = self.players if self.has("players") else (1, 0)
        return frozenset(range(low, high + 1))

    @property
    def document(self) -> Document | None:
        return self.node.document if self.node else None


def _no_pack(folder: pathlib.Path, name: str, others: str) -> tuple[str, Span, str]:
    """The message, the place and the help for a folder without a manifest, or for a file."""
    if folder.is_file():
        packs = (way for way in folder.resolve().parents if (way / FILE).is_file())
        pack = next(packs, folder.resolve().parent)
        help = f"name the folder of its pack instead: `{os.path.relpath(pack)}`"
        if SCENARIO_FOLDER in folder.resolve().relative_to(pack).parts[:-1]:
            help += "; to check its scenarios, use `cardwright test`"
        message = f"{folder.as_posix()} is a file, not a pack"
        return message, Span(Source(folder.as_posix(), ""), 0, 0), help
    other = (folder / YML_FILE).is_file()
    help = f"rename `{YML_FILE}` to `{FILE}`" if other else f"a pack needs a file `{FILE}`"
    there = Span(Source(name, ""), 0, 0)
    return f"there is no pack in {folder.as_posix()}", there, help + others


def read(folder: pathlib.Path, builder: PackBuilder, others: str = "") -> Manifest | None:
    """The manifest of the pack in a folder; None if the folder is not a pack.

    The help then ends with `others`: which packs there are.

    A manifest that is not usable is replaced by a placeholder with the folder's name, so that the
    errors in the pack's other files are found too.
    """
    path = folder / FILE
    name = path.as_posix()
    if not has_file(path):
        builder.error("CW301", *_no_pack(folder, name, others))
        return None
    if not is_inside(path, folder):
        message = f"{name} links to a file outside the pack"
        builder.error("CW302", message, Span(Source(name, ""), 0, 0))
        return None
    document = load_yaml(path, name, builder.report)
    if document is not None and len(document.values) > MAX_MANIFEST_VALUES:
        message = f"`{FILE}` can hold at most {MAX_MANIFEST_VALUES:,} keys and values"
        builder.error("CW107", message, Span(document.source, 0, 0))
        document = None
    if document is None:
        builder.mark_incomplete()
        return _placeholder(folder, Span(Source(name, ""), 0, 0))
    report_truncated_text(document, builder.report)
    report_quoted_titles(document, builder.report)
    whole = YamlNode(document, (), document.value, folder.name)
    usable = _validator().validate(whole, builder.report)
    if usable is not whole:
        builder.mark_incomplete()
    if usable is None:
        return _placeholder(folder, whole.span)
    return _manifest(folder, usable, builder)


@cache
def _validator() -> Validator:
    return Validator(inline_schema("manifest"))


def modules_of(folder: pathlib.Path) -> Mapping[str, Module]:
    """The modules of the pack in a folder, by name; empty if there is no pack."""
    return read_once("modules", folder, partial(_read_modules, folder))


def _read_modules(folder: pathlib.Path) -> Mapping[str, Module]:
    found = read(folder, PackBuilder(Declared(), Report()))
    return found.modules if found else {}


def _placeholder(folder: pathlib.Path, span: Span) -> Manifest:
    return Manifest(real_path(folder).name, "0", "", (1, 1), folder, span)


def _manifest(folder: pathlib.Path, node: YamlNode, builder: PackBuilder) -> Manifest:
    id = node.get("id")
    if id is not None:
        builder.check_name(id.word, id.span)
    name = id.word if id else real_path(folder).name
    main = node.get("main")
    return Manifest(
        name,
        node.text("version", "0"),
        node.text("title") or title_of(name),
        _players(node, builder),
        folder,
        id.span if id else node.id_span,
        {key: item.word for key, item in node.items_of("requires")},
        _modules(node, builder),
        main.word if main else "",
        main.span if main else None,
        node.text("score"),
        node.text("evaluate"),
        builder.expression_span(node.get("winners")),
        _seats(node, builder),
        YamlNode(node.document, (), node.value, name),
    )


def _players(node: YamlNode, builder: PackBuilder) -> tuple[int, int]:
    found = [item.value for item in node.elements_of("players")]
    low, high = found if len(found) == 2 else (1, 1)
    if not isinstance(low, int) or not isinstance(high, int):
        return 1, 1
    if low > high:
        place = node.document.values[(*node.path, "players")]
        builder.error("CW324", f"the range from {low} to {high} players is empty", place,
                          f"write `[{high}, {low}]`")  # fmt: skip
        return high, low
    return low, high


ANY_NUMBER = (1, MAX_PLAYERS)
"""What modules may narrow if it is not known for how many players the pack is."""


def _modules(node: YamlNode, builder: PackBuilder) -> dict[str, Module]:
    found: dict[str, Module] = {}
    if len(node.items_of("modules")) > MAX_MODULES:
        message = f"a pack can have at most {MAX_MODULES} modules"
        builder.error("CW303", message, node.document.keys[("modules",)])
        return found
    for name, item in node.items_of("modules"):
        builder.check_name(name, item.key_span)
        title, adds = item.text("title") or title_of(name), tuple(item.elements_of("adds"))
        outer = _players(node, builder) if node.get("players") else ANY_NUMBER
        players, seats = _module_players(item, outer, builder)
        needs = tuple(item.elements_of("needs"))
        found[name] = Module(name, title, adds, players, needs, seats, item)
    return found


def _module_players(
    node: YamlNode, outer: tuple[int, int], builder: PackBuilder
) -> tuple[tuple[int, int] | None, dict[int, tuple[str, ...]]]:
    """A module's numbers of players and its seats; numbers beyond the pack's range need both."""
    seats, stated = _seats(node, builder), node.get("players")
    players = _players(node, builder) if stated else None
    low, high = players or outer
    for key, item in node.items_of("seats"):
        if not low <= (number := low if (said := whole_number(key)) is None else said) <= high:
            message = f"the {'module' if players else 'pack'} is not for {_people(number)}"
            help = "write how many players the module is for, as in `players: [1, 1]`"
            builder.error("CW324", message, item.key_span, help)
            return None, {}
    added = [n for n in range(low, high + 1) if not outer[0] <= n <= outer[1]]
    if stated and any(number not in seats for number in added):
        message = f"the pack is not for {low} to {_people(high)}"
        help = "a module can only narrow the pack's range, or give `seats` for the numbers it adds"
        builder.error("CW324", message, stated.span, help)
        return None, {}
    return players, seats


def _people(number: int) -> str:
    return f"{number} player{'s' if number != 1 else ''}"


def _seats(node: YamlNode, builder: PackBuilder) -> dict[int, tuple[str, ...]]:
    found: dict[int, tuple[str, ...]] = {}
    for key, item in node.items_of("seats"):
        number = player_count(key, item.key_span, builder)
        if number:
            found[number] = tuple(one.word for one in item.elements())
    return found


def modules_adding(path: pathlib.PurePosixPath, pack: Manifest) -> list[Module]:
    """The modules of a pack that add a file; a file that none adds is always read."""
    modules = pack.modules.values()
    return [m for m in modules if is_added_by(path, [add.word for add in m.adds])]


def satisfies(version: str, enabled: str) -> bool:
    """Whether a version is in a range like `>=1.2, <2`; `1.2` alone means exactly that version."""
    if enabled.strip() == "*":
        return True
    has = _numbers(version)
    for sign, text in _COMPARISON.findall(enabled):
        one = _numbers(text)
        verdicts = {">=": has >= one, "<=": has <= one, ">": has > one, "<": has < one}
        if not verdicts.get(sign, has == one):
            return False
    return True


def _numbers(version: str) -> tuple[int, ...]:
    parts = [int(part) for part in version.split(".")]
    return tuple(parts + [0] * (3 - len(parts)))
