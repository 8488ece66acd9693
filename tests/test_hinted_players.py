"""Hinted players: what a pack advises, and what it leaves to chance."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

import cardwright
from cardwright import Game
from cardwright.players import Seat, hinted, named
from cardwright_tools.cli import invoke

pytestmark = pytest.mark.usefixtures("shared_packs")

CONTENT = Path(__file__).parents[1] / "content"


def fair(folder: Path, hints: str) -> Game:
    """A game in which Ann buys one of four wares, and then does one of two deeds."""
    (folder / "pack.yaml").write_text(
        "id: small\nversion: 1.0.0\ntitle: Small\nplayers: [2, 2]\nmain: game\nscore: gold\n"
    )
    (folder / "game.yaml").write_text(f"""\
provenance: house
kinds:
  player: {{state: {{gold: {{type: number}}}}}}
  ware: {{is: piece, fields: {{price: number, sweet: {{type: flag, default: false}}}}}}
zones: {{stall: {{holds: ware}}, bag: {{holds: ware, each player: true}}}}
wares:
  - {{id: egg, price: 1}}
  - {{id: fig, price: 3, sweet: true}}
  - {{id: oil, price: 3}}
  - {{id: tea, price: 2, sweet: true}}
players: [{{id: ann}}, {{id: bob}}]
rules:
  game: |
    move all wares in supply to stall
    ann does buy
    ann does work
    end the game
  buy: move up to 1 ware in stall to bag of you
  work: open deeds
menus: {{deeds: {{title: What next, pass: Nothing}}}}
options:
  - {{id: dig, menu: deeds, prefer: 4, do: gain 1 gold}}
  - {{id: rest, menu: deeds, do: lose 1 gold}}
{hints}
""")
    return cardwright.load(folder).new_game(players=2, seed=3)


def taken(game: Game, number: int = 60) -> Counter[str]:
    """The answers of hinted players to a question."""
    return Counter(hinted(Seat(game, n << 58)).id for n in range(number))


def test_a_hint_takes_the_best_and_chance_decides_between_equals(tmp_path: Path) -> None:
    game = fair(tmp_path, "hints: {ware in buy: 'by price of ware, highest first'}")
    assert {*taken(game)} == {"fig", "oil"}


def test_without_a_hint_as_much_is_taken_as_can_be(tmp_path: Path) -> None:
    assert {*taken(fair(tmp_path, ""))} == {"egg", "fig", "oil", "tea"}


def test_menus_are_drawn_by_what_options_prefer_unless_a_hint_says_more(tmp_path: Path) -> None:
    game = fair(tmp_path, "")
    game.apply("egg")
    found = taken(game)
    assert set(found) == {"dig", "rest"}
    assert 40 < found["dig"] < 56  # four of five
    game = fair(tmp_path, "hints: {deeds: rest}")
    game.apply("egg")
    assert taken(game) == {"rest": 60}


def test_a_hint_may_name_the_option_that_asks(tmp_path: Path) -> None:
    with pytest.raises(cardwright.PackError, match="no rule, option or effect is called `haggle`"):
        fair(tmp_path, "hints: {ware in haggle: first}")


def test_a_question_has_one_hint(tmp_path: Path) -> None:
    (tmp_path / "more.yaml").write_text("hints: {ware: first}\n")
    with pytest.raises(cardwright.PackError, match="there is a hint for this already"):
        fair(tmp_path, "hints: {ware: last}")


def test_what_only_hints_use_is_used(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    fair(
        tmp_path,
        "definitions: {charm of ware: if ware is sweet then 1 else 0}\n"
        "hints: {ware: 'by charm of ware, highest first'}",
    )
    invoke(["check", str(tmp_path)])
    assert "never used" not in capsys.readouterr().out


def test_hints_of_realm_of_magic_read_what_their_player_sees() -> None:
    """In a game redrawn for the player, they say the same."""
    rules = cardwright.load(CONTENT / "realm-of-magic")
    decks = {"dawn": "cult-deck", "dusk": "keepers-forge"}
    game = rules.new_game(players=2, seed=5, decks=decks)
    number = 0
    while game.question is not None and number < 400:
        seat = Seat(game, number << 55)
        if not number % 25:
            assert seat.hints() == Seat(seat.world(), 1).hints()
        game.apply(hinted(seat))
        number += 1
    assert number > 200


def test_a_word_names_them() -> None:
    assert named("hinted") is hinted
    with pytest.raises(ValueError, match="write `hinted`"):
        named("hinted:3")
