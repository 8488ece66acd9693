"""Packs that `check` refuses as too much work are refused everywhere, before their texts are
examined."""

from __future__ import annotations

from pathlib import Path

import pytest

import cardwright
from cardwright.pack.files import pack_files
from cardwright.source import budget
from cardwright.source.diagnostics import Report
from cardwright_tools.cli import invoke
from cardwright_tools.language_service.project import Project
from cardwright_tools.packs import examine
from cardwright_tools.studio.edited_pack import EditedPack
from cardwright_tools.studio.errors import RequestError

from .cases import write_case

SCENARIO = "- scenario: one\n  do: do r1\n  expect: {round: 1}\n"
COMMANDS = {
    "check": [], "show": [], "sim": ["--games", "1"], "play": [], "fmt": ["--check"],
    "diff": ["."], "why": ["gold of ann"], "test": [], "cover": [], "mutate": [],
}  # fmt: skip


@pytest.fixture
def pack(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A pack with more texts than the limit allows."""
    base = write_case("different good effects", tmp_path, 20)
    (base / "scenarios").mkdir()
    (base / "scenarios" / "one.yaml").write_text(SCENARIO)
    monkeypatch.setattr(budget, "MAX_CHECKED", 2_000)
    monkeypatch.chdir(base)
    return base


@pytest.mark.parametrize("command", COMMANDS)
def test_commands_refuse_it(command: str, pack: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert invoke([command, str(pack), *COMMANDS[command]])
    said = capfd.readouterr()
    assert "CW303" in said.out + said.err


def test_editors_refuse_it(pack: Path) -> None:
    project = Project(pack)
    project.check({})
    assert {one.code for one in project.found} == {"CW303"}
    assert not project.rules


def test_the_studio_refuses_it(pack: Path) -> None:
    with pytest.raises(RequestError, match="has errors"):
        EditedPack(pack).rules()


def test_with_another_error_only_that_is_reported(pack: Path) -> None:
    """Cards of one shape are detected only in packs without errors."""
    more = pack / "more.yaml"
    more.write_text(f"{more.read_text()}towns:\n  - {{id: a, isle: nowhere, provenance: x}}\n")
    rules, report = examine(pack)
    assert rules is None
    found = {one.code for one in report.diagnostics if one.severity == "error"}
    assert found
    assert "CW303" not in found


def test_the_library_reads_it(pack: Path) -> None:
    assert cardwright.load(pack)


READ_SCENARIOS = {
    "check": [], "cover": [], "fmt": [], "mutate": [], "test": [],
    "why": ["gold of ann", "--scenario", "one"],
}  # fmt: skip
LONG = SCENARIO + f"# {'x' * 3_000}\n"


@pytest.mark.parametrize(("limit", "most"), [("MAX_FILES", 5), ("MAX_BYTES", 5 * len(LONG))])
def test_scenarios_are_limited_together(
    limit: str, most: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    """None is left out silently."""
    base = write_case("different good effects", tmp_path, 2)
    (base / "scenarios").mkdir()
    for name in "abcdef":
        (base / "scenarios" / f"{name}.yaml").write_text(LONG)
    monkeypatch.setattr(pack_files, limit, most)
    project = Project(base)
    project.check({})
    assert "CW303" in {one.code for one in project.found}
    for command in READ_SCENARIOS:
        assert invoke([command, str(base), *READ_SCENARIOS[command]]) == 1
        said = capfd.readouterr()
        assert "error[CW303]" in said.out + said.err
        assert "f.yaml" in said.out + said.err
    monkeypatch.setattr(pack_files, limit, 6 * most)
    assert invoke(["check", str(base)]) == 0
    assert len(pack_files.scenario_files(base, Report())) == 6
