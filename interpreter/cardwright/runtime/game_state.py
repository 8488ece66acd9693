"""A position of a game: its state, its frames, its log and its source of chance.

All of it is whole numbers in lists, so `copy` is a few list copies, at any question, in the middle
of any effect. Decides how emitted code changes the state. Knows nothing about questions to players.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Iterator, Sequence
from typing import Self

from cardwright.backends.game_errors import GameError, OutOfRange, TooMuchWork
from cardwright.backends.intrinsics import MAX_NUMBER, vacate
from cardwright.board.types import Type
from cardwright.language.analysis.metering import SHUFFLED
from cardwright.program.decision_points import AtOnceSlots
from cardwright.program.operations import FRAME
from cardwright.program.program import Program
from cardwright.runtime.rng import below, seeded
from cardwright.source.records import dataclass

UNLIMITED = 1 << 62  # the steps allowed outside of answers
DEPTH = 200  # the most frames on the stack
DONE = -1  # the answer that ends a choice of several
VEIL = -1  # in the log, instead of a site: from whose perspective all older entries are read
OWNED = -2  # in the log, instead of a site: a thing, and its owner in all older entries
FORMED = -3  # in the log, instead of a site: a thing, and its design in all older entries
# in the log, instead of a site: a cell that turns things face down, and its old value
FACE_CHANGED = -4
CARRIED = -5  # in the log, instead of a site: a thing that can carry others, and where it was

Log = tuple[object, tuple[int, ...]] | None


def newest_first(link: Log, before: Log = None) -> Iterator[tuple[int, ...]]:
    """The entries, the newest first, back to the entry `before`, which is excluded."""
    while link is not None and link is not before:
        link, entry = link  # type: ignore[assignment]
        yield entry


@dataclass(frozen=True, slots=True)
class Question:
    """The player who is asked, the site, and the legal answers (ids, values or indexes)."""

    player: int
    site: int
    answers: tuple[int, ...]


class GameState:
    """Everything that changes in a game."""

    __slots__ = (
        "answers", "ended", "frames", "left", "log", "over", "program", "question", "rng", "s",
        "seed", "work", "z",
    )  # fmt: skip

    def __init__(self, program: Program, seed: int) -> None:
        self.program, self.seed = program, seed
        self.rng = seeded(seed)
        self.s: list[int] = list(program.layout.start)
        self.z: list[list[int]] = [[] for _ in program.layout.zones]
        if program.layout.forms:
            self.z.append([])  # things that have become others, see `transformations`
        if program.layout.placed:
            self.z.append([])  # things that lie on places and things
        if program.layout.in_effect:
            self.z.append([])  # the lasting effects
        self.frames: list[list[int]] = []
        self.log: Log = None
        self.answers: Log = None
        self.question: Question | None = None
        self.over, self.ended = False, ""
        self.work = 0  # the steps of all answers so far
        self.left = UNLIMITED  # the steps that the current answer may still take

    def error(self, code: str, message: str) -> GameError:
        """An error at the routine that is running."""
        return GameError(code, message, self.where())

    def spend(self, steps: int) -> None:
        """Counts work of the current answer. Raises TooMuchWork if it exceeds the budget."""
        self.left -= steps
        if self.left < 0:
            raise TooMuchWork

    def exhausted(self) -> None:
        raise TooMuchWork

    def where(self) -> list[str]:
        """The rules that are running, innermost last."""
        return [self.program.entries[frame[1]].name for frame in self.frames]

    def push(self, routine: int, values: tuple[int, ...]) -> None:
        """Adds a frame, unless nobody would run it (*you* is none)."""
        if not values[0]:
            return
        entry = self.program.entries[routine]
        if len(self.frames) >= DEPTH:
            message = (
                f"more than {DEPTH} rules run inside each other: they call each other endlessly"
            )
            message += ", or form too long a chain"
            raise GameError("CW402", message, self.where()[-6:])
        frame = [entry.block, routine, *values]
        frame.extend([0] * (entry.registers - len(values)))
        self.frames.append(frame)

    def perform(self, slot: str, of: int, you: int, given: tuple[int, ...] = ()) -> None:
        table = self.program.effects.get(slot)
        routine = -1 if table is None else table[self.program.layout.form(self.s, of).id]
        if of and routine >= 0:
            self.push(routine, (you, of, *given))

    def leave(self) -> None:
        self.frames.pop()

    def finish(self, why: str) -> None:
        """Ends the game; stores the reason, or else the rule that ended it."""
        self.ended = why or self.where()[-1]
        self.frames.clear()
        self.over = True

    def cancel(self) -> int:
        """Cancels the event that the innermost window replies to; returns the thing it is about, 0
        if it is not about a thing, and -1 if it can no longer be cancelled.
        """
        windows = self.program.windows
        for frame in reversed(self.frames):
            if (window := windows.get(frame[1])) is not None:
                if window.resume_block is None or frame[FRAME + window.cancelled]:
                    return -1
                frame[FRAME + window.cancelled] = 1
                return 0 if window.about is None else frame[FRAME + window.about]
        return -1

    def open_windows(self) -> int:
        return sum(frame[1] in self.program.windows for frame in self.frames)

    def close_window(self, cancelled: int, resume_block: int) -> None:
        """Leaves a window; if its event was cancelled, it does not happen."""
        self.frames.pop()
        if cancelled:
            self.frames[-1][0] = resume_block

    def running(self, routine: int) -> bool:
        return any(frame[1] == routine for frame in self.frames)

    def same_run(self, replacements: Sequence[int]) -> bool:
        """Whether a replacement of the current rule runs that rule, for the player whose run it
        replaces: both are one run.
        """
        own = self.frames[-1]
        for at in range(len(self.frames) - 2, 0, -1):
            if self.frames[at][1] in replacements:
                return self.frames[at - 1][FRAME] == own[FRAME]
            if self.frames[at][1] == own[1]:
                return False
        return False

    def outside_at_once_blocks(self) -> int:
        """1 for an `all at once` block, 0 for one inside another."""
        return int(self.open_at_once_block() is None)

    def any_running(self, routines: tuple[int, ...]) -> bool:
        return any(frame[1] in routines for frame in self.frames)

    def at_random(self, options: Sequence[int], type: Type) -> int:
        """One of some things or values, drawn at random."""
        self.rng, pick = below(self.rng, len(options))
        return options[pick]

    def name_at_random(self, names: Sequence[str]) -> int:
        """The index of an answer, drawn at random from answers that are not things or values."""
        self.rng, pick = below(self.rng, len(names))
        return pick

    def move(self, item: int, to: int, at: int) -> None:
        """Moves a thing; 0 is its owner's supply.

        `at` is its position in an ordered zone, from 1 (`TOP`); 0 is the `BOTTOM`.
        """
        if not item:
            return
        layout, s = self.program.layout, self.s
        first = layout.zone_first
        zone = s[item] - first
        if 0 <= zone < len(layout.zones) and item in self.z[zone]:
            self.z[zone].remove(item)
        if item in self.program.stacked_on:
            self.note_place(item, to)
        if layout.placed or layout.in_effect:
            self._relist(item, layout.list_of(item, s[item]), layout.list_of(item, to))
        s[item] = to
        zone = to - first
        if 0 <= zone < len(layout.zones):
            self._into(zone, item, at)

    def _relist(self, item: int, before: int, after: int) -> None:
        """Updates the lists of things in play, in the order of their numbers."""
        if before != after:
            if before:
                self.z[before].remove(item)
            if after:
                insort(self.z[after], item)

    def list_placed(self) -> None:
        """Rebuilds the list of things on places and things, after other changes to them."""
        layout = self.program.layout
        if layout.placed:
            self.z[layout.placed] = layout.placed_things(self.s)

    def _into(self, zone: int, item: int, at: int) -> None:
        declared, owner = self.program.layout.zones[zone]
        cards = self.z[zone]
        if not declared.ordered:
            cards.append(item)
            cards.sort()
        else:
            cards.insert(at - 1 if at else len(cards), item)
        if item in self.program.follow_zones:
            self.own(item, owner)

    def put(self, item: int, to: int, at: int) -> None:
        """Moves a thing; without a destination, nothing moves."""
        if to:
            self.move(item, to, at)

    def empty(self, place: int, gone: Sequence[int]) -> None:
        self.note_left(place, gone)
        vacate(self.s, place, gone)
        self.list_placed()

    def give(self, item: int, player: int) -> None:
        if item:
            self.own(item, player)

    def own(self, item: int, player: int) -> None:
        """Sets a new owner; the log keeps the previous one, whose name older lines use for the
        thing.
        """
        at = self.program.layout.owner + item
        if self.s[at] != player:
            self.log = (self.log, (OWNED, item, self.s[at]))
            self.s[at] = player

    def note_place(self, host: int, to: int) -> None:
        """Logs where a thing was: players who could see what was on it then can read older
        lines.
        """
        if self.s[host] != to:
            self.log = (self.log, (CARRIED, host, self.s[host]))

    def note_left(self, place: int, gone: Sequence[int]) -> None:
        """`note_place` for everything on a place that has left the game."""
        if self.s[gone[place]]:
            for host in sorted(self.program.stacked_on):
                if self.s[host] == place:
                    self.note_place(host, 0)

    def note_design(self, item: int, before: int) -> None:
        """Logs the previous design of a thing, by which older lines name it."""
        self.log = (self.log, (FORMED, item, before))

    def note_flip(self, cell: int, value: int) -> None:
        """Logs the old value of a flag that turns things face down, which determines who can read
        older lines.
        """
        if cell >= 0 and self.s[cell] != value:
            self.log = (self.log, (FACE_CHANGED, cell, self.s[cell]))

    def change(self, op: str, cell: int, value: int, low: int | None, high: int | None) -> int:
        """Sets, raises or lowers a cell within its bounds.

        Returns the new value for `=`, else the amount by which the cell has changed: negative if
        a negative amount has changed it the other way.
        """
        if cell < 0:
            return 0
        s, before = self.s, self.s[cell]
        if op == "+":
            value = before + value
        elif op == "-":
            value = before - value
        elif op == "pay":
            value = before - max(0, value) if before - (low or 0) >= value else before
        if not -MAX_NUMBER <= value <= MAX_NUMBER:
            raise OutOfRange
        if low is not None and value < low:
            value = low
        if high is not None and value > high:
            value = high
        s[cell] = int(value)
        if op == "=":
            return s[cell]
        return s[cell] - before if op == "+" else before - s[cell]

    def change_set(self, op: str, cell: int, mask: int) -> int:
        """Sets the members of a set, or adds or removes members.

        Returns the new members for `=`, else the members that were added or removed.
        """
        if cell < 0:
            return 0
        before = self.s[cell]
        after = {"=": mask, "+": before | mask, "-": before & ~mask}[op]
        self.s[cell] = after
        return after if op == "=" else before ^ after

    def reset(self, start: int, end: int, value: int) -> None:
        faces = self.program.layout.face_down
        flags = frozenset[int]() if faces is None else faces.flags
        for cell in sorted(flags.intersection(range(start, end))):
            self.note_flip(cell, value)
        self.s[start:end] = [value] * (end - start)

    def shuffle(self, zone: int) -> None:
        """Shuffles a zone (Fisher and Yates, from the end)."""
        cards = self.z[zone - self.program.layout.zone_first] if zone else []
        self.spend(SHUFFLED * len(cards))
        for index in range(len(cards) - 1, 0, -1):
            self.rng, other = below(self.rng, index + 1)
            cards[index], cards[other] = cards[other], cards[index]

    def roll(self, die: int, offset: int, faces: tuple[int, ...]) -> int:
        """Gives a die one of these faces at random, and returns it."""
        if not die:
            return 0
        self.rng, side = below(self.rng, len(faces))
        self.s[offset + die] = faces[side]
        return faces[side]

    def rest(self, die: int) -> None:
        """Removes the face of a die that is in supply, or in a zone where dice are at rest."""
        cell = self.program.faces.get(die)
        if cell is not None and self.s[die] in self.program.at_rest:
            self.s[cell] = 0

    def copy(self) -> Self:
        """An independent copy of the game."""
        other = type(self).__new__(type(self))
        self._give_to(other)
        return other

    def _give_to(self, other: GameState) -> None:
        """Copies this position to another game, or to a new one."""
        other.program, other.seed, other.rng = self.program, self.seed, self.rng
        other.s = self.s[:]
        other.z = [zone[:] for zone in self.z]
        other.frames = [frame[:] for frame in self.frames]
        other.log, other.answers = self.log, self.answers
        other.question, other.over, other.ended = self.question, self.over, self.ended
        other.work, other.left = self.work, self.left

    def state(self) -> tuple[object, ...]:
        """Everything that identifies this position, as plain numbers."""
        frames = tuple(tuple(frame) for frame in self.frames)
        zones = tuple(tuple(zone) for zone in self.z)
        asked = self.question
        where = (asked.player, asked.site, asked.answers) if asked else ()
        return tuple(self.s), zones, frames, self.rng, self.over, where

    def answered(self) -> list[int]:
        """The indexes of all answers so far, first to last."""
        return [index for index, *_ in newest_first(self.answers)][::-1]

    def open_at_once_block(self) -> tuple[list[int], AtOnceSlots] | None:
        """The frame of the current `all at once` block, and its registers there."""
        batches = self.program.batches
        for frame in self.frames if batches else ():
            for batch in batches.get(frame[1], ()):
                if frame[FRAME + batch.open]:
                    return frame, batch
        return None
