"""What a game's page says about how its rules have changed."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

import cardwright
from cardwright_tools.studio.rule_changes import changed_places

PACKS = Path(__file__).parents[1] / "packs"


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({}, ""),
        (
            {"market-tokens/tokens.yaml": "# a line\n", "market/rules.yaml": "# a line\n"},
            "What has changed: market/rules.yaml, line 1; tokens.yaml, line 1.",
        ),
        (
            {f"market-tokens/{name}.yaml": "{}\n" for name in ("a", "b", "c", "d", "e")},
            "What has changed: a.yaml, line 1; b.yaml, line 1; c.yaml, line 1; 2 more files.",
        ),
        ({"market-tokens/pack.yaml": "# a line\n"}, "What has changed: pack.yaml, line 1."),
    ],
)
def test_the_first_lines_that_differ_are_listed(
    changes: dict[str, str], said: str, tmp_path: Path
) -> None:
    for name in ("market", "market-tokens"):
        shutil.copytree(PACKS / name, tmp_path / "old" / name)
        shutil.copytree(PACKS / name, tmp_path / "new" / name)
    for name, text in changes.items():
        file = tmp_path / "new" / name
        file.write_text(text + (file.read_text("utf-8") if file.exists() else ""), "utf-8")
    old, new = (cardwright.load(tmp_path / one / "market-tokens") for one in ("old", "new"))
    assert changed_places(old, new) == said
