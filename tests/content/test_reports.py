"""Nothing is reported on our packs; a command in docs/lints.md checks the others in this way."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardwright_tools.cli import invoke

pytestmark = pytest.mark.usefixtures("shared_packs")

CONTENT = Path(__file__).parents[2] / "content"


@pytest.mark.parametrize("pack", ["tiny-epic-galaxies", "beyond-the-black", "realm-of-magic"])
def test_check_reports_nothing(pack: str, capsys: pytest.CaptureFixture[str]) -> None:
    code = invoke(["check", str(CONTENT / pack), "--fail-level", "note"])
    assert code == 0, capsys.readouterr().out
