"""State that names a hidden card is seen as declared, and the card only by those who may see it.

No text that reaches a player contains the name of a card that this player has never seen.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator

import pytest

import cardwright
from cardwright import Rules
from cardwright.runtime import log, questions, visibility
from cardwright.runtime.determinize import determinize
from cardwright.runtime.game import Game
from cardwright.runtime.view import view
from cardwright_tools.play.drawing import draw_board

pytestmark = pytest.mark.usefixtures("shared_packs")

MANIFEST = """
id: couriers
version: 1.0.0
title: Couriers
players: [2, 3]
main: game
"""
NAMES = ("alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta", "iota", "kappa")
CONTENT = """
kinds:
  player:
    state:
      sent: letter
      guessed: {type: letter, seen by: owner}
      feared: {type: letter, seen by: nobody}
  road: {is: place, state: {trap: letter}}
  runner:
    is: piece
    on: road
    each player: 3
    state: {bears: letter, owed: {type: letter, seen by: owner}}
  letter: {is: card, state: {reply: letter, seal: {type: letter, seen by: owner}}}
zones:
  deck: {holds: letter, ordered: true, seen by: count}
  hand: {holds: letter, each player: true, seen by: owner}
  vault: {holds: letter, ordered: true, seen by: nobody}
  table: {holds: letter}
state:
  wanted: letter
  lost: {type: letter, seen by: nobody}
players:
  - {id: ann, title: Ann, provenance: house}
  - {id: bob, title: Bob, provenance: house}
  - {id: cid, title: Cid, provenance: house}
roads:
  - {id: pass, title: The Pass, provenance: house}
  - {id: ford, title: The Ford, provenance: house}
menus: {acts: {title: Act}}
options:
  - id: send
    menu: acts
    if: there are letters in hand of you
    do: do send-letter
    provenance: house
  - id: guess
    menu: acts
    do: do guess-letter
    provenance: house
  - id: load
    menu: acts
    if: you have runners
    do: do load-runner
    provenance: house
  - id: march
    menu: acts
    if: you have runners
    do: do march-runner
    provenance: house
  - id: trap
    menu: acts
    do: do lay-trap
    provenance: house
  - id: answer
    menu: acts
    if: there are letters in hand of you
    do: do answer-letter
    provenance: house
  - id: lay
    menu: acts
    if: there are letters in hand of you
    do: do lay-letter
    provenance: house
rules:
  game: |
    move each letter in supply to deck
    shuffle deck
    for each player:
      move top 2 of deck to hand of player
      player places 1 runner on pass
      player places 1 runner on pass
    move top of deck to vault
    repeat 5 times:
      for each player:
        player does turn
  turn: open acts or say "waits"
  send-letter: |
    choose 1 letter in hand of you, as picked
    set sent of you to picked
    set wanted to picked
    set lost to top of deck
  guess-letter: |
    choose 1 other player, as rival
    choose 1 letter in hand of rival, as picked
    set guessed of you to picked
    set feared of rival to picked
    set wanted to top of vault
  load-runner: |
    choose 1 runner, as loaded
    choose 1 letter in hand of you at random, as picked
    set bears of loaded to picked
    set owed of loaded to top of deck
  march-runner: |
    choose 1 runner, as loaded
    move loaded to a road
  lay-trap: |
    choose 1 road, as trapped
    set trap of trapped to top of deck
  answer-letter: |
    choose 1 letter in hand of you, as picked
    choose 1 letter in hand of you, as second
    set reply of picked to second
    set seal of second to top of deck
  lay-letter: |
    choose 1 letter in hand of you, as picked
    move picked to table
"""
CELLS = ("sent", "guessed", "feared")


@pytest.fixture(scope="module")
def rules(tmp_path_factory: pytest.TempPathFactory) -> Rules:
    folder = tmp_path_factory.mktemp("packs") / "couriers"
    folder.mkdir()
    letters = "".join(f"  - {{id: x-{n}, title: X{n}x, provenance: house}}\n" for n in NAMES)
    (folder / "pack.yaml").write_text(MANIFEST, "utf-8")
    (folder / "content.yaml").write_text(f"{CONTENT}letters:\n{letters}", "utf-8")
    return cardwright.load(folder)


def reaching(game: Game, player: int) -> Iterator[tuple[str, str]]:
    """Each text that reaches a player after the deck was laid out, with its origin."""
    yield (
        "view",
        json.dumps({key: part for key, part in view(game, player).items() if key != "log"}),
    )
    lines = log.lines(game, player)
    yield "log", "\n".join(line for line in lines if "from supply to deck" not in line)
    if not player:
        return
    yield "board", "\n".join(line for table in draw_board(game, player, 100) for line in table)
    if game.question and game.question.player == player:
        yield "answers", "\n".join([*questions.answers(game), *questions.labels(game)])
    if len(game.answered()) % 7 == player:
        drawn = determinize(game, player, 3)
        assert view(drawn, player) == view(game, player)
        assert log.lines(drawn, player) == log.lines(game, player)


def unseen(game: Game, player: int) -> list[str]:
    """The names of the cards that this player has never seen: they go only to the table."""
    cards = visibility.members(game.program, "letter")
    hidden = (card for card in cards if not visibility.sees(game, card, player))
    things = (game.program.layout.items[card].thing for card in hidden)
    return [word for thing in things if thing for word in (thing.id, thing.title)]


def positions(rules: Rules, games: int) -> Iterator[Game]:
    for seed in range(games):
        game, dice = rules.new_game(3, seed).position, random.Random(seed)
        while not game.over:
            yield game
            assert game.question
            game.answer(dice.randrange(len(game.question.answers)))
        yield game


@pytest.mark.parametrize("games", [2, pytest.param(20, marks=pytest.mark.soak)])
def test_no_text_names_a_card_that_its_reader_has_not_seen(rules: Rules, games: int) -> None:
    for game in positions(rules, games):
        for player in (0, 1, 2, 3):
            hidden = unseen(game, player)
            for what, text in reaching(game, player):
                assert not [word for word in hidden if word in text], (what, text)


def test_why_names_no_card_that_its_reader_has_not_seen(rules: Rules) -> None:
    asked = [f"{cell} of {who}" for cell in CELLS for who in ("ann", "bob", "cid")]
    asked += [
        "wanted",
        "lost",
        "trap of pass",
        "sum of 1 over runners where bears of runner is x-eta",
    ]
    for seed in range(6):
        game, dice = rules.new_game(3, seed), random.Random(seed)
        while game.turn is not None and len(game.position.answered()) < 25:
            game.apply(game.options[dice.randrange(len(game.options))])
        for number, player in enumerate(("ann", "bob", "cid"), 1):
            hidden = set(unseen(game.position, number)) - {"x-eta", "Xetax"}
            for words in asked:
                told = repr(game.why(words, player))
                assert not any(word in told for word in hidden), (words, told)
