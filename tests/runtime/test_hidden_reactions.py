"""The order of reactions of things that the chooser can't see reveals nothing about them."""

from __future__ import annotations

import shutil
from collections import Counter

import pytest

from cardwright import Rules
from cardwright.program.actions import action_space
from cardwright.runtime import encoding, questions
from cardwright.runtime.game import Game
from dev.noninterference import visible_to

from .masks import APART, exchanged, masks

CONTENT = """
provenance: house
kinds:
  player: {state: {gold: {type: number, min: 0, max: 99}}}
  spot: {is: place}
  mask:
    is: piece
    on: spot
    state: {covered: {type: flag, start: true}}
    face down when: covered
    seen by: nobody
players: [{id: ann, title: Ann}, {id: bob, title: Bob}]
spots: [{id: wood}, {id: hill}]
masks:
  - {id: fox, abilities: [{when: after bell, do: gain 1 gold}]}
  - {id: owl, abilities: [{when: after bell, do: gain 2 gold}]}
  - {id: elk, abilities: [{when: after bell, do: gain 4 gold}]}
  - {id: bee, abilities: [{when: after bell, title: Hum, do: gain 8 gold}]}
rules:
  game: |
    START
    ann does turn
  turn: |
    all at once, triggers chosen by you: do bell
    choose a number from 1 to 2, as last
  bell: do nothing
"""


@pytest.fixture(scope="module")
def rules(tmp_path_factory: pytest.TempPathFactory) -> Rules:
    return masks(tmp_path_factory.mktemp("masks"), CONTENT.replace("START", APART))


def test_they_are_called_by_where_they_are(rules: Rules) -> None:
    """Owl and Elk look the same; a reaction with a title is called by it."""
    game = Game(rules.program(2), 1)
    assert questions.answers(game) == ["mask on wood", "mask on hill", "hum"]
    assert questions.labels(game) == ["mask on Wood", "mask on Hill", "Hum"]
    names = action_space(game.program).names
    assert not {"fox", "owl", "elk"}.intersection(
        word for action in encoding.actions(game) for word in names[action].split()
    )


def test_nothing_says_which_is_where(rules: Rules) -> None:
    game = Game(rules.program(2), 1)
    for one, two in (("fox", "elk"), ("fox", "owl")):
        other = exchanged(game, one, two)
        asked = [[*map(f, (game, other))] for f in (questions.answers, encoding.actions)]
        assert all(before == after for before, after in asked)
        assert visible_to(other, 1) == visible_to(game, 1)


def test_chance_takes_one_of_those_that_look_the_same(rules: Rules) -> None:
    found = Counter[int]()
    for seed in range(30):
        game = Game(rules.program(2), seed)
        questions.reply(game, "mask on wood")
        found[game.s[game.program.layout.cells["player", "gold"] + 1]] += 1
        assert "mask on wood" in questions.answers(game)  # the other one
    assert set(found) == {2, 4}


def test_the_log_does_not_say_which_was_first(rules: Rules) -> None:
    game = rules.new_game(2, 1)
    game.apply("mask on wood")
    told = "\n".join(game.log("ann"))
    assert "Ann" in told
    assert not any(name in told for name in ("Fox", "Owl", "Elk"))


@pytest.mark.skipif(shutil.which("cc") is None, reason="there is no C compiler")
def test_all_engines_offer_and_draw_the_same(rules: Rules) -> None:
    for seed in range(6):
        game, native = Game(rules.program(2), seed), rules.new_game(2, seed, engine="native")
        while game.question is not None:
            assert native.options.ids == questions.answers(game)
            assert encoding.actions(native.position) == encoding.actions(game)
            assert native.position.state() == game.state()
            native.apply(native.options[seed % len(native.options)])
            game.answer(seed % len(game.question.answers))
