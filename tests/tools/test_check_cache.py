"""Results of `check` are kept by content: the same is told, what changed is looked at again."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from cardwright_tools.check import store
from cardwright_tools.check.analysis import Analysis
from cardwright_tools.check.analyze import analyze
from cardwright_tools.check.cache import cached
from cardwright_tools.check.fingerprints import to_findings
from cardwright_tools.check.input_files import InputFiles

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


class Looking:
    """Counts how often packs are really looked at."""

    def __init__(self, pack: Path) -> None:
        self.pack, self.times = pack, 0

    def __call__(self) -> Analysis:
        return cached([self.pack], (), self._look)

    def _look(self, files: InputFiles) -> Analysis:
        self.times += 1
        return analyze([self.pack])


def test_the_same_files_are_looked_at_once(pack: Path) -> None:
    look = Looking(pack)
    first, again = look(), look()
    assert look.times == 1
    assert first.found
    assert again == first


@pytest.mark.parametrize("file", ["game.yaml", "pack.yaml", "more.yaml"])
def test_any_change_of_a_file_is_looked_at(pack: Path, file: str) -> None:
    look = Looking(pack)
    look()
    with (pack / file).open("a") as changed:
        changed.write("# a comment\n")
    look()
    assert look.times == 2


def test_a_mended_pack_is_clean(pack: Path) -> None:
    look = Looking(pack)
    assert look().failed
    (pack / "game.yaml").write_text(f"{PLAYERS}rules: {{game: end the game}}\n")
    assert not look().failed


def test_a_required_pack_counts(pack: Path) -> None:
    more = pack.parent / "more"
    more.mkdir()
    text = "id: more\nversion: 1.0.0\ntitle: More\nplayers: [2, 2]\nrequires: {little: '1'}\n"
    (more / "pack.yaml").write_text(text)
    look = Looking(more)
    look()
    (pack / "game.yaml").write_text(f"{PLAYERS}rules: {{game: end the game}}\n")
    look()
    assert look.times == 2


FOUND = '{"titles": [], "allowed": %s, "found": [%s]}'
TOLD = '{"code": "%s", "message": "%s", "span": null, "help": "", "severity": "%s", "notes": []}'
NO_RESULTS = (
    "", "[]", "{}", "[" * 200_000, FOUND % (0, 1), FOUND % ("1e999", ""),
    FOUND % (0, TOLD % ("CW999", "x", "error")), FOUND % (0, TOLD % ("CW201", "x", "bad")),
    FOUND % (0, TOLD % ("CW201", "\\ud800", "error")),
)  # fmt: skip


@pytest.mark.parametrize("text", NO_RESULTS, ids=range(len(NO_RESULTS)))
def test_what_is_no_result_is_not_used(pack: Path, home: Path, text: str) -> None:
    look = Looking(pack)
    first = look()
    (file,) = home.glob("*.json")
    file.write_text(text)
    assert look() == first
    assert look.times == 2


def test_nothing_is_kept_when_nothing_should(pack: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CARDWRIGHT_CACHE", "")
    look = Looking(pack)
    look()
    look()
    assert look.times == 2


def test_a_folder_that_can_not_be_written_is_no_matter(
    pack: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("CARDWRIGHT_CACHE", str(tmp_path / "file"))
    look = Looking(pack)
    assert look() == look()
    assert look.times == 2


def test_only_the_newest_stay(pack: Path, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "MOST_KEPT", 2)
    look = Looking(pack)
    for number in range(4):
        (pack / "more.yaml").write_text(f"state: {{a{number}: flag}}\n")
        look()
    assert len([*home.glob("*.json")]) == 2


def test_what_is_found_while_files_change_is_not_kept(pack: Path) -> None:
    def changing(files: InputFiles) -> Analysis:
        found = analyze([pack])
        (pack / "game.yaml").write_text(f"{PLAYERS}rules: {{game: end the game}}\n")
        return found

    assert cached([pack], (), changing).failed
    (pack / "game.yaml").write_text(f"{PLAYERS}rules: {{game: end the gme}}\n")
    look = Looking(pack)
    look()
    assert look.times == 1


def test_a_link_that_leaves_the_pack_is_seen(pack: Path) -> None:
    look = Looking(pack)
    look()
    (pack / "evil.yaml").symlink_to("/etc/hostname")
    assert any(d.code == "CW302" for d in look().found)


def test_a_file_that_is_not_there_is_not_an_empty_one(pack: Path) -> None:
    (pack / "pack.yaml").unlink()
    look = Looking(pack)
    look()
    (pack / "pack.yaml").touch()
    look()
    assert look.times == 2


def test_a_file_elsewhere_is_never_shown(pack: Path) -> None:
    secret = pack.parent / "secret.txt"
    secret.write_text("mellon")
    (pack / "link.yaml").symlink_to(secret)
    look = Looking(pack)
    first, again = look(), look()
    assert look.times == 1
    assert any(d.span and d.span.source.name.endswith("link.yaml") for d in again.found)
    assert "mellon" not in str([d.span.source.text for d in again.found if d.span])
    assert again == first


def test_what_a_run_left_that_was_ended_goes_with_the_oldest(
    pack: Path, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home.mkdir(parents=True)
    (home / "abc.123").touch()
    os.utime(home / "abc.123", (1, 1))
    monkeypatch.setattr(store, "MOST_KEPT", 1)
    Looking(pack)()
    assert [path.suffix for path in home.iterdir()] == [".json"]


def test_a_pipe_is_not_waited_for(pack: Path) -> None:
    os.mkfifo(pack / "pipe.yaml")
    assert {"CW102"} <= {d.code for d in Looking(pack)().found}


def test_a_pack_that_gets_another_id_is_known_by_it(pack: Path) -> None:
    found = analyze([pack]).found
    assert {one.pack for one in to_findings(found)} == {"little"}
    (pack / "pack.yaml").write_text(MANIFEST.replace("id: little", "id: large"))
    assert {one.pack for one in to_findings(found)} == {"large"}
