"""What a player can't see is drawn anew, and all that they have seen stays true."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest

import cardwright
from cardwright import Game, Rules
from cardwright.runtime.determinize import _ask_again
from cardwright_tools.sim.playout import play_to_end

ROOT = Path(__file__).parents[2]
MODULES = ("alpha", "beta", "gamma", "delta", "epsilon")
SETS = [*(pytest.param((on,), marks=pytest.mark.soak) for on in MODULES), MODULES]
PACKS = [*sorted(p.parent for p in (ROOT / "tests/packs").glob("*/pack.yaml")), "expanse"]


@cache
def with_modules(*on: str) -> Rules:
    return cardwright.load("doors-and-corners", modules=on)


@cache
def expanse() -> Rules:
    return cardwright.load("expanse")


def positions(rules: Rules, players: int, seed: int, share: float) -> Iterator[tuple[Game, str]]:
    """Some positions of a game at random, each with one of its players."""
    game, chance = rules.new_game(players, seed), random.Random(seed)
    while game.options:
        if chance.random() < share:
            yield game, chance.choice(game.players)
        game.apply(chance.choice(game.options))
    yield game, game.players[0]


def shown(game: Game, player: str) -> tuple[object, ...]:
    """All that reaches a player, every line of the log too."""
    asked = game.turn == player
    options = [(o.id, o.title, o.refers_to) for o in game.options] if asked else []
    return game.observation(player, last=None), game.log(player), options, game.turn


def kept(game: Game) -> tuple[object, ...]:
    """What no draw may change: how many things are at each place, whose they are, zones' sizes."""
    position = game.position
    count = position.program.layout.count
    return sorted(position.s[:count]), [len(zone) for zone in position.z]


def check(rules: Rules, players: int, seed: int, share: float) -> None:
    for number, (game, player) in enumerate(positions(rules, players, seed, share)):
        drawn = game.determinize(player, number)
        assert shown(drawn, player) == shown(game, player)
        assert kept(drawn) == kept(game)
        again = drawn.determinize(player, number + 1)
        assert shown(again, player) == shown(game, player)
        play_to_end(drawn.copy().position.copy(), number)


@pytest.mark.parametrize("pack", PACKS, ids=str)
def test_the_player_cant_tell_it_from_the_real_game(pack: Path | str) -> None:
    rules = cardwright.load(pack) if pack != "expanse" else expanse()
    for players in rules.players:
        check(rules, players, players, 0.1 if pack != "expanse" else 0.01)


@pytest.mark.parametrize("on", SETS, ids="+".join)
def test_nor_with_any_modules(on: tuple[str, ...]) -> None:
    rules = with_modules(*on)
    check(rules, max(rules.players), len(on), 0.01)


def test_a_question_asked_again_is_the_same() -> None:
    rules = with_modules(*MODULES)
    for game, _ in positions(rules, 3, 5, 0.1):
        if game.turn:
            again = game.position.copy()
            assert again.question is not None
            assert _ask_again(again, again.question)
            assert again.question == game.position.question


def test_seeds_make_different_games_and_one_seed_the_same() -> None:
    game = expanse().new_game(4, seed=3)
    drawn = [game.determinize("un", seed).digest for seed in range(20)]
    assert len(set(drawn)) == 20
    assert game.copy().determinize("un", 7).digest == drawn[7]
    assert game.digest not in drawn


def test_every_draw_can_be_played_to_its_end() -> None:
    rules = with_modules(*MODULES)
    for number, (game, player) in enumerate(positions(rules, 3, 11, 0.01)):
        drawn, chance = game.determinize(player, number), random.Random(number)
        while drawn.options:
            drawn.apply(chance.choice(drawn.options))
        assert drawn.outcome is not None


# ------------------------------------------------------------------------- what is hidden

HANDS = """
rules:
  game: |
    move each action in supply to deck
    shuffle deck
    for each player: move top 2 of deck to hand of player
    {more}
    repeat 2 times:
      for each player: player does turn
    end the game
  turn: |
    choose 1 suit, as word
    say "On"
"""


@pytest.fixture
def made(tmp_path: Path) -> Callable[..., Game]:
    """The pack `hands` with another course of the game."""

    def make(more: str, extra: str = "") -> Game:
        for path in (ROOT / "tests/packs/hands").glob("*.yaml"):
            (tmp_path / path.name).write_bytes(path.read_bytes())
        (tmp_path / "rules.yaml").write_text(HANDS.format(more=more) + extra)
        return cardwright.load(tmp_path).new_game(3, seed=2)

    return make


def inside(game: Game, zone: str) -> list[str]:
    layout = game.position.program.layout
    at = next(i for i, (z, owner) in enumerate(layout.zones)
              if layout.items[layout.zone_first + i].name == zone)  # fmt: skip
    return [layout.items[item].name for item in game.position.z[at]]


def draws(game: Game, player: str, zone: str, many: int = 60) -> set[tuple[str, ...]]:
    return {tuple(inside(game.determinize(player, seed), zone)) for seed in range(many)}


def test_hands_and_decks_of_others_may_be_any_but_not_ones_own(made: Callable[..., Game]) -> None:
    game = made("")
    mine, theirs = inside(game, "hand of ann"), inside(game, "hand of bob")
    assert draws(game, "ann", "hand of ann") == {tuple(mine)}
    found = draws(game, "ann", "hand of bob")
    assert len(found) > 5
    assert not any(set(mine) & set(hand) for hand in found)
    assert tuple(theirs) in draws(game, "bob", "hand of bob")


def test_a_card_that_was_seen_to_go_there_is_there(made: Callable[..., Game]) -> None:
    """All saw what went to a hand from an open pile; nothing has left the hand since."""
    game = made("move top of deck to discard\n    move top of discard to hand of bob")
    known = next(line for line in game.log() if " from discard to hand of Bob" in line)
    card = next(id for id, title in game.rules.titles.items() if f" {title} from" in known)
    found = draws(game, "ann", "hand of bob")
    assert len(found) > 3
    assert all(any(name.partition("#")[0] == card for name in hand) for hand in found)


def test_a_card_put_on_the_deck_is_on_top_until_it_is_shuffled(made: Callable[..., Game]) -> None:
    put = "move top of deck to discard\n    move top of discard to deck"
    game = made(put)
    assert len({deck[0] for deck in draws(game, "ann", "deck")}) == 1
    game = made(put + "\n    shuffle deck")
    assert len({deck[0] for deck in draws(game, "ann", "deck")}) > 2


def test_a_revealed_card_is_known(made: Callable[..., Game]) -> None:
    game = made("reveal top of deck")
    assert len({deck[0] for deck in draws(game, "ann", "deck")}) == 1


def test_a_card_that_left_a_hand_unseen_may_be_the_known_one(made: Callable[..., Game]) -> None:
    """One of Bob's three cards, of which one is known to all, goes to the vault."""
    game = made(
        "move top of deck to discard\n    move top of discard to hand of bob\n"
        "    choose 1 action in hand of bob at random, as gone\n    move gone to vault"
    )
    known = next(line for line in game.log() if " from discard to hand of Bob" in line)
    card = next(id for id, title in game.rules.titles.items() if f" {title} from" in known)
    there = {card in {n.partition("#")[0] for n in hand} for hand in draws(game, "ann", "vault")}
    assert there == {True, False}
    assert draws(game, "bob", "vault") == {tuple(inside(game, "vault"))}


def test_what_was_chosen_in_secret_is_chosen_again() -> None:
    """A bonus sector of another: any that has a token left; nobody has one who picked none."""
    game, chance, found = expanse().new_game(4, seed=1), random.Random(4), set[int]()
    layout = game.position.program.layout
    cells = [layout.cells[("player", "bonus-pick")] + p for p in layout.kind("player")]
    chosen = layout.cells[("sector", "times-chosen")]
    while game.options:
        owners = [cell for cell in cells if game.position.s[cell]]
        if owners and game.turn not in (None, layout.items[owners[0] - cells[0] + 1].name):
            for seed in range(4):
                s = game.determinize(game.turn, seed).position.s
                assert [cell for cell in cells if s[cell]] == owners
                assert s[chosen + s[owners[0]]] < 2
                found.add(s[owners[0]])
        game.apply(chance.choice(game.options))
    assert len(found) > 2


VOW = """
  vow: |
    secretly choose 1 suit, as mine
    for each other player: player does guess
    if mine is sun: add 1 to gold of you
  guess: {do: "choose 1 suit, as word"}
"""


def test_what_a_running_effect_holds_in_secret_is_drawn_too(made: Callable[..., Game]) -> None:
    """One player has chosen a suit in secret; a rival who plays on can't find out which."""
    game = made("do vow", VOW)
    first = str(game.turn)
    game.apply("sun")
    rival = str(game.turn)
    for player, gold in ((first, {4}), (rival, {3, 4})):
        found = set()
        for seed in range(20):
            drawn = game.determinize(player, seed)
            drawn.apply("moon")
            drawn.apply("moon")
            found.add(drawn.why(f"gold of {first}").value)
        assert found == {str(n) for n in gold}


def test_nothing_of_the_real_game_is_in_it() -> None:
    rules = cardwright.load(ROOT / "tests/packs/hands")
    game = rules.new_game(3, seed=12345)
    for _ in range(6):
        game.apply(game.options[0])
    drawn = game.determinize("ann", 1)
    assert drawn.seed == 1
    assert drawn.position.answered() == []
    assert drawn.position.rng != game.position.rng
    with pytest.raises(cardwright.SaveError, match="determinized for `ann`"):
        drawn.save()
    with pytest.raises(ValueError, match="nothing to undo"):
        drawn.undo()
    read = set(game.log("ann"))
    assert {entry.text for entry in drawn.entries()} <= read
    assert not {entry.text for entry in game.entries()} <= read
    assert "determinized for ann" in repr(drawn.copy())
