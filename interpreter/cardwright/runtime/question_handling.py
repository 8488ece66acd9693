"""The questions of a game: what may be chosen, and what follows from an answer."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import filterfalse

from cardwright.board.types import thing
from cardwright.language.analysis.metering import LINE
from cardwright.program.decision_points import (
    BranchPoint,
    ChoicePoint,
    MenuPoint,
    OptionRow,
    Point,
    TriggerPoint,
    rows_in_play,
)
from cardwright.program.operations import FRAME
from cardwright.runtime import at_once
from cardwright.runtime.choice_limits import RemainingLimit, must_take_all, remaining_limits
from cardwright.runtime.game_state import DONE, Question
from cardwright.runtime.question_visibility import QuestionVisibility


class QuestionHandling(QuestionVisibility):
    """A position that stops when a player is asked, unless there is only one answer."""

    __slots__ = ()

    def choose(self, s: list[int], z: list[list[int]], f: list[int], number: int) -> bool:
        """Asks for the next member of a choice, or takes it if there is only one way."""
        site = self.program.code.points[number]
        assert isinstance(site, ChoicePoint)
        low, high = f[site.low], f[site.high]
        while (taken := len(_chosen(f, site))) < high or high < 0:
            candidates = self._candidates(f, site)
            options = self._options(f, site, candidates)
            if not options:
                break
            if taken:
                self._count_work(f, site)
            player = site.chooser(s, z, f)
            if site.random:
                value = self.at_random(options, site.type)
            elif not player:
                self._close(f, site, ())
                return False
            elif taken >= low:
                self.question = Question(player, number, (*options, DONE))
                return True
            elif len(options) > 1 and not self._must_take_all(f, site, low - taken, candidates):
                self.question = Question(player, number, options)
                return True
            else:
                value = self._drawn(f, site, options[0], player)
            if site.random or site.unlogged:
                self._note_answer(player, site, value)
            f[site.chosen] = (*_chosen(f, site), value)  # type: ignore[call-overload]
        self._close(f, site, _chosen(f, site))
        return False

    def _count_work(self, f: list[int], site: ChoicePoint) -> None:
        """Counts the work for one more member: each candidate was compared with the chosen ones."""
        found, chosen = f[site.source], _chosen(f, site)
        self.spend(LINE + len(found) * len(chosen) * site.weight)  # type: ignore[arg-type]

    def _must_take_all(
        self, f: list[int], site: ChoicePoint, needed: int, candidates: Sequence[int]
    ) -> bool:
        """Whether all candidates have to be taken (`needed` or more), so that there is nothing to
        choose.
        """
        if site.needed >= 0:
            needed = max(needed, f[site.needed])
        if needed < 2 or site.ordered:
            return False
        return must_take_all(candidates, needed, site.again, self._limits(f, site))

    def _options(
        self, f: list[int], site: ChoicePoint, candidates: Sequence[int]
    ) -> tuple[int, ...]:
        """What may be taken next; one of each group of interchangeable things."""
        if site.interchangeable and not site.random and len(candidates) > 1:
            candidates = self._unlike(candidates, site.chooser(self.s, self.z, f))
        return tuple(candidates)

    def _candidates(self, f: list[int], site: ChoicePoint) -> Sequence[int]:
        """What may be taken next, including interchangeable things."""
        options: Sequence[int] = f[site.source]  # type: ignore[assignment]
        if f[site.chosen] and not site.again:
            options = [*filterfalse({*_chosen(f, site)}.__contains__, options)]
        if site.limits:
            for limit in self._limits(f, site):
                options = [x for x in options if limit.room(x) > 0]
        return options

    def _limits(self, f: list[int], site: ChoicePoint) -> list[RemainingLimit]:
        return remaining_limits(self.s, self.z, f, site, _chosen(f, site))

    def _unlike(self, options: Sequence[int], player: int) -> list[int]:
        """One of each group of things that the chooser can't distinguish.

        Hidden ones come last, ordered by location: an order by identity would reveal them.
        """
        s, program = self.s, self.program
        looks, owners, hides = program.appearances, program.owners, program.hides
        open_ = program.open_zones
        loaded = frozenset(s[: program.layout.count] if program.stacks else ())
        seen: dict[tuple[int, ...] | int, int] = {}
        key: tuple[int, ...]
        unseen: dict[tuple[int | str, ...], int] = {}
        for item in options:
            look = looks[item]
            if item in hides and s[item] not in open_ and self._unseen(item, player):
                unseen.setdefault(self._outside(item, player), item)
            elif look is None or item in loaded:
                seen[item] = item
            else:  # like `symmetry_key`, which is called most from here
                key = (look[0], s[item], s[owners + item])
                if cells := look[1]:
                    key += tuple([s[cell + item] for cell in cells])
                if key not in seen:
                    seen[key] = item
        return [*seen.values(), *(unseen[at] for at in sorted(unseen))]

    def _drawn(self, f: list[int], site: ChoicePoint, value: int, player: int) -> int:
        """The thing itself; of things that the player can't see, a random one."""
        if not (
            site.interchangeable and value in self.program.hides and self._unseen(value, player)
        ):
            return value
        outside, unseen = self._outside(value, player), self._unseen
        found = (x for x in self._candidates(f, site) if unseen(x, player))
        same = [x for x in found if self._outside(x, player) == outside]
        return self.at_random(same, site.type)

    def _close(self, f: list[int], site: ChoicePoint, chosen: tuple[int, ...]) -> None:
        if site.spent >= 0 and chosen:
            self._spend(f, site, chosen)
        if site.many:
            f[site.result] = chosen  # type: ignore[call-overload]
        else:
            f[site.result] = chosen[0] if chosen else 0
        f[0] = site.done

    def _spend(self, f: list[int], site: ChoicePoint, chosen: tuple[int, ...]) -> None:
        """Stores the groups of the chosen things, as they are before the effect happens."""
        s, z = self.s, self.z
        more = tuple(
            (number, limit.key(s, z, f, item))
            for item in chosen
            for number, limit in enumerate(site.limits)
        )
        f[site.spent] = (*f[site.spent], *more)  # type: ignore[call-overload,misc]

    def _take(self, f: list[int], site: ChoicePoint, value: int) -> None:
        chosen = _chosen(f, site)
        if value != DONE:
            f[site.chosen] = chosen = (*chosen, value)  # type: ignore[call-overload]
        if value == DONE or len(chosen) == f[site.high]:
            self._close(f, site, chosen)

    def choose_branch(self, s: list[int], z: list[list[int]], f: list[int], number: int) -> bool:
        site = self.program.code.points[number]
        assert isinstance(site, BranchPoint)
        open_ = tuple(i for i, test in enumerate(site.tests) if test is None or test(s, z, f))
        player = site.chooser(s, z, f) if len(open_) > 1 or (open_ and site.unlogged) else 0
        if len(open_) < 2:
            if player:
                self._note_answer(player, site, open_[0])
            f[0] = site.blocks[open_[0]] if open_ else site.after
            return False
        if not player:
            f[0] = site.after
            return False
        self.question = Question(player, number, open_)
        return True

    def open(self, s: list[int], z: list[list[int]], f: list[int], number: int) -> bool:
        """Offers a menu's options; also *pass* if the menu was opened with `or`."""
        site = self.program.code.points[number]
        assert isinstance(site, MenuPoint)
        you = site.chooser(s, z, f)
        if not you:
            f[0] = site.done
            return False
        given = self._opened_with(f, site)
        there = all(value(s, z, f) for value in site.needed)
        rows = self._in_public_order(site, self._offered(site, you, given), you) if there else ()
        if not rows and not site.always:
            f[0] = site.passed
            return False
        if len(rows) == 1 and not site.can_pass:
            only = self._drawn_row(f, site, rows[0], you)
            self._note_answer(you, site, only)
            self._picked(f, site, only, you)
            return False
        self.question = Question(you, number, (*rows, DONE) if site.can_pass else rows)
        return True

    def _in_public_order(
        self, site: MenuPoint, numbers: tuple[int, ...], you: int
    ) -> tuple[int, ...]:
        """Puts options on things that a player can't see last, by location: one of each that look
        the same.
        """
        looks = self._hidden_looks(site, numbers, you) if self.program.hides else {}
        if not looks:
            return numbers
        first = {looks[i]: i for i in reversed(looks)}
        return (*(i for i in numbers if i not in looks), *(first[look] for look in sorted(first)))

    def _hidden_looks(
        self, site: MenuPoint, numbers: tuple[int, ...], you: int
    ) -> dict[int, tuple[tuple[int | str, ...], int]]:
        """For options on things that a player can't see: what is known of the thing, and the
        option's number.
        """
        rows, hides = site.rows, self.program.hides
        on = [(i, rows[i].this) for i in numbers if rows[i].this in hides]
        hidden = ((i, this) for i, this in on if self._unseen(this, you))
        return {i: (self._outside(this, you), rows[i].routine) for i, this in hidden}

    def _drawn_row(self, f: list[int], site: MenuPoint, value: int, you: int) -> int:
        """The option itself; of options on things that the player can't see, a random one."""
        this = site.rows[value].this if value != DONE else 0
        if this not in self.program.hides or not self._unseen(this, you):
            return value
        if isinstance(site, TriggerPoint):
            offered = at_once.next_rows(self, f, site)
        else:
            offered = self._offered(site, you, self._opened_with(f, site))
        looks = self._hidden_looks(site, (*offered, value), you)
        same = [i for i in offered if looks.get(i) == looks[value]] or [value]
        first = {site.rows[i].this: i for i in reversed(same)}
        things = [*dict.fromkeys(site.rows[i].this for i in same)]
        board, items = self.program.board, self.program.layout.items
        return first[self.at_random(things, thing(board.root(items[this].kind)))]

    def _opened_with(self, f: list[int], site: MenuPoint) -> tuple[int, ...]:
        """The arguments with which a menu was opened."""
        return tuple(value(self.s, self.z, f) for value in site.arguments)

    def _offered(self, site: MenuPoint, you: int, given: tuple[int, ...]) -> tuple[int, ...]:
        """The numbers of the rows that are offered."""
        if site.in_play is None:
            site.in_play = rows_in_play(site.rows, self.program.layout.forms)
        (numbers, steps), rows = site.in_play.in_state(self.s, self.z), site.rows
        self.spend(steps)

        def found() -> tuple[int, ...]:
            return tuple([i for i in numbers if self.offered(rows[i], you, given)])

        backend = self.program.backend
        if backend is None or self.program.constants.heavy is None:
            return found()
        offered: tuple[int, ...] = backend.steady(self.s, self.z, found)
        return offered

    def offered(self, row: OptionRow, you: int, given: tuple[int, ...] = ()) -> bool:
        """Whether an option is offered; `given` are the arguments with which its menu was
        opened.
        """
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
        given = self._opened_with(f, site)
        if row.limit_cell >= 0:
            self.s[row.limit_cell + you] = 1
        self.push(row.routine, (you, row.this, *given))

    def _note_answer(self, player: int, site: Point, value: int) -> None:
        """Logs who answered, the answer, and where the named thing was."""
        named = isinstance(site, ChoicePoint) and site.type.base == "thing" and value > 0
        item = site.rows[value].this if isinstance(site, TriggerPoint) else value if named else 0
        where = self.s[item] if item else 0
        more: list[int] = []
        if named and (face := self.program.faces.get(value)) is not None:
            more = [self.s[face]]
        if isinstance(site, BranchPoint):
            for reg in site.log_texts[value].values:
                said = self.frames[-1][FRAME + reg.index]
                more += [said, self.s[said] if reg.type.is_thing else 0]
        self.log = (self.log, (site.index, player, value, where, *more))


def _chosen(f: list[int], site: ChoicePoint) -> tuple[int, ...]:
    """The members chosen so far."""
    return f[site.chosen]  # type: ignore[return-value]
