"""All effects and expressions of a checked game, with their owners.

Lists what lints walk, so that it is the same for each lint.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import field
from typing import Any

from cardwright.language import core
from cardwright.language.core import Expr
from cardwright.language.front_end.checked import Checked, CheckedAbility
from cardwright.source.memoized import memoized
from cardwright.source.records import dataclass
from cardwright.source.text import Span

Part = core.Routine | Expr | core.Assign
OwnedPart = tuple["Owner", tuple[Part, ...]]
OwnedParts = Sequence[OwnedPart]
"""The subject of a lint: all of a game, or some printed effects."""


@dataclass(frozen=True, slots=True)
class Owner:
    """The owner of a part of the rules: `what` it is, its `name`, and the definition that carries
    it.

    `bearer` is the kind and id of the definition on which it is printed, or two empty texts;
    `ability` is the owner itself if it is one.
    """

    what: str  # rule, definition, effect, option, ability, modifier, condition, winners
    name: str
    span: Span
    bearer: tuple[str, str] = ("", "")
    ability: CheckedAbility | None = field(default=None, compare=False, repr=False)


@memoized
def owners(checked: Checked) -> OwnedParts:
    """Each owner with its routines, conditions, costs and values."""
    return [*_owners(checked)]


def _owners(checked: Checked) -> Iterator[OwnedPart]:
    for name, function in checked.functions.items():
        yield Owner("definition", name, function.span), (function.body,)
    for name, rule in checked.rules.items():
        yield Owner("rule", name, rule.span), (rule,)
    yield from printed_effects(checked)
    yield from _options(checked)
    for ability in checked.abilities:
        owner = Owner("ability", event_name(ability), ability.span, _bearer(ability), ability)
        yield owner, _given(ability.routine, ability.test)
    yield from _modifiers(checked)
    for name, condition in checked.conditions.items():
        yield Owner("condition", name, condition.span, (name, name)), (condition,)
    if checked.winners is not None:
        yield Owner("winners", "winners", checked.winners.span), (checked.winners,)


def printed_effects(checked: Checked) -> Iterator[tuple[Owner, tuple[Part, ...]]]:
    """The effects printed on things."""
    for (kind, id, slot), effect in checked.effects.items():
        yield Owner("effect", slot, effect.span, (kind, id)), (effect,)


def _options(checked: Checked) -> Iterator[tuple[Owner, tuple[Part, ...]]]:
    for option in checked.options:
        own = option.declared
        bearer = (own.bearer.kind, own.bearer.id) if own.bearer else ("", "")
        # The cost is already the first statement of the routine.
        yield Owner("option", own.id, own.span, bearer), _given(option.routine, option.test)


def _modifiers(checked: Checked) -> Iterator[tuple[Owner, tuple[Part, ...]]]:
    for name, modifiers in checked.modifiers.items():
        for modifier in modifiers:
            owner = Owner("modifier", name, modifier.value.span, _bearer(modifier))
            yield owner, _given(modifier.value, modifier.test)


def _given(*parts: Part | None) -> tuple[Part, ...]:
    return tuple(part for part in parts if part is not None)


def _bearer(ability: CheckedAbility | core.Modifier) -> tuple[str, str]:
    return (ability.bearer.kind, ability.bearer.id) if ability.bearer else ("", "")


def event_name(ability: CheckedAbility) -> str:
    """The event of an ability as one name: `instead of remove cart`."""
    timed = ability.declared.kind.hook is None
    head = ability.hook if timed else ability.declared.kind.key
    event = (ability.event.name, ability.event.kind)
    words = event if ability.event.verb else (ability.event.sort, *event)
    return " ".join((head, *filter(None, words)))


def body(part: Part) -> object:
    """The part to walk: the statements of a routine, or the expression itself."""
    return part.body if isinstance(part, core.Routine) else part


def abilities(among: OwnedParts) -> Iterator[CheckedAbility]:
    return (owner.ability for owner, _ in among if owner.ability is not None)


def routines(among: OwnedParts) -> Iterator[core.Routine]:
    return (part for _, parts in among for part in parts if isinstance(part, core.Routine))


def node_indexes(among: Iterable[tuple[Owner, tuple[Part, ...]]]) -> Iterator[NodeIndex]:
    """The index of each part."""
    return (node_index(body(part)) for _, parts in among for part in parts)


@dataclass(slots=True)
class NodeIndex:
    """The nodes of a tree by type, each in order, and the kinds that occur.

    `uses` are the keys that the tree names, and `dependencies` the names that it depends on, once
    they have been computed.
    """

    nodes: dict[type, list[Any]] = field(default_factory=dict)
    kinds: set[str] = field(default_factory=set)
    uses: frozenset[Any] | None = None
    dependencies: frozenset[tuple[str, str]] | None = None

    def of_types(self, *types: type) -> Iterator[Any]:
        """The nodes of these types."""
        for one in types:
            yield from self.nodes.get(one, ())


_INDEXES: dict[int, tuple[object, NodeIndex]] = {}
"""Indexes by the id of the tree; the tree is kept as well, so that its id stays its own."""


def node_index(tree: object) -> NodeIndex:
    """The index of a tree, cached until `clear_indexes` since every lint needs it."""
    if id(tree) not in _INDEXES:
        _INDEXES[id(tree)] = tree, _build_index(tree)
    return _INDEXES[id(tree)][1]


@contextmanager
def index_cache(known: dict[int, tuple[object, NodeIndex]]) -> Iterator[None]:
    """Uses the `known` indexes in this context, and adds new ones to them."""
    global _INDEXES
    before, _INDEXES = _INDEXES, known
    try:
        yield
    finally:
        _INDEXES = before


def clear_indexes() -> None:
    """Clears the cache of indexes, after all passes."""
    _INDEXES.clear()


def _build_index(tree: object) -> NodeIndex:
    nodes: dict[type, list[Any]] = {}
    for node in core.walk(tree):
        sort = type(node)
        if sort in nodes:
            nodes[sort].append(node)
        else:
            nodes[sort] = [node]
    types = (node.type for sort, some in nodes.items() if issubclass(sort, Expr) for node in some)
    return NodeIndex(nodes, {type.of for type in types if type.base == "thing"})
