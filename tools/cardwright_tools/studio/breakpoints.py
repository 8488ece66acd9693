"""Breakpoints at which a game stops for debugging: a line, an event, a condition.

Defines these, and decides whether one is reached at a statement. An event is one to which abilities
can react, or words of the log.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, TypeVar

from cardwright.backends.core.evaluate import Env, Found, evaluate
from cardwright.backends.game_errors import GameError
from cardwright.language.core import Expr, Stmt
from cardwright.language.external_texts import ExternalTexts
from cardwright.language.front_end.checked import Checked
from cardwright.language.resolve.declarations.events import TimedEvent
from cardwright.runtime.format_value import format_value
from cardwright.runtime.game import Game
from cardwright.runtime.game_state import Log, newest_first
from cardwright.runtime.log import lines
from cardwright.source.diagnostics import Report
from cardwright.source.render import render
from cardwright.source.text import Source, Span
from cardwright_tools.studio.errors import RequestError
from cardwright_tools.studio.events import Counts, happened, rules_running
from cardwright_tools.studio.lines_run import LinesRun
from cardwright_tools.studio.messages import BadMessage, Message
from cardwright_tools.studio.stepping import Moment

One = TypeVar("One")
MOST = 50  # of each sort


@dataclass(frozen=True, slots=True)
class Breakpoints:
    """`lines` are files with line numbers, from 1; `words` are of the log, in lower case."""

    lines: frozenset[tuple[str, int]] = frozenset()
    words: tuple[str, ...] = ()
    events: Mapping[str, TimedEvent] = field(default_factory=dict)
    conditions: Mapping[str, Expr] = field(default_factory=dict)

    def __bool__(self) -> bool:
        return bool(self.lines or self.words or self.events or self.conditions)

    def by(self, checked: Checked) -> Breakpoints:
        """The breakpoints for other rules, without events and conditions that these don't know."""
        texts = ExternalTexts(checked)
        events = {text: _read(texts.event, "event", text)[0] for text in self.events}
        conditions = {
            text: _read(texts.expression, "condition", text)[0] for text in self.conditions
        }
        return Breakpoints(self.lines, self.words, _known(events), _known(conditions))

    def moved(self, file: str, to: str) -> Breakpoints:
        """The breakpoints after a file was moved."""
        lines = frozenset((to if one == file else one, line) for one, line in self.lines)
        return replace(self, lines=lines)


def breakpoints_of(
    message: Message, folder: Path, checked: Checked
) -> tuple[Breakpoints, Sequence[str]]:
    """The valid breakpoints in a message, and what is wrong with the others. Raises BadMessage, or
    RequestError if there are too many."""
    places = _listed(message, "lines", dict)
    try:
        lines = frozenset(_line(folder, one["file"], one["line"]) for one in places)
    except (LookupError, TypeError, ValueError, OverflowError):
        raise BadMessage("`lines` are objects with `file` and `line`") from None
    words = (str(one).strip().casefold() for one in _listed(message, "words", str))
    texts = ExternalTexts(checked)
    events, no_events = _read_all(texts.event, "event", _listed(message, "events", str))
    found = _listed(message, "conditions", str)
    conditions, no_conditions = _read_all(texts.expression, "condition", found)
    known = Breakpoints(lines, tuple(filter(None, words)), events, conditions)
    return known, [*no_events, *no_conditions]


def _line(folder: Path, file: Any, line: Any) -> tuple[str, int]:
    """A line of a file in a pack. Raises TypeError, ValueError or OverflowError for anything
    else."""
    if not str(file).isprintable():  # no file of a pack has such a name
        raise ValueError(file)
    return str(folder / file), int(line)


def _listed(message: Message, name: str, kind: type[One]) -> list[One]:
    found = message.get(name, [])
    if not isinstance(found, list) or not all(isinstance(one, kind) for one in found):
        raise BadMessage(f"`{name}` is a list")
    if len(found) > MOST:
        raise RequestError(f"at most {MOST} breakpoints of a sort")
    return found


def _read_all(
    read: Callable[[Span, Report], One | None], name: str, texts: Sequence[str]
) -> tuple[Mapping[str, One], Sequence[str]]:
    """What texts say, and what is wrong with those that say nothing."""
    found = {text: _read(read, name, text) for text in texts}
    reports = [report for one, report in found.values() if one is None]
    wrong = [render(one) for report in reports for one in report.diagnostics]
    return _known({text: one for text, (one, _) in found.items()}), wrong


def _read(
    read: Callable[[Span, Report], One | None], name: str, text: str
) -> tuple[One | None, Report]:
    report = Report()
    return read(Source(name, text).whole, report), report


def _known(read: Mapping[str, One | None]) -> Mapping[str, One]:
    return {text: found for text, found in read.items() if found is not None}


@dataclass(slots=True)
class Watch:
    """Compares a game with its state at the previous statement."""

    wanted: Breakpoints
    log: Log
    running: Counts = field(default_factory=dict)
    values: dict[str, Found | None] = field(default_factory=dict)
    lines: LinesRun | None = None

    @classmethod
    def begin(cls, wanted: Breakpoints, game: Game | None) -> Watch:
        watch = cls(wanted, game.log if game else None)
        if wanted.lines:
            watch.lines = LinesRun.begin(game)
        if wanted.events:
            watch.running = rules_running(game) if game else Counter()
        if game is not None:
            watch.values = {text: _value(game, e) for text, e in wanted.conditions.items()}
        return watch

    def reached(self, game: Game, moment: Moment | None) -> list[str]:
        """Why the game stops at this moment (None: at a question), if it does; "" for a line."""
        if moment is not None and moment.expression is not None:
            return []
        ahead = moment.statement if moment is not None else None
        found = [*self._line(game, moment), *self._events(game, ahead), *self._conditions(game)]
        self.log = game.log
        return found

    def _line(self, game: Game, moment: Moment | None) -> list[str]:
        if self.lines is None or moment is None or not moment.is_step:
            return []
        return [""] if self.lines.begun_at(game, moment) in self.wanted.lines else []

    def _events(self, game: Game, ahead: Stmt | None) -> list[str]:
        found = [text for text, event in self.wanted.events.items()
                 if happened(game, event, ahead, self.log, self.running)]  # fmt: skip
        if self.wanted.events:
            self.running = rules_running(game)
        if self.wanted.words and game.log is not self.log:
            said = _lines_since(game, self.log)
            found += [
                one for one in said if any(word in one.casefold() for word in self.wanted.words)
            ]
        return found

    def _conditions(self, game: Game) -> list[str]:
        """Conditions that have become true, and values that have changed."""
        found = []
        for text, expr in self.wanted.conditions.items():
            before, now = self.values.get(text), _value(game, expr)
            self.values[text] = now
            if now is None or now == before or (expr.type.base == "flag" and not now):
                continue
            found.append(f"{text}: {format_value(game, now, expr.type)}")
        return found


def _value(game: Game, expr: Expr) -> Found | None:
    """The value of an expression; None if it can't be evaluated."""
    try:
        return evaluate(expr, Env(game.program, game.s, game.z))
    except GameError:
        return None


def _lines_since(game: Game, before: Log) -> list[str]:
    """The lines of the log that are newer than an entry."""
    apart = game.in_python()
    apart.log = None
    for entry in reversed([*newest_first(game.log, before)]):
        apart.log = (apart.log, entry)
    return lines(apart, None)
