"""Full disks, read-only folders, processes that are killed: a file is always the old one or the new
one."""

from __future__ import annotations

import errno
import os
import pickle
import random
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import nullcontext, suppress
from itertools import repeat
from multiprocessing import active_children, get_context
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import NoReturn

import pytest

from cardwright import PackError
from cardwright.decks import DeckError
from cardwright.runtime.why import WhyError
from cardwright.source import bounded_files
from cardwright.source.diagnostics import Report
from cardwright.source.reported import ReportedError
from cardwright.source.text import Source
from cardwright_tools import atomic_write
from cardwright_tools.atomic_write import write_atomically
from cardwright_tools.check import store
from cardwright_tools.cli import invoke
from cardwright_tools.language_service.coverage import (
    BROKEN_OFF,
    MEASURING,
    ScenarioCoverage,
)
from cardwright_tools.output import Stop
from cardwright_tools.saved_games import Answer
from cardwright_tools.studio import journal
from cardwright_tools.workers import background_process, worker_pool
from dev.interrupted_writes import UNTIDY, WHAT, kill_while

from .child_process import LONGEST, started

pytestmark = pytest.mark.forks

ROOT = Path(__file__).parents[2]
ORBIT = ROOT / "tests/packs/mini-orbit"
HANDS = str(ROOT / "tests/packs/hands")
LINUX = pytest.mark.skipif(sys.platform != "linux", reason="signals and links are others there")


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    """A pack whose every file `fmt` changes."""
    folder = tmp_path / "mini-orbit"
    shutil.copytree(ORBIT, folder)
    for file in folder.glob("*.yaml"):
        file.write_text(file.read_text() + UNTIDY)
    return folder


def texts(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


# ------------------------------------------------------------------------------ one file


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("old")
    (tmp_path / "link").symlink_to("file")
    write_atomically(tmp_path / "link", b"new")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "file").read_text() == "new"


@LINUX
def test_nothing_takes_the_place_of_a_pipe(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    reader = os.open(tmp_path / "pipe", os.O_RDONLY | os.O_NONBLOCK)
    write_atomically(tmp_path / "pipe", b"new")
    assert os.read(reader, 9) == b"new"
    os.close(reader)
    assert not (tmp_path / "pipe").is_file()


def test_a_loop_of_links_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "a").symlink_to("b")
    (tmp_path / "b").symlink_to("a")
    with pytest.raises(OSError, match="nothing was written"):
        write_atomically(tmp_path / "a", b"new")


def test_a_long_name_is_as_good_as_a_short_one(tmp_path: Path) -> None:
    write_atomically(tmp_path / ("x" * 250), b"new")
    assert (tmp_path / ("x" * 250)).read_bytes() == b"new"


def test_a_new_file_has_the_permissions_that_files_have_there(tmp_path: Path) -> None:
    (tmp_path / "usual").touch()
    write_atomically(tmp_path / "new", b"")
    assert (tmp_path / "new").stat().st_mode == (tmp_path / "usual").stat().st_mode


# ----------------------------------------------------------------------------- full disks


@pytest.fixture
def full(monkeypatch: pytest.MonkeyPatch) -> None:
    """A disk without any space left: the system reports it when files are flushed."""

    def no_room(_: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(atomic_write.os, "fsync", no_room)


@pytest.mark.usefixtures("full")
def test_a_full_disk_leaves_packs_as_they_are(
    pack: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = texts(pack)
    assert invoke(["fmt", str(pack)]) == 3
    assert texts(pack) == before
    said = capsys.readouterr().err
    assert f"{pack.as_posix()}/" in said
    assert "No space left on device; what was there is unchanged" in said


@pytest.mark.usefixtures("full")
def test_a_full_disk_leaves_no_half_of_a_result(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out.json"
    assert invoke(["sim", HANDS, "--games", "2", "--json", str(out)]) == 3
    assert texts(tmp_path) == {}
    assert f"{out}: No space left on device; nothing was written" in capsys.readouterr().err


def test_a_folder_that_may_only_be_read(
    pack: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """As its owner, who is not root, would find it."""

    def refused(path: Path, _: int, mode: int = 0) -> int:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), path)

    before = texts(pack)
    monkeypatch.setattr(atomic_write.os, "open", refused)
    assert invoke(["fmt", str(pack)]) == 3
    assert texts(pack) == before
    assert "Permission denied; what was there is unchanged" in capsys.readouterr().err


def run(*words: str, streams: str) -> int:
    command = [sys.executable, "-m", "cardwright_tools.cli", *words]
    shell = ["sh", "-c", f'exec "$@" {streams}', "sh", *command]
    return subprocess.run(shell, timeout=120).returncode


@LINUX
def test_output_for_which_there_is_no_room(capfd: pytest.CaptureFixture[str]) -> None:
    assert run("explain", "CW401", streams=">/dev/full") == 3
    assert capfd.readouterr().err == "cardwright: the output: No space left on device\n"
    assert run("explain", "CW401", streams=">/dev/full 2>/dev/full") == 3


@LINUX
def test_closed_streams_lead_nowhere(capfd: pytest.CaptureFixture[str]) -> None:
    assert run("explain", "CW401", streams=">&- <&-") == 0
    assert capfd.readouterr().err == ""


def write_often(file: Path, data: bytes) -> None:
    for _ in range(60):
        write_atomically(file, data)


@LINUX
def test_two_who_write_at_once(tmp_path: Path) -> None:
    file, versions = tmp_path / "file", [b"a" * 300_000, b"b" * 300_000]
    file.write_bytes(versions[0])
    other = get_context("fork").Process(target=write_often, args=(file, versions[1]))
    other.start()
    for _ in range(60):
        write_atomically(file, versions[0])
        assert file.read_bytes() in versions
    other.join(LONGEST)
    assert other.exitcode == 0
    assert os.listdir(tmp_path) == ["file"]


# --------------------------------------------------------------------------------- caches


def test_an_entry_that_has_changed_is_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CARDWRIGHT_CACHE", str(tmp_path))
    store.save("one", {"found": []})
    file = tmp_path / "check" / "one.json"
    assert store.load("one") == {"found": []}
    shutil.copy(file, tmp_path / "check" / "two.json")
    assert store.load("two") is None
    file.write_text(file.read_text().replace("found", "bound"))
    assert store.load("one") is None


@pytest.mark.parametrize("home", ["", "relative", "/proc/nowhere"])
def test_without_a_home_nothing_is_kept(
    home: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("CARDWRIGHT_CACHE", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", home)
    monkeypatch.setattr(os.path, "expanduser", lambda path: path.replace("~", home))
    monkeypatch.chdir(tmp_path)
    assert invoke(["check", HANDS]) == 0
    assert os.listdir(tmp_path) == []


# ----------------------------------------------------------------------- ended processes


@LINUX
@pytest.mark.parametrize("what", WHAT)
def test_killed_while_writing(what: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`make soak` kills each of them a thousand times."""
    monkeypatch.setenv("CARDWRIGHT_CACHE", "")
    assert kill_while(what, tmp_path, random.Random(1), times=6) == []


def left_of(group: int, seconds: float = 20) -> Iterator[int]:
    """The processes of a group that still exist after this time."""
    end = time.monotonic() + seconds
    with suppress(ProcessLookupError):
        while time.monotonic() < end:
            os.killpg(group, 0)
            time.sleep(0.05)
        yield group


@LINUX
def test_no_worker_outlives_the_process_that_started_it() -> None:
    words = ["sim", HANDS, "--games", "1000000", "--jobs", "2"]
    with started(*words) as child:
        workers = Path(f"/proc/{child.pid}/task/{child.pid}/children")
        end = time.monotonic() + LONGEST
        while len(workers.read_text().split()) < 2 and time.monotonic() < end:
            time.sleep(0.02)
        assert len(workers.read_text().split()) == 2
        child.kill()
        child.wait(LONGEST)
        assert [*left_of(child.pid)] == []


@LINUX
def test_a_process_that_is_stopped_while_it_sends_is_not_awaited() -> None:
    with background_process(lambda: iter([bytes(10_000_000)])) as receive:
        (child,) = active_children()
        os.kill(child.pid or 0, signal.SIGSTOP)
        assert receive() is None


@LINUX
@pytest.mark.parametrize("started", [0, 1])
@pytest.mark.parametrize(
    "words",
    [
        ["sim", HANDS, "--games", "200", "--jobs", "2"],
        ["cover", HANDS, "--sim", "50", "--jobs", "2"],
        ["mutate", HANDS, "--jobs", "2"],
        ["tournament", HANDS, "--between", "random,hinted", "--games", "102", "--jobs", "2"],
    ],
)
def test_jobs_that_cannot_be_started(
    words: list[str], started: int, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    """The second of two, or both: one line says so, and no process remains."""
    fork, left = os.fork, iter(range(started))

    def refuse() -> int:
        if next(left, None) is None:
            raise BlockingIOError(errno.EAGAIN, os.strerror(errno.EAGAIN))
        return fork()

    monkeypatch.setattr(os, "fork", refuse)
    assert invoke(words) == 3
    said = capsys.readouterr().err.splitlines()[-1]
    assert said == "cardwright: can't start a process: Resource temporarily unavailable"
    assert not active_children()


def test_no_worker_survives_ctrl_c_just_after_its_start(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    start = BaseProcess.start

    def interrupted(process: BaseProcess) -> NoReturn:
        start(process)
        raise KeyboardInterrupt

    monkeypatch.setattr(BaseProcess, "start", interrupted)
    with pytest.raises(KeyboardInterrupt), worker_pool(2):
        pass
    assert not active_children()


def awaited(coverage: ScenarioCoverage) -> str:
    """The hover text of a definition whose coverage is being measured, after something happened."""
    end = time.monotonic() + LONGEST
    while (said := coverage.of(ORBIT, "any")) == MEASURING and time.monotonic() < end:
        time.sleep(0.05)
    return said


@LINUX
@pytest.mark.parametrize("way", [signal.SIGKILL, signal.SIGSTOP])
def test_coverage_whose_process_ends_is_measured_again(way: signal.Signals) -> None:
    coverage = ScenarioCoverage()
    assert coverage.of(ORBIT, "any") == MEASURING
    (child,) = active_children()
    os.kill(child.pid or 0, way)
    assert awaited(coverage) == BROKEN_OFF
    assert coverage.of(ORBIT, "any") == MEASURING
    coverage.forget()


def test_coverage_is_not_measured_where_no_process_can_be_started(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def refuse(*_: object) -> NoReturn:
        raise BlockingIOError(errno.EAGAIN, os.strerror(errno.EAGAIN))

    monkeypatch.setattr(BaseProcess, "start", refuse)
    coverage = ScenarioCoverage()
    assert coverage.of(ORBIT, "any") == BROKEN_OFF
    coverage.forget()


def test_coverage_that_is_forgotten_leaves_no_process_and_no_pipe() -> None:
    coverage = ScenarioCoverage()
    assert coverage.of(ORBIT, "any") == MEASURING
    (measured,) = coverage._found.values()
    coverage.forget()
    assert measured._receiver.closed
    assert not active_children()


def end_now(index: int, way: str) -> int:
    if index == 7:
        os.kill(os.getpid(), signal.SIGKILL)
    if way == "wrong":
        raise LookupError(index)
    return index


def test_a_pool_gives_results_in_order_and_errors_as_they_are() -> None:
    with worker_pool(2) as pool:
        assert [*pool.map(abs, range(-20, 0))] == [*range(20, 0, -1)]
        with pytest.raises(LookupError, match="3"):
            pool.submit(end_now, 3, "wrong").result()
        assert pool.submit(end_now, 4, "").result() == 4
    assert not active_children()


class Odd(Exception):
    """An error that can't be unpickled, since its constructor takes something other than its
    message."""

    def __init__(self, number: int) -> None:
        super().__init__(f"number {number}")
        self.number = number + 0


def fail_oddly(number: int) -> NoReturn:
    raise Odd(number)


def test_a_pool_keeps_working_after_an_error_and_if_nobody_waits() -> None:
    with worker_pool(2) as pool:
        with pytest.raises(ZeroDivisionError):
            list(pool.map(divmod, [1, 1, 1, 1], [1, 0, 1, 1]))
        left = pool.map(abs, range(-20, 0))
        assert next(left) == 20
        del left
        assert [*pool.map(abs, range(-3, 0))] == [3, 2, 1]


def test_a_pool_keeps_working_after_a_result_that_cannot_be_sent() -> None:
    """A task, a result and an error."""
    with worker_pool(2) as pool:
        for _ in range(3):  # more tasks than workers
            with pytest.raises((pickle.PicklingError, AttributeError)):
                pool.submit(abs, lambda: 1)
            with pytest.raises((pickle.PicklingError, AttributeError, TypeError), match="pickle"):
                pool.submit(open, os.devnull).result()
            with pytest.raises(RuntimeError, match="Odd: number 3"):
                pool.submit(fail_oddly, 3).result()
        assert pool.submit(abs, -1).result() == 1
    assert not active_children()


def test_a_pool_whose_workers_cannot_begin_says_why() -> None:
    with pytest.raises(LookupError, match="5"), worker_pool(2, end_now, (5, "wrong")) as pool:
        pool.submit(abs, 1).result()


def test_a_worker_that_is_killed_ends_the_work() -> None:
    ended = pytest.raises(Stop, match="a worker process ended before its work")
    with ended as stop, worker_pool(2) as pool:
        assert [*pool.map(end_now, range(7), repeat(""))] == [*range(7)]
        list(pool.map(end_now, range(20), repeat("")))
    assert stop.value.code == 3
    assert not active_children()


def test_the_end_of_a_command_keeps_its_exit_code_among_processes() -> None:
    stop = pickle.loads(pickle.dumps(Stop("why", 3)))
    assert (stop.message, stop.code) == ("why", 3)


@pytest.mark.parametrize("of", [PackError, DeckError, WhyError])
def test_an_error_keeps_its_report_among_processes(of: type[ReportedError]) -> None:
    report = Report()
    report.error("CW301", "what is wrong", Source("a", "b\n").whole)
    said = of(report)
    again = pickle.loads(pickle.dumps(said))
    assert (type(again), str(again)) == (of, str(said))
    assert again.report.diagnostics == report.diagnostics


# ------------------------------------------------------------------ what could not be read again


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bounded_files, "MAX_BYTES", 100)


@pytest.mark.usefixtures("small")
def test_what_could_not_be_read_again_is_not_written(tmp_path: Path) -> None:
    file = tmp_path / "save.json"
    for size, wrong in ((100, ""), (101, "more than 100 bytes, and could not be read again; what")):
        with pytest.raises(OSError, match=wrong) if wrong else nullcontext():
            write_atomically(file, b"x" * size, read_again=True)
        assert bounded_files.file_bytes(file) == b"x" * 100


@pytest.mark.usefixtures("small")
def test_an_entry_that_could_not_be_read_again_is_not_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CARDWRIGHT_CACHE", str(tmp_path / "cache"))
    for size in (10, 101):
        store.save("a key", "x" * size)
    assert store.load("a key") == "x" * 10


@pytest.mark.usefixtures("small")
def test_a_journal_ends_where_it_could_not_be_read_further(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    path.write_bytes(b"x" * 60)
    journal.write(path, 0, Answer("ann", "a", "A"))
    with pytest.raises(OSError, match="could not be read again"):
        journal.write(path, 1, Answer("ann", "b", "B" * 40))
    assert bounded_files.file_bytes(path).endswith(b'[0,"ann","a","A"]\n')
