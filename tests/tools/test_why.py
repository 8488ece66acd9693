"""`why` and `why not`: the command, its use in `play`, and the reasons for a missing answer."""

from __future__ import annotations

import io
import json
import shutil
from pathlib import Path

import pytest

import cardwright
from cardwright.players.playout import play_to_end
from cardwright_tools.cli import invoke
from cardwright_tools.why import why_not

pytestmark = pytest.mark.usefixtures("shared_packs")

ROOT = Path(__file__).parents[2]
EXPANSE, CORNERS = str(ROOT / "content/expanse"), str(ROOT / "content/doors-and-corners")
ORBIT, MARKET = str(ROOT / "tests/packs/mini-orbit"), str(ROOT / "tests/packs/market")
TOE, HANDS = str(ROOT / "tests/packs/tic-tac-toe"), str(ROOT / "tests/packs/hands")
ENGINES = ["--scenario", "A modifier that is at least", "sum of power of fleet over fleets"]
JULIE = ["--scenario", "Julie Mao removes up to three from Tech bases, at most one per base"]
ALPHA = ["--scenario", "After the first scoring each player keeps one of two techs of level I"]
NAUVOO = ["--scenario", "Nauvoo is never offered"]


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        # Definitions with their values and positions; repeated lines are merged.
        ([ORBIT, *ENGINES], "sum of the power of each fleet = 7 (2 + 2 + 1 + 1 + 1)"),
        ([ORBIT, *ENGINES], "3 times: power of Blue scout on Mars = 1"),
        ([ORBIT, *ENGINES], "tests/packs/mini-orbit/rules.yaml:4]"),
        # Modifiers: their results and origins; those that don't apply only on request.
        ([ORBIT, *ENGINES], "after Engines (at least 2) = 2  ["),
        ([ORBIT, *ENGINES, "--all"], "Engines (at least 2) (its condition does not hold)"),
        ([ORBIT, *ENGINES, "--all"], "the owner of Blue scout on Mars is Red: no (it is Blue)"),
        # Prohibitions are named, with the part of their condition that is true.
        ([EXPANSE, *NAUVOO, "--not", "diplomat"], "Embassies forbids removing influence  ["),
        ([EXPANSE, *NAUVOO, "--not", "diplomat"], "United Nations diplomat is a diplomat: yes"),
        (
            [EXPANSE, *NAUVOO, "--not", "rocinante"],
            "Rocinante is a rocinante; the question is about",
        ),
        ([EXPANSE, *NAUVOO, "--not", "un cube on europa"], "is on the list: answer"),
        ([EXPANSE, *NAUVOO, "--not", "zzz"], "there is no `zzz`"),
        # A scenario determines who *you* is, who plays, and with which modules.
        ([EXPANSE, *JULIE, "number of cubes of you"], "number of your cubes = 0"),
        ([EXPANSE, *JULIE, "in-reach of you on ceres"], "(you have no fleets on the orbital of"),
        ([EXPANSE, *JULIE, "number of cubes of you", "--given"], "number of your cubes = 0"),
        ([EXPANSE, *JULIE, "number of cubes of you", "--as", "opa", "--given"], "cubes = 1"),
        ([CORNERS, *ALPHA, "number of players"], "number of players = 2"),
        ([CORNERS, *ALPHA, "number of techs of you"], "in your techs = 1"),
        ([CORNERS, *ALPHA, "number of techs of you", "--given"], "in your techs = 0"),
        # A player does not see hidden things, but may see how many there are.
        (
            [ORBIT, "--as", "red", "top of deck", "--after", "20"],
            "= hidden (it depends on what is in the deck)",
        ),
        # Of a zone, what is in it is shown.
        ([HANDS, "discard", "--after", "13"], "actions in the discard = 2: Oath, Taxes"),
        ([HANDS, "hand of bob"], "actions in the hand of Bob = 2: "),
        ([HANDS, "hand of you", "--as", "ann"], "actions in your hand = 2: "),
        (
            [HANDS, "hand of bob", "--as", "ann"],
            "= hidden (it depends on what is in the hand of Bob)",
        ),
        ([HANDS, "seats"], "players in the seats = 3: "),
        ([ORBIT, "number of cards in deck", "--as", "red"], "number of cards in the deck = "),
        ([ORBIT, "--as", "red", "forecast of blue"], "hidden (it depends on the forecast of Blue)"),
        ([ORBIT, "--as", "red", "forecast of you"], "your forecast = "),
    ],
)
def test_the_command(
    arguments: list[str], expected: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert invoke(["why", *arguments]) == 0
    assert expected in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "code", "expected"),
    [
        ([TOE, "number of marcs"], 1, "did you mean `marks`?"),
        ([TOE, "number of"], 1, "CW202"),
        ([TOE, ""], 2, "give an EXPRESSION or --not ANSWER"),
        ([TOE, "1 + 1", "--not", "europa"], 2, "give an EXPRESSION or --not ANSWER"),
        ([TOE, "1 + 1", "--as", "nobody"], 2, "there is no player `nobody`"),
        ([TOE, "1 + 1", "--answers", "zzz"], 2, "`zzz` is not an answer; the answers are"),
        ([TOE, "1 + 1", "--scenario", "zzz"], 2, "0 scenarios of"),
        ([EXPANSE, "x", "--scenario", "julie mao"], 2, "Julie Mao may remove nothing"),
        ([TOE, "1 + 1", *NAUVOO, "--after", "3"], 2, "--scenario already says"),
        ([TOE, "1 + 1", "--given"], 2, "--given needs a scenario"),
        ([TOE, "1 + 1", "--save", "/nowhere"], 3, "can't read /nowhere"),
        ([TOE, "1 + 1", "--players", "9"], 2, "is for 2 players, not 9"),
        (["/nowhere", "scorings"], 3, "CW301"),
    ],
)
def test_usage_errors(
    arguments: list[str], code: int, expected: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert invoke(["why", *arguments]) == code
    assert expected in capsys.readouterr().err


def test_json_has_the_same_tree(capsys: pytest.CaptureFixture[str]) -> None:
    assert invoke(["why", ORBIT, *ENGINES, "--format", "json"]) == 0
    (tree,) = json.loads(capsys.readouterr().out)
    assert tree["value"] == "7"
    (first, *_) = tree["children"]
    assert first["file"].endswith("mini-orbit/rules.yaml")
    assert first["line"] == 4
    assert any(child["words"] == "after Engines (at least 2)" for child in first["children"])


def test_the_given_position_is_before_the_steps(capsys: pytest.CaptureFixture[str]) -> None:
    """In the scenario, pieces removed from the board return to the supply."""
    words = ["why", EXPANSE, "number of influence", "--scenario",
             "Julie Mao removes up to three from Tech bases, at most one per base"]  # fmt: skip
    invoke([*words, "--given"])
    before = capsys.readouterr().out
    invoke(words)
    assert before != capsys.readouterr().out


def test_a_save_is_a_position(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = str(tmp_path / "game.json")
    monkeypatch.setattr("sys.stdin", io.StringIO(f"5\nsave {file}\nquit\n"))
    assert invoke(["play", TOE, "--seat", "x", "--seed", "5"]) == 0
    capsys.readouterr()
    assert invoke(["why", TOE, "number of marks of x", "--save", file]) == 0
    assert capsys.readouterr().out.startswith("number of Crosses marks = 1 (")
    pack = Path(shutil.copytree(TOE, tmp_path / "toe"))
    (pack / "pack.yaml").write_text(f"# 1\n{(pack / 'pack.yaml').read_text('utf-8')}", "utf-8")
    assert invoke(["why", str(pack), "number of marks of x", "--save", file]) == 0
    out, err = capsys.readouterr()
    assert out.startswith("number of Crosses marks = 1 (")
    assert err == f"{file}: All 2 answers fit the changed rules.\n"


def test_costs_and_limits_have_their_amounts() -> None:
    """In a menu: the cost, what the player has, and used-up limits."""
    rules = cardwright.load(f"{MARKET}-tokens")
    reasons = set()
    for seed in range(6):
        game, rng = rules.new_game(2, seed).position, seed
        while game.question is not None:
            reasons |= {m.reason for m in why_not.missing_answers(game)}
            rng, _ = play_to_end(game, rng, 1)
    assert any(r.startswith("it costs 3 coins, and you have ") for r in reasons)
    assert "it was already used: only once per turn" in reasons


@pytest.mark.parametrize("pack", [ORBIT, HANDS, EXPANSE, CORNERS])
def test_every_missing_answer_has_an_explanation(pack: str) -> None:
    """At questions of random games, as seen by the player who is asked."""
    rules, explained = cardwright.load(pack), 0
    game, rng = rules.new_game(max(rules.players), 2).position, 2
    for _ in range(25):
        rng, _ = play_to_end(game, rng, 4)
        if game.question is None:
            break
        player = game.question.player
        for missing in why_not.missing_answers(game, player)[:3]:
            found = why_not.why_not_trees(game, missing.name, player)
            assert found
            assert all(line.strip() for tree in found for line in tree.lines())
            explained += 1
    assert explained > 5 or pack == HANDS


def test_a_forbidden_place_is_explained() -> None:
    """A wagon can't go to York, and the reason names the prohibition."""
    rules = cardwright.load("tests/packs/road-blocks")
    reasons = set()
    for seed in range(14):
        game, rng = rules.new_game(3, seed).position, seed
        while game.question is not None:
            reasons |= {(m.name, m.reason) for m in why_not.missing_answers(game)}
            rng, _ = play_to_end(game, rng, 1)
    assert ("York", "the rules forbid placing a wagon") in reasons


def test_another_player_does_not_see_the_question() -> None:
    game = cardwright.load(TOE).new_game(2, 1).position
    assert game.question is not None
    (tree,) = why_not.why_not_trees(game, "a1", 3 - game.question.player)
    assert tree.words.startswith("this question is for")


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("why", "a1, b3: there are marks on it"),
        ("why not a1", "a1 is not an answer: there are marks on it"),
        ("why not b2", "is on the list: answer"),
        ("why not cell a1", "a1 is not an answer: there are marks on it"),
        ("why not cell b2", "b2 is on the list: answer"),
        ("why not player x", "is a player; the question is about a cell"),
        ("why number of marks of x", "number of Crosses marks = 1"),
        ("why number of marks of you", "number of your marks = 1"),
        ("why numbr of marks", "a mark has no `numbr`"),
        ("why place 1 mark on b2", "`place 1 mark on b2` is an effect, not a value"),
        ("why not", "write the name of what is missing: why not NAME"),
        ("why b2", "b2 is on the list: answer"),
        ("why round", "there is no `round` here; values of this game: `"),
        ("why Crosses", "`look Crosses` shows what it is like"),
    ],
)
def test_play_understands(
    line: str, expected: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(f"1\n{line}\nquit\n"))
    assert invoke(["play", TOE, "--seat", "x", "--seed", "5"]) == 0
    assert expected in capsys.readouterr().out
