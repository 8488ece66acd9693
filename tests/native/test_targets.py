"""Games as C, as a library and as WebAssembly are those that Python plays; tested with the examples
of docs/build.md."""

from __future__ import annotations

import json
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Sequence
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest

from cardwright.backends.native.compile import ENDING, ZIG, has_zig
from cardwright.backends.native.library import Position, compile_library, open_library
from cardwright.backends.native.printer import runtime
from cardwright.backends.native.targets import HEADER, Target
from cardwright.source.codes import CODES
from cardwright_tools.cli import invoke

from ..all_packs import ROOT, rules_of

pytestmark = pytest.mark.usefixtures("shared_packs")

CONNECT_FOUR = ROOT / "tests" / "packs" / "connect-four"
PAGE = (ROOT / "docs" / "build.md").read_text("utf-8")
needs_cc = pytest.mark.skipif(shutil.which("cc") is None, reason="there is no C compiler")
needs_zig = pytest.mark.skipif(not has_zig(), reason="ziglang is not installed")
needs_node = pytest.mark.skipif(shutil.which("node") is None, reason="there is no Node")


def build(folder: Path, target: Target, *more: str, pack: Path = CONNECT_FOUR) -> None:
    words = ["build", str(pack), "--to", target, "--out", str(folder), *more]
    assert invoke(words) == 0


def example(language: str, folder: Path, name: str, number: int = 0) -> None:
    found = re.findall(rf"^```{language}\n(.*?)^```", PAGE, re.M | re.S)[number]
    (folder / name).write_text(found, "utf-8")


def said(folder: Path, words: Sequence[str]) -> str:
    done = subprocess.run(words, cwd=folder, capture_output=True, text=True, timeout=200)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def expected() -> str:
    """The output of the examples."""
    game, answers = compile_library(rules_of(CONNECT_FOUR).program(2)).new(7), 0
    while not game.over:
        ahead = game.copy()
        ahead.apply(0)
        game.apply(ahead.digest % len(game.answers))
        answers += 1
    return f"{answers} answers, {int(game.rewards[0])} for the first player, {game.digest:x}"


@needs_cc
def test_the_example_in_c(tmp_path: Path) -> None:
    build(tmp_path, "c")
    example("c", tmp_path, "play.c")
    (line,) = (x for x in PAGE.splitlines() if x.startswith("cc ") and "play.c" in x)
    assert not said(tmp_path, [*line.split(), "-Wall", "-Wextra", "-Werror"])
    assert said(tmp_path, ["./play"]) == expected()


@needs_cc
def test_the_example_with_two_games(tmp_path: Path) -> None:
    """Each has names and a header of its own; nothing else in one is visible to the other."""
    for line in re.findall(r"^cardwright (build .* --prefix .*)", PAGE, re.M):
        assert invoke([*line.split(), "--out", str(tmp_path)]) == 0
    example("c", tmp_path, "both.c", number=1)
    (line,) = (x for x in PAGE.splitlines() if x.startswith("cc ") and "both.c" in x)
    assert not said(tmp_path, [*line.replace("-O2", "-O0").split(), "-Wall", "-Wextra", "-Werror"])
    assert said(tmp_path, ["./both"]) == "7 columns, 9 squares"


@pytest.mark.parametrize(
    "words", ["--name ../evil", "--name a/b", "--prefix 4", "--prefix four-", "--prefix ''"]
)
def test_names_that_files_and_c_do_not_have_are_refused(words: str, tmp_path: Path) -> None:
    command = ["build", str(CONNECT_FOUR), "--to", "c", "--out", str(tmp_path / "out")]
    assert invoke([*command, *shlex.split(words)]) == 2
    assert [*tmp_path.iterdir()] == []


@needs_cc
def test_a_library_plays(tmp_path: Path) -> None:
    build(tmp_path, "native")
    position: Position = open_library(
        rules_of(CONNECT_FOUR).program(2), tmp_path / f"connect-four{ENDING}"
    ).new(7)
    assert position.digest == compile_library(rules_of(CONNECT_FOUR).program(2)).new(7).digest
    told = json.loads((tmp_path / "connect-four.json").read_text("utf-8"))
    assert told["players"] == {"1": "red", "2": "yellow"}
    assert told["actions"][position.actions[0]] == told["things"][position.answers[0]] == "a1"
    assert len(told["observed"]) == len(position.observation(1))


@needs_cc
@pytest.mark.skipif(ENDING != ".so", reason="the example is for Linux")
def test_the_example_with_the_shared_library(tmp_path: Path) -> None:
    build(tmp_path, "native")
    example("python", tmp_path, "play.py")
    rules, played = rules_of(CONNECT_FOUR), list[str]()
    game, spaces = rules.new_game(2, 7), rules.spaces(2)
    while game.turn:
        played.append(spaces.actions[spaces.legal(game)[-1]])
        game.apply(game.options[-1])
    assert said(tmp_path, [sys.executable, "play.py"]).split() == played


def test_the_page_has_all_errors_of_the_header() -> None:
    declared = re.findall(r"^#define (CW_\w+) ([1-9]\d*)\b", runtime(HEADER), re.M)
    told = re.findall(r"^\| (\d+) \| `(CW_\w+)` \| (?:.*CW(\d+)\]\S* (.*) \||.*)", PAGE, re.M)
    assert [(name, number) for number, name, *_ in told] == declared
    assert [number for number, *_ in told[2:]] == [code for *_, code, _ in told[2:]]
    assert all(CODES[f"CW{code}"].title == title for *_, code, title in told[2:])


@needs_cc
@needs_zig
@needs_node
def test_the_example_in_javascript(tmp_path: Path) -> None:
    build(tmp_path, "wasm")
    example("js", tmp_path, "play.mjs")
    assert said(tmp_path, ["node", "play.mjs"]) == expected()


@needs_cc
@needs_zig
@pytest.mark.soak
def test_the_example_in_a_browser(tmp_path: Path) -> None:
    """With the change that the page names for browsers."""
    browsers = pytest.importorskip("playwright.sync_api")
    chromium = shutil.which("chromium")
    if chromium is None:
        pytest.skip("there is no Chromium")
    build(tmp_path, "wasm")
    example("js", tmp_path, "play.mjs")
    script = re.sub(r"^import .*\n", "", (tmp_path / "play.mjs").read_text("utf-8"))
    fetched = 'await (await fetch("connect-four.wasm")).arrayBuffer()'
    script = script.replace('await readFile("connect-four.wasm")', fetched)
    script = script.replace("console.log(", "document.title = (")
    (tmp_path / "index.html").write_text(f'<script type="module">{script}</script>', "utf-8")
    handler = partial(SimpleHTTPRequestHandler, directory=str(tmp_path))
    with (
        ThreadingHTTPServer(("127.0.0.1", 0), handler) as server,
        browsers.sync_playwright() as driver,
    ):
        Thread(target=server.serve_forever, daemon=True).start()
        page = driver.chromium.launch(executable_path=chromium, args=["--no-sandbox"]).new_page()
        page.goto(f"http://127.0.0.1:{server.server_port}/")
        page.wait_for_function("document.title.includes('answers')", timeout=60_000)
        assert page.title() == expected()
        server.shutdown()


def test_what_can_not_be_built_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("cardwright.backends.native.targets.has_zig", lambda: False)
    words = ["build", str(CONNECT_FOUR), "--out", str(tmp_path / "out"), "--to", "wasm"]
    assert invoke(words) == 1
    assert "pip install 'cardwright[native]'" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


@needs_zig
@pytest.mark.soak
def test_zig_compiles_where_there_is_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from cardwright.backends.native import compile as native

    monkeypatch.setenv("CARDWRIGHT_CACHE", str(tmp_path))
    monkeypatch.delenv("CC", raising=False)
    monkeypatch.setattr(native.shutil, "which", lambda word: word if word == ZIG[0] else None)
    assert native.compiler() == ZIG
    assert compile_library(rules_of(CONNECT_FOUR).program(2)).new(7).asked
