"""Loads packs: from folders to everything that a game declares.

Responsible for the order of the steps: find the packs, read every file, link the documents. All
errors are reported in one run.
"""

from __future__ import annotations

import pathlib
from collections.abc import Callable, Collection, Mapping, Sequence
from types import MappingProxyType

from cardwright.board.built_in import root_kinds
from cardwright.language.declared import Declared
from cardwright.pack.builder import PackBuilder
from cardwright.pack.files import player_counts, requires
from cardwright.pack.files.manifest import Manifest, modules_adding
from cardwright.pack.files.modules import check_modules
from cardwright.pack.files.pack_files import FILE, content_files, is_added_by, leaves_folder
from cardwright.pack.files.pack_search import beside
from cardwright.pack.files.quoted_titles import report_quoted_titles
from cardwright.pack.files.truncated_text import report_truncated_text
from cardwright.pack.link import link_packs
from cardwright.pack.loaded import Loaded
from cardwright.pack.sections import mark_gaps
from cardwright.pack.things.stubs import StubbedFile, Things
from cardwright.source.bounded_files import MAX_YAML_BYTES
from cardwright.source.diagnostics import Report
from cardwright.source.document import Document
from cardwright.source.open_files import read_regular
from cardwright.source.yaml_reader import load as load_yaml
from cardwright.source.yaml_reader import read as read_yaml

NO_STUBS: Mapping[str, StubbedFile] = MappingProxyType({})


MAX_THINGS = 50_000  # including copies and all players' pieces


def load(
    folders: Sequence[pathlib.Path],
    report: Report,
    *,
    modules: Collection[str] = (),
    resolve: Callable[[str], pathlib.Path | None] | None = None,
    known: Mapping[str, StubbedFile] = NO_STUBS,
    stubs: Things | None = None,
) -> Loaded | None:
    """Loads the packs in these folders and those they require, in order.

    `modules` are names of modules to enable, or `pack:name`. `resolve` finds the folder of a
    required pack. `known` has stubs, by file name, for definitions that need not be read; `stubs`:
    the same as things, if there are such. Returns None if no folder has a pack, else all that could
    be read; the errors are in `report`.
    """
    builder = PackBuilder(Declared(), report)
    builder.board.kinds = root_kinds()
    folders = [pathlib.Path(folder) for folder in folders]
    found = requires.gather(folders, resolve or beside(folders), builder)
    loaded = Loaded(builder.declared, requires.sort_packs(found, builder))
    builder.declared.packs = tuple(pack.id for pack in loaded.manifests)
    if not loaded.manifests:
        builder.report_deferred()
        return None
    check_modules(loaded.manifests, modules, builder)
    player_counts.check_player_counts(loaded.manifests, modules, builder)
    read = {pack.id: _read_pack(pack, modules, loaded, known, builder) for pack in loaded.manifests}
    things = _stub_things(loaded.manifests, known) if stubs is None else [stubs]
    link_packs(read, things, modules, loaded, builder)
    _limit_things(builder)
    loaded.text_length = builder.text_length
    return loaded


def _limit_things(builder: PackBuilder) -> None:
    """Limits copies and players' pieces; definitions are counted as they are read."""
    board = builder.board
    total = sum(number for kind, number in board.counts().items() if not board.kinds[kind].parent)
    if total > MAX_THINGS:
        message = f"a game can have at most {MAX_THINGS:,} things, and this one has {total:,}"
        things = (thing for found in board.things.values() for thing in found.values())
        most = max(things, key=lambda thing: thing.copies)
        builder.report.error("CW303", message, most.span, "make fewer copies")


def _stub_things(packs: Sequence[Manifest], known: Mapping[str, StubbedFile]) -> list[Things]:
    """The stubs as things of the packs that their files belong to."""
    tops = {pack.id: (pack.folder / FILE).as_posix().removesuffix(FILE) for pack in packs}
    return [
        file.things(id)
        for name, file in known.items()
        for id, top in tops.items()
        if name.startswith(top)
    ]


# Reading


def _read_pack(
    pack: Manifest,
    modules: Collection[str],
    loaded: Loaded,
    known: Mapping[str, StubbedFile],
    builder: PackBuilder,
) -> list[Document]:
    documents: list[Document] = []
    contents: list[tuple[str, bytes]] = []
    inside = (pack.folder / FILE).as_posix().removesuffix(FILE)
    for name in [FILE, *active_files(pack, modules, builder)]:
        path = inside + name
        # a file that can't be read is reported when it is read as YAML
        contents.append((name, read_regular(path, MAX_YAML_BYTES + 1) or b""))
        held = known.get(path)
        if name == FILE or (held and held.is_empty):
            continue
        document = _read_document(path, held, builder.report)
        if document is None:
            builder.mark_incomplete()
        else:
            report_truncated_text(document, builder.report)
            report_quoted_titles(document, builder.report)
            documents.append(document)
            mark_gaps(document, builder)
    loaded.contents[pack.id] = contents
    loaded.documents += documents if pack.document is None else [pack.document, *documents]
    return documents


def _read_document(path: str, known: StubbedFile | None, report: Report) -> Document | None:
    if known is None:
        return load_yaml(pathlib.Path(path), path, report, partly=True)
    return read_yaml(known.source, report, masked=known.masked_text, partly=True)


def files_of(loaded: Loaded, modules: Collection[str]) -> list[str]:
    """The names of the current files of a game, in order."""
    builder, found = PackBuilder(Declared(), Report()), list[str]()
    for pack in loaded.manifests:
        inside = (pack.folder / FILE).as_posix().removesuffix(FILE)
        found += [inside + name for name in (FILE, *active_files(pack, modules, builder))]
    return found


def active_files(pack: Manifest, modules: Collection[str], builder: PackBuilder) -> list[str]:
    """The files of a pack, without those that only disabled modules add."""
    files = content_files(pack.folder, builder.report)
    if builder.report.failed and not files:
        builder.mark_incomplete()
    for module in pack.modules.values():
        for add in module.adds:
            if leaves_folder(add.word):
                message = f"`{add.word}` is outside the pack"
                builder.error("CW302", message, add.span, "use a path in the pack's folder")
            elif not any(is_added_by(path, [add.word]) for path in files):
                message = f"there is no file `{add.word}` in this pack"
                builder.error("CW308", message, add.span, "use a path in the pack's folder")
    if not any(module.adds for module in pack.modules.values()):
        return [*map(str, files)]
    on = {module.name for module in pack.switched_on(modules)}
    return [str(path) for path in files if _is_read(path, pack, on)]


def _is_read(path: pathlib.PurePosixPath, pack: Manifest, on: Collection[str]) -> bool:
    """Whether a file is read if these modules are on."""
    parts = modules_adding(path, pack)
    return not parts or any(module.name in on for module in parts)
