"""docs/api.md: its example runs."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "api.md"


def blocks(text: str) -> list[str]:
    return re.findall(r"^```python\n(.*?)^```", text, re.MULTILINE | re.DOTALL)


def test_the_example_runs(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(ROOT)
    (example,) = blocks(PAGE.read_text(encoding="utf-8"))
    exec(compile(example, str(PAGE), "exec"), {})
    assert capsys.readouterr().out.splitlines()[-1].startswith("won by ")
