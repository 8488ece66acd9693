"""A large game without errors that was checked in shares, and its lints."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import field

from cardwright.checked_packs import CheckedPacks
from cardwright.source.diagnostics import Diagnostic, Report
from cardwright.source.records import dataclass
from cardwright_tools.check.interface.interface import Interface
from cardwright_tools.check.shares.independent import IndependentCard
from cardwright_tools.check.shares.outcomes import Outcome
from cardwright_tools.check.shares.scan import NOTHING, Scan
from cardwright_tools.check.stored_results.results import Results
from cardwright_tools.lint.effect_bounds import Bounds
from cardwright_tools.lint.game_context import GameContext


@dataclass(slots=True)
class SharedGame:
    """A game without errors: the independent cards with their outcomes, the rest, and the lints
    of the rest, once they are known. `apart`: the kinds and ids of the cards. `characters_left`:
    see `StoredGame`; `known`: the lints of cards that were not read again; `is_whole`: whether the
    whole rest was read. `scan`: of the files, if all of them were scanned; `seen`: what cards see
    of the rest, as digests, if that is known; `bounds`: those of the rest; `kinds`: those of cards
    with rules that were not read again; `results`: those of the declarations of the rest."""

    rules: CheckedPacks
    items: Sequence[IndependentCard]
    outcomes: Sequence[Outcome]
    rest: GameContext
    apart: Collection[tuple[str, str]]
    characters_left: int = 0
    known: Sequence[Diagnostic] = ()
    of_rest: Sequence[Diagnostic] | None = None
    is_whole: bool = True
    scan: Scan = NOTHING
    seen: Interface | None = None
    bounds: Bounds | None = None
    kinds: Collection[str] = ()
    results: Results = field(default_factory=Results)

    def lints(self) -> Report:
        """The lints of the game."""
        if self.of_rest is None:
            from cardwright_tools.check.shares.rest_check import lint_rest

            self.of_rest = lint_rest(
                self.rules, self.apart, self.rest, self.results, self.bounds, self.kinds
            )
        found = Report()
        for one in (*self.of_rest, *self.known, *(d for o in self.outcomes for d in o.lints)):
            found.add(one)
        return found
