"""`check --watch`: what counts as a change, and how it ends."""

from __future__ import annotations

import os
import shutil
import signal
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from cardwright_tools.check.analyze import analyze
from cardwright_tools.check.options import CheckOptions
from cardwright_tools.check.watch import Stamp, file_stamps, watch_files
from cardwright_tools.check.watch_analysis import WatchAnalysis
from cardwright_tools.cli import invoke

from ..shared_packs import ROOT
from .check_fixtures import CONTENT, pack
from .child_process import started

EXPANSE = ROOT / "content" / "expanse"


def test_it_checks_after_each_change_and_returns_the_last_exit_code() -> None:
    states = iter([1, 1, 1, 2, 2, 2, 2])  # before a run, polls; before the next, polls
    codes, runs, waits = iter([0, 1]), [0], [0]

    def check() -> int:
        runs[0] += 1
        return next(codes)

    def stamp() -> Stamp:
        return {Path("a"): (next(states), 0)}

    def wait() -> None:
        waits[0] += 1
        if waits[0] == 3:
            raise KeyboardInterrupt

    assert watch_files(check, stamp, wait) == 1
    assert (runs[0], waits[0]) == (2, 3)


def test_a_change_during_a_run_is_noticed_after_it() -> None:
    at, runs = [0], [0]

    def check() -> int:
        runs[0] += 1
        at[0] = min(at[0] + 1, 2)  # somebody saves a file while the first two run
        return 0

    def wait() -> None:
        raise KeyboardInterrupt

    watch_files(check, lambda: {Path("a"): (at[0], 0)}, wait)
    assert runs[0] == 3


def test_watched_files(tmp_path: Path) -> None:
    base = pack(tmp_path / "base", CONTENT)
    more = pack(tmp_path / "more", "menus: {m: {}}\n", 'requires: {base: "1.0.0"}\n')
    other = tmp_path / "known.json"
    now = file_stamps([more], [other])
    seen = [now()]
    for change in changes(base, more, other):
        is_noticed(change, seen, now())
    assert all(one != two for one, two in pairwise(seen))
    (more / "scenarios").mkdir()
    (more / "scenarios" / "s.yaml").write_text("[]")
    assert now() == seen[-1]


def test_only_what_was_changed_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """If a manifest is broken, files of the required pack are not read, though unchanged."""
    requires = 'requires: {base: "1.0.0"}\n'
    pack(tmp_path / "base", CONTENT)
    more = pack(tmp_path / "more", "menus: {m: {}}\n", requires)
    manifest = more / "pack.yaml"
    text = manifest.read_text("utf-8")
    (tmp_path / "base" / "gone.yaml").write_text("{}\n")
    steps: Iterator[Callable[[], object]] = iter([
        lambda: manifest.write_text(text.replace("requires:", "requires")),
        lambda: manifest.write_text(text),
        lambda: (tmp_path / "base" / "gone.yaml").unlink(),
        lambda: (more / "new.yaml").write_text("{}\n"),
    ])  # fmt: skip

    def wait() -> None:
        next(steps, _interrupt)()

    watch_files(lambda: 0, file_stamps([more]), wait)
    said = [line for line in capsys.readouterr().err.splitlines() if line.startswith("Changed")]
    names = ["more/pack.yaml", "more/pack.yaml", "base/gone.yaml", "more/new.yaml"]
    assert said == [f"Changed: {(tmp_path / name).as_posix()}" for name in names]


def _interrupt() -> None:
    raise KeyboardInterrupt


def changes(base: Path, more: Path, other: Path) -> Iterator[str]:
    """Makes one change after another, yielding each."""
    (more / "new.yaml").write_text("menus: {n: {}}\n")
    yield "a new file"
    (more / "new.yaml").write_text("menus: {nn: {}}\n")
    yield "another size"
    os.utime(more / "new.yaml", (1, 1))
    yield "another time"
    (more / "new.yaml").unlink()
    yield "a file less"
    (base / "content.yaml").write_text(CONTENT + "\n")
    yield "a required pack"
    other.write_text("{}")
    yield "another file"


def is_noticed(change: str, seen: list[Stamp], now: Stamp) -> None:
    assert now != seen[-1], change
    seen.append(now)


@pytest.mark.parametrize("code", [0, 1])
def test_ctrl_c(code: int, tmp_path: Path) -> None:
    folder = pack(tmp_path / "one", words="rules: {r: do nothing-known}\n" if code else "{}\n")
    with started("check", str(folder), "--watch") as running:
        assert running.stderr is not None
        assert "Watching" in running.stderr.readline()
        (folder / "words.yaml").write_text("\nrules: {r: do nothing-known}\n" if code else "\n{}\n")
        assert running.stderr.readline() == "\n"
        assert "words.yaml" in running.stderr.readline()
        assert "Watching" in running.stderr.readline()
        running.send_signal(signal.SIGINT)
        out, err = running.communicate(timeout=30)
    assert (running.returncode, err) == (code, "")
    assert out.count("1 error" if code else "A pack: no problems") == 2


def test_reports_after_changes_are_those_of_first_runs(tmp_path: Path) -> None:
    shutil.copytree(EXPANSE, tmp_path / "expanse")
    cards = tmp_path / "expanse" / "cards" / "two-player-set.yaml"
    options = CheckOptions((tmp_path / "expanse",))
    repeated, text = WatchAnalysis(options), cards.read_text("utf-8")
    repeated.get_ready()
    for old, new in (
        ("place 1", "place 2"),
        ("points: 2", "points: two"),
        ("- id", "- di"),
        ("", ""),
    ):
        cards.write_text(text.replace(old, new, 1), "utf-8")
        assert repeated() == analyze(options.packs)


def test_a_written_baseline_does_not_trigger_a_run(tmp_path: Path) -> None:
    file = tmp_path / "known.json"
    words = ["check", str(pack(tmp_path / "one")), "--watch", "--write-baseline", str(file)]
    assert invoke(words) == 2
    assert not file.exists()
