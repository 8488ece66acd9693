"""The scenario runner, tested with a failing scenario for each kind of expectation.

Each has a passing twin, so that the failure is known to have the stated reason.
"""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from cardwright_tools.cli import invoke
from cardwright_tools.scenario.run import run_tests

from .harbour_pack import GAME, PACK, make, played

pytestmark = pytest.mark.usefixtures("shared_packs")

pytest_plugins = ["pytester"]
ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def pack(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make(tmp_path_factory.mktemp("packs"))


def scenario(body: str, given: str = "") -> str:
    return f"- scenario: a case\n  given: {{{given}}}\n" + body


# (given, step, an expectation that holds, one that does not, its message)
TWINS = {
    "a number": ("", "do: gain 2 gold", "gold: {ann: 5}", "gold: {ann: 4}",
                 ["gold of ann", "expected  4", "found     5", "done by", "gain 2 gold"]),
    "a change": ("gold: {ann: 7}", "do: gain 2 gold", "gold: {ann: +2, bob: +0}",
                 "gold: {ann: +1}", ["expected  +1 (8)", "found     +2 (9)"]),
    "a loss": ("", "do: lose 2 gold", "gold: {ann: -2}", "gold: {ann: -3}", ["-2 (1)"]),
    "a change in quotes": ("", "do: gain 2 gold", "gold: {ann: '+2'}", "gold: {ann: '+5'}",
                           ["expected  +5 (8)", "found     +2 (5)"]),
    "an expression's change in quotes": ("", "do: gain 2 gold", "wealth of ann: '+2'",
                                         "wealth of ann: '+5'", ["expected  +5 (8)"]),
    "a number below 0": ("fame: {ann: -2, bob: 0 - 3}", "do: gain 1 fame",
                         "fame: {ann: 0 - 1, bob: 0 - 3}", "fame: {ann: 0 - 2}",
                         ["expected  -2", "found     -1"]),
    "a change of a number below 0": ("fame: {ann: -2}", "do: lose 1 fame", "fame: {ann: -1}",
                                     "fame: {ann: -3}", ["expected  -3 (-5)", "-1 (-3)"]),
    "an expression below 0": ("fame: {ann: -2}", "do: gain 1 fame", "fame of ann: 0 - 1",
                              "fame of ann: 0 - 2", ["expected  -2", "found     -1"]),
    "a number at its bound": ("tide: -4", "do: set tide to 4", "tide: 4", "tide: 3", ["4"]),
    "state of the game": ("", "do: set day to 4", "day: 4", "day: +4", ["+4 (5)", "+3 (4)"]),
    "an enum": ("", "do: set flag to black", "flag: black", "flag: white", ["found     black"]),
    "a flag": ("", "do: set burnt of dover to yes", "burnt: {dover: yes}", "dover: {burnt: no}",
               ["burnt of dover", "found     yes"]),
    "pieces": ("dover: {ann: 2 crates}", "do: remove 1 crate", "dover: {ann: 1 crate}",
               "dover: {ann: 2 crates}", ["expected  ann: 2 crates", "found     ann: 1 crate"]),
    "nobody else's pieces": ("dover: {ann: 1 crate, bob: 1 crate}", "do: gain 1 gold",
                             "dover: {ann: 1 crate, bob: 1 crate}", "dover: {ann: 1 crate}",
                             ["found     ann: 1 crate; bob: 1 crate"]),
    "an empty place": ("dover: {ann: 1 crate}", "do: remove 1 crate", "dover: nothing",
                       "calais: 1 crate", ["calais", "expected  1 crate", "found     nothing"]),
    "an adjective": ("north: {ann: [1 leaky boat, 1 boat]}", "do: gain 1 gold",
                     "north: {ann: [1 boat, 1 leaky boat]}", "north: {ann: 2 boats}",
                     ["found     ann: 1 leaky boat, 1 boat"]),
    "pieces by their kind's place": ("tees: {ann: [1 boat, 1 crate]}", "do: gain 1 gold",
                                     "tees: {ann: 1 crate}", "sea tees: nothing",
                                     ["sea tees", "found     ann: 1 boat"]),
    "where a piece is": ("kraken: {on: north, owner: bob}", "do: move kraken to sea tees",
                         "kraken: {on: tees}", "kraken: {on: north}", ["place of kraken"]),
    "an owner": ("kraken: {on: north, owner: bob}", "do: give kraken to ann",
                 "kraken: {owner: ann}", "kraken: {owner: bob}", ["owner of kraken", "done by"]),
    "order in a zone": ("deck: [storm, calm, gift]", "do: move storm to the bottom of deck",
                        "deck: [calm, gift, storm]", "deck: [calm, storm, gift]",
                        ["deck", "found     calm, gift, storm", "done by"]),
    "a zone of a player": ("deck: [storm, calm]", "do: draw", "hand: {ann: storm, bob: []}",
                           "hand: {ann: [storm, calm]}", ["hand of ann", "found     storm"]),
    "equal lines of the log": (
        "", "do: |\n    gain 1 gold\n    gain 2 gold\n    gain 1 gold",
        "log: [Ann gains 1 gold, Ann gains 1 gold, Ann gains 2 gold]",
        "log: [Ann gains 2 gold, Ann gains 1 gold, Ann gains 2 gold]",
        ["expected  2 lines with `Ann gains 2 gold`", "found     only 1"]),
    "an expression": ("dover: {ann: 2 crates}", "do: rent with dover, 2",
                      "wealth of ann: 7", "wealth of ann: 6", ["wealth of ann", "found     7"]),
    "an expression's change": ("dover: {ann: 2 crates}", "do: rent with dover, 2",
                               "wealth of ann: +2", "wealth of ann: +3", ["+2 (7)", "+3 (8)"]),
    "a property of several": ("", "do: gain 1 gold", "wealth: {ann: 4, bob: 3}",
                              "wealth: {ann: 4, bob: 4}", ["wealth of bob"]),
    "a thing as a value": ("", "do: gain 1 gold", "richest: ann", "richest: none",
                           ["expected  none", "found     ann"]),
    "a set": ("", "do: gain 1 gold", "players with no crates: [bob, ann]",
              "players with no crates: [ann]", ["found     ann, bob"]),
    "an empty set": ("", "do: gain 1 gold", "crates on dover: nothing",
                     "players with no crates: nothing", ["found     ann, bob"]),
    "the log": ("", 'do: say "Ahoy"', "log: ahoy", "log: [ahoy, farewell]", ["`farewell`"]),
    "the log without": ("", 'do: say "Ahoy"', "log without: gains", "log without: ahoy",
                        ["no `ahoy`"]),
    "an error": ("", "do: forever", "error: CW402", "error: CW401", ["found     CW402"]),
    "no error": ("", "do: forever", "error: CW402", "day: 1", ["expected  no error", "CW402"]),
    "an error that does not come": ("", "do: gain 1 gold", "day: 1", "error: CW402",
                                    ["found     no error"]),
    "the end": ("", "do: finish", "over: yes", "over: no", ["the game is over"]),
    "no end": ("", "do: gain 1 gold", "over: no", "over: yes", ["the game is not over"]),
    "scores": ("", "do: gain 2 gold", "scores: {ann: 5, bob: 3}", "scores: {ann: 3}", ["gold"]),
    "winners": ("", "do: gain 2 gold", "winners: ann", "winners: [ann, bob]", ["found     ann"]),
    "a winner, not nobody": ("", "do: gain 2 gold", "winners: ann", "winners: nobody",
                             ["expected  nobody"]),
    "who is asked": ("dover: {bob: 2 crates}, north: {bob: 1 boat}",
                     "do: bob does pledge",
                     "asked: bob", "asked: ann", ["asked", "bob is asked"]),
    "nobody asked": ("", "do: gain 1 gold", "asked: nobody", "asked: ann", ["nothing is asked"]),
    "a question left": ("", "do: pledge", "asked: ann", "day: 1",
                        ["expected  no question", "ann is asked", "white, black"]),
    "offers": ("", "do: pledge", "offers: white", "offers: [white, dover]", ["white, black"]),
    "offers only": ("", "do: pledge", "offers only: [white, black]", "offers only: [white]",
                    ["white, black"]),
    "refuses": ("", "do: pledge\n  answers: [refuses: dover]", "asked: ann", "refuses: [white]",
                ["refuses", "white, black"]),
    "refuses, with no question": ("", "do: gain 1 gold", "day: 1", "refuses: white",
                                  ["nothing is asked"]),
    "seen by": ("deck: [storm]", "do: draw", "seen by: {ann: storm}", "seen by: {bob: storm}",
                ["seen by bob", "found     hidden"]),
    "hidden from": ("hand: {ann: storm}, deck: [gift], pile: [calm, calm]", "do: gain 1 gold",
                    "hidden from: {bob: [storm, gift]}", "hidden from: {ann: storm}",
                    ["hidden from ann", "found     seen"]),
    "a hidden cell": ("plan: {ann: black}", "do: gain 1 gold",
                      "hidden from: {bob: plan of ann}", "seen by: {bob: plan of ann}",
                      ["hidden"]),
}  # fmt: skip


@pytest.mark.parametrize("name", TWINS)
def test_an_expectation_that_holds_passes(pack: Path, name: str) -> None:
    given, step, right, _, _ = TWINS[name]
    text = scenario(f"  {step}\n  expect: {{{right}}}\n", f"players: 2, {given}".strip(", "))
    assert played(pack, text) == (0, "1 passed, 0 failed")


@pytest.mark.parametrize("name", TWINS)
def test_an_expectation_that_does_not_hold_fails(pack: Path, name: str) -> None:
    given, step, _, wrong, said = TWINS[name]
    text = scenario(f"  {step}\n  expect: {{{wrong}}}\n", f"players: 2, {given}".strip(", "))
    code, lines = played(pack, text)
    assert code == 1
    assert lines.endswith("0 passed, 1 failed")
    assert "FAILED" in lines
    assert "error[" not in lines
    for words in said:
        assert words in lines


# ---------------------------------------------------------------------------- answers

BOATS = "players: 2, north: {ann: 1 boat, bob: 2 boats}, tees: {bob: 1 boat}"
ANSWERS = {
    "not offered": ("[ann boat on dover]", ["the answer `ann boat on dover`", "ann boat on north"]),
    "a word is misspelt": ("[ann bota on north]", ["no answer matches", "did you mean"]),
    "a word of two is misspelt": ("[anne boat]", ["did you mean `ann boat`?"]),
    "a word of another order is misspelt": ("[tes bob]", ["did you mean `tees bob`?"]),
    "fits several": (
        "[boat on north]",
        ["2 answers match: ann boat on north, bob boat on north", "ann is asked"],
    ),
    "somebody else is asked": ("[bob: ann boat]", ["asked", "expected  bob", "ann is asked"]),
    "too many": ("[ann boat, done]", ["the answer `done`", "nothing is asked"]),
    "too few": ("[]", ["expected  no question"]),
    "offers": ("[offers: calais, ann boat]", ["offers", "expected  calais"]),
    "offers only": ("[offers only: [ann boat], ann boat]", ["offers only"]),
    "refuses": ("[refuses: bob boat on tees, ann boat]", ["refuses"]),
}


def test_answers_are_given_by_their_words(pack: Path) -> None:
    for answers in ("[ann boat]", "[ann: boat ann]", "[offers: [bob boat on tees], ann: ann boat]"):
        given = "players: 2, north: {ann: 1 boat, bob: 1 boat}, tees: {bob: 1 boat}"
        text = scenario(
            f"  perform: event of storm\n  answers: {answers}\n"
            "  expect: {north: {bob: 1 boat}}\n", given
        )  # fmt: skip
        assert played(pack, text)[0] == 0


@pytest.mark.parametrize("name", ANSWERS)
def test_illegal_answers_fail(pack: Path, name: str) -> None:
    answers, said = ANSWERS[name]
    given = "players: 2, north: {ann: 1 boat, bob: 1 boat}, tees: {bob: 1 boat}"
    body = f"  perform: event of storm\n  answers: {answers}\n  expect: {{day: 1}}\n"
    code, lines = played(pack, scenario(body, given))
    assert code == 1
    for words in said:
        assert words in lines


# ------------------------------------------------------------------------------ whole games


def test_a_game_can_begin_with_its_own_set_up(pack: Path) -> None:
    text = """
- scenario: the first turn
  given: {players: 2, set-up: yes, seed: 3, day: 2}
  answers: [rest, rest]
  expect: {day: 2, north: 1 boat, asked: ANYBODY}
"""
    codes = [played(pack, text.replace("ANYBODY", who))[0] for who in ("ann", "bob")]
    assert sorted(codes) == [0, 1]


def test_given_facts_apply_before_the_first_question(pack: Path) -> None:
    text = scenario("  expect: {offers: trade}\n", "players: 2, set-up: yes")
    assert played(pack, text)[0] == 0
    text = scenario("  expect: {refuses: trade}\n", "players: 2, set-up: yes, dover: nothing")
    assert played(pack, text)[0] == 0


def test_steps_follow_each_other(pack: Path) -> None:
    text = """
- scenario: two steps
  given: {players: [bob, ann]}
  steps:
    - {as: bob, do: gain 1 gold, expect: {gold: {bob: +1}}}
    - {do: gain 1 gold, expect: {gold: {bob: +1}}}
    - {as: ann, do: pledge, expect: {asked: ann}}
    - {answers: [black], expect: {gold: {bob: 5}, plan: {ann: black}}}
"""
    assert played(pack, text) == (0, "1 passed, 0 failed")
    assert "plan of ann" in played(pack, text.replace("{ann: black}", "{ann: white}"))[1]


def test_a_list_among_the_answers_is_several_answers(pack: Path) -> None:
    text = scenario(
        "  do: |\n    pledge\n  answers:\n    - [white]\n  expect: {asked: nobody}\n"
    ).replace("    pledge\n", "    do pledge\n    do pledge\n")
    assert "ann is asked" in played(pack, text)[1]
    text = text.replace("[white]", "[white, black]")
    text = text.replace("{asked: nobody}", "{plan: {ann: black}}")
    assert played(pack, text) == (0, "1 passed, 0 failed")


# ------------------------------------------------------------------------------- the command


def test_words_select_scenarios(pack: Path) -> None:
    text = "".join(f"- {{scenario: the {c} one, expect: {{day: 1}}}}\n" for c in ("blue", "red"))
    assert played(pack, text, "RED the")[1] == "1 passed, 0 failed"
    assert played(pack, text)[1] == "2 passed, 0 failed"


def test_a_pack_without_scenarios_fails_unless_that_is_allowed(tmp_path: Path) -> None:
    folder, lines = make(tmp_path), list[str]()
    assert run_tests([folder], "", lines.append) == 1
    assert lines == [f"no scenarios in {folder}; write them in `scenarios/*.yaml`",
                    "0 passed, 0 failed"]  # fmt: skip
    assert run_tests([folder], "", lines.append, allow_none=True) == 0
    (folder / "scenarios" / "a.yaml").write_text("[]\n", encoding="utf-8")
    assert run_tests([folder], "", lines.append) == 1


def test_the_name_of_a_folder_steers_no_terminal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = make(tmp_path).rename(tmp_path / "no\x1b[31m\n::error::pack")
    assert invoke(["test", str(folder)]) == 1
    written = capsys.readouterr().out
    assert "\x1b" not in written
    assert "\n::" not in written


def test_unmatched_words_fail_even_with_allow_none(pack: Path) -> None:
    file, lines = pack / "scenarios" / "case.yaml", list[str]()
    file.write_text("- {scenario: a case, expect: {day: 1}}\n", encoding="utf-8")
    assert run_tests([pack], "zzz", lines.append, allow_none=True) == 1
    assert lines[0] == "no scenario has `zzz` in its title or file name"
    file.unlink()


def test_the_command_has_the_option(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = str(make(tmp_path))
    assert invoke(["test", folder]) == 1
    assert "no scenarios in" in capsys.readouterr().out
    assert invoke(["test", folder, "--allow-none"]) == 0


def test_a_missing_pack_is_reported(tmp_path: Path) -> None:
    lines: list[str] = []
    assert run_tests([tmp_path / "nowhere"], "", lines.append) == 3
    assert "CW301" in lines[0]


def test_a_pack_with_mistakes_fails(tmp_path: Path) -> None:
    folder = tmp_path / "broken"
    (folder / "scenarios").mkdir(parents=True)
    (folder / "pack.yaml").write_text(PACK, encoding="utf-8")
    (folder / "game.yaml").write_text(GAME.replace("gain 2 gold", "gain 2 golt"), encoding="utf-8")
    cases = [f"- {{scenario: case {number}, expect: {{day: 1}}}}\n" for number in (1, 2, 3)]
    (folder / "scenarios" / "a.yaml").write_text("".join(cases), encoding="utf-8")
    lines: list[str] = []
    assert run_tests([folder], "", lines.append) == 1
    first, second, total = lines
    assert "CW222" in first
    assert "CW222" not in second
    assert second == "FAILED 2 more for the reason above\n"
    assert total == "0 passed, 3 failed"


def test_an_internal_error_is_not_a_failed_scenario(
    pack: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(self: object) -> None:
        raise RuntimeError("out of order")

    monkeypatch.setattr("cardwright_tools.scenario.runner._ScenarioRun.run", broken)
    code, lines = played(pack, "- {scenario: a case, expect: {day: 1}}\n")
    assert code == 3
    assert "out of order" in lines


def test_the_rule_behind_a_failure_is_named(pack: Path) -> None:
    text = scenario(
        "  do: rent with dover, 2\n  expect: {gold: {ann: 4}}\n", "dover: {ann: 1 crate}"
    )
    lines = played(pack, text)[1]
    line = next(i for i, row in enumerate(GAME.splitlines(), 1) if "(price) gold" in row)
    assert f"game.yaml:{line}:16: player gains (price) gold" in lines
    assert "Ann gains 2 gold" in lines


# --------------------------------------------------------------------------------- the plugin


def test_pytest_collects_scenarios(pack: Path, pytester: pytest.Pytester) -> None:
    folder = pytester.mkdir("harbour")
    (folder / "scenarios").mkdir()
    for name in ("pack.yaml", "game.yaml"):
        (folder / name).write_text((pack / name).read_text(encoding="utf-8"), encoding="utf-8")
    (folder / "scenarios" / "a.yaml").write_text(
        "- scenario: right\n  do: gain 1 gold\n  expect: {gold: {ann: 4}}\n"
        "- scenario: wrong\n  do: gain 1 gold\n  expect: {gold: {ann: 5}}\n", encoding="utf-8"
    )  # fmt: skip
    (folder / "scenarios" / "b.yaml").write_text("- [\n", encoding="utf-8")
    (folder / "a.yaml").write_text("cards: []\n", encoding="utf-8")
    without = (word for plugin in ("cacheprovider", "asyncio", "pytest-lsp")
               for word in ("-p", f"no:{plugin}"))  # fmt: skip
    result = pytester.runpytest_inprocess(*without, "--continue-on-collection-errors")
    result.assert_outcomes(passed=1, failed=1, errors=1)
    result.stdout.fnmatch_lines(["*gold of ann*", "*expected  5*", "*found     4*"])


# ----------------------------------------------------------------------------------- the docs


def test_the_examples_of_the_docs_pass(tmp_path: Path) -> None:
    text = (ROOT / "docs" / "scenarios.md").read_text(encoding="utf-8")
    examples = [e for e in re.findall(r"```yaml\n(.*?)```", text, re.S) if "scenario:" in e]
    assert len(examples) >= 3
    folder = tmp_path / "expanse"
    shutil.copytree(ROOT / "content" / "expanse", folder)
    file = folder / "scenarios" / "docs.yaml"
    file.write_text("\n".join(examples), encoding="utf-8")
    lines: list[str] = []
    assert run_tests([file], "", lines.append) == 0, "\n".join(lines)
