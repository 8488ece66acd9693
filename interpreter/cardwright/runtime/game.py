"""A game in play: the state, the stack of frames, and the one loop that steps it.

A game stops at each question; `answer` continues from there. All of it is whole numbers in
lists, so `copy` is a few list copies, at any question, in the middle of any effect.
"""

from __future__ import annotations

from collections.abc import Sequence

from cardwright.backends.intrinsics import MAX_NUMBER
from cardwright.backends.python.nodes import FRAME
from cardwright.backends.python.program import Program
from cardwright.board.layout import SEATS
from cardwright.board.types import Type
from cardwright.language.analysis.work_bounds import STEPS
from cardwright.program.decision_points import (
    BranchPoint,
    ChoicePoint,
    MenuPoint,
    OptionRow,
    Point,
    TriggerPoint,
)
from cardwright.runtime import at_once, automaton, in_effect, remade
from cardwright.runtime.limits import all_needed, limits_left
from cardwright.runtime.rng import below, seeded
from cardwright.source.records import dataclass

DEPTH = 200  # frames on the stack
DONE = -1  # the answer that ends a choice of several
VEIL = -1  # in the log, in place of a site: by whose eyes all that is older is read
OWNED = -2  # in the log, in place of a site: a thing, and who owned it in all that is older
FORMED = -3  # in the log, in place of a site: a thing, and its design in all that is older
FLIPPED = -4  # in the log, in place of a site: a cell that turns things face down, and its value

Log = tuple[object, tuple[int, ...]] | None


class GameError(Exception):
    """An error of a pack that no check could find: its `code`, and the running rules."""

    def __init__(self, code: str, message: str, where: Sequence[str]) -> None:
        super().__init__(message)
        self.code, self.where = code, tuple(where)


@dataclass(frozen=True, slots=True)
class Question:
    """Who is asked, at which site, and the legal answers (ids, values or indexes)."""

    player: int
    site: int
    answers: tuple[int, ...]


class Game:
    """Start one with `Game(program, seed)`; then read `question` and call `answer`."""

    __slots__ = ("answers", "frames", "log", "over", "program", "question", "rng", "s", "seed", "z")

    def __init__(self, program: Program, seed: int, *, start: bool = True) -> None:
        self.program, self.seed = program, seed
        self.rng = seeded(seed)
        self.s: list[int] = list(program.layout.start)
        self.z: list[list[int]] = [[] for _ in program.layout.zones]
        if program.layout.forms:
            self.z.append([])  # what has become another thing, see `remade`
        self.frames: list[list[int]] = []
        self.log: Log = None
        self.answers: Log = None
        self.question: Question | None = None
        self.over = False
        if start:
            self._begin()

    def _begin(self) -> None:
        program = self.program
        first = self._seat(program.layout.zone_id(SEATS))
        self.push(program.rule(program.checked.declared.main), (first,))
        self._run()

    def _seat(self, seats: int) -> int:
        """Seats the players in a random order; the first of them."""
        layout = self.program.layout
        self.z[seats - layout.zone_first].extend(layout.kind("player"))
        self.shuffle(seats)
        return self.z[seats - layout.zone_first][0]

    # ------------------------------------------------------------------------- play

    def answer(self, index: int) -> None:
        """Goes on with the answer at `index` of the question's legal answers.

        Raises IndexError when there is no such answer, ValueError when the game is over.
        """
        question = self.question
        if question is None:
            raise ValueError("the game is over; there is no question to answer")
        if not 0 <= index < len(question.answers):
            raise IndexError(f"no answer {index}; there are {len(question.answers)}")
        self.answers = (self.answers, (index,))
        self._give(question, index)
        self._run()

    def _give(self, question: Question, index: int) -> None:
        """What follows from an answer, up to the next block."""
        self.question = None
        site = self.program.code.points[question.site]
        value = question.answers[index]
        if isinstance(site, ChoicePoint) and value != DONE:
            value = self._drawn(self.frames[-1], site, value, question.player)
        self._note_answer(question, site, value)
        frame = self.frames[-1]
        if isinstance(site, ChoicePoint):
            self._take(frame, site, value)
        elif isinstance(site, BranchPoint):
            frame[0] = site.blocks[value]
        else:
            assert isinstance(site, MenuPoint)
            if isinstance(site, TriggerPoint):
                at_once.run(self, frame, site, value)
            else:
                self._picked(frame, site, value, question.player)

    def _note_answer(self, question: Question, site: Point, value: int) -> None:
        """Logs who answered what, and where the named thing was."""
        thing = isinstance(site, ChoicePoint) and site.type.base == "thing" and value > 0
        where = self.s[value] if thing else 0
        told: list[int] = []
        if isinstance(site, BranchPoint):
            for reg in site.told[value].values:
                said: int = self.frames[-1][FRAME + reg.index]  # type: ignore[assignment]
                told += [said, self.s[said] if reg.type.is_thing else 0]
        self.log = (self.log, (question.site, question.player, value, where, *told))

    def _run(self) -> None:
        try:
            self._step()
        except RecursionError:
            raise GameError("CW402", "a definition depends on itself", self.where()) from None
        except OverflowError as error:
            raise GameError("CW403", str(error), self.where()) from None

    def _step(self) -> None:
        frames, blocks, s, z = self.frames, self.program.blocks, self.s, self.z
        left = STEPS
        while frames:
            frame = frames[-1]
            if blocks[frame[0]](self, s, z, frame) and not self._answers_itself():
                return
            left -= 1
            if not left:
                raise GameError("CW401", "an effect never ends", self.where())
        self.over = True

    def _answers_itself(self) -> bool:
        """Answers a question to an automaton; whether it was one."""
        question = self.question
        if question is None or question.player not in self.program.automata:
            return False
        self.question = None
        self._give(question, automaton.answered(self, question))
        return True

    def error(self, code: str, message: str) -> GameError:
        """An error at what is running now."""
        return GameError(code, message, self.where())

    def where(self) -> list[str]:
        """The rules that are running, innermost last."""
        return [self.program.entries[frame[1]].name for frame in self.frames]

    def push(self, routine: int, values: tuple[int, ...]) -> None:
        """A new frame; what nobody does (*you* is none) is not done."""
        if not values[0]:
            return
        entry = self.program.entries[routine]
        if len(self.frames) >= DEPTH:
            raise GameError("CW402", "rules call each other endlessly", self.where()[-6:])
        frame = [entry.block, routine, *values]
        frame.extend([0] * (entry.registers - len(values)))
        self.frames.append(frame)

    def perform(self, slot: str, of: int, you: int) -> None:
        table = self.program.effects.get(slot)
        routine = -1 if table is None else table[self.program.layout.form(self.s, of).id]
        if of and routine >= 0:
            self.push(routine, (you, of))

    def leave(self) -> None:
        self.frames.pop()

    def finish(self) -> None:
        self.frames.clear()
        self.over = True

    def cancel(self) -> int:
        """Cancels what is replied to in the nearest window: what it is about, 0 if that is no
        thing, and -1 if it can't be cancelled any more."""
        windows = self.program.windows
        for frame in reversed(self.frames):
            if (window := windows.get(frame[1])) is not None:
                if window.goes_on is None or frame[FRAME + window.cancelled]:
                    return -1
                frame[FRAME + window.cancelled] = 1
                return 0 if window.about is None else frame[FRAME + window.about]
        return -1

    def open_windows(self) -> int:
        return sum(frame[1] in self.program.windows for frame in self.frames)

    def close_window(self, cancelled: int, goes_on: int) -> None:
        """Leaves a window; if its event was cancelled, that does not happen."""
        self.frames.pop()
        if cancelled:
            self.frames[-1][0] = goes_on

    def running(self, routine: int) -> bool:
        return any(frame[1] == routine for frame in self.frames)

    def first_batch(self) -> int:
        """1 for a block that happens all at once, 0 for one inside another."""
        return int(at_once.open_batch(self) is None)

    def was_active(self, row: int, this: int) -> bool:
        return at_once.was_active(self, row, this)

    def react(self, routine: int, values: tuple[int, ...], limited: int) -> None:
        at_once.react(self, routine, values, limited)

    def next_trigger(self, s: list[int], z: list[list[int]], f: list[int], number: int) -> bool:
        """Runs what has waited for the end of a block; asks for the order if somebody has it."""
        site = self.program.code.points[number]
        assert isinstance(site, TriggerPoint)
        rows = at_once.next_rows(self, f, site)
        if not rows:
            f[0] = site.done
            return False
        player = site.chooser(s, z, f) if len(rows) > 1 else 0
        if not player or player in self.program.automata:
            at_once.run(self, f, site, rows[0])
            return False
        self.question = Question(player, number, rows)
        return True

    def any_running(self, routines: tuple[int, ...]) -> bool:
        return any(frame[1] in routines for frame in self.frames)

    # ------------------------------------------------------------------- questions

    def choose(self, s: list[int], z: list[list[int]], f: list[int], number: int) -> bool:
        """Asks for the next member of a choice, or takes it if there is only one way."""
        site = self.program.code.points[number]
        assert isinstance(site, ChoicePoint)
        while True:
            chosen: tuple[int, ...] = f[site.chosen]  # type: ignore[assignment]
            count, low, high = len(chosen), f[site.low], f[site.high]
            options = () if 0 <= high <= count else self._options(s, z, f, site, chosen)
            if not options:
                self._close(f, site, chosen)
                return False
            if site.random:
                picked = self.at_random(options, site.type)
                self._note_answer(Question(site.chooser(s, z, f), number, ()), site, picked)
                f[site.chosen] = (*chosen, picked)  # type: ignore[call-overload]
                continue
            if count >= low or (len(options) > 1 and not self._all_needed(s, z, f, site, chosen)):
                break
            if not (player := site.chooser(s, z, f)):
                break
            only = self._drawn(f, site, options[0], player)
            f[site.chosen] = (*chosen, only)  # type: ignore[call-overload]
        if count >= low:
            options = (*options, DONE)
        player = site.chooser(s, z, f)
        if not player:
            self._close(f, site, ())
            return False
        self.question = Question(player, number, options)
        return True

    def _all_needed(
        self,
        s: list[int],
        z: list[list[int]],
        f: list[int],
        site: ChoicePoint,
        chosen: tuple[int, ...],
    ) -> bool:
        """Whether all that may be taken has to be, so that there is nothing to choose."""
        needed = f[site.low] - len(chosen)
        if site.needed >= 0:
            needed = max(needed, f[site.needed])
        if needed < 2 or site.ordered:
            return False
        found = self._candidates(s, z, f, site, chosen)
        return all_needed(found, needed, site.again, limits_left(s, z, f, site, chosen))

    def _options(
        self,
        s: list[int],
        z: list[list[int]],
        f: list[int],
        site: ChoicePoint,
        chosen: tuple[int, ...],
    ) -> tuple[int, ...]:
        options = self._candidates(s, z, f, site, chosen)
        if site.alike and not site.random and len(options) > 1:
            options = self._unlike(s, options, site.chooser(s, z, f))
        return tuple(options)

    def _candidates(
        self,
        s: list[int],
        z: list[list[int]],
        f: list[int],
        site: ChoicePoint,
        chosen: tuple[int, ...],
    ) -> Sequence[int]:
        """What may be taken next, including interchangeable things."""
        options: Sequence[int] = f[site.source]  # type: ignore[assignment]
        if not site.again and chosen:
            options = [x for x in options if x not in chosen]
        for limit in limits_left(s, z, f, site, chosen):
            options = [x for x in options if limit.room(x) > 0]
        return options

    def _unlike(self, s: list[int], options: Sequence[int], player: int) -> list[int]:
        """One of each group of things that the chooser can't distinguish.

        Hidden ones come last, ordered by location: an order by identity would reveal them.
        """
        key_of = self.program.symmetry_key
        loaded = frozenset(s[: self.program.layout.count] if self.program.stacks else ())
        seen: dict[tuple[int, ...], int] = {}
        unseen: dict[tuple[int, int, str], int] = {}
        for item in options:
            if self._unseen(item, player):
                unseen.setdefault(self._outside(item), item)
            else:
                seen.setdefault((item,) if item in loaded else key_of(s, item), item)
        return [*seen.values(), *(unseen[at] for at in sorted(unseen))]

    def _outside(self, item: int) -> tuple[int, int, str]:
        """What those know of a thing who don't see it: where it is; of one that lies face down,
        also whose it is, and its back."""
        layout, place = self.program.layout, self.s[item]
        if layout.face_down is None or layout.zone_first <= place < layout.zone_end:
            return place, 0, ""
        return place, self.s[layout.owner + item], layout.face_down.backs[item]

    def _unseen(self, item: int, player: int) -> bool:
        """Whether a thing lies face down, or in a zone that the player can't look into."""
        s, layout = self.s, self.program.layout
        zone = s[item] - layout.zone_first
        if not 0 <= zone < len(layout.zones):
            faces = layout.face_down
            return faces is not None and faces.hides(s, item, s[item], player)
        declared, owner = self.program.layout.zones[zone]
        return declared.seen_by != "all" and not (declared.seen_by == "owner" and owner == player)

    def _drawn(self, f: list[int], site: ChoicePoint, value: int, player: int) -> int:
        """The thing itself; of what the player can't see, one at random."""
        if not site.alike or not self._unseen(value, player):
            return value
        chosen: tuple[int, ...] = f[site.chosen]  # type: ignore[assignment]
        outside = self._outside(value)
        found = self._candidates(self.s, self.z, f, site, chosen)
        same = [x for x in found if self._unseen(x, player) and self._outside(x) == outside]
        return self.at_random(same, site.type)

    def at_random(self, options: Sequence[int], type: Type) -> int:
        """One of some things or values, drawn at random."""
        self.rng, pick = below(self.rng, len(options))
        return options[pick]

    def name_at_random(self, names: Sequence[str]) -> int:
        """The index of one of some answers that are no things or values, drawn at random."""
        self.rng, pick = below(self.rng, len(names))
        return pick

    def _close(self, f: list[int], site: ChoicePoint, chosen: tuple[int, ...]) -> None:
        if site.spent >= 0 and chosen:
            self._spend(f, site, chosen)
        if site.many:
            f[site.result] = chosen  # type: ignore[call-overload]
        else:
            f[site.result] = chosen[0] if chosen else 0
        f[0] = site.done

    def _spend(self, f: list[int], site: ChoicePoint, chosen: tuple[int, ...]) -> None:
        """Remembers the groups of what was taken, as they are before it happens."""
        s, z = self.s, self.z
        more = tuple(
            (number, limit.key(s, z, f, item))
            for item in chosen
            for number, limit in enumerate(site.limits)
        )
        f[site.spent] = (*f[site.spent], *more)  # type: ignore[call-overload,misc]

    def _take(self, f: list[int], site: ChoicePoint, value: int) -> None:
        chosen: tuple[int, ...] = f[site.chosen]  # type: ignore[assignment]
        if value == DONE:
            self._close(f, site, chosen)
        else:
            f[site.chosen] = (*chosen, value)  # type: ignore[call-overload]

    def choose_branch(self, s: list[int], z: list[list[int]], f: list[int], number: int) -> bool:
        site = self.program.code.points[number]
        assert isinstance(site, BranchPoint)
        open_ = tuple(i for i, test in enumerate(site.tests) if test is None or test(s, z, f))
        if len(open_) < 2:
            f[0] = site.blocks[open_[0]] if open_ else site.after
            return False
        player = site.chooser(s, z, f)
        if not player:
            f[0] = site.after
            return False
        self.question = Question(player, number, open_)
        return True

    def open(self, s: list[int], z: list[list[int]], f: list[int], number: int) -> bool:
        """Offers a menu's options; *pass* too when the menu was opened with `or`."""
        site = self.program.code.points[number]
        assert isinstance(site, MenuPoint)
        you = site.chooser(s, z, f)
        if not you:
            f[0] = site.done
            return False
        given = tuple(value(s, z, f) for value in site.arguments)
        there = all(value(s, z, f) for value in site.needed)
        offered = (i for i, row in enumerate(site.rows) if self.offered(row, you, given))
        rows = tuple(offered) if there else ()
        if not rows and not site.always:
            f[0] = site.passed
            return False
        if len(rows) == 1 and not site.can_pass:
            self._picked(f, site, rows[0], you)
            return False
        self.question = Question(you, number, (*rows, DONE) if site.can_pass else rows)
        return True

    def offered(self, row: OptionRow, you: int, given: tuple[int, ...] = ()) -> bool:
        """Whether an option is; `given` is what its menu was opened with."""
        s, z = self.s, self.z
        if row.limit_cell >= 0 and s[row.limit_cell + you]:
            return False
        if row.test is not None and not row.test(s, z, you, row.this, *given):
            return False
        return row.payable is None or bool(row.payable(s, z, you, row.this, *given))

    def _picked(self, f: list[int], site: MenuPoint, value: int, you: int) -> None:
        if value == DONE:
            f[0] = site.passed
            return
        row = site.rows[value]
        f[0] = site.done
        given = tuple(argument(self.s, self.z, f) for argument in site.arguments)
        if row.limit_cell >= 0:
            self.s[row.limit_cell + you] = 1
        self.push(row.routine, (you, row.this, *given))

    # ------------------------------------------------------------------------ verbs

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
        s[item] = to
        zone = to - first
        if 0 <= zone < len(layout.zones):
            self._into(zone, item, at)

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
        """Moves a thing; nowhere to go is no move."""
        if to:
            self.move(item, to, at)

    def give(self, item: int, player: int) -> None:
        if item:
            self.own(item, player)

    def own(self, item: int, player: int) -> None:
        """A new owner; the log keeps the one before, by whom older lines name the thing."""
        at = self.program.layout.owner + item
        if self.s[at] != player:
            self.log = (self.log, (OWNED, item, self.s[at]))
            self.s[at] = player

    def note_design(self, item: int, before: int) -> None:
        """The log keeps what a thing was, by which older lines name it."""
        self.log = (self.log, (FORMED, item, before))

    def note_flip(self, cell: int, value: int) -> None:
        """The log keeps the old value of a flag that turns things face down, by which older lines
        are read."""
        if cell >= 0 and self.s[cell] != value:
            self.log = (self.log, (FLIPPED, cell, self.s[cell]))

    # -------------------------------------------------------------- lasting effects

    def begin(self, effect: str, values: tuple[int, ...], owner: int, point: int) -> int:
        return in_effect.begin(self, effect, values, owner, point)

    def end(self, item: int, point: int) -> None:
        in_effect.end(self, item, point)

    def lapse(self) -> None:
        in_effect.lapse(self)

    def forget(self, thing: int) -> None:
        at_once.forget(self, thing)

    def vacate(self, place: int, gone: Sequence[int]) -> None:
        in_effect.vacate_and_forget(self, place, gone)

    def become(self, item: int, design: int, actor: int, point: int) -> None:
        remade.become(self, item, design, actor, point)

    def need_token(self, item: int, kind: str) -> None:
        remade.need_token(self, item, kind)

    def make_token(self, item: int, owner: int, design: int) -> None:
        remade.make_token(self, item, owner, design)

    def leave_play(self, item: int) -> None:
        at_once.leave_play(self, item)

    def leave_sight(self, item: int) -> None:
        if remade.out_of_sight(self, item):
            remade.leave_play(self, item)

    def change(self, op: str, cell: int, value: int, low: int | None, high: int | None) -> int:
        """Sets, raises or lowers a cell within its bounds.

        Returns the new value for `=`, else by how much the cell has changed.
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
            raise GameError("CW403", "a number is out of range", self.where())
        if low is not None and value < low:
            value = low
        if high is not None and value > high:
            value = high
        s[cell] = int(value)
        return s[cell] if op == "=" else abs(s[cell] - before)

    def change_set(self, op: str, cell: int, mask: int) -> int:
        """Sets what is in a set, or adds or removes members.

        Returns what is in it now for `=`, else the members by which it has changed.
        """
        if cell < 0:
            return 0
        before = self.s[cell]
        after = {"=": mask, "+": before | mask, "-": before & ~mask}[op]
        self.s[cell] = after
        return after if op == "=" else before ^ after

    def reset(self, start: int, end: int, value: int) -> None:
        faces = self.program.layout.face_down
        for cell in faces.flags.intersection(range(start, end)) if faces is not None else ():
            self.note_flip(cell, value)
        self.s[start:end] = [value] * (end - start)

    def shuffle(self, zone: int) -> None:
        """Fisher and Yates, from the end."""
        cards = self.z[zone - self.program.layout.zone_first] if zone else []
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
        """Takes away the face of a die that is in supply, or in a zone where dice are at rest."""
        cell = self.program.faces.get(die)
        if cell is not None and self.s[die] in self.program.at_rest:
            self.s[cell] = 0

    # ----------------------------------------------------------------- copy and end

    def copy(self) -> Game:
        """An independent copy of the game."""
        other = Game.__new__(Game)
        other.program, other.seed, other.rng = self.program, self.seed, self.rng
        other.s = self.s[:]
        other.z = [zone[:] for zone in self.z]
        other.frames = [frame[:] for frame in self.frames]
        other.log, other.answers = self.log, self.answers
        other.question, other.over = self.question, self.over
        return other

    def state(self) -> tuple[object, ...]:
        """All that makes this position what it is, as plain numbers."""
        frames = tuple(tuple(frame) for frame in self.frames)
        zones = tuple(tuple(zone) for zone in self.z)
        asked = self.question
        where = (asked.player, asked.site, asked.answers) if asked else ()
        return tuple(self.s), zones, frames, self.rng, self.over, where

    def answered(self) -> list[int]:
        """The indexes of all answers so far, first to last."""
        found: list[int] = []
        link = self.answers
        while link is not None:
            found.append(link[1][0])
            link = link[0]  # type: ignore[assignment]
        return found[::-1]


__all__ = ["DONE", "FRAME", "Game", "GameError", "Question"]
