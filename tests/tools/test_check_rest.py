"""After any edit of a large pack, a new process gives the same report as a full check."""

from __future__ import annotations

import json
import random
import shutil
from collections.abc import Iterable
from dataclasses import fields
from pathlib import Path

import pytest

from cardwright.language.analysis import expression_costs
from cardwright.language.syntax.nodes import Node
from cardwright_tools.check import store
from cardwright_tools.check.analyze import analyze
from cardwright_tools.check.input_files import read_input_files
from cardwright_tools.check.interface.calls import called_names, with_mark
from cardwright_tools.check.interface.changed_names import ChangedNames, FileText, Vocabulary
from cardwright_tools.check.shares import examiner
from cardwright_tools.language_service.hover import examples
from tests.test_reference import FORMS, readings
from tests.tools.known_checks import checked, cold, first_checked
from tests.tools.random_declarations import declarations
from tests.tools.random_edits import changes, edits
from tests.tools.random_variants import variants
from tests.tools.test_check_cards import BOWL, BY_NUMBER, GIVING, MORE, NAMES, NEW, REST
from tests.tools.test_check_incremental import PACKS
from tests.tools.test_check_large import PACK, card, change, put
from tests.yaml_mistakes import MISTAKES, with_mistake

pytestmark = pytest.mark.usefixtures("cached_reads")

QUICK = [
    *REST,
    ("more.yaml", "gain 3 gold", "perform event of card-5"),  # so cards that run it do, too
    ("more.yaml", "  gift: gain 3 gold\n", ""),  # that cards run
    ("more.yaml", "rules:\n", "rules:\n  wages: gain 1 gold\n"),
    ("more.yaml", "rules:\n", "rules:\n  gold: gain 1 gold\n"),  # a word that all cards have
    ("more.yaml", "wealthy of player: pay", "wealthy of player: 2 + pay"),  # no longer a flag
    ("cards-3.yaml", "do wage", "do wage, then do wage"),
    ("cards-3.yaml", "id: card-7", "id: gift"),  # which is the name of a rule
    ("cards-3.yaml", 'title: Card 7', 'title: "Card 7'),
    ("more.yaml", "gift: gain", 'gift: "gain'),
    ("cards-1.yaml", "# Cards.\n", "rules:\n  spare: gain 1 gold\n"),
    ("more.yaml", "[calm,", "[calm, four,"),
    ("more.yaml", "calm, tense]", "calm]"),
    ("more.yaml", "rules:\n", "kinds:\n  feat: {is: card}\nrules:\n"),
    ("more.yaml", "rules:\n", "kinds:\n  deed-like: {is: deed, fields: {fame: number}}\nrules:\n"),
    ("board.yaml", "{worth: number,", "{fame: {type: number, optional: true}, worth: number,"),
    ("board.yaml", "like: good}", "like: good, mood: {type: mood, optional: true}}"),
    ("board.yaml", "gold:", "fame: {type: number, start: 2}, gold:"),
    ("more.yaml", "[calm,", "[calm, big-oak,"),
    ("more.yaml", "definitions:", "definitons:"),  # which is read all the same
]  # fmt: skip
PLACE, OAK = "{id: skara,", "{id: skara, title: The Oak,"
SLOTS = "rules: {event: {title: Event}, reward: {title: Reward}}"
WHOLE = [
    ("board.yaml", "gold:", "fame: {start: 2}\n      gold:"),  # not YAML, so no kinds
    ("more.yaml", "  wage: gain", "  : gain"),  # not YAML, so the rule that cards run is missing
    ("more.yaml", "[calm,", "[calm, card-5,"),  # which is a card's id
    ("new.yaml", "", NEW),  # costs are computed with another number of cards
    ("board.yaml", "lose 1 gold", "perform event of card-5"),
]


@pytest.fixture
def pack(one_folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Some thirty cards in four files, some of which name rules and definitions in others."""
    monkeypatch.setenv("CARDWRIGHT_CACHE", str(tmp_path / "kept"))
    _count_as_large(monkeypatch)
    folder = one_folder / "many"
    folder.mkdir()
    (folder / "pack.yaml").write_text(PACK)
    (folder / "board.yaml").write_text(GIVING)
    (folder / "more.yaml").write_text(MORE)
    for file in range(4):
        cards = "".join(card(at) for at in range(file, 32, 4))
        (folder / f"cards-{file}.yaml").write_text(f"# Cards.\ndeeds:\n{cards}")
    text = (folder / "cards-3.yaml").read_text().replace("gain 2 gold", "do wage", 2)
    (folder / "cards-3.yaml").write_text(text.replace("gain 3 gold", "do gift", 1))
    return folder


@pytest.fixture(autouse=True)
def no_result_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """An error with stored results is ours: nobody else has written any."""
    monkeypatch.setattr(examiner.Shares, "_refuses", lambda *_: False)


def _count_as_large(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(examiner, "LEAST", 10)
    monkeypatch.setattr(examiner, "LEAST_LETTERS", 10)
    monkeypatch.setattr(expression_costs, "UNKNOWN", 10)  # from which numbers are rounded


@pytest.mark.parametrize(("name", "old", "new"), [*QUICK, *WHOLE])
def test_after_an_edit_only_cards_that_it_may_concern_are_read(
    pack: Path, name: str, old: str, new: str
) -> None:
    assert first_checked(pack) == (cold(pack), 1)
    file = pack / name
    text = file.read_text() if file.is_file() else ""
    assert old in text
    _write(file, text.replace(old, new, 1) if old else new)
    assert checked(pack) == (cold(pack), int((name, old, new) in WHOLE))


RENEWED = [
    ("more.yaml", "gift: gain 3", "gift: gain 4"),  # which concerns a card
    ("more.yaml", "rules:\n", "rules:\n  wages: gain 1 gold\n"),
    ("pack.yaml", "title: ", "title: The "),
    ("cards-0.yaml", "gain 2 gold", "do wage"),
    ("new.yaml", "", "rules:\n  spare: gain 1 gold\n"),
]


@pytest.mark.parametrize(("name", "old", "new"), RENEWED)
def test_after_a_check_of_the_rest_the_next_one_starts_from_it(
    pack: Path, monkeypatch: pytest.MonkeyPatch, name: str, old: str, new: str
) -> None:
    first_checked(pack)
    file = pack / name
    text = file.read_text() if file.is_file() else ""
    assert old in text
    _write(file, text.replace(old, new, 1) if old else new)
    assert checked(pack) == (cold(pack), 0)
    monkeypatch.setattr(examiner, "examine_rest", None)  # which fails if it is called
    change(pack, "cards-2.yaml", "gain 4 gold", "gain 5 gold")
    assert checked(pack) == (cold(pack), 0)


@pytest.mark.parametrize("number", [20, pytest.param(300, marks=pytest.mark.soak)])
def test_a_later_record_with_a_value_of_another_form_anywhere_is_ignored(
    pack: Path, tmp_path: Path, number: int
) -> None:
    first_checked(pack)
    change(pack, "more.yaml", "gift: gain 3", "gift: gain 4")
    checked(pack)
    key = next((tmp_path / "kept").rglob("*-later.json")).stem
    change(pack, "cards-2.yaml", "gain 4 gold", "gain 5 gold")
    whole, places, text = cold(pack), random.Random(1), json.dumps(store.load(key))
    for _ in range(number):
        record = json.loads(text)
        put(record, [[None]], places)
        store.save(key, record)
        assert analyze([pack], (), examiner.Shares(read_input_files([pack]))) == whole


def _write(file: Path, text: str | None) -> None:
    """Writes the files; without a text, a file is removed."""
    if text:
        file.write_text(text, "utf-8")
    else:
        file.unlink()


ENDLESS = ("board.yaml", "after placing boat\n    if: burnt of there\n    do: lose",
           "after changing gold\n    do: lose")  # fmt: skip
WRONG = [
    ("more.yaml", "gain 3 gold", "gian 3 gold"),
    ("cards-0.yaml", "gain 2 gold", "gian 2 gold"),
    ("cards-0.yaml", "gain 2 gold", "repeat 999999999 times: gain 1 gold"),
]


@pytest.mark.parametrize("wrong", WRONG)
@pytest.mark.parametrize("is_cached", [True, False])
def test_costs_are_only_reported_if_no_text_has_an_error(
    pack: Path, wrong: tuple[str, str, str], is_cached: bool
) -> None:
    if is_cached:
        first_checked(pack)
    change(pack, *wrong)
    assert checked(pack)[0] == cold(pack)
    change(pack, *ENDLESS)
    assert checked(pack)[0] == cold(pack)
    change(pack, "cards-2.yaml", "gain 4 gold", "repeat 999999999 times: gain 1 gold")
    assert checked(pack)[0] == cold(pack)


def test_what_a_card_says_of_numbers_of_players_depends_on_the_manifest(pack: Path) -> None:
    file = pack / "cards-1.yaml"
    file.write_text(file.read_text().replace("worth: 1\n", "worth: 1\n    players: [2, 3]\n", 1))
    assert "CW518" in {one.code for one in checked(pack)[0].found}
    manifest = pack / "pack.yaml"
    manifest.write_text(manifest.read_text().replace("[2, 2]", "[2, 3]"))
    found = checked(pack)[0]
    assert found == cold(pack)
    assert "CW518" not in {one.code for one in found.found}


@pytest.mark.parametrize("worth", BY_NUMBER)
def test_a_card_may_have_values_for_numbers_of_players(pack: Path, worth: str) -> None:
    change(pack, "cards-1.yaml", "worth: 2", f"worth: {worth}")
    assert checked(pack)[0] == cold(pack)
    change(pack, "pack.yaml", "[2, 2]", "[2, 3]")
    found = checked(pack)[0]
    assert "`worth` has no value for 3 players" in {one.message for one in found.found}
    assert found == cold(pack)


def test_a_file_with_a_byte_order_mark_is_known_by_its_text(pack: Path) -> None:
    file = pack / "cards-1.yaml"
    file.write_text("\ufeff" + file.read_text(), "utf-8")
    assert checked(pack)[0] == cold(pack)
    change(pack, "more.yaml", "gain 3 gold", "gain 4 gold")
    found, read_whole = checked(pack)
    assert (found, read_whole) == (cold(pack), 0)


def test_a_value_may_name_a_card(pack: Path) -> None:
    optional = "like: good, near: {type: deed, optional: true}}"
    change(pack, "board.yaml", "like: good}", optional)
    change(pack, "cards-2.yaml", "worth: 2", "worth: 2\n    near: card-1")
    assert checked(pack)[0] == cold(pack)
    change(pack, "cards-1.yaml", "id: card-1\n", "id: another\n")
    found = checked(pack)[0]
    assert "CW343" in {one.code for one in found.found}
    assert found == cold(pack)


@pytest.mark.parametrize(
    "text",
    ['"Near\\ Ann\'s\\nInn."', "'Near Ann''s Inn.'", '"near  Ann\'s-inn"', "Near Ann's Inn."],
)
def test_a_name_is_found_as_yaml_may_write_it(text: str) -> None:
    assert ChangedNames(["Ann's Inn"]).are_in(f"  - id: one\n    text: {text}\n", "deed")


@pytest.mark.parametrize(
    ("name", "text"),
    [("knives", "gain 1 knife"), ("berries", "gain 1 berry"), ("box", "gain 2 boxes")],
)
def test_a_name_is_found_in_the_singular_and_the_plural(name: str, text: str) -> None:
    assert ChangedNames([name]).are_in(f"  - id: one\n    event: {text}\n", "deed")


ITEM = "  - id: one\n    title: {}\n    text: {}\n    event: {}\n    provenance: a page\n"
LAYOUTS = {
    ("One More", "No more, they're |.", "stop"): False,
    ("One", "|\n      No more.\n", "stop"): False,
    ('"One # more"', "'It''s more.'", "stop"): False,
    ("'Not one\n      more'", "Done.", "stop"): False,
    ("One", "Done.", "do more"): True,
    ("One", "Done.", "|\n      stop\n      do more"): True,
    ("One", "Done.", "{do: stop, cost: more}"): True,
    ('"One\n    more: two"', "Done.", "stop"): True,  # if it is read, it is the title
    ('"One\n    cost: more"', "Done.", "stop"): True,
    ("One", "Done.\n    ? limit\n    : more", "stop"): True,
    ("One", 'Done.\n    "limit": more', "stop"): True,
    ("One", '["],\n    event: more]', "stop"): True,
    ("One", "&a 'it''\n    limit: more'", "stop"): True,
    ('"\\"', 'Done."\n    limit: more', "stop"): True,
}


@pytest.mark.parametrize("values", LAYOUTS)
def test_the_name_of_a_rule_is_searched_in_code(values: tuple[str, str, str]) -> None:
    """Texts for players don't name rules, but a text may seem to end where it goes on."""
    finder, item = ChangedNames(names_in_code=["more"]), ITEM.format(*values)
    assert finder.are_in(item, "deed") == LAYOUTS[values]
    assert finder.are_in_file(FileText(item), {"deed"})
    assert finder.may_be_in(_words_of(item))
    assert ChangedNames(["more"]).are_in(item, "deed")


CALLS = {
    "event: do rest": True,
    "event: each player does rest": True,
    "event: rival opens rest with raider": True,
    "event: |\n      do  # it is late\n      rest": True,
    'event: "stop\\ndo\\nrest"': True,
    "event: 'if during your\n      rest: stop'": True,
    "event: {do: stop, limit: once per rest}": True,
    "event: gain 2 gold, and the rest": False,
    "event: do rest-day, then let rest be 2": False,
}


@pytest.mark.parametrize("line", CALLS)
def test_a_common_word_that_is_the_name_of_a_rule_is_searched_where_rules_are_called(
    line: str,
) -> None:
    finder, item = ChangedNames((), (), [with_mark("rest")]), f"  - id: one\n    {line}\n"
    assert finder.are_in(item, "deed") == CALLS[line]
    assert finder.are_in_file(FileText(item), set()) == CALLS[line]
    assert finder.may_be_in(_words_of(item)) >= CALLS[line]


SPELLINGS = ("big-storm", "a Big Storm", "big\n    storms", '"big\\nstorm"', "un-big-storm")


@pytest.mark.parametrize("said", SPELLINGS)
def test_a_name_that_a_file_mentions_is_among_the_words_of_all_files(said: str) -> None:
    finder, item = ChangedNames(["big-storm"]), f"  - id: one\n    text: {said}\n"
    assert finder.are_in_file(FileText(item), set())
    assert finder.may_be_in(_words_of(item, "  - id: two\n"))
    assert not finder.may_be_in(_words_of("  - id: two\n"))


def test_words_of_new_files_are_known() -> None:
    words, texts = Vocabulary(), [FileText("- id: one"), FileText("- id: two")]
    for at in (1, 2):
        words.use(texts[:at])
        assert ChangedNames(["two"]).may_be_in(words) == (at == 2)


def _words_of(*texts: str) -> Vocabulary:
    found = Vocabulary()
    found.use([*map(FileText, texts)])
    return found


CODE = ("effect_text", "expression_text", "cost_text", "limit_text")
CALLING = [made for made in FORMS if {"rule", "menu"} & {one.name for one in fields(made)}]


@pytest.mark.parametrize("made", CALLING, ids=lambda made: made.__name__)
def test_wherever_code_names_a_rule_or_a_menu_it_is_a_call(made: type[Node]) -> None:
    texts = examples(made)[0]
    trees = (node for text in texts for tree in readings(text, CODE) for node in tree
             if isinstance(node, made))  # fmt: skip
    for node in trees:
        name = getattr(node, "rule", None) or getattr(node, "menu", None)
        assert name is not None
        assert with_mark(name.text) in called_names(node.span.source.text)


@pytest.mark.parametrize("named", ["Oak", "Birch"])
def test_a_text_names_a_place_without_its_article(pack: Path, named: str) -> None:
    change(pack, "board.yaml", PLACE, OAK)
    change(pack, "cards-0.yaml", "Gain 2 gold.", f"Gain 2 gold in {named}.")
    assert checked(pack)[0] == cold(pack)
    change(pack, "board.yaml", "The Oak", "The Birch")
    assert checked(pack)[0] == cold(pack)


@pytest.mark.parametrize(("town", "title"), NAMES)
def test_something_with_the_title_of_a_place_bears_its_name_in_texts(
    pack: Path, town: str, title: str
) -> None:
    change(pack, "board.yaml", "birka,", town)
    change(pack, "cards-0.yaml", "Gain 2 gold.", "Gain 2 gold in Birka.")
    (pack / "cards-1.yaml").write_text((pack / "cards-1.yaml").read_text() + BOWL)
    assert "CW533" in {one.code for one in checked(pack)[0].found}
    for old, new in ((title, "Birka"), ("Birka", title)):
        change(pack, "cards-1.yaml", f"title: {old}", f"title: {new}")
        assert checked(pack)[0] == cold(pack)


def test_a_second_effect_of_known_cards_is_never_performed(pack: Path) -> None:
    change(pack, "board.yaml", "rules: {event: {title: Event}}", SLOTS)
    change(pack, "cards-0.yaml", "    event: ", "    reward: gain 1 gold\n    event: ")
    assert checked(pack)[0] == cold(pack)
    change(pack, "more.yaml", "gain 3 gold", "gain 4 gold")
    found, anew = checked(pack)
    assert (found, anew) == (cold(pack), 0)
    assert "CW509" in {one.code for one in found.found}


def test_what_one_player_has_at_most_depends_on_all_players(pack: Path) -> None:
    change(pack, "board.yaml", "{id: ann,", "{id: ann, pieces: {boat: 4},")
    change(pack, "board.yaml", "{id: bob,", "{id: bob, pieces: {boat: 2},")
    change(pack, "cards-0.yaml", "event: gain 2 gold", "event: place 4 boats on towns")
    assert checked(pack)[0] == cold(pack)
    change(pack, "board.yaml", "{boat: 4}", "{boat: 3}")
    change(pack, "board.yaml", "{boat: 2}", "{boat: 3}")  # the same number in total
    found = checked(pack)[0]
    assert found == cold(pack)
    assert "CW517" in {one.code for one in found.found}


def test_after_each_random_edit(pack: Path) -> None:
    _edit(pack, seed=1, number=8)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(30))
def test_after_many_random_edits(pack: Path, seed: int) -> None:
    _edit(pack, seed, number=40)


@pytest.mark.parametrize("seed", [1, 2])
def test_after_random_changes_of_several_files(pack: Path, seed: int) -> None:
    _change(pack, seed, number=4)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(20))
def test_after_many_random_changes_of_several_files(pack: Path, seed: int) -> None:
    _change(pack, seed, number=30)


@pytest.mark.parametrize("seeds", [[1, 2], pytest.param(range(3, 40), marks=pytest.mark.soak)])
def test_after_random_mistakes_in_yaml(pack: Path, seeds: Iterable[int]) -> None:
    first_checked(pack)
    for seed in seeds:
        rng, saved = random.Random(seed), {}
        for file in rng.sample(sorted(pack.glob("*.yaml")), rng.choice([1, 1, 2])):
            saved[file] = file.read_text("utf-8")
            text = saved[file].replace("gain", rng.choice(["gain", "gian"]), 1)
            file.write_text(with_mistake(text, rng.choice([*MISTAKES]), rng), "utf-8")
            assert checked(pack)[0] == cold(pack)
        for file, text in saved.items():
            file.write_text(text, "utf-8")


@pytest.mark.parametrize("seed", [1, 2])
def test_after_new_declarations_by_any_names(pack: Path, seed: int) -> None:
    _declare(pack, seed, number=8)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(20))
def test_after_many_new_declarations_by_any_names(pack: Path, seed: int) -> None:
    _declare(pack, seed, number=50)


@pytest.mark.parametrize("seed", [1, 2])
def test_after_random_changes_of_how_parts_are_said(pack: Path, seed: int) -> None:
    _vary(pack, seed, number=10)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(3, 40))
def test_after_many_random_changes_of_how_parts_are_said(pack: Path, seed: int) -> None:
    _vary(pack, seed, number=60)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("shipped", PACKS, ids=lambda pack: pack.name)
def test_after_random_edits_of_packs_that_count_as_large(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, shipped: Path, seed: int
) -> None:
    monkeypatch.setenv("CARDWRIGHT_CACHE", str(tmp_path / "kept"))
    _count_as_large(monkeypatch)
    folder = tmp_path / shipped.parent.name
    shutil.copytree(shipped.parent, folder)
    _edit(folder / shipped.name, seed, number=12)


def _edit(pack: Path, seed: int, number: int) -> None:
    first_checked(pack)
    for file, text in edits(pack, seed, number):
        file.write_text(text, "utf-8")
        assert checked(pack)[0] == cold(pack)


def _vary(pack: Path, seed: int, number: int) -> None:
    for file, text in variants(pack, seed, number):
        file.write_text(text, "utf-8")
        assert checked(pack)[0] == cold(pack)


def _declare(pack: Path, seed: int, number: int) -> None:
    """Starts each time from what was first stored for the pack."""
    first_checked(pack)
    for file, text in declarations(pack, seed, number):
        before = file.read_text("utf-8")
        file.write_text(text, "utf-8")
        shares = examiner.Shares(read_input_files([pack]))
        assert analyze([pack], (), shares) == cold(pack)
        file.write_text(before, "utf-8")


def _change(pack: Path, seed: int, number: int) -> None:
    first_checked(pack)
    for changed in changes(pack, seed, number):
        for file, text in changed.items():
            _write(file, text)
        assert checked(pack)[0] == cold(pack)
