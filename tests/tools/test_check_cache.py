"""Cached results of `check`: unchanged content is reported from the cache, changes are checked."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from cardwright_tools.check import store
from cardwright_tools.check.analysis import Analysis
from cardwright_tools.check.analyze import analyze
from cardwright_tools.check.cache import cached
from cardwright_tools.check.findings import to_findings
from cardwright_tools.check.input_files import InputFiles, read_input_files

MANIFEST = "id: little\nversion: 1.0.0\ntitle: Little\nplayers: [2, 2]\nmain: game\n"
PLAYERS = "players:\n  - {id: ann, provenance: p}\n  - {id: bob, provenance: p}\n"


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("CARDWRIGHT_CACHE", str(tmp_path / "kept"))
    return tmp_path / "kept" / "check"


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    folder = tmp_path / "little"
    folder.mkdir()
    (folder / "pack.yaml").write_text(MANIFEST)
    (folder / "game.yaml").write_text(f"{PLAYERS}rules: {{game: end the gme}}\n")
    return folder


class CountingCheck:
    """Counts how often packs are really checked."""

    def __init__(self, pack: Path) -> None:
        self.pack, self.times = pack, 0

    def __call__(self) -> Analysis:
        return cached([self.pack], (), self._check)

    def _check(self, files: InputFiles) -> Analysis:
        self.times += 1
        return analyze([self.pack])


def test_the_version_of_the_program_is_that_of_its_sources(tmp_path: Path) -> None:
    """Files that Python compiles come and go while other processes start."""
    (tmp_path / "inner" / "__pycache__").mkdir(parents=True)
    for name in ("a.py", "inner/rows.lark", "inner/__pycache__/a.cpython-312.pyc.1234"):
        (tmp_path / name).write_text("")
    found = sorted(path for path, _ in store._files_below(str(tmp_path)))
    assert found == [str(tmp_path / "a.py"), str(tmp_path / "inner" / "rows.lark")]


LOADED = """
import json, sys
from cardwright_tools.cli import invoke
code = invoke(sys.argv[1:])
print(json.dumps([code, *sys.modules]))
"""


def loaded_by(*arguments: str, code: int = 0) -> set[str]:
    """The packages that a command has imported."""
    words = [sys.executable, "-c", LOADED, *arguments]
    run = subprocess.run(words, capture_output=True, text=True, check=True, timeout=60)
    ended, *names = json.loads(run.stdout.splitlines()[-1])
    assert ended == code
    return {".".join(name.split(".")[:length]) for name in names for length in (1, 2)}


def test_a_check_does_not_load_what_plays() -> None:
    loaded = loaded_by("check", "tests/packs/hands")
    assert "cardwright.language" in loaded
    assert not loaded & {"cardwright.runtime", "cardwright.backends"}


def test_a_stored_report_is_printed_without_reading_packs(pack: Path) -> None:
    assert "cardwright.language" in loaded_by("check", str(pack), code=1)
    loaded = loaded_by("check", str(pack), code=1)
    assert not loaded & {"cardwright.language", "cardwright.board", "ruamel.yaml"}


def test_unchanged_files_are_checked_once(pack: Path) -> None:
    look = CountingCheck(pack)
    first, again = look(), look()
    assert look.times == 1
    assert first.found
    assert again == first


@pytest.mark.parametrize("file", ["game.yaml", "pack.yaml", "more.yaml"])
def test_any_change_to_a_file_is_checked(pack: Path, file: str) -> None:
    look = CountingCheck(pack)
    look()
    with (pack / file).open("a") as changed:
        changed.write("# a comment\n")
    look()
    assert look.times == 2


def test_a_fixed_pack_is_clean(pack: Path) -> None:
    look = CountingCheck(pack)
    assert look().failed
    (pack / "game.yaml").write_text(f"{PLAYERS}rules: {{game: end the game}}\n")
    assert not look().failed


def test_a_change_to_a_required_pack_counts(pack: Path) -> None:
    more = pack.parent / "more"
    more.mkdir()
    text = "id: more\nversion: 1.0.0\ntitle: More\nplayers: [2, 2]\nrequires: {little: '1'}\n"
    (more / "pack.yaml").write_text(text)
    look = CountingCheck(more)
    look()
    (pack / "game.yaml").write_text(f"{PLAYERS}rules: {{game: end the game}}\n")
    look()
    assert look.times == 2


def requiring(pack: Path, id: str, folder: str) -> Path:
    """A pack beside another one that requires it."""
    made = pack.parent / folder
    made.mkdir()
    text = f"id: {folder}\nversion: 1.0.0\ntitle: More\nplayers: [2, 2]\nrequires: {{{id}: '1'}}\n"
    (made / "pack.yaml").write_text(text)
    return made


def test_packs_that_are_required_indirectly_count(pack: Path) -> None:
    more = requiring(pack, "little", "more")
    look = CountingCheck(requiring(pack, "more", "most"))
    look()
    look()
    assert look.times == 1
    names = {more / "pack.yaml", pack / "game.yaml"}
    assert names <= {*map(Path, read_input_files([look.pack]).data)}


@pytest.mark.parametrize("id", ["../little", "..", ".", "", "/", "1", "[little]"])
def test_only_names_of_packs_are_looked_for(pack: Path, id: str) -> None:
    outside = pack.parent / "inner"
    outside.mkdir()
    more = requiring(outside / "none", id, "more")
    assert read_input_files([more]).folders == (more,)


@pytest.mark.parametrize("found", [["../little"], [3], {"little": "1"}, "little", None])
def test_stored_ids_that_are_not_names_are_read_again(
    pack: Path, found: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    more = requiring(pack, "little", "more")
    monkeypatch.setattr(store, "load", lambda _: found)
    assert read_input_files([more]).folders == (more, pack)


FOUND = '{"titles": [], "allowed": %s, "found": [%s]}'
TOLD = '{"code": "%s", "message": "%s", "span": null, "help": "", "severity": "%s", "notes": []}'
NO_RESULTS = (
    "", "[]", "{}", "[" * 200_000, FOUND % (0, 1), FOUND % ("1e999", ""),
    FOUND % (0, TOLD % ("CW999", "x", "error")), FOUND % (0, TOLD % ("CW201", "x", "bad")),
    FOUND % (0, TOLD % ("CW201", "\\ud800", "error")),
)  # fmt: skip


@pytest.mark.parametrize("text", NO_RESULTS, ids=range(len(NO_RESULTS)))
def test_an_invalid_cache_entry_is_not_used(pack: Path, home: Path, text: str) -> None:
    look = CountingCheck(pack)
    first = look()
    for file in home.glob("*.json"):
        file.write_text(text)
    assert look() == first
    assert look.times == 2


def test_the_cache_can_be_turned_off(pack: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CARDWRIGHT_CACHE", "")
    look = CountingCheck(pack)
    look()
    look()
    assert look.times == 2


def test_an_unwritable_cache_folder_is_ignored(
    pack: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("CARDWRIGHT_CACHE", str(tmp_path / "file"))
    look = CountingCheck(pack)
    assert look() == look()
    assert look.times == 2


def test_only_the_newest_entries_are_kept(
    pack: Path, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store, "MOST_KEPT", 2)
    look = CountingCheck(pack)
    for number in range(4):
        (pack / "more.yaml").write_text(f"state: {{a{number}: flag}}\n")
        look()
    assert len([*home.glob("*.json")]) == 2


def test_results_are_not_cached_if_files_change_meanwhile(pack: Path) -> None:
    def changing(files: InputFiles) -> Analysis:
        found = analyze([pack])
        (pack / "game.yaml").write_text(f"{PLAYERS}rules: {{game: end the game}}\n")
        return found

    assert cached([pack], (), changing).failed
    (pack / "game.yaml").write_text(f"{PLAYERS}rules: {{game: end the gme}}\n")
    look = CountingCheck(pack)
    look()
    assert look.times == 1


def test_a_link_out_of_the_pack_is_reported(pack: Path) -> None:
    look = CountingCheck(pack)
    look()
    (pack / "evil.yaml").symlink_to("/etc/hostname")
    assert any(d.code == "CW302" for d in look().found)


def test_a_missing_file_differs_from_an_empty_one(pack: Path) -> None:
    (pack / "pack.yaml").unlink()
    look = CountingCheck(pack)
    look()
    (pack / "pack.yaml").touch()
    look()
    assert look.times == 2


def test_a_file_outside_the_pack_is_never_shown(pack: Path) -> None:
    secret = pack.parent / "secret.txt"
    secret.write_text("mellon")
    (pack / "link.yaml").symlink_to(secret)
    look = CountingCheck(pack)
    first, again = look(), look()
    assert look.times == 1
    assert any(d.span and d.span.source.name.endswith("link.yaml") for d in again.found)
    assert "mellon" not in str([d.span.source.text for d in again.found if d.span])
    assert again == first


def test_leftovers_of_interrupted_runs_are_evicted(
    pack: Path, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home.mkdir(parents=True)
    (home / "abc.123").touch()
    os.utime(home / "abc.123", (1, 1))
    monkeypatch.setattr(store, "MOST_KEPT", 1)
    CountingCheck(pack)()
    assert [path.suffix for path in home.iterdir()] == [".json"]


def test_a_pipe_is_not_waited_for(pack: Path) -> None:
    os.mkfifo(pack / "pipe.yaml")
    assert {"CW102"} <= {d.code for d in CountingCheck(pack)().found}


def test_a_renamed_pack_is_reported_by_its_new_id(pack: Path) -> None:
    found = analyze([pack]).found
    assert {one.pack for one in to_findings(found)} == {"little"}
    (pack / "pack.yaml").write_text(MANIFEST.replace("id: little", "id: large"))
    assert {one.pack for one in to_findings(found)} == {"large"}
