"""Combines the lints of several games without errors.

Decides which lints are reported: those in the named packs on which all games that read the file
agree. So a definition that only a module uses counts as used.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, partial
from pathlib import Path, PurePosixPath
from typing import TypeVar

from cardwright.checked_packs import CheckedPacks
from cardwright.pack.files.pack_files import is_added_by
from cardwright.source.diagnostics import Diagnostic, Report
from cardwright.source.open_files import read_once
from cardwright.source.real_paths import real_path

Key = tuple[str, str, int, int]
Some = TypeVar("Some", bound=CheckedPacks)


def lint_packs(
    games: Sequence[Some], packs: Sequence[Path], lints: Callable[[Some], Report]
) -> Report:
    """The lints about these packs; `lints` returns those of one game."""
    results = [{_key(d): d for d in lints(game).diagnostics} for game in games]
    report, reads = Report(), cache(lambda at, name: reads_file(games[at], name))
    belongs = cache(lambda name: belongs_to(name, packs))
    kept: set[Key] = set()
    for key, lint in (pair for found in results for pair in found.items()):
        name = key[1]
        agreed = all(
            key in found for at, found in enumerate(results) if not name or reads(at, name)
        )
        if agreed and key not in kept and (not name or belongs(name)):
            kept.add(key)
            report.add(lint)
    return report


def _key(lint: Diagnostic) -> Key:
    """The identity of a lint, without its message, which may differ between games."""
    span = lint.span
    return (lint.code, span.source.name, span.start, span.end) if span else (lint.code, "", 0, 0)


def belongs_to(name: str, packs: Sequence[Path]) -> bool:
    """Whether a file belongs to one of these packs."""
    path = _real(Path(name))
    return any(path.is_relative_to(_real(pack)) for pack in packs)


def reads_file(game: CheckedPacks, name: str) -> bool:
    """Whether a game reads a file; it does not read files of disabled modules."""
    path = _real(Path(name))
    for pack in game.packs:
        folder = _real(pack.folder)
        if path.is_relative_to(folder):
            inside = PurePosixPath(path.relative_to(folder).as_posix())
            adding = {
                module.name
                for module in pack.modules.values()
                if is_added_by(inside, [add.word for add in module.adds])
            }
            on = {module.name for module in pack.switched_on(game.modules)}
            return not adding or bool(adding & on)
    return False


def _real(path: Path) -> Path:
    """A path without links."""
    return read_once("path", path, partial(real_path, path))
