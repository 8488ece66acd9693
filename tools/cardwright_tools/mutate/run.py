"""One run of `mutate`: which mutants to try, progress, report and exit code.

The sample depends on the seed and on the mutants themselves, so that a change in one file hardly
affects the choice in others.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from cardwright.api import PackError
from cardwright.source.spelling import did_you_mean
from cardwright_tools.mutate.amounts import comparisons, numbers, quantifiers
from cardwright_tools.mutate.clauses import clauses, conditions, limits
from cardwright_tools.mutate.misplaced import misplaced
from cardwright_tools.mutate.mutant import KINDS, Mutant, difference, fingerprint, with_ids
from cardwright_tools.mutate.report import Score, mutant_lines, report_lines, to_json
from cardwright_tools.mutate.scenarios import covered_scenarios
from cardwright_tools.mutate.sources import Code, File, read_pack, source_of
from cardwright_tools.mutate.spelling import keys, names, words
from cardwright_tools.mutate.swaps import declared, operations, swaps
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
from cardwright_tools.packs import refuse
from cardwright_tools.scenario.loaded_rules import load_rules


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
        refuse(error)


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
    """Tries one mutant again and reports on it in full."""
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


MAKERS: tuple[Callable[[File], Iterator[Mutant]], ...] = (
    keys, words, misplaced, names, numbers, quantifiers, swaps, conditions, comparisons, clauses,
    limits, operations, declared,
)  # fmt: skip
UNREADABLE = frozenset({"key", "word", "name", "place"})
"""Kinds whose mutants may be unparsable; the others are mistakes of people who know the syntax."""


def all_mutants(folder: Path, kinds: Sequence[str] = ()) -> list[Mutant]:
    """Every mutant of these kinds (all kinds if none is named), in the order of the files."""
    found = []
    for file in read_pack(folder):
        mistakes = (one for maker in MAKERS for one in maker(file))
        selected = [one for one in mistakes if not kinds or one.kind in kinds]
        found += [one for one in selected if one.kind in UNREADABLE or _can_be_read(file, one)]
    return with_ids(found)


def _can_be_read(file: File, one: Mutant) -> bool:
    """Whether the changed text can still be parsed."""
    code = next((c for c in file.code if _within(c, one)), None)
    if code is None:
        return True
    grown = len(one.text) - (one.end - one.start)
    return file.reader.can_parse(
        one.applied(file.source.text), code.span.start, code.span.end + grown, code.sort
    )


def _within(code: Code, one: Mutant) -> bool:
    return code.span.start <= one.start and one.end <= code.span.end + 1


def sample_mutants(mutants: Sequence[Mutant], number: int, seed: int) -> list[Mutant]:
    """A sample of this size, spread evenly over the kinds."""
    left = {kind: _shuffled([m for m in mutants if m.kind == kind], seed) for kind in KINDS}
    chosen: list[Mutant] = []
    while len(chosen) < number and any(left.values()):
        for kind in KINDS:
            if left[kind] and len(chosen) < number:
                chosen.append(left[kind].pop())
    order = {one.id: at for at, one in enumerate(mutants)}
    return sorted(chosen, key=lambda m: order[m.id])


def _shuffled(mutants: Sequence[Mutant], seed: int) -> list[Mutant]:
    return sorted(mutants, key=lambda m: fingerprint(seed, m.id))
