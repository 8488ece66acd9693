"""Which effects and texts of the rest of a game have no lints. This is stored between runs, so that
they are not linted again until something that they depend on has changed.

Lints are not stored, since they have positions in earlier texts: what has some is linted again.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sized
from dataclasses import astuple, field
from typing import Any

from cardwright.checked_packs import CheckedPacks
from cardwright.language.front_end.checked import Checked
from cardwright.source.records import dataclass
from cardwright_tools.check.interface.changed_names import ChangedNames
from cardwright_tools.check.lints.meanings import Meanings, meanings_of
from cardwright_tools.check.lints.rest_lints import (
    Groups,
    Linted,
    LintInputs,
    RestLints,
    Result,
    by_bearer,
    by_owner,
    printed_on,
    trees_of,
    windows,
)
from cardwright_tools.lint.bound import Bound
from cardwright_tools.lint.effect_bounds import Bounds
from cardwright_tools.lint.game_facts import GameFacts
from cardwright_tools.lint.rule_trees import owners

MOST_ENTRIES = 50_000
"""In each stored list and mapping. Games have hundreds, while a million takes seconds to read."""
_UNSTORED = ("condition", "winners")
"""Owners whose trees are built anew in each run."""


@dataclass(frozen=True, slots=True)
class LintFree:
    """`inputs`: the digest of what they depend on besides names; `effects`: the owners without
    lints, and how many trees they have; `texts`: the same for texts, by what they are printed on,
    with the digest of all that is printed there. `costs` of definitions and `slots` of effects are
    those with which they were linted."""

    inputs: str = ""
    effects: list[list[Any]] = field(default_factory=list)
    texts: list[list[Any]] = field(default_factory=list)
    costs: dict[str, Any] = field(default_factory=dict)
    slots: dict[str, Any] = field(default_factory=dict)

    @classmethod
    def of(cls, lints: RestLints) -> LintFree:
        """What to store of the last lints."""
        assert lints.inputs is not None
        lint_free = [[*key, len(one.trees)] for key, one in lints.effects.items()
                 if not one.found and key[0] not in _UNSTORED]  # fmt: skip
        texts = [[*key, len(one.trees), _digest(one.printed)] for key, one in lints.texts.items()
                 if not one.found]  # fmt: skip
        slots = {slot: astuple(bound) for slot, bound in lints.slots.items()}
        return cls(_digest_of(lints.inputs), lint_free, texts, {**lints.costs}, slots)

    def to_json(self) -> list[Any]:
        return [self.inputs, self.effects, self.texts, self.costs, self.slots]

    @classmethod
    def from_json(cls, data: Any) -> LintFree | None:
        """What was stored; None if the data has another form, or is too large."""
        match data:
            case [str(), list(), list(), dict(), dict()] if are_few(data):
                return cls(*data)
        return None


def are_few(parts: Iterable[Sized]) -> bool:
    """Whether none of these stored lists and mappings has more entries than games have."""
    return all(len(part) <= MOST_ENTRIES for part in parts)


def recall(
    known: LintFree,
    rules: CheckedPacks,
    bounds: Bounds,
    facts: GameFacts,
    fresh: Checked,
    renamed: ChangedNames,
) -> RestLints:
    """The known lints of a game; none if what they depend on has changed. `fresh`: what was
    checked anew; `renamed`: the names whose meaning has changed. Raises one of
    `store.UNREADABLE` for malformed data."""
    found, inputs = RestLints(), LintInputs.of(rules.checked, bounds, facts)
    is_same = known.inputs != "" and known.inputs == _digest_of(inputs)
    if not is_same or _changes_windows(fresh, rules.checked):
        return found
    found.effects = _lint_free_effects(known, rules.checked, fresh)
    found.texts = _lint_free_texts(known, rules, fresh, renamed)
    again, meanings = meanings_of(fresh).named, meanings_of(rules.checked).named
    found.meanings = Meanings(
        (), {name: () if name in again else trees for name, trees in meanings.items()}
    )
    found.inputs, found.costs = inputs, known.costs
    found.slots = {slot: Bound(*numbers) for slot, numbers in known.slots.items()}
    return found


def _lint_free_effects(known: LintFree, checked: Checked, fresh: Checked) -> Linted:
    groups, new = by_owner(owners(checked)), by_owner(owners(fresh))
    numbers = {tuple(key): number for *key, number in known.effects}
    return _lint_free(groups, numbers, {key: () for key in groups if key not in new})


def _lint_free_texts(
    known: LintFree, rules: CheckedPacks, fresh: Checked, renamed: ChangedNames
) -> Linted:
    declared, printed = rules.declared, printed_on(rules, renamed)
    groups, new = (by_bearer(owners(one), declared) for one in (rules.checked, fresh))
    numbers = {tuple(key): number for *key, number, _ in known.texts}
    before = {tuple(key): digest for *key, _, digest in known.texts}
    shown = {key: printed(key) for key in groups if key not in new}
    same = {key: one for key, one in shown.items() if _digest(one) == before.get(key)}
    return _lint_free(groups, numbers, same)


def _lint_free(
    groups: Groups,
    numbers: Mapping[tuple[str, ...], int],
    printed: Mapping[tuple[str, ...], object],
) -> Linted:
    """The results for those of these groups that have the same number of trees as before;
    `printed` has what is printed beside those that can be the same."""
    found = {}
    for key, some in groups.items():
        trees = trees_of(some)
        if key in printed and numbers.get(key) == len(trees):
            names = [(owner.what, owner.name) for owner, _ in some]
            found[key] = Result(trees, names, printed[key], ())
    return found


def _changes_windows(fresh: Checked, checked: Checked) -> bool:
    """Whether a window in which others may reply was checked anew, or an option in its menu."""
    asked = (ability.declared.window for ability in checked.abilities)
    menus = {window.menu for window in asked if window is not None}
    return any(windows(fresh)) or any(one.declared.menu in menus for one in fresh.options)


def _digest_of(inputs: LintInputs) -> str:
    """The digest of what lints depend on besides names; "" if they depend on trees that are not
    stored."""
    printed, capacities, facts = inputs.known
    if capacities:
        return ""
    assert isinstance(printed, Mapping)
    assert isinstance(facts, GameFacts)
    steps = sorted((slot, astuple(bound)) for slot, bound in printed.items())
    plain = facts.transfers, sorted(facts.revealed), sorted(facts.asked)
    return _digest((sorted(inputs.things.items()), steps, plain, len(inputs.windows)))


def _digest(one: object) -> str:
    return hashlib.blake2b(repr(one).encode(), digest_size=12).hexdigest()
