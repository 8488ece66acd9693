"""A mutated input of each kind, the same one each time; `make fuzz` tries others."""

from __future__ import annotations

from pathlib import Path

import pytest

from dev.fuzz import TARGETS, try_input


@pytest.mark.parametrize("target", TARGETS)
def test_nothing_happens_that_may_not(
    target: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CARDWRIGHT_CACHE", str(tmp_path / "cache"))
    assert try_input(target, 3, tmp_path / "packs") == []
