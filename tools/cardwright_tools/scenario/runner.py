"""Runs scenarios: sets up the position, plays each step, and collects failures.

Responsible for the order of events; programs and parsers are cached per pack.
"""

from __future__ import annotations

import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path

from cardwright.api import PackError
from cardwright.backends.game_errors import GameError
from cardwright.backends.python.build import add_effect
from cardwright.language.core import Routine
from cardwright.language.external_texts import ExternalTexts
from cardwright.pack.validation.yaml_node import YamlNode
from cardwright.program.program import Program
from cardwright.runtime import log as game_log
from cardwright.source.diagnostics import Diagnostic, Report
from cardwright_tools.scenario.answer_words import describe_question
from cardwright_tools.scenario.both_engines import BothEngines, StageOfBoth
from cardwright_tools.scenario.chance import Chance, ImpossibleOutcome
from cardwright_tools.scenario.claims import Claim, ClaimReader
from cardwright_tools.scenario.effects import effect_of
from cardwright_tools.scenario.expect import Check, Expectations, PlayedStep
from cardwright_tools.scenario.given import Placer
from cardwright_tools.scenario.loaded_rules import Loader, load_rules, texts_of
from cardwright_tools.scenario.question_checks import QUESTION_KEYS, check_answer
from cardwright_tools.scenario.read import Scenario, Step
from cardwright_tools.scenario.seating import is_in_order, seats, with_given_decks
from cardwright_tools.scenario.shape import as_written, scalar, words_of
from cardwright_tools.scenario.stage import Mismatch, Stage, Where
from cardwright_tools.scenario.step import Answers
from cardwright_tools.scenario.terms import FLAGS, NOBODY, Terms

SETTINGS = ("players", "seed", "modules", "decks", "set-up", "rolls", "draws")


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a scenario; if it failed, there are diagnostics, mismatches or a crash."""

    scenario: Scenario
    diagnostics: tuple[Diagnostic, ...] = ()
    mismatches: tuple[Mismatch, ...] = ()
    log: tuple[str, ...] = ()
    asked: str = ""
    latest: Where | None = None
    crash: str = ""
    is_idle: bool = False  # whether nothing happens and nothing expects that

    @property
    def passed(self) -> bool:
        return not (self.diagnostics or self.mismatches or self.crash)


def run_scenario(
    scenario: Scenario, folder: Path, rules: Loader = load_rules,
    engines: BothEngines | None = None,
) -> Result:  # fmt: skip
    """Runs one scenario of the pack in the folder; an internal error is reported as a crash.

    `rules` returns the rules to play by: those of `rules_of`, or the same with marks for coverage.
    `engines`: also play on the native engine.
    """
    if scenario.report.failed:
        return Result(scenario, scenario.report.diagnostics)
    try:
        return _ScenarioRun(scenario, folder, rules, engines).run()
    except PackError as error:
        return Result(scenario, error.report.diagnostics)
    except Exception:
        return Result(scenario, crash=traceback.format_exc())


def prepare_scenario(scenario: Scenario, folder: Path, engines: BothEngines) -> None:
    """Adds the effects of a scenario to its program; running it reports any errors."""
    if not scenario.report.failed:
        with suppress(Exception):
            _ScenarioRun(scenario, folder, load_rules, engines).add_effects()


def stage_scenario(
    scenario: Scenario, folder: Path, *, steps: bool = True
) -> tuple[Result, Stage | None]:
    """The result, and the game after the scenario (or, without `steps`, as given)."""
    if scenario.report.failed:
        return Result(scenario, scenario.report.diagnostics), None
    made = _ScenarioRun(scenario if steps else replace(scenario, steps=()), folder, load_rules)
    try:
        result = made.run()
    except PackError as error:
        return Result(scenario, error.report.diagnostics), None
    return result, None if result.diagnostics else made.game


def only_choices(log: Sequence[str]) -> bool:
    """Whether these lines contain nothing but choices."""
    return all(" chooses " in line for line in log)


def _expects_nothing(scenario: Scenario) -> bool:
    """Whether it plays something, but expects only that it ends or some lines of the log."""
    entries = [pair for step in scenario.steps if step.expect for pair in step.expect.items()]
    ends = (key == "log" or (key == "asked" and node.value == NOBODY) for key, node in entries)
    return any(step.effect for step in scenario.steps) and all(ends)


def scenario_mistakes(
    scenarios: Sequence[Scenario], folder: Path, rules: Loader
) -> Iterator[Diagnostic]:
    """The diagnostics of running them before anything is played; none for packs with errors,
    which would cause them."""
    texts = cache(lambda pack, modules: ExternalTexts(rules(pack, modules).checked))
    for one in scenarios:
        run = _ScenarioRun(one, folder, rules, texts_by=texts)
        with suppress(Exception):  # the run itself reports that
            if not one.report.failed:
                run.prepare()
        yield from (one.report if one.report.failed else run.report).diagnostics


@dataclass(slots=True)
class _Prepared:
    step: Step
    you: int
    routine: Routine | None
    checks: list[Check]


@dataclass(slots=True)
class _ScenarioRun:
    scenario: Scenario
    folder: Path
    rules: Loader
    engines: BothEngines | None = None
    texts_by: Callable[[Path, tuple[str, ...]], ExternalTexts] = texts_of
    report: Report = field(default_factory=Report)
    wrong: list[Mismatch] = field(default_factory=list)
    happened: bool = False  # whether any step has changed the state or written to the log
    lines: int = 0  # of the log before the current step
    texts: ExternalTexts = field(init=False)
    terms: Terms = field(init=False)
    game: Stage = field(init=False)

    def run(self) -> Result:
        program, players, steps, claims = self.prepare()
        if program is not None and not self.report.failed:
            self._set_up(program, players, claims)
        if self.report.failed:
            return Result(self.scenario, self.report.diagnostics)
        return self._played(steps)

    def prepare(self) -> tuple[Program | None, list[int], list[_Prepared], list[Claim]]:
        """The program, the players in seat order, the steps and the position; reports errors."""
        program, players, steps = self._prepared()
        return program, players, steps, self._claims() if program is not None else []

    def _prepared(self) -> tuple[Program | None, list[int], list[_Prepared]]:
        """The program, the players in seat order, and the steps."""
        program, seats = self._program()
        if program is None:
            return None, [], []
        groups = self.texts.checked.board.things.values()
        self.terms = Terms(program, self.report, frozenset().union(*groups))
        players = [self.terms.player(name) for name in seats]
        return program, players, [self._prepare(one, players[0]) for one in self.scenario.steps]

    def add_effects(self) -> None:
        """Adds the effects of all steps to the program."""
        program, _, steps = self._prepared()
        for one in steps:
            if self.engines is not None and program is not None and one.routine is not None:
                self.engines.add(program, one.step, one.routine)

    def _played(self, steps: Sequence[_Prepared]) -> Result:
        if all(map(self._play, steps)):
            self.game.chance.report_left()
        if self.report.failed or not self.wrong:
            idle = not (self.happened or self.report.failed) and _expects_nothing(self.scenario)
            return Result(self.scenario, self.report.diagnostics, is_idle=idle)
        log, asked = tuple(game_log.lines(self.game, None)), describe_question(self.game)
        return Result(self.scenario, (), tuple(self.wrong), log, asked, self.game.latest)

    # ----------------------------------------------------------------------- settings

    def _program(self) -> tuple[Program | None, list[str]]:
        given = self.scenario.given
        modules = given.get("modules")
        names = [str(w.value) for w in words_of(modules, self.report)] if modules else []
        rules = with_given_decks(self.rules(self.folder, tuple(sorted(names))), given, self.report)
        self.texts = self.texts_by(self.folder, tuple(sorted(names)))
        count, players = seats(rules, given.get("players"), self.report)
        return (rules.program(count) if players else None), players

    # ----------------------------------------------------------------------- position

    def _claims(self) -> list[Claim]:
        claims: list[Claim] = []
        reader = ClaimReader(self.terms)
        for key, node in self.scenario.given.items():
            if key in SETTINGS:
                continue
            found = reader.read(key, node)
            if found is None:
                help = reader.hint(key, SETTINGS)
                self.report.error("CW321", f"unknown key `{key}`", node.key_span, help)
            claims += found or []
        return claims

    def _set_up(self, program: Program, players: Sequence[int], claims: list[Claim]) -> None:
        given = self.scenario.given
        seed, start = self._seed(given.get("seed")), self._flag(given.get("set-up"))
        order = players if is_in_order(given) else ()
        self.game = self._stage(program, seed or 1, start=start, players=order)
        self.game.chance = Chance(self.terms, self._outcomes("rolls"), self._outcomes("draws"))
        placer = Placer(self.game, self.terms)
        if not start:
            placer.seat(players)
        placer.apply(claims)
        self.game.ask_again()
        self._new_lines()  # those of the setup

    def _stage(self, program: Program, seed: int, *, start: bool, players: Sequence[int]) -> Stage:
        if self.engines is None:
            return Stage(program, seed, start=start, players=players)
        found = StageOfBoth(program, seed, start=start, players=players)
        found.engines = self.engines
        return found

    def _outcomes(self, key: str) -> list[YamlNode]:
        """The given outcomes, as in `rolls: [6, 2]`."""
        node = self.scenario.given.get(key)
        return [*words_of(node, self.report)] if node is not None else []

    def _seed(self, node: YamlNode | None) -> int | None:
        if node is None:
            return None
        if isinstance(node.value, int) and not isinstance(node.value, bool):
            return node.value
        self.report.error("CW322", "expected a whole number", node.span)
        return None

    def _flag(self, node: YamlNode | None) -> bool:
        if node is None or not scalar(node, "yes or no", self.report):
            return False
        value = FLAGS.get(as_written(node))
        if value is None:
            self.report.error("CW343", f"`{as_written(node)}` is not yes or no", node.span)
        return bool(value)

    # --------------------------------------------------------------------------- steps

    def _prepare(self, step: Step, first: int) -> _Prepared:
        you = first
        if step.you is not None:
            you = self.terms.asked_player(step.you, str(step.you.value))
        effect = step.effect
        routine = effect_of(effect, self.terms, self.texts) if effect is not None else None
        for answer in step.answers:
            check_answer(self.terms, answer, self.report)
        checks = Expectations(self.terms, self.texts).read(step.expect)
        return _Prepared(step, you, routine, checks)

    def _play(self, prepared: _Prepared) -> bool:
        """Whether the step was played as written; if not, nothing after it is reported."""
        game = self.game
        s, z = game.s[:], [zone[:] for zone in game.z]
        answers = Answers(game, self.terms)
        error = self._perform(prepared, answers)
        self.wrong += answers.wrong
        if answers.refused or not self._ended(prepared.step, error, answers):
            return False
        wrote = self._new_lines()
        played = PlayedStep(game, s, z, wrote, error)
        self.happened |= game.s != s or game.z != z or not only_choices(wrote)
        for check in prepared.checks:
            self.wrong += check(played)
        return True

    def _new_lines(self) -> list[str]:
        """The lines of the log since the last step."""
        lines = game_log.lines(self.game, None)
        before, self.lines = self.lines, len(lines)
        return lines[before:]

    def _perform(self, prepared: _Prepared, answers: Answers) -> GameError | None:
        try:
            if prepared.routine is not None:
                self.game.perform_added(self._entry(prepared), prepared.you)
            answers.give(prepared.step.answers)
        except GameError as error:
            return error
        except ImpossibleOutcome:
            answers.refused = True  # it has been reported
        return None

    def _entry(self, prepared: _Prepared) -> int:
        """The number of a step's effect in the program."""
        assert prepared.routine is not None
        program = self.game.program
        added = self.engines.added(program, prepared.step) if self.engines else None
        return add_effect(program, prepared.routine) if added is None else added

    def _ended(self, step: Step, error: GameError | None, answers: Answers) -> bool:
        """Whether the step ended as written; an error or question that `expect` does not mention
        is a failure, too."""
        said = step.expect.value if step.expect else {}
        assert isinstance(said, dict)
        span = step.effect.span if step.effect else step.node.id_span
        if error is not None and "error" not in said:
            found = f"{error.code}: {error.described}"
            self.wrong.append(Mismatch("the step", "no error", found, span, self.game.latest))
            return False
        asked = self.game.question is not None and not self.game.started
        if not asked or any(key in said for key in QUESTION_KEYS):
            return True
        if not answers.wrong:
            found = describe_question(self.game)
            self.wrong.append(Mismatch("the end of the step", "no question", found, span))
        return False
