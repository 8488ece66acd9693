"""The kinds that a condition implies: in its branch, things are known to be of that kind."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from cardwright.board.types import PLAYER, UNKNOWN, thing
from cardwright.language import core
from cardwright.language.core import Expr, Reg, Var
from cardwright.language.resolve.scope import Scope
from cardwright.language.syntax import ast


def with_known_kinds(test: Expr, scope: Scope) -> Scope:
    """The scope of statements that run if `test` holds.

    After `if played is creature:`, and after the `and` of a condition, `fresh of played` means the
    state of creatures, not that of something a card may lie on.
    """
    known = {_name(fact.of): fact.kind for fact in _facts(test) if isinstance(fact.of, Reg | Var)}
    narrower = {
        name: replace(value, type=thing(known[_name(value)]))
        for name, value in scope.names.items()
        if known
        and isinstance(value, Reg | Var)
        and _name(value) in known
        and scope.context.board.is_a(known[_name(value)], value.type.of)
    }
    return scope.inner(**narrower) if narrower else scope


def with_unknown_kinds(test: ast.Expression, scope: Scope) -> Scope:
    """The scope of statements that run if a test with an error holds: what kinds it says that
    things have is not known."""
    said = {word.text for word in test.own_words()}
    unknown = {name: replace(value, type=UNKNOWN) for name, value in scope.names.items()
               if name in said and value.type.one() != PLAYER}  # fmt: skip
    return scope.inner(**unknown)


def _name(of: Reg | Var) -> tuple[type[Expr], int]:
    """Registers and variables are numbered separately."""
    return type(of), of.index


def _facts(test: Expr) -> Iterator[core.IsKind]:
    """The kinds that things are known to have if `test` holds."""
    if isinstance(test, core.IsKind):
        yield test
    elif isinstance(test, core.Logic) and test.op == "and":
        yield from _facts(test.left)
        yield from _facts(test.right)
