"""A large pack gets the same report as any other, on a cold run and after each change."""

from __future__ import annotations

import errno
import json
import multiprocessing
import os
import random
import re
import signal
from collections.abc import Callable
from dataclasses import fields
from multiprocessing.connection import Connection
from pathlib import Path
from threading import Thread
from typing import Any, NoReturn

import pytest

import cardwright
from cardwright.language.analysis import expression_costs
from cardwright.pack.load import load
from cardwright.source import budget
from cardwright.source.budget import caching_reads
from cardwright.source.diagnostics import Report
from cardwright.source.yaml_reader import is_read, reading
from cardwright_tools import workers
from cardwright_tools.check import store
from cardwright_tools.check.analysis import Analysis
from cardwright_tools.check.analyze import analyze
from cardwright_tools.check.input_files import read_input_files
from cardwright_tools.check.shares import examiner, parallel, prefetch, stored_form
from cardwright_tools.check.shares.cache_records import StoredGame
from cardwright_tools.check.shares.items import stretches
from cardwright_tools.check.shares.stored_json import from_json
from tests.tools.known_checks import checked, cold, first_checked

pytestmark = pytest.mark.forks

BOARD = """
enums:
  good: [salt, silk]
kinds:
  player: {state: {gold: {type: number, start: 3, min: 0, max: 99}}}
  town: {is: place, fields: {good: good}, state: {burnt: flag}}
  boat: {is: piece, on: town, each player: 3}
  deed: {is: card, fields: {worth: number, like: good}, rules: {event: {title: Event}}}
zones:
  deck: {holds: deed, ordered: true, seen by: count}
players:
  - {id: ann, provenance: fixture}
  - {id: bob, provenance: fixture}
towns:
  - {id: skara, good: salt, provenance: fixture}
  - {id: birka, good: silk, provenance: fixture}
rules:
  game: |
    move all deeds in supply to deck
    shuffle deck
    repeat 20 times:
      let card be top of deck
      for each player:
        player performs event of card
        if worth of card > 5 and like of card is salt: do burn with skara
        if worth of card > 9: do around with card
      if there is no deed in deck: end the game
  again:
    takes: {deed: deed}
    do: perform event of deed
  around:
    takes: {deed: deed}
    do: do again with deed
  burn:
    takes: {town: town}
    do: set burnt of town to yes
definitions:
  wealth of player: gold of player + number of boats of player
abilities:
  - when: after placing boat
    if: burnt of there
    do: lose 1 gold
"""
PACK = "id: many\nversion: 1.0.0\ntitle: Many\nplayers: [2, 2]\nmain: game\n"
PACK += "score: wealth\nwinners: top players by wealth of player\n"
EFFECTS = (
    ("Gain {n} gold.", "gain {n} gold"),
    ("Remove up to {n} boats from Silk towns.", "remove up to {n} boats on silk towns"),
    ("Place 1 boat on each Salt town, then gain {n} gold.",
     "place 1 boat on each salt town, then gain {n} gold"),
    ("You may remove 1 boat. Gain {n} gold.",
     "|\n      may remove 1 boat\n      gain {n} gold"),
    ("Each other player loses {n} gold.", "each other player loses {n} gold"),
    ("Gain gold for each of your boats.", "gain (wealth of you) gold"),
)  # fmt: skip


AUTOMATON = "automata: {bob: {answers: {may: if gold of you > 2}}}\n"
CALM = (
    "    event: begin calm\n"
    "    lasting: {calm: {until: end of game, abilities: [{forbid: removing boat}]}}\n"
)


def card(at: int) -> str:
    text, effect = EFFECTS[at % len(EFFECTS)]
    like = ("salt", "silk")[at % 2]
    return (
        f"  - id: card-{at}\n    title: Card {at}\n    worth: {at % 7}\n    like: {like}\n"
        f"    text: {text.format(n=2 + at % 3)}\n    event: {effect.format(n=2 + at % 3)}\n"
        f"    provenance: fixture\n"
    )


@pytest.fixture
def pack(one_folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Some thirty cards in four files, which count as a large pack in these tests."""
    monkeypatch.setenv("CARDWRIGHT_CACHE", str(tmp_path / "kept"))
    monkeypatch.setattr(examiner, "LEAST", 10)
    monkeypatch.setattr(examiner, "LEAST_LETTERS", 10)
    folder = one_folder / "many"
    folder.mkdir()
    (folder / "pack.yaml").write_text(PACK)
    (folder / "board.yaml").write_text(BOARD)
    for file in range(4):
        cards = "".join(card(at) for at in range(file, 32, 4))
        (folder / f"cards-{file}.yaml").write_text(f"# Cards.\ndeeds:\n{cards}")
    return folder


def full_check(pack: Path) -> Analysis:
    return checked(pack)[0]


def change(pack: Path, name: str, old: str, new: str) -> None:
    text = (pack / name).read_text()
    assert old in text
    (pack / name).write_text(text.replace(old, new, 1))


def test_a_cold_run_reports_the_same(pack: Path) -> None:
    assert full_check(pack) == cold(pack)
    assert cold(pack).found == ()


def test_a_card_anywhere_may_shuffle_a_deck(pack: Path) -> None:
    change(pack, "board.yaml", "    shuffle deck\n", "")
    assert [one.code for one in full_check(pack).found] == ["CW554"]
    assert full_check(pack) == cold(pack)
    change(pack, "cards-2.yaml", "event: gain 2 gold", "event: gain 2 gold, then shuffle deck")
    assert "CW554" not in [one.code for one in full_check(pack).found]
    assert full_check(pack) == cold(pack)


def test_a_card_with_the_id_of_another_has_its_own_errors(pack: Path) -> None:
    copied = card(4).replace("gold", "glod")
    change(pack, "cards-3.yaml", "deeds:\n", f"deeds:\n{copied}")
    for _ in range(2):
        assert [one.code for one in full_check(pack).found] == ["CW328", "CW222"]
        assert full_check(pack) == cold(pack)


def test_each_game_of_a_pack_with_modules_is_checked_in_shares(pack: Path) -> None:
    change(pack, "pack.yaml", "main:", "modules: {more: {title: More, adds: [more.yaml]}}\nmain:")
    (pack / "more.yaml").write_text(f"deeds:\n{card(40)}{card(41).replace('Gain', 'Get')}")
    change(pack, "cards-1.yaml", "Remove up to 3", "Remove up to 4")
    shares = examiner.Shares()
    assert analyze([pack], (), shares) == cold(pack)
    assert [len(game.items) for game in shares.shared.values()] == [32, 34]


@pytest.mark.parametrize(
    ("name", "old", "new", "quick"),
    [
        ("cards-0.yaml", "gain 2 gold", "gain 3 gold", True),  # a text that disagrees: a warning
        ("cards-0.yaml", "gain 2 gold", "pay 200 gold", True),  # more than there are: a warning
        ("cards-0.yaml", "gain 2 gold", "place 4 boats on towns", True),
        ("cards-0.yaml", "gain 2 gold", "|\n      for each player:\n        gain 2 gold", True),
        ("cards-0.yaml", "gain 2 gold", "gain 2 gould", True),
        ("cards-0.yaml", "gain 2 gold", "gain 2 boats of silk", True),
        ("cards-0.yaml", "worth: 4", "worth: 5", True),
        ("cards-0.yaml", "worth: 4", "worht: 4", True),
        ("cards-0.yaml", "like: salt", "like: slat", True),
        ("cards-0.yaml", "title: Card 4", "title: Card Four", True),
        ("cards-0.yaml", "title: Card 4", "title: Crad 4", True),  # a typo: a warning
        ("cards-0.yaml", "title: Card 4", "players: [2, 3]", True),  # 3 don't play: a warning
        ("cards-0.yaml", "title: Card 4", "title: Silk", False),  # texts that mention silk
        ("cards-0.yaml", "  - id: card-4\n", "  - id: card-four\n", True),
        ("cards-0.yaml", "  - id: card-4\n", "  - id: card-5\n", True),  # it exists already
        ("cards-0.yaml", "  - id: card-4\n", "  - id: boat\n", True),
        ("cards-1.yaml", "    event: gain (wealth of you) gold", "    event: gain 2 gold", True),
        ("cards-0.yaml", "    text: Gain 2 gold.", "    text: Gain 2 gold: now.", True),
        ("cards-0.yaml", "    text: Gain 2 gold.", '    text: "Gain 2 gold.', True),
        ("cards-0.yaml", "  - id: card-4\n", "  # A comment.\n\n  - id: card-4\n", True),
        ("cards-0.yaml", "deeds:\n", "deeds:\n" + card(61), False),  # one more of a kind
        ("cards-0.yaml", card(4), "", True),
        ("cards-0.yaml", card(4), card(4) + card(4), True),
        ("cards-0.yaml", card(4) + card(8), card(8) + card(4), True),
        ("cards-0.yaml", "gain 2 gold", "perform event of card-5", True),
        ("cards-0.yaml", "gain 2 gold", "perform event of this", True),
        ("cards-0.yaml", "gain 2 gold", "do burn with skara", True),
        ("cards-0.yaml", "gain 2 gold", "do again with this", True),  # it performs printed effects
        ("cards-0.yaml", "gain 2 gold", "do around with this", True),
        ("cards-0.yaml", "gain 2 gold", "gain 2 gold  # cardwright: allow CW530 because so", True),
        ("cards-0.yaml", "    event: gain 2 gold\n", "", True),  # a text without rules is reported
        (
            "cards-0.yaml",
            "  - id: card-4\n",
            '  - id: "card-\\x34"\n',
            False,
        ),  # letters inside other words
        ("cards-0.yaml", "    text: Gain 2 gold.\n    event: gain 2 gold\n", "", True),
        ("cards-0.yaml", "    event: gain 2 gold\n", CALM, False),
        ("cards-0.yaml", "gain 2 gold", "begin storm", True),
        ("board.yaml", "start: 3", "start: 4", True),
        ("board.yaml", "lose 1 gold", "lose 1 gould", True),
        ("pack.yaml", "title: Many", "title: More", True),
    ],
)
def test_a_warm_run_reports_the_same_after_a_change(
    pack: Path, name: str, old: str, new: str, quick: bool
) -> None:
    first_checked(pack)
    change(pack, name, old, new)
    assert checked(pack) == (cold(pack), not quick)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (card(4), ""),
        (card(4), card(61)),
        (card(4), card(61).replace("Place", "Put")),
        (card(8), card(4)),
    ],
)
def test_cards_of_many_come_and_go_alone(
    pack: Path, monkeypatch: pytest.MonkeyPatch, old: str, new: str
) -> None:
    monkeypatch.setattr(expression_costs, "UNKNOWN", 10)  # from which numbers are rounded
    first_checked(pack)
    change(pack, "cards-0.yaml", old, new)
    assert checked(pack) == (cold(pack), 0)


def test_each_game_of_a_pack_with_modules_is_kept(pack: Path) -> None:
    change(pack, "pack.yaml", "main:", "modules: {more: {title: More, adds: [more.yaml]}}\nmain:")
    (pack / "more.yaml").write_text(f"deeds:\n{card(40)}{card(41)}")
    assert checked(pack) == (cold(pack), 2)
    change(pack, "more.yaml", "like: silk", "like: slik")
    change(pack, "cards-1.yaml", "Remove up to 3", "Remove up to 4")
    assert checked(pack) == (cold(pack), 0)


def test_errors_are_reported_along_with_malformed_suppressions(pack: Path) -> None:
    change(pack, "board.yaml", "zones:\n", "zones: # cardwright: allow CW504\n")
    change(pack, "cards-0.yaml", "gain 2 gold", "gain 2 gould")
    found = full_check(pack)
    assert found == cold(pack)
    assert {d.code for d in found.found} > {"CW602"}


def test_without_a_cache_folder_everything_is_checked(
    pack: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CARDWRIGHT_CACHE", "")
    checked(pack)
    change(pack, "cards-0.yaml", "gain 2 gold", "gain 3 gold")
    assert checked(pack) == (cold(pack), 1)


@pytest.mark.parametrize("kept", ["", "{}", "[]", "null"])
def test_an_unreadable_entry_is_ignored(pack: Path, tmp_path: Path, kept: str) -> None:
    first_checked(pack)
    for file in (tmp_path / "kept").rglob("*.json"):
        file.write_text(kept)
    change(pack, "cards-0.yaml", "gain 2 gold", "gain 3 gold")
    assert full_check(pack) == cold(pack)


NO_RECORDS: list[object] = [{}, [], None, 5, {"files": {"a": [1]}}]


def stored_games(tmp_path: Path) -> list[str]:
    """The keys of all games in the cache; ids of required packs and the results of declarations are
    stored beside them."""
    keys = [file.stem for file in (tmp_path / "kept").rglob("*.json")]
    return [key for key in keys if not key.endswith("-results") and store.load(key)]


@pytest.mark.parametrize("record", NO_RECORDS)
def test_anything_but_a_record_is_ignored(pack: Path, tmp_path: Path, record: object) -> None:
    """The file is complete and has the right key, but seems to be from another version."""
    first_checked(pack)
    for file in (tmp_path / "kept").rglob("*.json"):
        store.save(file.stem, record)
    change(pack, "cards-0.yaml", "gain 2 gold", "gain 3 gold")
    assert full_check(pack) == cold(pack)


@pytest.mark.parametrize("value", [5, [5], {"a": 5}, "a", None])
def test_a_record_with_a_field_of_another_form_is_ignored(
    pack: Path, tmp_path: Path, value: object
) -> None:
    first_checked(pack)
    records = {key: store.load(key) for key in stored_games(tmp_path)}
    change(pack, "cards-0.yaml", "gain 2 gold", "gain 3 gold")
    whole = cold(pack)
    assert [len(record) for record in records.values()] == [len(fields(StoredGame))]
    for key, record in records.items():
        for at in range(len(record)):
            store.save(key, [*record[:at], value, *record[at + 1 :]])
            assert analyze([pack], (), examiner.Shares(read_input_files([pack]))) == whole


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [("cards-0.yaml", "gain 2 gold", "gain 3 gold"), ("board.yaml", "lose 1 gold", "lose 2 gold")],
)
@pytest.mark.parametrize("number", [10, pytest.param(300, marks=pytest.mark.soak)])
def test_a_record_with_a_value_of_another_form_anywhere_is_ignored(
    pack: Path, tmp_path: Path, name: str, old: str, new: str, number: int
) -> None:
    change(pack, "cards-1.yaml", "Remove up to 3", "Remove up to 4")
    first_checked(pack)
    (key,) = stored_games(tmp_path)
    change(pack, name, old, new)
    whole, places, text = cold(pack), random.Random(1), json.dumps(store.load(key))
    for _ in range(number):
        record = json.loads(text)
        put(record, [[None]], places)
        store.save(key, record)
        assert analyze([pack], (), examiner.Shares(read_input_files([pack]))) == whole


def test_a_file_whose_cards_are_missing_is_read(pack: Path, tmp_path: Path) -> None:
    first_checked(pack)
    (key,) = stored_games(tmp_path)
    change(pack, "board.yaml", "lose 1 gold", "lose 2 gold")
    record = store.load(key)
    record[stored_form.CARDS].pop(next(iter(record[stored_form.FILES])))
    store.save(key, record)
    assert analyze([pack], (), examiner.Shares(read_input_files([pack]))) == cold(pack)


BROKEN_COLUMNS: list[Callable[[list[Any]], object]] = [
    *(lambda columns, at=at: columns[at].pop() for at in range(1, 10)),
    lambda columns: columns.__setitem__(0, columns[0][:-1]),
    lambda columns: columns.__setitem__(0, columns[0] + columns[0][:24]),
    lambda columns: columns.__setitem__(0, [columns[0]]),
    lambda columns: columns.append(columns[0]),
    lambda columns: columns[5].__setitem__(1, columns[5][0]),
    lambda columns: columns[6].__setitem__(0, columns[5][0]),
    lambda columns: columns[7].__setitem__(0, 10**6),
    lambda columns: columns[8].__setitem__(0, [10**6]),
    lambda columns: columns[3].__setitem__(0, "\ud800"),
]
"""Ways in which the columns of a file's cards do not fit each other, or what they refer to."""


@pytest.mark.parametrize("at", range(len(BROKEN_COLUMNS)))
def test_columns_of_cards_that_do_not_fit_are_ignored(pack: Path, tmp_path: Path, at: int) -> None:
    first_checked(pack)
    (key,) = stored_games(tmp_path)
    change(pack, "cards-0.yaml", "gain 2 gold", "gain 3 gold")
    record = store.load(key)
    BROKEN_COLUMNS[at](next(columns for columns in record[2].values() if columns[0]))
    assert from_json(record) is None
    store.save(key, record)
    assert full_check(pack) == cold(pack)


def test_cards_with_the_hash_of_another_one_are_read(pack: Path, tmp_path: Path) -> None:
    first_checked(pack)
    (key,) = stored_games(tmp_path)
    change(pack, "cards-0.yaml", "gain 2 gold", "gain 3 gold")
    record = store.load(key)
    for columns in record[2].values():
        columns[0] = columns[0][:24] * (len(columns[0]) // 24)
    assert from_json(record) is not None
    store.save(key, record)
    assert analyze([pack], (), examiner.Shares(read_input_files([pack]))) == cold(pack)


@pytest.mark.parametrize("name", ["deed", "card-4"])
def test_a_record_of_things_that_do_not_exist_is_ignored(
    pack: Path, tmp_path: Path, name: str
) -> None:
    first_checked(pack)
    (key,) = stored_games(tmp_path)
    store.save(key, json.loads(json.dumps(store.load(key)).replace(f'"{name}"', '"zzz"', 1)))
    change(pack, "board.yaml", "lose 1 gold", "lose 2 gold")
    assert analyze([pack], (), examiner.Shares(read_input_files([pack]))) == cold(pack)


def put(record: Any, value: object, random: random.Random) -> None:
    """Puts a value into a random place of a record."""
    inner = record
    while True:
        key = random.choice([*inner] if isinstance(inner, dict) else range(len(inner)))
        if not (isinstance(inner[key], list | dict) and inner[key]) or random.random() < 0.1:
            inner[key] = value
            return
        inner = inner[key]


def test_unchanged_warnings_are_repeated_at_their_new_positions(pack: Path) -> None:
    change(pack, "cards-1.yaml", "Remove up to 3", "Remove up to 4")
    first = full_check(pack)
    change(pack, "cards-1.yaml", "title: Card 1\n", "title: The First Card\n")
    second = full_check(pack)
    assert len(first.found) == len(second.found) == 1
    assert second == cold(pack)


def test_an_effect_that_is_never_performed_is_reported_wherever_cards_are(pack: Path) -> None:
    change(pack, "board.yaml", "player performs event of card", "player gains 1 gold")
    change(pack, "board.yaml", "do: perform event of deed", "do: gain 1 gold")
    assert "CW509" in {one.code for one in full_check(pack).found}
    change(pack, "cards-0.yaml", card(0) + card(4), card(4) + card(0))
    assert checked(pack) == (cold(pack), 0)


def test_a_card_that_runs_a_simple_rule_is_independent(pack: Path) -> None:
    change(pack, "cards-0.yaml", "gain 2 gold", "do burn with skara")
    first_checked(pack)
    change(pack, "cards-3.yaml", "gain 2 gold", "do burn with skara")
    assert checked(pack) == (cold(pack), 0)


def test_a_lasting_effect_is_known_when_another_card_changes(pack: Path) -> None:
    change(pack, "cards-0.yaml", "    event: gain 2 gold\n", CALM)
    assert full_check(pack) == cold(pack)
    change(pack, "cards-3.yaml", "gain 2 gold", "gain 3 gold")
    assert checked(pack) == (cold(pack), 0)


@pytest.mark.parametrize(
    ("name", "old", "new", "code"),
    [
        ("cards-2.yaml", "on each Salt town", "on each town", "CW533"),  # reported at the effect
        ("cards-0.yaml", "on each Salt town", "on a Salt town", "CW532"),
        ("cards-0.yaml", "Gain 2 gold.", "Gain 4 gold.", "CW530"),
        ("cards-0.yaml", "    event: gain 2 gold\n", "", "CW535"),
        ("board.yaml", "zones:\n", "zones:\n  hand: {holds: deed}\n", "CW504"),
        ("cards-0.yaml", "event: gain 2 gold", "event: {do: gain 2 gold, cost: 200 gold}", "CW517"),
    ],
)
def test_reports_on_one_of_several_equal_effects(
    pack: Path, name: str, old: str, new: str, code: str
) -> None:
    change(pack, name, old, new)
    found = full_check(pack)
    assert found == cold(pack)
    assert code in {d.code for d in found.found}


GIVE = """|
    choose 1 other player, as rival
    choose 1 boat of you, as ours
    give ours to rival
"""
BONUS = "abilities:\n  - {modify: wealth of player, if: wary of player, add: 2}\n"
DEPENDING_ON_OTHERS = {
    "CW517": ("place 4 boats on towns", ("more.yaml", f"rules:\n  gift: {GIVE}")),
    "CW545": ('say "{sum of luck of player over other players}"',
              ("more.yaml", "rules:\n  show: reveal luck of you\n")),
    "CW530": ("set wary of you to yes", ("more.yaml", BONUS)),
}  # fmt: skip
"""Reported on an effect of a card unless another file of the game has this."""
STATE = "max: 99}, luck: {type: number, start: 3, max: 9, seen by: owner}, wary: flag}"


@pytest.mark.parametrize("code", DEPENDING_ON_OTHERS)
def test_effects_may_be_right_because_of_others_anywhere_in_the_game(pack: Path, code: str) -> None:
    effect, (name, right) = DEPENDING_ON_OTHERS[code]
    change(pack, "board.yaml", "max: 99}}", STATE)
    change(pack, "cards-0.yaml", "event: gain 2 gold", f"event: {effect}")
    (pack / name).write_text("")
    for more, is_reported in ((right, False), ("", True), (right, False)):
        (pack / name).write_text(more)
        found = full_check(pack)
        assert found == cold(pack)
        assert (code in {one.code for one in found.found}) is is_reported
    assert checked(pack) == (found, 0)


def test_a_card_that_gives_things_away_matters_for_others(pack: Path) -> None:
    change(pack, "cards-0.yaml", "event: gain 2 gold", "event: place 4 boats on towns")
    text = (pack / "cards-3.yaml").read_text()
    giving = text.replace(
        "|\n      may remove 1 boat\n      gain 2 gold\n", GIVE.replace("    ", "      "), 1
    )
    for more, is_reported in ((giving, False), (text, True), (giving, False)):
        (pack / "cards-3.yaml").write_text(more)
        found = full_check(pack)
        assert found == cold(pack)
        assert ("CW517" in {one.code for one in found.found}) is is_reported


def test_texts_are_too_much_work_to_check(pack: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    declared = cardwright.load(pack).declared
    texts = {re.sub("[234]|salt|silk", "", one.body.text): one.body for one in declared.effects}
    different = sum(len(span.text) for span in texts.values())
    longest = max(len(one.body.text) for one in declared.effects)
    rest = load([pack], Report()).text_length - sum(len(e.body.text) for e in declared.effects)
    monkeypatch.setattr(budget, "MAX_CHECKED", rest + different - longest)
    assert [one.code for one in full_check(pack).found] == ["CW303"]
    monkeypatch.setattr(budget, "MAX_CHECKED", rest + different + longest)
    assert full_check(pack) == analyze([pack])


def test_of_rules_each_text_is_work(pack: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rules = "".join(f"  spare-{at}: do burn with skara\n" for at in range(40))
    change(pack, "board.yaml", "rules:\n", f"rules:\n{rules}")
    monkeypatch.setattr(budget, "MAX_CHECKED", 40 * len("do burn with skara"))
    assert {one.code for one in full_check(pack).found} == {"CW303"}


def test_errors_in_equal_effects_are_all_reported(pack: Path) -> None:
    for file in pack.glob("cards-*.yaml"):
        file.write_text(file.read_text().replace("gain 2 gold", "gain 2 gould"))
    found = full_check(pack)
    assert found == cold(pack)
    assert len(found.found) > 4


@pytest.mark.parametrize(
    ("wrong", "code"),
    [("lose 1 gould", "CW222"), ("gain (sum of n over numbers from 1 to 9000 as n) gold", "CW231")],
)
def test_cards_that_use_what_is_not_always_active_are_checked_despite_errors(
    pack: Path, wrong: str, code: str
) -> None:
    active = "active while: boat is laden, abilities: [{modify: wealth of player, add: 1}]"
    state = f"each player: 3, state: {{laden: flag}}, {active}}}"
    change(pack, "board.yaml", "each player: 3}", state)
    change(pack, "board.yaml", "lose 1 gold", wrong)
    found = full_check(pack)
    assert found == cold(pack)
    assert {one.code for one in found.found} == {code}


def test_what_only_the_changed_card_used_is_reported(pack: Path) -> None:
    change(pack, "board.yaml", "enums:\n", "enums:\n  mood: [glad, sad]\n")
    change(pack, "board.yaml", "like: good}", "like: good, mood: {type: mood, default: glad}}")
    change(pack, "cards-0.yaml", "    like: salt\n", "    like: salt\n    mood: sad\n")
    first_checked(pack)
    change(pack, "cards-0.yaml", "    mood: sad\n", "")
    found = full_check(pack)
    assert found == cold(pack)
    assert "CW507" in {d.code for d in found.found}


SWAPS: tuple[tuple[str, str], ...] = (
    (r"\b[23] gold", "4 gold"), (r"\bgold", "gould"), (r"\bboats?\b", "town"), ("salt", "silk"),
    ("each", "every"), (r"\.\n", "\n"), ("worth: ", "worth: x"), ("Card", "Silk"), ("up to ", ""),
    ("- id: card", "- id: ward"), ("    provenance: fixture\n", ""), (r"\n", "\n\n"), (":", ""),
    ("of you", "of it"), ("remove", "destroy"), ("    ", "     "), ("fixture", "card-3"),
)  # fmt: skip


@pytest.mark.parametrize(
    "seed", [*range(10), *(pytest.param(s, marks=pytest.mark.soak) for s in range(10, 100))]
)
def test_a_warm_run_reports_the_same_after_random_changes(pack: Path, seed: int) -> None:
    first_checked(pack)
    rng = random.Random(seed)
    for _ in range(rng.randint(1, 3)):
        file = pack / f"cards-{rng.randrange(4)}.yaml"
        text = file.read_text()
        pattern, new = rng.choice(SWAPS)
        places = [*re.finditer(pattern, text)]
        if places:
            at = rng.choice(places)
            file.write_text(text[: at.start()] + new + text[at.end() :])
    assert full_check(pack) == cold(pack)


def test_parallel_results_keep_their_order(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parallel, "cores", lambda: 3)
    monkeypatch.setattr(parallel, "MIN_ITEMS", 5)
    made = parallel.map_in_parallel(
        lambda some: [one * 2 for one in some], range(97), lambda n: str(n % 7)
    )
    assert made == [one * 2 for one in range(97)]


def test_several_processes_report_the_same(pack: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parallel, "cores", lambda: 3)
    monkeypatch.setattr(parallel, "MIN_ITEMS", 10)
    change(pack, "cards-1.yaml", "Remove up to 3", "Remove up to 4")
    assert full_check(pack) == cold(pack)


@pytest.fixture
def two_readers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Makes two processes read small packs, too."""
    monkeypatch.setattr(prefetch, "LEAST_LETTERS", 10)
    monkeypatch.setattr(prefetch, "cores", lambda: 2)


@pytest.mark.usefixtures("two_readers")
@pytest.mark.parametrize("new", ["text: G 9 ", "text: 'Gain", "# why\n    text: G", "texts: "])
def test_files_read_in_two_processes_give_the_same_report(pack: Path, new: str) -> None:
    """Also with errors in the files of either."""
    for file in range(4):
        change(pack, f"cards-{file}.yaml", "text: ", new)
    with caching_reads():
        assert full_check(pack) == cold(pack)


@pytest.mark.usefixtures("two_readers")
@pytest.mark.parametrize("sent", [0, 1])
def test_what_the_second_process_does_not_send_is_read_by_the_first(
    pack: Path, sent: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It ends before it has sent anything, or after the files that it read."""
    send = Connection.send_bytes
    left = iter(range(sent))
    monkeypatch.setattr(
        Connection, "send_bytes", lambda *all: send(*all) if next(left, None) == 0 else os._exit(1)
    )
    change(pack, "cards-1.yaml", "Remove up to 3", "Remove up to 4")
    with caching_reads():
        found = full_check(pack)
    assert found == cold(pack)
    assert not multiprocessing.active_children()


def fail(*_: object) -> NoReturn:
    raise MemoryError


WITHOUT_HELP = {
    "killed": lambda: os.kill(os.getpid(), signal.SIGKILL),
    "stopped": lambda: os.kill(os.getpid(), signal.SIGSTOP),
    "failed": fail,
}


@pytest.mark.usefixtures("two_readers")
@pytest.mark.parametrize("how", WITHOUT_HELP)
def test_what_a_process_does_not_do_is_done_by_the_first(
    pack: Path, how: str, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(parallel, "cores", lambda: 3)
    monkeypatch.setattr(parallel, "MIN_ITEMS", 10)
    monkeypatch.setattr(workers, "attend_parent", WITHOUT_HELP[how])
    change(pack, "cards-1.yaml", "Remove up to 3", "Remove up to 4")
    with caching_reads():
        found = full_check(pack)
    assert found == cold(pack)
    assert not multiprocessing.active_children()
    assert capfd.readouterr() == ("", "")


@pytest.mark.usefixtures("two_readers")
@pytest.mark.parametrize(
    ("where", "what", "error"),
    [
        (os, "fork", BlockingIOError(errno.EAGAIN, "Resource temporarily unavailable")),
        (os, "fork", OSError(errno.ENOMEM, "Cannot allocate memory")),
        (Thread, "start", RuntimeError("can't start new thread")),
    ],
)
def test_where_no_process_can_be_started_the_first_does_everything(
    pack: Path, where: object, what: str, error: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(parallel, "cores", lambda: 3)
    monkeypatch.setattr(parallel, "MIN_ITEMS", 10)
    asked = []

    def refuse(*_: object) -> NoReturn:
        asked.append(what)
        raise error

    monkeypatch.setattr(where, what, refuse)
    with caching_reads():
        found = full_check(pack)
    assert asked
    assert found == cold(pack)
    assert not multiprocessing.active_children()


@pytest.mark.usefixtures("two_readers")
def test_two_processes_read_no_more_than_a_game_may_hold(
    pack: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both together: they take up memory at the same time."""
    monkeypatch.setattr(prefetch, "MAX_NODES", 250)
    sources = read_input_files([pack]).sources()
    assert sources is not None
    with caching_reads(), prefetch.prefetched(sources):
        read = [reading(one).nodes for one in sources.values() if is_read(one)]
    assert 250 < sum(read) < 500
    assert sum(read[:-1]) < 250


@pytest.mark.parametrize(
    ("text", "items"),
    [
        ("a:\n  - x: 1\n    y: 2\n  - z\n", ["  - x: 1\n    y: 2\n", "  - z\n"]),
        ("a:\n- x\n\n\n- y\nb: 1\n", ["- x\n", "- y\n"]),
        ("a:\n  - x: |\n\n      # said\n      y\n\n  # comment\n  - z",
         ["  - x: |\n\n      # said\n      y\n", "  - z"]),
        ("a:  # these\n  # first\n  - x\n", ["  - x\n"]),
        ("a: [x]\nb:\n  c:\n    - d\n", []),
        ("---\na:\n  - x\n", []),
        ("a:\n\t- x\n", []),
        ("- x\n- y\n", []),
        (" a:\n  - x\n", []),
        ("", []),
    ],
)  # fmt: skip
def test_items_are_found_by_their_layout(text: str, items: list[str]) -> None:
    assert [text[low:high] for low, high in stretches(text)] == items


FEATS = """feats:
  - id: leap
    text: Gain 2 gold.
    event: gain 2 gold
    provenance: fixture
"""


def with_feats(pack: Path) -> str:
    """Puts definitions of a second kind at the beginning of a file; returns its former text."""
    board = (pack / "board.yaml").read_text()
    kind = "  feat: {is: card, rules: {event: {title: Event}}}\n"
    (pack / "board.yaml").write_text(board.replace("zones:\n", f"{kind}zones:\n", 1))
    rule = "    for each feat in supply: perform event of feat\n    if there is no deed"
    change(pack, "board.yaml", "if there is no deed", rule.removeprefix("    "))
    own = (pack / "cards-0.yaml").read_text()
    (pack / "cards-0.yaml").write_text(FEATS + own)
    return FEATS.split("\n", 1)[1]


def test_definitions_moved_to_another_section_change_their_kind(pack: Path) -> None:
    leap, first = with_feats(pack), card(0)
    assert full_check(pack) == cold(pack)
    text = (pack / "cards-0.yaml").read_text()
    swapped = text.replace(leap, "@").replace(first, leap).replace("@", first)
    (pack / "cards-0.yaml").write_text(swapped)
    found = full_check(pack)
    assert found == cold(pack)
    assert found.failed


def test_reports_on_the_rest_have_their_new_positions(pack: Path) -> None:
    change(pack, "board.yaml", "do around with card", "do around with card-8")
    change(
        pack, "cards-0.yaml", "text: Place 1 boat on each Salt town, then gain 4 gold.", "text: A."
    )
    assert full_check(pack) == cold(pack)
    change(pack, "cards-0.yaml", "title: Card 4\n", "title: The Fourth Card\n")
    assert full_check(pack) == cold(pack)


def test_a_suppression_above_a_definition_applies(pack: Path) -> None:
    suppressed = "  # cardwright: allow CW530 because so\n  - {id: card-99, worth: 1, like: salt, "
    suppressed += "text: Gain 7 gold., event: gain 3 gold, provenance: fixture}\n"
    (pack / "cards-4.yaml").write_text(f"deeds:\n{suppressed}{card(100)}")
    assert full_check(pack) == cold(pack)
    change(pack, "cards-4.yaml", "Gain 7 gold", "Gain 8 gold")
    assert full_check(pack) == cold(pack)


def test_an_id_written_with_escapes_is_a_reference(pack: Path) -> None:
    change(pack, "board.yaml", "like: good}", "like: good, rival: {type: deed, optional: true}}")
    change(pack, "cards-0.yaml", "    worth: 0\n", '    worth: 0\n    rival: "\\x63ard-31"\n')
    assert full_check(pack) == cold(pack)
    change(pack, "cards-3.yaml", "id: card-31", "id: card-319")
    found = full_check(pack)
    assert found == cold(pack)
    assert found.failed


def test_what_a_card_asks_an_automaton_is_checked(pack: Path) -> None:
    change(pack, "board.yaml", "definitions:", AUTOMATON + "definitions:")
    assert full_check(pack) == cold(pack)
    assert {found.code for found in cold(pack).found} == {"CW273"}


def test_what_only_cards_look_for_in_vain_is_reported(pack: Path) -> None:
    change(pack, "board.yaml", " + number of boats of player", "")
    for file in pack.glob("cards-*.yaml"):
        text = re.sub(r"place 1 boat on each salt town, then ", "", file.read_text(), flags=re.I)
        file.write_text(text)
    found = full_check(pack)
    assert found == cold(pack)
    assert "CW544" in {d.code for d in found.found}
