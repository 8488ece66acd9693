"""The test suite itself: no test can hang, and `make soak` runs the long tests."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
FILES = sorted((ROOT / "tests").rglob("*.py"))
WAITS = {"run", "call", "check_call", "check_output"}
"""Functions of `subprocess` that wait for a child process."""
GUARDED = {"child_process.py"}
"""The file that starts children and ends them itself."""


def without_timeout(text: str) -> Iterator[int]:
    """The lines that start a child process without a timeout."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            named = isinstance(node.func.value, ast.Name) and node.func.value.id == "subprocess"
            limited = any(keyword.arg == "timeout" for keyword in node.keywords)
            if named and (node.func.attr == "Popen" or (node.func.attr in WAITS and not limited)):
                yield node.lineno


def test_every_child_process_has_a_timeout() -> None:
    for file in FILES:
        found = list(without_timeout(file.read_text("utf-8")))
        assert not found or file.name in GUARDED, (file, found)


def test_a_child_process_without_timeout_is_found() -> None:
    text = "subprocess.run(['a'])\nsubprocess.run(['a'], timeout=1)\nsubprocess.Popen(['a'])\n"
    assert list(without_timeout(text)) == [1, 3]


def test_a_hanging_test_is_ended() -> None:
    options = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["pytest"]
    assert 0 < options["ini_options"]["faulthandler_timeout"] <= 600
    assert options["ini_options"]["faulthandler_exit_on_timeout"] is True


ERRORS = """import pytest

@pytest.fixture
def broken_before():
    1 / 0

@pytest.fixture
def broken_after():
    yield
    1 / 0

def test_one(broken_before): pass
def test_two(broken_after): pass
def test_three(): assert 0
"""


def test_errors_before_and_after_a_test_are_reported(tmp_path: Path) -> None:
    (tmp_path / "test_errors.py").write_text(ERRORS)
    words = [sys.executable, "-m", "pytest", "-p", "conftest", "-p", "no:cacheprovider"]
    run = subprocess.run([*words, "--rootdir", ".", "--confcutdir", ".", "-n", "0"], cwd=tmp_path,
                         env={**os.environ, "PYTHONPATH": str(ROOT)}, capture_output=True,
                         text=True, timeout=120, check=False)  # fmt: skip
    assert "1 failed, 1 passed, 2 errors" in run.stdout


def test_soak_runs_what_the_suite_leaves_out() -> None:
    assert "pytest" in soak_lines()
    assert "-m soak" in soak_lines()


def test_soak_names_packs_alone() -> None:
    """A file beside the packs, such as a README, would end the run."""
    named = [found for word in soak_lines().split() if "/" in word and "$" not in word
             for found in ROOT.glob(word)]  # fmt: skip
    assert len(named) > 40
    assert all((found / "pack.yaml").is_file() for found in named)


def soak_lines() -> str:
    makefile = (ROOT / "Makefile").read_text("utf-8")
    (lines,) = (part for part in makefile.split("\n\n") if part.startswith("soak:"))
    return lines
