"""Boards: steps and rays, connections, and the longest line."""

from __future__ import annotations

from typing import Any

from cardwright.backends import intrinsics, networks
from cardwright.backends.core.evaluate import Env, Found, RuleTable, items, number
from cardwright.language import core
from cardwright.program import board_tables


def _ray(e: core.Step | core.Ray, env: Env) -> tuple[int, ...]:
    """The places of a ray, up to the first one that is out of the game."""
    layout = env.program.layout
    ray = board_tables.rays(layout, e.kind)[number(e.way, env)][number(e.of, env)]
    return networks.take_while(ray, lambda place: not env.s[layout.removal_flag_cell(place)], False)


def _connection(e: core.Connection, env: Env) -> Found:
    layout = env.program.layout
    within = items(e.within, env) if e.within is not None else None
    args = [number(arg, env) for arg in e.args]
    if e.op == "path" and e.edges is not None:
        edges, ends, closed = _edges(e, env)
        ranks = board_tables.ranks(layout, e.edges.type.of)
        return networks.longest_path(edges, ends, ranks, closed, *_lengths(e, env))
    if e.op == "distance" and (lengths := _lengths(e, env)):
        edges, ends, closed = _edges(e, env)
        unreachable = board_tables.unreachable_distance(layout, e.kind)
        return networks.way(args[0], args[1], within, edges, ends, closed, lengths[0], unreachable)
    near = (
        board_tables.near(layout, e.kind) if e.edges is None else networks.network(*_edges(e, env))
    )
    match e.op:
        case "beside":
            return networks.beside(args[0], near)
        case "group":
            return networks.group(args[0], within, near)
        case "distance":
            unreachable = board_tables.unreachable_distance(layout, e.kind)
            return networks.distance(args[0], args[1], within, near, unreachable)
        case "groups":
            return networks.groups(within, near)
    return networks.border(within or (), near)


def _lengths(e: core.Connection, env: Env) -> list[list[int]]:
    """The lengths of edges, if they have any."""
    layout = env.program.layout
    if e.edges is None or not layout.board.has_lengths(e.kind):
        return []
    return [board_tables.lengths(layout, e.kind)]


def _edges(e: core.Connection, env: Env) -> tuple[Any, ...]:
    """The edges, the places they join, and the places where paths end."""
    assert e.edges is not None
    ends = board_tables.ends(env.program.layout, e.kind)
    return items(e.edges, env), ends, items(e.closed, env) if e.closed is not None else ()


def _line(e: core.LongestLine, env: Env) -> Found:
    table = board_tables.lines(env.program.layout, e.kind)
    return intrinsics.longest_line(items(e.source, env), number(e.cell, env), table)


RULES: RuleTable = {
    core.Step: lambda e, env: next(iter(_ray(e, env)), 0),
    core.Ray: _ray,
    core.Connection: _connection,
    core.LongestLine: _line,
}
