"""The games of an editor's packs, each with some modules, rechecked as their files change.

Decides which games there are, and when to check all of them from scratch: when the earlier texts
kept for mapping positions take too much memory.
"""

from __future__ import annotations

from collections.abc import Collection
from contextlib import AbstractContextManager
from pathlib import Path

from cardwright import Rules
from cardwright.checked_packs import CheckedPacks
from cardwright.pack.files.pack_search import find_pack
from cardwright.source.budget import ReadCache, reusing_reads
from cardwright.source.diagnostics import Report
from cardwright.source.open_files import FileCache
from cardwright_tools.check.incremental.game import IncrementalGame
from cardwright_tools.check.incremental.positions import Positions

Key = tuple[tuple[Path, ...], tuple[str, ...]]


class Games:
    """Examines packs as `cardwright.examine` does, and remembers the results. `files`: what was
    read from disk."""

    def __init__(self) -> None:
        self.positions, self._kept, self.files = Positions(), ReadCache(), FileCache()
        self._games: dict[Key, IncrementalGame] = {}
        self._of_rules: dict[int, IncrementalGame] = {}
        self._found: dict[Key, tuple[CheckedPacks | None, Report]] = {}  # since the last `begin`

    def begin(self) -> None:
        """Prepares for examining packs with new texts."""
        self._of_rules.clear()
        self._found.clear()
        self.files.forget_unused()
        if self.positions.is_full:
            self.positions = Positions()
            self._games.clear()
        current = self.positions.current
        readings = self._kept.readings
        self._kept.readings = {key: readings[key] for key in readings
                               if key[0] in current and current[key[0]].text == key[1]}  # fmt: skip

    def reading(self) -> AbstractContextManager[None]:
        """A context in which texts that were read before are not read again."""
        return reusing_reads(self._kept)

    def examine(
        self, *packs: str | Path, modules: Collection[str] = ()
    ) -> tuple[CheckedPacks | None, Report]:
        key = _key(packs, modules)
        if key not in self._found:
            game = self._games.setdefault(key, IncrementalGame(*key, self.positions))
            self._found[key] = game.examine()
            self._of_rules[id(self._found[key][0])] = game
        rules, found = self._found[key]
        report = Report()
        report.extend(found)  # the caller may add to it
        return rules, report

    def rules(self, *packs: str | Path, modules: Collection[str] = ()) -> Rules | None:
        """The rules of packs that were examined since the last `begin`; None with errors."""
        return self._games[_key(packs, modules)].rules

    def lints(self, rules: CheckedPacks) -> Report:
        """The lints of rules that were examined since the last `begin`."""
        return self._of_rules[id(rules)].lints()

    @property
    def are_large(self) -> bool:
        """Whether a game has so many cards that collecting garbage takes long."""
        return any(game.is_large for game in self._games.values())

    @property
    def full_checks(self) -> int:
        """The number of full checks."""
        return sum(game.full_checks for game in self._games.values())


def _key(packs: Collection[str | Path], modules: Collection[str]) -> Key:
    return tuple(find_pack(pack) for pack in packs), tuple(modules)
