"""Compiled and interpreted programs play the same games: equal positions, answers and logs."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from cardwright import Rules
from cardwright.backends.python import build as python
from cardwright.backends.reference import build as reference
from cardwright.program.coverage_points import coverage_of
from cardwright.runtime.digest import digest
from cardwright.runtime.game import Game
from cardwright_tools.scenario.loaded_rules import clear_cache, load_rules
from cardwright_tools.scenario.run import run_tests

from ..all_packs import PACKS, ROOT, rules_of, sample

pytestmark = pytest.mark.usefixtures("shared_packs")

ANSWERS = 60  # of a game
FIXTURES = [pack for pack in PACKS if pack.parent.name == "packs"]


@pytest.mark.parametrize("pack", PACKS, ids=lambda pack: pack.name)
def test_both_play_the_same(pack: Path) -> None:
    rules = rules_of(pack)
    play_both(rules, max(rules.players), 1, ANSWERS)


@pytest.mark.soak
@pytest.mark.parametrize("pack", PACKS, ids=lambda pack: pack.name)
def test_both_play_many_games(pack: Path) -> None:
    rules = rules_of(pack)
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
    rules = rules_of(ROOT / "tests" / "packs" / name)
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


@pytest.fixture
def _interpreted(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Interprets all programs that are built inside the `with` statement."""
    clear_cache()
    monkeypatch.setattr(python, "build", reference.build)
    yield
    clear_cache()


@pytest.mark.usefixtures("_interpreted")
@pytest.mark.parametrize("pack", sample(FIXTURES, 3))
def test_scenarios_pass_where_programs_are_interpreted(pack: Path) -> None:
    said: list[str] = []
    assert run_tests([pack], report_to=said.append) == 0, said
    program = load_rules(pack).program(max(load_rules(pack).players))
    assert isinstance(program.backend, reference.Interpreter)
