"""With many things that react to many statements, the work grows with their sum, not product."""

from __future__ import annotations

from pathlib import Path

import pytest

import cardwright
from cardwright.language.analysis.endless_effects import report_endless_effects
from cardwright.source.diagnostics import Report
from cardwright_tools.lint import run_lints
from dev.counted_calls import calls_of

from .cases import write_case

SMALL, FACTOR = 60, 5


def rules(folder: Path, number: int) -> cardwright.Rules:
    return cardwright.load(write_case("cards that react to statements", folder, number))


@pytest.fixture(scope="module")
def both(tmp_path_factory: pytest.TempPathFactory) -> list[cardwright.Rules]:
    made = [rules(tmp_path_factory.mktemp("m"), n) for n in (2, SMALL, SMALL * FACTOR)]
    run_lints(made[0])  # this fills what is made once for all packs
    made[0].program(2)
    return made[1:]


def test_endless_effects(both: list[cardwright.Rules]) -> None:
    small, large = (calls_of(lambda r=r: report_endless_effects(r.checked, Report())) for r in both)  # type: ignore[misc]
    assert large <= small * FACTOR * 1.2


def test_lints(both: list[cardwright.Rules]) -> None:
    small, large = (calls_of(lambda r=r: run_lints(r)) for r in both)  # type: ignore[misc]
    assert large <= small * FACTOR * 1.2


def test_programs(both: list[cardwright.Rules]) -> None:
    small, large = (calls_of(lambda r=r: r.program(2)) for r in both)  # type: ignore[misc]
    assert large <= small * FACTOR * 1.2
