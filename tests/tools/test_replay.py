"""`replay`: stored games are the same on the same rules, and a change is found and named."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from cardwright_tools.cli import invoke

pytestmark = pytest.mark.usefixtures("shared_packs")

ROOT = Path(__file__).parents[2]
CORPUS = ROOT / "tests/replays"
PACKS = sorted(path.name for path in CORPUS.iterdir())


@pytest.mark.parametrize("pack", PACKS)
def test_stored_games_play_as_before(pack: str, capsys: pytest.CaptureFixture[str]) -> None:
    """If a rule is changed on purpose, store them again: see docs/balance.md."""
    saves = sorted(map(str, (CORPUS / pack).glob("*.json")))
    assert saves
    assert invoke(["replay", *saves, "--on", str(ROOT / "content" / pack)]) == 0
    assert capsys.readouterr().out.count(": the same, ") == len(saves)


def test_every_pack_has_stored_games() -> None:
    assert sorted(path.parent.name for path in ROOT.glob("content/*/pack.yaml")) == PACKS


Changed = Callable[[str, str, str], Path]


@pytest.fixture
def changed(tmp_path: Path) -> Changed:
    """The orbit pack with a text in a file replaced by another."""

    def change(file: str, old: str, new: str) -> Path:
        folder = tmp_path / "changed"
        shutil.copytree(ORBIT, folder)
        text = (folder / file).read_text()
        assert old in text
        (folder / file).write_text(text.replace(old, new, 1))
        return folder

    return change


ORBIT = ROOT / "tests/packs/mini-orbit"


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = tmp_path_factory.mktemp("stored")
    words = ["--players", "3", "--games", "2", "--store", str(folder)]
    assert invoke(["sim", str(ORBIT), *words]) == 0
    assert sorted(path.name for path in folder.iterdir()) == ["game-1.json", "game-2.json"]
    return str(folder / "game-1.json")


def replay(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, dict[str, object]]:
    capsys.readouterr()
    code = invoke(["replay", *words, "--json"])
    found = json.loads(capsys.readouterr().out)
    return code, found[0]


def test_the_same_rules_play_the_same(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, found = replay(capsys, game, "--on", str(ORBIT))
    assert (code, found["same"], found["decision"]) == (0, True, None)


@pytest.mark.parametrize(
    ("file", "old", "new", "blamed"),
    [
        ("rules.yaml", "gain (points of picked) points", "gain 1 points", "rule turn"),
        ("rules.yaml", "place 2 influence on bases", "place 1 influence on bases",
         "rule place-forces"),
        ("rules.yaml", "move top 2 of deck to offer", "move top 3 of deck to offer", "rule turn"),
        ("rules.yaml", "repeat 4 times", "repeat 3 times", "rule game"),
        ("rules.yaml", "claim of player on base: 2 *", "claim of player on base: 0 -",
         "definition claim"),
    ],
)  # fmt: skip
def test_a_change_is_found_and_named(
    file: str, old: str, new: str, blamed: str, game: str, changed: Changed,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    folder = str(changed(file, old, new))
    code, found = replay(capsys, game, "--on", folder, "--from", str(ORBIT))
    assert (code, found["same"]) == (1, False)
    causes = found["because_of"]
    assert isinstance(causes, list)
    assert [one["definition"] for one in causes] == [blamed]
    assert found["was"] != found["now"]
    assert replay(capsys, game, "--on", folder)[1]["decision"] == found["decision"]


def test_of_two_changes_the_one_that_ran_is_named(
    game: str, changed: Changed, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = changed("rules.yaml", "gain (points of picked) points", "gain 1 points")
    rules = folder / "rules.yaml"
    rules.write_text(rules.read_text().replace("place 1 omen on glacier", "place 1 omen on lab"))
    _, found = replay(capsys, game, "--on", str(folder), "--from", str(ORBIT))
    causes = found["because_of"]
    assert isinstance(causes, list)
    assert [one["definition"] for one in causes] == ["rule set-up"]
    assert ("Glacier" in str(found["was"]), "Lab" in str(found["now"])) == (True, True)


def test_a_game_that_was_broken_off_was_won_by_nobody_yet(
    game: str, changed: Changed, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = str(changed("rules.yaml", "repeat 4 times", "repeat 5 times"))
    _, found = replay(capsys, game, "--on", folder)
    assert (bool(found["won"]), found["now_won"]) == (True, None)
    assert {*found["after"]} == {"player", "question", "answer"}  # type: ignore[misc]
    assert invoke(["replay", game, game, "--on", folder]) == 1
    out = capsys.readouterr().out
    assert ("won by" in out, out.count("name the old rules")) == (False, 1)


def test_players_and_answers_are_named_as_people_know_them(
    game: str, changed: Changed, capsys: pytest.CaptureFixture[str]
) -> None:
    """An option that is no longer offered has only its id."""
    folder = str(changed("rules.yaml", "repeat 4 times", "repeat 3 times"))
    assert invoke(["replay", game, "--on", folder]) == 1
    was, now, after = capsys.readouterr().out.splitlines()[1:4]
    assert re.fullmatch(r"  was: [A-Z]\w+ chooses `[a-z-]+`", was)
    assert re.fullmatch(r"  now: [A-Z]\w+ has \d+ options: [A-Z].* is no longer one", now)
    assert re.match(r"  after: [A-Z]\w+ chose [A-Z]", after)


def test_a_game_of_another_pack_is_refused(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    other = str(ORBIT.parent / "tic-tac-toe")
    for words in (["replay", game, "--on", other], ["balance", str(ORBIT), other, "--games", "2"]):
        assert invoke(words) == 2
        assert "is of the game `mini-orbit`, and not of Tic-tac-toe" in capsys.readouterr().err


def test_what_never_comes_up_changes_nothing(
    game: str, changed: Changed, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = changed("board.yaml", "max: 99", "max: 98")
    assert replay(capsys, game, "--on", str(folder))[0] == 0


def test_a_save_without_a_trace_needs_the_old_rules(
    game: str, changed: Changed, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = json.loads(Path(game).read_text())
    plain = {key: value for key, value in data.items() if key not in ("steps", "log", "won")}
    save = tmp_path / "plain.json"
    save.write_text(json.dumps(plain))
    folder = str(changed("rules.yaml", "gain (points of picked) points", "gain 1 points"))
    assert invoke(["replay", str(save), "--on", folder]) == 3
    assert "--from OLD" in capsys.readouterr().err
    _, found = replay(capsys, str(save), "--on", folder, "--from", str(ORBIT))
    assert found["because_of"][0]["definition"] == "rule turn"  # type: ignore[index]


HEAD = '{"format": 1, "players": 3, "seed": 1'


@pytest.mark.parametrize(
    "text",
    ["", "[]", "{}", HEAD + "}", HEAD + ', "answers": [], "steps": 1}',
     '{"format": 1, "players": 9, "seed": 1, "answers": []}'],
)  # fmt: skip
def test_anything_but_a_save_is_refused(
    text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    save = tmp_path / "save.json"
    save.write_text(text)
    assert invoke(["replay", str(save), "--on", str(ORBIT), "--from", str(ORBIT)]) == 3
    assert "save.json: " in capsys.readouterr().err
