"""What was found about each declaration of a game: how it is stored between runs, and what of it
this run has."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import field
from typing import Any

from cardwright.checked_packs import CheckedPacks
from cardwright.language.front_end.checked import Checked
from cardwright.language.front_end.memo import Memo
from cardwright.source.records import dataclass
from cardwright.source.text import Span
from cardwright_tools.check import store
from cardwright_tools.check.interface.changed_names import ChangedNames
from cardwright_tools.check.interface.equality import Digests
from cardwright_tools.check.interface.texts import holders
from cardwright_tools.check.lints.lint_free import LintFree, are_few, recall
from cardwright_tools.check.lints.rest_lints import RestLints
from cardwright_tools.lint.effect_bounds import Bounds
from cardwright_tools.lint.game_facts import GameFacts
from cardwright_tools.lint.rule_claims import RuleClaims, known_claims

Stored = list[Any]


@dataclass(slots=True)
class StoredResults:
    """The results of a game that is identified by `state`.

    `symbols`: the classes of nodes, and what is declared elsewhere, by name. `results`: those of
    rules, effects, options and abilities, and `functions`: those of definitions; both by the digest
    of the declaration, as the text of their JSON, since most are stored again unchanged.
    `required`: what definitions require of the whole game.
    """

    state: str = ""
    symbols: list[str | Stored] = field(default_factory=list)
    results: Mapping[str, str] = field(default_factory=dict)
    functions: Mapping[str, str] = field(default_factory=dict)
    required: Stored = field(default_factory=list)
    lint_free: LintFree = field(default_factory=LintFree)

    def to_json(self) -> Stored:
        own = [self.state, self.symbols, self.results, self.functions, self.required]
        return [*own, self.lint_free.to_json()]

    @classmethod
    def from_json(cls, data: Any) -> StoredResults | None:
        """The results; None if the data has another form, or is too large. Their contents are
        checked when they are read."""
        match data:
            case [str(state), list(symbols), dict(results), dict(functions), list(required), lints]:
                lint_free = LintFree.from_json(lints)
                if lint_free is not None and are_few((symbols, results, functions, required)):
                    return cls(state, symbols, results, functions, required, lint_free)
        return None


class Results:
    """The results of the declarations of a game, in `memo`; the `claims` of texts; and the `lints`
    of the rest, if it was linted. `stored`: the results of an earlier run; `changed`: the names
    whose meaning has changed since then."""

    def __init__(self, stored: StoredResults | None = None) -> None:
        self.stored = stored or StoredResults()
        self.memo = Memo(keeps_trees=False)
        self.claims: dict[Span, RuleClaims] = {}
        self.lints: RestLints | None = None
        self.changed = ChangedNames()
        self.digests = Digests()
        self._read: dict[int, tuple[object, str]] = {}

    def forget(self) -> None:
        """Forgets everything that was read."""
        self.memo, self.claims, self._read = Memo(keeps_trees=False), {}, {}

    def use_claims(self, checked: Checked) -> None:
        """Makes the claims known to the lints of a game, which add others to them."""
        known_claims(checked).update(self.claims)
        self.claims = known_claims(checked)

    def known_lints(
        self, rules: CheckedPacks, bounds: Bounds, facts: GameFacts | None
    ) -> RestLints:
        """The lints that are known of the rest of a game."""
        self.lints = RestLints()
        if self.stored.state and facts is not None:
            with suppress(*store.UNREADABLE):
                fresh = self._fresh(rules.checked)
                known = self.stored.lint_free
                self.lints = recall(known, rules, bounds, facts, fresh, self.changed)
        return self.lints

    def _fresh(self, checked: Checked) -> Checked:
        """The part of a game that was checked anew, as no stored result was valid for it."""
        functions = checked.functions.items()
        fresh = Checked(
            checked.declared, {name: one for name, one in functions if self.data_of(one) is None}
        )
        for declared in holders(checked.declared):
            outcome = self.memo.of(declared)
            if outcome is not None and self.data_of(outcome) is None:
                outcome.merge_into(fresh)
        return fresh

    def keep(self, result: object, data: str) -> None:
        """Remembers the JSON from which a result was read."""
        self._read[id(result)] = result, data  # the reference keeps its id from being reused

    def data_of(self, result: object) -> str | None:
        """The JSON from which a result was read; None if it was found in this run."""
        found = self._read.get(id(result))
        return found[1] if found is not None else None
