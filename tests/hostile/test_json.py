"""Untrusted files and JSON are read by functions that cope with any depth and any size."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from pathlib import Path

import pytest

import cardwright
import cardwright_tools
from cardwright.source.bounded_files import MAX_BYTES, MAX_VALUES, file_text
from cardwright.source.plain_json import json_value
from cardwright_tools.cli import invoke
from cardwright_tools.output import Stop
from cardwright_tools.sim.rows import GAMES, LINES, PARQUET, RowFiles

OWN = ("source/plain_json.py", "syntax/parser_tables.py", "cardwright_tools/doctor.py")
"""The function itself, and what reads only files that are installed with it."""
INSTALLED = (
    "syntax/parser_tables.py", "syntax/parser.py", "native/printer.py", "native/targets.py",
    "cardwright_tools/doctor.py", "cardwright_tools/development.py", "new/pack.py",
    "show/code_pages.py", "studio/pages.py", "cover/html_pages.py",
)  # fmt: skip
"""What reads whole files, but only those installed with it, or that it has just written."""
BOUNDED = ("source/bounded_files.py", "source/open_files.py", "native/library_cache.py")
"""What opens files, and limits how many bytes it reads."""
CALL = re.compile(r"json\.loads\((?!json\.dumps)|json\.load\(")
WHOLE = re.compile(r'(?<!files)\.read_(?:text|bytes)\(|\bopen\((?:"r|\))|read_table\(path')
HANDS = str(Path(__file__).parents[1] / "packs/hands")
COMMANDS = {
    "a save to explain": ["why", HANDS, "round", "--save", "FILE"],
    "a save to replay": ["replay", "FILE", "--on", HANDS],
    "a baseline": ["check", HANDS, "--baseline", "FILE"],
    "a run to go on with": ["sim", HANDS, "--games", "1", "--rows", "FOLDER", "--resume"],
}


@pytest.fixture
def sparse(tmp_path: Path) -> Path:
    """A file of 5 GB that takes no space on disk."""
    path = tmp_path / "run.json"
    path.touch()
    os.truncate(path, 5_000_000_000)
    return path


@pytest.mark.parametrize("text", ["[" * 200_000, '{"a":' * 200_000, "[" * 200_000 + "]" * 200_000,
                                  f"[{'[],' * (MAX_VALUES // 2)}1]",
                                  "", "hello", "9" * 5_000, b"\xff"])  # fmt: skip
def test_what_can_not_be_read_is_a_value_error(text: str | bytes) -> None:
    with pytest.raises(ValueError):  # noqa: PT011
        json_value(text)


@pytest.mark.parametrize(("call", "but"), [(CALL, OWN), (WHOLE, INSTALLED + BOUNDED)])
def test_nothing_else_reads_untrusted_files(call: re.Pattern[str], but: Sequence[str]) -> None:
    roots = (*cardwright.__path__, *cardwright_tools.__path__)
    files = [path for root in roots for path in Path(root).rglob("*.py")]
    reading = [path.as_posix() for path in files if call.search(path.read_text("utf-8"))]
    assert [name for name in reading if not name.endswith(but)] == []


@pytest.mark.parametrize("name", COMMANDS)
def test_too_large_a_file_is_refused(
    name: str, sparse: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    named = {"FILE": str(sparse), "FOLDER": str(sparse.parent)}
    assert invoke([named.get(word, word) for word in COMMANDS[name]]) == 3
    assert f"larger than {MAX_BYTES:,} bytes" in capsys.readouterr().err


@pytest.mark.parametrize("file", ["/dev/zero", "run.json"])
def test_reading_a_file_stops_at_the_limit(
    file: str, sparse: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(sparse.parent)
    with pytest.raises(OSError, match="larger than"):
        file_text(Path(file))


@pytest.mark.parametrize("form", [LINES, PARQUET])
def test_too_large_a_file_of_rows_is_refused(form: str, sparse: Path) -> None:
    rows = RowFiles(str(sparse.parent), form)
    sparse.rename(rows.path(GAMES, 0))
    with pytest.raises(Stop, match="larger than"):
        rows.read(GAMES, 0)
