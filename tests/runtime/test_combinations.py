"""Combined constructs: small packs whose games go wrong if one construct ignores the other."""

from __future__ import annotations

from pathlib import Path

import pytest

import cardwright
from cardwright import Game, PackError

pytestmark = pytest.mark.usefixtures("shared_packs")

PACK = "id: small\nversion: 1.0.0\ntitle: Small\nplayers: [2, 2]\nmain: game\n"
KENNEL = """
players: [{id: red, provenance: fixture}, {id: blue, provenance: fixture}]
kinds:
  player: {state: {fame: {type: number, max: 99}, loss: {type: number, max: 99}}}
  field: {is: place}
  beast: {is: piece, on: [field, beast], state: {wounds: {type: number, max: 9}}}
  cat:
    is: beast
    each player: 3
    state: {lives: {type: number, start: 9}}
    options: [{id: purr, menu: acts, limit: once per turn, do: gain 1 fame}]
    abilities: [{when: after removing beast, do: you gain 1 fame}]
  egg: {is: beast, each player: 3}
  hound:
    is: beast
    token: 3
    abilities: [{when: after removing beast, if: it is this, do: you gain 10 fame}]
fields: [{id: dell, provenance: fixture}, {id: north, provenance: fixture}]
menus: {acts: {title: Act}}
state: {total: number, champion: cat}
abilities: [{when: after removing beast, if: owner of it is not none, do: owner of it gains 1 loss}]
rules:
  turn: do nothing
  act: |
    open acts or do nothing
    choose a number from 1 to 3, as more
  pair: |
    red places 1 cat on a field
    red places 1 cat on a field
"""
CARDS = """
players: [{id: red, provenance: fixture}, {id: blue, provenance: fixture}]
kinds:
  player: {state: {fame: {type: number, max: 99}}}
  spell: {is: card, fields: {power: number}}
zones:
  hand: {holds: spell, each player: true, seen by: owner}
  deck: {holds: spell, ordered: true, seen by: count}
spells:
  - {id: one, power: 1, provenance: fixture}
  - {id: two, power: 2, provenance: fixture}
  - {id: four, power: 4, provenance: fixture}
  - {id: eight, power: 8, provenance: fixture}
rules:
  deal: |
    for each spell in supply: move spell to deck
    shuffle deck
    move top 2 of deck to hand of blue
"""


def begun(folder: Path, text: str, game: str, seed: int = 1) -> Game:
    """A new game of a pack with this main rule."""
    (folder / "pack.yaml").write_text(PACK)
    (folder / "small.yaml").write_text(text.lstrip())
    body = "".join(f"    {line}\n" for line in game.strip().splitlines())
    (folder / "game.yaml").write_text(f"rules:\n  game: |\n{body}")
    return cardwright.load(folder).new_game(2, seed)


def state(game: Game, player: str) -> dict[str, object]:
    return game.observation(player)["players"][player]["state"]  # type: ignore[index]


# ---------------------------------------------------------------- tokens and copies that leave


def test_what_reacts_to_the_end_of_a_token_still_knows_its_owner(tmp_path: Path) -> None:
    game = begun(
        tmp_path,
        KENNEL,
        """
red creates 1 hound on dell
for each hound: blue removes hound
""",
    )
    assert state(game, "red") == {"fame": 10, "loss": 1}
    assert state(game, "blue")["fame"] == 0


def test_a_copy_reacts_to_its_own_end(tmp_path: Path) -> None:
    game = begun(
        tmp_path,
        KENNEL,
        """
red places 1 egg on dell
for each egg on dell: egg becomes a cat
for each cat on dell: blue removes cat
red places 1 egg on dell
for each egg on dell: blue removes egg
""",
    )
    assert state(game, "red") == {"fame": 1, "loss": 2}


@pytest.mark.parametrize("order", ["wounds of beast", "0 - wounds of beast"])
def test_those_who_end_together_see_each_other_end(tmp_path: Path, order: str) -> None:
    game = begun(
        tmp_path,
        KENNEL,
        f"""
red places 2 eggs on dell
red creates 1 hound on dell
for each egg on dell:
  egg becomes a cat
for each cat on dell: add 1 to wounds of cat
all at once:
  for each beast on dell in order of {order}: blue removes beast
""",
    )
    assert state(game, "red") == {"fame": 2 * 3 + 10, "loss": 3}


def test_a_token_that_comes_again_is_new(tmp_path: Path) -> None:
    game = begun(
        tmp_path,
        KENNEL,
        """
red creates 1 hound on dell
for each hound: add 3 to wounds of hound
all at once:
  for each hound: red removes hound
  blue creates 1 hound on dell
set total to sum of wounds of hound over hounds
""",
    )
    assert game.observation("red")["state"]["total"] == 0  # type: ignore[index]
    assert state(game, "red")["fame"] == 10


def test_a_thing_that_is_not_a_cat_any_more_has_no_lives(tmp_path: Path) -> None:
    game = begun(
        tmp_path,
        KENNEL,
        """
red places 1 cat on dell
for each cat on dell:
  set champion to cat
  cat becomes an egg
  add 1 to lives of cat
  set total to lives of cat + 100 * lives of champion
""",
    )
    assert game.observation("red")["state"]["total"] == 0  # type: ignore[index]
    assert game.why("lives of champion").value == "0"
    assert not any("lives" in line for line in game.log())


# ------------------------------------------------------------------------ things on things


def test_nothing_comes_to_be_on_itself(tmp_path: Path) -> None:
    game = begun(
        tmp_path,
        KENNEL,
        """
red places 1 cat on dell
choose a cat on dell, as low
red places 1 egg on low
choose an egg on low, as high
swap low and high
move low to high
set total to number of beasts on dell
""",
    )
    assert game.observation("red")["state"]["total"] == 1  # type: ignore[index]
    game = begun(
        tmp_path,
        KENNEL,
        """
red places 1 cat on dell
choose a cat on dell, as low
red places 1 egg on low
choose an egg on low, as high
replace high with low
set total to number of cats on dell + 10 * number of eggs on cats
replace low with high
set total to total + 100 * number of eggs on dell
""",
    )
    assert game.observation("red")["state"]["total"] == 111  # type: ignore[index]


def test_things_are_distinguished_by_what_they_carry(tmp_path: Path) -> None:
    game = begun(
        tmp_path,
        KENNEL,
        """
red places 2 cats on dell
choose a cat on dell, as low
red places 1 egg on low
choose a cat on dell, as lost
""",
    )
    assert [one.id for one in game.options] == ["red cat on dell, with red egg", "red cat on dell"]


def test_pieces_are_distinguished_by_used_options(tmp_path: Path) -> None:
    games = []
    for first, second in (("dell", "north"), ("north", "dell")):
        game = begun(tmp_path, KENNEL, "red does pair\nred does act")
        games.append(game)
        game.apply(first)
        game.apply(second)
    for game in games:
        game.apply(game.options[0])  # the first cat purrs, wherever it is
    assert games[0].digest != games[1].digest


# ------------------------------------------------------------------------ what is not known


def test_who_cancels_does_not_learn_what_it_was(tmp_path: Path) -> None:
    text = (
        CARDS
        + """
menus: {replies: {title: Reply}}
options: [{id: stop, menu: replies, do: cancel it}]
abilities: [{window: before moving spell, menu: replies, only if able: true}]
"""
    )
    game = begun(tmp_path, text, "do deal\nblue moves 1 spell in hand of blue to deck")
    while game.turn != "blue" or len(game.options) != 2 or game.options[0].id == "stop":
        game.apply("pass")
    hidden = game.options[0]
    game.apply(hidden)
    game.apply("stop")
    assert game.log("red")[-1] == game.log()[-1] == "Red cancels it"
    assert game.log("blue")[-1] == f"Red cancels {hidden.title}"


def test_what_waits_is_about_other_cards_in_another_game_that_could_be(tmp_path: Path) -> None:
    text = (
        CARDS
        + """
  note: {takes: {noted: spell}, do: do nothing}
abilities: [{when: after note, do: blue gains (power of noted) fame}]
"""
    )
    game = begun(
        tmp_path,
        text,
        """
do deal
all at once:
  for each spell in hand of blue: blue does note with spell
  red chooses a number from 1 to 2, as more
""",
    )
    found = set()
    for seed in range(8):
        drawn = game.determinize("red", seed)
        held = drawn.observation("blue")["zones"]["hand of blue"]["things"]  # type: ignore[index]
        worth = {"one": 1, "two": 2, "four": 4, "eight": 8}
        drawn.apply("1")
        assert state(drawn, "blue")["fame"] == sum(worth[card["name"]] for card in held)
        found.add(state(drawn, "blue")["fame"])
    assert len(found) > 1


def test_what_was_taken_is_remembered_by_both(tmp_path: Path) -> None:
    text = """
players: [{id: red, provenance: fixture}, {id: blue, provenance: fixture}]
kinds:
  player: {state: {gold: {type: number, start: 3, min: 0, max: 9, seen by: owner}}}
"""
    game = begun(
        tmp_path,
        text,
        """
red takes 2 gold from blue
choose a number from 1 to 2, as more
""",
    )
    for player in game.players:
        drawn = game.determinize(player, 1)
        assert drawn.observation(player) == game.observation(player)
        assert drawn.log(player) == game.log(player) == ["Red takes 2 gold from Blue"]


# ---------------------------------------------------------------------- at the same time


def test_what_reacts_to_a_choice_sees_all_that_were_made_with_it(tmp_path: Path) -> None:
    text = """
players: [{id: red, provenance: fixture}, {id: blue, provenance: fixture}]
kinds:
  player:
    state: {bid: {type: number, max: 9, seen by: all at once}, fame: {type: number, max: 99}}
abilities: [{when: after changing bid, do: it gains (sum of bid of player over players) fame}]
"""
    game = begun(tmp_path, text, "each player secretly chooses a number from 1 to 5, as their bid")
    game.apply("2")
    game.apply("5")
    assert state(game, "red")["fame"] == state(game, "blue")["fame"] == 7


# ------------------------------------------------------------------------------------ costs

PURSES = """
players: [{id: red, provenance: fixture}, {id: blue, provenance: fixture}]
kinds:
  player:
    state:
      gold: {type: number, start: 2, min: 0, max: 9}
      iron: {type: number, start: 0, min: 0, max: 9}
      silver: {type: number, start: 3, min: 0, max: 9, pays for: gold}
"""


def test_a_substitute_for_a_counter_is_kept_for_its_own_part_of_a_cost(tmp_path: Path) -> None:
    game = begun(tmp_path, PURSES, "red pays 2 gold and 3 silver")
    assert game.turn is None  # there is only one way
    assert state(game, "red") == {"gold": 0, "iron": 0, "silver": 0}


def test_a_substitute_may_be_in_a_mix_beside_the_counter_it_pays_for(tmp_path: Path) -> None:
    game = begun(tmp_path, PURSES, "red pays 2 gold and 3 of iron and silver")
    assert game.turn is None  # there is only one way
    assert state(game, "red") == {"gold": 0, "iron": 0, "silver": 0}


def test_a_substitute_is_not_an_alternative_to_the_counter_it_pays_for(tmp_path: Path) -> None:
    with pytest.raises(PackError, match="`silver` pays for `gold`, which is in this cost too"):
        begun(tmp_path, PURSES, "red pays 2 gold and 3 iron or silver")


# ------------------------------------------------------------------- causes, and what counts

PRIDE = """
players: [{id: red, provenance: fixture}, {id: blue, provenance: fixture}]
kinds:
  player: {state: {fame: {type: number, max: 99}}}
  field: {is: place}
  beast: {is: piece, on: field, state: {wounds: {type: number, max: 9}}, rules: {roar: {}}}
  cat: {is: beast, each player: 2}
  lion: {is: beast}
lions:
  - id: leo
    roar: add 1 to wounds of each cat
    abilities: [{when: after removing cat, do: you gain 5 fame}]
    provenance: fixture
fields: [{id: dell, provenance: fixture}]
keywords: {proud: {of: beast}}
lasting: {hushed: {until: end of turn, abilities: [{silence: lions}]}}
abilities: [{when: after changing wounds, do: "if source is lion: red gains 1 fame"}]
rules:
  turn: do nothing
  start: |
    give leo to red
    move leo to dell
    red places 2 cats on dell
"""


@pytest.mark.parametrize(
    ("game", "fame"),
    [
        ("red performs roar of leo", 2),
        ("all at once: red performs roar of leo", 2),
        ("all at once:\n  for each cat on dell: add 1 to wounds of cat", 0),
        ("for each cat on dell: red removes cat", 10),
        ("all at once:\n  for each beast on dell: red removes beast", 10),
        ("all at once:\n  red begins hushed\n  for each cat on dell: red removes cat", 0),
    ],
)
def test_an_ability_knows_what_caused_its_event_also_when_it_waits(
    tmp_path: Path, game: str, fame: int
) -> None:
    assert state(begun(tmp_path, PRIDE, f"do start\n{game}"), "red")["fame"] == fame


def test_why_reads_designs_in_a_game_without_any_state(tmp_path: Path) -> None:
    text = """
players: [{id: red, provenance: fixture}, {id: blue, provenance: fixture}]
kinds:
  field: {is: place}
  egg: {is: piece, on: field, each player: 1}
  chick: {is: piece, on: field, each player: 1}
fields: [{id: dell, provenance: fixture}]
"""
    game = begun(tmp_path, text, "red places 1 egg on dell\nfor each egg: egg becomes a chick")
    assert game.why("number of chicks").value == "1"


def test_a_token_that_is_created_in_reaction_to_its_own_end_is_not_blessed(tmp_path: Path) -> None:
    text = KENNEL.replace("token: 3", "token: 1") + """
  renew: {do: red creates 1 hound on north}
lasting:
  blessed:
    takes: {target: beast}
    abilities: [{modify: might of beast, if: beast is target, add: 3}]
definitions: {might of beast: 1}
"""  # fmt: skip
    text = text.replace("abilities: [{when: after removing beast, if: owner",
                        "abilities: [{when: after removing hound, do: do renew}, "
                        "{when: after removing beast, if: owner")  # fmt: skip
    game = begun(
        tmp_path,
        text,
        """
red creates 1 hound on dell
choose a hound, as lost
red begins blessed with lost
remove lost
set total to sum of might of beast over beasts + 10 * number of blesseds
""",
    )
    assert game.observation("red")["state"]["total"] == 1  # type: ignore[index]


def test_nothing_is_replaced_by_what_does_not_come(tmp_path: Path) -> None:
    text = (
        KENNEL
        + """
options: [{id: stop, menu: acts, do: cancel it}]
"""
    )
    text = text.replace("abilities: [{when: after removing beast, if: owner",
                        "abilities: [{window: before moving egg, menu: acts, only if able: true}, "
                        "{when: after removing beast, if: owner")  # fmt: skip
    game = begun(
        tmp_path,
        text,
        """
red places 1 cat on dell
choose a cat on dell, as low
blue places 1 egg on north
choose an egg on north, as other
red places 1 egg on low
red replaces low with other
set total to number of cats on dell + 10 * number of eggs on cats + 100 * number of eggs on north
""",
    )
    while game.turn is not None:
        game.apply("stop")
    assert game.observation("red")["state"]["total"] == 111  # type: ignore[index]
    assert not any("replaces" in line for line in game.log())
