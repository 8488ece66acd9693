"""Which kinds a thing may become in the course of a game.

A thing that becomes another keeps its id, so its cells and the sets that it may be in are laid out
for everything it may ever become. Responsible for that closure. Knows nothing about the causes of
such changes.
"""

from __future__ import annotations

from collections.abc import Iterable

from cardwright.board.model import Board

Change = tuple[str, str]
"""A kind, and a kind that things of it may become; both may have kinds below them."""


def possible_kinds(board: Board, changes: Iterable[Change]) -> dict[str, frozenset[str]]:
    """All kinds that things of a kind may become, by kind; only for kinds whose things may
    change.
    """
    steps = [(frozenset(board.below(a)), board.below(b)) for a, b in sorted({*changes})]
    found = {kind: frozenset((kind,)) for before, _ in steps for kind in before}
    grown = True
    while grown:
        grown = False
        for kind, known in found.items():
            more = known.union(*(after for before, after in steps if before & known))
            grown = grown or more != known
            found[kind] = more
    return found
