"""What a card of a large pack can see without naming it: after a change of it, and at first, the
report is that of a cold check, on the command line and in an editor."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from cardwright.language.analysis import expression_costs
from cardwright.pack.files.manifest import Manifest
from cardwright.source.text import NOWHERE
from cardwright_tools.check.interface.changed_names import (
    _NUMBERS,
    NUMBER_KEYS,
    PLAYER_COUNTS,
    ChangedNames,
)
from cardwright_tools.check.interface.interface import numbers_of_players
from cardwright_tools.check.shares import examiner
from tests.tools.known_checks import checked, cold
from tests.tools.test_check_cards import GIVING, MORE
from tests.tools.test_check_incremental import Editor
from tests.tools.test_check_large import PACK, card

pytestmark = pytest.mark.usefixtures("cached_reads")

Edit = tuple[str, str, str]
"""A file, and a text in it that is replaced by another."""


def more(section: str, text: str) -> Edit:
    """A new entry of a section."""
    return ("more.yaml", f"{section}:\n", f"{section}:\n  {text}\n")


def new(section: str, text: str) -> Edit:
    return ("more.yaml", "rules:\n", f"{section}:\n  {text}\nrules:\n")


def state(text: str) -> Edit:
    return ("board.yaml", "max: 99}}", f"max: 99}}, {text}}}")


def event(text: str) -> Edit:
    return ("cards-0.yaml", "event: gain 2 gold", f"event: {text}")


def room(number: int) -> Edit:
    return ("board.yaml", "town: {is: place,", f"town: {{is: place, holds: {{boat: {number}}},")


OTHER = ("more.yaml", "gift: gain 3", "gift: gain 4")
NO_COIN = ("board.yaml", "    create 1 coin on skara\n", "")
OATH = ("cards-0.yaml", "- id: card-0\n", "- id: oath\n    copies: 2\n")
OATHS = ("more.yaml", "wealthy of player: pay of player is 2",
         "wealthy of player: pay of player is number of oaths")  # fmt: skip
HOUSE = [("cards-0.yaml", "# Cards.\n", "provenance: house\n# Cards.\n"),
         ("cards-0.yaml", "    event: gain 2 gold\n    provenance: fixture\n",
          "    event: gain 2 gold\n")]  # fmt: skip
COINS = state("silver: {type: number, max: 10, pays for: gold}, "
              "copper: {type: number, max: 20, pays for: silver}")  # fmt: skip
REPLIES = [new("menus", "replies: {title: Replies}"),
           new("abilities", "- {window: after wage, menu: replies}"),
           ("cards-0.yaml", "text: Gain 2 gold.", "text: Gain 2 gold. Others may pay 7."),
           event("do wage")]  # fmt: skip
PAY = "- {id: answer, menu: replies, title: Answer, do: pay 7 gold}"
BLESSED = [
    new("lasting", "blessed: {until: end of wage, abilities: "
        "[{modify: wealth of player, add: 7}]}"),
    more("rules", "bless: begin blessed"),
    ("cards-0.yaml", "text: Gain 2 gold.", "text: You have 7 more wealth."),
    event("do bless"),
]  # fmt: skip
TWO_BOATS = event("choose 2 boats on skara, then gain 2 gold")
CASES: dict[str, tuple[list[Edit], Edit]] = {
    "an ability of a kind": (
        [("board.yaml", "boat: {is: piece,",
          "boat: {abilities: [{forbid: removing boat, if: it is this}], is: piece,")], OTHER),
    "an ability of a keyword": (
        [new("keywords", "sly: {of: boat, abilities: [{forbid: removing boat, if: it is this}]}")],
        OTHER),
    "a modifier of a room": (
        [room(1), NO_COIN, new("abilities", "- {modify: boat-room of town, add: 2}"), TWO_BOATS],
        ("more.yaml", "add: 2", "add: 1")),
    "a modifier of a set": (
        [more("definitions", "docks: towns where town is skara"),
         new("abilities", "- {modify: docks, set: towns}"),
         event("choose 2 docks, then gain 2 gold")], OTHER),
    "more room": ([room(1), TWO_BOATS], ("board.yaml", "{boat: 1}", "{boat: 2}")),
    "less room": ([room(2), TWO_BOATS], ("board.yaml", "{boat: 2}", "{boat: 1}")),
    "no limit of room": ([room(1), TWO_BOATS], ("board.yaml", "holds: {boat: 1},", "")),
    "replies to a rule": (REPLIES, new("options", PAY)),
    "another reply": ([*REPLIES, new("options", PAY)],
                      ("more.yaml", "do: pay 7 gold", "do: pay 6 gold")),
    "a lasting effect": (BLESSED, OTHER),
    "what a lasting effect does": (BLESSED, ("more.yaml", "add: 7", "add: 6")),
    "a text cut off by a comment": (
        [("cards-0.yaml", "text: Gain 2 gold.", "text: Gain 2 gold #once.")],
        more("rules", "spare: do wage")),
    "a file's provenance": (HOUSE, ("cards-0.yaml", "provenance: house\n", "")),
    "a misspelt provenance": (HOUSE, ("cards-0.yaml", "provenance: house", "provnance: house")),
    "a negated flag in a definition": (
        [more("definitions", "sound: number of unburnt towns"),
         more("definitions", "sounder: sound + 1"), event('say "{sounder}"')],
        ("board.yaml", "burnt: flag", "burnt: {type: flag, seen by: nobody}")),
    "a counter in the singular in a definition": (
        [state("knives: {type: number, min: 0}"),
         more("definitions", "armed: number of players with 1 knife"),
         more("definitions", "more-armed: armed + 1"), event('say "{more-armed}"')],
        ("board.yaml", "knives: {type: number,", "knives: {type: number, seen by: nobody,")),
    "a revealed zone in a definition": (
        [more("definitions", "top-worth: worth of (top of deck)"), event('say "{top-worth}"')],
        more("rules", "show: reveal (top of deck)")),
    "a counter that pays for another": (
        [COINS, event("pay 120 gold")], ("board.yaml", "max: 20, pays", "max: 2, pays")),
    "a counter that no longer pays": (
        [COINS, event("pay 120 gold")], ("board.yaml", "max: 20, pays for: silver", "max: 20")),
    "the plural of an id": ([OATH, OATHS], ("cards-0.yaml", "- id: oath", "- id: vow")),
    "the plural of a card without copies": ([OATH, OATHS], ("cards-0.yaml", "    copies: 2\n", "")),
    "the plural in another card": (
        [OATH, ("cards-1.yaml", "gain (wealth of you) gold", "gain (number of oaths) gold")],
        ("cards-0.yaml", "- id: oath", "- id: vow")),
}  # fmt: skip


@pytest.fixture
def pack(one_folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Twenty cards in two files, which count as a large pack."""
    monkeypatch.setenv("CARDWRIGHT_CACHE", str(tmp_path / "kept"))
    monkeypatch.setattr(examiner, "LEAST", 10)
    monkeypatch.setattr(examiner, "LEAST_LETTERS", 10)
    monkeypatch.setattr(expression_costs, "UNKNOWN", 10)  # from which numbers are rounded
    folder = (one_folder / "many").resolve()
    folder.mkdir()
    for name, text in (("pack.yaml", PACK), ("board.yaml", GIVING), ("more.yaml", MORE)):
        (folder / name).write_text(text)
    for file in range(2):
        cards = "".join(card(at) for at in range(file, 20, 2))
        (folder / f"cards-{file}.yaml").write_text(f"# Cards.\ndeeds:\n{cards}")
    return folder


def edit(pack: Path, change: Edit) -> None:
    name, old, text = change
    before = (pack / name).read_text()
    assert old in before
    (pack / name).write_text(before.replace(old, text, 1))


@pytest.mark.parametrize("case", CASES)
def test_after_a_change_that_cards_see_the_report_is_that_of_a_cold_check(
    pack: Path, case: str
) -> None:
    before, change = CASES[case]
    for one in before:
        edit(pack, one)
    assert checked(pack)[0] == cold(pack)
    editor = Editor(pack)
    assert editor.checked() == editor.cold()
    edit(pack, change)
    assert checked(pack)[0] == cold(pack)
    assert editor.checked() == editor.cold()


@given(st.lists(st.sampled_from(["players", "2", ":", " ", "\n", '"', "'", "-", "{", "&a", "a"])))
@example(["{", '"', "2", '"', " ", ":"])
@example(["players", "'", "\n", ":"])
@example(["-", " ", "2", "\n", ":"])
def test_the_quick_search_for_numbers_of_players_agrees_with_the_pattern(parts: list[str]) -> None:
    text = "".join(parts)
    found = ChangedNames([NUMBER_KEYS]).are_in(text, "card")
    assert found == (_NUMBERS.search(text) is not None)


def test_what_lists_of_numbers_of_players_mean_depends_on_all_packs_together() -> None:
    def seen(low: int, high: int) -> dict[str, list[object]]:
        packs = [(2, 4), (low, high)]
        return numbers_of_players(
            [Manifest("a", "1.0.0", "A", players, Path(), NOWHERE) for players in packs]
        )

    before, narrower, wider = seen(2, 4), seen(2, 3), seen(1, 3)
    assert narrower[PLAYER_COUNTS] == before[PLAYER_COUNTS] != wider[PLAYER_COUNTS]
    assert narrower[NUMBER_KEYS] != before[NUMBER_KEYS]
