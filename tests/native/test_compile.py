"""Without a working compiler, one clear line says so; anything broken in the cache is repaired."""

from __future__ import annotations

import json
import os
import re
import shutil
import stat
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from cardwright import load
from cardwright.backends.native import compile as native
from cardwright.backends.native import library as native_library
from cardwright.backends.native.compile import NoCompiler, NotCompiled
from cardwright.backends.native.library import compile_library
from cardwright.backends.native.library_cache import is_whole, library, put
from cardwright.backends.native.names import Unsupported
from cardwright.backends.native.printer import text_of
from cardwright.backends.python.build import add_effect
from cardwright.program.program import Program

from ..all_packs import ROOT, rules_of

TEXT = "int answer(void) { return 42; }\n"


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("CARDWRIGHT_CACHE", str(tmp_path / "cache"))
    monkeypatch.delenv("CC", raising=False)
    return tmp_path / "cache" / "native"


def test_memberships_tested_in_a_loop_are_marked_before_it() -> None:
    """Also if the loop counts its members."""
    program = rules_of(ROOT / "tests/packs/connect-four").program(2)
    assert "cw_counted" in text_of(program)
    assert "cw_marks m_" in text_of(program)


def test_sums_are_checked_unless_both_numbers_are_known_to_be_small() -> None:
    """One constant is no reason to trust the other number."""
    text = text_of(rules_of(ROOT / "tests/packs/reversi").program(2))
    assert "cw_add(g, f[" in text
    assert "g->s[(v3 + 136)]" in text


def script(folder: Path, text: str) -> str:
    """A compiler that prints its version, and otherwise runs this script."""
    path = folder / "compiler"
    path.write_text(f'#!/bin/sh\n[ "$1" = --version ] && echo 1 && exit\n{text}\n')
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return str(path)


def failure(timeout: float = 10) -> str:
    with pytest.raises(NoCompiler) as error:
        library(TEXT, timeout=timeout)
    assert "\n" not in str(error.value)
    return str(error.value)


def named() -> str:
    return f"the C compiler `{os.environ['CC']}` of `CC`"


@pytest.mark.usefixtures("cache")
def test_a_compiler_may_be_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CC", "no-such-compiler")
    assert failure().startswith("`CC` is `no-such-compiler`, and there is no such program: unset")
    monkeypatch.delenv("CC")
    monkeypatch.setattr(native.shutil, "which", lambda _: None)
    monkeypatch.setattr(native, "has_zig", lambda: False)
    assert failure().startswith("there is no C compiler; `pip install ")


def test_a_compiler_may_fail(cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CC", script(tmp_path, "echo 'program.c:1: error: no' >&2; exit 1"))
    assert failure() == f"{named()} failed: program.c:1: error: no"
    for ends, why in (("exit 1", "it ended with exit code 1"), ("kill -9 $$", "signal 9 ended it"),
                      ("exit 0", "it wrote nothing")):  # fmt: skip
        script(tmp_path, ends)
        assert failure() == f"{named()} failed: {why}"
    assert [*cache.iterdir()] == []


def test_a_compiler_may_hang(cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The processes that it has started end with it: `cc` is a driver that runs the compiler
    itself, and others."""
    begun, late = tmp_path / "begun", tmp_path / "late"
    text = f"(touch {begun}; while [ -e {begun} ]; do sleep 0.01; done; touch {late}) & wait"
    monkeypatch.setenv("CC", script(tmp_path, text))
    assert failure(timeout=1) == f"{named()} took more than 1 seconds"
    assert [*cache.iterdir()] == []
    begun.unlink()
    time.sleep(0.1)
    assert not late.exists()


@pytest.mark.usefixtures("cache")
def test_a_compiler_may_say_anything(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CC", script(tmp_path, r"printf '\377\001 error\n\n' >&2; exit 1"))
    assert failure() == f"{named()} failed: \ufffd\x01 error"
    Path(os.environ["CC"]).write_text("no program")
    assert failure() == f"{named()} can't be run: Exec format error"
    monkeypatch.setenv("CC", "gcc 'x")
    assert failure() == "`CC` is not a command: No closing quotation"


@pytest.mark.skipif(native.shutil.which("cc") is None, reason="there is no C compiler")
def test_a_library_is_used_whoever_compiled_it(
    cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also if there is no compiler now; but with other options, another library is made."""
    made = library(TEXT)
    monkeypatch.setenv("CC", "no-such-compiler")
    assert library(TEXT, only_cached=True) == made
    assert made.parent == cache
    monkeypatch.setenv("CC", "no-such-compiler -m32")
    with pytest.raises(NoCompiler, match="not compiled before"):
        library(TEXT, only_cached=True)


@pytest.mark.skipif(native.shutil.which("cc") is None, reason="there is no C compiler")
def test_no_library_is_kept_where_other_users_may_write(
    cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = library(TEXT)
    for open_to_others in (cache.parent, cache):
        open_to_others.chmod(0o777)
        assert failure().startswith(
            "games are not compiled into a folder that other users can change: "
        )
        assert str(open_to_others) in failure()
        open_to_others.chmod(0o1777 if open_to_others == cache.parent else 0o700)
    assert library(TEXT, only_cached=True) == made
    if os.getuid() == 0:
        os.chown(cache, 1, -1)
    else:
        monkeypatch.setattr(os, "geteuid", lambda: 1)
    assert "belongs to another user" in failure()


@pytest.mark.skipif(native.shutil.which("cc") is None, reason="there is no C compiler")
def test_without_a_cache_folder_libraries_last_as_long_as_the_process(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CARDWRIGHT_CACHE", "")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    made = library(TEXT)
    assert made == library(TEXT, only_cached=True)
    assert [*tmp_path.iterdir()] == []


@pytest.mark.skipif(native.shutil.which("cc") is None, reason="there is no C compiler")
def test_auto_uses_the_library_of_the_same_rules_with_another_title(
    cache: Path, tmp_path: Path
) -> None:
    pack = Path(shutil.copytree(ROOT / "tests" / "packs" / "tic-tac-toe", tmp_path / "pack"))
    compile_library(load(pack).program(2))
    (made,) = cache.glob("*.so")
    file = pack / "pack.yaml"
    file.write_text(re.sub("(?m)^title: .*", "title: Another title", file.read_text()))
    assert load(pack).new_game(2, 1, engine="auto").engine == "native"
    assert [*cache.glob("*.so")] == [made]
    assert load(ROOT / "tests/packs/connect-four").new_game(2, 1, engine="auto").engine == "python"


def test_the_cache_may_be_no_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("CARDWRIGHT_CACHE", str(tmp_path / "file"))
    monkeypatch.setenv("CC", script(tmp_path, "exit 1"))
    assert failure().startswith("can't write to ")
    assert failure().endswith("; set `CARDWRIGHT_CACHE` to another folder")


def test_the_cache_may_be_in_a_folder_that_cant_be_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Such as the home of another user; not even root can follow a link that points to itself."""
    (tmp_path / "loop").symlink_to("loop")
    monkeypatch.setenv("CARDWRIGHT_CACHE", str(tmp_path / "loop"))
    why = "Too many levels of symbolic links; set `CARDWRIGHT_CACHE` to another folder"
    assert failure().endswith(f" can't be read: {why}")


def tic_tac_toe() -> Program:
    return rules_of(ROOT / "tests" / "packs" / "tic-tac-toe").program(2)


@pytest.mark.skipif(native.shutil.which("cc") is None, reason="there is no C compiler")
def test_a_broken_library_is_compiled_again(cache: Path) -> None:
    """Loading half of one would end the process."""
    compile_library(tic_tac_toe(), ("-O0",))
    (found,) = cache.glob("*.so")
    whole, another = found.read_bytes(), library(TEXT).read_bytes()
    for kept in (b"not a library", whole[: len(whole) // 2], another, b""):
        found.unlink()
        found.write_bytes(kept)
        with pytest.raises(NoCompiler, match=r"\.so is damaged; the engine `native` compiles"):
            compile_library(tic_tac_toe(), ("-O0",), only_cached=True)
        assert compile_library(tic_tac_toe(), ("-O0",)).new(1).asked
        assert found.read_bytes() == whole


@pytest.mark.skipif(native.shutil.which("cc") is None, reason="there is no C compiler")
def test_a_program_that_was_compiled_is_not_printed_again(
    cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    compile_library(tic_tac_toe(), ("-O0",))
    (note,) = cache.glob("*.json")
    monkeypatch.setattr(native_library, "printed", None)
    again = compile_library(tic_tac_toe(), ("-O0",), only_cached=True)
    assert again.words == json.loads(note.read_text())[1:]
    monkeypatch.undo()
    monkeypatch.setenv("CARDWRIGHT_CACHE", str(cache.parent))
    for broken in ("", "{}", '["no-such-library.so"]', "[1]"):
        note.write_text(broken)
        assert compile_library(tic_tac_toe(), ("-O0",)).words == again.words
        assert json.loads(note.read_text())[1:] == again.words


@pytest.mark.skipif(native.shutil.which("cc") is None, reason="there is no C compiler")
def test_a_program_of_which_only_another_version_was_compiled_is_printed_once(
    cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each game looks for its library, and authors often change a number and play again."""
    pack = Path(shutil.copytree(ROOT / "tests" / "packs" / "tic-tac-toe", tmp_path / "pack"))
    compile_library(load(pack).program(2), ("-O0",))
    (made,) = cache.glob("*.so")
    another = load(pack).program(2)
    another.identity = ""
    made.rename(made.with_name(made.name.replace(made.stem[-32:], "0" * 32)))
    for printer in (native_library.printed, None):
        monkeypatch.setattr(native_library, "printed", printer)
        with pytest.raises(NotCompiled):
            compile_library(another, ("-O0",), only_cached=True)
    monkeypatch.undo()


@pytest.mark.skipif(native.shutil.which("cc") is None, reason="there is no C compiler")
def test_a_library_is_never_seen_without_its_checksum(
    cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise, other processes would consider it broken."""
    replaced, seen = Path.replace, list[str]()

    def replace(self: Path, target: Path) -> Path:
        seen.extend(path.suffix for path in cache.glob("*.so*"))
        return replaced(self, target)

    monkeypatch.setattr(Path, "replace", replace)
    made = library(TEXT)
    assert seen == [".sha256"]
    assert library(TEXT, only_cached=True) == made


@pytest.mark.skipif(native.shutil.which("cc") is None, reason="there is no C compiler")
def test_a_library_stays_whole_while_others_put_the_same_one_there(cache: Path) -> None:
    """As when several processes compile a game at the same time."""
    found = library(TEXT)
    text, ended = found.read_bytes(), threading.Event()

    def put_again() -> None:
        for number in range(500):
            made = found.with_name(f"{number}-{found.name}")
            made.write_bytes(text)
            put(made, found)
        ended.set()

    with ThreadPoolExecutor(1) as others:
        putting = others.submit(put_again)
        while not ended.is_set() and not putting.done():
            assert is_whole(found)
        putting.result()


def test_a_program_that_something_was_added_to_has_no_note() -> None:
    rules = load(ROOT / "tests" / "packs" / "tic-tac-toe")
    program = rules.program(2)
    assert program.identity == tic_tac_toe().identity != rules.marked().program(2).identity == ""
    routine = program.entries[0].routine
    assert routine is not None
    add_effect(program, routine)
    assert program.identity == ""


def test_programs_with_coverage_are_not_compiled() -> None:
    from cardwright.backends.python.build import build
    from cardwright.program.coverage_points import coverage_of

    rules = rules_of(ROOT / "tests" / "packs" / "tic-tac-toe")
    covered = build(rules.checked, rules.seats(2), coverage_of(rules.checked, 2), 2)
    with pytest.raises(Unsupported, match="coverage"):
        compile_library(covered)
