"""CW514 and CW515: a `where` or a sum that is not about its noun, and the location of something
removed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain

from cardwright.language import core, hir
from cardwright.language.core import Expr, Stmt
from cardwright.language.registry.movement import To
from cardwright.source.diagnostics import Diagnostic
from cardwright_tools.lint.rule import Effects, diagnostic, rule
from cardwright_tools.lint.rule_trees import NodeIndex, body, node_index

_BINDING = (core.Filter, core.Reduce, core.ArgMax, core.SortBy)


@rule(Effects, "CW514", "CW515")
def check(effects: Effects) -> Iterator[Diagnostic]:
    for tree in (body(part) for _, parts in effects.owners for part in parts):
        for narrowed in node_index(tree).of_types(core.Filter):
            yield from _check_where(narrowed)
        for reduced in node_index(tree).of_types(core.Reduce):
            yield from _check_sum(reduced)
        if _speaks_of_removed(node_index(tree)):
            yield from _check_removed(tree)


def _check_where(narrowed: core.Filter) -> Iterator[Diagnostic]:
    """A condition that does not mention the member is true for all members or for none.

    It may be about a member further out: in *a place with pieces where ...*, about the place.
    """
    for test in hir.conditions(narrowed.test):
        if not _mentions(test, narrowed.var) and not _free_registers(test):
            noun = narrowed.type.of or "it"
            help = f"name the {noun} in it, as in `where ... {noun}`, or write `{noun} with ...`"
            yield diagnostic("CW514", f"this does not test the {noun}", test.span, help)
        else:
            yield from _check_or(narrowed, test)


def _check_or(narrowed: core.Filter, test: Expr) -> Iterator[Diagnostic]:
    """`there are boats where A or B`: `where` takes the `or` that was meant for the whole."""
    if not isinstance(test, core.Logic) or test.op != "or":
        return
    for side in (test.left, test.right):
        if _mentions(side, narrowed.var) or _free_registers(side):
            continue
        noun = narrowed.type.of or "it"
        help = "if it is not about it, write `(... where ...) or ...`; if it is, name it"
        message = f"this does not test the {noun}, although `where` takes the whole `or`"
        yield diagnostic("CW514", message, side.span, help)


def _check_sum(sum: core.Reduce) -> Iterator[Diagnostic]:
    """`sum of worth of chapel over landings`: the same property of one thing, again and again.

    A number of the game may be added once for each member.
    """
    if core.mentions(sum.body, [sum.var]):
        return
    of_things = (n for n in core.walk(sum.body) if isinstance(n, core.Get) and n.of is not None)
    counted = (n for n in core.walk(sum.body) if isinstance(n, core.Count))
    if next(chain(of_things, counted), None) is not None:
        noun = sum.source.type.of or "member"
        help = f"name the {noun} in it, as in `... of {noun}`, or multiply it by their number"
        yield diagnostic("CW514", f"this is the same for every {noun}", sum.body.span, help)


def _mentions(test: Expr, var: int) -> bool:
    return any(type(node) is core.Var and node.index == var for node in core.walk(test))


def _free_registers(test: Expr) -> set[int]:
    """The variables in a condition, except those that it binds itself."""
    nodes = [*core.walk(test)]
    bound = {n.var for n in nodes if isinstance(n, _BINDING)}
    return {n.index for n in nodes if type(n) is core.Var} - bound


def _speaks_of_removed(all: NodeIndex) -> bool:
    places = {
        place.of.index for place in all.of_types(core.LocationOf) if isinstance(place.of, core.Reg)
    }
    return any(_removed_register(act) in places for act in all.of_types(core.Move))


def _check_removed(tree: object) -> Iterator[Diagnostic]:
    """Checks the statements that follow a removal in each block."""
    for statements in _blocks(tree):
        for at, statement in enumerate(statements):
            if (gone := _removed_register(statement)) is not None:
                yield from _check_places(gone, statements[at + 1 :])


def _blocks(tree: object) -> Iterator[Sequence[Stmt]]:
    if isinstance(tree, tuple):
        yield tree
    for node in core.walk(tree):
        yield from core.blocks(node) if isinstance(node, Stmt) else ()


def _removed_register(statement: Stmt) -> int | None:
    if not isinstance(statement, core.Move) or statement.movement.to is not To.SUPPLY:
        return None
    return statement.item.index if isinstance(statement.item, core.Reg) else None


def _check_places(gone: int, after: Sequence[Stmt]) -> Iterator[Diagnostic]:
    for node in _while_gone(gone, after):
        if isinstance(node, core.LocationOf) and core.is_register(node.of, gone):
            name = node.of.span.text
            help = f"save it first with `let here be place of {name}`, then remove it"
            message = f"`{name}` was removed and has no place"
            yield diagnostic("CW515", message, node.span, help)


def _while_gone(gone: int, after: Sequence[Stmt]) -> Iterator[object]:
    """The statements after a removal, until the thing may be back or its place is tested."""
    for node in core.walk(tuple(after)):
        if _asks_where(node, gone):
            return
        if _may_bring_back(node, gone):
            yield from core.walk(node.to if isinstance(node, core.Move) else None)
            return
        yield node


def _asks_where(node: object, gone: int) -> bool:
    """Whether it tests if the thing has a location, since a replacement may have kept it there."""
    if not isinstance(node, core.Compare) or node.right.type.base != "none":
        return False
    return isinstance(node.left, core.LocationOf) and core.is_register(node.left.of, gone)


def _may_bring_back(node: object, gone: int) -> bool:
    """Whether something other than a removal is done to the thing, which may bring it back."""
    match node:
        case core.Move() if node.movement.to is To.SUPPLY:
            return False
        case core.Move():
            done_with: object = node.item
        case core.CallRule():
            done_with = node.args
        case core.Perform():
            done_with = node.of
        case _:
            return False
    return any(core.is_register(one, gone) for one in core.walk(done_with))
