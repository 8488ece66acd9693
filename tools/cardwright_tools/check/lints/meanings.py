"""The trees of a game that are the same as in an earlier reading, with all that they depend on.

A tree depends on others through the names of rules, definitions, menus, lasting effects and slots.
So a result for it is valid as long as it is the same tree and no meaning of these names has
changed.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from operator import is_

from cardwright.language import core
from cardwright.language.front_end.checked import Checked
from cardwright.source.memoized import memoized
from cardwright.source.records import dataclass
from cardwright_tools.lint.rule_trees import body, node_index, owners

Name = tuple[str, str]
"""What it is, and its name: a rule, a definition with its modifiers, a menu, a lasting effect, or
the effects printed in a slot."""
Trees = Sequence[object]


@dataclass(frozen=True, slots=True)
class Meanings:
    """The trees of a game, and by name, those that others depend on."""

    trees: Trees = ()
    named: Mapping[Name, Trees] = field(default_factory=dict)

    def changed_since(self, old: Meanings, others: Iterable[Name]) -> set[Name]:
        """The names whose meaning has changed, and those that depend on one of them; `others` have
        changed for another reason. The indexes of trees must be in use."""
        ours, theirs = self.named, old.named
        found = {*others, *(ours.keys() ^ theirs.keys())}
        found |= {name for name in ours.keys() & theirs.keys()
                  if not same_trees(ours[name], theirs[name])}  # fmt: skip
        dependencies = (
            {name: [*map(dependencies_of, trees)] for name, trees in ours.items()} if found else {}
        )
        while more := {name for name, some in dependencies.items()
                       if not all(map(found.isdisjoint, some))} - found:  # fmt: skip
            found |= more
        return found


@memoized
def meanings_of(checked: Checked) -> Meanings:
    named, lasting = defaultdict[Name, list[object]](list), checked.declared.lasting
    every: list[object] = []
    for owner, parts in owners(checked):
        trees = [*map(body, parts)]
        every += trees
        if sort := _SORTS.get(owner.what):
            named[sort, owner.name] += trees
        if owner.bearer[0] in lasting:
            named["lasting", owner.bearer[0]] += trees
    for option in checked.options:
        named["menu", option.declared.menu] += [option.routine.body, option.test]
    return Meanings(every, named)


def differing(sort: str, old: Mapping[str, object], new: Mapping[str, object]) -> Iterator[Name]:
    """The names of what differs, such as the costs of definitions."""
    names = old.keys() | new.keys()
    return ((sort, name) for name in names if old.get(name) != new.get(name))


def same_trees(old: Trees, new: Trees) -> bool:
    """Whether the trees are the same objects. Equal ones may mean something else on another
    board."""
    return len(old) == len(new) and all(map(is_, old, new))


def are_steady(trees: Iterable[object], changed: Collection[Name]) -> bool:
    """Whether trees lead to none of these names."""
    return all(dependencies_of(tree).isdisjoint(changed) for tree in trees)


def have_same_numbers(old: Mapping[str, int], new: Mapping[str, int]) -> bool:
    """Whether there are as many things of each kind that is in both games."""
    return old is new or all(old[kind] == new[kind] for kind in old.keys() & new.keys())


def capacities_of(checked: Checked) -> list[object]:
    """The capacities of a game, which bound sets that don't name them."""
    return [(one.name, checked.functions.get(one.name), one.name in checked.modifiers)
            for one in checked.declared.definitions.values() if one.capacities]  # fmt: skip


def dependencies_of(tree: object) -> frozenset[Name]:
    """The names that a tree depends on."""
    index = node_index(tree)
    if index.dependencies is None:
        index.dependencies = frozenset(
            (sort, getattr(node, name))
            for type, sort, name in _LEADING
            for node in index.of_types(type)
        )
    return index.dependencies


_SORTS = {"rule": "rule", "definition": "definition", "modifier": "definition"}
_LEADING = (
    (core.CallRule, "rule", "rule"),
    (core.Call, "definition", "name"),
    (core.OpenMenu, "menu", "menu"),
    (core.Begin, "lasting", "effect"),
    (core.Perform, "slot", "slot"),
)
