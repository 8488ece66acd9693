"""CW516: conditions in a loop that are about everything, or about you, instead of its member.

`for each town: if number of boats > 2: ...` counts the boats in all towns. Conditions about the
game, such as `if round is 3`, say the same in each round and are not reported, nor are those that
a round of the loop may change.
"""

from __future__ import annotations

from collections.abc import Iterator

from cardwright.board.model import Board
from cardwright.language import core, hir
from cardwright.language.core import Expr
from cardwright.source.diagnostics import Diagnostic
from cardwright_tools.lint.rule import diagnostic
from cardwright_tools.lint.rule_trees import node_index

_PLACES = (core.LocationOf, core.Contents, core.TopOf, core.Owner, hir.Located)


def check_conditions(loop: core.ForEach, takes: int, board: Board) -> Iterator[Diagnostic]:
    """Reports conditions of a loop in a routine whose caller fills its first `takes` registers."""
    for one in _conditions(loop):
        if not any(isinstance(node, core.Reg) for node in core.walk(one.test)):
            yield from _check_counts(loop, one.test, board)
        elif loop.source.type.of == "player":
            yield from _check_yours(loop, one, takes)


def _conditions(loop: core.ForEach) -> Iterator[core.If]:
    """The first condition of each `if` in a loop that an author has written there."""
    for s in loop.body:
        if isinstance(s, core.If) and not isinstance(s.origin, hir.VerbStatement):
            yield s


def _check_counts(loop: core.ForEach, test: Expr, board: Board) -> Iterator[Diagnostic]:
    """`if there are boats`, in a loop through the towns that may have some."""
    for asked in node_index(test).of_types(core.Count, core.Exists):
        of, kind = asked.source.type.of, loop.source.type.of
        _, all = core.filters(asked.source)
        everything = isinstance(all, core.Domain) and not all.supply
        meant = everything and _has(kind, of, board) and not _says_whose(asked.source)
        if meant and not _may_change(loop, of, board):
            several = board.kinds[of].plural
            message = f"this is about all {several}, and not about the {kind} of this loop"
            by = f"{several} {'of' if kind == 'player' else 'on'} {kind}"
            help = f"name the {kind}, as in `{by}`, or test it before the loop"
            yield diagnostic("CW516", message, asked.span, help)


def _has(kind: str, of: str, board: Board) -> bool:
    """Whether each of a kind of places or players may have such things."""
    if kind not in board.kinds or of not in board.kinds:
        return False
    if kind == "player":
        return board.kinds[of].each_player > 0
    return any(board.related(kind, on) for on in board.lives_on(of))


def _says_whose(asked: Expr) -> bool:
    return any(isinstance(node, _PLACES) for node in core.walk(asked))


def _may_change(loop: core.ForEach, of: str, board: Board) -> bool:
    index = node_index(loop.body)
    if any(index.of_types(core.CallRule, core.Perform, core.OpenMenu, core.Become)):
        return True
    return any(board.related(move.kind, of) for move in index.of_types(core.Move))


def _check_yours(loop: core.ForEach, one: core.If, takes: int) -> Iterator[Diagnostic]:
    """`for each player: if gold of you > 3: player loses 1 gold`."""
    if not isinstance(loop.source, core.Domain) or _is_about(loop.body, loop.reg, one.test):
        return
    yours = [r for r in node_index(one.test).of_types(core.Reg) if r.index < takes]
    then = {r.index for r in node_index(one.then).of_types(core.Reg)}
    if yours and loop.reg in then and not then & {r.index for r in yours}:
        message = "this is about you, and not about the player of this loop"
        help = "write `player` instead of `you`, or test it before the loop"
        yield diagnostic("CW516", message, one.test.span, help)


def _is_about(body: core.Block, reg: int, test: Expr) -> bool:
    """Whether a condition is about the member, or about something that the loop gives a name."""
    made = {s.reg for s in core.statements(body) if isinstance(s, core.Let | core.Choose)}
    return any(r.index in {reg, *made} for r in node_index(test).of_types(core.Reg))
