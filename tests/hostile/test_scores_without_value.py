"""If a score, or the winners, can't be computed, everything that asks for them reports a code."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

import cardwright
from cardwright import GameError
from cardwright.players.playout import play_to_end
from cardwright_tools.cli import invoke

pytestmark = pytest.mark.usefixtures("shared_packs")
CHAIN = Path(__file__).parents[1] / "packs" / "chain"
TOO_DEEP = "`ways` calls itself more than 40 levels deep"
BROKEN = {
    "score": ("score: points", "score: ranked"),
    "winners": ("by points of player", "by ranked of player"),
}


@pytest.fixture(params=BROKEN)
def broken(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """The pack with a number that is needed at the end and has no value."""
    pack = Path(shutil.copytree(CHAIN, tmp_path / "chain"))
    manifest, game = pack / "pack.yaml", pack / "game.yaml"
    manifest.write_text(manifest.read_text().replace(*BROKEN[request.param]))
    ranked = "definitions:\n  ranked of player: ways from (45) + points of player\n"
    game.write_text(game.read_text().replace("definitions:\n", ranked))
    return pack


def test_the_outcome_is_an_error_of_the_game(broken: Path) -> None:
    game = cardwright.load(broken).new_game(2, 1)
    play_to_end(game.position, 1)
    assert game.turn is None
    with pytest.raises(GameError, match=TOO_DEEP) as found:
        game.outcome  # noqa: B018
    assert found.value.code == "CW402"
    assert found.value.where


@pytest.mark.parametrize(
    "words",
    [
        ["sim", "--games", "1"],
        ["sim", "--games", "1", "--players-by", "ann=greedy,bob=random"],
        ["balance", "--games", "2"],
        ["tournament", "--games", "2", "--between", "greedy,random"],
        ["play", "--seat", "ann"],
    ],
    ids=" ".join,
)
def test_commands_say_what_has_no_value(
    words: list[str], broken: Path, capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    with (broken / "answers").open("w+") as answers:
        answers.write("1\n" * 40)
        answers.seek(0)
        monkeypatch.setattr("sys.stdin", answers)
        assert invoke([words[0], str(broken), *words[1:]]) == 1
    said = capsys.readouterr()
    assert "[CW402]" in said.err
    assert TOO_DEEP in said.err
    assert "internal" not in said.err
