"""Rows of simulations, runs that are resumed, and games that are played elsewhere."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from importlib.util import find_spec
from pathlib import Path

import pytest

from cardwright_tools.cli import invoke
from cardwright_tools.output import Stop
from cardwright_tools.sim import rows as rows_room
from cardwright_tools.sim import run_folder
from cardwright_tools.sim.playout import GameRunner
from cardwright_tools.sim.rows import GAMES as GAMES_ROWS
from cardwright_tools.sim.rows import PARQUET, RowFiles

from .child_process import running
from .raffle_pack import write_raffle

pytestmark = pytest.mark.usefixtures("shared_packs")

ROOT = Path(__file__).parents[2]
GAMES = 40


@pytest.fixture(scope="module")
def raffle(tmp_path_factory: pytest.TempPathFactory) -> str:
    return write_raffle(tmp_path_factory.mktemp("raffle"))


@pytest.fixture(params=["parquet", "jsonl"])
def form(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Parquet, and the format that is written if pyarrow is missing."""
    if request.param == "jsonl":
        monkeypatch.setattr(run_folder, "find_spec", lambda name: None)
    found: str = request.param
    return found


def result(
    capsys: pytest.CaptureFixture[str], *words: str, games: int = GAMES
) -> dict[str, object]:
    """The result of `sim`, without the time it takes."""
    capsys.readouterr()
    whole = ["sim", *words, "--games", str(games), "--engine", "python", "--json", "-"]
    assert invoke(whole) == 0
    found = json.loads(capsys.readouterr().out)
    assert isinstance(found, dict)
    return {k: v for k, v in found.items() if k not in ("seconds", "decisions_per_second")}


def rows(folder: Path, form: str, sort: str) -> Iterator[Mapping[str, object]]:
    files = RowFiles(str(folder), form)
    for path in sorted(folder.glob(f"{sort}-*")):
        yield from files.read(sort, int(path.stem.partition("-")[2]) - 1)


def test_rows_say_what_the_result_says(
    raffle: str, form: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = (raffle, "--rows", str(tmp_path / "run"), "--rows-of", "cards,decisions")
    found = result(capsys, *words)
    assert found == result(capsys, raffle)
    games = [*rows(tmp_path / "run", form, "games")]
    assert [row["game"] for row in games] == [*range(1, GAMES + 1)]
    assert found["decisions"] == sum(1 for _ in rows(tmp_path / "run", form, "decisions"))
    alone = sum(row["winners"] == "ann" for row in games)
    shared = sum(row["winners"] in ("ann,bob", "bob,ann") for row in games)
    wins = found["wins"]
    assert isinstance(wins, dict)
    assert wins["by_player"]["ann"] == alone + shared / 2
    taken = [row["used"] for row in rows(tmp_path / "run", form, "cards") if row["sort"] == "card"]
    assert sum(n for n in taken if isinstance(n, int)) == found["decisions"]


def test_a_run_is_resumed(
    raffle: str, form: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "run"
    words = (raffle, "--players-by", "1=greedy,others=random")
    games = 12
    whole = result(capsys, *words, games=games)
    jobs = ("--jobs", "2")
    assert result(capsys, *words, "--rows", str(folder), *jobs, games=games) == whole
    parts = sorted(folder.glob("games-*"))
    assert len(parts) > 2
    parts[1].unlink()
    left = {part: part.stat().st_mtime_ns for part in parts if part.exists()}
    resumed = (*words, "--rows", str(folder), "--resume")
    assert result(capsys, *resumed, games=games) == whole
    assert parts[1].exists()
    assert {part: part.stat().st_mtime_ns for part in left} == left
    assert result(capsys, *resumed, games=games + 3) == result(capsys, *words, games=games + 3)


def test_another_run_is_not_gone_on_with(
    raffle: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["sim", raffle, "--games", "4", "--rows", str(tmp_path / "run")]
    assert invoke([*words, "--resume"]) == 2
    assert invoke(words) == 0
    assert invoke(words) == 2
    assert "has rows of this run; continue it with --resume" in capsys.readouterr().err
    assert invoke([*words, "--seed", "2"]) == 2
    assert "not 2; name another folder" in capsys.readouterr().err
    assert invoke([*words, "--resume", "--seed", "2"]) == 2
    assert "rows of another run: --seed 1, not 2" in capsys.readouterr().err


def test_a_part_that_is_no_part_is_named(
    raffle: str, form: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["sim", raffle, "--games", "4", "--rows", str(tmp_path / "run")]
    assert invoke(words) == 0
    part = next((tmp_path / "run").glob("games-*"))
    part.write_text("nonsense")
    assert invoke([*words, "--resume"]) == 3
    assert f"{part.name}: " in capsys.readouterr().err


def test_rows_of_finished_games_are_kept_after_ctrl_c(
    raffle: str, form: str, tmp_path: Path, capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    """Ctrl-C comes in the middle of a part; the rest of it is played later."""
    words = ["sim", raffle, "--games", "20", "--rows", str(tmp_path), "--rows-of", "cards"]
    play = GameRunner.play

    def interrupted(runner: GameRunner, index: int) -> object:
        if index == 7:
            raise KeyboardInterrupt
        return play(runner, index)

    with monkeypatch.context() as during:
        during.setattr(GameRunner, "play", interrupted)
        assert invoke(words) == 1
    assert "interrupted: 7 of 20 games" in capsys.readouterr().err
    assert [row["game"] for row in rows(tmp_path, form, "games")] == [*range(1, 8)]
    resumed = result(capsys, *words[1:2], *words[4:], "--resume", games=20)
    assert resumed == result(capsys, raffle, games=20)
    assert [row["game"] for row in rows(tmp_path, form, "games")] == [*range(1, 21)]
    assert {row["game"] for row in rows(tmp_path, form, "cards")} == {*range(1, 21)}


def test_no_file_has_more_rows_than_are_read(
    raffle: str, form: str, tmp_path: Path, capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    """A game has more than ten answers: the files of its part are split between games."""
    monkeypatch.setattr(rows_room, "MAX_ROWS", 30)
    words = (raffle, "--rows", str(tmp_path), "--rows-of", "decisions")
    found = result(capsys, *words)
    files = RowFiles(str(tmp_path), form)
    cut = [int(path.stem.partition("-")[2]) - 1 for path in tmp_path.glob("decisions-*")]
    assert len(cut) > 2
    assert all(0 < len(files.read("decisions", first)) <= 30 for first in cut)
    assert [row["game"] for row in rows(tmp_path, form, "games")] == [*range(1, GAMES + 1)]
    numbers = [row["number"] for row in rows(tmp_path, form, "decisions")]
    assert (len(numbers), numbers.count(1)) == (found["decisions"], GAMES)


def test_what_was_written_before_a_crash_is_not_played_again(
    raffle: str, form: str, tmp_path: Path, capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    """Rows are written from time to time, here after each game. A file in the middle of a part that
    is removed is written again, and no other."""
    words = [raffle, "--rows", str(tmp_path), "--rows-of", "cards"]
    play, played, crashes = GameRunner.play, list[int](), [7]

    def crash(runner: GameRunner, index: int) -> object:
        if index in crashes:
            raise MemoryError
        played.append(index)
        return play(runner, index)

    monkeypatch.setattr(rows_room, "SECONDS", 0)
    monkeypatch.setattr(GameRunner, "play", crash)
    assert invoke(["sim", *words, "--games", "20"]) == 3
    RowFiles(str(tmp_path), form).path("games", 3).unlink()
    played.clear()
    crashes.clear()
    assert result(capsys, *words, "--resume", games=20) == result(capsys, raffle, games=20)
    assert played[: 20 - 6] == [3, *range(7, 20)]
    assert [row["game"] for row in rows(tmp_path, form, "games")] == [*range(1, 21)]


@pytest.mark.parametrize("option", ["--rows", "--store"])
def test_a_folder_that_can_not_be_made_is_named(
    raffle: str, option: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "file"
    file.write_text("")
    assert invoke(["sim", raffle, "--games", "2", option, str(file)]) == 3
    said = f"{option}: can't make the folder {file}: a file has this name"
    assert said in capsys.readouterr().err


def test_stored_games_are_not_written_over(raffle: str, tmp_path: Path) -> None:
    words = ["sim", raffle, "--games", "2", "--store", str(tmp_path)]
    assert (invoke(words), invoke([*words, "--seed", "2"])) == (0, 2)


def test_any_executor_gives_the_same_result(
    raffle: str, capsys: pytest.CaptureFixture[str]
) -> None:
    there = result(capsys, raffle, "--executor", "concurrent.futures:ProcessPoolExecutor")
    assert there == result(capsys, raffle)
    threads = result(capsys, raffle, "--executor", "concurrent.futures:ThreadPoolExecutor")
    assert threads == there


@pytest.mark.parametrize("executor", ["nowhere", "no.such.module:x", "os:getcwd"])
def test_anything_but_an_executor_is_refused(raffle: str, executor: str) -> None:
    assert invoke(["sim", raffle, "--games", "4", "--executor", executor]) == 2


CLUSTER = """
import os, sys
from distributed import Client, LocalCluster
if __name__ == "__main__":
    with LocalCluster(n_workers=2, threads_per_worker=2, dashboard_address=None) as cluster:
        with Client(cluster) as client:
            print(cluster.scheduler_address, *client.run(os.getpid).values(), flush=True)
            sys.stdin.read()
"""


@pytest.mark.soak
def test_a_cluster_that_loses_a_worker_gives_the_same_result(tmp_path: Path) -> None:
    """In separate processes: a cluster has threads, and warns when its workers end."""
    (tmp_path / "cluster.py").write_text(CLUSTER)
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(p for p in sys.path if p)}
    sim = ["-m", "cardwright_tools.cli", "sim", str(ROOT / "content/expanse"),
           "--games", "400", "--engine", "python", "--json", "-"]  # fmt: skip
    with running(str(tmp_path / "cluster.py"), env=env, longest=400) as cluster:
        assert cluster.stdout is not None
        address, *workers = cluster.stdout.readline().split()
        with running(*sim, "--executor", f"dask:{address}", env=env, longest=300) as run:
            time.sleep(6)
            assert run.poll() is None, "the run was over before a worker could be killed"
            os.kill(int(workers[0]), signal.SIGKILL)
            out, _ = run.communicate()
        cluster.communicate("", timeout=60)  # it ends with its input
    local = subprocess.run(
        [sys.executable, *sim], env=env, text=True, capture_output=True, check=True, timeout=240
    )
    assert json.loads(out)["digest"] == json.loads(local.stdout)["digest"]


@pytest.mark.skipif(not find_spec("pyarrow"), reason="pyarrow is not installed")
@pytest.mark.parametrize(
    ("rows", "letters", "wrong"), [(3_000, 10_000, "unpacks to more"), (10_001, 0, "more rows")]
)
def test_a_small_file_that_unpacks_to_much_is_refused(
    rows: int, letters: int, wrong: str, tmp_path: Path
) -> None:
    files = RowFiles(str(tmp_path), PARQUET)
    files.write(GAMES_ROWS, 0, [{"digest": "x" * letters}] * rows)
    assert files.path(GAMES_ROWS, 0).stat().st_size < 100_000
    with pytest.raises(Stop, match=wrong):
        files.read(GAMES_ROWS, 0)
