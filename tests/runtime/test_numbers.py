"""Actions and observations as numbers: names for each, and nothing that a player can't see."""

from __future__ import annotations

import random

import pytest

from cardwright.program.actions import action_space
from cardwright.program.observation import HIDDEN, observation_space
from cardwright.runtime import encoding, questions
from cardwright.runtime.determinize import determinize
from cardwright.runtime.game import Game
from dev.noninterference import disguise

from ..all_packs import PACKS, ROOT, rules_of, sample

pytestmark = pytest.mark.usefixtures("shared_packs")


@pytest.mark.parametrize("pack", sample(PACKS, 9))
def test_numbers_reveal_nothing_that_is_hidden(pack: object) -> None:
    rules = rules_of(pack)
    program = rules.program(max(rules.players))
    for seed in range(2):
        rng, game = random.Random(seed), Game(program, seed)
        for _ in range(100):
            if game.question is None:
                break
            if rng.random() < 0.05:
                compare(game, rng)
            game.answer(rng.randrange(len(game.question.answers)))


def compare(game: Game, rng: random.Random) -> None:
    assert game.question is not None
    for player in game.program.layout.kind("player"):
        seen = encoding.observation(game, player)
        assert len(seen) == observation_space(game.program).size
        for other in (disguise(game, player, rng), determinize(game, player, rng.getrandbits(30))):
            assert encoding.observation(other, player) == seen
            if game.question.player == player:
                assert encoding.actions(other) == encoding.actions(game)


def test_actions_have_the_names_of_what_is_chosen() -> None:
    game = Game(rules_of(ROOT / "tests" / "packs" / "tic-tac-toe").program(2), 1)
    names = action_space(game.program).names
    assert len({*names}) == len(names)
    assert [names[action] for action in encoding.actions(game)] == questions.answers(game)


def test_a_hand_is_seen_by_its_owner_alone() -> None:
    game = Game(rules_of(ROOT / "tests" / "packs" / "card-guilds").program(2), 1)
    names, layout = observation_space(game.program).names, game.program.layout
    owner, other = layout.kind("player")
    hand = layout.zone_id("hand", owner)
    card = game.z[hand - layout.zone_first][0]
    group = next(g for g in observation_space(game.program).groups if card in g.ids)
    at = [names.index(f"place of {layout.items[id].name}") for id in group.ids]
    assert hand in [encoding.observation(game, owner)[i] for i in at]
    assert hand not in [encoding.observation(game, other)[i] for i in at]
    assert HIDDEN in [encoding.observation(game, other)[i] for i in at]
