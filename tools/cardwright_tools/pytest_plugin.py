"""Scenarios as tests: pytest collects `scenarios/*.yaml` of every pack it finds."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from cardwright_tools.scenario.read import Scenario
    from cardwright_tools.scenario.runner import Result


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """Collects files in the folder `scenarios` of a pack."""
    if file_path.suffix != ".yaml" or "scenarios" not in file_path.parts:
        return None
    from cardwright_tools.scenario.read import pack_of

    if pack_of(file_path) is None:
        return None
    found: ScenarioFile = ScenarioFile.from_parent(parent, path=file_path)
    return found


class ScenarioFile(pytest.File):
    """A file of scenarios; if it can't be read, that is a collection error."""

    def collect(self) -> Iterator[pytest.Item]:
        from cardwright.source.diagnostics import Report
        from cardwright.source.render import render
        from cardwright_tools.scenario.read import read_file

        report = Report()
        scenarios = read_file(self.path, report)
        if report.failed:
            words = "\n\n".join(render(d) for d in report.diagnostics)
            raise pytest.Collector.CollectError(words)
        for number, scenario in enumerate(scenarios, 1):
            name = f"{number}: {scenario.title}"
            item: ScenarioItem = ScenarioItem.from_parent(self, name=name)
            item.scenario = scenario
            yield item


class ScenarioFailed(Exception):
    """Carries the result to the report."""

    def __init__(self, result: Result) -> None:
        super().__init__(result.scenario.title)
        self.result = result


class ScenarioItem(pytest.Item):
    scenario: Scenario

    def runtest(self) -> None:
        from cardwright_tools.scenario.read import pack_of
        from cardwright_tools.scenario.runner import run_scenario

        folder = pack_of(self.path)
        assert folder is not None
        result = run_scenario(self.scenario, folder)
        if not result.passed:
            raise ScenarioFailed(result)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException]) -> str:  # type: ignore[override]
        from cardwright_tools.scenario.run import render_failure

        if isinstance(excinfo.value, ScenarioFailed):
            return render_failure(excinfo.value.result)
        return str(super().repr_failure(excinfo))

    def reportinfo(self) -> tuple[Path, int, str]:
        line = self.scenario.node.id_span.lines[0]
        return self.path, line - 1, self.scenario.title
