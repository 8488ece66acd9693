"""A seat shows what its player may know, and nothing else of the host's game."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

import cardwright
from cardwright import Game, GameError, NotYourTurn, Rules, SaveError, Seat
from dev.noninterference import disguise, random_leaks, seat_of, seat_outputs

from ..all_packs import PACKS, ROOT, rules_of, sample

pytestmark = pytest.mark.usefixtures("shared_packs")

SMALL = ROOT / "tests" / "packs"
ENDLESS = """\
kinds: {player: {state: {gold: number}}}
players: [{id: ann, provenance: house}, {id: bob, provenance: house}]
rules:
  game: |
    ann chooses a number from 1 to 2, as wish
    if wish = 1: repeat 1000 times: repeat 1000 times: ann gains 1 gold
    end the game
"""


@pytest.fixture(scope="module")
def rules() -> Rules:
    return rules_of(SMALL / "hands")


@pytest.fixture
def game(rules: Rules) -> Game:
    return rules.new_game(3, 5)


def asked_and_other(game: Game) -> tuple[Seat, Seat]:
    other = next(player for player in game.players if player != game.turn)
    return game.seat(game.turn), game.seat(other)


def test_it_has_this_and_nothing_else(game: Game) -> None:
    assert dir(game.seat(None)) == [
        "apply", "determinize", "digest", "log", "observation", "options", "player", "question",
        "save", "why",
    ]  # fmt: skip


def test_there_is_one_for_each_player_and_for_spectators(game: Game) -> None:
    assert [game.seat(player).player for player in game.players] == [*game.players]
    assert game.seat(None).observation() == game.observation()
    with pytest.raises(ValueError, match="there is no player `nobody`; the players are"):
        game.seat("nobody")


def test_it_follows_the_game(game: Game) -> None:
    asked, other = asked_and_other(game)
    before = asked.observation()
    asked.apply(asked.options[0])
    assert asked.observation() == game.observation(asked.player) != before
    assert other.observation() == game.observation(other.player)


def test_only_who_is_asked_has_a_question_and_answers(game: Game) -> None:
    asked, other = asked_and_other(game)
    assert asked.question == game.question
    assert [*asked.options] == [*game.options]
    for seat in (other, game.seat(None)):
        assert seat.question is None
        assert len(seat.options) == 0
        with pytest.raises(NotYourTurn) as error:
            seat.apply(game.options[0].id)
        assert str(error.value) == "it is not your turn"


def test_the_error_for_a_wrong_answer_names_legal_ones_only_to_the_player_asked(game: Game) -> None:
    asked, _ = asked_and_other(game)
    before = game.digest
    with pytest.raises(ValueError, match="is not a legal answer"):
        asked.apply("no such thing")
    assert game.digest == before


@pytest.mark.parametrize("answer", ["\x1b[2J" * 10, "x" * 3_000_000, {"x": ["\n" * 10_000]}])
def test_wrong_answers_are_not_repeated_as_they_are(game: Game, answer: object) -> None:
    asked, _ = asked_and_other(game)
    with pytest.raises(ValueError, match="is not a") as error:
        asked.apply(answer)  # type: ignore[arg-type]
    assert len(error.value.args[0]) < 1_000
    assert error.value.args[0].isprintable()


def test_after_the_end_nothing_is_asked(game: Game) -> None:
    while game.turn:
        game.apply(game.options[0])
    with pytest.raises(NotYourTurn, match="the game is over"):
        game.seat(game.players[0]).apply("0")


def test_an_error_in_the_rules_does_not_reveal_which_were_running(tmp_path: Path) -> None:
    """They may be those of a card that nobody else can see."""
    head = "id: small\nversion: 1.0.0\ntitle: Small\nplayers: [2, 2]\nmain: game\nscore: gold\n"
    (tmp_path / "pack.yaml").write_text(head)
    (tmp_path / "game.yaml").write_text(ENDLESS)
    seat = cardwright.load(tmp_path).new_game(2, 1).seat("ann")
    with pytest.raises(GameError) as error:
        seat.apply("1")
    assert (error.value.code, error.value.where) == ("CW401", ())
    assert error.value.__cause__ is error.value.__context__ is None  # which a log would show


# ---------------------------------------------------------------- records and fingerprints


def test_a_record_has_no_seed_and_is_not_a_save(game: Game, rules: Rules) -> None:
    seat = game.seat(game.players[0])
    record = json.loads(json.dumps(seat.save()))
    assert record["seen"] == seat.observation(None)
    assert not {"seed", "answers"} & {*record}
    with pytest.raises(SaveError, match="a record of what one player saw"):
        rules.restore(record)


def test_fingerprints_of_a_seat_reveal_nothing_hidden(game: Game, rules: Rules) -> None:
    rng, told = random.Random(3), 0
    for player in game.position.program.layout.kind("player"):
        other = disguise(game.position, player, rng)
        seats = seat_of(rules, game.position, player), seat_of(rules, other, player)
        assert seats[0].digest == seats[1].digest
        told += Game(rules, other).digest != game.digest
    assert told  # the host's digest shows a difference
    assert len({game.seat(player).digest for player in game.players}) == len(game.players)


# ------------------------------------------------------------------------ non-interference


def test_the_outputs_of_a_seat_depend_on_what_it_sees(game: Game) -> None:
    """Otherwise, the tests below could not fail."""
    other = game.copy()
    other.apply(other.options[0])
    here, there = (
        seat_outputs(one.seat(game.turn), ["number of cards in deck"]) for one in (game, other)
    )
    assert {what for what in here if here[what] != there[what]} >= {
        "observation", "question", "options", "log", "digest", "record", "errors", "work"
    }  # fmt: skip


SECRETS = [SMALL / name for name in ("hands", "sealed-bids", "hedge-duel", "market-tokens")]


@pytest.mark.parametrize("pack", SECRETS, ids=lambda pack: pack.name)
def test_hidden_things_change_nothing_at_a_seat(pack: Path) -> None:
    assert random_leaks(rules_of(pack), 10, seed=1) == []


@pytest.mark.parametrize("pack", sample([p for p in PACKS if p not in SECRETS], step=6))
def test_hidden_things_change_nothing_at_a_seat_in_other_packs(pack: Path) -> None:
    assert random_leaks(rules_of(pack), 5, seed=2) == []


def test_texts_are_explained() -> None:
    game = rules_of(ROOT / "content" / "beyond-the-black").new_game(1, 1)
    assert game.seat(None).why(f"title of {game.players[0]}").value


def test_only_the_host_asks_why_with_secrets(game: Game) -> None:
    owner, other = game.players[:2]
    asked = f"sum of worth of action over actions in hand of {owner}"
    known = game.why_with_secrets(asked).value
    assert known.isdigit()
    assert game.why(asked).value == game.why(asked, other).value != known
    assert game.why(asked, owner).value == known
