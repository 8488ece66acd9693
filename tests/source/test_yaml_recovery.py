"""One mistake in a valid file is reported once, without others that only follow from it."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from cardwright.source.diagnostics import Report
from cardwright.source.text import Source
from cardwright.source.yaml_reader import read

from ..yaml_mistakes import MISTAKES, with_mistake

PACKS = Path(__file__).parents[1] / "packs"
FILES = sorted(PACKS.glob("**/*.yaml"))


@pytest.mark.parametrize("mistake", MISTAKES)
def test_one_mistake_is_reported_once(mistake: str) -> None:
    rng, found = random.Random(mistake), 0
    for file in rng.sample(FILES, 60):
        wrong, report = with_mistake(file.read_text("utf-8"), mistake, rng), Report()
        found += read(Source(file.name, wrong), report) is None
        assert len(report) <= 1, f"{file} {report}"
    assert found > 5
