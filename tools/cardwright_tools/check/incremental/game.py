"""One game, rechecked as its files change.

Decides when its changes can't be followed: then everything is checked again.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from pathlib import Path

from cardwright import Rules
from cardwright.api import examine_loaded
from cardwright.checked_packs import CheckedPacks
from cardwright.pack.load import load
from cardwright.pack.loaded import Loaded
from cardwright.source.budget import loading
from cardwright.source.diagnostics import Report
from cardwright_tools.check.incremental.followed_game import FollowedGame
from cardwright_tools.check.incremental.opened_with_errors import read_without_errors
from cardwright_tools.check.incremental.positions import (
    NotFollowed,
    NotIndependent,
    Positions,
    Stale,
)
from cardwright_tools.lint import run_lints
from cardwright_tools.packs import is_too_much_work

MANY = 400  # cards
CUT_SHORT = "CW605"
"""Which diagnostics are left out then depends on all of them."""


class IncrementalGame:
    """Packs with some modules switched on; `positions` are shared by all games of an editor.

    `full_checks` counts the full checks.
    """

    def __init__(
        self, folders: Sequence[Path], modules: Collection[str], positions: Positions
    ) -> None:
        self.folders, self.modules, self.full_checks = folders, modules, 0
        self._positions = positions
        self._followed: FollowedGame | None = None  # None after errors in anything but texts
        self._rules: Rules | None = None  # the current ones, once somebody has asked for them
        self._has_rules = False
        self._are_apart = True  # whether cards may be checked one by one
        self._is_opened = False

    def examine(self) -> tuple[CheckedPacks | None, Report]:
        """The current result of `cardwright.examine`; see `rules`."""
        try:
            found = self._followed.examine() if self._followed else self._open()
        except NotFollowed:
            found = self._check_wrong()
        except Stale:
            found = self._check_all()
        except BaseException:
            self._followed = None  # it may be half old and half new
            raise
        self._rules = found[0] if isinstance(found[0], Rules) else None
        self._has_rules = found[0] is not None
        return found

    @property
    def rules(self) -> Rules | None:
        """The complete rules; None if there are errors."""
        if self._rules is None and self._has_rules and self._followed is not None:
            self._rules = self._followed.rules()
        return self._rules

    @property
    def is_large(self) -> bool:
        """Whether it has so many cards that collecting garbage takes long."""
        return self._followed is not None and len(self._followed.cards.ids) > MANY

    def lints(self) -> Report:
        """The lints of its rules, which have no errors."""
        for _ in range(2):  # a position may be lost, and then no card may be independent
            try:
                return self._lints()
            except NotIndependent:
                is_large, self._are_apart = self.is_large, False
                self._check_all()
                self._are_apart = is_large  # then it takes too long to check them together again
            except Stale:
                self._check_all()
        return self._lints()

    def _lints(self) -> Report:
        """Raises Stale."""
        report = self._followed.cards.lints() if self._followed else None
        if report is not None and not any(one.code == CUT_SHORT for one in report.diagnostics):
            return report
        assert self.rules is not None
        return self._positions.report(run_lints(self.rules).diagnostics)

    def _open(self) -> tuple[CheckedPacks | None, Report]:
        """Checks a game of which nothing is known. If it has errors in anything but texts, its
        changes are followed from what can be read."""
        found, is_opened = self._check_all(), self._is_opened
        self._is_opened = True
        if self._followed is None and found[0] is None and not is_opened:
            self._followed = self._without_errors()
        return found

    def _without_errors(self) -> FollowedGame | None:
        """The game without the entries that have errors in anything but texts; None if it can't be
        followed."""
        read = read_without_errors(self.folders, self.modules)
        if read is None:
            return None
        loaded, report = read
        self._positions.set_all_current(loaded.documents)
        return self._follow(loaded, report)

    def _check_wrong(self) -> tuple[CheckedPacks | None, Report]:
        """Checks a game with errors as a whole, and keeps what was known before."""
        known = self._followed
        found = self._check_all()
        if found[0] is None and self._followed is None:
            self._followed = known
        return found

    def _check_all(self) -> tuple[CheckedPacks | None, Report]:
        """Checks everything. If it could be read, its changes are followed from now on."""
        self.full_checks += 1
        self._followed, report = None, Report()
        with loading():
            loaded = load(self.folders, report, modules=self.modules)
            if loaded is None:
                return None, report
            self._positions.set_all_current(loaded.documents)
            if not report.failed:
                self._followed = self._follow(loaded, report)
                if self._followed is not None:
                    return self._followed.report()
            if is_too_much_work(loaded, report):
                return None, report
            return examine_loaded(loaded, report, self.modules)

    def _follow(self, loaded: Loaded, report: Report) -> FollowedGame | None:
        """The game as it was read, whose changes are followed; None if it is too much work."""
        where = self.folders, self.modules, self._positions
        return FollowedGame.of(loaded, report.diagnostics, *where, self._are_apart)
