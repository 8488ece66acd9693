"""Kinds: the present kind of a thing, the things in the game, and a thing as if it were another."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from cardwright.backends.core.evaluate import Env, Found, RuleTable, Unseen, evaluate, number
from cardwright.board.layout import SEATS
from cardwright.language import core
from cardwright.source.records import dataclass


def _is_kind(e: core.IsKind | core.AsKind, env: Env) -> Found:
    return is_a(number(e.of, env), e.kind, env)


def is_a(item: int, kind: str, env: Env) -> bool:
    if isinstance(item, Unseen):
        those = env.program.layout.possible(kind) if kind in env.program.layout.board.kinds else ()
        return any(item == i and is_of(i, kind, env) for i in those)
    board, own = env.program.layout.board, env.program.layout.form(env.s, item).kind
    return own in board.kinds and board.is_a(own, kind)


def is_of(item: int, kind: str, env: Env) -> bool:
    """Whether a thing is of a kind now."""
    layout = env.program.layout
    return not layout.forms or layout.board.is_a(layout.form(env.s, item).kind, kind)


def _domain(e: core.Domain, env: Env) -> Found:
    layout = env.program.layout
    if e.kind == "player":
        return tuple(env.z[layout.zone_id(SEATS) - layout.zone_first])
    found = tuple(i for i in layout.possible(e.kind) if is_of(i, e.kind, env))
    if layout.board.root(e.kind) == "place":
        return in_game(found, env)
    if e.supply:
        tokens = layout.uncreated(e.kind)
        return tuple(i for i in found if not env.s[i] and i not in tokens)
    free = layout.always_there(e.kind)
    return tuple(i for i in found if env.s[i] or i in free)


def in_game(found: tuple[int, ...], env: Env) -> tuple[int, ...]:
    """The things, without places that are out of the game."""
    return tuple(i for i in found if not env.s[env.program.layout.removal_flag_cell(i)])


def _as_if(e: core.AsIf, env: Env) -> Found:
    item, layout = number(e.item, env), env.program.layout
    form = layout.designs[item] if e.form is None else number(e.form, env)
    return evaluate(e.body, replace(env, s=_AsIf(env.s, layout.forms + item, form)))


@dataclass(frozen=True, slots=True)
class _AsIf(Sequence[int]):
    """A state in which one cell has another value."""

    s: Sequence[int]
    cell: int
    value: int

    def __getitem__(self, at: Any) -> Any:
        return self.value if at == self.cell else self.s[at]

    def __len__(self) -> int:
        return len(self.s)


RULES: RuleTable = {
    core.IsKind: _is_kind,
    core.AsKind: lambda e, env: number(e.of, env) if _is_kind(e, env) else 0,
    core.DesignOf: lambda e, env: env.program.layout.design(env.s, number(e.of, env)),
    core.Domain: _domain,
    core.AsIf: _as_if,
}
