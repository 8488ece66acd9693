"""A pack whose changes are followed: after each of them, the report and the rules are those of a
cold run."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.all_packs import PACKS
from tests.tools.followed import Followed
from tests.tools.random_moves import moves
from tests.tools.test_check_large import BOARD, PACK, card

Edit = tuple[str, str, str]
"""A file, a text in it, and what replaces it."""

GAME = """
kinds:
  player:
    state:
      gold: {type: number, start: 3, min: 0, max: 99}  # Coins.
  town: {is: place, state: {burnt: flag}}
  boat: {is: piece, on: town, each player: 3}
  guard: {is: piece, on: town}
  feat: {is: card, fields: {worth: number}, rules: {event: {title: Event}}}
  sage: {is: feat}
  deed: {is: card}
  saga: {is: card, rules: {tell: {title: Tell, takes: {by: sage}}}}
zones:
  deck: {holds: card, ordered: true, seen by: count}
players:
  - {id: ann, provenance: fixture}
  - {id: bob, provenance: fixture}
towns:
  - {id: skara, provenance: fixture}
sagas:
  - {id: edda, text: Gain gold for its worth., tell: gain (worth of by) gold, provenance: fixture}
menus:
  acts: {title: Act, pass: Pass}
  wishes: {title: Wish, pass: No, takes: {wished: sage}}
  answers: {title: Answer, pass: No}
definitions:
  rivals of player: players without player
rules:
  game: |
    move all cards in supply to deck
    for each player: player does turn
  turn: |
    place 1 boat on skara
    open acts
    do end-turn
  end-turn: gain 1 gold
  honour:
    takes: {whom: sage}
    do: gain (worth of whom) gold
  rally: |
    choose 10 of your guards, as band
    remove band
options:
  - {id: sail, menu: acts, title: Sail, do: place 1 boat on skara}
  - {id: hope, menu: wishes, title: Hope, do: gain (worth of wished) gold}
  - {id: object, menu: answers, title: Object, if: during end-turn, do: lose 1 gold}
abilities:
  - {window: before end-turn, menu: answers, asks: rivals of actor}
"""
GUARD = "  - {id: guard-x, title: Guard X, provenance: fixture}\n"
GUARDS = "guards:\n" + "".join(
    GUARD.replace("-x", f"-{letter}").replace("X", letter.upper()) for letter in "abcdefghi"
)


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    """A small game without cards that are independent."""
    folder = tmp_path / "small"
    folder.mkdir()
    (folder / "pack.yaml").write_text(PACK.replace("wealth", "gold"), "utf-8")
    (folder / "game.yaml").write_text(GAME, "utf-8")
    (folder / "guards.yaml").write_text(GUARDS, "utf-8")
    return folder


SEEN = [
    ("game.yaml", "  acts: {title", "  deeds: {title"),  # the menu of options
    ("game.yaml", "takes: {wished: sage}", "takes: {wished: deed}"),  # what it takes
    ("game.yaml", "sage: {is: feat}", "sage: {is: deed}"),  # the kind of a parameter
    ("game.yaml", "players without player", "3"),  # the type of what a window asks
    ("guards.yaml", "guards:\n", f"guards:\n{GUARD}"),  # how many there are exactly
    ("game.yaml", "# Coins.", "# Ducats."),  # which help shows
    ("game.yaml", "if: during end-turn, ", ""),  # so no state says who runs the rule
]  # fmt: skip


@pytest.mark.parametrize(("name", "old", "new"), SEEN)
def test_what_a_declaration_sees_without_naming_it(
    pack: Path, name: str, old: str, new: str
) -> None:
    followed = Followed(pack)
    followed.check()
    followed.replace(name, old, new)
    followed.check()
    followed.replace(name, new, old)
    followed.check()


def test_a_state_that_no_text_asks_for_any_more_is_not_suggested(pack: Path) -> None:
    followed = Followed(pack)
    followed.replace("game.yaml", "if: during end-turn", "if: end-turn")
    followed.check()


def test_a_thing_is_where_it_was_after_a_reading_with_errors(pack: Path) -> None:
    followed, town = Followed(pack), "  - {id: skara, provenance: fixture}\n"
    followed.replace("game.yaml", town, "")  # an empty section
    followed.replace("guards.yaml", "guards:\n", f"towns:\n{town}guards:\n")
    followed.check()
    known = followed.project.games
    followed.write("game.yaml", GAME)
    followed.write("guards.yaml", GUARDS)
    followed.check()
    assert followed.project.games is known  # else its position was lost


@pytest.mark.parametrize("reaction", ["", "  - {instead of: sail, do: gain 2 gold}\n"])
def test_a_rule_may_be_missing_though_something_else_names_it(pack: Path, reaction: str) -> None:
    """An option has its name, and an ability reacts to it."""
    followed = Followed(pack)
    followed.write("game.yaml", GAME + reaction)
    rules = "rules:\n  sail: gain 1 gold\n  row: gain 1 gold\n"
    followed.write("more.yaml", rules)
    followed.replace("game.yaml", "    do end-turn\n", "    do end-turn\n    do sail\n")
    followed.check()
    followed.write("more.yaml", rules.replace("sail", "row"))
    followed.check()


CARDS = "".join(map(card, range(11)))
ODD = "  - {id: odd, title: Odd, worth: 1, like: salt, text: Nothing., provenance: fixture}\n"
"""A card that has a text but no rules, which is not independent."""


@pytest.fixture
def cards(tmp_path: Path) -> Path:
    """A game whose cards are followed one by one, except one between them."""
    folder = tmp_path / "many"
    folder.mkdir()
    (folder / "pack.yaml").write_text(PACK, "utf-8")
    (folder / "board.yaml").write_text(BOARD, "utf-8")
    (folder / "cards.yaml").write_text(f"deeds:\n{CARDS}{ODD}", "utf-8")
    (folder / "more.yaml").write_text("deeds:\n" + card(20), "utf-8")
    return folder


SPARE = "board.yaml", "rules:\n", "rules:\n  spare: gain 1 gold\n"
ORDERED: list[list[Edit]] = [
    [SPARE],
    [("cards.yaml", "deeds:\n", f"deeds:\n{card(21)}"), SPARE],
    [("cards.yaml", "gain 2 gold", "gain 3 gold"), ("more.yaml", "", f"deeds:\n{card(22)}"), SPARE],
    [("board.yaml", "deed: {is: card, ", "deed: {is: card, ordered: true, "), SPARE],
]


@pytest.mark.parametrize("edits", ORDERED)
def test_cards_and_their_effects_are_in_the_order_of_their_files(
    cards: Path, edits: list[Edit]
) -> None:
    followed = Followed(cards)
    for edit in edits:
        followed.replace(*edit)
        followed.check()


FIELDS = (
    "swift: {type: flag, default: false}",
    "swift: {type: set of good, optional: true}",
    "swift: {type: text, optional: true}",
    "fleet: {type: flag, default: false}",
    "swift: {type: good, optional: true}",
)


def test_cards_have_the_defaults_of_the_fields_that_there_are(cards: Path) -> None:
    followed = Followed(cards)
    for field in FIELDS:
        text = BOARD.replace("like: good}", f"like: good, {field}}}")
        followed.write("board.yaml", text)
        assert followed.check() == 0


def test_cards_that_come_back_have_them_too(cards: Path) -> None:
    (cards / "board.yaml").write_text(BOARD.replace("like: good}", f"like: good, {FIELDS[0]}}}"))
    (cards / "even.yaml").write_text("deeds:\n" + card(21))  # one card less does not count
    text, followed = (cards / "more.yaml").read_text("utf-8"), Followed(cards)
    for field in FIELDS[1:]:
        followed.write("more.yaml", None)
        assert followed.check() == 0
        followed.write("board.yaml", BOARD.replace("like: good}", f"like: good, {field}}}"))
        assert followed.check() == 0
        followed.write("more.yaml", text)
        assert followed.check() == 0


ASKING = """  - id: ask
    title: Ask
    worth: 1
    like: salt
    text: Choose a town.
    event: |
      choose 1 town, as target
      set burnt of target to yes
    provenance: fixture
"""


def test_whether_automata_answer_depends_on_all_new_cards(cards: Path) -> None:
    followed = Followed(cards)
    automata = "automata: {bob: {answers: {may: if gold of you > 2, boat: first}}}\n"
    followed.write("automata.yaml", automata)
    followed.check()
    followed.replace("cards.yaml", "deeds:\n", f"deeds:\n{ASKING}")
    followed.check()


COSTS: list[Edit] = [
    ("mixed.yaml", "remove 1 ship of you and 1 energy, limit", "remove 1 ship of you, limit"),
    ("mixed.yaml", "cost: 2 culture, do: gain 3 fame", "cost: 1 culture, do: gain 3 fame"),
    ("mixed.yaml", "note: {type: number, min: 0, max: 5, pays for: token}", "note: number"),
    ("game.yaml", "rules:\n", "rules:\n  spare: gain 1 fame\n"),
]


@pytest.mark.parametrize("edit", COSTS)
def test_what_can_be_used_depends_on_the_costs_of_all_cards(tmp_path: Path, edit: Edit) -> None:
    followed = Followed(_copied("tolls", tmp_path))
    followed.replace(*edit)
    followed.check()


WRONG: list[Edit] = [
    ("cards.yaml", "worth: 1, like: salt, text", "worth: one, like: salt, text"),
    ("cards.yaml", "title: Odd,", 'title: "Odd,'),
    ("more.yaml", "deeds:\n", "deds:\n"),
    ("more.yaml", "deeds:\n", f"deeds:\n{ODD}"),
    ("board.yaml", "rules:\n", "rules:\n  spare: [gain 1 gold]\n"),
]

RULE = "rules.yaml", "", "rules:\n  spare: gain 1 gold\n"


@pytest.mark.parametrize("wrong", WRONG)
def test_a_pack_that_is_opened_with_errors_is_followed(cards: Path, wrong: Edit) -> None:
    more = "".join(map(card, range(30, 60)))  # so that one more or less does not count
    (cards / "others.yaml").write_text(f"deeds:\n{more}", "utf-8")
    Followed(cards).replace(*wrong)
    followed = Followed(cards)
    assert followed.project.found
    for edit in (("more.yaml", "id: card-20", "id: last"), RULE, (wrong[0], *wrong[:0:-1])):
        followed.replace(*edit)
        assert followed.check() == 0


def test_cards_that_turn_out_not_to_be_independent_are_checked_together(tmp_path: Path) -> None:
    """A trigger performs printed effects. After that, changes are followed all the same."""
    followed = Followed(_copied("couriers", tmp_path))
    assert followed.project.games.full_checks == 2
    for new in ("gain 2 coins", "gian 2 coins", "gain 3 coins"):
        followed.write("more.yaml", f"rules:\n  spare: {new}\n")
        assert followed.check() == 0


def test_a_reaction_to_a_state_with_several_cells_keeps_cards_independent(tmp_path: Path) -> None:
    assert Followed(_copied("caravan", tmp_path)).project.games.full_checks == 1


def test_of_too_many_lints_those_of_a_cold_check_are_reported(pack: Path) -> None:
    rules = "".join(f"  spare-{at}: gain 1 gold\n" for at in range(501))
    (pack / "many.yaml").write_text(f"rules:\n{rules}", "utf-8")
    followed = Followed(pack)
    for new in ("gain 2 gold", "gain 3 gold"):
        followed.write("more.yaml", f"rules:\n  spare: {new}\n")
        assert followed.check() == 0


@pytest.mark.parametrize("name", ["push-your-luck", "hands"])
def test_after_random_moves_of_declarations(tmp_path: Path, name: str) -> None:
    _compare(_copied(name, tmp_path), seed=1, number=8)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("shipped", PACKS, ids=lambda pack: pack.name)
def test_after_many_random_moves_of_declarations(tmp_path: Path, shipped: Path, seed: int) -> None:
    number = 60 if shipped.parent.name == "packs" else 15  # others are large
    _compare(_copied(shipped.name, tmp_path), seed, number)


def _copied(name: str, folder: Path) -> Path:
    """A copy of a pack, beside those that it requires."""
    pack = next(one for one in PACKS if one.name == name)
    shutil.copytree(pack.parent, folder / "packs")
    return folder / "packs" / name


def _compare(pack: Path, seed: int, number: int) -> None:
    followed = Followed(pack)
    for changed in moves(pack, seed, number):
        for file, text in changed.items():
            followed.write(file, text)
        followed.check()
