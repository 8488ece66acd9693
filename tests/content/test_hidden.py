"""Hidden stays hidden: what a player can't see changes nothing that reaches the player."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import cardwright
from cardwright.machine.game import Game

ROOT = Path(__file__).parents[2]


def seen(game: Game, player: int) -> tuple[object, ...]:
    """All that reaches a player: the view with its question, and the whole log."""
    asked = game.question is not None and game.question.player == player
    names = (cardwright.prompt(game), cardwright.answers(game)) if asked else ()
    return cardwright.view(game, player), names, cardwright.lines(game, player)


def disguised(game: Game, player: int, rng: random.Random) -> Game:
    """The same position for `player`: other secret cells of rivals, another order of the deck."""
    other = game.copy()
    layout = game.program.layout
    for index, (zone, owner) in enumerate(layout.zones):
        unseen = zone.seen_by in ("count", "nobody") or (zone.seen_by == "owner" != owner)
        if unseen and owner != player:
            rng.shuffle(other.z[index])
    for found in layout.board.fields("player").values():
        if found.seen_by == "owner" and not found.printed:
            values = layout.kind(found.type.of)
            for rival in set(layout.kind("player")) - {player}:
                other.s[layout.cells[("player", found.name)] + rival] = rng.choice((0, *values))
    return other


@pytest.mark.parametrize("seed", range(4))
def test_what_is_unseen_changes_nothing(seed: int) -> None:
    rules = cardwright.load(ROOT / "content" / "expanse")
    players = 2 + seed % 3
    game, rng = rules.start(players, seed), random.Random(seed)
    looked, differing = 0, 0
    while game.question is not None:
        if rng.random() < 0.12:
            player = rng.choice(game.program.layout.kind("player"))
            other = disguised(game, player, rng)
            assert seen(other, player) == seen(game, player)
            looked, differing = looked + 1, differing + (other.state() != game.state())
        game.answer(rng.randrange(len(game.question.answers)))
    assert looked > 10
    assert differing > 10


def test_what_is_seen_does_change() -> None:
    game = cardwright.load(ROOT / "content" / "expanse").start(4, 1)
    other = game.copy()
    other.s[game.program.layout.cells[("player", "bonus-pick")] + 1] = game.program.layout.kind(
        "sector"
    )[0]
    assert seen(other, 1) != seen(game, 1)
    assert seen(other, 2) == seen(game, 2)
