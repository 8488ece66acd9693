"""Packs that come with Cardwright: every command accepts their names; a folder takes precedence."""

from __future__ import annotations

import io
from pathlib import Path

import click
import pytest

from cardwright_tools.cli import COMMANDS, cardwright, invoke
from cardwright_tools.options import OWN_PACK, PACK

pytestmark = pytest.mark.usefixtures("shared_packs")

TOE = Path(__file__).parents[1] / "packs" / "tic-tac-toe"
PACKS = (PACK, OWN_PACK)
BY_NAME = {
    "check": ["expanse", "--select", "CW1"],
    "fmt": ["--check", "expanse"],
    "test": ["expanse", "-k", "julie mao"],
    "cover": ["expanse", "--sim", "1", "--players", "2"],
    "sim": ["expanse", "--games", "1", "--players", "2"],
    "play": ["expanse", "--players", "2"],
    "show": ["expanse", "julie-mao"],
    "build": ["expanse", "--players", "2", "--to", "c"],
    "why": ["expanse", "controller of europa", "--players", "2"],
    "schema": ["expanse", "--no-settings", "--out", "."],
    "diff": ["expanse", "expanse"],
    "balance": ["expanse", "--games", "2", "--players", "2"],
    "sweep": ["expanse", "points of julie-mao = 1..2", "--games", "2", "--players", "2"],
    "tournament": ["expanse", "--between", "random,hinted", "--games", "1", "--players", "2"],
}
Capture = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder without packs, with `quit` as the only input."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.stdin", io.StringIO("quit\n"))
    return tmp_path


def test_each_command_that_takes_a_pack_is_tested() -> None:
    found = ((name, cardwright.get_command(click.Context(cardwright), name)) for name in COMMANDS)
    taking = {name for name, one in found if one and any(p.type in PACKS for p in one.params)}
    assert taking - {"mutate"} <= {*BY_NAME}  # which would take long, and is tested below


@pytest.mark.parametrize("command", BY_NAME)
def test_a_shipped_pack_by_name(command: str, capsys: Capture) -> None:
    assert invoke([command, *BY_NAME[command]]) == 0, "".join(capsys.readouterr())


@pytest.mark.soak
def test_mutate_takes_a_name_too(capsys: Capture) -> None:
    assert invoke(["mutate", "expanse", "--only", "no-such-mistake"]) == 2
    assert "no mutant begins with `no-such-mistake`" in capsys.readouterr().err


def test_without_a_seat_it_is_the_first(capsys: Capture) -> None:
    assert invoke(["play", "expanse", "--players", "2"]) == 0
    first = capsys.readouterr().out
    invoke(["play", "expanse", "--players", "2", "--seat", "un"])
    assert capsys.readouterr().out == first


def test_a_folder_takes_precedence(elsewhere: Path, capsys: Capture) -> None:
    (elsewhere / "expanse").symlink_to(TOE, target_is_directory=True)
    assert invoke(["check", "expanse"]) == 0
    assert "Tic-tac-toe" in capsys.readouterr().out


@pytest.mark.parametrize("command", ["check", "play", "test", "diff", "fmt"])
@pytest.mark.parametrize(
    ("name", "hint"),
    [("voyage", "doors-and-corners, expanse"), ("expense", "did you mean `expanse`?")],
)
def test_an_unknown_name_lists_those_that_are_shipped(
    command: str, name: str, hint: str, capsys: Capture
) -> None:
    words = [command, name, *(["expanse"] if command == "diff" else [])]
    assert invoke(words) == 3
    output = "".join(capsys.readouterr())
    assert name in output
    assert hint in output


@pytest.mark.parametrize("what", ["card", "module", "scenario"])
def test_shipped_packs_are_not_changed(what: str, capsys: Capture) -> None:
    assert invoke(["new", what, "expanse", "nauvoo"]) == 2
    assert "cardwright new pack NAME --requires expanse" in capsys.readouterr().err


def test_a_new_pack_may_be_called_like_one_that_is_shipped(elsewhere: Path) -> None:
    assert invoke(["new", "pack", "expanse"]) == 0
    assert (elsewhere / "expanse" / "pack.yaml").is_file()
