"""Whether an event that somebody waits for happens: `after removing boat`, `before turn`.

Defines events in a game that is stepped through. Past events are in the log, and an event about to
happen is a statement that would be logged; running rules are on the stack.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from cardwright.language import core
from cardwright.language.resolve.declarations.events import TimedEvent
from cardwright.program.decision_points import LogPoint
from cardwright.program.program import Program
from cardwright.runtime.game import Game
from cardwright.runtime.game_state import Log, newest_first
from cardwright.source.memoized import memoized

Counts = Mapping[str, int]


def happened(
    game: Game, timed: TimedEvent, ahead: core.Stmt | None, log: Log, running: Counts
) -> bool:
    """Whether an event has happened since the log and the running rules were like this; for one
    with `before`, whether the statement that is run next is the event."""
    event = timed.event
    if event.sort == "rule":
        now, then = rules_running(game)[event.name], running[event.name]
        return now > then if timed.before else now < then
    if timed.before:
        return any(_is_about(game, event, point) for point in log_points(game.program, ahead))
    return any(_is_of(game, event, *entry) for entry in _since(game, log))


def rules_running(game: Game) -> Counts:
    """How often each rule is on the stack, by its name."""
    rules = game.program.checked.rules
    running = [game.program.entries[frame[1]].routine for frame in game.frames]
    return {name: running.count(rule) for name, rule in rules.items()}


def _since(game: Game, log: Log) -> Iterator[tuple[LogPoint, Sequence[int]]]:
    for number, *numbers in newest_first(game.log, log):
        point = game.program.points[number] if number >= 0 else None
        if isinstance(point, LogPoint):
            yield point, numbers


def _is_of(game: Game, event: core.Event, point: LogPoint, numbers: Sequence[int]) -> bool:
    """Whether an entry of the log is about the event, and about something that was there."""
    item, *more = numbers
    if isinstance(point.statement, core.Assign):
        same = point.statement.op == "=" or more[2]
        return bool(same) and _is_change(game, event, point)
    kind = game.program.layout.form(game.s, item).kind if item else ""
    return bool(item) and point.verb == event.verb and _fits(game, kind, event)


def _is_about(game: Game, event: core.Event, point: LogPoint) -> bool:
    """Whether the statement that writes such entries may be the event."""
    if isinstance(point.statement, core.Assign):
        return _is_change(game, event, point)
    if not isinstance(point.statement, core.Move) or point.verb != event.verb:
        return False
    return _fits(game, point.statement.item.type.of, event)


def _is_change(game: Game, event: core.Event, point: LogPoint) -> bool:
    if event.sort != "change":
        return False
    cell = point.change.field
    own = event.name in (cell.name, cell.family)
    return own and (not event.kind or game.program.board.is_a(cell.kind, event.kind))


def _fits(game: Game, kind: str, event: core.Event) -> bool:
    board = game.program.board
    return not kind or board.related(kind, event.kind)


def log_points(program: Program, statement: core.Stmt | None) -> Sequence[LogPoint]:
    """What a statement may write into the log."""
    return _log_points(program).get(id(statement), ())


@memoized
def _log_points(program: Program) -> Mapping[int, Sequence[LogPoint]]:
    """The possible log entries, by the id of their statement."""
    found: dict[int, list[LogPoint]] = {}
    for point in program.points:
        if isinstance(point, LogPoint):
            found.setdefault(id(point.statement), []).append(point)
    return found
