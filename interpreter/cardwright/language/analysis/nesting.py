"""How deeply the evaluation of definitions and sets can be nested, before anything is played."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence

from cardwright.language import core
from cardwright.language.core import Expr
from cardwright.language.graph_walks import postorder
from cardwright.source.diagnostics import Report

MAX_LEVELS = 200
"""Calls of definitions, and sets that are gone through in these, inside each other. While they are
worked out, Python may go as deep as that takes (`backends/limits`)."""


def check_nesting(
    functions: Mapping[str, core.Function],
    parts_of: Callable[[str], Sequence[Expr]],
    leads_to: Callable[[str], Collection[str]],
    report: Report,
) -> None:
    """Reports the first definition in which too many others are evaluated (CW276).

    In a cycle of definitions, each counts as often as it may call itself. `parts_of`: the
    expressions of a definition and its modifiers; `leads_to`: the definitions that it needs.
    """
    inside: dict[str, int] = {}
    for start in functions:
        for name in postorder(start, leads_to, inside):
            most = max((inside.get(one, 0) for one in leads_to(name)), default=0)
            inside[name] = most + _levels(functions[name], parts_of(name))
            if inside[name] > MAX_LEVELS:
                message = f"`{name}` uses definitions that are nested too deeply"
                help = f"with modifiers and sets, they are nested {inside[name]} deep; at most "
                help += f"{MAX_LEVELS} are allowed: keep a value in the state"
                report.error("CW276", message, functions[name].span, help)
                return


def _levels(function: core.Function, parts: Sequence[Expr]) -> int:
    """How many calls and sets of a definition can be nested."""
    return max(1, function.deep) * (1 + max(map(_sets_inside, parts), default=0))


def _sets_inside(expr: Expr) -> int:
    """How many sets are nested, without those of definitions."""
    inner = max(map(_sets_inside, direct_parts(expr)), default=0)
    return inner + isinstance(expr, core.Comprehension)


def direct_parts(node: core.Stmt | Expr | core.Limit) -> Iterator[Expr]:
    """The direct subexpressions of a node, including those in the limits of a choice."""
    for part in core.children(node):
        if isinstance(part, Expr):
            yield part
        elif isinstance(part, core.Limit):
            yield from direct_parts(part)
