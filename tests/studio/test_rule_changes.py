"""What a game's page says about how its rules have changed."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

import cardwright
from cardwright_tools.studio.rule_changes import changed_places

PACKS = Path(__file__).parents[1] / "packs"
BOARD = (PACKS / "market" / "board.yaml").read_text("utf-8")


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
            "What has changed: a.yaml, which is new; b.yaml, which is new; c.yaml, which is new; "
            "2 more files.",
        ),
        ({"market/empty.yaml": ""}, "What has changed: market/empty.yaml, which is new."),
        (
            {"market/board.yaml": None, "market/a.yaml": BOARD},
            "What has changed: market/a.yaml, formerly market/board.yaml.",
        ),
        (
            {
                f"market-tokens/{name}.yaml": text
                for name, text in (("none", None), ("x", ""), ("y", ""))
            },
            "What has changed: x.yaml, formerly none.yaml; y.yaml, which is new.",
        ),
        ({"market-tokens/none.yaml": None}, "What has changed: none.yaml, which is gone."),
        ({"market-tokens/pack.yaml": "# a line\n"}, "What has changed: pack.yaml, line 1."),
    ],
)
def test_the_first_lines_that_differ_are_listed(
    changes: dict[str, str | None], said: str, tmp_path: Path
) -> None:
    """`changes`: what is put before the text of a file, or None if it is deleted."""
    for side in ("old", "new"):
        for name in ("market", "market-tokens"):
            shutil.copytree(PACKS / name, tmp_path / side / name)
        (tmp_path / side / "market-tokens" / "none.yaml").touch()
    for name, text in changes.items():
        file = tmp_path / "new" / name
        before = file.read_text("utf-8") if file.exists() else ""
        file.unlink() if text is None else file.write_text(text + before, "utf-8")
    old = cardwright.load(tmp_path / "old" / "market-tokens")
    new = cardwright.load(tmp_path / "new" / "market-tokens")
    assert changed_places(old, new) == said
