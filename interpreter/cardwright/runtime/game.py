"""A game in play: the one loop that steps it, from question to question.

A game stops at each question; `answer` continues from there.
"""

from __future__ import annotations

from typing import ClassVar, Literal

from cardwright.backends.game_errors import GameError, TooMuchWork
from cardwright.backends.recursion_limit import deep_calls
from cardwright.board.layout import SEATS
from cardwright.language.analysis.metering import MAX_OF_ANSWER, MAX_OF_GAME
from cardwright.program.decision_points import BranchPoint, ChoicePoint, MenuPoint, TriggerPoint
from cardwright.program.program import Program
from cardwright.runtime import at_once, automaton, lasting_effects, transformations
from cardwright.runtime.game_state import DONE, UNLIMITED, Question
from cardwright.runtime.question_handling import QuestionHandling

COVERED = 10  # the factor on the steps that a game may take with coverage


class Game(QuestionHandling):
    """A game in play: start one with `Game(program, seed)`, then read `question` and call
    `answer`.
    """

    __slots__ = ()
    engine: ClassVar[Literal["python", "native"]] = "python"

    def __init__(self, program: Program, seed: int, *, start: bool = True) -> None:
        super().__init__(program, seed)
        if start:
            self._begin()

    def _begin(self) -> None:
        self._seat()
        self.push(self.program.rule(self.program.checked.declared.main), (self.seats[0],))
        self._run()

    def _seat(self) -> None:
        """Seats the players in a random order."""
        self.seats.extend(self.program.layout.kind("player"))
        self.shuffle(self.program.layout.zone_id(SEATS))

    @property
    def seats(self) -> list[int]:
        """The players, in the order of their seats."""
        layout = self.program.layout
        return self.z[layout.zone_id(SEATS) - layout.zone_first]

    def answer(self, index: int) -> None:
        """Continues with the answer at `index` of the question's legal answers.

        Raises IndexError if there is no such answer, ValueError if the game is over.
        """
        question = self._asked(index)
        self.answers = (self.answers, (index,))
        self._give(question, index)
        self._run()

    def _asked(self, index: int) -> Question:
        """The question to which this is an answer."""
        question = self.question
        if question is None:
            raise ValueError("the game is over; there is no question to answer")
        if not 0 <= index < len(question.answers):
            raise IndexError(f"no answer {index}; there are {len(question.answers)}")
        return question

    def in_python(self) -> Game:
        """A copy that may be changed, and that Python continues."""
        return self.copy()

    def _give(self, question: Question, index: int) -> None:
        """Carries out an answer, up to the next block."""
        self.question = None
        site = self.program.code.points[question.site]
        value = question.answers[index]
        if isinstance(site, ChoicePoint) and value != DONE:
            value = self._drawn(self.frames[-1], site, value, question.player)
        elif isinstance(site, MenuPoint):
            value = self._drawn_row(self.frames[-1], site, value, question.player)
        self._note_answer(question.player, site, value)
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

    def _run(self) -> None:
        """Runs to the next question; an error ends the game if an answer, or the game, is too much
        work.
        """
        assert self.program.backend is not None
        meter = self.program.backend.meter()
        self.left = meter.left = MAX_OF_ANSWER
        meter.answering = True
        try:
            with deep_calls():
                self._step()
        except TooMuchWork:
            raise self._too_much() from None
        except GameError as error:
            raise error.within(self.where()) from None
        finally:
            steps, self.left = 2 * MAX_OF_ANSWER - self.left - meter.left, UNLIMITED
            self.work += steps
            meter.answering = False
        if steps > MAX_OF_ANSWER or self.work > self._most:
            raise self._too_much()

    def _step(self) -> None:
        frames, blocks, s, z = self.frames, self.program.blocks, self.s, self.z
        automata = self.program.automata
        while frames:
            frame = frames[-1]
            if blocks[frame[0]](self, s, z, frame):
                if automata and self._answers_itself():
                    continue
                return
        self.over = True
        self.ended = self.ended or self.program.checked.declared.main

    @property
    def _most(self) -> int:
        """The most steps of a game; more with coverage, because values are then calculated anew."""
        return MAX_OF_GAME * (COVERED if self.program.coverage is not None else 1)

    def _too_much(self) -> GameError:
        message = (
            f"an effect never ends, or one answer is too much work: more than {MAX_OF_ANSWER:,} "
            "steps"
        )
        if self.work > self._most:
            message = f"the whole game is too much work: more than {self._most:,} steps"
        return GameError("CW401", message, self.where())

    def _answers_itself(self) -> bool:
        """Answers a question to an automaton; returns whether it was one."""
        question = self.question
        if question is None or question.player not in self.program.automata:
            return False
        self.question = None
        self._give(question, automaton.automaton_answer(self, question))
        return True

    def next_trigger(self, s: list[int], z: list[list[int]], f: list[int], number: int) -> bool:
        """Runs the abilities that have waited for the end of a block; asks for their order if a
        player decides it.
        """
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
        rows = self._in_public_order(site, rows, player)
        if len(rows) == 1:
            at_once.run(self, f, site, self._drawn_row(f, site, rows[0], player))
            return False
        self.question = Question(player, number, rows)
        return True

    was_active, react = at_once.was_active, at_once.react
    forget, vacate, leave_play = at_once.forget, at_once.vacate, at_once.leave_play
    begin, end, lapse = lasting_effects.begin, lasting_effects.end, lasting_effects.lapse
    become, make_token = transformations.become, transformations.make_token
    need_token = transformations.need_token

    def leave_sight(self, item: int) -> None:
        if transformations.out_of_sight(self, item):
            transformations.leave_play(self, item)
