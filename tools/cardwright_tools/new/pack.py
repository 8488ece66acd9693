"""`new pack`: a small playable game, or an expansion of another pack."""

from __future__ import annotations

from pathlib import Path
from string import Template

import cardwright
from cardwright.language.declared import Declared
from cardwright.pack.builder import PackBuilder
from cardwright.pack.files.manifest import Manifest, read
from cardwright.pack.files.pack_files import FILE
from cardwright.pack.files.pack_search import beside, shipped
from cardwright.source.diagnostics import Report
from cardwright.source.real_paths import real_path
from cardwright.source.spelling import did_you_mean
from cardwright_tools.new.files import print_written, write_files
from cardwright_tools.new.names import title_of, valid_name, valid_title
from cardwright_tools.new.yaml_edit import scalar
from cardwright_tools.output import FAILED, Stop

GAME = Path(__file__).parent / "game"


def new_pack(folder: Path, title: str, required: str) -> int:
    id = valid_name(real_path(folder).name, "pack")
    title = valid_title(title, title_of(id))
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise Stop(f"{folder} already exists; nothing was written", FAILED)
    texts = _expansion(folder, id, title, required) if required else _game(id, title)
    new = {folder / name: text for name, text in texts.items()}
    write_files(new, {}, lambda: cardwright.examine(folder)[1])
    first = f"cardwright new card {folder} ID" if required else f"cardwright test {folder}"
    then = f"{first}; or cardwright studio {folder}, to write and play it in the browser"
    print_written(new, {}, then)
    return 0


def _game(id: str, title: str) -> dict[str, str]:
    found = {}
    for path in sorted(GAME.rglob("*.yaml"), key=lambda way: (len(way.parts), way.name)):
        text = Template(path.read_text("utf-8")).substitute(id=id, title=scalar(title))
        found[path.relative_to(GAME).as_posix()] = text
    return found


def _expansion(folder: Path, id: str, title: str, required: str) -> dict[str, str]:
    base = _manifest(folder, required)
    low, high = base.players
    lines = [
        f"# An expansion of {' '.join(base.title.split())}; docs/expansions.md says all "
        "that one can do.",
        f"# Definitions are in files beside this one: `cardwright new card {id} ID` adds a card,",
        f"# `cardwright new module {id} NAME` a part that players can switch on.",
        f"id: {id}",
        "version: 0.1.0",
        f"title: {scalar(title)}",
        f"players: [{low}, {high}]  # the fewest and the most",
        f'requires: {{{base.id}: ">={base.version}"}}  # the versions that it is for',
    ]
    return {FILE: "\n".join(lines) + "\n"}


def _manifest(folder: Path, required: str) -> Manifest:
    """The manifest of the required pack. Raises Stop if it can't be found."""
    found = beside([folder])(required)
    manifest = read(found, PackBuilder(Declared(), Report())) if found else None
    if manifest is None:
        places = [folder.absolute().parent, shipped()]
        known = [p.parent.name for place in places if place for p in place.glob(f"*/{FILE}")]
        where = "next to the new one or among the packs shipped with Cardwright"
        hint = did_you_mean(required, known) or f"known: {', '.join(sorted(set(known))) or 'none'}"
        raise Stop(f"there is no pack `{required}` {where}; {hint}", FAILED)
    return manifest
