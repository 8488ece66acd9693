"""Which names a running rule has at a statement.

Decides which registers have a value that the author can name there: those that the caller fills,
those of the loops around the statement, and those of earlier statements in the blocks around it.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from cardwright.language import core
from cardwright.program.operations import Run
from cardwright.program.program import Program
from cardwright.runtime.game import Game
from cardwright.source.memoized import memoized


def known_registers(
    game: Game, depth: int, here: core.Stmt | None, named: Collection[int], *, ends: bool = False
) -> Sequence[int]:
    """Those of a frame's `named` registers that have a value at its position; those of inner blocks
    come last. `here` is the statement that the uppermost frame runs next, unless it `ends`; the
    other frames wait for the one above them."""
    frame = game.frames[depth]
    uppermost = depth == len(game.frames) - 1
    running = [here] if uppermost else waiting(game.program).get(frame[0], [])
    body = game.program.entries[frame[1]].routine.body
    places = [known_before(body, one) for one in running if one is not None]
    found = [one for one in places if one is not None]
    found += [known_at_end(body)] if uppermost and ends and not found else []
    shared = [reg for reg in found[0] if all(reg in one for one in found)] if found else []
    filled = {*core.filled_registers(body)}
    return [*(reg for reg in named if reg not in filled), *(reg for reg in shared if reg in named)]


@memoized
def waiting(program: Program) -> Mapping[int, Sequence[core.Stmt | None]]:
    """By block: the statements for which a frame may wait that continues at this block."""
    found: dict[int, list[core.Stmt | None]] = {}
    for body in program.code.blocks:
        if body and isinstance(last := body[-1], Run):
            found.setdefault(last.after, []).append(last.statement)
    return found


def known_before(block: core.Block, here: core.Stmt) -> list[int] | None:
    """The registers that a block has filled before a statement in it, and that still count there;
    None if the statement isn't in the block."""
    known: list[int] = []
    for statement in block:
        if statement is here:
            return known
        for inner in core.blocks(statement):
            if (found := known_before(inner, here)) is not None:
                return [*known, *_of_loop(statement), *found]
        known += known_at_end((statement,))
    return None


def known_at_end(block: core.Block) -> list[int]:
    """The registers that a block has filled when it is over, without those of blocks in it."""
    alone = (one for one in block if not core.blocks(one))
    return [reg for statement in alone for reg in core.filled_registers((statement,))]


def _of_loop(statement: core.Stmt) -> Sequence[int]:
    return (statement.reg,) if isinstance(statement, core.ForEach) else ()
