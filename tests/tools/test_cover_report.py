"""The report of `cardwright cover`: percentages, uncovered points, JSON, and exit codes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cardwright_tools.cover.result import (
    CoverageResult,
    describe_uncovered,
    uncovered_in_definition,
)

from .cover_pack import ONCE, covered, make, run


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    return make(tmp_path)


def test_percentages_are_rounded_down(pack: Path) -> None:
    result = covered(pack, ONCE)
    assert result.percent <= result.covered * 100 / len(result.points)
    assert result.falls_short(result.covered * 100 / len(result.points) + 0.01)
    assert not result.falls_short(result.percent)


def test_nested_uncovered_points_are_not_listed_again(pack: Path) -> None:
    found = {
        d.name: uncovered_in_definition(d) for f in covered(pack, ONCE).files for d in f.definitions
    }
    assert [m.words for m in found["rule never"]] == ["rule never never runs"]
    assert [m.words for m in found["definition wealth"]] == ["definition wealth never runs"]
    words = [m.words for m in found["rule try"]]
    assert "never asked" in words
    assert "never takes no" in words


def test_the_report_names_positions(pack: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (pack / "scenarios/some.yaml").write_text(ONCE, "utf-8")
    code, out, err = run(capsys, str(pack), "--tests")
    assert (code, err) == (0, "")
    lines = (pack / "board.yaml").read_text("utf-8").splitlines()
    line = next(n for n, text in enumerate(lines, 1) if "never:" in text)
    assert f"board.yaml:{line}:3 rule never never runs" in out
    assert "covered" in out.splitlines()[-1]


def test_the_threshold(pack: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (pack / "scenarios/some.yaml").write_text(ONCE, "utf-8")
    assert run(capsys, str(pack), "--tests", "--fail-under", "10")[0] == 0
    code, _, err = run(capsys, str(pack), "--tests", "--fail-under", "99.5")
    assert (code, err) == (1, "less than 99.5% is covered\n")


def test_json(pack: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (pack / "scenarios/some.yaml").write_text(ONCE, "utf-8")
    code, out, _ = run(capsys, str(pack), "--tests", "--json", "-")
    found = json.loads(out)
    assert code == 0
    assert found["scenarios"] == 1
    assert found["points"] == sum(f["points"] for f in found["files"])
    left = [m for f in found["files"] for d in f["definitions"] for m in d["missing"]]
    assert len(left) == found["points"] - found["covered"]
    assert {"what", "words", "line", "column", "end_line", "end_column", "text"} == set(left[0])


def test_a_failing_scenario_is_reported_and_fails(
    pack: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    wrong = "- {scenario: wrong, as: red, do: gain 1 gold, expect: {gold: {red: +2}}}\n"
    (pack / "scenarios/some.yaml").write_text(wrong, "utf-8")
    code, _, err = run(capsys, str(pack), "--tests")
    assert code == 1
    assert "some.yaml:1:4 fails: wrong" in err


def test_unreadable_files_are_reported_and_not_counted(
    pack: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (pack / "scenarios/some.yaml").write_text("- scenario: broken\n  do: [gain\n", "utf-8")
    (pack / "scenarios/more.yaml").write_text("- {scenario: odd, expect: {kwyjibo: 1}}\n", "utf-8")
    code, out, err = run(capsys, str(pack), "--tests")
    assert code == 1
    assert "some.yaml:2 can't be read, so its scenarios are left out" in err
    assert "more.yaml:1:4 fails: odd" in err
    assert "covered (0.0%) by nothing" in out


@pytest.mark.parametrize(
    ("line", "code", "words"),
    [
        (("nowhere",), 3, "CW301"),
        (("{pack}", "--sim", "1", "--players", "3"), 2, "is for 2 players"),
        (("{pack}", "--sim", "1", "--players", "two"), 2, "not a number of players"),
        (("{pack}", "--json", "nowhere/x.json"), 3, "no such folder"),
        (("{pack}", "--tests", "--html", "{pack}/pack.yaml/x"), 3, "pack.yaml/x"),
    ],
)
def test_wrong_arguments(
    line: tuple[str, ...], code: int, words: str, pack: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found, _, err = run(capsys, *(word.replace("{pack}", str(pack)) for word in line))
    assert (found, words in err) == (code, True), err


def test_a_pack_with_mistakes(pack: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (pack / "more/more.yaml").write_text("rules: {extra: gian 4 gold}\n", "utf-8")
    code, _, err = run(capsys, str(pack), "--tests")
    assert code == 1
    assert "gian" in err


@pytest.mark.parametrize(
    ("scenarios", "games", "expected"),
    [(1, 0, "1 scenario"), (2, 1, "2 scenarios and 1 game"), (0, 1200, "1,200 games"),
     (0, 0, "nothing")],
)  # fmt: skip
def test_summary_of_what_was_run(scenarios: int, games: int, expected: str) -> None:
    assert CoverageResult((), (), scenarios, games, ()).ran_by == expected


@pytest.mark.parametrize(
    ("missing", "expected"),
    [
        (["true"], "never true"),
        (["true", "false"], "never asked"),
        (["takes yes", "takes no"], "never takes yes, never takes no"),
        (["runs", "takes yes", "happens", "takes no"], "never runs"),
    ],
)
def test_description_of_uncovered_points(missing: list[str], expected: str) -> None:
    assert describe_uncovered(missing) == expected
