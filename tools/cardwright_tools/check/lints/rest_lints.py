"""The lints of the rest of a large game, which is linted again and again.

What is reported on an effect, or on the text printed beside it, follows from its own trees, from
those that they lead to by name, and from little else (`LintInputs`). So a result is kept as long as
all of this stays the same. Lints of the whole game run again each time.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import field

from cardwright.board.declarations import Thing
from cardwright.checked_packs import CheckedPacks
from cardwright.language.declared import Declared
from cardwright.language.front_end.checked import Checked
from cardwright.source.diagnostics import Diagnostic
from cardwright.source.records import dataclass
from cardwright_tools.check.interface.changed_names import ChangedNames
from cardwright_tools.check.lints.meanings import (
    Meanings,
    Name,
    Trees,
    are_steady,
    capacities_of,
    differing,
    have_same_numbers,
    meanings_of,
    same_trees,
)
from cardwright_tools.lint.bound import Bound
from cardwright_tools.lint.effect_bounds import Bounds
from cardwright_tools.lint.game_context import GameContext
from cardwright_tools.lint.game_facts import GameFacts
from cardwright_tools.lint.rule import Definitions, Effects, Game, Printed
from cardwright_tools.lint.rule_trees import NodeIndex, Owner, Part, body, owners
from cardwright_tools.lint.run import lint

Owned = tuple[Owner, tuple[Part, ...]]
Groups = Mapping[tuple[str, ...], Sequence[Owned]]


@dataclass(frozen=True, slots=True)
class Result:
    """What was reported on some trees and their owners, and on what is printed on their bearer."""

    trees: Trees
    owners: Sequence[tuple[str, str]]
    printed: object
    found: Sequence[Diagnostic]


Linted = Mapping[tuple[str, ...], Result]
"""The results of effects by their owner, or of texts by what they are printed on."""


@dataclass(frozen=True, slots=True)
class LintInputs:
    """What lints of effects and texts depend on, besides the names that these lead to: numbers of
    things, the bounds of effects printed on cards, capacities, facts about all rules, and the
    windows in which others may reply.
    """

    things: Mapping[str, int]
    known: Sequence[object]
    windows: Trees

    @classmethod
    def of(cls, checked: Checked, bounds: Bounds, facts: GameFacts) -> LintInputs:
        known = bounds.printed, capacities_of(checked), facts
        return cls(bounds.costs.things, known, [*windows(checked)])

    def is_same(self, other: LintInputs | None) -> bool:
        return (
            other is not None
            and have_same_numbers(self.things, other.things)
            and self.known == other.known
            and same_trees(self.windows, other.windows)
        )


def windows(checked: Checked) -> Iterator[object]:
    for ability in checked.abilities:
        if (window := ability.declared.window) is not None:
            yield from (ability.event, ability.routine.body, window.menu)
            yield from (option.routine.body for option in checked.options
                        if option.declared.menu == window.menu)  # fmt: skip


@dataclass(slots=True)
class RestLints:
    """The results of the last lints. `indexes` are those of the trees; they must be in use."""

    indexes: dict[int, tuple[object, NodeIndex]] = field(default_factory=dict)
    effects: Linted = field(default_factory=dict)
    texts: Linted = field(default_factory=dict)
    meanings: Meanings = field(default_factory=Meanings)
    costs: Mapping[str, int] = field(default_factory=dict)
    slots: Mapping[str, Bound] = field(default_factory=dict)
    inputs: LintInputs | None = None

    def of(
        self,
        rules: CheckedPacks,
        bounds: Bounds,
        context: GameContext,
        things: Sequence[Thing],
        kinds: Collection[str],
        renamed: ChangedNames,
    ) -> list[Diagnostic]:
        """The lints of the rest, which includes these things; its context has all totals. `kinds`:
        those of cards with rules; `renamed`: the names that may mean something else on the
        board."""
        facts = context.facts or GameFacts.of(rules.checked)
        every, inputs = owners(rules.checked), LintInputs.of(rules.checked, bounds, facts)
        assert context.game_uses is not None
        if not inputs.is_same(self.inputs):
            self.effects, self.texts = {}, {}
        meanings = meanings_of(rules.checked)
        slots = sorted({slot for _, _, slot in rules.checked.effects} | bounds.printed.keys())
        worst = {slot: bounds.named(("slot", slot)) for slot in slots}
        others = [*differing("definition", self.costs, context.costs)]
        others += differing("slot", self.slots, worst)
        changed = meanings.changed_since(self.meanings, others)
        self.inputs, self.meanings = inputs, meanings
        self.costs, self.slots = context.costs, worst
        self.effects = _again(
            self.effects, by_owner(every), changed, lambda one: (),
            lambda some: lint(Effects(rules, some, bounds, facts)).diagnostics,
        )  # fmt: skip
        self.texts = _again(
            self.texts, by_bearer(every, rules.declared), changed, printed_on(rules, renamed),
            lambda some: lint(Printed(rules, some, facts)).diagnostics,
        )  # fmt: skip
        used = {id(tree) for one in self.effects.values() for tree in one.trees}
        for gone in self.indexes.keys() - used:
            del self.indexes[gone]
        results = (*self.effects.values(), *self.texts.values())
        game = Game(rules, context.game_uses, things, kinds, bounds.printed)
        whole = lint(Definitions(things, rules.packs), game)
        return [*(one for result in results for one in result.found), *whole.diagnostics]


def _again(
    known: Linted,
    groups: Groups,
    changed: Collection[Name],
    printed: Callable[[tuple[str, ...]], object],
    lints: Callable[[Sequence[Owned]], Sequence[Diagnostic]],
) -> Linted:
    """The result for each group: the known one, unless its trees, their owners, what they lead to
    or what is printed beside them has changed."""
    made: dict[tuple[str, ...], Result] = {}
    for key, some in groups.items():
        trees, shown, old = trees_of(some), printed(key), known.get(key)
        names = [(owner.what, owner.name) for owner, _ in some]
        holds = (
            old is not None
            and same_trees(old.trees, trees)
            and (old.owners, old.printed) == (names, shown)
            and are_steady(trees, changed)
        )
        made[key] = Result(trees, names, shown, old.found if old and holds else lints(some))
    return made


def by_owner(every: Iterable[Owned]) -> Groups:
    found = defaultdict[tuple[str, ...], list[Owned]](list)
    for one in every:
        found[one[0].what, one[0].name, *one[0].bearer].append(one)
    return found


def by_bearer(every: Iterable[Owned], declared: Declared) -> Groups:
    found = defaultdict[tuple[str, ...], list[Owned]](list)
    for one in every:
        found[declared.printed_on(*one[0].bearer)].append(one)
    found.pop(("", ""), None)
    return found


def printed_on(rules: CheckedPacks, renamed: ChangedNames) -> Callable[[tuple[str, ...]], object]:
    """What is printed on a definition, by its kind and id; never the same if it has one of the
    names that are `renamed`."""
    things = rules.declared.board.things

    def printed(key: tuple[str, ...]) -> object:
        one = things.get(key[0], {}).get(key[1])
        if one is not None and renamed and renamed.are_in(f"{one.title}\n{one.text}", one.kind):
            return object()
        return one and (one.title, one.text, one.values, one.by_players, one.pieces)

    return printed


def trees_of(some: Iterable[Owned]) -> Trees:
    return [body(part) for _, parts in some for part in parts]
