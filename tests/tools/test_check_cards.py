"""After an edit of cards of a large pack in an editor, the report is the same as after a cold
check."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import product
from pathlib import Path
from random import Random

import pytest

from cardwright.api import examine
from cardwright.language.analysis import expression_costs
from cardwright.language.front_end.checked import Checked
from cardwright_tools.check.analyze import analyze
from cardwright_tools.check.incremental import cards as cards_room
from cardwright_tools.check.options import CheckOptions
from cardwright_tools.check.run import run_check
from cardwright_tools.check.shares import examiner
from cardwright_tools.check.watch_analysis import WatchAnalysis
from cardwright_tools.language_service.project import Project
from tests.tools.random_edits import changes, declarations, edits
from tests.tools.random_variants import variants
from tests.tools.test_check_incremental import Editor
from tests.tools.test_check_large import BOARD, DEPENDING_ON_OTHERS, GIVE, PACK, STATE, card
from tests.yaml_mistakes import MISTAKES, with_mistake

pytestmark = pytest.mark.usefixtures("cached_reads")

GIVING = BOARD.replace("    shuffle deck\n", "    create 1 coin on skara\n    shuffle deck\n")
GIVING = GIVING.replace("  deed:", "  coin: {is: piece, on: town, token: 9}\n  deed:")
"""Rules that may give something to a player: what sets may hold depends on no card."""

FILE = "cards-1.yaml"


@pytest.fixture
def cards(one_folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Some thirty cards in four files, which count as a large pack."""
    monkeypatch.setattr(examiner, "LEAST", 10)
    monkeypatch.setattr(examiner, "LEAST_LETTERS", 10)
    monkeypatch.setattr(expression_costs, "UNKNOWN", 10)  # from which numbers are rounded
    folder = (one_folder / "many").resolve()
    folder.mkdir()
    (folder / "pack.yaml").write_text(PACK)
    (folder / "board.yaml").write_text(GIVING)
    for file in range(4):
        text = "".join(card(at) for at in range(file, 32, 4))
        (folder / f"cards-{file}.yaml").write_text(f"# Cards.\ndeeds:\n{text}")
    return folder


@pytest.fixture
def editor(cards: Path) -> Editor:
    return Editor(cards)


def replaced(editor: Editor, old: str, new: str, name: str = FILE) -> None:
    file = editor.pack / name
    text = editor.texts.get(file, file.read_text("utf-8"))
    assert old in text
    editor.texts[file] = text.replace(old, new, 1)


CARD_9 = card(9)


EDITS = [
    ("gain 2 gold", "gain 4 gold"),
    ("gain 2 gold", "gain 3 gld"),
    ("gain 2 gold", "repeat 30 times: gain 1 gold"),  # more steps than any other
    ("Gain 2 gold", "Gain 4 gold"),
    ("title: Card 9", "title: Skara"),  # a place
    ("worth: 2", "worth: two"),
    ("like: silk", "like: salt"),
    ("id: card-9", "id: nine"),
    ("id: card-9", "id: card-5"),  # another one
    ("id: card-9", "id: Card-9"),
    ("id: card-9", "id: Card-9\n    value: 2"),
    ("id: card-9", "id: if"),
    ("id: card-9", "id: hidden"),
    ("id: card-9", "id: actor"),
    ("id: card-9", "id: big deal"),
    ("id: card-9", "id: 9"),
    ("title: Card 9", 'title: "Card 9'),
    (CARD_9, ""),
    (CARD_9, CARD_9 + CARD_9.replace("card-9", "card-9-again")),
    (CARD_9, "# cardwright: allow CW530 because it is so\n" + CARD_9),
    ("gain 2 gold", "gain 2 gold  # as card-2"),
]


def test_a_changed_card_is_reported_as_in_a_cold_check(editor: Editor) -> None:
    text = (editor.pack / FILE).read_text("utf-8")
    for old, new in EDITS:
        replaced(editor, old, new)
        replaced(editor, "Remove up to 3", "Remove up to 4")
        assert editor.checked() == editor.cold()
        editor.texts[editor.pack / FILE] = text
        assert editor.checked().found == ()


AROUND = [
    ("# Cards.\n", "# Cards \x07.\n"),  # which no comment may have
    ("# Cards.\n", "provenance: a page\n"),  # that of each card without one
    ("# Cards.\n", "# Cards.\n---\n"),
    ("title: Card 9", 'title: "Card 9\n    text: more"'),
    ("title: Card 9", "title: Card 9\n    title: Nine"),
    ("title: Card 9", "title: &nine Card 9"),
    ("title: Card 9", "title: Card 9 #1"),
    ("title: Card 9", "title: |+\n      Card 9\n\n"),
    ("  - id: card-9", "  -\n  - id: card-9"),
    ("  - id: card-9", "  - {id: card-9-again, worth: 2}\n  - id: card-9"),
    ("  - id: card-9", "  - id: card-9-again\n    worth: [\n  - id: card-9"),
    ("  - id: card-9", " - id: card-9-again\n  - id: card-9"),
    ("    provenance: fixture\n  - id: card-9", "    provenance: fixture\n    - id: card-9"),
]


@pytest.mark.parametrize(("old", "new"), AROUND)
def test_a_file_of_which_only_cards_are_read_is_reported_as_a_whole(
    editor: Editor, old: str, new: str
) -> None:
    replaced(editor, old, new)
    assert editor.checked() == editor.cold()
    replaced(editor, "gain 2 gold", "gain 3 gold")
    assert editor.checked() == editor.cold()
    replaced(editor, new, old)
    assert editor.checked() == editor.cold()


def test_a_text_that_goes_on_in_another_changed_card(editor: Editor) -> None:
    replaced(editor, "title: Card 5", 'title: "Card 5')
    replaced(editor, "title: Card 13", 'title: Card 13"')
    assert editor.checked() == editor.cold()


BOWL = "kinds:\n  relic: {is: card, fields: {worth: number}}\nrelics:\n"
BOWL += "  - {id: bowl, title: Bowl, worth: 1, provenance: fixture}\n"
NAMES = [("birka,", "Card 9"), ("birka, title: Birka,", "Card 9"), ("birka,", "Bowl")]
"""How a town is declared, and what gets its title: an independent card, or another one."""


@pytest.mark.parametrize(("town", "title"), NAMES)
def test_something_with_the_title_of_a_place_bears_its_name_in_texts(
    editor: Editor, town: str, title: str
) -> None:
    replaced(editor, "birka,", town, "board.yaml")
    replaced(editor, "Gain 2 gold.", "Gain 2 gold in Birka.", "cards-0.yaml")
    editor.texts[editor.pack / FILE] = (editor.pack / FILE).read_text("utf-8") + BOWL
    assert "CW533" in {one.code for one in editor.checked().found}
    for old, new in ((title, "Birka"), ("Birka", title)):
        replaced(editor, f"title: {old}", f"title: {new}")
        assert editor.checked() == editor.cold()


@pytest.mark.parametrize("code", DEPENDING_ON_OTHERS)
def test_effects_may_be_right_because_of_others_anywhere_in_the_game(
    editor: Editor, code: str
) -> None:
    effect, (name, right) = DEPENDING_ON_OTHERS[code]
    editor.texts[editor.pack / "board.yaml"] = BOARD.replace("max: 99}}", STATE)
    replaced(editor, "event: gain 2 gold", f"event: {effect}", "cards-0.yaml")
    (editor.pack / name).write_text("")
    for more, is_reported in ((right, False), ("", True), (right, False)):
        editor.texts[editor.pack / name] = more
        found = editor.checked()
        assert found == editor.cold()
        assert (code in {one.code for one in found.found}) is is_reported


def test_a_card_that_gives_things_away_matters_for_others(editor: Editor) -> None:
    editor.texts[editor.pack / "board.yaml"] = BOARD
    replaced(editor, "gain 2 gold", "place 4 boats on towns")
    giving = GIVE.replace("    ", "      ").rstrip()
    for old, new, is_reported in (("-", "-", True), ("gain 2 gold", giving, False),
                                  (giving, "gain 2 gold", True)):  # fmt: skip
        replaced(editor, old, new)
        found = editor.checked()
        assert found == editor.cold()
        assert ("CW517" in {one.code for one in found.found}) is is_reported


def test_only_cards_are_checked_again(editor: Editor) -> None:
    anew = editor.games.full_checks
    for old, new in (("gain 2", "gain 9"), ("Card 9", "Nine"), (CARD_9[:12], "  - id: nine")):
        replaced(editor, old, new)
        assert editor.checked() == editor.cold()
    assert editor.games.full_checks == anew


def test_a_card_with_the_id_of_another_keeps_the_known_results(editor: Editor) -> None:
    anew, duplicate = editor.games.full_checks, CARD_9.replace("gain 2", "gain 3")
    replaced(editor, CARD_9, CARD_9 + duplicate)
    assert [one.code for one in editor.checked().found] == ["CW328"]
    assert editor.checked() == editor.cold()
    other = card(2).replace("gain 2", "gain 3")
    replaced(editor, card(3), card(3) + other, "cards-3.yaml")  # also in another file
    assert editor.checked() == editor.cold()
    replaced(editor, "gain 2 gold", "gain 7 gold", "cards-0.yaml")
    assert editor.checked() == editor.cold()
    assert editor.games.full_checks == anew
    replaced(editor, duplicate, duplicate.replace("card-9", "nine"))
    assert editor.checked() == editor.cold()
    replaced(editor, other, other.replace("card-2", "two"), "cards-3.yaml")
    assert editor.checked() == editor.cold()


def test_of_a_card_with_the_id_of_another_the_first_is_where_it_is_now(editor: Editor) -> None:
    replaced(editor, card(3), card(3) + card(4), "cards-3.yaml")
    assert editor.checked() == editor.cold()
    replaced(editor, "id: card-0", "id: deck", "cards-0.yaml")  # about which nothing is stored
    assert editor.checked() == editor.cold()
    replaced(editor, "id: deck", "id: card-0", "cards-0.yaml")
    assert editor.checked() == editor.cold()


DUPLICATE = CARD_9.replace("gain 2", "gain 3")
NEW_DUPLICATES = CARD_9.replace("card-9", "nine") + DUPLICATE.replace("card-9", "nine")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (NEW_DUPLICATES, ""),
        (NEW_DUPLICATES, NEW_DUPLICATES.replace("nine", "eight")),
        (NEW_DUPLICATES, NEW_DUPLICATES.replace("nine", "card-5", 1)),
        (NEW_DUPLICATES, NEW_DUPLICATES + NEW_DUPLICATES),
        ("id: nine\n", "id: eight\n"),  # of the first
        ("gain 2 gold", "gain 7 gold"),
        ("gain 3 gold", "gain 7 gld"),
        (card(5), ""),
    ],
)
def test_edits_while_two_new_cards_have_one_id(editor: Editor, old: str, new: str) -> None:
    right = editor.checked()
    replaced(editor, CARD_9, NEW_DUPLICATES)
    assert [one.code for one in editor.checked().found] == ["CW328"]
    assert editor.checked() == editor.cold()
    replaced(editor, old, new)
    assert editor.checked() == editor.cold()
    replaced(editor, "gain 2 gold", "gain 5 gold", "cards-0.yaml")
    assert editor.checked() == editor.cold()
    editor.texts.clear()
    assert editor.checked() == right


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("# Cards.\n", "# These are the cards.\n"),
        ("deeds:\n", "rules:\n  more: gain 2 gld\ndeeds:\n"),
        (card(5), card(5).replace("5", "9", 1)),
        (card(9), card(9) + card(9)),
    ],
)
def test_edits_of_other_cards_while_two_have_one_id(editor: Editor, old: str, new: str) -> None:
    replaced(editor, CARD_9, CARD_9 + CARD_9.replace("gain 2", "gain 3"))
    replaced(editor, old, new)
    assert editor.checked() == editor.cold()


def test_a_card_with_the_id_of_another_has_its_own_errors(editor: Editor) -> None:
    right = editor.checked()
    replaced(editor, CARD_9, CARD_9 + DUPLICATE.replace("gain 3 gold", "gain 3 glory"))
    assert [one.code for one in editor.checked().found] == ["CW328", "CW222"]
    assert editor.checked() == editor.cold()
    replaced(editor, "state: {", "state: {glory: {type: number}, ", "board.yaml")
    assert [one.code for one in editor.checked().found] == ["CW328"]
    assert editor.checked() == editor.cold()
    replaced(editor, "gain 2 gold", "gain 2 glory", "cards-0.yaml")
    assert editor.checked() == editor.cold()
    replaced(editor, "glory: {type: number}, ", "", "board.yaml")
    assert editor.checked() == editor.cold()
    replaced(editor, "gain 3 glory", "gain 3 gold")
    assert editor.checked() == editor.cold()
    editor.texts.clear()
    assert editor.checked() == right


def test_cards_with_the_ids_of_others_in_several_files(editor: Editor) -> None:
    replaced(editor, card(6), card(6) + card(2), "cards-2.yaml")
    replaced(editor, card(3), card(3) + card(26), "cards-3.yaml")  # which that edit has moved
    assert [one.code for one in editor.checked().found] == ["CW328", "CW328"]
    assert editor.checked() == editor.cold()


@pytest.mark.parametrize(("old", "new", "at"), [(3, 0, 15), (0, 3, 16)])
@pytest.mark.parametrize("is_copied", [True, False])
def test_a_card_that_moves_to_another_file(
    editor: Editor, old: int, new: int, at: int, is_copied: bool
) -> None:
    moved = card(at).replace("text: ", "text: Gain 7 gold. ")
    replaced(editor, "deeds:\n", f"deeds:\n{moved}", f"cards-{new}.yaml")
    if is_copied:
        assert [one.code for one in editor.checked().found] == ["CW328"]
    replaced(editor, card(at), "", f"cards-{old}.yaml")
    assert [one.code for one in editor.checked().found] == ["CW530"]
    assert editor.checked() == editor.cold()
    replaced(editor, moved, moved.replace("    event: ", "    event: gian "), f"cards-{new}.yaml")
    assert editor.checked() == editor.cold()


def test_cards_of_two_files_that_exchange_their_ids(editor: Editor) -> None:
    replaced(editor, "id: card-4\n", "id: card-15\n", "cards-0.yaml")
    replaced(editor, "id: card-15\n", "id: card-4\n", "cards-3.yaml")
    assert editor.checked() == editor.cold()
    replaced(editor, "worth: 1", "worth: one", "cards-3.yaml")
    assert editor.checked() == editor.cold()


def test_after_an_internal_error_all_is_checked_anew(
    editor: Editor, monkeypatch: pytest.MonkeyPatch
) -> None:
    replaced(editor, "gain 2 gold", "gain 2 gld")
    with monkeypatch.context() as patched:
        patched.setattr(cards_room, "outcomes_of", lambda *_: 1 // 0)
        with pytest.raises(ZeroDivisionError):
            editor.checked()
    assert editor.checked() == editor.cold()


def test_a_card_with_a_suppression_is_not_all_that_has_rules(editor: Editor) -> None:
    why = "gain 2 gold  # cardwright: allow CW530 because so"
    replaced(editor, "gain 2 gold", why)
    assert editor.checked() == editor.cold()
    replaced(editor, "      may remove 1 boat", "      may remove 9 boat", "cards-3.yaml")
    found = editor.checked()
    assert {one.code for one in found.found} == {"CW530", "CW601"}
    assert found == editor.cold()


def test_a_file_with_invalid_yaml_keeps_the_known_results(editor: Editor) -> None:
    anew = editor.games.full_checks
    replaced(editor, "gain 2 gold", "gain 2 gld")
    editor.checked()
    replaced(editor, "title: Card 9", 'title: "Card 9')
    assert [one.code for one in editor.checked().found] == ["CW113"]
    assert editor.checked() == editor.cold()
    replaced(editor, "gain 2 gold", "gain 7 gold", "cards-2.yaml")
    assert editor.checked() == editor.cold()
    assert editor.games.full_checks == anew
    replaced(editor, "gain 2 gold", "gain 7 gld", "cards-2.yaml")  # withheld, or not
    assert editor.checked() == editor.cold()
    replaced(editor, 'title: "Card 9', "title: Card 9")
    assert editor.checked() == editor.cold()


def test_comments_keep_the_known_results(editor: Editor) -> None:
    for old, new in (("# Cards.\n", ""), ("deeds:\n", "# Deeds.\ndeeds:\n# More.\n")):
        replaced(editor, old, new)
        assert editor.checked() == editor.cold()
    replaced(editor, "gain 2 gold", "gain 7 gold")
    assert editor.checked() == editor.cold()


def test_after_cards_the_rest_is_followed(editor: Editor) -> None:
    replaced(editor, CARD_9, CARD_9 + CARD_9.replace("card-9", "nine"))
    editor.checked()
    replaced(editor, "lose 1 gold", "lose 2 gold", "board.yaml")
    assert editor.checked() == editor.cold()
    replaced(editor, "id: nine", "id: ten")
    assert editor.checked() == editor.cold()


def test_only_the_first_report_of_watch_is_kept(
    editor: Editor, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CARDWRIGHT_CACHE", str(tmp_path / "kept"))
    options, file = CheckOptions((editor.pack,)), editor.pack / FILE
    repeated, text = WatchAnalysis(options), file.read_text("utf-8")
    assert run_check(options, repeated) == 0
    kept = sorted((tmp_path / "kept" / "check").iterdir())
    assert kept
    repeated.get_ready()
    for old, new in EDITS:
        file.write_text(text.replace(old, new, 1), "utf-8")
        run_check(options, repeated)
        assert repeated() == analyze(options.packs)
    assert sorted((tmp_path / "kept" / "check").iterdir()) == kept


def test_after_each_random_edit_too(editor: Editor) -> None:
    _compare(editor, seed=1, number=10)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(40))
def test_after_many_random_edits_too(editor: Editor, seed: int) -> None:
    _compare(editor, seed, number=60)


def _compare(editor: Editor, seed: int, number: int) -> None:
    for file, text in edits(editor.pack, seed, number):
        editor.texts[file] = text
        assert editor.checked() == editor.cold()


MORE = """enums:
  mood: [calm, tense]
definitions:
  pay of player: if player can pay (2) gold then 2 else 1
  wealthy of player: pay of player is 2
rules:
  wage: gain (pay of you) gold
  gift: gain 3 gold
  waste:
    takes: {victim: town}
    do: gain 1 gold
"""
NEW = "deeds:\n" + card(40)
REST = [
    ("more.yaml", "gain 3 gold", "gain 4 gold"),  # of a rule
    ("more.yaml", "gain 3 gold", "gian 4 gold"),
    ("more.yaml", "gift:", "present:"),  # that cards run
    ("more.yaml", "gift: gain", "gift: 'gain"),
    ("more.yaml", "then 2 else 1", "then 3 else 1"),  # of a definition
    ("more.yaml", "then 2 else 1", "then yes else no"),  # which then has another type
    ("more.yaml", "then 2 else 1", "then 2 els 1"),
    ("more.yaml", "rules:\n", "rules:\n  spare: lose 1 gold\n"),
    ("more.yaml", "definitions:\n", "definitions:\n  five: 5\n"),
    ("more.yaml", "gain 3 gold", "gain 3 gold  # as card-5"),  # a card that was independent
    ("cards-2.yaml", "text:", "# cardwright: allow CW530 because it is so\n    text:"),
    ("pack.yaml", "title: ", "title: The "),
    ("new.yaml", "", NEW.replace("card-40", "card-5")),
    ("new.yaml", "", "rules:\n  spare: gain 1 gold\n"),
    ("cards-2.yaml", "", ""),  # one file fewer
    ("more.yaml", "[calm,", "[calm, bold,"),
    ("more.yaml", "[calm,", "[calm, no-boat,"),  # which texts may seem to name
    ("board.yaml", "burnt: flag", "burnt: flag, flooded: flag"),
    ("board.yaml", "  deed:", "  road: {is: place, fields: {length: number}}\n  deed:"),
    ("more.yaml", "mood: [calm, tense]", "mood: [calm, tense]\n  day: [dawn, dusk]"),
    ("more.yaml", "enums:\n", "kinds:\n  victim: {is: card}\nenums:\n"),  # as a rule calls a town
]
ANEW = [
    ("board.yaml", "{type: number, start: 3", "{type: number, start: 4"),  # many cards gain it
    ("more.yaml", "gain 3 gold", "perform event of card-5"),
    ("new.yaml", "", NEW),  # costs are computed with another number of cards
    ("more.yaml", "[calm, tense]", "[calm, tense"),
    ("board.yaml", "burnt: flag", "burnt: 'flag"),
]


ROUND = """rules:
  ping: |
    repeat 100 times: gain 1 gold
    if gold of you > 3: do pong
  pong: |
    repeat 2000 times: gain 1 gold
    if gold of you > 2: do ping
  tip: |
    repeat 30 times: do ping
"""
"""The bound of a rule that runs itself again depends on where counting starts."""


@pytest.mark.parametrize("new", ["repeat 31", "gain 1 gold\n    repeat 30"])
def test_counting_of_steps_starts_at_the_same_rule_after_an_edit(editor: Editor, new: str) -> None:
    (editor.pack / "round.yaml").write_text(ROUND)
    assert editor.checked() == editor.cold()
    for old, other in (("repeat 30", new), ("  tip:", "  tap: do pong\n  tip:")):
        replaced(editor, old, other, "round.yaml")
        assert editor.checked() == editor.cold()


@pytest.fixture
def larger(cards: Path) -> Editor:
    """With rules and definitions that some cards name."""
    (cards / "more.yaml").write_text(MORE)
    file = cards / "cards-3.yaml"
    text = file.read_text("utf-8").replace("gain 2 gold", "do wage", 2)
    file.write_text(text.replace("gain 3 gold", "do gift", 1))
    return Editor(cards)


@pytest.mark.parametrize(("name", "old", "new"), [*REST, *ANEW])
def test_after_a_change_of_all_else_the_report_is_that_of_a_cold_check(
    larger: Editor, name: str, old: str, new: str
) -> None:
    file, anew, before = larger.pack / name, larger.games.full_checks, larger.checked()
    text = file.read_text("utf-8") if file.is_file() else None
    _write(file, (text or "").replace(old, new, 1) if old else new)
    assert larger.checked() == larger.cold()
    replaced(larger, "gain 2 gold", "gain 7 gold")  # a card, in the meantime
    assert larger.checked() == larger.cold()
    larger.texts.clear()
    _write(file, text)
    assert larger.checked() == before
    assert (larger.games.full_checks == anew) == ((name, old, new) in REST)


DEFINITIONS = """definitions:
  prize: worth of card-5
  double: prize + 1
  treble of player: (pay of player) + double
  has-boats: there are boats on skara
"""
DEFINED = [
    ("cards-1.yaml", "id: card-5", "id: five"),  # which one of them names
    ("more.yaml", "skara", "card-6"),
    ("more.yaml", "prize + 1", "prize + 2"),
    ("more.yaml", "worth of card-5", "like of card-5"),  # of which another one makes a sum
    ("more.yaml", "worth of card-5", "wroth of card-5"),
    ("more.yaml", "worth of card-5", "treble of ann"),  # that it leads to itself then
    ("more.yaml", "definitions:", "definitions:\n  more-worth: 3"),
    ("more.yaml", "treble of player", "triple of player"),
]


BY_NUMBER = "{2: 3}", '{"2": 3}', "{? 2 : 3, 4: 5}", "\n      2: 3"


@pytest.mark.parametrize("worth", BY_NUMBER)
def test_a_card_may_have_values_for_numbers_of_players(editor: Editor, worth: str) -> None:
    replaced(editor, "worth: 2", f"worth: {worth}")
    assert editor.checked().found == ()
    replaced(editor, "[2, 2]", "[2, 3]", "pack.yaml")
    found = editor.checked()
    assert "`worth` has no value for 3 players" in {one.message for one in found.found}
    assert found == editor.cold()
    replaced(editor, "[2, 3]", "[2, 2]", "pack.yaml")
    assert editor.checked().found == ()


def test_a_card_for_numbers_of_players(editor: Editor) -> None:
    anew = editor.games.full_checks
    replaced(editor, "worth: 2", "worth: 2\n    players: [2, 4]")
    replaced(editor, "title: ", "players: [2, 3]\ntitle: ", "pack.yaml")
    replaced(editor, "players: [2, 2]\n", "", "pack.yaml")
    for old, new in (("[2, 3]", "[2, 4]"), ("[2, 4]", "[2, 3]")):
        assert editor.checked() == editor.cold()
        replaced(editor, old, new, "pack.yaml")
    assert editor.games.full_checks == anew


def test_a_value_may_name_a_card(editor: Editor) -> None:
    replaced(editor, "like: good}", "like: good, near: {type: deed, optional: true}}", "board.yaml")
    assert editor.checked() == editor.cold()
    replaced(editor, "worth: 2", "worth: 2\n    near: card-3", "cards-2.yaml")
    assert editor.checked() == editor.cold()
    anew = editor.games.full_checks
    replaced(editor, "id: card-3", "id: another", "cards-3.yaml")
    assert "CW343" in {one.code for one in editor.checked().found}
    assert editor.checked() == editor.cold()
    assert editor.games.full_checks == anew


@pytest.mark.parametrize("first", range(len(DEFINED)))
def test_a_definition_depends_on_what_it_names(larger: Editor, first: int) -> None:
    text = MORE.replace("definitions:\n", DEFINITIONS).replace("(pay of you)", "(treble of you)")
    _write(larger.pack / "more.yaml", text)
    assert larger.checked() == larger.cold()
    replaced(larger, "gain 3 gold", "gain 4 gold", "more.yaml")
    assert larger.checked() == larger.cold()
    for name, old, new in (DEFINED[first], DEFINED[first - 3]):
        replaced(larger, old, new, name)
        assert larger.checked() == larger.cold()
    larger.texts.clear()
    assert larger.checked() == larger.cold()


LED = """rules:
  fee: |
    gain 4 gold
    place 1 boat on skara
  long: |
    repeat 20 times: do fee
  longer: |
    repeat 200 times:
      do long
      do fee
  trade: |
    do fee
    gain 2 gold
  everybody: |
    for each player: do fee
deeds:
  - id: named
    title: Named
    worth: 1
    like: silk
    text: Gain 4 gold and place a boat on Skara.
    event: do fee
    provenance: fixture
"""


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ("gain 4 gold\n", "pay 4 gold\n", "CW546"),
        ("gain 4 gold\n", "gain 3 gold\n", "CW530"),
        ("gain 4 gold\n", "repeat 3000 times: gain 4 gold\n", "CW520"),
        ("gain 4 gold\n    place 1 boat on skara", "set burnt of skara to yes", "CW516"),
        ("text: Gain 4 gold", "text: Gain 7 gold", "CW530"),
    ],
)
def test_reports_on_texts_depend_on_what_these_lead_to(
    larger: Editor, old: str, new: str, code: str
) -> None:
    (larger.pack / "led.yaml").write_text(LED)
    replaced(larger, "gain 3 gold", "gain 3 gold  # as named", "more.yaml")
    before = larger.checked()
    assert before == larger.cold()
    replaced(larger, old, new, "led.yaml")
    found = larger.checked()
    assert found == larger.cold()
    assert code in {one.code for one in {*found.found} ^ {*before.found}}
    replaced(larger, new, old, "led.yaml")
    assert larger.checked() == before


NAMED = [
    ("title: Named", "title: Skara"),  # the name of a place
    ("title: Named", "title: Renamed"),
    ("worth: 1", "worth: 3"),
    ("worth: 1", "worth: many"),
    ("id: named", "id: card-5"),
    ("event: do fee", "event: do gift"),
    ("Gain 4 gold", '"Gain 4 gold"'),
    ("    text:", "    # Why not?\n    text:"),
    ("gain 4 gold\n", "gain 3 gold\n"),
]


@pytest.mark.parametrize("first", NAMED)
def test_after_an_edit_with_an_error_elsewhere_and_another_one(
    larger: Editor, first: tuple[str, str]
) -> None:
    (larger.pack / "led.yaml").write_text(LED)
    replaced(larger, "gain 3 gold", "gain 3 gold  # as named", "more.yaml")
    before = larger.checked()
    for second, wrong in product(NAMED[::2], ("gian 2 gold", "gain 2 gold")):
        texts = dict(larger.texts)
        replaced(larger, *first, "led.yaml")
        text = larger.texts[larger.pack / "led.yaml"]
        larger.texts[larger.pack / "led.yaml"] = text.replace("gain 2 gold", wrong)
        assert larger.checked() == larger.cold()
        larger.texts = dict(texts)
        replaced(larger, *second, "led.yaml")
        assert larger.checked() == larger.cold()
        larger.texts = texts
        assert larger.checked() == before


def test_a_rule_that_is_what_it_was_again_together_with_a_new_one(larger: Editor) -> None:
    before, texts = larger.checked(), dict(larger.texts)
    replaced(larger, "gain 3 gold", "gain 4 gold", "more.yaml")
    assert larger.checked() == larger.cold() != before
    larger.texts = texts
    replaced(larger, "rules:\n", "rules:\n  spare: lose 1 gold\n", "more.yaml")
    assert larger.checked() == larger.cold()
    replaced(larger, "  spare: lose 1 gold\n", "", "more.yaml")
    assert larger.checked() == before


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("more.yaml", "", ""),
        ("more.yaml", "gain 3 gold", "gain 4 gold"),  # of a rule that some of its cards run
        ("more.yaml", "gift:", "present:"),
        ("board.yaml", "id: ann,", "id: card-7,"),
        ("board.yaml", "  deed:", "  card-7: {is: place}\n  deed:"),
    ],
)
def test_a_file_of_cards_that_comes_back(larger: Editor, name: str, old: str, new: str) -> None:
    before, texts, file = larger.checked(), dict(larger.texts), larger.pack / "cards-3.yaml"
    cards = file.read_text("utf-8")
    for without in ("", cards.partition(card(11))[0]):
        larger.texts[file] = without or "deeds: []\n"
        assert larger.checked() == larger.cold()
        if old:
            replaced(larger, old, new, name)
            assert larger.checked() == larger.cold()
        del larger.texts[file]
        assert larger.checked() == larger.cold()
        larger.texts = dict(texts)
        assert larger.checked() == before


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("more.yaml", "gain 3 gold", "gian 3 gold"),
        ("more.yaml", "rules:\n", "rules:\n  spare: if there is card-11: gain 1 gold\n"),
        ("more.yaml", "rules:\n", 'rules:\n  spare: "gain 1 gold\n'),
        ("board.yaml", "deed:", "dead:"),
        ("cards-1.yaml", "id: card-9", "id: card-11"),
        ("cards-1.yaml", "id: card-9", "id: card-11s"),
        ("cards-1.yaml", "gain 2 gold", "gian 2 gold"),
        ("cards-1.yaml", "Gain 2 gold", "Gain 4 gold"),
        ("cards-3.yaml", "gain 2 gold", "gian 2 gold"),
        ("pack.yaml", "players: [", "players: [1, "),
    ],
)
def test_a_file_of_cards_comes_back_together_with_another_change(
    larger: Editor, name: str, old: str, new: str
) -> None:
    before, texts, file = larger.checked(), dict(larger.texts), larger.pack / "cards-3.yaml"
    edit, at = (old, new, name), larger.pack / name
    for gone in (card(11), file.read_text("utf-8")):
        replaced(larger, gone, "deeds: []\n" * (gone != card(11)), "cards-3.yaml")
        assert larger.checked() == larger.cold()
        if at != file:  # a change that stays, or ends, when the file comes back, or later
            replaced(larger, *edit)
            assert larger.checked() == larger.cold()
        else:
            larger.texts = dict(texts)
            replaced(larger, *edit)
        larger.texts.pop(file, None)
        assert larger.checked() == larger.cold()
        replaced(larger, "Gain 2 gold", "Gain 3 gold", "cards-3.yaml")
        assert larger.checked() == larger.cold()
        larger.texts = dict(texts)
        assert larger.checked() == before
        replaced(larger, gone, "deeds: []\n" * (gone != card(11)), "cards-3.yaml")
        assert larger.checked() == larger.cold()
        larger.texts = dict(texts)
        replaced(larger, *edit)
        assert larger.checked() == larger.cold()
        replaced(larger, "worth: 2", "worth: 3", "cards-3.yaml")
        assert larger.checked() == larger.cold()
        larger.texts = dict(texts)
        assert larger.checked() == before


@pytest.mark.parametrize(("seed", "number"), [(1, 10), (4, 20)])
def test_random_changes_while_files_come_and_go(larger: Editor, seed: int, number: int) -> None:
    _compare_files(larger, seed, number)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(2, 30))
def test_many_random_changes_while_files_come_and_go(larger: Editor, seed: int) -> None:
    _compare_files(larger, seed, number=40)


def _compare_files(editor: Editor, seed: int, number: int) -> None:
    """Compares reports after random changes, before each of which a file is emptied or cut, or
    comes back."""
    random, files = Random(seed), sorted(editor.pack.glob("cards-*.yaml"))
    texts = {file: file.read_text("utf-8") for file in files}
    for changed in changes(editor.pack, seed, number):
        file = random.choice(files)
        cut = texts[file].rpartition("  - id")[0]
        _write(file, random.choice(["deeds: []\n", cut, texts[file], texts[file]]))
        for other, text in changed.items() if random.random() < 0.7 else ():
            _write(other, text)
        assert editor.checked() == editor.cold(), seed


def test_what_one_player_has_at_most_depends_on_all_players(larger: Editor) -> None:
    replaced(larger, "{id: ann,", "{id: ann, pieces: {boat: 4},", "board.yaml")
    replaced(larger, "{id: bob,", "{id: bob, pieces: {boat: 2},", "board.yaml")
    replaced(larger, "event: gain 2 gold", "event: place 4 boats on towns", "cards-0.yaml")
    assert larger.checked() == larger.cold()
    replaced(larger, "{boat: 4}", "{boat: 3}", "board.yaml")
    replaced(larger, "{boat: 2}", "{boat: 3}", "board.yaml")  # the same number in total
    assert larger.checked() == larger.cold()


@pytest.mark.parametrize(
    ("effect", "rule", "code"),
    [
        ("gain 1 gold per your deed", "move all deeds in supply to deck", "CW547"),
        ("gain 1 gold per die", "move all deeds in supply to deck", "CW544"),
        ("gain 1 gold per deed on a town", "end the game", "CW544"),
    ],
)
def test_what_cards_look_for_in_vain_is_reported_once(
    editor: Editor, effect: str, rule: str, code: str
) -> None:
    replaced(editor, "move all deeds in supply to deck", rule, "board.yaml")
    replaced(editor, "gain 2 gold", effect)
    replaced(editor, "gain 2 gold", effect, "cards-3.yaml")
    assert editor.checked() == editor.cold()
    assert [one.code for one in editor.checked().found].count(code) == 1


@pytest.mark.parametrize(("opens", "found"), [("after", 2), ("before", 0)])
def test_what_cards_cancel_in_vain_is_reported(editor: Editor, opens: str, found: int) -> None:
    window = f"{{window: {opens} placing boat, menu: replies}}"
    more = f"menus: {{replies: {{}}}}\nabilities:\n  - {window}\n"
    replaced(editor, "abilities:\n", more, "board.yaml")
    replaced(editor, "gain 2 gold", "cancel it")
    replaced(editor, "gain 2 gold", "cancel it", "cards-3.yaml")
    assert editor.checked() == editor.cold()
    assert [one.code for one in editor.checked().found].count("CW543") == found


ABILITY = """feats:
  - id: edge
    title: Edge
    text: At the start of your turn, gain 1 gold.
    abilities: [{do: gain 1 gold, when: before pay}]
    provenance: fixture
"""


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("At the start of", "Before"),
        ("At the start of your turn, g", "G"),
        ("before pay", "before rob"),
    ],
)
def test_an_ability_is_reported_again_if_its_text_or_its_event_changes(
    larger: Editor, old: str, new: str
) -> None:
    rules = "rules:\n  pay: gain 1 gold\n  rob: gain 1 gold\nkinds:\n  feat: {is: card}\n"
    (larger.pack / "feats.yaml").write_text(rules + ABILITY)
    assert "CW549" in {one.code for one in larger.checked().found}
    replaced(larger, old, new, "feats.yaml")
    assert larger.checked() == larger.cold()


@pytest.mark.parametrize("named", ["Oak", "Birch"])
def test_a_text_names_a_place_without_its_article(larger: Editor, named: str) -> None:
    replaced(larger, "{id: skara,", "{id: skara, title: The Oak,", "board.yaml")
    replaced(larger, "Gain 2 gold.", f"Gain 2 gold in {named}.")
    assert larger.checked() == larger.cold()
    replaced(larger, "The Oak", "The Birch", "board.yaml")
    assert larger.checked() == larger.cold()


def test_an_effect_that_is_never_performed_is_reported_wherever_cards_are(larger: Editor) -> None:
    replaced(larger, "player performs event of card", "player gains 1 gold", "board.yaml")
    replaced(larger, "do: perform event of deed", "do: gain 1 gold", "board.yaml")
    assert "CW509" in {one.code for one in larger.checked().found}
    replaced(larger, card(0) + card(4), card(4) + card(0), "cards-0.yaml")
    assert larger.checked() == larger.cold()


@pytest.mark.parametrize("wrong", ["  : gain", '  fee: "gain', "  fees: 'gain"])
def test_a_file_of_rules_that_cannot_be_read_explains_what_it_may_declare(
    larger: Editor, wrong: str
) -> None:
    rules = larger.pack / "rules.yaml"
    rules.write_text("rules:\n  fee: gain 1 gold\n")
    replaced(larger, "do wage", "do fee", "cards-3.yaml")
    assert larger.checked() == larger.cold()
    replaced(larger, "  fee: gain", wrong, "rules.yaml")
    assert larger.checked() == larger.cold()


@pytest.mark.parametrize(
    ("old", "new"), [("gift: gain", "gift: 'gain"), ("[calm, tense]", "[calm, tense")]
)
def test_an_unreadable_file_with_types_keeps_the_known_results(
    larger: Editor, old: str, new: str
) -> None:
    before, anew = larger.checked(), larger.games.full_checks
    replaced(larger, old, new, "more.yaml")
    assert larger.checked() == larger.cold()
    larger.texts.clear()
    assert larger.checked() == before
    replaced(larger, "gain 3 gold", "gain 4 gold", "more.yaml")
    assert larger.checked() == larger.cold()
    assert larger.games.full_checks == anew


@pytest.mark.parametrize("seed", [2, 4])
def test_after_random_changes_of_several_files(larger: Editor, seed: int) -> None:
    _compare_changes(larger, seed, number=10)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(30))
def test_after_many_random_changes_of_several_files(larger: Editor, seed: int) -> None:
    _compare_changes(larger, seed, number=30)


@pytest.mark.parametrize("number", [10, pytest.param(400, marks=pytest.mark.soak)])
def test_after_random_mistakes_in_yaml(larger: Editor, number: int) -> None:
    _compare_mistakes(larger, Random(number), number)


def _compare_mistakes(editor: Editor, rng: Random, number: int) -> None:
    """Makes and mends mistakes, some of which are beside errors."""
    files = sorted(editor.pack.glob("*.yaml"))
    for _ in range(number):
        editor.texts.clear()
        assert editor.checked() == editor.cold()
        for file in rng.sample(files, rng.choice([1, 1, 2])):
            text = file.read_text("utf-8").replace("gain", rng.choice(["gain", "gian"]), 1)
            editor.texts[file] = with_mistake(text, rng.choice([*MISTAKES]), rng)
            assert editor.checked() == editor.cold()


@pytest.mark.parametrize("seed", range(2))
def test_after_random_changes_of_enums_and_kinds(larger: Editor, seed: int) -> None:
    _compare_declarations(larger, seed, number=10)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(2, 40))
def test_after_many_random_changes_of_enums_and_kinds(larger: Editor, seed: int) -> None:
    _compare_declarations(larger, seed, number=40)


@pytest.mark.parametrize("seed", [3, 5])
def test_after_changes_of_enums_and_kinds_the_rules_are_those_of_a_cold_check(
    larger: Editor, seed: int
) -> None:
    for file, text in declarations(larger.pack, seed, 12):
        _write(file, text)
        if all(one.severity != "error" for one in larger.checked().found):
            rules, (cold, _) = larger.games.rules(larger.pack), examine(larger.pack)
            assert rules is not None
            assert cold is not None
            assert _without_spans(rules.checked) == _without_spans(cold.checked)


def _without_spans(checked: Checked) -> Sequence[object]:
    """What was made of all texts, wherever they are."""
    board, named = checked.declared.board, (checked.rules, checked.effects, checked.functions)
    parts = [*named, board.kinds, board.enums, board.state]
    made = [{name: re.sub(SPAN, "", repr(one)) for name, one in part.items()} for part in parts]
    return [*made, *(re.sub(SPAN, "", repr(one)) for one in checked.options)]


SPAN = r"Span\(source=Source\(name='[^']*'\), start=\d+, end=\d+\)"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("burnt: flag", "burnt: flga"),
        ("{worth: number,", "{worth: number, fame: {type: number, min: x},"),
        ("  deed:", "  feat: {is: crad}\n  deed:"),
    ],
)
def test_after_a_wrong_declaration_of_the_board(larger: Editor, old: str, new: str) -> None:
    for one, other in ((old, new), (new, old)):
        replaced(larger, one, other, "board.yaml")
        assert larger.checked() == larger.cold()


def _compare_declarations(editor: Editor, seed: int, number: int) -> None:
    for file, text in declarations(editor.pack, seed, number):
        _write(file, text)
        assert editor.checked() == editor.cold()


@pytest.mark.parametrize("seed", range(2))
def test_after_random_changes_of_how_parts_are_said(larger: Editor, seed: int) -> None:
    _compare_variants(larger, seed, number=20)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(2, 60))
def test_after_many_random_changes_of_how_parts_are_said(larger: Editor, seed: int) -> None:
    _compare_variants(larger, seed, number=60)


def _compare_variants(editor: Editor, seed: int, number: int) -> None:
    for file, text in variants(editor.pack, seed, number):
        editor.texts[file] = text
        assert editor.checked() == editor.cold()


def _compare_changes(editor: Editor, seed: int, number: int) -> None:
    for changed in changes(editor.pack, seed, number):
        for file, text in changed.items():
            _write(file, text)
        assert editor.checked() == editor.cold()


def _write(file: Path, text: str | None) -> None:
    """Writes the files; without a text, a file is removed."""
    if text:
        file.write_text(text, "utf-8")
    else:
        file.unlink(missing_ok=True)


@pytest.mark.parametrize("name", ["more.yaml", "board.yaml", "cards-3.yaml"])
@pytest.mark.parametrize("new", ["a.yaml", "m-1.yaml", "z.yaml"])
def test_after_a_file_is_renamed(larger: Editor, name: str, new: str) -> None:
    (larger.pack / name).rename(larger.pack / new)
    assert larger.checked() == larger.cold()
    replaced(larger, "gain 2 gold", "gain 2 gold, set mood of you to calm")
    assert larger.checked() == larger.cold()


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("more.yaml", "gain 3 gold", "gian 3 gold"),
        ("board.yaml", "start: 3", "start: x"),
        ("cards-0.yaml", "gain 2 gold", "gain 2 gold  # as card-40"),
    ],
)
def test_a_section_is_left_empty_while_something_else_is_wrong(
    larger: Editor, name: str, old: str, new: str
) -> None:
    file = larger.pack / "one.yaml"
    _write(file, NEW)
    assert larger.checked() == larger.cold()
    replaced(larger, old, new, name)
    assert larger.checked() == larger.cold()
    _write(file, "deeds:\n")
    assert larger.checked() == larger.cold()


@pytest.mark.parametrize(
    ("wrong", "name", "old", "new"),
    [
        ("do salery", "more.yaml", "rules:\n", "rules:\n  salary: gain 1 gold\n"),
        ("do zzz", "more.yaml", "rules:\n", "rules:\n  spare: gain 1 gold\n"),
        ("gain 2 silvr", "more.yaml", "definitions:\n", "definitions:\n  silver of player: 3\n"),
        ("gain 2 silvr", "board.yaml", "state: {gold:", "state: {silver: number, gold:"),
        ("set mood of you to clam", "more.yaml", "[calm, tense]", "[tense, calmer]"),
    ],
)
def test_the_help_of_an_error_names_what_there_is_now(
    larger: Editor, wrong: str, name: str, old: str, new: str
) -> None:
    replaced(larger, "gain 2 gold", wrong)
    assert larger.checked() == larger.cold()
    replaced(larger, old, new, name)
    assert larger.checked() == larger.cold()


@pytest.mark.parametrize("by", [10, 120])
def test_cards_that_were_read_in_several_texts_of_a_file(larger: Editor, by: int) -> None:
    name = "cards-3.yaml"
    text = (larger.pack / name).read_text("utf-8")
    comment = "#" * (text.index("- id: card-15\n") - text.index("- id: card-11\n") + by)
    replaced(larger, "title: Card 3\n", f"title: Card 3\n    {comment}\n", name)
    assert larger.checked() == larger.cold()
    card_11 = text[text.index("  - id: card-11\n") : text.index("  - id: card-15\n")]
    replaced(larger, card_11, re.sub("event: .*", "event: do wage", card_11), name)
    assert larger.checked() == larger.cold()
    replaced(larger, "wage: gain (pay of you) gold", "wage: lose 1 gold", "more.yaml")
    assert larger.checked() == larger.cold()
    replaced(larger, "title: Card 11", "title: Card Eleven", name)
    assert larger.checked() == larger.cold()


@pytest.mark.parametrize("seed", range(2))
def test_names_are_where_they_are_in_a_large_pack(larger: Editor, seed: int) -> None:
    project = Project(larger.pack)
    for file, text in edits(larger.pack, seed, number=12):
        before = file.read_text("utf-8")
        file.write_text(text, "utf-8")
        cold = Project(larger.pack)
        for one in (project, cold):
            one.check({})
        assert [*project.found] == [*cold.found]
        if cold.stale:
            file.write_text(before, "utf-8")
            continue
        assert project.names.by_file == cold.names.by_file
        assert {**project.names.entries} == {**cold.names.entries}
