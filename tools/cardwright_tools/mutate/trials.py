"""Tries a mutant in a copy of the pack: against `check`, then against the scenarios.

Responsible for the copy, one per process, and for the outcome. Each mutant is tried in a separate
process that it may crash; crashing Cardwright is a bug in Cardwright, and is reported as one.
"""

from __future__ import annotations

import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

import cardwright
from cardwright.api import available_modules, every_module
from cardwright.pack.board.look import MAX_BYTES, SUFFIX
from cardwright.pack.files.modules import with_needed
from cardwright.source.bounded_files import file_bytes
from cardwright.source.diagnostics import Diagnostic
from cardwright.source.render import render
from cardwright_tools.check.analyze import analyze
from cardwright_tools.check.suppressions import pack_files
from cardwright_tools.mutate.equivalence import game_signature
from cardwright_tools.mutate.mutant import Mutant
from cardwright_tools.mutate.sandbox import Note, SandboxStop, run_sandboxed
from cardwright_tools.mutate.scenarios import CoveredScenario, likely_first, read_scenarios
from cardwright_tools.mutate.sources import source_of
from cardwright_tools.scenario.loaded_rules import clear_cache, load_rules
from cardwright_tools.scenario.run import render_failure
from cardwright_tools.scenario.runner import run_scenario
from cardwright_tools.workers import worker_pool

Outcome = Literal["check", "test", "survived", "same", "late", "crash"]
"""`same`: an equivalent mutant. `late`: the time ran out before it was caught."""


@dataclass(frozen=True, slots=True)
class Trial:
    """The outcome of a mutant: `by` is the code or the scenario, `details` the full output.

    If the mutant ran out of time, `by` is what was running.
    """

    mutant: Mutant
    outcome: Outcome
    by: str = ""
    details: str = ""


@dataclass(frozen=True, slots=True)
class TrialSetup:
    """What each process needs: the pack, its modules, its scenarios, the time per mutant."""

    pack: Path
    modules: tuple[str, ...]
    scenarios: tuple[CoveredScenario, ...]
    seconds: float


@dataclass(slots=True)
class Workspace:
    """A copy of a pack, beside copies of the packs it requires, in which mutants are tried."""

    task: TrialSetup
    root: Path
    pack: Path = field(init=False)
    known: Counter[tuple[str, str]] = field(init=False)
    plain: dict[tuple[str, ...], object] = field(init=False)

    def __post_init__(self) -> None:
        for manifest in load_rules(self.task.pack, ()).packs:  # the last one is the pack itself
            self.pack = self.root / manifest.id
            _copy(manifest.folder, self.pack)
        self.known = Counter(map(_key, self._check()))
        self.plain = {on: game_signature(load_rules(self.pack, on)) for on in self._switched()}
        assert self.plain, "a copy of a pack without errors has none"

    def _check(self) -> tuple[Diagnostic, ...]:
        return analyze([self.pack], self.task.modules).found

    def _switched(self) -> list[tuple[str, ...]]:
        """No modules, each module alone, and all of them: together they cover every file."""
        if self.task.modules:
            return [self.task.modules]
        modules = available_modules(self.pack)
        own = sorted(cardwright.modules(self.pack))
        ways = [(), *(with_needed([name], modules) for name in own)]
        ways.append(every_module(self.pack))
        return [on for on in dict.fromkeys(ways) if cardwright.examine(self.pack, modules=on)[0]]

    def try_one(self, mutant: Mutant) -> Trial:
        """Applies a mutant, determines its outcome, and restores the file."""
        path = self.pack / mutant.file
        whole, text = file_bytes(path), source_of(self.pack, mutant.file).text
        order = likely_first(self.task.scenarios, mutant, text)
        path.write_bytes(mutant.applied(text).encode())
        try:
            found = run_sandboxed(lambda note: self._try(mutant, order, note), self.task.seconds)
        finally:
            path.write_bytes(whole)
        if isinstance(found, SandboxStop):
            return Trial(mutant, "late" if found.late else "crash", found.at, found.why)
        return found

    def _try(self, mutant: Mutant, order: Sequence[CoveredScenario], note: Note) -> Trial:
        clear_cache()
        note("check")
        try:
            return self._try_check(mutant) or self._try_scenarios(mutant, order, note)
        except Exception as error:
            return Trial(mutant, "crash", type(error).__name__, str(error))

    def _try_check(self, mutant: Mutant) -> Trial | None:
        found = self._check()
        new = Counter(map(_key, found)) - self.known
        if new:
            error = next(d for d in found if _key(d) in new)
            return Trial(mutant, "check", error.code, self._relocated(render(error)))
        if all(
            game_signature(load_rules(self.pack, on)) == plain for on, plain in self.plain.items()
        ):
            return Trial(mutant, "same")
        return None

    def _try_scenarios(self, mutant: Mutant, order: Sequence[CoveredScenario], note: Note) -> Trial:
        for covered in order:
            scenario = read_scenarios(covered.file)[covered.number]
            note(scenario.where)
            result = run_scenario(scenario, self.pack)
            if result.crash:
                return Trial(mutant, "crash", scenario.where, self._relocated(result.crash))
            if not result.passed:
                return Trial(
                    mutant, "test", scenario.where, self._relocated(render_failure(result))
                )
        return Trial(mutant, "survived")

    def _relocated(self, text: str) -> str:
        """Output about the copy, with the paths changed to those of the original."""
        return text.replace(self.pack.as_posix(), self.task.pack.as_posix())


def _copy(pack: Path, into: Path) -> None:
    """Copies a pack's files and pictures; its scenarios are read from the original."""
    every = (file for file in pack.rglob(f"*{SUFFIX}") if file.is_file())
    pictures = (file for file in every if file.stat().st_size <= MAX_BYTES)
    for file in (*pack_files(pack), *pictures):
        copy = into / file.relative_to(pack)
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_bytes(file_bytes(file))


def _key(found: Diagnostic) -> tuple[str, str]:
    return found.code, found.message


# ----------------------------------------------------------------------------- processes

_benches: list[Workspace] = []


def run_trials(task: TrialSetup, mutants: Sequence[Mutant], jobs: int) -> Iterator[Trial]:
    """The outcomes in order, from one process or several."""
    with tempfile.TemporaryDirectory(prefix="cardwright-mutate-") as folder:
        if jobs == 1 or len(mutants) < 2:
            bench = Workspace(task, Path(folder))
            yield from map(bench.try_one, mutants)
            return
        setting = (task, folder)
        with worker_pool(min(jobs, len(mutants)), _begin_worker, setting) as pool:
            yield from pool.map(_try, mutants)


def _begin_worker(task: TrialSetup, folder: str) -> None:
    """Sets up a worker; the parent process deletes the folder."""
    _benches.append(Workspace(task, Path(tempfile.mkdtemp(dir=folder))))


def _try(mutant: Mutant) -> Trial:
    return _benches[0].try_one(mutant)
