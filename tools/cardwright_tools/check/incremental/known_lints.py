"""The lints of the rest of a large game, which are found again if it or the totals of cards have
changed."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager
from dataclasses import replace

from cardwright.board.declarations import Thing
from cardwright.checked_packs import CheckedPacks
from cardwright.pack.loaded import Loaded
from cardwright.source.diagnostics import Diagnostic
from cardwright_tools.check.incremental.carried_bounds import carry
from cardwright_tools.check.incremental.positions import NotIndependent
from cardwright_tools.check.incremental.rest import Rest
from cardwright_tools.check.incremental.totals import AllTotals, Totals
from cardwright_tools.check.interface.changed_names import ChangedNames
from cardwright_tools.check.lints.rest_lints import RestLints
from cardwright_tools.check.shares import rest_check
from cardwright_tools.lint.effect_bounds import Bounds
from cardwright_tools.lint.rule_trees import index_cache
from cardwright_tools.lint.uses import all_printed


class KnownLints:
    """The last lints, with what they followed from."""

    def __init__(self) -> None:
        self._found: Sequence[Diagnostic] = ()
        self._lints = RestLints()
        self._bounds: tuple[object, Bounds | None] = None, None
        self._totals: AllTotals | None = None
        self._renamed = ChangedNames()

    def indexed(self) -> AbstractContextManager[None]:
        """A context with the indexes of the trees of the rest."""
        return index_cache(self._lints.indexes)

    def forget(self, renamed: ChangedNames) -> None:
        """The rest has changed, and these names may mean something else."""
        self._totals, self._renamed = None, self._renamed | renamed

    def of(
        self, loaded: Loaded, rest: Rest, things: Sequence[Thing], totals: Totals
    ) -> Sequence[Diagnostic]:
        """The lints of the rest, which includes these things. Raises NotIndependent."""
        if (self._totals is None or totals.may_differ) and (found := totals.all) != self._totals:
            self._found, self._totals = self._linted(loaded, rest, things, found), found
        totals.may_differ = False
        return self._found

    def _linted(
        self, loaded: Loaded, rest: Rest, things: Sequence[Thing], totals: AllTotals
    ) -> Sequence[Diagnostic]:
        rules = CheckedPacks(loaded, rest.rules.checked, rest.rules.modules)
        costs, (uses, steps, kinds) = rest.bounds.costs, totals
        with self.indexed():
            printed = all_printed(rules.declared.board, things)
            bounds = rest_check.bounds_of(rules, replace(rest.context, printed=steps), costs)
            self._carry(bounds, rest)
            context = rest_check.with_totals(rules, uses, steps, rest.context, printed, bounds)
            if context is None:
                raise NotIndependent
            self._bounds = rest.key, bounds
            found = self._lints.of(rules, bounds, context, things, kinds, self._renamed)
        self._renamed = ChangedNames()
        return found

    def _carry(self, bounds: Bounds, rest: Rest) -> None:
        """Gives the bounds those of the last lints that still hold."""
        key, known = self._bounds
        changed = () if key is rest.key else rest.changed if key is rest.before else None
        if known is not None and changed is not None:
            carry(known, bounds, changed)
