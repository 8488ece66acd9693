"""Memory does not grow with the number of games played."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Literal

import pytest

import cardwright
from dev.hostile import measure

from .cases import write_case

MEMORY = Path("/proc/self/statm")
PAGES = 512  # 2 MB
PACK = Path(__file__).parents[1] / "packs" / "tic-tac-toe"


def play(rules: cardwright.Rules, seed: int, engine: Literal["python", "native"]) -> None:
    game, rng = rules.new_game(2, seed, engine=engine), random.Random(seed)
    while game.turn:
        game.apply(rng.choice(game.options))


def resident() -> int:
    return int(MEMORY.read_text().split()[1])


@pytest.mark.soak
@pytest.mark.skipif(not MEMORY.exists(), reason="the system does not tell how much memory is used")
@pytest.mark.parametrize(("engine", "games"), [("python", 5_000), ("native", 50_000)])
def test_memory_is_flat(engine: Literal["python", "native"], games: int) -> None:
    rules = cardwright.load(PACK)
    for seed in range(games // 10):
        play(rules, seed, engine)
    before = resident()
    for seed in range(games // 10, games):
        play(rules, seed, engine)
    assert resident() - before < PAGES
    print(f"{engine}: {(resident() - before) * 4096:,} bytes more after {games:,} games")


@pytest.mark.soak
@pytest.mark.parametrize("name", [
    "different good effects", "different good definitions", "files of cards with effects",
    "files of good words", "files of long texts", "long conditions",
])  # fmt: skip
def test_checking_takes_at_most_300_megabytes(name: str, tmp_path: Path) -> None:
    _, megabytes, code, said = measure("check", write_case(name, tmp_path))
    assert megabytes < 300
    assert code in (0, 1), said
