"""Facts about trees, independent of texts: numbers, names, kinds, choices, and the names that they
run.

Combines the facts of rules and definitions that run and read each other. Each tree is read once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import field, replace
from typing import Literal

from cardwright.board.types import FLAG
from cardwright.language import core
from cardwright.language.front_end.checked import Checked
from cardwright.language.graph_walks import reachable
from cardwright.source.records import dataclass
from cardwright_tools.lint.game_facts import GameFacts
from cardwright_tools.lint.rule_trees import NodeIndex, Owner, Part, body, node_index, owners

DeclaredName = tuple[Literal["rule", "lasting", "definition"], str]


@dataclass(slots=True)
class Facts:
    """The contents of some trees; `next` are the rules and definitions that they run and read.

    `verbs` are what they do, by name.
    """

    numbers: set[int] = field(default_factory=set)
    names: set[str] = field(default_factory=set)
    kinds: set[str] = field(default_factory=set)
    next: set[DeclaredName] = field(default_factory=set)
    verbs: set[str] = field(default_factory=set)
    choice: bool = False
    chance: bool = False
    is_there: bool = False

    def add(self, other: Facts) -> None:
        self.numbers |= other.numbers
        self.names |= other.names
        self.kinds |= other.kinds
        self.next |= other.next
        self.verbs |= other.verbs
        self.choice |= other.choice
        self.chance |= other.chance
        self.is_there |= other.is_there


def tree_facts(trees: Iterable[object]) -> Facts:
    found = Facts(is_there=True)
    for tree in trees:
        _add_facts(node_index(tree), found)
    return found


def _add_facts(all: NodeIndex, found: Facts) -> None:
    found.numbers.update(node.value for node in all.of_types(core.Lit))
    found.names.update(node.name for node in all.of_types(core.Named))
    found.next.update(("rule", node.rule) for node in all.of_types(core.CallRule))
    found.next.update(("lasting", node.effect) for node in all.of_types(core.Begin))
    found.next.update(("definition", node.name) for node in all.of_types(core.Call))
    found.verbs.update(node.movement.verb for node in all.of_types(core.Move))
    found.verbs.update(node.verb for node in all.of_types(core.Assign))
    found.kinds.update(all.kinds, (node.kind for node in all.of_types(*_WITH_KIND)))
    free = (n.high is None or not core.same(n.low, n.high) for n in all.of_types(core.Choose))
    found.choice |= core.OneOf in all.nodes or any(free)
    drawn = any(node.random for node in all.of_types(core.Choose))
    found.chance |= drawn or not all.nodes.keys().isdisjoint((core.Roll, core.Shuffle))


def _finds_players(kind: type, nodes: Iterable[object]) -> bool:
    """Whether nodes of this class find a player, or run what nothing is known about."""
    if issubclass(kind, core.Reg | core.Var):
        return False
    found = (node for node in nodes if isinstance(node, core.Expr))
    return kind in _UNKNOWN or any(node.type.of == "player" for node in found)


_UNKNOWN = (core.Perform, core.OpenMenu)
_WITH_KIND = (core.Move, core.IsKind, core.AsKind, core.Domain)


@dataclass(slots=True)
class FactLibrary:
    """The rules and definitions of a game, with the facts about each."""

    checked: Checked
    game: GameFacts
    known: dict[DeclaredName, Facts] = field(default_factory=dict)

    def all_of(self, names: set[DeclaredName]) -> Facts:
        """The facts about these names and everything they run and read.

        Excludes the numbers in definitions, since texts seldom explain how a value is computed.
        """
        found = Facts()
        for name in reachable(names, lambda one: self.of(one).next):
            own = self.of(name)
            found.add(replace(own, numbers=set()) if name[0] == "definition" else own)
        return found

    def of(self, name: DeclaredName) -> Facts:
        if name not in self.known:
            self.known[name] = tree_facts(self._tree(name))
        return self.known[name]

    def _tree(self, name: DeclaredName) -> Iterator[object]:
        what, word = name
        if what == "rule" and word in self.checked.rules:
            yield body(self.checked.rules[word])
        if what == "lasting":
            yield from (body(part) for owner, parts in self._carried(word) for part in parts)
        if what == "definition" and word in self.checked.functions:
            yield self.checked.functions[word].body

    def _carried(self, effect: str) -> Iterator[tuple[Owner, tuple[Part, ...]]]:
        """The rules of a lasting effect."""
        return (one for one in owners(self.checked) if one[0].bearer[0] == effect)

    def may_name_others(self, names: set[DeclaredName]) -> bool:
        """Whether these names, or what they run and read, may be about other players.

        A rule may not if it finds no player or owner by itself: who it is about is then said by
        what runs it.
        """
        return any(map(self._may_name_others, reachable(names, lambda one: self.of(one).next)))

    def _may_name_others(self, name: DeclaredName) -> bool:
        if name[0] != "rule" or any(one.event[:2] == name for one in self.checked.abilities):
            return True
        nodes = (node_index(tree).nodes for tree in self._tree(name))
        return any(_finds_players(kind, some) for own in nodes for kind, some in own.items())

    def decided_by(self, trees: Iterable[object]) -> Facts:
        """The numbers in definitions and modifiers that test flags which these trees change:
        such a flag represents what its text says."""
        every = (node.field for t in trees for node in node_index(t).of_types(core.Assign))
        changed = {(cell.kind, cell.name) for cell in every if cell.type == FLAG}
        return Facts({n for kind, name, n in self.game.asked if (kind, name) in changed})

    def modified(self, name: DeclaredName) -> set[str]:
        """The names that the modifiers of a lasting effect change; empty for other names."""
        what, word = name
        carried = self._carried(word) if what == "lasting" else ()
        return {owner.name for owner, _ in carried if owner.what == "modifier"}
