"""The files that a check depends on, each read once."""

from __future__ import annotations

import hashlib
import json
from codecs import BOM_UTF8
from collections.abc import Iterator, Sequence
from functools import cached_property
from pathlib import Path
from typing import TypeGuard

from cardwright.pack.files import pack_search
from cardwright.pack.files.pack_files import FILE, content_files, scenario_files
from cardwright.pack.name_form import is_name
from cardwright.source.bounded_files import MAX_YAML_BYTES
from cardwright.source.diagnostics import Report, as_json
from cardwright.source.open_files import made_from, read_regular
from cardwright.source.records import dataclass
from cardwright.source.text import Source
from cardwright_tools.check import store

Packs = Sequence[Path]
NO_FILE = b"\xff"  # not valid text, so that a missing file differs from an empty one


@dataclass(frozen=True)
class InputFiles:
    """The bytes of all files by name, including those of required packs.

    `folders` are those of all these packs; `wrong` is the report on unreadable packs.
    """

    data: dict[str, bytes]
    folders: tuple[Path, ...]
    wrong: str

    @cached_property
    def digest(self) -> str:
        """The hash of all names and bytes."""
        digest = hashlib.sha256(self.wrong.encode("utf-8", "surrogateescape"))
        for name, hash in self.hashes.items():
            digest.update(f"\0{name}\0{hash}\0".encode("utf-8", "surrogateescape"))
        return digest.hexdigest()

    @cached_property
    def hashes(self) -> dict[str, str]:
        """The hash of each file, by name."""
        return {name: hashlib.sha256(data).hexdigest() for name, data in self.data.items()}

    @property
    def text_hashes(self) -> dict[str, str]:
        """The hashes of files that are the same as texts: a byte order mark is dropped there."""
        return {name: hash for name, hash in self.hashes.items()
                if not self.data[name].startswith(BOM_UTF8)}  # fmt: skip

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
    folders = dict.fromkeys(pack_search.with_required(packs, _stored_ids))
    for pack in packs if len(packs) > 1 else ():
        folders |= dict.fromkeys(pack_search.with_required([pack], _stored_ids))
    data: dict[str, bytes] = {}
    report = Report()
    for folder in folders:
        for path in _file_names(folder, report):
            data[path.as_posix()] = _bytes(path)
    for pack in packs:
        scenario_files(pack, report)  # reports the files that are left out
    wrong = json.dumps([*map(as_json, report.diagnostics)])
    return InputFiles(data, tuple(folders), wrong if len(report) else "")


def _bytes(path: Path) -> bytes:
    """The file; what can't be read is reported when the pack is."""
    found = read_regular(path.as_posix(), MAX_YAML_BYTES + 1)
    return NO_FILE if found is None else found


def with_required(packs: Packs) -> list[Path]:
    """The folders of these packs and of those they require."""
    from cardwright.pack.files.required_ids import required_ids  # late, as below

    def required(folder: Path) -> list[str]:
        file = folder / FILE
        return made_from(file.as_posix(), _bytes(file), required_ids)

    return pack_search.with_required(packs, required)


def _stored_ids(folder: Path) -> list[str]:
    """The ids of the packs that a pack requires; they are stored, by the text of its manifest."""
    file = folder / FILE
    data = _bytes(file)
    key = store.text_key("requires", data)
    found = store.load(key)
    if _are_ids(found):
        return found
    # imported late: to read YAML takes longer than all else that is done for an unchanged pack
    from cardwright.pack.files.required_ids import required_ids

    made = required_ids(file.as_posix(), data)
    store.save(key, made)
    return made


def _are_ids(found: object) -> TypeGuard[list[str]]:
    """Whether these may be the ids that a manifest requires: what is stored may be anything."""
    if not isinstance(found, list) or len(found) > pack_search.MAX_MANIFEST_VALUES:
        return False
    return all(isinstance(id, str) and is_name(id) for id in found)


def _file_names(folder: Path, report: Report) -> Iterator[Path]:
    yield folder / FILE
    if folder.is_dir():
        yield from (folder / path for path in content_files(folder, report))
