"""The analyses of `check --watch`: the first one is that of any run; later ones follow changes.

Decides when everything is read for that: after the first report; a change meanwhile waits for it.
Only the first analysis is cached for other runs, since later ones depend on earlier texts.
"""

from __future__ import annotations

from cardwright.source.garbage_collection import without_collection
from cardwright.source.open_files import open_files
from cardwright_tools.check.analysis import Analysis
from cardwright_tools.check.analyze import analyze
from cardwright_tools.check.incremental.games import Games
from cardwright_tools.check.options import CheckOptions
from cardwright_tools.check.run import analyze_once


class WatchAnalysis:
    """Analyzes the packs of these options again and again."""

    def __init__(self, options: CheckOptions) -> None:
        self._options, self._games = options, Games()
        self._is_ready = False

    def get_ready(self) -> None:
        """Reads everything, so that the next change can be followed quickly."""
        if not self._is_ready:
            self._is_ready = True
            self._follow()

    def __call__(self) -> Analysis:
        return self._follow() if self._is_ready else analyze_once(self._options)

    def _follow(self) -> Analysis:
        games = self._games
        with open_files({}, games.files), without_collection(), games.reading():
            self._games.begin()
            return analyze(self._options.packs, self._options.modules, self._games)
