"""CI for packs: the action's scripts, the workflow in docs/ci.md and the hooks, without a network.

Each script is run by bash as GitHub does, with its inputs, on good and broken copies of a pack.
Setup and installation are left out; for Install, only the arguments of pip are checked.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML

pytestmark = [pytest.mark.long, pytest.mark.usefixtures("shared_packs")]

ROOT = Path(__file__).parents[1]
GOOD = ROOT / "tests" / "packs" / "tic-tac-toe"
BASH = ("bash", "--noprofile", "--norc", "-eo", "pipefail", "-c")  # like `shell: bash`
SCENARIO = """\
- scenario: Three in a line win
  given: {a1: {x: 1 mark}, b1: {x: 1 mark}}
  as: x
  do: turn
  answers: [c1]
  expect: {winners: [x]}
"""


def read(text: str) -> Any:
    return YAML(typ="safe").load(text)


ACTION = read((ROOT / "action.yml").read_text("utf-8"))
STEPS: dict[str, dict[str, Any]] = {step["name"]: step for step in ACTION["runs"]["steps"]}
HOOKS = {hook["id"]: hook for hook in read((ROOT / ".pre-commit-hooks.yaml").read_text("utf-8"))}
PAGE = (ROOT / "docs" / "ci.md").read_text("utf-8")
WORKFLOW, PRE_COMMIT = (read(block) for block in re.findall(r"```yaml\n(.*?)```", PAGE, re.S))


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """A repository with one valid pack, and the commands on a PATH."""
    shutil.copytree(GOOD, tmp_path / "my-pack", ignore=shutil.ignore_patterns("scenarios"))
    (tmp_path / "my-pack" / "scenarios").mkdir()
    (tmp_path / "my-pack" / "scenarios" / "win.yaml").write_text(SCENARIO, "utf-8")
    python = shlex.quote(sys.executable)
    command(tmp_path, "python", f'exec {python} "$@"')
    command(tmp_path, "cardwright", f'exec {python} -m cardwright_tools.cli "$@"')
    return tmp_path


def command(place: Path, name: str, script: str) -> None:
    path = place / "bin" / name
    path.parent.mkdir(exist_ok=True)
    path.write_text(f"#!/bin/sh\n{script}\n", "utf-8")
    path.chmod(0o755)


def change(place: Path, file: str, old: str, new: str) -> None:
    path = place / "my-pack" / file
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new), "utf-8")


def bash(place: Path, script: str, env: dict[str, str]) -> subprocess.CompletedProcess[str]:
    path = f"{place / 'bin'}{os.pathsep}{os.environ['PATH']}"
    files = {"GITHUB_OUTPUT": place / "output", "GITHUB_STEP_SUMMARY": place / "summary"}
    env = {**os.environ, "PATH": path, "GITHUB_WORKSPACE": str(place), **env}
    env |= {name: str(file) for name, file in files.items()}
    return subprocess.run(
        [*BASH, script], cwd=place, env=env, capture_output=True, text=True, timeout=120,
        check=False,
    )  # fmt: skip


def step(place: Path, name: str, **given: str) -> subprocess.CompletedProcess[str]:
    """Runs a step of the action with these inputs, or their defaults."""
    inputs = {key: one.get("default", "my-pack") for key, one in ACTION["inputs"].items()} | given
    known = {f"inputs.{key}": value for key, value in inputs.items()}
    known |= {"runner.temp": str(place), "github.action_path": "/the/action"}
    env = {
        name: re.sub(r"\$\{\{ ([\w.-]+) \}\}", lambda found: known[found[1]], str(value))
        for name, value in STEPS[name]["env"].items()
    }
    return bash(place, STEPS[name]["run"], env)


# --------------------------------------------------------------------------------- the action


def test_the_action_is_valid_for_github() -> None:
    assert ACTION["name"]
    assert ACTION["description"]
    assert ACTION["runs"]["using"] == "composite"
    for one in STEPS.values():
        assert ("run" in one) != ("uses" in one), one
        assert one.get("shell") == ("bash" if "run" in one else None), one
        assert re.fullmatch(r"[\w./-]+@v\d+", one.get("uses", "a/b@v1")), one
    for one in ACTION["inputs"].values():
        assert one["description"]
        assert one.get("required") or isinstance(one["default"], str)


def test_every_input_is_used_and_none_is_unknown() -> None:
    used = re.findall(r"\binputs\.([\w-]+)", (ROOT / "action.yml").read_text("utf-8"))
    assert {*used} == {*ACTION["inputs"]}


def test_every_step_writes_its_outputs() -> None:
    text = (ROOT / "action.yml").read_text("utf-8")
    scripts = {one["id"]: one.get("run", "") for one in STEPS.values() if "id" in one}
    read = re.findall(r"\bsteps\.([\w-]+)\.outputs\.([\w-]+)", text)
    assert read
    assert [(id, name) for id, name in read if f'echo "{name}=' not in scripts[id]] == []
    assert {*re.findall(r"\bsteps\.([\w-]+)\.", text)} <= {*scripts}
    assert all(
        re.fullmatch(r"\$\{\{ steps\..* \}\}", o["value"]) for o in ACTION["outputs"].values()
    )


def test_no_input_is_run_as_a_command() -> None:
    assert [name for name, one in STEPS.items() if "${{" in one.get("run", "")] == []


def test_each_check_runs_even_if_an_earlier_one_failed() -> None:
    for name in ("Check", "Format", "Test", "Cover"):
        assert STEPS[name]["if"] == "${{ !cancelled() && steps.install.outcome == 'success' }}"


@pytest.mark.parametrize(("version", "wanted"), [("", "/the/action"), ("1.2", "cardwright==1.2")])
def test_install_asks_for_one_version(place: Path, version: str, wanted: str) -> None:
    command(place, "python", 'echo "$@"')
    command(place, "cardwright", "echo installed")
    run = step(place, "Install", **{"cardwright-version": version})
    assert run.stdout.split()[-2:] == [wanted, "installed"]


@pytest.mark.parametrize("name", ["Findings as SARIF", "Check", "Format", "Test", "Cover"])
def test_a_good_pack_passes(place: Path, name: str) -> None:
    run = step(place, name, **{"fail-level": "note", "coverage": "100"})
    assert run.returncode == 0, run.stdout + run.stderr


def test_a_mistake_is_in_the_report_the_summary_and_the_log(place: Path) -> None:
    change(place, "game.yaml", "end the game", "end the gaem")
    assert step(place, "Findings as SARIF").returncode == 0  # so that it can be uploaded
    assert (place / "output").read_text("utf-8") == f"file={place}/cardwright.sarif\n"
    results = json.loads((place / "cardwright.sarif").read_text("utf-8"))["runs"][0]["results"]
    where = results[0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
    assert where == "my-pack/game.yaml"
    run = step(place, "Check")
    assert run.returncode == 1
    assert "::error file=my-pack/game.yaml,line=" in run.stdout
    summary = (place / "summary").read_text("utf-8")
    assert summary.startswith("````text\nerror[CW")
    assert summary.endswith("\n````\n")


def test_a_missing_pack_fails_the_first_step(place: Path) -> None:
    assert step(place, "Findings as SARIF", packs="my-pack other").returncode == 1
    assert not (place / "output").exists()  # nothing to upload


@pytest.mark.parametrize(("level", "code"), [("error", 0), ("warning", 1)])
def test_the_fail_level_decides_the_exit_code(place: Path, level: str, code: int) -> None:
    change(place, "game.yaml", "rules:\n", 'rules:\n  idle: say "never"\n')
    assert step(place, "Check", **{"fail-level": level}).returncode == code


def test_the_modules_are_those_asked_for(place: Path) -> None:
    assert step(place, "Check", modules="storm").returncode == 1  # the pack has none


def test_an_unformatted_file_fails_format(place: Path) -> None:
    change(place, "pack.yaml", "id: tic-tac-toe", "id:   tic-tac-toe")
    run = step(place, "Format")
    assert (run.returncode, "my-pack/pack.yaml" in run.stdout) == (1, True)


def test_a_scenario_that_fails_fails_test(place: Path) -> None:
    change(place, "scenarios/win.yaml", "winners: [x]", "winners: [o]")
    assert step(place, "Test").returncode == 1


@pytest.mark.parametrize(("allow", "code"), [("false", 1), ("true", 0)])
def test_a_pack_without_scenarios_is_allowed_or_not(place: Path, allow: str, code: int) -> None:
    shutil.rmtree(place / "my-pack" / "scenarios")
    assert step(place, "Test", **{"allow-none": allow}).returncode == code


@pytest.mark.parametrize(("percent", "code"), [("50", 0), ("100", 1)])
def test_low_coverage_fails_cover(place: Path, percent: str, code: int) -> None:
    change(place, "game.yaml", "rules:\n", 'rules:\n  idle: say "never"\n')
    assert step(place, "Cover", coverage=percent).returncode == code


# ------------------------------------------------------------------------------- the workflow


def test_the_documented_workflow_has_valid_inputs() -> None:
    job = WORKFLOW["jobs"]["packs"]
    assert {"name", "on", "permissions"} <= {*WORKFLOW}
    assert WORKFLOW["permissions"]["security-events"] == "write"
    given = [one["with"] for one in job["steps"] if "/cardwright@" in one["uses"]]
    assert len(given) == 1
    assert {*given[0]} <= {*ACTION["inputs"]}
    assert {key for key, one in ACTION["inputs"].items() if one.get("required")} <= {*given[0]}


def test_the_page_names_the_repository_of_the_package() -> None:
    urls = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["urls"]
    named = set(re.findall(r"[\w-]+/cardwright\b(?!\.)", PAGE))
    assert named == {urls["Repository"].removeprefix("https://github.com/")}


def test_the_page_has_every_input_and_every_step() -> None:
    for name in (*ACTION["inputs"], "sarif"):
        assert f"`{name}`" in PAGE
    for name in [name for name, one in STEPS.items() if "run" in one and name != "Install"]:
        assert f"| {name} |" in PAGE


# ---------------------------------------------------------------------------------- the hooks


def hook(place: Path, name: str, *files: str) -> subprocess.CompletedProcess[str]:
    """Runs a hook as pre-commit does: its entry, the arguments on the page, and the files it is
    for."""
    of_page = {one["id"]: one.get("args", []) for one in PRE_COMMIT["repos"][0]["hooks"]}
    given = [file for file in files if re.search(HOOKS[name]["files"], file)]
    return bash(place, shlex.join([*HOOKS[name]["entry"].split(), *of_page[name], *given]), {})


def test_the_hooks_are_valid_for_pre_commit() -> None:
    assert {*HOOKS} == {"cardwright-check", "cardwright-fmt", "cardwright-test"}
    assert {one["id"] for one in PRE_COMMIT["repos"][0]["hooks"]} == {*HOOKS}
    for one in HOOKS.values():
        assert {"id", "name", "entry", "language", "files"} <= {*one}
        assert one["language"] == "python"


def test_check_takes_the_packs_of_the_files(place: Path) -> None:
    (place / "other.yaml").write_text("a: [\n", "utf-8")  # in no pack
    files = ("my-pack/game.yaml", "my-pack/scenarios/win.yaml", "other.yaml", "read.me")
    assert hook(place, "cardwright-check", *files).stdout.count("no problems") == 1
    change(place, "game.yaml", "end the game", "end the gaem")
    run = hook(place, "cardwright-check", "my-pack/pack.yaml")
    assert (run.returncode, "my-pack/game.yaml:" in run.stdout) == (1, True)


def test_files_outside_packs_are_ignored(place: Path) -> None:
    (place / "other.yaml").write_text("a: [\n", "utf-8")
    run = hook(place, "cardwright-check", "other.yaml")
    assert (run.returncode, run.stdout, run.stderr) == (0, "", "")


def test_fmt_writes_only_the_changed_files(place: Path) -> None:
    change(place, "pack.yaml", "id: tic-tac-toe", "id:   tic-tac-toe")
    change(place, "game.yaml", "kinds:", "kinds: ")
    assert hook(place, "cardwright-fmt", "my-pack/pack.yaml").returncode == 0
    assert "id: tic-tac-toe\n" in (place / "my-pack" / "pack.yaml").read_text("utf-8")
    assert "kinds: \n" in (place / "my-pack" / "game.yaml").read_text("utf-8")


def test_test_runs_the_scenarios_of_the_pack(place: Path) -> None:
    run = hook(place, "cardwright-test", "my-pack/game.yaml")
    assert (run.returncode, "1 passed" in run.stdout) == (0, True)
    change(place, "scenarios/win.yaml", "winners: [x]", "winners: [o]")
    assert hook(place, "cardwright-test", "my-pack/game.yaml").returncode == 1
