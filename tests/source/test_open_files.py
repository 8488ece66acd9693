"""What a process keeps of the files that it reads again and again."""

from __future__ import annotations

from pathlib import Path

from cardwright.pack.files.pack_files import content_files, content_size
from cardwright.source.diagnostics import Report
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


def test_texts_that_are_not_on_disk_are_among_the_files_of_a_pack(tmp_path: Path) -> None:
    (tmp_path / "b.yaml").write_text("b: 1")
    names = ("a.yaml", "b.yaml", "new/c.yml", ".d.yaml", "scenarios/e.yaml", "f.txt", "../g.yaml")
    with open_files({tmp_path / name: "a: 12" for name in names}):
        found = [path.as_posix() for path in content_files(tmp_path, Report())]
        assert found == ["a.yaml", "b.yaml", "new/c.yml"]
        assert content_size(tmp_path) == 4 + 5 + 5
