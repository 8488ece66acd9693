"""Which line of the rules a game begins to run at a moment.

Decides that a line is begun once for each time that it runs: not again for the parts of its
statements, when a question in it was answered, when a loop goes on, or when a rule ends.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

from cardwright.language import core
from cardwright.language.front_end.checked import Checked
from cardwright.program.program import Program
from cardwright.runtime.game import Game
from cardwright.source.memoized import memoized
from cardwright.source.text import Span
from cardwright_tools.studio.scopes import waiting
from cardwright_tools.studio.statement_texts import from_first_word
from cardwright_tools.studio.stepping import Moment

Line: TypeAlias = tuple[str, int]
"""A file with a line number, from 1."""


@dataclass(slots=True)
class _Last:
    """What a frame has run last: in a part that begins, its frame is not known yet."""

    line: Line
    statement: core.Stmt
    frame: list[int] | None = None


@dataclass(slots=True)
class LinesRun:
    """The lines that the frames on the stack are in, by depth."""

    last: dict[int, _Last] = field(default_factory=dict)

    @classmethod
    def begin(cls, game: Game | None) -> LinesRun:
        """The lines at which a game waits for an answer; None has not begun."""
        found = cls()
        for depth, frame in enumerate(game.frames if game else (), 1):
            assert game is not None
            asks = game.question if depth == len(game.frames) else None
            statement = _asking(game.program, asks.site) if asks else _running(game.program, frame)
            if statement is not None:
                line = line_of(game.program.checked, statement.span)
                found.last[depth] = _Last(line, statement)
        return found

    def begun_at(self, game: Game, moment: Moment) -> Line | None:
        """The line that begins to run at a step; None if it goes on, or if a rule ends."""
        depth, statement = len(game.frames), moment.statement
        last = self._last_of(game.frames)
        line = line_of(game.program.checked, moment.span)
        if statement is not None:
            self.last[depth] = _Last(line, statement, game.frames[-1])
        goes_on = last is not None and (last.line == line or _is_in(last.statement, statement))
        return None if goes_on or moment.ends else line

    def _last_of(self, frames: list[list[int]]) -> _Last | None:
        """What the uppermost frame has run last."""
        for depth, one in [*self.last.items()]:
            if depth > len(frames):
                del self.last[depth]
            elif one.frame is None:
                one.frame = frames[depth - 1]
        found = self.last.get(len(frames))
        return found if found and found.frame is frames[-1] else None


def _asking(program: Program, site: int) -> core.Stmt | None:
    """The statement that asks a question."""
    statement = getattr(program.code.points[site], "statement", None)
    return statement if isinstance(statement, core.Stmt) else None


def _running(program: Program, frame: list[int]) -> core.Stmt | None:
    """The statement for which a frame waits."""
    return next((one for one in waiting(program).get(frame[0], ()) if one is not None), None)


def line_of(checked: Checked, span: Span) -> Line:
    """The line in which a statement begins, with its first word."""
    known = _known_lines(checked)
    if span not in known:
        whole = from_first_word(checked, span)
        known[span] = whole.source.name, whole.lines[0]
    return known[span]


@memoized
def _known_lines(checked: Checked) -> dict[Span, Line]:
    """Lines that were looked up before."""
    return {}


def _is_in(inner: core.Stmt, outer: core.Stmt | None) -> bool:
    """Whether a statement is in a block of another one."""
    within = core.blocks(outer) if outer is not None else ()
    return any(one is inner for one in core.walk(within))
