"""Merges new declarations of packs with the old ones, reusing the objects of those that are equal.

Decides which declarations are equal: results cached for them by identity stay valid.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from cardwright.board.declarations import Field, Thing
from cardwright.board.model import Board
from cardwright.language.declared import (
    Ability,
    Declared,
    Definition,
    Effect,
    LastingEffect,
    Option,
    Rule,
)
from cardwright.source.text import Span
from cardwright_tools.check.incremental.positions import Stale
from cardwright_tools.check.interface.equality import replaced, same
from cardwright_tools.check.interface.texts import Holder
from cardwright_tools.schema.comments import comment_beside

Some = TypeVar("Some", Rule, Definition, Effect, Option, Ability)
Fields = dict[str, Field]


def merged(
    old: Declared, new: Declared, things: Iterable[Thing], now: Callable[[Span], Span]
) -> Declared:
    """The new declarations, with the old objects in place of equal ones, also on the new board.
    `things`: those on it that may have old ones; `now`: returns the current position of an old
    span."""
    merge = _Merge(new.board, now)
    merge.use_things(old.board, things)
    merge.use_fields(old.board)
    effects = {one.key: one for one in old.effects}
    options = {(one.menu, one.id): one for one in old.options}
    rules, definitions, abilities = old.rules, old.definitions, [*old.abilities]
    return replace(
        new,
        rules={name: merge.one(rules.get(name), one) for name, one in new.rules.items()},
        definitions={
            name: merge.one(definitions.get(name), one) for name, one in new.definitions.items()
        },
        effects=[merge.one(effects.get(one.key), one) for one in new.effects],
        options=[merge.one(options.get((one.menu, one.id)), one) for one in new.options],
        abilities=[*map(merge.one, abilities, new.abilities)],
        lasting={name: merge.lasting(one) for name, one in new.lasting.items()},
    )


def other_fields(old: Board, new: Board) -> Iterator[Field]:
    """The fields of a board that are on an earlier one, too, but are other objects there."""
    for before, after in _field_groups(old, new):
        yield from (after[name] for name in replaced(before, after) if name in before)


def _field_groups(old: Board, new: Board) -> Iterator[tuple[Fields, Fields]]:
    """The fields of the game and of each kind by name, on both boards."""
    yield from ((old.state, new.state), (old.indexed, new.indexed))
    for name, kind in new.kinds.items():
        if (before := old.kinds.get(name)) is not None:
            yield from ((before.fields, kind.fields), (before.indexed, kind.indexed))


def _thing(old: Thing, new: Thing) -> Thing:
    """The old thing, if only its position differs, which it then takes over; else the new one."""
    if (old if old.span == new.span else replace(old, span=new.span)) != new:
        return new
    old.span = new.span
    return old


@dataclass(frozen=True, slots=True)
class _Merge:
    """Maps declarations to a board with old things and fields."""

    board: Board
    now: Callable[[Span], Span]

    def use_things(self, old: Board, things: Iterable[Thing]) -> None:
        """Puts the old things in place of equal ones among these."""
        for one in things:
            before = old.things.get(one.kind, {}).get(one.id)
            if before is not None:
                self.board.things[one.kind][one.id] = _thing(before, one)

    def use_fields(self, old: Board) -> None:
        """Puts the old fields in place of equal ones at the same place."""
        for before, after in _field_groups(old, self.board):
            for name, one in after.items():
                there = before.get(name)
                if there is not None and (there == one or self._is_same_field(there, one)):
                    after[name] = there

    def _is_same_field(self, old: Field, new: Field) -> bool:
        """Whether nothing about a field has changed, including what help says about it."""
        have_one_comment = comment_beside(old.span) == comment_beside(new.span)
        return have_one_comment and same(old, new, self._moved)

    def one(self, old: Some | None, new: Some) -> Some:
        """The old declaration, if it is equal and at the same place; otherwise the new one."""
        if old is not None and old == new and self._is_on_board(_bearer(old)):
            return old  # as most are, which is found quickly
        new = replace(new, **self._on_board(new))
        if old is None or _bearer(old) is not _bearer(new) or not same(old, new, self._moved):
            return new
        return old

    def lasting(self, new: LastingEffect) -> LastingEffect:
        until = new.until and replace(new.until, **self._on_board(new.until))
        bearer = new.bearer and self._there(new.bearer)
        return replace(new, thing=self._there(new.thing), until=until, bearer=bearer)

    def _is_on_board(self, one: Thing | None) -> bool:
        return one is None or self.board.things.get(one.kind, {}).get(one.id) is one

    def _there(self, one: Thing) -> Thing:
        """The thing on the board; if all things of a kind or with a keyword carry something, the
        bearer is not on the board."""
        return self.board.things.get(one.kind, {}).get(one.id, one)

    def _moved(self, span: Span) -> Span | None:
        try:
            return self.now(span)
        except Stale:
            return None

    def _on_board(self, new: Holder) -> dict[str, Any]:
        """The fields of a declaration, with objects of the board."""
        found: dict[str, Any] = {}
        if (bearer := _bearer(new)) is not None:
            found["bearer"] = self._there(bearer)
        if isinstance(new, Effect | Ability) and new.used is not None:
            kind, name = new.used.kind, new.used.name
            found["used"] = (self.board.kinds[kind].fields if kind else self.board.state)[name]
        return found


def _bearer(one: Holder) -> Thing | None:
    return None if isinstance(one, Rule | Definition) else one.bearer
