"""Decks that players bring: how they are chosen, what is then in the game, saves, hidden things."""

from __future__ import annotations

import dataclasses
import json
import random
from pathlib import Path

import pytest

import cardwright
from cardwright import DeckError, Rules
from cardwright.board.player_lists import max_copies

pytestmark = pytest.mark.usefixtures("shared_packs")

PACK = Path(__file__).parents[1] / "packs/card-guilds"
SMALL = {"guild": "smiths", "captain": "brand", "cards": {"smith": 3, "recruit": 3, "archer": 3}}


@pytest.fixture(scope="module")
def rules() -> Rules:
    return cardwright.load(PACK)


def owned(rules: Rules, players: int = 2) -> dict[tuple[str, int], int]:
    """How many copies of each fighter each player owns, by id and the player's number."""
    found: dict[tuple[str, int], int] = {}
    for item in rules.program(players).layout.items:
        if item.kind == "fighter" and item.thing:
            key = (item.thing.id, item.owner)
            found[key] = found.get(key, 0) + 1
    return found


def test_only_the_copies_that_decks_name_are_there(rules: Rules) -> None:
    here = owned(rules.with_decks({"ann": "purses"}))
    assert here[("archer", 1)] == 3
    assert here[("archer", 2)] == 2
    assert ("smith", 1) not in here
    assert ("smith", 2) not in here
    assert sum(here.values()) == 8 + 11


def test_what_is_not_brought_is_left_out_of_the_program(rules: Rules) -> None:
    all_there = rules.without_lists().program(2)
    dealt = rules.with_decks({"ann": "purses"}).program(2)
    assert len(dealt.layout.start) < len(all_there.layout.start) / 2
    assert ("fighter", "forge-master", "event") not in dealt.checked.effects
    # Only the forge master names it.
    assert ("fighter", "smith") not in dealt.layout.by_name


def test_bounds_count_what_the_fullest_decks_bring(rules: Rules) -> None:
    board = rules.declared.board
    assert [max_copies(board, kind) for kind in ("fighter", "captain", "player")] == [3 * 11, 3, 3]
    assert board.count("fighter") > 3 * 11
    no_decks = dataclasses.replace(board, things={**board.things, "deck-list": {}})
    assert max_copies(no_decks, "fighter") == board.count("fighter")


def test_a_definition_named_by_a_card_stays_although_nobody_brings_it(rules: Rules) -> None:
    deck = {"guild": "smiths", "captain": "brand",
            "cards": {"forge-master": 1, "recruit": 3, "archer": 3, "sutler": 1}}  # fmt: skip
    program = rules.with_decks({"ann": deck}).program(2)
    assert ("fighter", "smith") in program.layout.by_name
    assert program.layout.named("fighter", "smith") not in program.layout.kind("fighter")


def test_the_same_decks_share_a_program(rules: Rules) -> None:
    once = rules.with_decks({"ann": SMALL}).program(2)
    assert rules.with_decks({"ann": dict(SMALL)}).program(2) is once
    assert rules.with_decks({"ann": "purses"}).program(2) is not once


def test_two_decks_of_one_name_are_two(rules: Rules) -> None:
    mine = {**SMALL, "id": "hammers"}
    game = rules.new_game(2, 1, decks={"ann": "hammers", "bob": mine})
    assert game.why_with_secrets("deck-list of ann is deck-list of bob").value == "no"
    assert game.why_with_secrets("number of fighters of bob").value == "9"


@pytest.mark.parametrize("mine", ["ann", "bob"])
def test_a_deck_named_like_what_another_has_anyway_is_another(rules: Rules, mine: str) -> None:
    """If nobody chooses, Ann has the pack's hammers, and Bob its shadows."""
    other, id = ("bob", "shadows") if mine == "ann" else ("ann", "hammers")
    deck = {**SMALL, "id": id, "title": "Mine"}
    game = rules.new_game(2, 1, decks={mine: deck})  # type: ignore[dict-item]
    assert game.why_with_secrets("deck-list of ann is deck-list of bob").value == "no"
    assert game.why_with_secrets(f"deck-list of {other} is {id}").value == "yes"


def test_three_decks_of_one_name_are_three(rules: Rules) -> None:
    mine = {**SMALL, "id": "hammers-bob"}
    decks = {"ann": mine, "bob": {**SMALL, "id": "hammers"}, "cid": "hammers"}
    game = rules.new_game(3, 1, decks=decks)  # type: ignore[arg-type]
    for one, other in (("ann", "bob"), ("ann", "cid"), ("bob", "cid")):
        assert game.why_with_secrets(f"deck-list of {one} is deck-list of {other}").value == "no"


@pytest.mark.parametrize(
    ("decks", "words"),
    [
        ({"ann": "purse"}, "did you mean `purses`"),
        ({"dan": "purses"}, "there is no player `dan`; the players are ann, bob, cid"),
        ({"ann": {**SMALL, "cards": {"smith": 8}}}, "8 copies of `smith`"),
        ({"ann": {**SMALL, "cards": {"smit": 3}}}, "did you mean `smith`"),
        ({"ann": {**SMALL, "cards": {"smith": 2}}}, "add 6"),
        ({"ann": {**SMALL, "captain": "vesper"}}, "The captain is of the deck's guild."),
        ({"ann": {"cards": {"smith": 2}}}, "`captain` is missing"),
        ({"ann": {**SMALL, "id": "../x"}}, "`../x` is not a valid name"),
        ({"ann": {**SMALL, "id": 7}}, "id"),
        ({"ann": Path("no-such-file.yaml")}, "no-such-file.yaml"),
        ({"ann": {**SMALL, "cards": {"recruit": object()}}}, "must be a whole number"),
    ],
)
def test_what_cannot_be_brought_is_refused(
    rules: Rules, decks: dict[str, object], words: str
) -> None:
    with pytest.raises(ValueError, match=words):
        rules.new_game(2, 1, decks=decks)  # type: ignore[arg-type]


def test_a_game_without_lists_takes_no_decks() -> None:
    hands = cardwright.load(PACK.with_name("hands"))
    with pytest.raises(ValueError, match="players bring no decks to this game"):
        hands.new_game(2, 1, decks={"ann": "rush"})


def test_the_place_of_an_error_is_in_the_file(rules: Rules, tmp_path: Path) -> None:
    file = tmp_path / "mine.yaml"
    text = "title: Mine\nguild: smiths\ncaptain: brand\ncards:\n  recruit: 3\n  archer: 3\n"
    file.write_text(text + "  cutpurse: 2\n")
    with pytest.raises(DeckError) as error:
        rules.with_decks({"ann": file})
    (found,) = error.value.report.diagnostics
    assert found.code == "CW352"
    assert found.span is not None
    assert found.span.text == "cutpurse"
    assert found.notes[0][0].source.name.endswith("game.yaml")
    file.write_text(text + "  smith: 2\n")
    assert rules.with_decks({"ann": file}).decks["ann"].thing.title == "Mine"


def test_saves_keep_the_decks(rules: Rules) -> None:
    game, chance = rules.new_game(2, 7, decks={"ann": SMALL}), random.Random(7)
    for _ in range(20):
        game.apply(chance.choice(game.options))
    again = rules.restore(json.loads(json.dumps(game.save())))
    assert again.digest == game.digest
    assert again.observation("bob") == game.observation("bob")
    # Even if other decks are chosen by now.
    assert rules.with_decks({"ann": "purses"}).restore(game.save()).digest == game.digest


def test_other_decks_are_another_position(rules: Rules) -> None:
    games = [rules.new_game(2, 1, decks={"ann": deck}) for deck in ("hammers", SMALL)]
    assert games[0].digest != games[1].digest


@pytest.mark.parametrize("seed", range(4))
def test_the_other_player_cannot_tell_which_card_is_where(rules: Rules, seed: int) -> None:
    """Redrawn games look the same, and each deck keeps the cards that its player brought."""
    game, chance = rules.new_game(2, seed, decks={"bob": "purses"}), random.Random(seed)
    different = False
    while game.turn:
        for player in game.players:
            drawn = game.determinize(player, seed=chance.getrandbits(32))
            assert drawn.observation(player) == game.observation(player)
            s, t = game.position, drawn.position
            different = different or s.z != t.z
            for zone, other in zip(s.z, t.z, strict=True):
                owners = [s.program.layout.items[i].owner for i in zone]
                assert sorted(owners) == sorted(t.program.layout.items[i].owner for i in other)
        game.apply(chance.choice(game.options))
    assert different


def test_the_rules_for_a_list_have_a_bound_on_their_work(
    rules: Rules, monkeypatch: pytest.MonkeyPatch
) -> None:
    """There is one bound for all of them together, and it is reported once."""
    monkeypatch.setattr("cardwright.backends.core.legality.MAX_STEPS", 30)
    with pytest.raises(DeckError) as error:
        rules.with_decks({"ann": SMALL})
    (found,) = error.value.report.diagnostics
    assert found.code == "CW352"
    assert "a rule can't be evaluated: it takes too many steps" in found.message
