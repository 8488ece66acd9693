"""The editor settings that assign schemas to files.

Changes `.vscode/settings.json`, but only its `yaml.schemas`, and only the entries for these
schemas. Files beside pack.yaml are listed one by one: most editors' globs can't exclude a file, and
a file with two schemas satisfies neither.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path

from cardwright.pack.files.pack_files import FILE, SCENARIO_FOLDER, content_files
from cardwright.source.bounded_files import file_text
from cardwright.source.diagnostics import Report
from cardwright.source.plain_json import json_value
from cardwright_tools.atomic_write import write_atomically as in_one_step
from cardwright_tools.output import FAILED, Stop

SETTINGS = Path(".vscode/settings.json")
KEY = "yaml.schemas"
Mapped = dict[str, list[str]]


def schema_mapping(packs: list[Path], schemas: Path, here: Path) -> Mapped:
    """Schema files and the files each applies to, relative to a folder."""
    found: Mapped = {}
    for name, files in _files(packs).items():
        schema = relative_path(schemas / f"{name}.schema.json", here)
        found[schema if schema.startswith("/") else f"./{schema}"] = [
            relative_path(f, here) for f in files
        ]
    return found


def _files(packs: list[Path]) -> dict[str, list[Path]]:
    content = [pack / name for pack in packs for name in _content(pack)]
    return {
        "pack": [pack / FILE for pack in packs],
        "content": content,
        "scenarios": [pack / SCENARIO_FOLDER / "*.yaml" for pack in packs],
    }


def _content(pack: Path) -> list[str]:
    """The files of a pack; for subfolders, a glob per folder."""
    names = [p.as_posix() if len(p.parts) == 1 else f"{p.parts[0]}/*{p.suffix}"
             for p in content_files(pack, Report())]  # fmt: skip
    return list(dict.fromkeys(names))


def relative_path(path: Path, here: Path) -> str:
    """A path relative to a folder; absolute if outside it."""
    whole, below = Path(os.path.abspath(path)), Path(os.path.abspath(here))
    return (whole.relative_to(below) if whole.is_relative_to(below) else whole).as_posix()


def write_settings(file: Path, mapped: Mapped) -> bool:
    """Writes the mapping into a settings file; returns whether that changed anything.

    Raises Stop if the file is not plain JSON, for example because it has comments.
    """
    try:
        text = file_text(file) if file.is_file() else ""
        settings = json_value(text) if text.strip() else {}
    except ValueError:
        settings = None
    before = settings.get(KEY, {}) if isinstance(settings, dict) else None
    if not isinstance(settings, dict) or not isinstance(before, dict):
        raise Stop(f"{file} was not changed, since it has comments or is not JSON; add to it:\n"
                   + json.dumps({KEY: mapped}, indent=2), FAILED)  # fmt: skip
    entries = {**_without_files(before, mapped), **mapped}
    if settings.get(KEY) == entries:
        return False
    made = json.dumps({**settings, KEY: entries}, indent=2, ensure_ascii=False)
    file.parent.mkdir(parents=True, exist_ok=True)
    in_one_step(file, f"{made}\n".encode("utf-8", "backslashreplace"))  # lone surrogates are valid
    return True


def _without_files(before: Mapping[str, object], mapped: Mapped) -> dict[str, object]:
    """Earlier entries without the files that have another schema now."""
    files = {file for group in mapped.values() for file in group}
    kept: dict[str, object] = {}
    for schema, old in before.items():
        left = [one for one in old if str(one) not in files] if isinstance(old, list) else old
        if left:
            kept[schema] = left
    return kept


def modeline(schema: Path, file: Path) -> str:
    """The comment with which a single file names its schema, in every editor."""
    way = Path(os.path.relpath(schema, file.parent)).as_posix()
    return f"# yaml-language-server: $schema={way}"
