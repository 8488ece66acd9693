"""The packs that an editor has open."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardwright_tools.language_server import workspace

PACK = Path(__file__).parents[1] / "packs" / "hands"


def test_garbage_is_not_looked_for_in_a_pack_after_each_edit(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """With 10,000 cards, this would take seconds."""
    kept: list[str] = []
    monkeypatch.setattr(workspace, "freeze_all", lambda: kept.append("all"))
    packs, file = workspace.OpenPacks(lambda project: None), PACK / "rules.yaml"
    assert packs.project(file) is not None
    assert kept == ["all"]
    packs.opened(file, f"{file.read_text('utf-8')}\n# edited\n")
    assert packs.project(file) is not None
    assert kept == ["all"]
    packs.close()
