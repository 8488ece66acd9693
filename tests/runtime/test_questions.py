"""Prompts: the author's words, or else plain English about the current position."""

import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

import cardwright
from cardwright import Game
from cardwright.players.playout import play_to_end
from cardwright.runtime.game import Game as Position
from cardwright.runtime.question_handling import QuestionHandling

from ..all_packs import ROOT, rules_of

pytestmark = pytest.mark.usefixtures("shared_packs")

HEAPS = Path(__file__).parents[1] / "packs" / "heaps"


@pytest.fixture
def game() -> Game:
    return cardwright.load(HEAPS).new_game(2, seed=3)


def prompts(game: Game, *answers: str) -> list[str]:
    """The prompt before each answer, and after the last one."""
    found = []
    for answer in answers:
        found.append(game.question.prompt)
        game.apply(answer)
    return [*found, game.question.prompt]


def test_questions_are_in_the_authors_words_or_name_what_they_are_about(game: Game) -> None:
    assert prompts(game, "small", "stone on small", "done", "no", "nod") == [
        "Turn: Take from which heap?",
        "Turn: Remove 1 or more stones from Small Heap",
        "Turn: Remove 1 or more stones from Small Heap",
        "Turn: Move 1 stone from heaps other than Small Heap to Small Heap",
        "Turn: Choose one",
        "Turn: Anything else",
    ]  # fmt: skip


def test_where_each_of_several_goes_is_asked_by_name(game: Game) -> None:
    prompts(game, "small", "stone on small", "done", "no", "nod", "spread")
    which, where = "Spread which stones? (2 of up to 2)", "Move the stone to another heap"
    assert prompts(game, "stone on large", "done")[1:] == [f"Spread: {which}", f"Spread: {where}"]


def test_your_own_things_are_called_yours() -> None:
    game = cardwright.load(HEAPS.parent / "mini-orbit").new_game(2, seed=1)
    chance, asked = random.Random(1), set[str]()
    while game.turn:
        asked.add(game.question.prompt.partition(": ")[2])
        game.apply(chance.choice(game.options))
    assert "Choose 1 of your influence in supply" in asked
    assert not [words for words in asked if " of you " in words]


def test_how_many_are_chosen_is_a_number(tmp_path: Path) -> None:
    files = {
        "pack.yaml": "{id: p, version: 1.0.0, title: P, players: [2, 2], main: game, score: order,"
        " winners: players}",
        "game.yaml": """
kinds: {hat: {is: piece, on: hook, each player: 4}, hook: {is: place}}
players: [{id: ann, provenance: house}, {id: bob, provenance: house}]
hooks: [{id: high, provenance: house}, {id: mid, provenance: house}, {id: low, provenance: house}]
rules:
  game: |
    place 2 hats on high
    place 2 hats on mid
    move (number of your hats on hooks - 1) of your hats on hooks to low
""",
    }
    for name, text in files.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    game = cardwright.load(tmp_path).new_game(2, seed=1)
    assert game.question.prompt == "Game: Move 3 of your hats from hooks to Low (1 of 3)"


@pytest.mark.parametrize(
    ("written", "asked"),
    [
        ("Where does {moved} go?", "Where does your red hat go?"),
        ("Where does your {moved} go?", "Where does your red hat go?"),
        ("The {moved} goes where?", "The red hat goes where?"),
        ("{moved} goes where?", "Your red hat goes where?"),
    ],
)
def test_a_value_in_a_text_has_one_article(written: str, asked: str, tmp_path: Path) -> None:
    files = {
        "pack.yaml": "{id: p, version: 1.0.0, title: P, players: [2, 2], main: game, score: order,"
        " winners: players}",
        "game.yaml": f"""
kinds: {{red-hat: {{is: piece, on: hook, each player: 2}}, hook: {{is: place}}}}
players: [{{id: ann, provenance: house}}, {{id: bob, provenance: house}}]
hooks: [{{id: high, provenance: house}}, {{id: low, provenance: house}}]
rules:
  game: |
    place 2 red-hats on high
    choose 1 of your red-hats on hooks, as moved
    choose 1 hook, as there "{written}"
    move moved to there
""",
    }
    for name, text in files.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    game = cardwright.load(tmp_path).new_game(2, seed=1)
    assert game.question.prompt == f"Game: {asked}"


def test_a_branch_without_a_label_is_what_it_does(game: Game) -> None:
    prompts(game, "small", "stone on small", "done", "no")
    assert game.options.titles == ["Say “Bows”", "Nod"]


def test_a_pass_has_the_name_that_its_menu_gives_it(game: Game) -> None:
    prompts(game, "small", "stone on small", "done", "no", "nod")
    assert game.options.titles == ["Wave", "Spread", "End your turn"]
    assert game.options.ids == ["wave", "spread", "pass"]


def test_set_up_is_nobodys_doing(game: Game) -> None:
    assert game.log()[:2] == ["The game places a stone on Small Heap"] * 2
    assert "The heaps are piled up" in game.log()


def test_bookkeeping_is_not_logged(game: Game) -> None:
    prompts(game, "small", "stone on small", "done", "no", "nod")
    assert not [line for line in game.log() if "adds" in line]
    assert game.observation("bob")["players"]["ann"]["state"]["moves"] == 1


def test_the_question_of_a_window_names_the_event_and_its_player() -> None:
    rules = cardwright.load(HEAPS.parent / "hedge-duel")
    asked = {words for seed in range(4) for words in all_prompts(rules.new_game(2, seed))}
    assert {"Reply: Muster (Ann)", "Reply: Muster (Bob)"} <= asked
    assert not any(words.startswith("Cast a spell: Reply") for words in asked)


def all_prompts(game: Game) -> Iterator[str]:
    """The prompts in a game in which the last answer other than passing is given."""
    while game.question is not None:
        yield game.question.prompt
        game.apply(game.options[max(0, len(game.options) - 2)])


def test_texts_have_values_of_the_moment() -> None:
    """In questions and in the log; a line that begins in lower case is about its player."""
    game = cardwright.load(HEAPS.with_name("dice-engine")).new_game(3, seed=1)
    while "Follow" not in game.question.prompt:
        game.apply(game.options[0].id)
    asked, face = game.question, game.question.prompt.split()[4]
    leader = "Ann" if asked.player == "ben" else "Ben"
    assert asked.prompt.endswith(f"Follow {face} of {leader} for 1 culture")
    game.apply("yes")
    follower = asked.player.capitalize()
    assert f"{follower} chooses “Follow {face} of {leader} for 1 culture”" in game.log()
    assert f"{follower} follows {face}, with 0 ships on worlds" in game.log()


@pytest.mark.parametrize("pack", ["amazons", "caravan", "causeways", "couriers", "meadow"])
def test_a_choice_among_interchangeable_things_is_not_asked(
    pack: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Known when the program is made: everything that a question would offer is taken."""
    taken, put = Counter[int](), QuestionHandling.put
    rules = rules_of(ROOT / "tests" / "packs" / pack)
    program = rules.program(max(rules.players))
    items, owners = program.layout.items, program.owners

    def checked(game: QuestionHandling, item: int, to: int, at: int) -> None:
        if not game.s[item] and program.appearances[item] is not None:
            kind, owner = items[item].kind, game.s[owners + item]
            same = [i for i in program.layout.kind(kind) if game.s[owners + i] == owner]
            assert game._unlike([i for i in same if not game.s[i]], owner) == [item]
            taken[item] += 1
        put(game, item, to, at)

    monkeypatch.setattr(QuestionHandling, "put", checked)
    for seed in range(3):
        play_to_end(Position(program, seed), seed, 200)
    assert taken


@pytest.mark.parametrize("pack", ["card-guilds", "duel", "hands", "lasting", "mini-orbit"])
def test_nothing_is_out_of_sight_that_never_may_be(pack: str) -> None:
    """What may be out of sight is known when the program is made: only that is tested in play."""
    rules, unseen = rules_of(ROOT / "tests" / "packs" / pack), set[int]()
    program = rules.program(max(rules.players))
    things = [item.id for item in program.layout.items if item.kind]
    game, chance = Position(program, 1), random.Random(1)
    while game.question is not None and len(game.answered()) < 40:
        for player in (0, *program.layout.kind("player")):
            unseen.update(item for item in things if game._unseen(item, player))
        game.answer(chance.randrange(len(game.question.answers)))
    assert unseen
    assert unseen <= program.hides
