"""An examiner that stops when something else is more urgent."""

from __future__ import annotations

from collections.abc import Callable, Collection
from pathlib import Path

from cardwright.checked_packs import CheckedPacks
from cardwright.source.diagnostics import Report
from cardwright.source.records import dataclass
from cardwright_tools.check.analyze import Examiner


class Interrupted(Exception):
    """The work is not finished."""


@dataclass(frozen=True, slots=True)
class Interruptible:
    """Examines games until `may_continue` returns False, then raises Interrupted."""

    examiner: Examiner
    may_continue: Callable[[], bool]

    def examine(
        self, *packs: str | Path, modules: Collection[str] = ()
    ) -> tuple[CheckedPacks | None, Report]:
        self._require_time()
        return self.examiner.examine(*packs, modules=modules)

    def lints(self, rules: CheckedPacks) -> Report:
        self._require_time()
        return self.examiner.lints(rules)

    def _require_time(self) -> None:
        if not self.may_continue():
            raise Interrupted
