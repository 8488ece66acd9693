"""Copies of packs, so that stored games can continue with the rules as they were.

Responsible for the folder of copies, one for each version of the rules, and for its limits. The
journal of each game says which rules it uses.
"""

from __future__ import annotations

import hashlib
import shutil
from collections.abc import Collection, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from cardwright import Rules
from cardwright.api import examine
from cardwright.source.bounded_files import file_bytes
from cardwright_tools.atomic_write import write_atomically
from cardwright_tools.check.input_files import InputFiles

MAX_BYTES = 20_000_000  # of a copy: larger packs are not copied
MAX_COPIES = 20  # in addition to those of current games


def name_of(rules: Rules) -> str:
    """A name that is the same for the same texts of the same packs."""
    return hashlib.sha256(repr(sorted(rules.hashes.items())).encode()).hexdigest()[:24]


@dataclass(frozen=True, slots=True)
class RulesArchive:
    """Copies of a pack, each with the packs it requires beside it."""

    folder: Path

    def has(self, name: str) -> bool:
        return name.isalnum() and (self.folder / name).is_dir()

    def copy(self, rules: Rules, files: InputFiles, used: Collection[str]) -> None:
        """Copies the files of these rules, completely or not at all, unless they are too large.

        Deletes the oldest of the copies that are not `used`. Raises OSError.
        """
        found, name = _files(rules, files), name_of(rules)
        if found is None or sum(map(len, found.values())) > MAX_BYTES:
            return
        made = self.folder / f"{name}.new"
        shutil.rmtree(made, ignore_errors=True)
        for path, data in found.items():
            (made / path).parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            write_atomically(made / path, data, lasting=False)
        made.rename(self.folder / name)
        self._delete({name, *used})

    def _delete(self, used: Collection[str]) -> None:
        others = [one for one in self.folder.iterdir() if one.name not in used]
        others.sort(key=lambda one: one.stat().st_mtime)
        for one in others[:-MAX_COPIES]:
            shutil.rmtree(one, ignore_errors=True)

    def load(self, name: str, pack: Path, modules: Collection[str]) -> Rules | None:
        """The rules of a copy; None if it is missing or has been changed."""
        if not self.has(name):
            return None
        rules, _ = examine(self.folder / name / pack.name, modules=modules)
        return rules if rules is not None and name_of(rules) == name else None


def _files(rules: Rules, files: InputFiles) -> Mapping[Path, bytes] | None:
    """All files, in adjacent folders, as packs find those they require; None if two packs have
    the same folder name."""
    folders = files.folders
    if len({folder.name for folder in folders}) < len(folders):
        return None
    found = {Path(name): data for name, data in files.data.items()}
    found |= dict(_pictures(rules))
    return {folder.name / path.relative_to(folder): data for path, data in found.items()
            for folder in folders if path.is_relative_to(folder)}  # fmt: skip


def _pictures(rules: Rules) -> Iterator[tuple[Path, bytes]]:
    for look in rules.declared.look.values():
        if look.picture is not None:
            with suppress(OSError):
                yield look.picture, file_bytes(look.picture)
