"""The generated pack: it is always the same, nothing is reported on it, and its edits are real."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from cardwright.pack.builder import MAX_TEXTS_LENGTH
from cardwright_tools.cli import invoke
from cardwright_tools.output import Stop
from dev.bench import recipe
from dev.bench.cards import draw_card
from dev.bench.many import LargePack

ROOT = Path(__file__).parents[2]
FILE = ROOT / "tests/bench/many.yaml"
RECIPE = recipe.read_recipe(FILE)
LARGE = LargePack(RECIPE, cards=200, files=4)


def written(folder: Path) -> dict[str, bytes]:
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    return {str(path.relative_to(folder)): path.read_bytes() for path in files}


@pytest.fixture
def pack(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("CARDWRIGHT_CACHE", "")
    LARGE.write(tmp_path / "many")
    return tmp_path / "many"


def test_there_is_enough_to_draw_from() -> None:
    assert len(RECIPE.effects) >= 60
    assert len({draw_card(RECIPE, 1, number).do for number in range(10_000)}) > 7000


def test_ten_thousand_cards_are_within_the_limits() -> None:
    texts = sum(len(draw_card(RECIPE, 1, number).do) for number in range(10_000))
    assert texts < 0.9 * MAX_TEXTS_LENGTH


def test_the_same_seed_writes_the_same_bytes(pack: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    words = ["-m", "dev.bench.many", str(other), "--cards", "200", "--files", "4"]
    environment = {**os.environ, "PYTHONHASHSEED": "7"}
    subprocess.run([sys.executable, *words], cwd=ROOT, env=environment, timeout=60, check=True)
    assert written(other) == written(pack)
    assert len(written(pack)) == 5


def test_another_seed_writes_other_cards(pack: Path, tmp_path: Path) -> None:
    LargePack(RECIPE, 200, 4, seed=2).write(tmp_path / "other")
    ours, others = written(pack), written(tmp_path / "other")
    assert ours.keys() == others.keys()
    assert [name for name in ours if ours[name] == others[name]] == ["pack.yaml"]


def test_nothing_is_reported(pack: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code = invoke(["check", str(pack), "--fail-level", "note", "--format", "compact"])
    assert (code, capsys.readouterr().out) == (0, "")


def test_the_pack_is_formatted(pack: Path) -> None:
    assert invoke(["fmt", "--check", str(pack)]) == 0


def test_more_cards_than_titles_have_their_own_ids() -> None:
    firsts, seconds = RECIPE.titles
    count = len(firsts) * len(seconds) + 50
    assert len({draw_card(RECIPE, 1, number).id for number in range(count)}) == count


# ---------------------------------------------------------------------------- editions


def test_an_edition_changes_only_the_effect() -> None:
    first, second = draw_card(RECIPE, 1, 5), draw_card(RECIPE, 1, 5, edition=1)
    assert (first.id, first.title, first.fields) == (second.id, second.title, second.fields)
    assert first.do != second.do
    assert first.text != second.text


def test_each_edit_changes_another_file(pack: Path) -> None:
    before, edited = written(pack), []
    for edition in (1, 2, 4, 6):
        path = LARGE.edit(pack, edition)
        assert path.read_bytes() != before[str(path.relative_to(pack))]
        edited.append(path.name)
    assert len(set(edited)) == 4
    assert before.keys() == written(pack).keys()
    assert invoke(["check", str(pack), "--fail-level", "note"]) == 0


# ------------------------------------------------------------------------- the recipe


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("section: ", "sectoin: ", "`section`"),
        ("few: [2, 3, 4]", "few: []", "a list that is not empty"),
        ("  few: [2, 3, 4]\n", "", "{few}"),
        ("titles:\n", "titles: [\n", "CW"),
    ],
)
def test_a_mistake_in_a_recipe_is_reported(tmp_path: Path, old: str, new: str, told: str) -> None:
    file = tmp_path / "recipe.yaml"
    text = FILE.read_text("utf-8")
    assert text.count(old) == 1
    file.write_text(text.replace(old, new), "utf-8")
    with pytest.raises(Stop) as stop:
        recipe.read_recipe(file)
    assert told in stop.value.message
    assert str(file) in stop.value.message
