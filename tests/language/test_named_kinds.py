"""A kind in the singular, where one thing of that kind has its name."""

from __future__ import annotations

import json
from pathlib import Path

from cardwright_tools.cli import invoke

from ..broken.broken_packs import Case, write

ABILITY = "{when: after placing boat, if: there is birka, do: place 1 boat on skara}"


def test_what_is_placed_is_another_of_the_kind(tmp_path: Path) -> None:
    (pack,) = write(Case("another boat", "", more=f"abilities: [{ABILITY}]\n"), tmp_path)
    scenario = {
        "scenario": "another boat",
        "given": {"players": ["ann", "bob"]},
        "as": "ann",
        "do": "place 1 boat on birka",
        "expect": {"birka": {"ann": "1 boat"}, "skara": {"ann": "1 boat"}},
    }
    (pack / "scenarios").mkdir()
    (pack / "scenarios" / "another.yaml").write_text(json.dumps([scenario]), "utf-8")
    assert invoke(["test", str(pack)]) == 0
