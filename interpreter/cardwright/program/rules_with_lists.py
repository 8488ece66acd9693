"""Checked rules for the lists that players bring: without the rules printed on things left out.

Decides which definitions a game with certain lists needs. Knows nothing about how lists are chosen.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from cardwright.board.declarations import Thing
from cardwright.board.player_lists import Key, board_with_lists, copies_brought, with_lists
from cardwright.language import core
from cardwright.language.front_end.checked import Checked
from cardwright.language.graph_walks import reachable
from cardwright.source.records import dataclass


def rules_with_lists(checked: Checked, lists: Mapping[str, Thing]) -> Checked:
    """The rules of a game in which players, by id, bring these lists."""
    board = checked.board
    listed = frozenset(filter(board.is_listed, board.kinds))
    common = ((k, id) for k in listed for id, t in board.things.get(k, {}).items() if t.common)
    there = _Needed(checked, listed).close([*copies_brought(board, lists), *common])
    declared = replace(checked.declared, board=board_with_lists(board, lists, there.found))
    return replace(
        checked,
        declared=declared,
        modifiers={
            name: [m for m in found if there.has(m.bearer)]
            for name, found in checked.modifiers.items()
        },
        effects={key: r for key, r in checked.effects.items() if there.has_key(key[:2])},
        options=[o for o in checked.options if there.has(o.declared.bearer)],
        abilities=[a for a in checked.abilities if there.has(a.bearer)],
        memo={},
    )


def rules_without_lists(checked: Checked, lists: Mapping[str, Thing]) -> Checked:
    """The rules of a game in which players have lists, but bring nothing: no card has an owner."""
    declared = replace(checked.declared, board=with_lists(checked.board, lists))
    return replace(checked, declared=declared, memo={})


@dataclass(slots=True)
class _Needed:
    """The things that exist, and those that their rules name, until no more are found."""

    checked: Checked
    listed: frozenset[str]
    found: set[Key]

    def __init__(self, checked: Checked, listed: frozenset[str]) -> None:
        self.checked, self.listed, self.found = checked, listed, set()

    def has_key(self, key: Key) -> bool:
        return key[0] not in self.listed or key in self.found

    def has(self, bearer: Thing | None) -> bool:
        return bearer is None or bearer.each or self.has_key((bearer.kind, bearer.id))

    def close(self, there: Iterable[Key]) -> _Needed:
        named = self._named_by_bearer()
        waiting = [*there]
        self.found.update(waiting)
        for key, names in named.items():
            if key is None or key[0] not in self.listed:
                waiting += names
        waiting += self._in_values(self._always_there())
        things = self.checked.board.things

        def needs(key: Key) -> Iterator[Key]:
            yield from named.get(key, ())
            yield from self._in_values((things[key[0]][key[1]],))

        self.found.update(reachable(waiting, needs))
        return self

    def _named_by_bearer(self) -> Mapping[Key | None, list[Key]]:
        """The things named by the rules of each definition, which do not depend on the lists."""
        found = self.checked.memo.get("named")
        if found is None:
            trees = self._by_bearer().items()
            found = {key: [*self._named(printed)] for key, printed in trees}
            self.checked.memo["named"] = found
        return found  # type: ignore[return-value]

    def _always_there(self) -> Iterator[Thing]:
        """The things that are on the table whatever lists are brought; the things these name may be
        brought or not.
        """
        for kind, group in self.checked.board.things.items():
            if kind not in self.listed and self.checked.board.kinds[kind].lists is None:
                yield from group.values()

    def _by_bearer(self) -> dict[Key | None, list[object]]:
        """The rules printed on each definition, with None for the pack itself."""
        checked = self.checked
        found: dict[Key | None, list[object]] = {None: []}
        for (kind, id, _), routine in checked.effects.items():
            found.setdefault((kind, id), []).append(routine.body)
        for option in checked.options:
            found.setdefault(_key(option.declared.bearer), []).append(
                (option.routine.body, option.test, option.cost.test if option.cost else None)
            )
        for ability in checked.abilities:
            found.setdefault(_key(ability.bearer), []).append((ability.routine.body, ability.test))
        for one in (m for modifiers in checked.modifiers.values() for m in modifiers):
            tree = (one.test, one.value, one.whom, one.number)
            found.setdefault(_key(one.bearer), []).append(tree)
        found[None] += [routine.body for routine in checked.rules.values()]
        found[None] += [function.body for function in checked.functions.values()]
        found[None] += [*checked.conditions.values(), checked.winners]
        found[None] += [rule.test for rule in checked.list_rules]
        found[None] += [answer.parts for answer in checked.answers]
        return found

    def _named(self, trees: Iterable[object]) -> Iterator[Key]:
        """The listed definitions that rules name."""
        for node in (node for tree in trees for node in core.walk(tree)):
            here = isinstance(node, core.Named) and node.owner in self.listed
            if here and node.name in self.checked.board.things.get(node.owner, {}):
                yield node.owner, node.name

    def _in_values(self, things: Iterable[Thing]) -> Iterator[Key]:
        """The listed definitions that printed values name."""
        for thing in things:
            for field in self.checked.board.fields(thing.kind).values():
                if field.printed and field.type.of in self.listed:
                    yield from self._in_value(thing, field.name, field.type.of)

    def _in_value(self, thing: Thing, name: str, of: str) -> Iterator[Key]:
        values = [thing.values.get(name), *thing.by_players.get(name, {}).values()]
        for value in values:
            for id in value if isinstance(value, tuple) else (value,):
                found = self.checked.board.instance(of, id) if isinstance(id, str) else None
                if found is not None and found.kind in self.listed:
                    yield found.kind, found.id


def _key(bearer: Thing | None) -> Key | None:
    return None if bearer is None or bearer.each else (bearer.kind, bearer.id)
