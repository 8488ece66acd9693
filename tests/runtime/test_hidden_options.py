"""Menu options about things that a player can't see: nothing reveals which thing offers them."""

from __future__ import annotations

import random
import shutil
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from cardwright import Rules
from cardwright.program.actions import action_space
from cardwright.runtime import encoding, questions
from cardwright.runtime.game import Game
from dev.noninterference import visible_to

from ..all_packs import ROOT, rules_of
from .masks import APART, asked_again, exchanged, masks

pytestmark = pytest.mark.usefixtures("shared_packs")

CONTENT = """
provenance: house
kinds:
  player: {state: {gold: {type: number, min: 0, max: 99}}}
  spot: {is: place}
  cart: {is: piece, on: [spot, cart], state: {closed: flag}, hides when: closed}
  mask:
    is: piece
    on: [spot, cart]
    fields: {worth: number}
    face down when: covered
    seen by: nobody
    state: {covered: {type: flag, start: true}, used: flag}
    options:
      - {id: lift, menu: acts, if: not (this is used), do: do lift with this}
      - {id: shake, menu: acts, limit: once per turn, do: say "It rattles"}
menus: {acts: {title: Act, pass: Leave them}}
players:
  - {id: ann, title: Ann}
  - {id: bob, title: Bob}
spots: [{id: wood}, {id: hill}]
pieces: {cart: CARTS}
masks:
  - {id: fox, worth: 1}
  - {id: owl, worth: 2, options: [{id: hoot, menu: acts, do: set covered of owl to no}]}
  - {id: elk, worth: 3}
  - {id: bee, worth: 4}
rules:
  game: |
    START
    repeat 6 times:
      for each player: player does turn
  turn: open acts until pass
  lift:
    takes: {mask: mask}
    do: |
      set used of mask to yes
      gain (worth of mask) gold
"""


def started(path: Path, start: str, carts: int = 1) -> Rules:
    return masks(path, CONTENT.replace("START", start).replace("CARTS", str(carts)))


def offered(game: Game) -> tuple[object, ...]:
    """Everything about the answers that reaches the player who is asked, in their order."""
    assert game.question is not None
    asked = questions.answers(game), questions.labels(game), encoding.actions(game)
    return *asked, visible_to(game, game.question.player)


def test_options_reveal_nothing_about_what_offers_them(tmp_path: Path) -> None:
    """Two masks lie on each spot; only Owl can hoot, so everybody knows where it is."""
    game = Game(started(tmp_path, APART).program(2), 1)
    assert questions.answers(game) == [
        "lift of mask on wood", "shake of mask on wood", "hoot",
        "lift of mask on hill", "shake of mask on hill", "pass",
    ]  # fmt: skip
    names = action_space(game.program).names
    assert [names[action] for action in encoding.actions(game)] == [
        "lift of hidden 1", "shake of hidden 1", "hoot of hidden 1",
        "lift of hidden 2", "shake of hidden 2", "done",
    ]  # fmt: skip
    for one, two in (("fox", "elk"), ("bee", "elk"), ("owl", "elk")):
        assert offered(exchanged(game, one, two)) == offered(game)


def test_chance_takes_one_of_those_that_look_the_same(tmp_path: Path) -> None:
    rules = started(tmp_path, APART)
    found = Counter[int]()
    for seed in range(40):
        game = Game(rules.program(2), seed)
        questions.reply(game, "lift of mask on hill")
        questions.reply(game, "pass")
        found[sum(game.s[game.program.layout.cells["player", "gold"] :][1:3])] += 1
        if game.question is not None:
            assert "lift of mask on hill" in questions.answers(game)  # the other one
    assert set(found) == {1, 4}


def test_a_mask_that_all_see_is_called_by_its_name(tmp_path: Path) -> None:
    game = Game(started(tmp_path, f"{APART}\n    set covered of fox to no").program(2), 1)
    names = action_space(game.program).names
    told = dict(zip(questions.answers(game), encoding.actions(game), strict=True))
    assert names[told["lift of fox"]] == "lift of fox"
    assert names[told["lift of mask on hill"]] == "lift of hidden 2"


def test_only_what_may_be_out_of_sight_has_actions_for_that() -> None:
    """In Keywords, charms lie in a deck, and one of them can be used to march; creatures do not."""
    names = action_space(rules_of(ROOT / "tests" / "packs" / "keywords").program(2)).names
    assert [name for name in names if " of hidden " in name] == [
        "march of hidden 1", "march of hidden 2"
    ]  # fmt: skip


def positions(rules: Rules, seed: int) -> Iterator[tuple[Game, int]]:
    game, rng = Game(rules.program(2), seed), random.Random(seed)
    for _ in range(40):
        if game.question is None:
            return
        index = rng.randrange(len(game.question.answers))
        yield game, index
        game.answer(index)


@pytest.mark.skipif(shutil.which("cc") is None, reason="there is no C compiler")
def test_all_engines_offer_and_draw_the_same(tmp_path: Path) -> None:
    rules = started(tmp_path, APART)
    for seed in range(3):
        native = rules.new_game(2, seed, engine="native")
        for game, index in positions(rules, seed):
            assert native.options.ids == questions.answers(game)
            assert encoding.actions(native.position) == encoding.actions(game)
            assert native.position.state() == game.state()
            native.apply(native.options[index])


DEEP = 30


def test_what_lies_in_many_carts_is_seen_if_none_is_closed(tmp_path: Path) -> None:
    """At any depth: the outermost cart decides."""
    rules = started(tmp_path, "set covered of fox to no\n    move fox to hill", DEEP)
    game = Game(rules.program(2), 1)
    layout = game.program.layout
    carts = layout.kind("cart")
    (fox,) = (item.id for item in layout.items if item.name == "fox")
    hill = next(item.id for item in layout.items if item.name == "hill")
    for item, place in zip((fox, *carts), (*carts, hill), strict=True):
        game.s[item] = place
    game.list_placed()
    names = action_space(game.program).names
    assert names[encoding.actions(asked_again(game))[0]] == "lift of fox"
    game.s[layout.cells["cart", "closed"] + carts[-1]] = 1
    assert names[encoding.actions(asked_again(game))[0]] == "lift of hidden 1"
