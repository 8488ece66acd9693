"""Broken packs as data: the small pack in `base` with one mistake each, from `cases/*.yaml`.

A case has `case` (its name), the mistake, and the expected diagnostic:

    more: TEXT                      a file `more.yaml` that is added
    add: {FILE: TEXT}               files that are added, by their paths
    replace: {FILE: {OLD: NEW}}     texts to replace in files of the base; each must occur once
    make: NAME                      what no YAML can hold, written by the generator of that name
    load: [FOLDER]                  the packs to check (default: the base)
    modules: [NAME]                 modules to enable
    code: CW123                     the only code
    at: FILE LINE:COLUMN-COLUMN     the only span; `-LINE:COLUMN` if it ends on another line
    says, help                      words of the message and of the help
    without                         a word that the help does not have
    mended: {OLD: NEW}              what the help suggests: texts of `more`, which is valid then
    rules: [NAME]                   only for errors at run time: the rules that were running

Folders are named by their first part: `../other/pack.yaml` is beside the base.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from dataclasses import dataclass, field, fields
from functools import cache
from pathlib import Path

from ruamel.yaml import YAML

HERE = Path(__file__).parent
BASE = HERE / "base"


@dataclass(frozen=True, slots=True)
class Case:
    case: str
    code: str
    at: str = ""
    says: str = ""
    help: str = ""
    without: str = ""
    mended: dict[str, str] = field(default_factory=dict)
    more: str = ""
    add: dict[str, str] = field(default_factory=dict)
    replace: dict[str, dict[str, str]] = field(default_factory=dict)
    make: str = ""
    load: tuple[str, ...] = ("base",)
    modules: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()


@cache
def cases() -> tuple[Case, ...]:
    """All cases; raises an error for an unknown key."""
    return tuple(
        _case(entry) for path in sorted((HERE / "cases").glob("*.yaml")) for entry in _in(path)
    )


def _in(path: Path) -> Iterator[dict[str, object]]:
    yield from YAML(typ="safe").load(path.read_text(encoding="utf-8"))


def _case(entry: dict[str, object]) -> Case:
    unknown = entry.keys() - {f.name for f in fields(Case)}
    assert not unknown, f"{entry.get('case')}: unknown {sorted(unknown)}"
    return Case(**entry)  # type: ignore[arg-type]


def write(case: Case, folder: Path) -> list[Path]:
    """Writes the packs of a case; returns the folders to check."""
    base = folder / "base"
    shutil.copytree(BASE, base)
    added = case.add | ({"more.yaml": case.more} if case.more else {})
    for name, text in added.items():
        path = base / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode("utf-8"))
    for name, pairs in case.replace.items():
        _replace(base / name, pairs)
    return [folder / name for name in case.load]


def _replace(path: Path, pairs: dict[str, str]) -> None:
    path.write_text(replaced(path.read_text(encoding="utf-8"), pairs), encoding="utf-8")


def replaced(text: str, pairs: dict[str, str]) -> str:
    for old, new in pairs.items():
        assert text.count(old) == 1, f"{text!r} has {old!r} {text.count(old)} times"
        text = text.replace(old, new)
    return text
