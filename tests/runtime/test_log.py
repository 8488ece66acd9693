"""The log in English, and who may read which lines."""

import random
import re
from pathlib import Path

import pytest

import cardwright
from cardwright import Rules
from cardwright.language.inflection import article
from cardwright.runtime import log, naming, questions
from cardwright.runtime.game import Game
from cardwright.runtime.view import view

pytestmark = pytest.mark.usefixtures("shared_packs")

PACKS = Path(__file__).parents[1] / "packs"
CARDS = ("The Spy", "Taxes", "War", "Peace", "Oath", "Fog")


@pytest.fixture(scope="module")
def rules() -> Rules:
    return cardwright.load(PACKS / "hands")


def played(rules: Rules, seed: int) -> Game:
    game, dice = rules.new_game(3, seed).position, random.Random(seed)
    while not game.over:
        game.answer(dice.randrange(len(game.question.answers)))
    return game


def test_others_read_no_card_names(rules: Rules) -> None:
    hidden = 0
    for seed in range(20):
        for entry in log.entries(played(rules, seed)):
            if entry.seen_by is not None:
                hidden += any(card in entry.text for card in CARDS)
                assert not any(card in entry.hint for card in CARDS)
    assert hidden > 100


def test_only_its_owner_reads_a_dealt_card(rules: Rules) -> None:
    game = rules.new_game(2, 1).position
    dealt = [e for e in log.entries(game) if e.text.endswith("from deck to hand of Ann")]
    assert [entry.seen_by for entry in dealt] == [frozenset({"ann"})] * 2
    assert {entry.hint.split(" moves ")[1] for entry in dealt} == {
        "an action from deck to hand of Ann"
    }


def test_a_move_between_uncounted_zones_is_not_logged(rules: Rules) -> None:
    game = rules.new_game(2, 1).position
    assert any("from vault to dump" in line for line in log.lines(game, None))
    for player in (0, 1, 2):
        found = log.lines(game, player)
        assert not any("vault to dump" in line for line in found)
        assert any("an action from deck to vault" in line for line in found)


def test_pieces_of_the_actor_are_just_pieces(rules: Rules) -> None:
    game = rules.new_game(2, 1).position
    who = naming.title(game.program, game.question.player)
    for reply in ("sun", "guard", "north"):
        questions.reply(game, reply)
    assert f"{who} places a guard on North Hill" in log.lines(game)


def test_a_roll_logs_the_face(rules: Rules) -> None:
    game = rules.new_game(2, 1).position
    entry = next(e for e in log.entries(game) if e.verb == "roll")
    coin = view(game)["supply"]
    face = next(row for row in coin if row["kind"] == "coin" and row["state"]["face"])
    assert entry.text == f"{face['owner'].capitalize()} rolls {face['state']['face']}"


def test_the_amount_is_what_really_changed(rules: Rules) -> None:
    """Gold has a maximum of 9: with 3, a gain of 9 is logged as 6."""
    for seed in range(60):
        game = rules.new_game(2, seed).position
        questions.reply(game, "sun")
        questions.reply(game, "play")
        if "tax" in questions.answers(game):
            who = naming.title(game.program, game.question.player)
            questions.reply(game, "tax")
            assert f"{who} gains 6 gold" in log.lines(game)
            return
    raise AssertionError("nobody was dealt taxes")


def test_no_change_is_not_logged(rules: Rules) -> None:
    for seed in range(20):
        for line in log.lines(played(rules, seed), None):
            assert " 0 gold" not in line
            assert "moves none" not in line


def test_the_newest_lines(rules: Rules) -> None:
    game = played(rules, 2)
    everything = log.lines(game, 1)
    assert log.lines(game, 1, last=3) == everything[-3:]
    assert log.lines(game, 1, last=0) == []


def test_entries_have_the_span_of_their_statement(rules: Rules) -> None:
    entry = next(e for e in log.entries(rules.new_game(2, 1).position) if e.verb == "shuffle")
    assert (entry.span.text, entry.routine) == ("shuffle deck", "set-up")


@pytest.mark.parametrize(("word", "words"), [("guard", "a guard"), ("Ann guard", "an Ann guard")])
def test_articles(word: str, words: str) -> None:
    assert article(word) == words


def test_unlogged_moves_have_no_line_and_dice_are_named_by_their_faces() -> None:
    """Of a menu and of a zone; a zone is called by the title that its pack gives it."""
    game = cardwright.load(PACKS / "dice-engine").new_game(3, seed=1)
    while not any("from their used dice" in line for line in game.log()):
        game.apply(game.options[0].id)
    told = "\n".join(game.log())
    assert re.search(r"Ben chooses an action die \((energy|culture|travel|advance|wild)\)", told)
    assert "Use a die" not in told
    assert "to their used dice" not in told


def test_a_choice_with_one_candidate_is_logged_if_no_other_line_names_it() -> None:
    """The object of a verb is named in the verb's own line, and only once."""
    game = cardwright.load(PACKS / "caravan").new_game(3, 4).position
    game.answer(0)
    told = log.lines(game, None)
    assert told.count("Cleo chooses Ford") == 1
    assert "Cleo places a camel on Ford" in told
    assert "Cleo chooses a Cleo camel" not in told


def test_the_only_branch_of_a_choose_one_is_logged_in_the_authors_words(tmp_path: Path) -> None:
    """This does not apply to ways to pay, since the payment is logged."""
    (tmp_path / "pack.yaml").write_text(
        "{id: p, version: 1.0.0, title: P, players: [2, 2], main: game, score: gold,"
        " winners: top players by gold of player}"
    )
    (tmp_path / "game.yaml").write_text("""
kinds: {player: {state: {gold: {type: number, start: 2, min: 0, max: 9}, rum: {type: number, min: 0, max: 9}}}}
players: [{id: ann, title: Ann, provenance: house}, {id: bob, title: Bob, provenance: house}]
rules:
  game: |
    ann does turn
  turn: |
    choose one:
      rest "Rest": do nothing
      rise "Rise early" if gold of you > 5: gain 1 gold
    pay 1 gold or 1 rum
    choose one:
      sing: gain 1 gold
      dance: gain 2 gold
""")  # noqa: E501
    game = cardwright.load(tmp_path).new_game(2, 4).position
    assert log.lines(game, None) == ["Ann chooses “Rest”", "Ann pays 1 gold"]


def test_with_two_players_the_log_does_not_say_who_the_other_one_is(rules: Rules) -> None:
    told = {many: set[str]() for many in (2, 3)}
    for many, lines in told.items():
        for seed in range(20):
            game, dice = rules.new_game(many, seed).position, random.Random(seed)
            while not game.over:
                game.answer(dice.randrange(len(game.question.answers)))
            lines.update(log.lines(game, None))
    assert "Bob chooses Ann" in told[3]
    assert not told[2] & {"Ann chooses Bob", "Bob chooses Ann"}


def test_an_option_with_the_name_of_a_rule_of_the_game_is_somebodys_action(tmp_path: Path) -> None:
    """The setup `fill` is nobody's action; the option `fill` is that of the player who takes it."""
    (tmp_path / "pack.yaml").write_text(
        "{id: p, version: 1.0.0, title: P, players: [2, 2], main: game, score: gold,"
        " winners: top players by gold of player}"
    )
    (tmp_path / "game.yaml").write_text("""
kinds: {player: {state: {gold: {type: number, min: 0, max: 9}}}}
state: {coal: {type: number, min: 0, max: 9}}
players: [{id: ann, title: Ann, provenance: house}, {id: bob, title: Bob, provenance: house}]
menus: {trade: Trade}
options: [{id: fill, menu: trade, do: set coal to 5, provenance: house}]
rules:
  game: |
    do fill
    ann opens trade
  fill: set coal to 3
""")
    game = cardwright.load(tmp_path).new_game(2, 4).position
    changes = [line for line in log.lines(game, None) if "coal" in line]
    assert changes == ["The game sets coal to 3", "Ann sets coal to 5"]
