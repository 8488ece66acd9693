"""Non-interference: a view does not depend on what its player may not see."""

import json
import random
import re
from collections.abc import Iterator
from itertools import combinations, islice
from pathlib import Path

import pytest

import cardwright
from cardwright import Rules
from cardwright.runtime import log, naming, questions, visibility
from cardwright.runtime.game import Game
from cardwright.runtime.view import view

pytestmark = pytest.mark.usefixtures("shared_packs")

PACKS = Path(__file__).parents[1] / "packs"


@pytest.fixture(scope="module")
def rules() -> Rules:
    return cardwright.load(PACKS / "hands")


def positions(rules: Rules, seed: int) -> Iterator[Game]:
    """Every position of a random game."""
    game, dice = rules.new_game(3, seed).position, random.Random(seed)
    while not game.over:
        yield game
        game.answer(dice.randrange(len(game.question.answers)))
    yield game


def exchanged(game: Game, first: int, second: int) -> Game:
    """The same game with two cards swapped; the log is unchanged."""
    other, layout = game.copy(), game.program.layout
    change = {first: second, second: first}
    for base in (0, layout.owner):
        here, there = game.s[base + first], game.s[base + second]
        other.s[base + first], other.s[base + second] = there, here
    for name in ("shown", "secret-card"):
        for at in range(*layout.ranges[("player", name)]):
            other.s[at] = change.get(game.s[at], game.s[at])
    other.z = [[change.get(item, item) for item in zone] for zone in game.z]
    for index in range(len(other.z)):
        if not layout.zones[index][0].ordered:
            other.z[index].sort()
    return other


@pytest.mark.parametrize(
    ("seed", "step"),
    [(0, 3), *(pytest.param(seed, 1, marks=pytest.mark.soak) for seed in range(6))],
)
def test_hidden_cards_are_interchangeable(rules: Rules, seed: int, step: int) -> None:
    """In each position of a game, or in some."""
    compared = 0
    for game in islice(positions(rules, seed), 0, None, step):
        cards = game.program.layout.kind("action")
        for player in (0, 1, 2, 3):
            if game.question and game.question.player == player:
                continue
            hidden = [card for card in cards if not visibility.sees(game, card, player)]
            seen = json.dumps(view(game, player))
            for first, second in combinations(hidden, 2):
                other = exchanged(game, first, second)
                assert json.dumps(view(other, player)) == seen
                compared += 1
    assert compared > 500


def test_swapping_visible_cards_shows(rules: Rules) -> None:
    """Shows that the test above can fail: swapping a card in one's own hand changes the view."""
    game = rules.new_game(3, 1).position
    mine = game.z[game.program.layout.zone_id("hand", 1) - game.program.layout.zone_first]
    deck = game.z[game.program.layout.zone_id("deck") - game.program.layout.zone_first]
    other = exchanged(game, mine[0], deck[0])
    assert view(other, 1) != view(game, 1)
    assert view(other, 2) == view(game, 2)


def test_a_private_cell_is_in_no_other_view(rules: Rules) -> None:
    game = rules.new_game(2, 1).position
    chooser = game.question.player
    questions.reply(game, "moon")
    mine = view(game, chooser)
    name = mine["player"]
    assert mine["players"][name]["state"]["pledge"] == "moon"
    assert not any("pledge to" in line for line in log.lines(game, 3 - chooser))
    assert any("pledge to moon" in line for line in log.lines(game, chooser))
    for player in (0, 3 - chooser):
        assert "pledge" not in view(game, player)["players"][name]["state"]


def test_a_hidden_cell_is_in_no_view(rules: Rules) -> None:
    game = rules.new_game(2, 1).position
    views = [json.dumps(view(game, player)) for player in (0, 1, 2)]
    assert not any("secret-card" in text for text in views)


def test_a_reference_to_a_hidden_thing_is_hidden(rules: Rules) -> None:
    game = rules.new_game(2, 1).position
    for reply in ("sun", "steal"):
        questions.reply(game, reply)
    thief = game.question.player
    name = naming.player_name(game.program, thief)
    game.answer(0)
    loot = view(game, thief)["players"][name]["state"]["shown"]
    assert loot in {"spy", "tax", "war", "peace", "oath", "fog"}
    assert view(game)["players"][name]["state"]["shown"] == "hidden"


def test_zones_are_seen_as_declared(rules: Rules) -> None:
    zones = view(rules.new_game(2, 1).position, 1)["zones"]
    assert zones["deck"] == {"count": 3}
    assert len(zones["hand of ann"]["things"]) == zones["hand of ann"]["count"] == 2
    assert zones["hand of bob"] == {"count": 2}
    assert zones["vault"] == {}
    assert zones["discard"] == {"count": 0, "things": []}
    assert "hand of cid" not in zones


def test_only_the_asked_player_sees_answers(rules: Rules) -> None:
    game = rules.new_game(2, 1).position
    asked = game.question.player
    question = view(game, asked)["question"]
    assert set(question) == {"player", "prompt", "answers", "labels"}
    for player in (0, 3 - asked):
        assert view(game, player)["question"] == {"player": question["player"]}


def test_interchangeable_pieces_share_a_row(rules: Rules) -> None:
    supply = view(rules.new_game(2, 1).position)["supply"]
    guards = [row for row in supply if row["kind"] == "guard"]
    assert [(row["owner"], row["count"]) for row in guards] == [("ann", 3), ("bob", 3)]


def test_viewing_changes_nothing(rules: Rules) -> None:
    for game in positions(rules, 3):
        before = game.state(), game.log
        view(game, 1)
        assert (game.state(), game.log) == before


@pytest.mark.parametrize(("players", "there"), [(2, False), (3, True)])
def test_a_zone_is_seen_only_with_its_numbers_of_players(players: int, there: bool) -> None:
    game = cardwright.load("tests/packs/outposts").new_game(players, 1)
    zones = game.observation("red")["zones"]
    assert isinstance(zones, dict)
    assert ("initiative" in zones) == there
    assert any("initiative" in line for line in game.log("red")) == there


def test_a_view_has_nothing_that_is_kept_for_the_rules() -> None:
    game = cardwright.load(PACKS / "lasting").new_game(2, 1).position
    runner = game.program.layout.cells["", "runner of turn"]
    while not game.s[runner]:
        game.answer(0)
    seen = view(game, 1)
    assert not re.search("runner|has begun for", json.dumps({**seen, "log": []}))


@pytest.mark.parametrize(
    "name", ["hands", "thicket", "menagerie", "sealed-bids", "corner-cases", "card-guilds"]
)
def test_what_seats_share_is_what_each_of_them_sees(name: str) -> None:
    rules, dice = cardwright.load(PACKS / name), random.Random(1)
    game = rules.new_game(max(rules.players), seed=1)
    for _ in range(25):
        for player in (*game.players, None):
            assert game.observation(player, shared=True) == game.observation(player)
        if game.turn is None:
            break
        game.apply(dice.choice(list(game.options)).id)
