"""Checks independent cards: of those whose effects have the same shape, only the first.

Decides which cards another one represents.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

from cardwright.checked_packs import CheckedPacks
from cardwright.language.analysis.cost_reports import report_costs
from cardwright.language.analysis.expression_costs import Costs
from cardwright.language.front_end.check import check_effects
from cardwright.language.traced_numbers import Trace, with_numbers
from cardwright.pack.loaded import Loaded
from cardwright.source.diagnostics import Report
from cardwright_tools.check.shares.independent import IndependentCard
from cardwright_tools.check.shares.outcomes import (
    Outcome,
    Outcomes,
    Use,
    effect_uses,
    effects_of,
    uses_by_values,
)
from cardwright_tools.check.shares.parallel import map_in_parallel
from cardwright_tools.check.shares.shapes import Shape, Shapes
from cardwright_tools.lint import effect_bounds, rule_trees
from cardwright_tools.lint.bound import Bound
from cardwright_tools.lint.game_context import GameContext
from cardwright_tools.lint.game_facts import GameFacts
from cardwright_tools.lint.rule import Definitions, Effects, Printed
from cardwright_tools.lint.rule_facts import Variant
from cardwright_tools.lint.run import lint
from cardwright_tools.lint.thing_names import use_names
from cardwright_tools.lint.uses import Key

MAX_ROUNDS = 3
FEW = 20
"""Up to this many definitions, each is checked; of more, one of each shape."""
Groups = Sequence[list[int]]
"""The indexes of definitions; the first of each group represents the group."""


def analyze_definitions(
    loaded: Loaded,
    items: Sequence[IndependentCard],
    rest: GameContext,
    shapes: Shapes | None = None,
) -> list[Outcome]:
    """The outcome of each; `rest` is the context from the rest of the game.

    Of definitions whose effects have the same shape, the first represents all; if anything is
    reported on one of them, each is checked separately. Without `shapes`, all are checked.
    """
    analysis = GroupAnalysis(loaded, items, rest)
    if shapes is None:
        analysis.analyze([[at] for at in range(len(items))])
    else:
        analysis.analyze_by_shape(shapes)
    return analysis.outcomes.made


def analyze_in_shares(
    loaded: Loaded,
    items: Sequence[IndependentCard],
    rest: GameContext,
    known: Shapes | None = None,
) -> list[Outcome]:
    """The outcome of each; those of one shape are checked in the same process. `known`: the shapes
    in this game."""
    if len(items) <= FEW:
        return analyze_definitions(loaded, items, rest)
    shapes = known or Shapes(loaded.declared)
    return map_in_parallel(
        lambda share: analyze_definitions(loaded, share, rest, shapes=shapes),
        items, lambda item: str(shapes.of(item).key),
    )  # fmt: skip


class GroupAnalysis:
    def __init__(self, loaded: Loaded, items: Sequence[IndependentCard], rest: GameContext) -> None:
        self.loaded, self.items, self.rest = loaded, items, rest
        self._facts = rest.facts or GameFacts()
        self.outcomes = Outcomes(items)
        self._shapes: Sequence[Shape] = ()
        self._ids: Collection[str] = ()  # all ids that are left out of shapes
        self._uses: dict[int, Iterable[Use]] = {}  # in the effects of those that were checked
        self._steps: dict[int, dict[str, Bound]] = {}  # for the same; they may depend on numbers
        self._like: dict[int, int] = {}  # the representative of each of the others

    def analyze_by_shape(self, shapes: Shapes) -> None:
        """Checks groups with the same shape; the remaining ones are grouped by equal decisions,
        and then by equal texts."""
        self._shapes, self._ids = [*map(shapes.of, self.items)], shapes.classes.keys()
        groups = _grouped(range(len(self.items)), lambda at: self._shapes[at].key)
        for _ in range(MAX_ROUNDS):
            groups = self.analyze(groups)
        left = [at for group in groups for at in group]
        self.analyze(_grouped(left, lambda at: self._shapes[at]))
        made, like = self.outcomes.made, self._like
        odd = {like.get(at, at) for at, outcome in enumerate(made) if outcome.has_reports}
        again = [at for at in like if like[at] in odd]
        again += odd.intersection(like.values())
        for at in again:
            made[at] = Outcome()
            like.pop(at, None)
        self.analyze([[at] for at in again])

    def analyze(self, groups: Groups) -> Groups:
        """Checks the first of each group for all; returns groups of those it does not represent."""
        if not groups:
            return ()
        firsts, report = [group[0] for group in groups], Report()
        traces = {first: Trace(self._shapes[first].numbers) for first, *others in groups if others}
        traced = {span: (trace, place) for at, trace in traces.items()
                  for place, span in enumerate(self._shapes[at].spans)}  # fmt: skip
        effects = [effect for at in firsts for effect in self.items[at].effects]
        checked = check_effects(self.loaded.declared, effects, report, self.rest.functions, traced)
        if self.rest.names is not None:
            use_names(checked, self.rest.names)
        self.outcomes.assign(report, "errors")
        rules, right = CheckedPacks(self.loaded, checked), not (report.failed or self.rest.is_wrong)
        if right:
            self._analyze_effects(rules, firsts)
        like, left = dict[int, int](), list[list[int]]()
        for group in (group for group in groups if group[1:]):
            traces[group[0]].close()
            same, *different = _grouped(group, self._decisions(group[0], traces[group[0]]))
            like |= dict.fromkeys(same[1:], group[0])
            left += different
        if right:
            self._analyze_texts(rules, firsts, like)
        self._like |= like
        rule_trees.clear_indexes()
        return left

    def _decisions(self, first: int, trace: Trace) -> Callable[[int], object]:
        """What must be equal for the first of a group to represent another."""
        shapes, answers = self._shapes, trace.answers
        if self._names_no_others(first):
            return lambda at: answers(shapes[at].numbers)
        return lambda at: (answers(shapes[at].numbers), shapes[at].ids)

    def _analyze_effects(self, rules: CheckedPacks, firsts: Sequence[int]) -> None:
        """The diagnostics of these effects that don't depend on what is printed beside them."""
        checked, report = rules.checked, Report()
        costs = Costs(
            checked, self.rest.costs, things=self.rest.things, transfers=self._facts.transfers
        )
        effects = [effect for at in firsts for effect in self.items[at].effects]
        report_costs(checked, report, costs, only=effects)
        self.outcomes.assign(report, "costs")
        bounds = effect_bounds.effect_bounds(rules, self.rest, costs)
        own = [*rule_trees.printed_effects(checked)]
        self.outcomes.assign(lint(Effects(rules, own, bounds, self._facts)), "lints")
        for at in firsts:
            made = effects_of(self.items[at], checked)
            self._uses[at] = effect_uses(made)
            self._steps[at] = {
                slot: bounds.routine(effect) for (_, _, slot), effect in made.effects.items()
            }

    def _analyze_texts(
        self, rules: CheckedPacks, firsts: Sequence[int], like: Mapping[int, int]
    ) -> None:
        """The diagnostics that depend on what is printed beside effects, also for those that are
        `like` the first of their group."""
        things = [self.items[at].thing for at in (*firsts, *like)]
        alike = {(self.items[at].thing.kind, self.items[at].thing.id): self._alike(at, first)
                 for at, first in like.items()}  # fmt: skip
        own = [*rule_trees.printed_effects(rules.checked)]
        found = lint(Printed(rules, own, self._facts, alike), Definitions(things, rules.packs))
        self.outcomes.assign(found, "lints")
        made, known = self.outcomes.made, dict[object, frozenset[Use]]()
        for at, first in (*zip(firsts, firsts, strict=True), *like.items()):
            printed = frozenset(uses_by_values(self.items[at], rules.declared.board))
            same = first, at if at == first else self._shapes[at].ids, printed
            if same not in known:
                known[same] = printed.union(self._uses_like(first, at))
            made[at].uses, made[at].steps = known[same], self._steps_like(first, at)

    def _names_no_others(self, first: int) -> bool:
        """Whether effects use no name of an id, except the ids left out of its shape."""
        ids = self._shapes[first].ids
        used = [key for _, key in self._uses.get(first, ())]
        named = {key.name for key in used if key.sort == "value"}
        others = {word for key in used if key.sort != "value" for word in key}
        if named.intersection(self._ids).difference(ids):
            return False
        return not any(id in word for id in ids for word in others)

    def _alike(self, at: int, first: int) -> Variant:
        one, two, item = self._shapes[first], self._shapes[at], self.items[first]
        starts = (span.start for span in one.spans)
        return Variant(
            (item.thing.kind, item.thing.id),
            dict(zip(one.ids, two.ids, strict=True)),
            dict(zip(starts, two.numbers, strict=True)),
            [effect.body for effect in self.items[at].effects],
        )

    def _steps_like(self, first: int, at: int) -> dict[str, Bound]:
        """The numbers of steps of effects that are like others, but have their own numbers."""
        steps = self._steps[first]
        if not self._shapes:
            return steps
        numbers = self._shapes[at].numbers
        return {slot: bound.map(lambda one: with_numbers(one, numbers))
                for slot, bound in steps.items()}  # fmt: skip

    def _uses_like(self, first: int, at: int) -> Iterable[Use]:
        """The uses of effects that are like others, but have their own ids."""
        if at == first:
            return self._uses[first]
        ids = dict(zip(self._shapes[first].ids, self._shapes[at].ids, strict=True))
        return ((user, _with_word(key, ids)) for user, key in self._uses[first])


def _with_word(key: Key, ids: Mapping[str, str]) -> Key:
    """The key; for a word of an enum, the key of the corresponding word."""
    return key._replace(name=ids.get(key.name, key.name)) if key.sort == "value" else key


def _grouped(places: Iterable[int], key: Callable[[int], object]) -> Groups:
    found: dict[object, list[int]] = {}
    for at in places:
        found.setdefault(key(at), []).append(at)
    return [*found.values()]
