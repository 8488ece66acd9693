"""Loads packs: from folders to all that a game declares.

Reads every file, links what they declare, and reports all mistakes in one run.
"""

from __future__ import annotations

import hashlib
import pathlib
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import field
from types import MappingProxyType

from cardwright.board.model import Thing, root_kinds
from cardwright.language.declared import Declared
from cardwright.pack import (
    conflicts,
    game_settings,
    kinds,
    patches,
    properties,
    requires,
    rule_sections,
    sections,
    zones,
)
from cardwright.pack.builder import SECTION, Link
from cardwright.pack.cascade_filter import Certain
from cardwright.pack.manifest import FILE, Manifest
from cardwright.pack.pack_files import added, content_files, leaves
from cardwright.pack.stubs import Known
from cardwright.pack.thing_builder import Things
from cardwright.pack.truncated_text import tell_cut
from cardwright.source.diagnostics import Diagnostic, Report
from cardwright.source.document import Document
from cardwright.source.records import dataclass
from cardwright.source.spelling import did_you_mean
from cardwright.source.yaml_reader import load as load_yaml
from cardwright.source.yaml_reader import read as read_yaml

NOTHING: Mapping[str, Known] = MappingProxyType({})


@dataclass(slots=True)
class Loaded:
    """`hashes`: by pack, the sha256 of the paths and bytes of all files that were read.

    `sound`: whatever is wrong, it is only in printed values; all names are known. `held`: the
    sections that may be known where all can be read.
    """

    declared: Declared
    manifests: list[Manifest] = field(default_factory=list)
    documents: list[Document] = field(default_factory=list)
    hashes: dict[str, str] = field(default_factory=dict)
    sound: bool = True
    held: list[Diagnostic] = field(default_factory=list)

    def certain(self, found: Report, report: Report) -> Report:
        """What is certain of the mistakes in texts, beside the others in `report`."""
        if self.sound or not report.failed:
            return found
        known, kept = Certain([*report.diagnostics, *self.held], self.documents), Report()
        for diagnostic in filter(known.holds, found.diagnostics):
            kept.add(diagnostic)
        return kept


def load(
    folders: Sequence[pathlib.Path],
    report: Report,
    *,
    modules: Collection[str] = (),
    resolve: Callable[[str], pathlib.Path | None] | None = None,
    known: Mapping[str, Known] = NOTHING,
) -> Loaded | None:
    """The packs in these folders and those they require, in order, linked.

    `modules` are names of modules that are on, or `pack:name`. `resolve` finds the folder of
    a required pack. `known` has what need not be read, by the name of its file. None when no
    folder holds a pack; else what could be read, and the mistakes in `report`.
    """
    link = Link(Declared(), report)
    link.declared.board.kinds = root_kinds()
    folders = [pathlib.Path(folder) for folder in folders]
    found = requires.gather(folders, resolve or requires.beside(folders), link)
    loaded = Loaded(link.declared, requires.in_order(found, link))
    link.declared.packs = tuple(pack.id for pack in loaded.manifests)
    if not loaded.manifests:
        link.tell_unknown()
        return None
    _known_modules(loaded.manifests, modules, link)
    _play_together(loaded.manifests, modules, link)
    read = {pack.id: _read(pack, modules, loaded, known, link) for pack in loaded.manifests}
    _link(read, _stand_ins(loaded.manifests, known), loaded, link)
    return loaded


def _stand_ins(packs: Sequence[Manifest], known: Mapping[str, Known]) -> list[Thing]:
    """The things that are known, of the packs whose files they stand in."""
    folders = {pack.id: pack.folder for pack in packs}
    return [
        thing
        for name, file in known.items()
        for id, folder in folders.items()
        if pathlib.PurePath(name).is_relative_to(folder)
        for thing in file.things(id)
    ]


# Reading


def _read(
    pack: Manifest, modules: Collection[str], loaded: Loaded, known: Mapping[str, Known], link: Link
) -> list[Document]:
    documents: list[Document] = []
    digest = hashlib.sha256()
    paths = list(_switched_on(pack, modules, link))
    for name in [FILE, *paths]:
        path = pack.folder / name
        try:
            data = path.read_bytes() if path.is_file() else b""  # reading a pipe would wait
        except OSError:
            data = b""  # reading it as YAML tells
        digest.update(b"%s\0%d\0%s" % (name.encode(), len(data), data))
        held = known.get(path.as_posix())
        if name == FILE or (held and held.bare):
            continue
        document = _document(path, held, link.report)
        if document is None:
            link.doubt()
        else:
            tell_cut(document, link.report)
            documents.append(document)
    loaded.hashes[pack.id] = digest.hexdigest()
    loaded.documents += documents if pack.document is None else [pack.document, *documents]
    return documents


def _document(path: pathlib.Path, known: Known | None, report: Report) -> Document | None:
    if known is None:
        return load_yaml(path, path.as_posix(), report)
    return read_yaml(known.source, report, rest=known.rest)


def _switched_on(pack: Manifest, modules: Collection[str], link: Link) -> Iterator[str]:
    """The files of a pack, less those that only modules add which are off."""
    files = content_files(pack.folder, link.report)
    if link.report.failed and not files:
        link.doubt()
    for module in pack.modules.values():
        for add in module.adds:
            if leaves(add.word):
                message = f"`{add.word}` leads out of the pack"
                link.report.error("CW302", message, add.span, "a path from the pack's folder")
            elif not any(added(path, [add.word]) for path in files):
                message = f"there is no file `{add.word}` in this pack"
                link.report.error("CW308", message, add.span, "a path from the pack's folder")
    on = {module.name for module in pack.switched_on(modules)}
    for path in files:
        parts = [m.name for m in pack.modules.values() if added(path, [a.word for a in m.adds])]
        if not parts or on.intersection(parts):
            yield path.as_posix()


def _known_modules(packs: Sequence[Manifest], wanted: Collection[str], link: Link) -> None:
    known = [way for p in packs for name in p.modules for way in (name, f"{p.id}:{name}")]
    for name in wanted:
        if name not in known:
            help = did_you_mean(name, known) or _named(known)
            place = packs[-1].place("modules")  # of the pack that no other requires
            link.report.error("CW308", f"no pack has a module `{name}`", place, help)


def _named(known: Sequence[str]) -> str:
    plain = [name for name in known if ":" not in name]
    return "there are " + ", ".join(f"`{name}`" for name in plain) if plain else ""


def _play_together(packs: Sequence[Manifest], wanted: Collection[str], link: Link) -> None:
    """There is a number of players for which all packs are, and all modules that are on.

    A pack that another requires does not count: the other one tells.
    """
    required = {id for pack in packs for id in pack.requires}
    stating = [p for p in packs if p.id not in required and p.states("players")]
    told = [(p.id, p.players, p.place("players")) for p in stating]
    told += [
        (module.name, module.players, pack.place("modules"))
        for pack in packs
        for module in pack.switched_on(wanted)
        if module.players
    ]
    for index, (name, (low, high), place) in enumerate(told):
        for other, (lowest, highest), _ in told[:index]:
            if low > highest or lowest > high:
                message = f"`{name}` and `{other}` are for other numbers of players"
                link.report.error("CW309", message, place, "leave one of them out")


# Linking


def _link(
    read: dict[str, list[Document]], known: Sequence[Thing], loaded: Loaded, link: Link
) -> None:
    """Names first, then what may name them."""
    found = sections.collect(read, link)
    kinds.declare_enums(found, link)
    made = kinds.declare_kinds(found, link)
    for kind, entry in made:
        kinds.add_grid(kind, entry, link)
    things = Things(link)
    things.register(found)
    things.stand_in(known)
    zones.declare_zones(found, link)
    pending = properties.declare_state(found, link)
    for kind, entry in made:
        kinds.complete(kind, entry, link)
        pending += properties.declare(kind, entry, link)
    properties.set_defaults(pending, link)
    for kind, entry in made:
        kinds.set_values(kind, entry, link)
        kinds.set_gone(kind, entry, link)
    zones.declare_pieces(found, link)
    named = not link.report.failed
    things.build({pack.id: pack.players for pack in loaded.manifests if pack.states("players")})
    patches.patch(found, things, conflicts.related(loaded.manifests), link)
    values = len(link.report)
    rule_sections.declare(found, link)
    for thing, spot in things.usable:
        rule_sections.carried(thing, spot, link)
    properties.check_resets(pending, link)
    properties.check_payments(pending, link)
    conflicts.find(loaded.manifests, link)
    game_settings.settle(loaded.manifests, link)
    certain = not link.waits("types") and not link.waits(SECTION) and not link.in_doubt("things")
    loaded.sound = named and certain and len(link.report) == values
    loaded.held = link.tell_unknown(lambda found: Certain(found, loaded.documents))
