"""What users of the library start with: packs loaded and checked, and games of them.

Owns the way from folders to `Rules` and from `Rules` to a game. Knows nothing of how packs
are read, effects compiled or games stepped.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from pathlib import Path

from cardwright.language.checker import Checked, check
from cardwright.language.declared import Declared
from cardwright.machine.game import Game
from cardwright.machine.program import Program, build
from cardwright.pack.load import Loaded, load as load_packs
from cardwright.pack.manifest import Manifest
from cardwright.source.diagnostics import Report, render


class PackError(Exception):
    """Packs that can't be played; `report` has every mistake found."""

    def __init__(self, report: Report) -> None:
        errors = [d for d in report.diagnostics if d.severity == "error"]
        super().__init__("\n\n".join(render(d) for d in errors))
        self.report = report


class Rules:
    """Packs that were loaded and checked, ready for games."""

    def __init__(self, loaded: Loaded, checked: Checked) -> None:
        self._loaded, self.checked = loaded, checked
        self._programs: dict[tuple[str, ...], Program] = {}

    @property
    def title(self) -> str:
        """The title of the pack that plays the game."""
        return self._loaded.title

    @property
    def packs(self) -> Sequence[Manifest]:
        """The manifests, each after those it requires."""
        return self._loaded.packs
