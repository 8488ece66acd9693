"""docs/api.md and docs/players.md: their examples run."""

import re
from pathlib import Path

import pytest

pytestmark = [pytest.mark.long, pytest.mark.usefixtures("shared_packs")]

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "docs" / name for name in ("api.md", "players.md")]


def blocks(text: str) -> list[str]:
    return re.findall(r"^```python\n(.*?)^```", text, re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_examples_run(
    page: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(ROOT)
    first, *others = blocks(page.read_text(encoding="utf-8"))
    exec(compile(first, str(page), "exec"), {})
    assert capsys.readouterr().out.splitlines()[-1].startswith("won by ")
    for example in others:
        exec(compile(example, str(page), "exec"), {})
