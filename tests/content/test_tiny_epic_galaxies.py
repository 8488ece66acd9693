"""The dice game for 2 to 5 players: random games end by its rule, lose nothing and keep missions
secret."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

import cardwright
from cardwright.games import Rules
from cardwright.runtime.game import Game
from cardwright_tools.sim.games import game_seed
from dev.invariants import Invariants, play_checked
from dev.noninterference import disguise, visible_to

pytestmark = pytest.mark.usefixtures("shared_packs")

PACK = Path(__file__).parents[2] / "content" / "tiny-epic-galaxies"
COUNTS = (2, 3, 4, 5)
SHIPS = (2, 2, 3, 3, 4, 4)  # by level
BLOCKS = [range(first, first + 100) for first in range(0, 2_000, 100)]
DEEP = 200  # answers between two positions that are saved, copied and undone
WATCHED = 20  # games that are examined on their way
EVERY = 25


@pytest.fixture(scope="module")
def rules() -> Rules:
    return cardwright.load(PACK)


@pytest.mark.parametrize("players", COUNTS)
def test_a_game_ends_by_its_rule_and_loses_nothing(rules: Rules, players: int) -> None:
    play_games(rules, players, range(1))


@pytest.mark.soak
@pytest.mark.parametrize("games", BLOCKS, ids=str)
@pytest.mark.parametrize("players", COUNTS)
def test_thousands_of_games_end_by_their_rule(rules: Rules, players: int, games: range) -> None:
    play_games(rules, players, games)


@pytest.mark.soak
@pytest.mark.parametrize("players", COUNTS)
def test_copies_saves_undo_and_secrets(rules: Rules, players: int) -> None:
    game = Game(rules.program(players), players)
    given, faults = play_checked(rules, Invariants(game.program), game, players, deep=DEEP)
    assert faults == []
    assert given > 100


@pytest.mark.parametrize("players", [2, *(pytest.param(n, marks=pytest.mark.soak) for n in (3, 5))])
def test_hidden_missions_change_nothing_that_others_see(rules: Rules, players: int) -> None:
    """Tested in some of the first positions of a game, and in all while missions are chosen."""
    game, rng = rules.new_game(players, players).position, random.Random(players)
    differing = 0
    for number in range(600):
        if game.question is None:
            break
        if number < 2 * players or rng.random() < 0.05:
            player = rng.choice(game.program.layout.kind("player"))
            other = disguise(game, player, rng)
            assert visible_to(other, player) == visible_to(game, player)
            differing += other.state() != game.state()
        game.answer(rng.randrange(len(game.question.answers)))
    assert differing > 10


def play_games(rules: Rules, players: int, games: range) -> None:
    """Random games; the first of them are examined on their way, all of them at their ends."""
    invariants = Invariants(rules.program(players))
    for index in games:
        game, chance, given = Game(invariants.program, game_seed(1, index)), random.Random(index), 0
        while (question := game.question) is not None:
            game.answer(chance.randrange(len(question.answers)))
            given += 1
            if given % EVERY == 0 and index < WATCHED:
                assert [*invariants.check_position(game), *lost(game)] == []
        assert [*invariants.check_position(game), *lost(game)] == []
        assert cell(game, "", "trigger"), "the game ended without anybody having 21 points"


def cell(game: Game, kind: str, name: str, item: int = 0) -> int:
    return game.s[game.program.layout.cells[kind, name] + item]


def lost(game: Game) -> Iterator[str]:
    """What is wrong in a position with the places and numbers of ships, dice and cards."""
    layout = game.program.layout
    if away := [i for i in (*layout.kind("planet"), *layout.kind("mission")) if not game.s[i]]:
        yield f"in supply: {[layout.items[i].name for i in away]}"
    if any(not game.s[die] for die in layout.kind("action-die")):
        yield "a die is in supply"
    rows = Counter(game.s[i] for i in layout.kind("planet"))
    if any(rows[slot] > 1 for slot in layout.kind("slot")):
        yield "two planets are in one slot"
    yield from _ships(game)


def _ships(game: Game) -> Iterator[str]:
    layout, planets = game.program.layout, set(game.program.layout.kind("planet"))
    places = Counter[tuple[int, int, int]]()
    for player in layout.kind("player"):
        fleet = [i for i in layout.kind("ship") if game.s[layout.owner + i] == player]
        out = [ship for ship in fleet if game.s[ship]]
        due = SHIPS[cell(game, "player", "level", player) - 1]
        if (len(fleet), len(out)) != (4, due):
            yield f"{len(out)} of {len(fleet)} ships are there, and {due} should be"
        for ship in out:
            orbiting, step = (cell(game, "ship", name, ship) for name in ("orbiting", "step"))
            if game.s[ship] in planets:
                places[player, game.s[ship], orbiting] += 1
            if (step or orbiting) and game.s[ship] not in planets:
                yield "a ship is in orbit of no planet"
            if step and not orbiting:
                yield "a ship that has landed is on a track"
    if any(number > 1 for number in places.values()):
        yield "two ships of a player are in one orbit, or on one surface"
