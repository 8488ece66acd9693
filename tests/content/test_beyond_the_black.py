"""Random games of Beyond the Black end by a rule, lose nothing and reveal no secrets."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

import cardwright
from cardwright.games import Game, Rules
from dev.invariants import Invariants, play_checked
from dev.noninterference import disguise, visible_to

pytestmark = pytest.mark.usefixtures("shared_packs")

PACK = Path(__file__).parents[2] / "content" / "beyond-the-black"
BLOCKS = [range(first, first + 100) for first in range(0, 2_000, 100)]
DEEP = 100  # answers between two positions that are saved, copied and undone
WATCHED = 20  # games that are examined on their way, too
EVERY = 150

# Sets contain only things that are somewhere, so a lost card is missing from the count.
ALWAYS = {
    "no pilot is lost": "number of pilots = 30",
    "no exploration card is lost": "number of explorations = 30",
    "no planet is lost": "number of planets = 50",
    "no mission is lost": "number of missions = 20",
    "no die is lost": "number of action-dice = 7",
    "each empire has its ships": "no players where number of ships of player is not "
    "ship-count of player",
    "each advanced ship has a pilot": "no players where number of advanced-ships of player is not "
    "number of pilots in hangar of player",
    "each pilot has a ship": "no pilots in any hangar where flies of pilot is in supply",
    "each ship has one pilot": "no pilots as one in any hangar where "
    "number of (pilots as other in any hangar where flies of other = flies of one) > 1",
    "pilots fly for their player": "no pilots in any hangar where "
    "owner of flies of pilot is not owner of pilot",
    "dangers hold ships in unexplored space": "no ships where trapped of ship and "
    "ship is not on unexplored-space",
    "ships in orbit are at planets": "no orbiting ships where ship is not on planets",
    "ships advance in orbit": "no ships where step of ship > 0 and ship is not orbiting",
    "ships in supply are on no track": "no ships in supply where ship is orbiting or "
    "step of ship > 0 or trapped of ship",
    "three cards lie open, and the one just drawn": "number of explorations in face-up <= 4",
    "dwarf planets lie open": "no explorations in any finds where dwarf of exploration > 0",
}
END = "exploration-deck is empty or highest points of player over players >= goal"


@pytest.fixture(scope="module")
def rules() -> Rules:
    return cardwright.load(PACK)


def test_a_game_ends_by_a_rule_and_loses_nothing(rules: Rules) -> None:
    play_games(rules, 2, range(1))


@pytest.mark.soak
@pytest.mark.parametrize("games", BLOCKS, ids=str)
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_thousands_of_games_end_by_a_rule(rules: Rules, players: int, games: range) -> None:
    assert "21 points" in play_games(rules, players, games)


@pytest.mark.soak
@pytest.mark.parametrize("players", [2, 5])
def test_copies_saves_and_undo(rules: Rules, players: int) -> None:
    game = rules.new_game(players, seed=players).position
    invariants = Invariants(game.program)
    given, faults = play_checked(rules, invariants, game, players, deep=DEEP)
    assert faults == []
    assert given > 100


@pytest.mark.parametrize(
    ("players", "share"),
    [(2, 0.01), *(pytest.param(n, 0.1 / n, marks=pytest.mark.soak) for n in (2, 3, 4, 5))],
)
def test_hidden_missions_and_finds_change_nothing(rules: Rules, players: int, share: float) -> None:
    """With other finds, other missions of rivals and other decks, everything that reaches a player
    stays the same."""
    game, rng = rules.new_game(players, seed=7).position, random.Random(players)
    looked = differing = 0
    while game.question is not None:
        if rng.random() < share:
            player = rng.choice(game.program.layout.kind("player"))
            other = disguise(game, player, rng)
            assert visible_to(other, player) == visible_to(game, player)
            looked, differing = looked + 1, differing + (other.state() != game.state())
        game.answer(rng.randrange(len(game.question.answers)))
    assert looked > 5
    assert differing > 5


def play_games(rules: Rules, players: int, games: range) -> set[str]:
    """Plays at random; the ways in which the games ended."""
    ends = set[str]()
    for seed in games:
        game, chance = rules.new_game(players, seed=seed), random.Random(seed)
        while (question := game.position.question) is not None:
            game.position.answer(chance.randrange(len(question.answers)))
            if seed < WATCHED and chance.randrange(EVERY) == 0:
                assert list(lost(game)) == []
        assert list(lost(game)) == []
        assert game.why_with_secrets(END).value == "yes"
        last = game.why_with_secrets("exploration-deck is empty").value == "yes"
        ends.add("last exploration card" if last else "21 points")
    return ends


def lost(game: Game) -> Iterator[str]:
    for name, holds in ALWAYS.items():
        text = f"there are {holds}" if holds.startswith("no ") else holds
        if game.why_with_secrets(text).value != "yes":
            yield name
