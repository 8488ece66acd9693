"""Runs the lints on games, and puts together what they say of several.

A pack is checked with one module and another, alone and beside others: what is unused in one
game may be used in the next, and is told only where it is unused in all that have its file.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from cardwright import Rules
from cardwright.source.diagnostics import Diagnostic, Report
from cardwright.source.text import Span
from cardwright_tools.lints import ending, reach, steps, texts, unused

PASSES: tuple[Callable[[Rules, Report], None], ...] = (
    unused.find,
    reach.find,
    steps.find,
    texts.find,
    ending.find,
)
IN_ALL = "CW51"
"""Codes before this one tell of what is nowhere: they hold only if they hold in all games."""


def find(*games: Rules) -> Report:
    """Warnings and notes on games that loaded without errors; each is told once."""
    found, files = [], [_files(game) for game in games]
    for game in games:
        report = Report()
        for run in PASSES:
            run(game, report)
        found.append({_place(d): d for d in report.diagnostics})
    whole = Report()
    for place, diagnostic in {k: d for told in found for k, d in told.items()}.items():
        name = diagnostic.span.source.name if diagnostic.span else ""
        where = [told for told, names in zip(found, files, strict=True) if name in names]
        if diagnostic.code >= IN_ALL or all(place in told for told in where):
            whole.add(diagnostic)
    return whole


Place = tuple[str, str, int, str]


def _place(diagnostic: Diagnostic) -> Place:
    span = diagnostic.span
    name, at = (span.source.name, span.start) if span else ("", 0)
    return diagnostic.code, name, at, diagnostic.message


def _files(game: Rules) -> set[str]:
    """The files that declare something in a game."""
    return {span.source.name for span in _spans(game) if span is not None}


def _spans(game: Rules) -> Iterator[Span | None]:
    declared, board = game.declared, game.declared.board
    for group in (declared.definitions, declared.rules, declared.menus):
        yield from (made.span for made in group.values())
    yield from (made.span for made in (*declared.options, *declared.abilities))
    for cells in (board.enums, board.kinds, board.zones, board.state):
        yield from (made.span for made in cells.values())
    for kind in board.kinds.values():
        yield from (cell.span for cell in kind.fields.values())
    for things in board.things.values():
        yield from (thing.span for thing in things.values())
