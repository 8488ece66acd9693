"""One mistake tried: against `check`, then against the scenarios, in a copy of the pack.

Owns the copy, one for each process, and what became of a mistake. Each mistake is tried in a
process of its own, which it may break; that it can is a fault of cardwright, and told as such.
"""

from __future__ import annotations

import signal
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field
from multiprocessing import get_context
from pathlib import Path
from typing import Literal

import cardwright
from cardwright.source.diagnostics import Diagnostic, render
from cardwright_tools.check.analyze import analyze
from cardwright_tools.check.suppressions import pack_files
from cardwright_tools.mutate.equivalence import game_signature
from cardwright_tools.mutate.guarded import Ended, Tell, run_guarded
from cardwright_tools.mutate.mutant import Mutant
from cardwright_tools.mutate.scenarios import CoveredScenario, likely_first, read_scenarios
from cardwright_tools.mutate.sources import source_of
from cardwright_tools.output import BROKEN, Stop
from cardwright_tools.scenario.run import render_failure
from cardwright_tools.scenario.runner import clear_cache, load_rules, run_scenario
from cardwright_tools.sim.run import METHOD

Outcome = Literal["check", "test", "survived", "same", "late", "crash"]
"""`same`: no mistake, the game is the same. `late`: the time was over before it was found."""


@dataclass(frozen=True, slots=True)
class Trial:
    """What became of a mutant: `by` is the code or the scenario, `why` all that was told.

    Of a mutant that was late, `by` is what it was at.
    """

    mutant: Mutant
    outcome: Outcome
    by: str = ""
    why: str = ""


@dataclass(frozen=True, slots=True)
class TrialSetup:
    """What each process needs: the pack, its modules, its scenarios, seconds for a mutant."""

    pack: Path
    modules: tuple[str, ...]
    scenes: tuple[CoveredScenario, ...]
    seconds: float


@dataclass(slots=True)
class Workspace:
    """A copy of a pack beside copies of those it requires, where mistakes are made."""

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

    def _check(self) -> tuple[Diagnostic, ...]:
        return analyze([self.pack], self.task.modules).found

    def _switched(self) -> list[tuple[str, ...]]:
        """No modules, each alone, all of them: together they have every file."""
        if self.task.modules:
            return [self.task.modules]
        names = sorted(cardwright.modules(self.pack))
        ways = [(), *((name,) for name in names), tuple(names)]
        return [on for on in dict.fromkeys(ways) if cardwright.examine(self.pack, modules=on)[0]]

    def try_one(self, mutant: Mutant) -> Trial:
        """Makes the mistake, looks what finds it, and takes it back."""
        path = self.pack / mutant.file
        whole = path.read_bytes()
        path.write_bytes(mutant.applied(source_of(self.pack, mutant.file).text).encode())
        try:
            found = run_guarded(lambda tell: self._try(mutant, tell), self.task.seconds)
        finally:
            path.write_bytes(whole)
        if isinstance(found, Ended):
            return Trial(mutant, "late" if found.late else "crash", found.at, found.why)
        return found

    def _try(self, mutant: Mutant, tell: Tell) -> Trial:
        clear_cache()
        tell("check")
        try:
            return self._try_check(mutant) or self._try_scenarios(mutant, tell)
        except Exception as error:
            return Trial(mutant, "crash", type(error).__name__, str(error))

    def _try_check(self, mutant: Mutant) -> Trial | None:
        found = self._check()
        new = Counter(map(_key, found)) - self.known
        if new:
            why = next(d for d in found if _key(d) in new)
            return Trial(mutant, "check", why.code, self._relocated(render(why)))
        if all(
            game_signature(load_rules(self.pack, on)) == plain for on, plain in self.plain.items()
        ):
            return Trial(mutant, "same")
        return None

    def _try_scenarios(self, mutant: Mutant, tell: Tell) -> Trial:
        for scene in likely_first(self.task.scenes, mutant):
            scenario = read_scenarios(scene.file)[scene.number]
            tell(scenario.where)
            result = run_scenario(scenario, self.pack)
            if result.crash:
                return Trial(mutant, "crash", scenario.where, self._relocated(result.crash))
            if not result.passed:
                return Trial(
                    mutant, "test", scenario.where, self._relocated(render_failure(result))
                )
        return Trial(mutant, "survived")

    def _relocated(self, text: str) -> str:
        """What is told of the copy, as if it were of the pack."""
        return text.replace(self.pack.as_posix(), self.task.pack.as_posix())


def _copy(pack: Path, into: Path) -> None:
    """What is read of a pack: its manifest and content. Its scenarios are read where they are."""
    for file in pack_files(pack):
        copy = into / file.relative_to(pack)
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_bytes(file.read_bytes())


def _key(found: Diagnostic) -> tuple[str, str]:
    return found.code, found.message


# ----------------------------------------------------------------------------- processes

_benches: list[Workspace] = []


def run_trials(task: TrialSetup, mutants: Sequence[Mutant], jobs: int) -> Iterator[Trial]:
    """What became of them, in their order, from one process or several."""
    with tempfile.TemporaryDirectory(prefix="cardwright-mutate-") as folder:
        if jobs == 1 or len(mutants) < 2:
            bench = Workspace(task, Path(folder))
            yield from map(bench.try_one, mutants)
            return
        setting = (task, folder)
        pool = ProcessPoolExecutor(
            min(jobs, len(mutants)), get_context(METHOD), _begin_worker, setting
        )
        try:
            yield from pool.map(_try, mutants, chunksize=4)
        except BrokenProcessPool:
            raise Stop("a worker process ended before its work", BROKEN) from None
        finally:
            pool.shutdown(wait=True, cancel_futures=True)


def _begin_worker(task: TrialSetup, folder: str) -> None:
    """Ctrl-C is the parent's to answer; what lies in the folder, the parent's to delete."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _benches.append(Workspace(task, Path(tempfile.mkdtemp(dir=folder))))


def _try(mutant: Mutant) -> Trial:
    return _benches[0].try_one(mutant)
