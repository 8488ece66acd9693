"""Packs that are checked again after each of many edits: the report is the same as after a cold
check."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from cardwright import Rules
from cardwright.pack.files.pack_files import FILE
from cardwright.pack.load import load
from cardwright.source.diagnostics import Report
from cardwright.source.open_files import open_files
from cardwright.source.text import Source, Span
from cardwright_tools.check.analysis import Analysis
from cardwright_tools.check.analyze import analyze
from cardwright_tools.check.incremental.games import Games
from cardwright_tools.check.incremental.positions import (
    Edit,
    Moves,
    Positions,
    Stale,
    edits_between,
)
from cardwright_tools.check.shares.limits import definitions
from cardwright_tools.language_service.project import Project
from tests.all_packs import PACKS
from tests.tools.known_checks import cold
from tests.tools.random_edits import edits

pytestmark = pytest.mark.usefixtures("shared_packs")

ROOT = Path(__file__).parents[2]
EXPANSE = ROOT / "content" / "expanse"
CARDS = EXPANSE / "cards" / "two-player-set.yaml"


class Editor:
    """A pack with unsaved texts; those with which it is opened may have errors."""

    def __init__(self, pack: Path, texts: Mapping[Path, str] = MappingProxyType({})) -> None:
        self.pack, self.games = pack, Games()
        self.texts = {**texts}
        self.opened = self.checked()

    def checked(self) -> Analysis:
        with open_files(self.texts, self.games.files):
            self.games.begin()
            return analyze([self.pack], examiner=self.games)

    def cold(self) -> Analysis:
        return cold(self.pack, self.texts)


@pytest.mark.parametrize("name", ["push-your-luck", "lasting", "dice-engine"])
def test_after_each_edit_the_report_is_that_of_a_cold_check(name: str) -> None:
    _compare(ROOT / "tests" / "packs" / name, seed=1, number=12)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("pack", PACKS, ids=lambda pack: pack.name)
def test_after_many_edits_too(pack: Path, seed: int) -> None:
    _compare(pack, seed, number=30)


@pytest.mark.parametrize("pack", [PACKS[0], PACKS[-1]], ids=lambda pack: pack.name)
def test_after_a_few_edits_of_a_pack_opened_with_errors(pack: Path) -> None:
    _compare_opened(pack, seed=1, number=8)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("pack", PACKS, ids=lambda pack: pack.name)
def test_after_many_edits_of_a_pack_opened_with_errors(pack: Path, seed: int) -> None:
    _compare_opened(pack, seed, number=30)


def _compare_opened(pack: Path, seed: int, number: int) -> None:
    """Each time that an edit has caused an error, the pack is opened anew."""
    editor = Editor(pack)
    for file, text in edits(pack, seed, number):
        editor.texts[file] = text
        found = editor.checked()
        assert found == editor.cold()
        if found.failed:
            editor = Editor(pack, editor.texts)
            assert editor.opened == found


def _compare(pack: Path, seed: int, number: int) -> None:
    editor = Editor(pack)
    for file, text in edits(pack, seed, number):
        editor.texts[file] = text
        assert editor.checked() == editor.cold()


@pytest.fixture(scope="module")
def expanse() -> Editor:
    return Editor(EXPANSE)


@pytest.mark.parametrize(
    ("old", "new", "codes"),
    [
        ("event: place 1", "event: place 2", ["CW530"]),
        (
            "place 1 influence on each tech",
            "plaec 1 influence on each tech",
            ["CW201"],
        ),
        ("on each earth base\n", "on each erth base\n", ["CW214"]),
        ("text: Place 1", "text: Place 7", ["CW530"]),
        ("# ", "# more: ", []),
        ("title: Camina Drummer", "title: Camina the Drummer", []),
        ("title: Miller", "title: Miler", ["CW536"]),
        ("points: 2", "points: 3", []),
        ("points: 2", "points: two", ["CW322"]),
        ("factions: [un, opa]", "factions: [opa]", []),
        ("title: Camina Drummer", 'title: "Camina Drummer', ["CW113"]),
        ("factions: [un, opa]", "factions: [un, opa", ["CW112"]),
        ("title: Camina Drummer", "title: Camina: Drummer", ["CW117"]),
        ("event: do act with 1", "event: give rocinante to you", []),
        ("id: miller\n", "id: miler\n", ["CW536"]),
        ("id: miller\n    title: Miller\n", "id: the-detective\n    title: The Detective\n", []),
    ],
)
def test_a_change_of_one_text_is_checked_alone(
    expanse: Editor, old: str, new: str, codes: list[str]
) -> None:
    text, before = CARDS.read_text("utf-8"), expanse.games.full_checks
    expanse.texts[CARDS] = text.replace(old, new, 1)
    found = expanse.checked()
    assert [one.code for one in found.found] == codes
    assert found == expanse.cold()
    expanse.texts[CARDS] = text
    assert expanse.checked().found == ()
    assert expanse.games.full_checks == before


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [
        ("rules/turn.yaml", "rules:\n", "rules:\n  idle: gain 1 cp\n"),
        ("rules/definitions.yaml", "definitions:\n", "definitions:\n  two: 2\n"),
        ("board.yaml", "kinds:\n", "kinds:\n  relic: {is: card}\n"),
        ("board.yaml", "\nstate:\n", "\nstate:\n  omen: {type: flag, default: no}\n"),
        ("board.yaml", "enums:\n", "enums:\n  mood: [calm, tense]\n"),
        ("pack.yaml", "title: ", "title: Again "),
        ("rules/turn.yaml", "rules:\n", "rules: {\n"),
        ("idle.yaml", "", "rules:\n  idle: gain 1 cp\n"),
        ("look.yaml", "", "# No pictures.\n"),
    ],
)
def test_changes_of_declarations_and_files_are_followed_too(
    expanse: Editor, file: str, old: str, new: str
) -> None:
    path, before = EXPANSE / file, expanse.games.full_checks
    text = path.read_text("utf-8") if path.exists() else ""
    assert old in text
    expanse.texts[path] = text.replace(old, new, 1) if old else new
    assert expanse.checked() == expanse.cold()
    del expanse.texts[path]
    assert expanse.checked() == expanse.cold()
    assert expanse.games.full_checks == before


def test_a_comment_at_the_margin_ends_a_text_in_several_lines() -> None:
    editor = Editor(ROOT / "tests" / "packs" / "stones")
    file = editor.pack / "game.yaml"
    text = file.read_text("utf-8")
    comments = text.replace("\n", "\n# A comment that ends nothing.\n", 1)
    editor.texts[file] = comments
    assert editor.checked() == editor.cold()
    editor.texts[file] = comments.replace("  turn: |\n", "  turn: |\n# why\n", 1)
    found = editor.checked()
    assert [one.code for one in found.found] == ["CW115"]
    assert found == editor.cold()


def test_what_was_known_before_a_misspelt_section_is_known_after_it(expanse: Editor) -> None:
    board, before = EXPANSE / "board.yaml", expanse.games.full_checks
    expanse.texts[board] = board.read_text("utf-8").replace("enums:\n", "enum:\n", 1)
    assert expanse.checked() == expanse.cold()
    del expanse.texts[board]
    assert expanse.checked() == expanse.cold()
    assert expanse.games.full_checks == before + 1


def test_results_stay_known_after_somebody_asks_for_the_rules(expanse: Editor) -> None:
    rules = EXPANSE / "rules" / "turn.yaml"
    text = rules.read_text("utf-8")
    checked = [_rules_after(text, rules, expanse)]
    checked.append(_rules_after(f"{text}\n", rules, expanse))
    checked.append(_rules_after(text.replace("rules:\n", "rules:\n  # Turns.\n"), rules, expanse))
    del expanse.texts[rules]
    first, *others = (made.checked.effects for made in checked)
    assert first
    assert all(first[key] is other[key] for other in others for key in first)


def _rules_after(text: str, file: Path, editor: Editor) -> Rules:
    editor.texts[file] = text
    editor.checked()
    rules = editor.games.rules(editor.pack)
    assert rules is not None
    return rules


CARD = """  - id: idle-card
    title: Idle Card
    points: 2
    factions: [un]
    text: Gain 2 CP.
    event: gain 2 cp
    provenance: house

"""


def test_a_card_that_comes_and_goes_does_not_affect_the_others(expanse: Editor) -> None:
    text, before = CARDS.read_text("utf-8"), expanse.games.full_checks
    expanse.texts[CARDS] = text
    without = expanse.cold()
    cards = CARD, CARD.replace("gain 2", "gain 3"), CARD.replace("idle-", "busy-")
    for card, after in zip(cards, ("camina", "miller", "camina"), strict=True):
        place = text.index(f"  - id: {after}")
        expanse.texts[CARDS] = text[:place] + card + text[place:]
        assert expanse.checked() == expanse.cold()
        expanse.texts[CARDS] = text
        assert expanse.checked() == without
    assert expanse.games.full_checks == before


def test_a_card_too_many_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    game, text = load([EXPANSE], Report()), CARDS.read_text("utf-8")
    assert game is not None
    files = [one for one in game.documents if Path(one.source.name).name != FILE]
    most = sum(map(definitions, files))
    monkeypatch.setattr("cardwright.pack.sections.MAX_DEFINITIONS", most)
    editor, place = Editor(EXPANSE), text.index("  - id: camina")
    assert editor.checked().found == ()
    editor.texts[CARDS] = text[:place] + CARD + text[place:]
    assert [one.code for one in editor.checked().found] == ["CW303"]


def test_the_title_of_an_option_is_a_text(expanse: Editor) -> None:
    file = next(
        path for path in EXPANSE.rglob("*.yaml") if "    title: Discard Mao" in path.read_text()
    )
    text, before = file.read_text("utf-8"), expanse.games.full_checks
    for after in (text.replace("title: Discard Mao", "title: Drop Mao", 1), text):
        expanse.texts[file] = after
        assert expanse.checked() == expanse.cold()
    assert expanse.games.full_checks == before


def test_names_are_where_they_are_after_each_edit() -> None:
    pack = ROOT / "tests" / "packs" / "push-your-luck"
    texts: dict[Path, str] = {}
    project = Project(pack)
    project.check(texts)
    for file, text in edits(pack, seed=3, number=10):
        texts[file] = text
        project.check(texts)
        cold = Project(pack)
        cold.check(texts)
        if not cold.stale:
            assert project.names.by_file == cold.names.by_file
            assert {**project.names.entries} == {**cold.names.entries}


@pytest.mark.parametrize(
    ("old", "new", "edit"),
    [
        ("abc", "abxc", Edit(2, 2, 1)),
        ("aaa", "aa", Edit(2, 3, -1)),
        ("", "x", Edit(0, 0, 1)),
        ("same", "same", Edit(4, 4, 0)),
        ("- a1\n- a2\n", "- a1\n- a12\n- a2\n", Edit(5, 5, 6)),  # a whole line
        ("- a1\n- a12\n- a2\n", "- a1\n- a2\n", Edit(5, 11, -6)),
    ],
)
def test_the_edit_between_two_texts(old: str, new: str, edit: Edit) -> None:
    assert edits_between(old, new) == [edit]


def test_text_between_two_edits_keeps_its_position() -> None:
    old, new = "one\ntwo\nthree\nfour\n", "one 1\ntwo\nthree\nfur\n"
    assert edits_between(old, new) == [Edit(15, 16, -1), Edit(3, 3, 2)]


def _moves(*edits: Edit) -> Moves:
    made = Moves()
    for edit in edits:
        made.add(edit)
    return made


def test_a_span_goes_through_an_edit_unless_that_touches_it() -> None:
    moves = _moves(Edit(10, 12, 5))
    moved = [moves.of(*span) for span in ((2, 9), (13, 20), (5, 15))]
    assert moved == [(2, 9), (18, 25), (5, 20)]
    for touched in ((9, 10), (11, 20), (12, 14), (5, 11)):
        with pytest.raises(Stale):
            moves.of(*touched)


@given(
    st.lists(st.tuples(st.integers(0, 40), st.integers(0, 6), st.integers(-6, 6)), max_size=8),
    st.tuples(st.integers(0, 40), st.integers(0, 40)),
)
def test_several_edits_move_a_span_as_one_after_the_other(
    drawn: list[tuple[int, int, int]], place: tuple[int, int]
) -> None:
    edits = [Edit(start, start + length, max(by, -length)) for start, length, by in drawn]
    span: tuple[int, int] | None = (min(place), max(place))
    for edit in edits:
        try:
            span = _moves(edit).of(*span) if span else None
        except Stale:
            span = None
    try:
        assert _moves(*edits).of(min(place), max(place)) == span
    except Stale:
        assert span is None


@given(st.lists(st.lists(st.integers(1, 130), unique=True, max_size=8), min_size=2, max_size=4))
@example([[15, 19, 27], [11, 15, 19, 23, 27]])
def test_an_id_is_where_it_is_now_or_lost(texts: list[list[int]]) -> None:
    """After items have been added and removed, several at once."""
    sources, positions = [Source("cards", "".join(map(_item, text))) for text in texts], Positions()
    for source in sources:
        positions.set_current(source)
    for number in set(texts[0]).intersection(*texts):
        id = f"card-{number}\n"
        start = sources[0].text.index(id)
        try:
            assert positions.now(Span(sources[0], start, start + len(id) - 1)).text == id[:-1]
        except Stale:
            continue


def _item(number: int) -> str:
    return f"  - id: card-{number}\n    worth: {number % 3}\n"
