"""The command `test`: finds, runs and reports scenarios.

Responsible for the output and the exit code: 0 if all passed, 1 for failures, 3 for unreadable
files.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from pathlib import Path

from cardwright.pack.files.pack_files import scenario_files
from cardwright.pack.files.pack_search import similar_packs
from cardwright.source.bounded_files import file_text
from cardwright.source.budget import loading
from cardwright.source.diagnostics import Diagnostic, Report
from cardwright.source.printable import printable
from cardwright.source.real_paths import real_path
from cardwright.source.render import render
from cardwright_tools.output import BROKEN, CLEAN, FAILED, UNREADABLE, say
from cardwright_tools.scenario.both_engines import BothEngines
from cardwright_tools.scenario.read import Scenario, pack_of, read_file
from cardwright_tools.scenario.runner import Result, prepare_scenario, run_scenario
from cardwright_tools.scenario.stage import Mismatch, Where

LAST_LINES = 25
SEPARATOR = ", "
LONG_LIST = 6


def run_tests(
    paths: Sequence[Path],
    words: str = "",
    report_to: Callable[[str], None] = say,
    *,
    allow_none: bool = False,
    native: bool = False,
) -> int:
    """Runs the scenarios of packs (or files of scenarios) that have all the words in their title
    or file name.

    Finding none is a failure unless `allow_none`. `native`: also run them on the native engine.
    """
    report, results, bare = Report(), [], []
    known: set[Diagnostic] = set()
    repeated = 0  # scenarios with no failures that were not reported before
    engines = BothEngines() if native else None
    for path in paths:
        with loading():
            scenarios = list(_scenarios(path, report))
        bare += [] if scenarios else [path]
        selected = [one for one in scenarios if _matches_words(one[0], words)]
        for scenario, folder in selected:
            if engines is not None:
                prepare_scenario(scenario, folder, engines)
        for scenario, folder in selected:
            results.append(run_scenario(scenario, folder, engines=engines))
            repeats = bool(results[-1].diagnostics) and known.issuperset(results[-1].diagnostics)
            repeated += repeats
            if not results[-1].passed and not repeats:
                report_to(render_failure(results[-1], known) + "\n")
                known.update(results[-1].diagnostics)
    if repeated:
        report_to(f"FAILED {repeated:,} more for the reason above\n")
    for diagnostic in report.diagnostics:
        report_to(render(diagnostic) + "\n")
    missing = [] if report.failed else list(_missing([] if allow_none else bare, words, results))
    for line in missing:
        report_to(line)
    failed = sum(not result.passed for result in results)
    report_to(f"{len(results) - failed} passed, {failed} failed")
    if engines is not None:
        report_to(engines.summary())
    return _exit_code(results, report) or (FAILED if missing else CLEAN)


def _missing(bare: Sequence[Path], words: str, results: Sequence[Result]) -> Iterator[str]:
    """The message if nothing ran, since an empty run proves nothing."""
    yield from (
        f"no scenarios in {printable(str(path))}; write them in `scenarios/*.yaml`" for path in bare
    )
    if words and not results and not bare:
        yield f"no scenario has `{words}` in its title or file name"


def _exit_code(results: Sequence[Result], report: Report) -> int:
    if any(d.code in UNREADABLE for d in report.diagnostics) or any(r.crash for r in results):
        return BROKEN
    return FAILED if report.failed or not all(r.passed for r in results) else CLEAN


def _scenarios(path: Path, report: Report) -> Iterator[tuple[Scenario, Path]]:
    """The scenarios of a pack or a file of scenarios, each with its pack."""
    folder = pack_of(real_path(path)) if path.is_file() else path
    if folder is None or not (folder / "pack.yaml").is_file():
        help = "name the folder of a pack or a file in its `scenarios`" + similar_packs(path)
        report.error("CW301", f"{path} is not a pack", None, help)
        return
    files = [path] if path.is_file() else scenario_files(path, report)
    for file in files:
        yield from ((scenario, folder) for scenario in read_file(file, report))


def _matches_words(scenario: Scenario, words: str) -> bool:
    there = f"{scenario.title} {Path(scenario.node.document.source.name).name}".casefold()
    return all(word in there for word in words.casefold().split())


# ----------------------------------------------------------------------------- explanations


def render_failure(result: Result, known: Collection[Diagnostic] = ()) -> str:
    """A failure as text: what was expected and found, the rule behind it, and the log.

    `known`: diagnostics already reported, such as errors of the pack that affect all scenarios.
    """
    rows = [f"FAILED {result.scenario.where} {result.scenario.title}"]
    rows += [render(diagnostic) for diagnostic in result.diagnostics if diagnostic not in known]
    for mismatch in result.mismatches:
        rows += _mismatch(mismatch)
    if result.mismatches and (result.log or _acts(result.scenario)):
        rows += _log(result)
    rows += [result.crash.rstrip()] if result.crash else []
    return "\n".join(rows)


def _acts(scenario: Scenario) -> bool:
    """Whether the scenario does anything, rather than only checking what is given."""
    return any(step.effect or step.answers for step in scenario.steps)


def _mismatch(found: Mismatch) -> Iterator[str]:
    line, column, _, _ = found.span.lines
    first, *others = _compared(found.expected, found.found)
    yield f"  {found.what}"
    yield f"{_row(first)}    ({found.span.source.name}:{line}:{column})"
    yield from map(_row, others)
    if found.cause:
        yield f"    done by   {found.cause}: {_text(found.cause)}"


def _row(pair: tuple[str, str]) -> str:
    return f"    {pair[0]:9} {pair[1]}"


def _compared(expected: str, found: str) -> Sequence[tuple[str, str]]:
    """The expected and the found text; for long lines only the differences, if they are shorter."""
    said, seen = Counter(expected.split(SEPARATOR)), Counter(found.split(SEPARATOR))
    missing, more = [*(said - seen).elements()], [*(seen - said).elements()]
    same = said.total() - len(missing)
    if min(said.total(), seen.total()) < LONG_LIST or not 0 < len(missing) + len(more) < same:
        return [("expected", expected), ("found", found)]
    differs = [("missing", missing), ("extra", more)]
    rows = [(word, SEPARATOR.join(some)) for word, some in differs if some]
    return [*rows, ("the rest", f"is as expected ({same:,})")]


def _text(where: Where) -> str:
    """The source line of a rule."""
    try:
        lines = file_text(Path(where.file)).splitlines()
    except OSError:
        return ""
    return lines[where.line - 1].strip() if where.line <= len(lines) else ""


def _log(result: Result) -> Iterator[str]:
    lines = result.log
    yield "  log" if lines else "  log: nothing happened"
    if len(lines) > LAST_LINES:
        yield f"    ... {len(lines) - LAST_LINES} lines before"
    yield from (f"    {line}" for line in lines[-LAST_LINES:])
    if result.latest:
        yield f"  last change by {result.latest}: {_text(result.latest)}"
    yield f"  at the end {result.asked}"
