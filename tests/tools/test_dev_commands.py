"""The developers' tools: each prints its help, and does nothing else."""

from __future__ import annotations

import runpy
import sys
from pathlib import Path

import pytest

from cardwright_tools import development
from cardwright_tools.cli import invoke

ROOT = Path(__file__).parents[2]
TOOLS = [*(ROOT / "dev").glob("*.py"), *(ROOT / "dev").glob("*/__main__.py")]


def is_run(file: Path) -> bool:
    return '== "__main__"' in file.read_text("utf-8")


TOOLS = [f for f in sorted(TOOLS) if is_run(f)]


@pytest.mark.parametrize("tool", TOOLS, ids=lambda f: f.relative_to(ROOT).as_posix())
def test_help(
    tool: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(sys, "argv", [tool.name, "--help"])
    monkeypatch.syspath_prepend(ROOT)
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit) as ended:
        runpy.run_path(str(tool), run_name="__main__")
    assert ended.value.code in (None, 0)
    assert capsys.readouterr().out.lower().startswith("usage: ")
    assert [*tmp_path.iterdir()] == []


def test_the_command_runs_a_tool_with_its_arguments(capsys: pytest.CaptureFixture[str]) -> None:
    pack = ROOT / "tests" / "packs" / "tic-tac-toe"
    assert invoke(["dev", "program", str(pack), "--routine", "turn"]) == 0
    assert "\nroutine 1 turn: takes 1 of " in f"\n{capsys.readouterr().out}"


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [("expanse --routine tunr", 2, "there is no routine `tunr`; did you mean `turn`?"),
     ("expanse --routine nosuch", 2, "these are in the program: move, "),
     ("expanse --players 9", 2, "The Expanse is for 2 to 4 players, not 9"),
     ("doors-and-corners --modules nosuch", 2, "--modules: there is no module `nosuch`; there are"),
     ("tic-tac-toe", 3, "error[CW301]: there is no pack in tic-tac-toe")],
)  # fmt: skip
def test_an_unknown_pack_module_or_routine_is_refused(
    words: str, code: int, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert invoke(["dev", "program", *words.split()]) == code
    assert said in capsys.readouterr().err


def test_without_a_name_it_lists_the_tools(capsys: pytest.CaptureFixture[str]) -> None:
    assert invoke(["dev"]) == 0
    listed = {line.split()[0] for line in capsys.readouterr().out.splitlines() if line.strip()}
    assert {"program", "bench", "fuzz.corpus"} <= listed
    assert invoke(["dev", "progam"]) == 2
    assert "there is no tool `progam`; `cardwright dev` lists them" in capsys.readouterr().err


def test_outside_the_repository_it_says_where_the_tools_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(development, "REPOSITORY", tmp_path)
    assert invoke(["dev", "program", "expanse"]) == 1
    (line,) = capsys.readouterr().err.splitlines()
    assert "in its repository, not in the package" in line
