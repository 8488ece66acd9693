"""At which lines of the rules a game can stop, and where breakpoints of other lines belong.

Decides that a breakpoint moves on to the next statement, but not past an empty line.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from cardwright.language import core
from cardwright.program.program import Program
from cardwright.source.memoized import memoized
from cardwright.source.text import Source, Span
from cardwright_tools.studio.lines_run import Line, line_of


def moved_lines(program: Program, wanted: Iterable[Line]) -> Mapping[Line, Line | None]:
    """Where breakpoints belong that would never stop a game; None if nowhere."""
    found = {line: _moved(program, line) for line in wanted}
    return {line: there for line, there in found.items() if there != line}


def _moved(program: Program, line: Line) -> Line | None:
    file, number = line
    known = _stopping_lines(program).get(file)
    while known is not None and known[0].line(number).strip():
        if number in known[1]:
            return file, number
        number += 1
    return None


@memoized
def _stopping_lines(program: Program) -> Mapping[str, tuple[Source, set[int]]]:
    """The files with statements, and the lines in which these begin."""
    found: dict[str, tuple[Source, set[int]]] = {}
    for span in _statements(program):
        file, number = line_of(program.checked, span)
        found.setdefault(file, (span.source, set()))[1].add(number)
    return found


def _statements(program: Program) -> Iterator[Span]:
    """The rules and their statements."""
    called = (entry.routine for entry in program.entries)
    for routine in (*called, *program.checked.rules.values()):
        yield routine.span
        yield from (one.span for one in core.walk(routine.body) if isinstance(one, core.Stmt))
