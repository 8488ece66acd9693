"""Saves replay to the same position, and are refused when packs have changed."""

import json
import random
from pathlib import Path
from typing import Any

import pytest

import cardwright
from cardwright import Rules
from cardwright.runtime import log
from cardwright.runtime.game import Game
from cardwright.runtime.save import save

pytestmark = pytest.mark.usefixtures("shared_packs")

PACKS = Path(__file__).parents[1] / "packs"


@pytest.fixture(scope="module")
def rules() -> Rules:
    return cardwright.load(PACKS / "hands")


def played(rules: Rules, answers: int, seed: int = 5) -> Game:
    game, dice = rules.new_game(3, seed).position, random.Random(seed)
    for _ in range(answers):
        game.answer(dice.randrange(len(game.question.answers)))
    return game


def written(game: Game, rules: Rules) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(json.dumps(save(game, rules)))
    return found


@pytest.mark.parametrize("answers", [0, 1, 2, 3, 7, 12])
def test_restored_games_are_the_same(rules: Rules, answers: int) -> None:
    game = played(rules, answers)
    again = rules.restore(written(game, rules)).position
    assert again.state() == game.state()
    assert log.lines(again, None) == log.lines(game, None)
    game.answer(0)
    again.answer(0)
    assert again.state() == game.state()


def other(tmp_path: Path, old: str, new: str) -> Rules:
    folder = tmp_path / "hands"
    folder.mkdir()
    for path in (PACKS / "hands").glob("*.yaml"):
        (folder / path.name).write_text(path.read_text().replace(old, new))
    return cardwright.load(folder)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("repeat 4 times", "repeat 5 times", "the files of `hands` 0.1.0 have changed"),
        ("version: 0.1.0", "version: 0.2.0", "`hands` was 0.1.0 and is now 0.2.0"),
    ],
)
def test_changed_packs_are_reported(
    rules: Rules, tmp_path: Path, old: str, new: str, message: str
) -> None:
    with pytest.raises(cardwright.SaveError, match=message):
        other(tmp_path, old, new).restore(written(played(rules, 2), rules))


def test_a_save_of_another_game_is_reported(rules: Rules) -> None:
    tic_tac_toe = cardwright.load(PACKS / "tic-tac-toe")
    with pytest.raises(cardwright.SaveError, match="`hands` is not loaded; `tic-tac-toe` was not"):
        tic_tac_toe.restore(written(played(rules, 2), rules))


@pytest.mark.parametrize(
    ("key", "value", "message"),
    [
        ("format", 99, "this save has format 99, not 1"),
        ("players", 9, "players, not 9"),
        ("players", "3", "`players` in the save is not a number"),
        ("seed", None, "`seed` in the save is not a number"),
        ("answers", {}, "no list of `answers`"),
        ("answers", [0, 99], "answer 2 can't be applied"),
        ("answers", [0, -1], "answer 2 can't be applied"),
        ("answers", [True], "answer 1 is not a number"),
        ("modules", ["fog"], r"the modules were \['fog'\] and are now \[\]"),
        ("packs", "hands", "was not loaded when the save was made"),
    ],
)
def test_broken_saves_are_refused(rules: Rules, key: str, value: object, message: str) -> None:
    data = {**written(played(rules, 2), rules), key: value}
    with pytest.raises(cardwright.SaveError, match=message):
        rules.restore(data)


@pytest.mark.parametrize("data", [None, [], "save"])
def test_anything_but_a_save_is_refused(rules: Rules, data: object) -> None:
    with pytest.raises(cardwright.SaveError, match="a save is a mapping, not "):
        rules.restore(data)  # type: ignore[arg-type]


def test_too_many_answers_are_refused() -> None:
    rules = cardwright.load(PACKS / "tic-tac-toe")
    data: dict[str, Any] = {**save(rules.new_game(2, 1).position, rules), "answers": [0] * 12}
    with pytest.raises(cardwright.SaveError, match="the game is over"):
        rules.restore(data)
