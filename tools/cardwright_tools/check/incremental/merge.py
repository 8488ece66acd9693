"""Merges new declarations of packs with the old ones, reusing the objects of those that are equal.

Decides which declarations are equal: results cached for them by identity stay valid, as the board
stays one object.
"""

from __future__ import annotations

from collections.abc import Callable, Container
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from cardwright.board.declarations import Thing
from cardwright.board.model import Board
from cardwright.language.declared import Ability, Declared, Definition, Effect, Option, Rule
from cardwright.source.text import Span
from cardwright_tools.check.incremental.changed_things import take_over
from cardwright_tools.check.incremental.positions import Stale
from cardwright_tools.check.interface.equality import replaced, same
from cardwright_tools.check.interface.texts import Holder

Some = TypeVar("Some", Rule, Definition, Effect, Option, Ability)


def merged(
    old: Declared, new: Declared, apart: Container[str], now: Callable[[Span], Span]
) -> Declared:
    """The new declarations on the old board, which is equal except for its things, and now has
    the new ones. `apart`: the ids of independent cards; `now`: returns the current position of
    an old span."""
    _merge_things(old.board, new.board, apart)
    merge = _Merge(old.board, now)
    effects = {one.key: one for one in old.effects}
    options = {(one.menu, one.id): one for one in old.options}
    rules, definitions, abilities = old.rules, old.definitions, [*old.abilities]
    return replace(
        new,
        board=old.board,
        rules={name: merge.one(rules.get(name), one) for name, one in new.rules.items()},
        definitions={
            name: merge.one(definitions.get(name), one) for name, one in new.definitions.items()
        },
        effects=[merge.one(effects.get(one.key), one) for one in new.effects],
        options=[merge.one(options.get((one.menu, one.id)), one) for one in new.options],
        abilities=[*map(merge.one, abilities, new.abilities)],
        lasting=old.lasting,
    )


def _merge_things(old: Board, new: Board, apart: Container[str]) -> None:
    for kind in {**old.things, **new.things}:
        before, after = old.things.setdefault(kind, {}), new.things.get(kind, {})
        for id in before.keys() - after.keys():
            del before[id]
        for id in [*replaced(before, after)]:
            if id not in before or id in apart:
                before[id] = after[id]
            elif before[id] != after[id]:
                take_over(before[id], after[id], old)


@dataclass(frozen=True, slots=True)
class _Merge:
    """Maps declarations to the old board."""

    board: Board
    now: Callable[[Span], Span]

    def one(self, old: Some | None, new: Some) -> Some:
        """The old declaration, if it is equal and at the same place; otherwise the new one."""
        if old is not None and old == new and self._is_on_board(_bearer(old)):
            return old  # as most are, which is found quickly
        new = replace(new, **self._on_board(new))
        if old is None or _bearer(old) is not _bearer(new) or not same(old, new, self._moved):
            return new
        return old

    def _is_on_board(self, one: Thing | None) -> bool:
        return one is None or self.board.things.get(one.kind, {}).get(one.id) is one

    def _moved(self, span: Span) -> Span | None:
        try:
            return self.now(span)
        except Stale:
            return None

    def _on_board(self, new: Holder) -> dict[str, Any]:
        """The fields of a declaration, with objects of the old board instead of the new one's."""
        found: dict[str, Any] = {}
        if (bearer := _bearer(new)) is not None:
            # if all things of a kind or with a keyword carry it, the bearer is not on the board
            found["bearer"] = self.board.things.get(bearer.kind, {}).get(bearer.id, bearer)
        if isinstance(new, Effect | Ability) and new.used is not None:
            kind, name = new.used.kind, new.used.name
            found["used"] = (self.board.kinds[kind].fields if kind else self.board.state)[name]
        return found


def _bearer(one: Holder) -> Thing | None:
    return None if isinstance(one, Rule | Definition) else one.bearer
