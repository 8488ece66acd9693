"""One run of `mutate`: which mutants to try, progress, report and exit code."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from cardwright.api import PackError
from cardwright.source.spelling import did_you_mean
from cardwright_tools.mutate.mutant import KINDS, Mutant, difference
from cardwright_tools.mutate.mutants import all_mutants, sample_mutants
from cardwright_tools.mutate.report import Score, mutant_lines, report_lines, to_json
from cardwright_tools.mutate.scenarios import covered_scenarios
from cardwright_tools.mutate.sources import source_of
from cardwright_tools.mutate.trials import Trial, TrialSetup, run_trials
from cardwright_tools.output import (
    CLEAN,
    FAILED,
    USAGE,
    Stop,
    check_writable,
    progress,
    say,
    write_result,
)
from cardwright_tools.packs import exit_code, print_errors
from cardwright_tools.scenario.runner import load_rules


@dataclass(frozen=True, slots=True)
class MutateOptions:
    pack: Path
    seed: int = 1
    number: int = 200
    kinds: tuple[str, ...] = ()
    jobs: int = 1
    modules: tuple[str, ...] = ()
    only: str = ""
    seconds: float = 120.0


def run_mutate(options: MutateOptions, json_file: str | None, fail_under: float | None) -> int:
    """Tries mutants and prints the report; returns the exit code. Raises Stop."""
    _known_kinds(options.kinds)
    check_writable(json_file)
    _check_loads(options)
    if options.only:
        return _run_one(options)
    mutants = all_mutants(options.pack, options.kinds)
    chosen = sample_mutants(mutants, options.number, options.seed)
    score = Score(tuple(try_mutants(options, chosen)))
    pack = options.pack.as_posix()
    write_result(to_json(score, pack, options.seed), json_file, report_lines(score, pack))
    if fail_under is not None and score.percent < fail_under:
        say(f"less than {fail_under:g}% is caught", err=True)
        return FAILED
    return FAILED if score.number("crash") else CLEAN


def _known_kinds(kinds: Sequence[str]) -> None:
    for kind in kinds:
        if kind not in KINDS:
            help = did_you_mean(kind, KINDS) or f"there are {', '.join(KINDS)}"
            raise Stop(f"there is no kind of mistake `{kind}`; {help}", USAGE)


def _check_loads(options: MutateOptions) -> None:
    """Raises Stop if the pack itself has errors."""
    try:
        for modules in {(), options.modules}:
            load_rules(options.pack, modules)
    except PackError as error:
        print_errors(error.report)
        raise Stop("", exit_code(error.report.diagnostics)) from None


def try_mutants(options: MutateOptions, mutants: Sequence[Mutant]) -> list[Trial]:
    """The outcomes of these mutants, with progress shown on a terminal."""
    if not mutants:
        return []
    scenarios = tuple(covered_scenarios(options.pack))
    task = TrialSetup(options.pack, options.modules, scenarios, options.seconds)
    found = []
    with progress(len(mutants), "mistakes") as advance:
        for one in run_trials(task, mutants, options.jobs):
            found.append(one)
            advance(1)
    return found


def _run_one(options: MutateOptions) -> int:
    """One mutant again, in full."""
    mutants = all_mutants(options.pack, options.kinds)
    found = [one for one in mutants if one.id.startswith(options.only)]
    if len(found) != 1:
        what = f"{len(found)} mutants begin" if found else "no mutant begins"
        raise Stop(f"{what} with `{options.only}` in {options.pack.as_posix()}", USAGE)
    (one,) = try_mutants(options, found)
    source = source_of(options.pack, found[0].file)
    for line in mutant_lines(one, difference(found[0], source.text)):
        say(line)
    return FAILED if one.outcome in ("survived", "late", "crash") else CLEAN
