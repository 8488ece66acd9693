"""Watches games as they are played: what was offered and used, what players held, who was ahead.

Responsible for the record of one game at a time. The copies in which players look ahead are not
watched. `subjects` defines what the numbers mean.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from cardwright.language import core
from cardwright.program.operations import FRAME
from cardwright.program.program import BlockFunction, Program
from cardwright.runtime import questions
from cardwright.runtime.game import Game
from cardwright_tools.sim.subjects import Subjects

OFFERED, TAKEN, USED, HELD, KEPT = range(5)
Uses = dict[tuple[int, int], list[int]]
Notice = Callable[[Game, list[int]], None]


@dataclass(slots=True)
class GameRecord:
    """The observations from one game.

    `uses`: by subject and player, both as numbers: how often it was offered and how often taken
    when there was another answer, how often it was used, whether it was ever held, and whether it
    was held at the end. A card is used when its effect runs; a card without effects, an option or a
    way is used when it is taken. `dead_turns`: turns in which their player had nothing to decide.
    `scores`: of all players, at the start of each turn and at the end; empty if the game has no
    scores. `asked`: how many decisions each rule asked for.
    """

    uses: Uses = field(default_factory=lambda: defaultdict(lambda: [0] * 5))
    dead_turns: int = 0
    scores: list[tuple[int, ...]] = field(default_factory=list)
    asked: Counter[str] = field(default_factory=Counter)


class GameRecorder:
    """Watches the games of one program, which `over` prepares."""

    def __init__(self, program: Program, score: Callable[[Game, int], int | None]) -> None:
        self.subjects = Subjects(program)
        self._rules = [point.routine for point in program.points]
        self.players = program.layout.kind("player")
        self._place = {player: at for at, player in enumerate(self.players)}
        self._score, self._automata = score, frozenset(program.automata)
        self._zones = [*_held_zones(program)]
        self._effective = {self.subjects.of_item[item] for item in _with_effects(program)}
        self._game: Game | None = None
        self.answers: list[tuple[int, str, int, str]] | None = None  # of the current game

    def over(self, program: Program, turn: str) -> Program:
        """The program, changed to report turns and effects."""
        self._has_turns = any(entry.name == turn for entry in program.entries)
        blocks = list(observing_runs(program, turn, self._if_watched(self._turn)).blocks)
        for block in {
            program.entries[at].block
            for table in program.effects.values()
            for at in table
            if at >= 0
        }:
            blocks[block] = _noticing(blocks[block], self._if_watched(self._effect))
        return replace(program, blocks=blocks)

    def _if_watched(self, notice: Notice) -> Notice:
        def noticed(game: Game, frame: list[int]) -> None:
            if game is self._game:
                notice(game, frame)

        return noticed

    # ------------------------------------------------------------------------- one game

    def begin(self, game: Game) -> None:
        self._game, self.seen = game, GameRecord()
        self.answers = None if self.answers is None else []
        self._turn_of, self._alive = 0, True
        self._last: list[list[int]] = [[] for _ in self._zones]

    def decided(self, game: Game, index: int) -> None:
        """Notes the question of a game, which is about to be answered."""
        question = game.question
        assert question is not None
        if not self._has_turns and question.player != self._turn_of:
            self._turn(game, [0] * FRAME + [question.player])
        self._hold(game)
        if self.answers is not None:
            answer, asked = questions.answers(game)[index], questions.prompt(game)
            self.answers.append((question.player, asked, len(question.answers), answer))
        many, place = len(question.answers) > 1, self._place[question.player]
        self.seen.asked[self._rules[question.site]] += 1
        self._alive |= many and question.player == self._turn_of
        about = self.subjects.answers(question.site, game.s, question.answers)
        for subject in {*about} if many else ():
            self.seen.uses[subject, place][OFFERED] += 1
        if about:
            self._took(about[index], place, many)

    def _took(self, subject: int, place: int, many: bool) -> None:
        counts = self.seen.uses[subject, place]
        counts[TAKEN] += many
        counts[USED] += subject not in self._effective

    def _effect(self, game: Game, frame: list[int]) -> None:
        subject = self.subjects.number(game.s, frame[FRAME + 1])
        if frame[FRAME] in self._place:
            self.seen.uses[subject, self._place[frame[FRAME]]][USED] += 1

    def _turn(self, game: Game, frame: list[int]) -> None:
        self._end_turn()
        self._turn_of, self._alive = frame[FRAME], frame[FRAME] in self._automata
        self._note_scores(game)

    def _end_turn(self) -> None:
        self.seen.dead_turns += not self._alive

    def _note_scores(self, game: Game) -> None:
        scores = [self._score(game, player) for player in self.players]
        if None not in scores:
            self.seen.scores.append(tuple(score or 0 for score in scores))

    def _hold(self, game: Game) -> None:
        """Notes what players hold now and did not hold before."""
        for at, (zone, place) in enumerate(self._zones):
            if game.z[zone] != self._last[at]:
                self._last[at] = game.z[zone][:]
                for item in self._last[at]:
                    self.seen.uses[self.subjects.number(game.s, item), place][HELD] = 1

    def end(self, game: Game) -> GameRecord:
        """The observations from a game that is over."""
        self._end_turn()
        self._hold(game)
        self._note_scores(game)
        for zone, place in self._zones:
            for item in game.z[zone]:
                self.seen.uses[self.subjects.number(game.s, item), place][KEPT] = 1
        self._game = None
        for none in [key for key in self.seen.uses if key[0] < 0]:
            del self.seen.uses[none]
        return self.seen


def observing_runs(program: Program, rule: str, notice: Notice) -> Program:
    """Calls `notice` on each run of a rule; a run started by a replacement of the rule belongs
    to the replaced run."""
    own = {entry.block for entry in program.entries if entry.name == rule}
    replacements = program.replacements(core.Event("rule", rule)) if own else ()

    def noticed(game: Game, frame: list[int]) -> None:
        if not replacements or not game.same_run(replacements):
            notice(game, frame)

    blocks = list(program.blocks)
    for block in own:
        blocks[block] = _noticing(blocks[block], noticed)
    return replace(program, blocks=blocks)


def _noticing(block: BlockFunction, notice: Notice) -> BlockFunction:
    def noticing(game: Game, s: list[int], z: list[list[int]], frame: list[int]) -> object:
        notice(game, frame)
        return block(game, s, z, frame)

    return noticing


def _held_zones(program: Program) -> list[tuple[int, int]]:
    """The players' zones whose contents their player can see, by number, with the player's
    place."""
    places = {player: at for at, player in enumerate(program.layout.kind("player"))}
    return [
        (at, places[owner])
        for at, (zone, owner) in enumerate(program.layout.zones)
        if owner in places and zone.seen_by in ("all", "owner")
    ]


def _with_effects(program: Program) -> list[int]:
    tables = program.effects.values()
    return [item for table in tables for item, routine in enumerate(table) if routine >= 0]
