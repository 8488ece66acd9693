"""The command as users see it: exit codes, streams, JSON, and never a traceback."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from cardwright_tools.cli import invoke

pytestmark = pytest.mark.usefixtures("shared_packs")

ROOT = Path(__file__).parents[2]
TOE = str(ROOT / "tests/packs/tic-tac-toe")


@dataclass(frozen=True)
class Done:
    returncode: int
    stdout: str
    stderr: str


Command = Callable[..., Done]


@pytest.fixture
def command(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Command:
    """Runs the command with these words and settings of the environment."""

    def run(*words: str, **settings: str) -> Done:
        for name, value in settings.items():
            monkeypatch.setenv(name, value)
        return Done(invoke([*words]), *capsys.readouterr())

    return run


def pack(folder: Path, content: str, **manifest: str) -> str:
    folder.mkdir()
    lines = {"id": folder.name, "version": "1.0.0", "title": "A pack", "players": "[2, 2]",
             "main": "game", **manifest}  # fmt: skip
    (folder / "pack.yaml").write_text("".join(f"{k}: {v}\n" for k, v in lines.items()))
    (folder / "content.yaml").write_text(content)
    return str(folder)


PLAYERS = """\
players:
  - {id: ann, provenance: public}
  - {id: bob, provenance: public}
"""
ENDLESS = (
    PLAYERS
    + """
state: {left: number}
rules:
  game: |
    do grow with 1000
  grow:
    takes: {size: number}
    do: |
      repeat 1000 times:
        repeat 1000 times:
          set left to size
"""
)


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["check", TOE], 0),
        (["check", "nowhere"], 3),
        (["check", "no/where"], 3),
        (["check"], 2),
        (["check", TOE, "--format", "xml"], 2),
        (["nonsense"], 2),
        (["sim", "nowhere", "--games", "1"], 3),
        (["sim", TOE, "--players", "9"], 2),
        (["sim", TOE, "--games", "-1"], 2),
        (["sim", TOE, "--games", "9" * 400], 2),
        (["sim", TOE, "--games", "1", "--json", "/nowhere/at/all"], 3),
        (["play", TOE, "--seat", "nobody"], 2),
        (["show", TOE, "turn"], 0),
        (["show", TOE, "tunr"], 1),
        (["--help"], 0),
        (["--version"], 0),
    ],
)
def test_exit_codes(words: list[str], code: int, capsys: pytest.CaptureFixture[str]) -> None:
    assert invoke(words) == code
    out, err = capsys.readouterr()
    assert "Traceback" not in out + err
    assert out + err


def test_a_misspelt_command_has_a_suggestion(command: Command) -> None:
    done = command("chek")
    assert (done.returncode, "did you mean `check`?" in done.stderr) == (2, True)


def test_the_list_of_commands_cuts_no_line(
    command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    listed = command("--help").stdout.partition("Commands:")[2]
    assert "balance" in listed
    assert "..." not in listed


@pytest.mark.parametrize("words", [["check"], ["fmt"], ["test"], ["show"], ["schema"]])
def test_a_loop_of_links_is_no_pack(
    words: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "one").symlink_to("other")
    (tmp_path / "other").symlink_to("one")
    assert invoke([*words, str(tmp_path / "one")]) == 3
    assert "internal error" not in capsys.readouterr().err


def test_a_clean_pack_is_an_empty_list(command: Command) -> None:
    done = command("check", TOE, "--format", "json")
    assert (done.returncode, json.loads(done.stdout), done.stderr) == (0, [], "")


def test_one_run_reports_all_mistakes(command: Command, tmp_path: Path) -> None:
    rules = "rules:\n  game: |\n    end the gme\n  other: |\n    do nothing-known\n"
    done = command("check", pack(tmp_path / "faulty", PLAYERS + rules), "--format", "json")
    found = json.loads(done.stdout)
    assert done.returncode == 1
    assert len(found) == 2
    assert set(found[0]) >= {
        "code", "severity", "file", "line", "column", "end_line", "end_column", "message", "help",
    }  # fmt: skip
    assert [(f["line"], f["severity"]) for f in found] == [(6, "error"), (8, "error")]


def test_packs_of_different_games_are_checked_separately(command: Command) -> None:
    done = command("check", TOE, str(ROOT / "tests/packs/connect-four"))
    assert (done.returncode, done.stdout) == (
        0,
        "Tic-tac-toe: no problems\nConnect Four: no problems\n",
    )


def test_two_expansions_of_one_game_are_checked_together(command: Command, tmp_path: Path) -> None:
    pack(tmp_path / "base", PLAYERS + "rules: {game: end the game}\ndefinitions: {size: 3}\n")
    more = "definitions: {extra: 1}\n"
    both = [pack(tmp_path / id, more, requires='{base: "1.0.0"}') for id in ("one", "two")]
    for folder in both:
        manifest = Path(folder) / "pack.yaml"
        manifest.write_text(manifest.read_text().replace("main: game\n", ""))
        assert command("check", folder).returncode == 0
    done = command("check", *both)
    assert done.returncode == 1
    assert "`extra`" in done.stdout


def test_the_words_at_fault_are_underlined(command: Command, tmp_path: Path) -> None:
    faulty = pack(tmp_path / "faulty", PLAYERS + "rules: {game: do nothing-known}\n")
    done = command("check", faulty)
    assert done.returncode == 1
    assert "^" in done.stdout
    assert done.stdout.endswith("\n1 error\nFor details: cardwright explain CW211\n")
    assert "\x1b" not in done.stdout


def test_a_pack_with_mistakes_is_not_played(command: Command, tmp_path: Path) -> None:
    done = command("sim", pack(tmp_path / "faulty", PLAYERS + "rules: {game: do it-all}\n"))
    assert done.returncode == 1
    assert "CW211" in done.stderr


def test_a_failed_game_is_reported_with_its_rules_and_seed(
    command: Command, tmp_path: Path
) -> None:
    done = command("sim", pack(tmp_path / "endless", ENDLESS), "--games", "1", "--json", "-")
    failure = json.loads(done.stdout)["failures"][0]
    assert done.returncode == 1
    assert (failure["code"], failure["game"]) == ("CW401", 0)
    assert failure["rules"][-2:] == ["game", "grow"]
    assert f"whose seed is {failure['seed']}" in done.stderr


def test_a_closed_pipe_ends_the_command_quietly() -> None:
    line = f"{sys.executable} -m cardwright_tools.cli show {TOE} turn | true"
    done = subprocess.run(line, shell=True, capture_output=True, text=True, timeout=60, check=False)
    assert "Traceback" not in done.stderr
    assert "Exception" not in done.stderr


def test_unencodable_characters_become_question_marks() -> None:
    line = [sys.executable, "-m", "cardwright_tools.cli", "show", TOE, "game"]
    env = {**os.environ, "PYTHONIOENCODING": "ascii"}
    assert subprocess.run(line, capture_output=True, env=env, timeout=60).returncode == 0


def test_an_internal_error_is_one_line_unless_debugging(command: Command, tmp_path: Path) -> None:
    """A folder in the place of a save represents any error of the operating system."""
    quiet = command("sim", TOE, "--games", "1", "--json", str(tmp_path))
    loud = command("sim", TOE, "--games", "1", "--json", str(tmp_path), CARDWRIGHT_DEBUG="1")
    assert (quiet.returncode, loud.returncode) == (3, 3)
    assert len(quiet.stderr.splitlines()) == 1
    assert "Traceback" in loud.stderr
