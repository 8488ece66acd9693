"""Each entry of docs/cookbook.md: `check` reports nothing on it, and its scenario passes."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cardwright_tools.cli import invoke

PAGE = Path(__file__).parents[1] / "docs" / "cookbook.md"
PARTS = re.split(r"^## (.*)\n", PAGE.read_text("utf-8"), flags=re.M)[1:]
ENTRIES = dict(zip(PARTS[::2], PARTS[1::2], strict=True))
BASE = ENTRIES.pop("The game")


def write(text: str, folder: Path) -> set[str]:
    """Writes the files of a part of the page; returns the packs that they belong to."""
    found = re.findall(r"```yaml\n# (\S+\.yaml)\n(.*?)```", text, re.S)
    assert len(found) == text.count("```yaml")
    for name, body in found:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(body, "utf-8")
    return {name.split("/")[0] for name, _ in found}


@pytest.mark.parametrize("title", ENTRIES)
def test_an_entry(title: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(BASE, tmp_path)
    (name,) = write(ENTRIES[title], tmp_path)
    pack = str(tmp_path / name)
    assert invoke(["check", pack]) == 0
    assert "no problems" in capsys.readouterr().out
    assert invoke(["test", pack]) == 0, capsys.readouterr().out
    assert " 0 passed" not in capsys.readouterr().out
    assert invoke(["sim", pack, "--players", "2", "--games", "3", "--seed", "1"]) == 0


def test_an_entry_says_little() -> None:
    for title, text in ENTRIES.items():
        prose = text.split("```")[0]
        assert 1 <= len(re.findall(r"\.\s", prose)) <= 3, title
