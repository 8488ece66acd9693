"""The command `schema`: where the files go, and what is printed."""

from __future__ import annotations

from pathlib import Path

from cardwright.pack.files.pack_files import FILE
from cardwright.source.real_paths import is_inside
from cardwright_tools.output import BROKEN, CLEAN, FAILED, UNREADABLE, Stop, say
from cardwright_tools.packs import print_errors
from cardwright_tools.schema import editor_settings, published
from cardwright_tools.schema.pack_schemas import schemas_of

GENERIC, OF_PACK = Path("schemas"), ".schemas"
BESIDE = 200  # folders below the working directory that are searched for packs


def run_schema(pack: Path | None, out: Path | None, settings: bool) -> int:
    folder = out or (pack / OF_PACK if pack else GENERIC)
    if pack and out is None:
        _stays_inside(pack, folder)
    for file in _write_schemas(pack, folder):
        say(f"wrote {file.as_posix()}")
    packs = [pack] if pack else _packs_below(Path())
    if settings and packs:
        mapped = editor_settings.schema_mapping(packs, folder, Path())
        changed = editor_settings.write_settings(editor_settings.SETTINGS, mapped)
        verb = "wrote" if changed else "is as it was:"
        say(f"{verb} {editor_settings.SETTINGS.as_posix()}, the files of each schema (VS Code)")
    if packs:
        line = editor_settings.modeline(folder / "pack.schema.json", packs[0] / FILE)
        say(f"Any other editor: begin a file with its schema, as {packs[0] / FILE} with")
        say(f"  {line}")
    return CLEAN


def _stays_inside(pack: Path, folder: Path) -> None:
    """Raises Stop if a link in the pack would lead the output outside the pack."""
    for way in (folder, *(folder / name for name in published.schema_texts())):
        if not is_inside(way, pack):
            message = f"{way.as_posix()} links to outside the pack; nothing was written"
            raise Stop(f"{message}; remove it, or choose a folder with --out", FAILED)


def _write_schemas(pack: Path | None, folder: Path) -> list[Path]:
    """Raises Stop if there is no pack, or if the files can't be written."""
    found = None
    if pack is not None:
        found, report = schemas_of(pack)
        if found is None or any(d.code in UNREADABLE for d in report.diagnostics):
            print_errors(report.diagnostics)
            raise Stop("", BROKEN)
        if report.failed:
            say(f"{pack} has errors; the schemas cover what could be read "
                       f"(see `cardwright check {pack}`)", err=True)  # fmt: skip
    try:
        return published.write_schemas(folder, found)
    except OSError as error:
        raise Stop(f"can't write to {folder}: {error.strerror}", BROKEN) from None


def _packs_below(here: Path) -> list[Path]:
    """The packs in a folder and two levels below it, for the settings."""
    ways = [*here.glob(FILE), *here.glob(f"*/{FILE}"), *here.glob(f"*/*/{FILE}")]
    return sorted(p.parent for p in ways if not any(x.startswith(".") for x in p.parts))[:BESIDE]
