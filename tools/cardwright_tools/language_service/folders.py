"""The folders of packs, on disk or only in an editor: that of a file, and those beside a pack."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from pathlib import Path

from cardwright.language.declared import Declared
from cardwright.language.graph_walks import reachable
from cardwright.pack.builder import PackBuilder
from cardwright.pack.files.manifest import read as read_manifest
from cardwright.pack.files.pack_files import FILE
from cardwright.source.diagnostics import Report
from cardwright.source.open_files import open_below


def pack_folder(file: Path, opened: Collection[Path] = ()) -> Path | None:
    """The folder of the pack that a file or a scenario belongs to; None for other files.

    `opened`: the files that an editor has, which need not be on disk.
    """
    return next((folder for folder in file.parents if is_pack(folder, opened)), None)


def is_pack(folder: Path, opened: Collection[Path] = ()) -> bool:
    return folder / FILE in opened or (folder / FILE).is_file()


def dependents(folder: Path) -> list[Path]:
    """The packs beside one that require it, directly or through others."""
    saved = (file.parent for file in folder.parent.glob(f"*/{FILE}"))
    unsaved = (path.parts[0] for path, _ in open_below(folder.parent)
               if path.name == FILE and len(path.parts) == 2)  # fmt: skip
    beside = sorted({*saved, *(folder.parent / name for name in unsaved)})
    required = {other.name: _required(other) for other in beside}

    def is_required_by(other: Path) -> bool:
        return folder.name in reachable(required[other.name], lambda name: required.get(name, ()))

    return [other for other in beside if other != folder and is_required_by(other)]


def _required(folder: Path) -> Mapping[str, str]:
    manifest = read_manifest(folder, PackBuilder(Declared(), Report()))
    return manifest.requires if manifest else {}
