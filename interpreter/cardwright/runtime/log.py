"""The log in English: what happened, by which text, and who may read it.

Responsible for the sentences of verbs and who sees each. Knows no game: names come from packs.
Things are named, and visible, as they were when the line was written: by their owner then, and by
their place and what was on them. The meaning of an entry's numbers is fixed where it is emitted
(`BlockBuilder.log`, `events`): for moves the thing, from, to and actor; for changes the thing,
where it was, actor and amount, then the place of the thing that the cell names, and the owner of
the thing, if a secret of its owner changed.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from cardwright.board.declarations import Field
from cardwright.language import core
from cardwright.language.hir import Paying
from cardwright.language.inflection import listed, spaced, units
from cardwright.language.vocabulary.verbs import VERBS
from cardwright.program.decision_points import LogPoint, Point
from cardwright.runtime import visibility
from cardwright.runtime.game import Game
from cardwright.runtime.game_state import VEIL, Log
from cardwright.runtime.log_actors import with_actor
from cardwright.runtime.log_lines import line_of
from cardwright.runtime.log_phrases import ROLL, Numbers, Payment, subject_of, verb_of
from cardwright.runtime.naming import player_name
from cardwright.source.records import dataclass
from cardwright.source.text import NOWHERE, Span


@dataclass(frozen=True, slots=True)
class Entry:
    """`seen_by` None means everybody; others read `hint`, or nothing if that is empty."""

    verb: str
    text: str
    span: Span
    routine: str
    seen_by: frozenset[str] | None = None
    hint: str = ""

    def read_by(self, player: str | None) -> str:
        """The text for the player with this id; "" is a spectator, None reads everything."""
        open_ = player is None or self.seen_by is None or player in self.seen_by
        return self.text if open_ else self.hint


class Newest:
    """The events of a game, last to first; each entry is made once, for all readers."""

    __slots__ = ("_found", "_rest")

    def __init__(self, game: Game) -> None:
        self._found: list[Entry] = []
        self._rest = _newest_first(game)

    def __iter__(self) -> Iterator[Entry]:
        yield from self._found
        for entry in self._rest:
            self._found.append(entry)
            yield entry


def entries(game: Game) -> list[Entry]:
    """All events so far, first to last."""
    return list(_newest_first(game))[::-1]


def lines(
    game: Game, player: int | None = 0, last: int | None = None, newest: Newest | None = None
) -> list[str]:
    """The lines that a player may read, first to last; only the newest `last` lines.

    `newest`: the game's, if several players read it. A line about one thing that moved is a
    Sentence, one about what somebody chose a Choice, and one about what they pay a Payment.
    """
    found: list[str] = []
    reader = None if player is None else player_name(game.program, player)
    for entry in newest or _newest_first(game):
        if last is not None and len(found) >= last:
            break
        words = entry.read_by(reader)
        if words:
            found.append(Payment(words) if entry.verb in VERBS.paying else words)
    return found[::-1]


def _newest_first(game: Game) -> Iterator[Entry]:
    link, eyes, then = game.log, set[str](), game
    while link is not None:
        before, (number, *numbers) = link
        if number == VEIL:
            eyes.update(player_name(game.program, player) for player in numbers)
        elif number in visibility.CHANGES:
            then = visibility.before(game, then, number, *numbers)
        elif (paid := _paid_together(then, link)) is not None:
            yield paid[0]
            before = paid[1]
        else:
            before = _rolled_before(game, number, numbers, before)  # type: ignore[arg-type]
            point = game.program.points[number]
            if isinstance(point, LogPoint):
                numbers = [*with_actor(game, point, numbers, before)]
            if (entry := _entry(then, number, numbers, eyes)) is not None:
                yield entry
        link = before  # type: ignore[assignment]


def _rolled_before(game: Game, number: int, numbers: list[int], before: Log) -> Log:
    """Dice rolled by one statement are one entry: adds the earlier ones to the numbers.

    Returns the entry before all of them.
    """
    point = game.program.points[number]
    while _is_roll(point) and before is not None:
        older, (same, *more) = before
        if same != number or more[3] != numbers[3] or more[0] in numbers[::ROLL]:
            break
        numbers[:0], before = more, older  # type: ignore[assignment]
    return before


def _is_roll(point: Point) -> bool:
    return isinstance(point, LogPoint) and isinstance(point.statement, core.Roll)


def _paid_together(game: Game, link: Log) -> tuple[Entry, Log] | None:
    """The counters that a player pays at the same time are one entry: returns it, and the entry
    before.

    None if there are fewer than two, or not everybody may read all of them.
    """
    points, paid, first = game.program.points, list[str](), None
    while link is not None:
        before, (number, *numbers) = link
        point = points[number] if number >= 0 else None
        if not isinstance(point, LogPoint) or (first and point.statement.origin is not first[0]):
            break
        cell = _paid_openly(game, point)
        if cell is None or (first and numbers[0] != first[1]):
            break
        first = (point.statement.origin, numbers[0], point)
        paid += [units(str(numbers[3]), spaced(cell.name))] if numbers[3] else []
        link = before  # type: ignore[assignment]
    if first is None or len(paid) < 2:
        return None
    _, player, point = first
    text = verb_of(point).log.format(who=subject_of(game, player), amount=listed(paid[::-1]))
    return Entry(point.verb, text, point.span, point.routine), link


def _paid_openly(game: Game, point: LogPoint) -> Field | None:
    """The player's own counter with which a part of a cost is paid, if all see it."""
    change = point.statement
    if not isinstance(change, core.Assign) or not isinstance(change.origin, Paying):
        return None
    found = point.change.field
    plain = point.verb in VERBS.paying and change.partner is None and found.kind == "player"
    return found if plain and found.logged and found.seen_by == "all" else None


def _entry(game: Game, number: int, numbers: Numbers, eyes: Collection[str]) -> Entry | None:
    """An entry as these players read it; None if nothing happened, or nothing they know about."""
    point = game.program.points[number]
    line = line_of(game, point, numbers)
    if line is None or not line.text:
        return None
    if line.seen_by is None or line.seen_by.issuperset(eyes):
        return Entry(_verb(point), line.text, point.span, point.routine, line.seen_by, line.hint)
    return Entry(_verb(point), line.hint, NOWHERE, "") if line.hint else None


def _verb(point: Point) -> str:
    return point.verb if isinstance(point, LogPoint) else "choose"
