"""`cardwright fmt` as authors see it: texts, `--check`, `--diff`, and what it leaves alone."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import Any

import pytest

from cardwright.board.model import Board
from cardwright.source.diagnostics import Report
from cardwright.source.text import Source
from cardwright.source.yaml_reader import read
from cardwright_tools.cli import invoke
from cardwright_tools.fmt import run
from cardwright_tools.fmt.format_file import format_document

ROOT = Path(__file__).parents[2]
GOLDEN = ROOT / "tests" / "fmt"
MARKET = ROOT / "tests" / "packs" / "market"
CODE = """\
rules:
  # why
  rest:
    do: |
       gain  1   coins.
"""
CLEAN = """\
rules:
  # why
  rest:
    do: gain 1 coins
"""


def pack(tmp_path: Path, text: str = CODE) -> Path:
    """The market with one more file, `more.yaml`."""
    folder = tmp_path / "market"
    shutil.copytree(MARKET, folder)
    (folder / "more.yaml").write_text(text, "utf-8")
    return folder


@pytest.mark.parametrize("name", ["content", "scenarios"])
def test_golden_texts(name: str) -> None:
    board = run.board_of(MARKET, Report())
    assert board is not None
    before = (GOLDEN / f"{name}.before.yaml").read_text("utf-8")
    after = (GOLDEN / f"{name}.after.yaml").read_text("utf-8")
    for text in (before, after):
        report = Report()
        document = read(Source("golden.yaml", text), report)
        assert document is not None
        assert format_document(document, board, report, scenario=name == "scenarios") == after
        assert not report.failed


def test_a_file_is_written_and_then_clean(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = pack(tmp_path)
    (folder / "more.yaml").chmod(0o640)
    assert invoke(["fmt", str(folder)]) == 0
    assert "more.yaml formatted" in capsys.readouterr().out
    assert (folder / "more.yaml").read_text("utf-8") == CLEAN
    assert (folder / "more.yaml").stat().st_mode & 0o777 == 0o640
    assert invoke(["fmt", str(folder)]) == 0
    assert "nothing to format" in capsys.readouterr().out
    assert sorted(os.listdir(folder)) == sorted([*os.listdir(MARKET), "more.yaml"])


def test_check_names_the_files_and_changes_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = pack(tmp_path)
    assert invoke(["fmt", "--check", str(folder)]) == 1
    out = capsys.readouterr().out
    assert f"{(folder / 'more.yaml').as_posix()} is not in its canonical form" in out
    assert "rules.yaml is not" not in out
    assert (folder / "more.yaml").read_text("utf-8") == CODE


def test_diff_is_unified_and_changes_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = pack(tmp_path)
    assert invoke(["fmt", "--diff", str(folder)]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert [line for line in lines if line[:1] in "+-" and line[:3] not in ("+++", "---")] == [
        "-    do: |", "-       gain  1   coins.", "+    do: gain 1 coins",
    ]  # fmt: skip
    assert (folder / "more.yaml").read_text("utf-8") == CODE


def test_one_file_of_a_pack(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = pack(tmp_path)
    (folder / "other.yaml").write_text(CODE.replace("rest", "other"), "utf-8")
    assert invoke(["fmt", str(folder / "more.yaml")]) == 0
    assert (folder / "more.yaml").read_text("utf-8") == CLEAN
    assert "1 file, 1 formatted" in capsys.readouterr().out
    assert invoke(["fmt", "--check", str(folder / "other.yaml")]) == 1


@pytest.mark.parametrize(
    ("text", "code", "other"),
    [
        ("rules:\n  rest: gain  1 1 coins\n", "CW201", CLEAN),
        ("rules:\n  rest: |\n    if day is 1:\n      stop\n     stop\n", "CW205", CLEAN),
        # Other files may lack the words of an unreadable file, so they stay as they are, too.
        ("rules:\n  rest: {do: gain  1 coins\n", "CW112", CODE),
        ("rules:\n  a: stop\n  a: stop\n", "CW120", CODE),
    ],
)
def test_a_file_with_a_mistake_is_unchanged_and_reported(
    text: str, code: str, other: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = pack(tmp_path, text)
    (folder / "z.yaml").write_text(CODE, "utf-8")
    assert invoke(["fmt", str(folder)]) == 1
    assert f"error[{code}]" in capsys.readouterr().err
    assert (folder / "more.yaml").read_text("utf-8") == text
    assert (folder / "z.yaml").read_text("utf-8") == other


LIST = """\
errands:
  - id: feast
    stops: []
    home: bridge
    event:
      - gain 1 coins
      - stop
    provenance: fixture
"""


@pytest.mark.parametrize("text", [LIST, "patch:\n  inspection:\n    event: [stop]\n"])
def test_a_list_for_an_effect_is_left_to_check(text: str, tmp_path: Path) -> None:
    folder = pack(tmp_path, text)
    assert invoke(["fmt", str(folder)]) == 0
    assert "stop" in (folder / "more.yaml").read_text("utf-8")
    assert invoke(["fmt", str(folder), "--check"]) == 0


def test_an_unreadable_file_is_not_called_formatted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = pack(tmp_path, "rules: [\n")
    assert invoke(["fmt", str(folder), "--check"]) == 1
    assert "nothing to format" not in capsys.readouterr().out


def test_byte_order_marks_and_foreign_line_ends_are_removed(tmp_path: Path) -> None:
    folder = pack(tmp_path)
    (folder / "more.yaml").write_bytes(b"\xef\xbb\xbf" + CODE.replace("\n", "\r\n").encode())
    assert invoke(["fmt", str(folder)]) == 0
    assert (folder / "more.yaml").read_bytes() == CLEAN.encode()


@pytest.mark.parametrize(
    ("words", "code", "expected"),
    [
        (["fmt"], 2, "Missing argument"),
        (["fmt", "nowhere"], 3, "nowhere"),
        (["fmt", "README.md"], 3, "not in a pack"),
        (["fmt", "tests/packs"], 3, "CW301"),
    ],
)
def test_not_a_pack(
    words: list[str], code: int, expected: str, capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    monkeypatch.chdir(ROOT)
    assert invoke(words) == code
    assert expected in capsys.readouterr().err


@pytest.mark.parametrize("moment", ["load_yaml", "format_document"])
def test_a_concurrent_save_is_not_overwritten(
    moment: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    folder, original = pack(tmp_path), getattr(run, moment)
    (folder / "board.yaml").write_text((folder / "board.yaml").read_text("utf-8") + "\n", "utf-8")
    theirs = CODE + "  much: gain  2 coins\n"

    def slow(what: Any, *words: object) -> object:
        name = what.name if moment == "load_yaml" else Path(what.source.name).name
        if name == "more.yaml":
            (folder / name).write_text(theirs, "utf-8")
        return original(what, *words)

    monkeypatch.setattr(run, moment, slow)
    assert invoke(["fmt", str(folder)]) == 1
    out, err = capsys.readouterr()
    assert "more.yaml has changed in the meantime and was left as it is; run fmt again" in err
    assert (folder / "more.yaml").read_text("utf-8") == theirs
    assert "board.yaml formatted" in out
    assert "1 formatted" in out


def test_a_failed_write_leaves_the_file_intact(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = pack(tmp_path)

    def fails(*_: object) -> None:
        raise OSError("no room")

    monkeypatch.setattr(os, "replace", fails)
    assert invoke(["fmt", str(folder)]) == 3
    assert (folder / "more.yaml").read_text("utf-8") == CODE
    assert not list(folder.glob(".fmt-*"))


LONG = r"""say \"it's {round} of a text that goes on and on and does not end before column 100\""""
QUOTED = "remove up to 2 boats, at most 1 per town"


@pytest.mark.parametrize(
    "text",
    [
        f'deeds:\n  - event: ["{LONG}"]\n',
        f'definitions: {{a: ["{LONG}"]}}\n',
        f'setup: ["{LONG}"]\n',
        f'setup:\n  - ["{LONG}"]  # one\n',
        f'automata: {{a: {{acts: ["{QUOTED}", {{if: "{QUOTED}", do: pass}}, a: "{QUOTED}"]}}}}\n',
    ],
    ids=range(5),
)
def test_what_can_be_read_can_be_formatted_once_and_for_all(text: str) -> None:
    once = formatted(text)
    assert formatted(once) == once


def formatted(text: str) -> str:
    document = read(Source("more.yaml", text), Report())
    assert document is not None
    found = format_document(document, Board(), Report())
    assert found is not None
    return found
