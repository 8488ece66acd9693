"""Compiled programs and interpreted ones play the same games: equal positions, answers and logs."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import cardwright
from cardwright import Rules
from cardwright.backends.python import build as python
from cardwright.backends.reference import build as reference
from cardwright.program.coverage_points import coverage_of
from cardwright.runtime.digest import digest
from cardwright.runtime.game import Game

ROOT = Path(__file__).parents[2]
FIXTURES = sorted(file.parent for file in ROOT.glob("tests/packs/*/pack.yaml"))
CONTENT = sorted(file.parent for file in ROOT.glob("content/*/pack.yaml"))
ANSWERS = 60  # of a game


@pytest.mark.parametrize("pack", FIXTURES, ids=lambda pack: pack.name)
def test_both_play_the_same(pack: Path) -> None:
    rules = cardwright.load(pack)
    play_both(rules, max(rules.players), 1, ANSWERS)


@pytest.mark.parametrize("pack", CONTENT, ids=lambda pack: pack.name)
def test_both_play_the_same_large_games(pack: Path) -> None:
    rules = cardwright.load(pack)
    play_both(rules, min(rules.players), 1, ANSWERS)


@pytest.mark.soak
@pytest.mark.parametrize("pack", [*FIXTURES, *CONTENT], ids=lambda pack: pack.name)
def test_both_play_many_games(pack: Path) -> None:
    on = [name for name, module in cardwright.modules(pack).items() if module.players is None]
    rules = cardwright.load(pack, modules=on)
    for players in rules.players:
        for seed in range(5):
            play_both(rules, players, seed, 500)


def play_both(rules: Rules, players: int, seed: int, answers: int) -> None:
    compiled = rules.program(players)
    interpreted = reference.build(compiled.checked, rules.seats(players), None, players)
    one, other, rng = Game(compiled, seed), Game(interpreted, seed), random.Random(seed)
    for _ in range(answers):
        assert one.state() == other.state()
        if one.question is None:
            break
        answer = rng.randrange(len(one.question.answers))
        one.answer(answer)
        other.answer(answer)
    assert digest(one) == digest(other)
    assert entries(one) == entries(other)


def entries(game: Game) -> list[tuple[int, ...]]:
    found, link = [], game.log
    while link is not None:
        found.append(link[1])
        link = link[0]  # type: ignore[assignment]
    return found


@pytest.mark.parametrize("name", ["keywords", "market", "chain"])
def test_both_record_the_same_coverage(name: str) -> None:
    rules = cardwright.load(ROOT / "tests" / "packs" / name)
    players, hits = max(rules.players), []
    for build in (python.build, reference.build):
        coverage = coverage_of(rules.checked, players)
        game = Game(build(rules.checked, rules.seats(players), coverage, players), 3)
        for _ in range(200):
            if game.question is not None:
                game.answer(len(game.question.answers) // 2)
        hits.append(coverage.hits)
    assert hits[0] == hits[1]
    assert 0 < sum(hits[0]) <= len(hits[0])
