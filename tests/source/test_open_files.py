"""What a process keeps of the files that it reads again and again."""

from __future__ import annotations

from pathlib import Path

from cardwright.source.open_files import FileCache, made_of, open_files
from cardwright.source.text import Source


def _source(name: str, data: bytes) -> Source:
    return Source(name, data.decode())


def _made(file: Path, files: FileCache, texts: dict[Path, str]) -> Source | None:
    with open_files(texts, files):
        return made_of(file.as_posix(), 100, _source)


def test_what_is_made_of_a_file_is_made_once_until_its_text_changes(tmp_path: Path) -> None:
    file, files = tmp_path / "one.yaml", FileCache()
    file.write_text("a: 1")
    first = _made(file, files, {})
    assert first is not None
    assert _made(file, files, {}) is first
    assert _made(file, files, {file: "a: 1"}) is first
    changed = _made(file, files, {file: "a: 2"})
    assert changed is not None
    assert changed.text == "a: 2"
    file.unlink()
    assert _made(file, files, {}) is None


def test_what_was_not_asked_for_is_forgotten(tmp_path: Path) -> None:
    file, files = tmp_path / "one.yaml", FileCache()
    file.write_text("a: 1")
    first = _made(file, files, {})
    files.forget_unused()
    assert _made(file, files, {}) is first
    for _ in range(2):
        files.forget_unused()
    assert _made(file, files, {}) is not first
