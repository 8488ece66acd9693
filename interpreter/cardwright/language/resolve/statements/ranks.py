"""Resolves `rank`: the set, its keys, the effect of ties, and a line for each rank."""

from __future__ import annotations

from collections.abc import Callable

from cardwright.board.types import NUMBER
from cardwright.language import core, hir
from cardwright.language.core import Block
from cardwright.language.registry import keywords
from cardwright.language.resolve.dispatch import number
from cardwright.language.resolve.errors import CheckError
from cardwright.language.resolve.nouns.member_values import member_value
from cardwright.language.resolve.nouns.sets import a_set, by_values, direction
from cardwright.language.resolve.scope import Scope
from cardwright.language.syntax import ast

Suite = Callable[[ast.Suite, Scope], Block]

_TIES = {
    "TIES_SHARE": hir.SHARE,
    "TIES_NEXT": hir.NEXT,
    "TIES_LAST": hir.LAST,
    "TIES_DENSE": hir.DENSE,
}


def rank(node: ast.Rank, scope: Scope, suite: Suite) -> Block:
    source = a_set(node.members.source, scope)
    name = node.members.name.text if node.members.name else source.type.of
    best = direction(node.direction, "highest")
    keys = tuple(
        _rank_key(value, op, name, source, scope)
        for value, op in by_values(node.value, best, node.deciders)
    )
    inner = scope.inner()
    inner.in_loop = True
    if node.members.name is None:
        reg = inner.bind_register(name, source.type.one(), node.members.span)
    else:
        reg = inner.bind_new(node.members.name, source.type.one())
    split = _split(node.split, inner) if node.split else None
    lines = tuple(_rank_line(line, inner, suite) for line in node.lines)
    _each_once(node)
    other = suite(node.otherwise.body, inner) if node.otherwise else ()
    ties = _TIES[node.ties.kind] if node.ties else hir.SHARE
    return (hir.Rank(node.span, reg.index, source, keys, ties, lines, other, split),)


def _split(node: ast.Split, scope: Scope) -> hir.RankSplit:
    """Binds the name of each member's share; the values of the ranks are resolved before it."""
    values = tuple(number(value, scope) for value in node.values)
    return hir.RankSplit(scope.bind_new(node.name, NUMBER).index, values)


def _rank_key(
    value: ast.Expression, op: str, name: str, source: core.Expr, scope: Scope
) -> hir.RankKey:
    inner, var = scope.with_variable((name,), source.type.one(), value.span)
    return hir.RankKey(var.index, member_value(value, inner, var), op)


def _rank_line(node: ast.Ranked, scope: Scope, suite: Suite) -> hir.RankLine:
    names = tuple(hir.RankName(rank, alone) for rank, alone in map(_rank_name, node.ranks))
    return hir.RankLine(names, suite(node.body, scope), node.span)


def _rank_name(node: ast.RankName) -> tuple[int, str]:
    return keywords.RANKS.index(node.rank.text) + 1, node.alone.text if node.alone else ""


def _each_once(node: ast.Rank) -> None:
    """Raises CheckError for a rank that an earlier line has already taken."""
    seen: set[tuple[int, str]] = set()
    for name in (name for line in node.lines for name in line.ranks):
        rank, alone = _rank_name(name)
        both = {(rank, "sole"), (rank, "tied")}
        new = {(rank, alone)} if alone else both
        if new & seen:
            message = f"an earlier line is already for the {keywords.RANKS[rank - 1]}"
            help = "join the two; `sole` is for one alone in a rank, `tied` for those who share it"
            raise CheckError("CW271", message, name.span, help)
        seen |= new
