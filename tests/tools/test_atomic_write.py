"""Commands write users' files atomically, and never to a place where a file would not be read."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from cardwright_tools.atomic_write import ChangedMeanwhile, write_atomically
from cardwright_tools.cli import invoke

ORBIT = Path(__file__).parents[2] / "tests/packs/mini-orbit"


def test_a_file_keeps_its_permissions(tmp_path: Path) -> None:
    file = tmp_path / "a.yaml"
    file.write_text("old")
    file.chmod(0o640)
    write_atomically(file, b"new")
    assert file.read_text() == "new"
    assert file.stat().st_mode & 0o777 == 0o640


def test_a_failure_leaves_what_was_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "a.yaml"
    file.write_text("old")

    def full(*_: object) -> None:
        raise OSError("no space")

    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(OSError, match="no space"):
        write_atomically(file, b"new")
    assert file.read_text() == "old"
    assert os.listdir(tmp_path) == ["a.yaml"]


def test_a_concurrent_change_is_kept(tmp_path: Path) -> None:
    file = tmp_path / "a.yaml"
    file.write_text("theirs")
    with pytest.raises(ChangedMeanwhile, match=r"a\.yaml has changed in the meantime"):
        write_atomically(file, b"ours", b"old")
    assert file.read_text() == "theirs"
    assert os.listdir(tmp_path) == ["a.yaml"]
    write_atomically(file, b"ours", b"theirs")
    assert file.read_text() == "ours"


@pytest.mark.parametrize("file", ["scenarios/more.yaml", ".hidden/more.yaml"])
def test_a_card_is_not_added_to_an_ignored_file(file: str, tmp_path: Path) -> None:
    pack = tmp_path / "mini-orbit"
    shutil.copytree(ORBIT, pack)
    assert invoke(["new", "card", str(pack), "dawn", "--file", file]) == 2
    assert not (pack / file).exists()
