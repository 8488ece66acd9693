"""The files that a check depends on, each read once."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Sequence
from functools import cached_property
from pathlib import Path

from cardwright.language.declared import Declared
from cardwright.pack.builder import PackBuilder
from cardwright.pack.files import requires
from cardwright.pack.files.manifest import FILE, Manifest
from cardwright.pack.files.pack_files import content_files, scenario_files
from cardwright.source.diagnostics import Report, as_json
from cardwright.source.open_files import read_bytes
from cardwright.source.records import dataclass
from cardwright.source.text import Source
from cardwright.source.yaml_reader import MAX_BYTES

Packs = Sequence[Path]
NO_FILE = b"\xff"  # not valid text, so that a missing file differs from an empty one


@dataclass(frozen=True)
class InputFiles:
    """The bytes of all files by name, including those of required packs.

    `manifests` are the manifests of all these packs; `wrong` is the report on unreadable packs.
    """

    data: dict[str, bytes]
    manifests: tuple[Manifest, ...]
    wrong: str

    @cached_property
    def digest(self) -> str:
        """The hash of all names and bytes."""
        digest = hashlib.sha256(self.wrong.encode("utf-8", "surrogateescape"))
        for name, data in self.data.items():
            digest.update(f"\0{name}\0{len(data)}\0".encode("utf-8", "surrogateescape"))
            digest.update(data)
        return digest.hexdigest()

    def have_same_texts(self, other: InputFiles) -> bool:
        """Whether another reading found the same names and bytes."""
        return (self.data, self.wrong) == (other.data, other.wrong)

    def sources(self) -> dict[str, Source] | None:
        """The files as texts; None if one is not valid text."""
        try:
            return {name: Source(name, data.decode()) for name, data in self.data.items()}
        except UnicodeDecodeError:
            return None


def read_input_files(packs: Packs) -> InputFiles:
    """The files of these packs and of all packs they require."""
    together = _manifests(packs)
    folders = [*packs, *(manifest.folder for manifest in together)]
    for pack in packs if len(packs) > 1 else ():
        folders += with_required([pack])
    data: dict[str, bytes] = {}
    report = Report()
    for folder in dict.fromkeys(folders):
        for path in _file_names(folder, report):
            data[path.as_posix()] = _bytes(path)
    for pack in packs:
        scenario_files(pack, report)  # reports the files that are left out
    wrong = json.dumps([*map(as_json, report.diagnostics)])
    return InputFiles(data, tuple(together), wrong if len(report) else "")


def _bytes(path: Path) -> bytes:
    try:
        if path.exists() and not path.is_file():  # reading a pipe would wait
            return NO_FILE
        return read_bytes(path, MAX_BYTES + 1)
    except OSError:
        return NO_FILE  # reported when the pack is read


def with_required(packs: Packs) -> list[Path]:
    """The folders of these packs and of those they require."""
    return [*dict.fromkeys([*packs, *(manifest.folder for manifest in _manifests(packs))])]


def _manifests(packs: Packs) -> list[Manifest]:
    return [
        *requires.gather(packs, requires.beside(packs), PackBuilder(Declared(), Report())).values()
    ]


def _file_names(folder: Path, report: Report) -> Iterator[Path]:
    yield folder / FILE
    if folder.is_dir():
        yield from (folder / path for path in content_files(folder, report))
