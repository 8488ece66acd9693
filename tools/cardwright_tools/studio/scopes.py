"""Which names a running rule has at a statement.

Decides which registers have a value that the author can name there: those that the caller fills,
those of the loops around the statement, and those of earlier statements in the blocks around it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from cardwright.language import core
from cardwright.program.operations import Run
from cardwright.program.program import Program
from cardwright.runtime.game import Game


def known_registers(
    game: Game, depth: int, here: core.Stmt | None, named: Collection[int]
) -> Sequence[int]:
    """Those of the registers with names of a frame that are known where it is; those of inner
    blocks come last. `here` is the statement before which the uppermost frame is; the others wait
    for the one above them."""
    frame = game.frames[depth]
    uppermost = depth == len(game.frames) - 1
    running = [here] if uppermost else [*_waiting(game.program, frame[0])]
    body = game.program.entries[frame[1]].routine.body
    places = [known_before(body, one) for one in running if one is not None]
    found = [one for one in places if one is not None]
    shared = [reg for reg in found[0] if all(reg in one for one in found)] if found else []
    filled = {*core.filled_registers(body)}
    return [*(reg for reg in named if reg not in filled), *(reg for reg in shared if reg in named)]


def _waiting(program: Program, block: int) -> Iterator[core.Stmt | None]:
    """The statements during which a frame can wait that continues at a block."""
    for body in program.code.blocks:
        if body and isinstance(last := body[-1], Run) and last.after == block:
            yield last.statement


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
        known += core.filled_registers((statement,)) if not core.blocks(statement) else ()
    return None


def _of_loop(statement: core.Stmt) -> Sequence[int]:
    return (statement.reg,) if isinstance(statement, core.ForEach) else ()
