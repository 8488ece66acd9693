"""Files of a pack that are moved or deleted in the studio: what is on disk afterwards, what pages
are told, and what is refused."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest

from cardwright_tools.studio import file_moves, file_requests
from cardwright_tools.studio.edited_pack import EditedPack
from cardwright_tools.studio.state import Studio
from tests.studio.sockets import HOST, browser, client_of, told

pytestmark = pytest.mark.usefixtures("shared_packs")

PACKS = Path(__file__).parents[1] / "packs"
LUCK = "scenarios/luck.yaml"


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    return Path(shutil.copytree(PACKS / "push-your-luck", tmp_path / "push-your-luck"))


@pytest.fixture
def studio(pack: Path, monkeypatch: pytest.MonkeyPatch) -> Studio:
    monkeypatch.setattr(file_requests, "EVERY", 1000)
    return Studio(EditedPack(pack), frozenset({HOST}))


@contextmanager
def pages(studio: Studio, number: int) -> Iterator[list[Any]]:
    """Pages of the author."""
    with client_of(studio) as client, ExitStack() as stack:
        found = [stack.enter_context(browser(studio, studio.key, client=client))
                 for _ in range(number)]  # fmt: skip
        for socket in found:
            told(socket, "games")
        yield found


def asked(socket: Any, event: str, **message: Any) -> dict[str, Any]:
    socket.send_json(message)
    return told(socket, event)


def opened(socket: Any, file: str) -> dict[str, Any]:
    return asked(socket, "file", do="open", file=file)


def contents(folder: Path) -> Mapping[str, bytes]:
    """Everything below a folder, with the bytes of files."""
    return {one.relative_to(folder).as_posix(): one.read_bytes() if one.is_file() else b""
            for one in folder.rglob("*")}  # fmt: skip


def files_in(folder: Path) -> dict[str, bytes]:
    return {name: data for name, data in contents(folder).items() if (folder / name).is_file()}


MOVES = [
    (LUCK, "scenarios/fortune.yaml", "scenarios/fortune.yaml"),
    (LUCK, "more/scenarios/luck", "more/scenarios/luck.yaml"),
    (LUCK, "scenarios/deep/er/", "scenarios/deep/er/luck.yaml"),
    ("game.yaml", "rules/game.yml", "rules/game.yaml"),
    ("more/cards.yaml", "cards.yaml", "cards.yaml"),
]


@pytest.mark.parametrize(("file", "to", "name"), MOVES)
def test_a_file_is_moved_as_it_is(
    studio: Studio, pack: Path, file: str, to: str, name: str
) -> None:
    (pack / "more").mkdir()
    (pack / "more" / "cards.yaml").write_bytes(b"\xef\xbb\xbf# A comment\r\n")
    (pack / file).chmod(0o640)
    before = files_in(pack)
    with pages(studio, 1) as [socket]:
        version = opened(socket, file)["version"]
        found = asked(socket, "file moved", do="move file", file=file, to=to, version=version)
        assert (found["file"], found["to"]) == (file, name)
        assert found["words"] == f"`{file}` is now `{name}`."
        files = told(socket, "files")["files"]
        assert (file in files, name in files) == (False, True)
        assert told(socket, "diagnostics")["unsaved"] == []
    before[name] = before.pop(file)
    assert files_in(pack) == before
    assert not [one for one in pack.rglob("*") if one.is_dir() and not any(one.iterdir())]
    assert (pack / name).stat().st_mode & 0o777 == 0o640


def test_a_file_is_deleted_on_all_pages_and_its_folder_if_that_is_empty_then(
    studio: Studio, pack: Path
) -> None:
    before = files_in(pack)
    with pages(studio, 2) as [socket, other]:
        version = opened(socket, LUCK)["version"]
        socket.send_json({"do": "delete file", "file": LUCK, "version": version})
        for page in (socket, other):
            found = told(page, "file deleted")
            assert (found["file"], found["version"]) == (LUCK, version)
            assert LUCK not in told(page, "files")["files"]
    del before[LUCK]
    assert files_in(pack) == before
    assert (pack / "scenarios").exists() == any(one.startswith("scenarios/") for one in before)


NO_PLACES = [
    "../out.yaml", "/tmp/out.yaml", "a/../../out.yaml", "linked/out.yaml", ".hidden.yaml", "",
    "a\\..\\out.yaml", "C:out.yaml", "x.txt", "a//b.yaml", "a\nb.yaml", "./out.yaml", "game.yaml",
    "pack.yaml", ".git/x.yaml", "new/.x.yaml", "a" * 300, "pack", "..", "/", "../", "linked/",
    "game.yaml/x.yaml", LUCK, "link.yaml", "nowhere.yaml", "/".join("d" * 60),
]  # fmt: skip
NO_FILES = {
    "pack.yaml": "makes the folder a pack",
    "./pack.yaml": "there is no file",
    f"./{LUCK}": "there is no file",
    f"pictures/../{LUCK}": "there is no file",
    "gone.yaml": "there is no file",
    "../secret.yaml": "there is no file",
    "/etc/passwd": "there is no file",
    "": "there is no file",
    "link.yaml": "is a link",
    "out.yaml": "there is no file",
    "pictures/map.svg": "there is no file",
}


@pytest.fixture
def with_links(pack: Path) -> Path:
    outside = pack.parent / "outside"
    outside.mkdir()
    (pack.parent / "secret.yaml").write_text("secret", "utf-8")
    (pack / "more.yaml").write_text("# more\n", "utf-8")
    (pack / "pictures").mkdir()
    (pack / "pictures" / "map.svg").write_text("<svg/>", "utf-8")
    (pack / "linked").symlink_to(outside)
    (pack / "link.yaml").symlink_to("more.yaml")
    (pack / "out.yaml").symlink_to(pack.parent / "secret.yaml")
    (pack / "nowhere.yaml").symlink_to("nothing.yaml")
    return pack


def test_no_file_is_moved_out_of_the_pack_or_over_another(studio: Studio, with_links: Path) -> None:
    before = contents(with_links.parent)
    with pages(studio, 1) as [socket]:
        opened(socket, LUCK)
        for to in NO_PLACES:
            why = asked(socket, "refused", do="move file", file=LUCK, to=to)["why"]
            assert why, to
            assert str(with_links) not in why
            assert contents(with_links.parent) == before, to


@pytest.mark.parametrize("what", ["move file", "delete file"])
def test_only_files_of_the_pack_are_moved_or_deleted_and_not_its_manifest(
    studio: Studio, with_links: Path, what: str
) -> None:
    before = contents(with_links.parent)
    with pages(studio, 1) as [socket]:
        for name in ("pack.yaml", LUCK):
            opened(socket, name)
        for name, words in {**NO_FILES, str(with_links / LUCK): "there is no file"}.items():
            why = asked(socket, "refused", do=what, file=name, to="other.yaml")["why"]
            assert words in why, name
    assert contents(with_links.parent) == before


@pytest.mark.parametrize("what", ["move file", "delete file"])
def test_a_seat_moves_and_deletes_nothing(studio: Studio, pack: Path, what: str) -> None:
    before = contents(pack)
    with pages(studio, 1) as [socket]:
        seats = asked(socket, "position", do="new game", players=2, seed=1)["seats"]
        with browser(studio, next(iter(seats.values()))) as seat:
            told(seat, "position")
            why = asked(seat, "refused", do=what, file=LUCK, to="other.yaml")["why"]
    assert why == "Only the host can do this."
    assert contents(pack) == before


# ---------------------------------------------------------- changed here, or by somebody else


def test_unsaved_changes_move_with_their_file(studio: Studio, pack: Path) -> None:
    with pages(studio, 2) as [socket, other]:
        text, saved = opened(socket, LUCK)["text"] + "# mine\n", (pack / LUCK).read_text("utf-8")
        asked(socket, "diagnostics", do="edit", file=LUCK, text=text)
        version = opened(other, LUCK)["version"]
        moved = {"do": "move file", "file": LUCK, "to": "scenarios/a.yaml", "version": version}
        for found in (asked(socket, "file moved", **moved), told(other, "file moved")):
            assert (found["file"], found["to"], found["text"]) == (LUCK, "scenarios/a.yaml", text)
            assert found["version"] > version
        assert told(socket, "diagnostics")["unsaved"] == ["scenarios/a.yaml"]
        assert (pack / "scenarios" / "a.yaml").read_text("utf-8") == saved
        asked(socket, "diagnostics", do="save", file="scenarios/a.yaml", version=found["version"])
    assert (pack / "scenarios" / "a.yaml").read_text("utf-8") == text
    assert studio.edited_pack.unsaved() == []


WAYS = [
    ("another page", "has been changed in the meantime, so it was not"),
    ("disk", "has been changed in the meantime, so it was not"),
    ("both", "has been changed on disk since it was opened, so it was not"),
]


@pytest.mark.parametrize(("what", "done"), [("move file", "moved"), ("delete file", "deleted")])
@pytest.mark.parametrize(("by", "words"), WAYS)
def test_a_file_that_was_changed_meanwhile_stays(
    studio: Studio, pack: Path, what: str, done: str, by: str, words: str
) -> None:
    with pages(studio, 2) as [socket, other]:
        shown = opened(socket, LUCK)
        if by in ("another page", "both"):
            edited = shown["text"] + "# theirs\n"
            asked(other, "diagnostics", do="edit", file=LUCK, text=edited)
            version = told(socket, "edited")["version"]
        if by in ("disk", "both"):
            (pack / LUCK).write_text(shown["text"] + "# on disk\n", "utf-8")
        before, seen = contents(pack), version if by == "both" else shown["version"]
        message = {"do": what, "file": LUCK, "to": "other.yaml", "version": seen}
        why = asked(socket, "refused", **message)["why"]
        assert why.startswith(f"`{LUCK}` {words} {done}")
        assert contents(pack) == before
        if by == "disk":
            latest = opened(socket, LUCK)
            assert latest["text"].endswith("# on disk\n")
            asked(socket, f"file {done}", **{**message, "version": latest["version"]})


@pytest.mark.parametrize("what", ["move file", "delete file"])
def test_unsaved_changes_of_a_file_that_somebody_else_deleted_are_kept_until_deleted_here(
    studio: Studio, pack: Path, what: str
) -> None:
    with pages(studio, 1) as [socket]:
        text = opened(socket, LUCK)["text"] + "# mine\n"
        asked(socket, "diagnostics", do="edit", file=LUCK, text=text)
        (pack / LUCK).unlink()
        shown = opened(socket, LUCK)
        assert shown["text"] == text
        assert LUCK in studio.edited_pack.files()
        assert "already a file" in asked(socket, "refused", do="new file", file=LUCK)["why"]
        message = {"do": what, "file": LUCK, "to": "other.yaml", "version": shown["version"]}
        if what == "move file":
            assert "save it first" in asked(socket, "refused", **message)["why"]
            assert opened(socket, LUCK)["text"] == text
        else:
            asked(socket, "file deleted", **message)
            assert told(socket, "diagnostics")["unsaved"] == []


def test_pages_learn_that_another_program_has_deleted_a_file(studio: Studio, pack: Path) -> None:
    with pages(studio, 2) as [socket, other]:
        version = opened(socket, LUCK)["version"]
        (pack / LUCK).unlink()
        other.send_json({"do": "open", "file": "game.yaml"})
        found = told(socket, "file deleted")
        assert (found["file"], found["version"]) == (LUCK, version)
        assert LUCK not in told(socket, "files")["files"]


def test_what_a_page_still_has_of_a_deleted_file_can_be_written_again(
    studio: Studio, pack: Path
) -> None:
    with pages(studio, 1) as [socket]:
        asked(socket, "file deleted", do="delete file", file=LUCK)
        message = {"do": "new file", "file": LUCK, "text": "# mine\n"}
        assert asked(socket, "refused", **{**message, "text": 1})["why"] == "`text` must be text"
        told_files = asked(socket, "files", **message)
        assert told_files["open"] == LUCK
    assert (pack / LUCK).read_text("utf-8") == "# mine\n"


# -------------------------------------------------------------------------- what comes after


def test_games_go_on_after_a_file_was_moved_and_stop_where_they_did(
    studio: Studio, pack: Path
) -> None:
    with pages(studio, 1) as [socket]:
        before = asked(socket, "position", do="new game", players=2, seed=1)
        number = 1 + (pack / "game.yaml").read_text("utf-8").partition("shuffle deck")[0].count(
            "\n"
        )
        line = {"file": "game.yaml", "line": number}
        asked(socket, "breakpoints", do="breakpoints", lines=[line])
        assert studio.table is not None
        asked(socket, "file moved", do="move file", file="game.yaml", to="rules/game.yaml")
        after = told(socket, "position")
        assert (after["view"], after["notice"]) == (before["view"], "")
        assert studio.table.debugger.wanted.lines == {(str(pack / "rules/game.yaml"), number)}
        assert not studio.table.has_older_rules


def test_games_go_on_with_the_old_rules_after_a_file_was_deleted_that_they_need(
    studio: Studio,
) -> None:
    with pages(studio, 1) as [socket]:
        before = asked(socket, "position", do="new game", players=2, seed=1)
        why = asked(socket, "refused", do="delete file", file="game.yaml")["why"]
        assert why == ("The file is deleted. The pack has errors, so games continue with the old "
                       "rules.")  # fmt: skip
        socket.send_json({"do": "watch", "player": ""})
        assert told(socket, "position")["view"] == before["view"]


# ---------------------------------------------------------------------------------- modules

MANIFEST = "`pack.yaml` has the new path, too, but is not saved yet."
MODULES = [  # what a module adds, a file, where it is moved, what the module adds then, and words
    ("fat", "fat/years.yaml", "fat/more.yaml", "fat", ""),
    ("fat/years.yaml", "fat/years.yaml", "new.yaml", "new.yaml", MANIFEST),
    ("[fat/a.yaml, fat/years.yaml]", "fat/a.yaml", "b, c.yaml", '["b, c.yaml", fat/years.yaml]',
     MANIFEST),
    ("fat", "fat/years.yaml", "new.yaml", "fat",
     "It no longer belongs to the module `good-years`."),
    ("fat", "lean.yaml", "fat/lean.yaml", "fat", "It now belongs to the module `good-years`."),
]  # fmt: skip


@pytest.mark.parametrize(("adds", "file", "to", "then", "words"), MODULES)
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_a_module_still_adds_a_moved_file_or_the_author_is_told(
    tmp_path: Path, adds: str, file: str, to: str, then: str, words: str, end: str
) -> None:
    (tmp_path / "fat").mkdir()
    for name in ("fat/years.yaml", "fat/a.yaml", "lean.yaml"):
        (tmp_path / name).write_text("# nothing\n", "utf-8")
    lines = [
        "\ufeffid: small",
        "modules:",
        f"  good-years: {{title: Good years, adds: {adds}}}",
        "",
    ]
    (tmp_path / "pack.yaml").write_bytes(end.join(lines).encode())
    pack = EditedPack(tmp_path)
    moved = file_moves.move(pack, file, to)
    assert moved.words.removeprefix(f"`{file}` is now `{to}`.").strip() == words
    assert pack.open("pack.yaml") == end.join(lines).replace(f"adds: {adds}", f"adds: {then}")[1:]
    assert moved.changes_manifest == (then != adds) == bool(pack.unsaved())
    assert not [one for one in pack.check()["found"] if one["code"] == "CW308"]
