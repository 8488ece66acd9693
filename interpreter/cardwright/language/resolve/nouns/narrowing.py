"""Narrows sets by conditions on their members, in the order in which these are written."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from cardwright.board.types import FLAG
from cardwright.language import core, hir
from cardwright.language.core import Expr
from cardwright.language.inflection import article
from cardwright.language.resolve.errors import CheckError
from cardwright.language.resolve.nouns.postmodifiers import location, postmodifier, refuse_not_held
from cardwright.language.resolve.scope import Scope
from cardwright.language.syntax import ast
from cardwright.source.text import Span

Test = Callable[[Expr, Scope], Expr]


def as_set(expr: Expr, span: Span) -> Expr:
    if isinstance(expr, core.ZoneOf):
        raise CheckError("CW217", "specify what in the zone", span, "as in `cards in deck`")
    if expr.type.many:
        return expr
    return core.SetOf(expr.type.set(), span, (expr,))


def narrowed(
    source: Expr,
    kind: str,
    mods: Sequence[ast.Postmodifier],
    scope: Scope,
    span: Span,
    tests: Sequence[Test] = (),
    names: Sequence[str] = (),
) -> Expr:
    """`source` narrowed by tests and postmodifiers; `names` are those of a member."""
    source, more, mods = _in_zone(source, kind, mods, scope, span)
    inner, var = scope.with_variable(tuple(names) or (kind,), source.type.one(), span)
    conditions = [test(var, scope) for test in (*tests, *more)]
    conditions += [
        postmodifier(m, var, kind, inner, scope) for m in mods if not isinstance(m, ast.Without)
    ]
    if conditions:
        source = core.Filter(source.type, span, var.index, source, all_of(conditions, span))
    for mod in mods:
        if isinstance(mod, ast.Without):
            source = core.Difference(source.type, span, source, _taken_out(mod, kind, scope))
    return source


def all_of(conditions: Sequence[Expr], span: Span) -> Expr:
    """The conjunction of one or more conditions."""
    whole, *rest = conditions
    for condition in rest:
        whole = hir.AllOf(FLAG, span, "and", whole, condition)
    return whole


def _in_zone(
    source: Expr, kind: str, mods: Sequence[ast.Postmodifier], scope: Scope, span: Span
) -> tuple[Expr, list[Test], Sequence[ast.Postmodifier]]:
    """All things of a kind that are in a zone."""
    for mod in mods if isinstance(source, core.Domain) else ():
        if isinstance(mod, ast.Located) and (zone := _zone(mod, scope)) is not None:
            refuse_not_held(kind, zone, mod.span, scope)
            held = core.Contents(source.type, mod.span, zone)
            rest = [m for m in mods if m is not mod]
            if _holds_only(zone, kind, scope):
                return held, [], rest
            return held, [lambda item, s: hir.OfKind(FLAG, span, item, kind)], rest
    return source, [], mods


def _zone(mod: ast.Located, scope: Scope) -> Expr | None:
    try:
        found = location(mod, scope)
    except CheckError:
        return None  # is reported where the postmodifier is resolved
    return found if found.type.base == "zone" and not isinstance(found, hir.AnyZone) else None


def _holds_only(zone: Expr, kind: str, scope: Scope) -> bool:
    held = scope.context.board.zones.get(zone.type.of)
    return held is not None and scope.context.board.is_a(held.holds, kind)


def _taken_out(mod: ast.Without, kind: str, scope: Scope) -> Expr:
    """The things that `without` excludes from a set of such things."""
    found, board = location(mod, scope), scope.context.board
    of = found.type.of
    if found.type.base == "thing" and not board.related(of, kind):
        message = f"{article(kind)} is never {article(of)}, so this excludes nothing"
        described = isinstance(found, core.Named) and scope.context.by_word(kind, found.name)
        help = f"`with no {board.kinds[of].plural}`"
        if described:
            help = f"`not {found.span.text} {board.kinds[kind].plural}`"
        raise CheckError("CW220", message, mod.span, f"write {help}")
    return found
