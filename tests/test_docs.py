"""Every command in the README and docs runs, and every link in them leads somewhere."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]


def commands(page: Path) -> list[str]:
    """The `cardwright ...` lines of a page's shell blocks."""
    blocks = re.findall(r"```sh\n(.*?)```", page.read_text("utf-8"), re.S)
    lines = [line.split("#")[0].strip() for block in blocks for line in block.splitlines()]
    return [line for line in lines if line.startswith("cardwright ")]


FOUND = [(page, line) for page in PAGES for line in commands(page)]


def test_the_readme_has_commands() -> None:
    assert len([line for page, line in FOUND if page.name == "README.md"]) >= 4


@pytest.mark.parametrize(("page", "line"), FOUND, ids=lambda v: getattr(v, "name", v))
def test_a_command_of_the_docs_runs(page: Path, line: str) -> None:
    words = [sys.executable, "-m", "cardwright_tools.cli", *shlex.split(line)[1:]]
    run = subprocess.run(
        words, cwd=ROOT, input="quit\n", capture_output=True, text=True, timeout=120, check=False
    )
    assert run.returncode == 0, run.stdout + run.stderr
    assert run.stdout.strip()


@pytest.mark.parametrize("page", PAGES, ids=lambda p: str(p.relative_to(ROOT)))
def test_links_lead_somewhere(page: Path) -> None:
    links = re.findall(r"\]\(([^)#:]+)\)", page.read_text("utf-8"))
    assert [link for link in links if not (page.parent / link).exists()] == []


@pytest.mark.parametrize("target", ["demo", "test", "lint", "bench", "soak", "setup"])
def test_make_has_the_targets(target: str) -> None:
    assert re.search(rf"^{target}:", (ROOT / "Makefile").read_text("utf-8"), re.M)
