"""What looks wrong in games that have no error: the lints, sifted.

Owns whose doubts are told: those in the packs that were named, and those that every game
agrees on which read the file. A definition that only a module uses is used.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from cardwright import Rules
from cardwright.pack.folders import added
from cardwright.source.diagnostics import Diagnostic, Report

Key = tuple[str, str, int, int]


def find(games: Sequence[Rules], packs: Sequence[Path]) -> Report:
    """The doubts about these packs."""
    from cardwright_tools.lints import find as lints

    told = [(game, {_key(d): d for d in lints(game).diagnostics}) for game in games]
    report = Report()
    for key, doubt in [pair for _, found in told for pair in found.items()]:
        name = key[1]
        agreed = all(key in found for game, found in told if not name or reads(game, name))
        if agreed and (not name or within(name, packs)) and not _told(key, report):
            report.add(doubt)
    return report


def within(name: str, packs: Sequence[Path]) -> bool:
    """Whether a file belongs to one of these packs."""
    path = Path(name).resolve()
    return any(path.is_relative_to(pack.resolve()) for pack in packs)


def reads(game: Rules, name: str) -> bool:
    """Whether a game reads a file; it does not read those of modules that are off."""
    path = Path(name).resolve()
    for pack in game.packs:
        if path.is_relative_to(folder := pack.folder.resolve()):
            inside = path.relative_to(folder)
            on = pack.switched_on(game.modules)
            adding = [module for module in pack.modules.values()
                      if added(_posix(inside), [add.word for add in module.adds])]  # fmt: skip
            return not adding or any(module in on for module in adding)
    return False
