"""Renaming: scenarios that use a renamed word are updated, and pass as before."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from cardwright.pack.files import pack_files
from cardwright_tools.cli import invoke
from cardwright_tools.language_service.index import Key
from cardwright_tools.language_service.project import Project
from cardwright_tools.language_service.rename import CannotRename, apply_rename, rename

pytestmark = pytest.mark.usefixtures("shared_packs")

PACKS = Path(__file__).parents[1] / "packs"


def opened(name: str, tmp_path: Path) -> Project:
    project = Project(Path(shutil.copytree(PACKS / name, tmp_path / name)))
    project.check({})
    assert not project.found
    return project


@pytest.mark.parametrize(
    ("pack", "key", "new"),
    [
        ("menagerie", ("beast", "griffin", ""), "gryphon"),  # `griffins` in effects and `expect`
        ("card-guilds", ("fighter", "archer", ""), "bowman"),  # what decks name
        ("duel", ("state", "life", "player"), "vigour"),  # expectations, and words of the log
    ],
)
def test_scenarios_pass_with_the_new_name(
    pack: str, key: Key, new: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    project = opened(pack, tmp_path)
    texts = apply_rename(rename(project, key, new, {}))
    assert any("scenarios" in file.parts for file in texts)
    for file, text in texts.items():
        file.write_text(text, "utf-8")
    assert invoke(["test", str(project.folder)]) == 0, capsys.readouterr().out


@pytest.mark.parametrize(("several", "one"), [("paces", "pace"), ("boxes", "box")])
def test_one_of_a_counter_is_named_in_the_singular(several: str, one: str, tmp_path: Path) -> None:
    folder = tmp_path / "race"
    assert invoke(["new", "pack", str(folder)]) == 0
    project = Project(folder)
    project.check({})
    found = apply_rename(rename(project, ("state", "steps", "player"), several, {}))
    assert f"loses 1 {one}\n" in found[folder / "cards.yaml"]
    assert f"rival loses 2 {several}\n" in found[folder / "cards.yaml"]


FEN = """\
keywords: {watchful: {of: punt, text: It watches.}}
rules:
  land:
    takes: {punt: punt, shore: isle}
    do: |
      move punt to shore
      if there is a watchful punt on shore: lose 1 coin
  row: |
    choose 1 of your unwatchful punts on an unwatched isle
    choose 1 isle next to place of punt, as shore
    do land with punt, shore
"""
FLEET = """\
kinds:
  player: {state: {coins: {type: number, min: 0, start: 9}}}
  isle: {is: place, state: {watched: flag}}
  channel: {is: place, joins: isle}
  punt: {is: piece, on: isle, each player: 2}
isles: [{id: heron, provenance: p}, {id: otter, provenance: p}]
channels: [{id: sound, between: [heron, otter], provenance: p}]
players: [{id: moss, provenance: p}, {id: reed, provenance: p}]
rules:
  game: |
    each player places 2 punts on heron
    repeat 3 times: for each player: player does row
"""


@pytest.mark.parametrize(
    ("key", "new", "said"),
    [
        (("kind", "punt", ""), "ferry", ["unwatchful ferries on", "takes: {ferry: ferry,",
                                         "place of ferry,", "with ferry,"]),
        (("kind", "isle", ""), "skerry", ["shore: skerry}", "1 skerry next to"]),
        (("keyword", "watchful", ""), "alert", ["unalert punts", "a alert punt", "{alert: "]),
        (("state", "watched", "isle"), "guarded", ["an unguarded isle"]),
    ],
)  # fmt: skip
def test_a_name_is_changed_in_all_its_forms(
    key: Key, new: str, said: list[str], tmp_path: Path
) -> None:
    """What is chosen is called like its kind; a word may be denied, and stand before its noun."""
    (tmp_path / "board.yaml").write_text(FLEET)
    (tmp_path / "rules.yaml").write_text(FEN)
    (tmp_path / "pack.yaml").write_text(
        "{id: fen, title: Fen, version: 0.1, players: [2, 2], main: game, winners: players}\n"
    )
    project = Project(tmp_path)
    project.check({})
    found = apply_rename(rename(project, key, new, {}))[tmp_path / "rules.yaml"]
    for words in said:
        assert words in found
    assert key[1] not in found.replace(words, "")


def test_the_error_that_a_name_would_make_is_told(tmp_path: Path) -> None:
    project = opened("duel", tmp_path)
    with pytest.raises(CannotRename, match=r"would be errors in the pack: `of` is a word of the"):
        rename(project, ("state", "life", "player"), "of", {})


def test_a_word_of_several_names_is_refused_where_it_may_be_either(tmp_path: Path) -> None:
    project = opened("granary", tmp_path)
    with pytest.raises(CannotRename, match=r"`sow` in bounds.yaml, line 34, may be the rule or"):
        rename(project, ("rule", "sow", ""), "seed-field", {})


def test_nothing_is_renamed_where_not_all_scenarios_are_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    project = opened("menagerie", tmp_path)
    for number in range(20):
        (project.folder / "scenarios" / f"more-{number}.yaml").write_text("[]")
    monkeypatch.setattr(pack_files, "MAX_FILES", 20)
    with pytest.raises(CannotRename, match="too many scenarios"):
        rename(project, ("beast", "griffin", ""), "gryphon", {})


def test_a_name_that_a_scenario_gives_stays(tmp_path: Path) -> None:
    project = opened("menagerie", tmp_path)
    file = project.folder / "scenarios" / "named.yaml"
    effect = "choose a griffin in cage of you, as fame"
    file.write_text(f"- scenario: Mine\n  do: {effect}\n  expect: {{fame: {{red: 0}}}}\n", "utf-8")
    found = apply_rename(rename(project, ("state", "fame", "player"), "glory", {}))[file]
    assert effect in found
    assert "expect: {glory: {red: 0}}" in found
