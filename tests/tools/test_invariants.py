"""Invariants hold in random games, and each check can fail."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

import cardwright
from cardwright.players.playout import play_to_end
from cardwright.runtime.game import Game
from cardwright.runtime.game_state import Question
from cardwright_tools.sim.games import GameSetup, choice_state
from dev import handwritten, soak
from dev.invariants import Invariants, check_copies, check_replays, play_checked
from dev.soak import Plan, run_soak

pytestmark = pytest.mark.usefixtures("shared_packs")

ROOT = Path(__file__).parents[2]
EXPANSE = ROOT / "content/expanse"
FOUND = sorted(p.parent for p in (ROOT / "tests/packs").glob("*/pack.yaml"))
LONG = ("realm-of-magic",)  # a thousand answers: in `make soak`, where not everything is compared
PACKS = [pytest.param(p, marks=pytest.mark.soak if p.name in LONG else ()) for p in FOUND]


@pytest.fixture(scope="module")
def rules() -> cardwright.Rules:
    return cardwright.load(EXPANSE)


@pytest.mark.parametrize(
    "seed", [0, *(pytest.param(seed, marks=pytest.mark.soak) for seed in (1, 2))]
)
@pytest.mark.parametrize("pack", PACKS, ids=lambda pack: getattr(pack, "name", pack))
def test_they_hold_in_small_packs(pack: Path, seed: int) -> None:
    """With the largest number of players, and thoroughly at some questions; `make soak` also plays
    with fewer, and tests all thoroughly."""
    rules = cardwright.load(pack)
    for players in rules.players if seed else rules.players[-1:]:
        invariants = Invariants(rules.program(players))
        game = rules.new_game(players, seed).position
        deep = 0 if pack.name in LONG else 1 if seed else 8
        _, faults = play_checked(rules, invariants, game, choice_state(seed), deep=deep)
        assert faults == []


@pytest.mark.parametrize(
    "seed", [0, *(pytest.param(seed, marks=pytest.mark.soak) for seed in range(1, 6))]
)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_they_hold_in_the_base_game(rules: cardwright.Rules, players: int, seed: int) -> None:
    invariants = Invariants(rules.program(players))
    game = rules.new_game(players, seed).position
    _, faults = play_checked(rules, invariants, game, choice_state(seed), deep=0)
    assert faults == []
    assert game.over


def test_copies_and_saves_hold_in_the_base_game(rules: cardwright.Rules) -> None:
    game, rng = rules.new_game(4, 9).position, 9
    while game.question is not None:
        assert [*check_copies(game, rng), *check_replays(game, rules)] == []
        rng, _ = play_to_end(game, rng, 25)


def _lose_a_card(game: Game) -> None:
    next(zone for zone in game.z[1:] if zone).pop()


def _twice(game: Game) -> None:
    zone = next(zone for zone in game.z[1:] if zone)
    zone.append(zone[0])


def _below_minimum(game: Game) -> None:
    game.s[game.program.layout.cells[("player", "cp")] + 1] = -1


def _wrong_place(game: Game) -> None:
    piece = next(p for p in game.program.layout.kind("piece") if game.s[p])
    game.s[piece] = 1


def _foreign_piece(game: Game) -> None:
    piece = next(p for p in game.program.layout.kind("piece") if game.s[p])
    game.s[game.program.layout.owner + piece] = piece


def _seatless(game: Game) -> None:
    game.z[0].pop()


def _flag(game: Game) -> None:
    start, _ = game.program.layout.ranges[("fleet", "damaged")]
    game.s[start] = 7


def _no_answers(game: Game) -> None:
    assert game.question is not None
    game.question = Question(game.question.player, game.question.site, ())


def _nobody_asked(game: Game) -> None:
    game.question = None


@pytest.mark.parametrize(
    "corrupt",
    [_lose_a_card, _twice, _below_minimum, _wrong_place, _foreign_piece, _seatless, _flag,
     _no_answers, _nobody_asked],
)  # fmt: skip
def test_each_violation_is_found(rules: cardwright.Rules, corrupt: Callable[[Game], None]) -> None:
    game = rules.new_game(3, 4).position
    play_to_end(game, 4, 30)
    invariants = Invariants(rules.program(3))
    assert list(invariants.check_position(game)) == []
    corrupt(game)
    assert list(invariants.check_position(game))


def test_a_save_of_another_game_is_found(rules: cardwright.Rules) -> None:
    game = rules.new_game(3, 4).position
    play_to_end(game, 4, 10)
    game.seed += 1
    assert list(check_replays(game, rules))


def test_soak_counts_games_and_faults() -> None:
    setup = GameSetup((str(ROOT / "tests/packs/mini-orbit"),), (), 3, 1)
    tally = run_soak(Plan(setup, 6, 3, 1), 1)
    assert (tally.games, tally.faults) == (6, [])
    assert tally.decisions > 100


@pytest.mark.skipif(shutil.which("cc") is None, reason="there is no C compiler")
def test_soak_in_c_plays_the_same_games(monkeypatch: pytest.MonkeyPatch) -> None:
    pack = str(ROOT / "tests/packs/connect-four")
    plans = [Plan(GameSetup((pack,), (), 2, 1, engine=e), 12, 1, 0) for e in ("python", "native")]
    python, native = (run_soak(plan, 1) for plan in plans)
    assert python == native
    monkeypatch.setattr(soak, "LOOKED", 4)
    monkeypatch.setattr(Invariants, "check_position", lambda *_: ["wrong"])
    faults = [fault.split(":")[0] for fault in run_soak(plans[1], 1).faults]
    assert {*faults} == {"game 0", "game 4", "game 8"}


def test_compiled_definitions_mean_what_was_written_by_hand(rules: cardwright.Rules) -> None:
    _, hands = handwritten.load_functions(ROOT / "tests/bench/expanse.py")
    games = handwritten.midgame_positions(rules, 4, 12)
    pairs = list(handwritten.make_pairs(rules, 4, hands, games))
    assert [p.name for p in pairs] == list(hands)
    assert [fault for pair in pairs for fault in pair.differences()] == []
