"""Random programs: games of packs with random rules are the same on all three engines."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from cardwright.backends.native.library import compile_library
from cardwright.backends.reference import build as reference
from dev.lock_step import Compared, play
from dev.random_packs import write_pack

pytestmark = pytest.mark.skipif(shutil.which("cc") is None, reason="there is no C compiler")
DECISIONS = 60  # of a game


def compare(folder: Path, seed: int, games: int) -> Compared:
    """Compares games of the pack with this number on Python, the reference backend and C."""
    rules, found = write_pack(folder, seed), Compared()
    assert rules is not None
    program = rules.program(2)
    interpreted = reference.build(program.checked, rules.seats(2), None, 2)
    library = compile_library(program, ("-O0",))
    for game in range(games):
        play(program, library, game, found, DECISIONS, interpreted)
    return found


@pytest.mark.parametrize("seed", range(2))
def test_random_programs_are_the_same(seed: int, tmp_path: Path) -> None:
    found = compare(tmp_path / "random", seed, 2)
    assert found.differences == []
    assert found.decisions > 10


@pytest.mark.soak
@pytest.mark.parametrize("hundred", range(5))
def test_many_random_programs_are_the_same(
    hundred: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CARDWRIGHT_CACHE", str(tmp_path))  # nobody plays them again
    for seed in range(100 * hundred, 100 * hundred + 100):
        found = compare(tmp_path / f"random-{seed}", seed, 4)
        assert found.differences == [], seed
