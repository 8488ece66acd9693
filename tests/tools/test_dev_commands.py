"""The tools for developers: each prints its help, and then does nothing else."""

from __future__ import annotations

import runpy
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TOOLS = [*(ROOT / "dev").glob("*.py"), *(ROOT / "dev").glob("*/__main__.py")]


def is_run(file: Path) -> bool:
    return '== "__main__"' in file.read_text("utf-8")


TOOLS = [f for f in sorted(TOOLS) if is_run(f)]


@pytest.mark.parametrize("tool", TOOLS, ids=lambda f: f.relative_to(ROOT).as_posix())
def test_help(
    tool: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(sys, "argv", [tool.name, "--help"])
    monkeypatch.syspath_prepend(ROOT)
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit) as ended:
        runpy.run_path(str(tool), run_name="__main__")
    assert ended.value.code in (None, 0)
    assert capsys.readouterr().out.lower().startswith("usage: ")
    assert [*tmp_path.iterdir()] == []
