"""Choices that all players make at the same time: nobody learns of one before all have chosen."""

from __future__ import annotations

from pathlib import Path

import cardwright
from cardwright import Game

PACK = Path(__file__).parents[1] / "packs/sealed-bids"


def bidding(*bids: str) -> tuple[Game, tuple[str, ...]]:
    """A game in its first auction, after these bids of the first players."""
    game = cardwright.load(PACK).new_game(3, seed=4)
    for bid in bids:
        game.apply(bid)
    return game, game.players


def test_others_see_the_same_whatever_was_chosen() -> None:
    seen = []
    for bid in ("0", "1", "6"):
        game, (first, second, third) = bidding(bid)
        options = [(option.id, option.title) for option in game.options]
        both = [(game.observation(p, last=None), game.log(p)) for p in (second, third, None)]
        seen.append((game.turn, options, both))
        assert game.why(f"bid of {first}", second).value == "0"
    assert seen[0] == seen[1] == seen[2]


def test_who_chose_sees_it() -> None:
    game, (first, *_) = bidding("5")
    players = game.observation(first)["players"]
    assert players[first]["state"]["chosen bid"] == 5
    assert players[first]["state"]["bid"] == 0


def test_a_drawn_game_has_another_choice_even_where_the_last_one_was_the_same() -> None:
    game, (first, second, _) = bidding("1", "0", "0")
    for sign in ("rock", "rock", "rock"):
        game.apply(sign)
    game.apply("1")  # again, as in the first auction, which all players have seen
    found = set()
    for seed in range(30):
        drawn = game.determinize(second, seed)
        found.add(drawn.observation(first)["players"][first]["state"].get("chosen bid"))
        assert drawn.observation(second, last=None) == game.observation(second, last=None)
    assert len(found) > 2


def test_saved_and_undone_in_the_middle() -> None:
    game, _ = bidding("3", "2")
    digest = game.digest
    again = game.rules.restore(game.save())
    assert again.digest == digest
    again.apply("1")
    again.undo()
    assert again.digest == digest
    for one in (game, again):
        one.apply("1")
    assert game.observation(None) == again.observation(None)
