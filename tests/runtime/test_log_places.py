"""Things on things that are out of sight: what log lines and options reveal about them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

import cardwright
from cardwright import Game
from cardwright.options import Options
from cardwright.runtime.determinize import determinize
from dev.noninterference import visible_to

MANIFEST = """
id: carts
version: 1.0.0
title: Carts
players: [2, 2]
main: game
"""
CONTENT = """
kinds:
  player: {}
  spot: {is: place, state: {overgrown: flag, lost: flag}, hides when: overgrown, gone when: lost}
  wagon: {is: piece, on: spot, options: [{id: ride, menu: acts, do: say "rides"}]}
  crate: {is: piece, on: [wagon, spot]}
menus: {acts: {title: Acts}}
players:
  - {id: ann, title: Ann, provenance: house}
  - {id: bob, title: Bob, provenance: house}
spots:
  - {id: hill, title: Hill, provenance: house}
  - {id: wood, title: Wood, provenance: house}
wagons:
  - {id: red, title: Red wagon, provenance: house}
  - {id: blue, title: Blue wagon, provenance: house}
crates:
  - {id: silver, title: Silver, provenance: house}
  - {id: gravel, title: Gravel, provenance: house}
rules:
  game: |
    ann may: say "first"
    ann does start
    ann may: say "then"
    ann does later
    ann may: say "last"
"""
HIDDEN = """
  start: |
    set overgrown of wood to yes
    give red to you
    give silver to you
    place red on wood
    place silver on red
    move silver to wood
    move silver to red
"""
OPEN = HIDDEN.replace("overgrown of wood", "overgrown of hill")
MOVES = {
    "out of the thicket": (HIDDEN, "move red to hill"),
    "into the thicket": (OPEN, "move red to hill"),
    "to supply": (HIDDEN, "remove red"),
    "with its place, out of the game": (HIDDEN, "set lost of wood to yes"),
}


@pytest.fixture
def made(tmp_path: Path) -> Callable[[str, str], Game]:
    def make(start: str, later: str) -> Game:
        (tmp_path / "pack.yaml").write_text(MANIFEST)
        (tmp_path / "game.yaml").write_text(f"{CONTENT}{start}  later: {later}\n")
        return cardwright.load(tmp_path).new_game(2, 1)

    return make


def go_on(game: Game) -> None:
    game.apply("no")


def read(game: Game, player: str) -> list[str]:
    return [line for line in game.log(player) if " declines" not in line]


@pytest.mark.parametrize("name", MOVES)
def test_later_moves_of_a_carrier_change_no_line(
    made: Callable[[str, str], Game], name: str
) -> None:
    game = made(*MOVES[name])
    go_on(game)
    before = {player: read(game, player) for player in game.players}
    go_on(game)
    for player, old in before.items():
        assert read(game, player)[: len(old)] == old


def test_what_was_on_a_hidden_thing_is_not_named_when_that_comes_out(
    made: Callable[[str, str], Game],
) -> None:
    game = made(HIDDEN, "move red to hill")
    go_on(game)
    go_on(game)
    assert read(game, "bob")[-3:] == [
        "Ann moves a crate from an Ann wagon to Wood",
        "Ann moves a crate from Wood to an Ann wagon",
        "Ann moves Red wagon from Wood to Hill",
    ]
    assert read(game, "ann")[-2] == "Ann moves Silver from Wood to Red wagon"


def test_who_sees_a_thing_come_from_a_hidden_one_does_not_read_from_which(
    made: Callable[[str, str], Game],
) -> None:
    game = made(HIDDEN, "move silver to hill")
    go_on(game)
    go_on(game)
    assert read(game, "bob")[-1] == "Ann moves Silver from an Ann wagon to Hill"
    assert read(game, "ann")[-1] == "Ann moves Silver from Red wagon to Hill"


TWO = """
  start: |
    give red to you
    give blue to you
    set overgrown of wood to yes
    place red on wood
    place blue on wood
    set overgrown of hill to yes
    place silver on red
    move silver to wood
    choose 1 wagon on wood at random, as rode
    move rode to hill
    move silver to rode
    move silver to hill
"""


def test_what_something_was_on_unseen_is_not_taken_for_another(
    made: Callable[[str, str], Game],
) -> None:
    """Otherwise, the crate would have come from a wagon that was elsewhere."""
    game = made(TWO, "remove silver")
    for _ in range(2):
        go_on(game)
        real = game.position
        for seed in range(8):
            drawn = determinize(real, 2, seed)
            assert visible_to(drawn, 2) == visible_to(real, 2)
            wagons = real.program.layout.kind("wagon")
            assert [drawn.s[wagon] for wagon in wagons] == [real.s[wagon] for wagon in wagons]


CHOSEN = """|
    bob chooses 1 crate on wagons, as spied
    reveal spied
"""
SPREAD = """
  start: |
    set overgrown of wood to yes
    set overgrown of hill to yes
    give red to you
    give blue to you
    give silver to you
    give gravel to you
    place red on wood
    place blue on hill
    place silver on red
    place gravel on blue
"""
CLOSE = SPREAD.replace("blue on hill", "blue on wood")


def test_an_option_does_not_say_on_which_hidden_thing_something_is(
    made: Callable[[str, str], Game],
) -> None:
    game = made(SPREAD, CHOSEN)
    go_on(game)
    go_on(game)
    assert game.turn == "bob"
    assert [(one.id, one.title) for one in game.options] == [
        ("ann crate on ann wagon on hill", "Ann crate on Ann wagon on Hill"),
        ("ann crate on ann wagon on wood", "Ann crate on Ann wagon on Wood"),
    ]
    assert {(of.kind, of.id, of.place) for one in game.options if (of := one.refers_to)} == {
        ("crate", None, None)
    }


STRAY = """
  start: |
    set overgrown of wood to yes
    set overgrown of hill to yes
    place red on wood
    place blue on hill
"""


@pytest.mark.parametrize(
    ("start", "later", "kind"),
    [(SPREAD, CHOSEN, "crate"), (STRAY, "bob opens acts", "wagon")],
)
def test_options_do_not_say_which_thing_is_where_unseen(
    made: Callable[[str, str], Game], start: str, later: str, kind: str
) -> None:
    game = made(start, later)
    go_on(game)
    real, other = game.position, game.position.copy()
    one, two = real.program.layout.kind(kind)
    other.s[one], other.s[two] = real.s[two], real.s[one]
    other.list_placed()
    for position in (real, other):
        position.answer(1)
        assert [one.id.split(" on ")[-1] for one in Options(position)][:2] == ["hill", "wood"]
    assert visible_to(other, 2) == visible_to(real, 2)


def test_one_of_the_things_carried_by_hidden_things_of_one_place_is_drawn(
    made: Callable[[str, str], Game],
) -> None:
    """A player who could choose the first or the second would choose by what they are."""
    game, found = made(CLOSE, CHOSEN), set()
    for seed in range(8):
        drawn = game.rules.new_game(2, seed)
        go_on(drawn)
        go_on(drawn)
        assert drawn.turn == "ann"
        found.add(drawn.log("bob")[-1])
    assert len(found) == 2
