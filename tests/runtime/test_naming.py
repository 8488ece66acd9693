"""Names of things and answers, and prompts."""

from pathlib import Path

import pytest

import cardwright
from cardwright import Rules
from cardwright.runtime import log, naming, questions
from cardwright.runtime.game import Game

pytestmark = pytest.mark.usefixtures("shared_packs")

PACKS = Path(__file__).parents[1] / "packs"


@pytest.fixture(scope="module")
def rules() -> Rules:
    return cardwright.load(PACKS / "hands")


@pytest.fixture
def game(rules: Rules) -> Game:
    return rules.new_game(2, seed=1).position


def ask(game: Game, *replies: str) -> Game:
    for reply in replies:
        questions.reply(game, reply)
    return game


def named(game: Game, kind: str, owner: str) -> list[str]:
    layout = game.program.layout
    found = (layout.items[i] for i in layout.kind(kind))
    mine = [i.id for i in found if layout.items[i.owner].name == owner]
    return [naming.name(game.program, id, game) for id in mine]


def test_values_of_enums_are_words(game: Game) -> None:
    assert questions.prompt(game) == "Turn: Secretly choose 1 suit"
    assert questions.answers(game) == ["sun", "moon"]
    assert questions.labels(game) == ["Sun", "Moon"]


def test_menus_give_ids_and_titles(game: Game) -> None:
    ask(game, "sun")
    assert questions.prompt(game) == "Turn: Act"
    assert questions.answers(game) == ["play", "guard", "steal", "pass"]
    assert questions.labels(game) == ["Play a card", "Post a guard", "Steal", "Pass"]


def test_counted_pieces_are_called_by_owner_kind_and_place(game: Game) -> None:
    ask(game, "sun", "guard", "north")
    first = naming.player_name(game.program, game.z[0][0])
    assert named(game, "guard", first) == [
        f"{first} guard on north",
        f"{first} guard in supply",
        f"{first} guard in supply",
    ]
    assert naming.name(game.program, game.program.layout.kind("banner")[0], game) == "banner"


def test_without_a_game_pieces_have_no_place(game: Game) -> None:
    guard = game.program.layout.kind("guard")[0]
    assert naming.name(game.program, guard) == "ann guard"
    assert naming.title(game.program, guard) == "Ann guard"


def test_shared_names_are_distinguished_by_state(game: Game) -> None:
    """Two guards stand on the south hill, and only one of them has marched there."""
    ask(game, "sun", "guard", "south", "sun", "pass")
    ask(game, "sun", "guard", "north", "sun", "pass")
    who = naming.player_name(game.program, game.question.player)
    ask(game, "sun", "march", f"{who} guard on north", "sun", "pass", "sun", "march")
    assert questions.answers(game) == [f"{who} guard on south", f"{who} guard on south, tired"]


def test_a_hidden_card_is_picked_at_random(rules: Rules) -> None:
    """The thief can't choose a card from a rival's hand, so no question is asked."""
    taken = set()
    for seed in range(30):
        game = rules.new_game(2, seed).position
        thief, victim = game.z[0]
        hand = game.program.layout.zone_id("hand", victim) - game.program.layout.zone_first
        before = list(game.z[hand])
        ask(game, "sun", "steal")
        assert questions.answers(game) == ["keep", "give"]
        loot = game.s[game.program.layout.cells[("player", "secret-card")] + thief]
        assert loot in before
        taken.add(before.index(loot))
    assert taken == {0, 1}


def test_branches_give_ids_and_labels(game: Game) -> None:
    ask(game, "sun", "steal")
    assert questions.prompt(game) == "Steal: Choose one"
    assert questions.answers(game) == ["keep", "give"]
    assert questions.labels(game)[1] == "Give the banner away"


def test_the_prompt_names_the_card_whose_effect_asks(rules: Rules) -> None:
    """Oath asks for a suit; in one of the games, it is in somebody's hand."""
    for seed in range(40):
        game = ask(rules.new_game(2, seed).position, "sun", "play")
        if game.question and "oath" in questions.answers(game):
            assert questions.prompt(ask(game, "oath")) == "Oath: Secretly choose 1 suit"
            return
    raise AssertionError("nobody was dealt an oath")


def test_an_answer_that_is_not_legal_is_refused(game: Game) -> None:
    before = game.state()
    with pytest.raises(ValueError, match="did you mean `moon`"):
        questions.reply(game, "mon")
    assert game.state() == before


def test_names_of_answers_never_repeat(rules: Rules) -> None:
    game = rules.new_game(3, seed=3).position
    while not game.over:
        for found in (questions.answers(game), questions.labels(game)):
            assert len(set(found)) == len(game.question.answers)
        game.answer(len(game.answered()) % len(game.question.answers))
    assert questions.answers(game) == []
    assert questions.prompt(game) == ""


DINER = """
id: diner
version: 1.0.0
title: Diner
players: [1, 1]
main: game
"""
TABLES = """
kinds: {dish: {is: card}}
players: [{id: ann, title: Ann, provenance: house}]
dishes: [{id: soup, title: Soup, provenance: house}]
zones:
  menu: {holds: dish, title: Dishes of the day}
  eaten: {holds: dish, each player: true, title: Empty plates}
rules:
  game: |
    move soup to menu
    move soup to eaten of ann
"""


def test_a_zone_is_called_by_its_title(tmp_path: Path) -> None:
    (tmp_path / "pack.yaml").write_text(DINER, encoding="utf-8")
    (tmp_path / "game.yaml").write_text(TABLES, encoding="utf-8")
    game = cardwright.load(tmp_path).new_game(1, seed=1).position
    assert log.lines(game) == [
        "The game moves Soup from supply to dishes of the day",
        "The game moves Soup from dishes of the day to empty plates of Ann",
    ]


def test_what_reacts_to_a_rule_of_the_game_is_nobodys_doing(tmp_path: Path) -> None:
    (tmp_path / "pack.yaml").write_text(DINER, encoding="utf-8")
    reaction = "abilities: [{when: before clear, do: do lay}]\n"
    rules = "  clear: move soup to eaten of ann\n  lay: move soup to menu\n"
    text = TABLES[: TABLES.index("    move")] + "    do clear\n" + rules + reaction
    (tmp_path / "game.yaml").write_text(text, encoding="utf-8")
    game = cardwright.load(tmp_path).new_game(1, seed=1).position
    assert log.lines(game)[0] == "The game moves Soup from supply to dishes of the day"
    (tmp_path / "game.yaml").write_text(text + "options: [{id: lay, menu: m, do: do lay}]\n"
                                        "menus: {m: Now}\n", encoding="utf-8")  # fmt: skip
    game = cardwright.load(tmp_path).new_game(1, seed=1).position
    assert log.lines(game)[0] == "The game moves Soup from supply to dishes of the day"


def test_a_rule_of_set_up_that_players_do_too_is_nobodys_doing_before_the_first_turn(
    tmp_path: Path,
) -> None:
    (tmp_path / "pack.yaml").write_text(DINER, encoding="utf-8")
    rules = """    do lay
    for each player: player does turn
  turn: |
    do clear
    do lay
  clear: move soup to eaten of ann
  lay: move soup to menu
"""
    text = TABLES[: TABLES.index("    move")] + rules
    (tmp_path / "game.yaml").write_text(text, encoding="utf-8")
    game = cardwright.load(tmp_path).new_game(1, seed=1).position
    assert [line.partition(" moves")[0] for line in log.lines(game)] == ["The game", "Ann", "Ann"]


MASKS = """
provenance: fixture
kinds: {player: {}, mask: {is: card}}
players: [{id: ann}]
masks: [{id: sun, copies: 3}, {id: moon}]
zones: {hand: {holds: mask, each player: true}, shelf: {holds: mask}}
rules:
  game: |
    move all masks in supply to hand of ann
    choose 1 mask in hand of ann, as first
    move first to shelf
    choose 1 mask, as second
"""


def test_titles_say_where_equal_cards_are_if_that_tells_them_apart(tmp_path: Path) -> None:
    head = "id: masks\nversion: 1.0.0\ntitle: Masks\nplayers: [1, 1]\nmain: game\n"
    (tmp_path / "pack.yaml").write_text(head)
    (tmp_path / "rules.yaml").write_text(MASKS)
    game = cardwright.load(tmp_path).new_game(1, seed=1).position
    assert sorted(questions.labels(game)) == ["Moon", "Sun", "Sun (2)", "Sun (3)"]
    game.answer(questions.labels(game).index("Sun"))
    assert sorted(questions.labels(game)) == [
        "Moon", "Sun in Hand of Ann", "Sun in Hand of Ann (2)", "Sun in Shelf"
    ]  # fmt: skip
