"""The command `test`: scenarios found, run and told.

Owns what is printed and the exit code: 0 all passed, 1 failures, 3 what can't be read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from cardwright.source.diagnostics import Report, render
from cardwright_tools.output import BROKEN, CLEAN, FAILED
from cardwright_tools.packs import UNREADABLE
from cardwright_tools.scenario_play import Mismatch, Where
from cardwright_tools.scenario_read import Scenario, pack_of, read_file, shown
from cardwright_tools.scenario_run import Result, run

LAST_LINES = 25


def main(paths: Sequence[Path], words: str = "", tell: Callable[[str], None] = print) -> int:
    """Runs the scenarios of packs (or files of scenarios) whose titles have all the words."""
    report, results = Report(), []
    for file, folder in _files(paths, report):
        for scenario in read_file(file, report):
            if _meant(scenario, words):
                results.append(run(scenario, folder))
                if not results[-1].passed:
                    tell(told(results[-1]) + "\n")
    for diagnostic in report.diagnostics:
        tell(render(diagnostic) + "\n")
    if words and not results and not report.failed:
        tell(f"no scenario has the words `{words}` in its title")
        return FAILED
    failed = sum(not result.passed for result in results)
    tell(f"{len(results) - failed} passed, {failed} failed")
    return _exit_code(results, report)


def _exit_code(results: Sequence[Result], report: Report) -> int:
    if any(d.code in UNREADABLE for d in report.diagnostics) or any(r.crash for r in results):
        return BROKEN
    return FAILED if report.failed or not all(r.passed for r in results) else CLEAN


def _files(paths: Sequence[Path], report: Report) -> Iterator[tuple[Path, Path]]:
    """Files of scenarios, each with its pack."""
    for path in paths:
        folder = pack_of(path.resolve()) if path.is_file() else path
        if folder is None or not (folder / "pack.yaml").is_file():
            help = "name the folder of a pack, or a file in its `scenarios`"
            report.error("CW301", f"{path} is no pack", None, help)
        elif path.is_file():
            yield path, folder
        else:
            yield from ((file, folder) for file in sorted(path.rglob("scenarios/**/*.yaml")))


def _meant(scenario: Scenario, words: str) -> bool:
    there = f"{scenario.title} {Path(scenario.spot.document.source.name).name}".casefold()
    return all(word in there for word in words.casefold().split())


# ----------------------------------------------------------------------------- telling


def told(result: Result) -> str:
    """A failure as text: what was expected and found, the rule behind it, and the log."""
    rows = [f"FAILED {result.scenario.where} {result.scenario.title}"]
    rows += [render(diagnostic) for diagnostic in result.diagnostics]
    for mismatch in result.mismatches:
        rows += _mismatch(mismatch)
    if result.mismatches:
        rows += _log(result)
    rows += [result.crash.rstrip()] if result.crash else []
    return "\n".join(rows)


def _mismatch(found: Mismatch) -> Iterator[str]:
    line, column, _, _ = found.span.lines
    yield f"  {found.what}"
    yield f"    expected  {found.expected}    ({found.span.source.name}:{line}:{column})"
    yield f"    found     {found.found}"
    if found.cause:
        yield f"    done by   {found.cause}: {_text(found.cause)}"


def _text(where: Where) -> str:
    """The line of a rule."""
    try:
        lines = Path(where.file).read_text(encoding="utf-8").splitlines()
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


__all__ = ["main", "shown", "told"]
