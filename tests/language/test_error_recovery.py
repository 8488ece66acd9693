"""Which errors are reported beside an unknown name, and which are held back as cascading."""

from __future__ import annotations

from pathlib import Path

import pytest

import cardwright

from ..broken.broken_packs import Case, write


@pytest.mark.parametrize(
    ("effect", "expected"),
    [
        ("choose 1 twn, as x\nplace 1 boat on x\nif good of x is salt: x gains 1 gold", ["twn"]),
        ("choose 1 twn, as x\nremove 1 bot on x", ["twn", "bot"]),
        ("choose 1 twn, as x\nfor each boat as x: remove 1 bot from town of x", ["twn", "bot"]),
        ("choose 1 twn, as x\nchoose 1 boat, as x\nset size of x to 3", ["twn", "size of x"]),
        ("for each frob as f: gain 1 gld", ["frob", "gld"]),
        ("for each frob as f: f gains 1 gld", ["frob"]),
        ("let much be 1 + nosuch\ngain 2 glod, at most 1 per much", ["nosuch", "glod"]),
        ("let many be nosuch\nfor each many as one-of: one-of gains 1 gold", ["nosuch"]),
    ],
)
def test_cascading_errors_are_held_back(effect: str, expected: list[str], tmp_path: Path) -> None:
    lines = "".join(f"    {line}\n" for line in effect.splitlines())
    packs = write(Case("", "", more=f"rules:\n  much: |\n{lines}"), tmp_path)
    _, report = cardwright.examine(*packs)
    assert [d.span.text for d in report.diagnostics if d.span] == expected


def test_help_for_it_sees_another_in_the_same_line(tmp_path: Path) -> None:
    effect = "remove another boat, then gain (number of boats on it) gold"
    more = f"rules:\n  much: {{takes: {{x: town}}, do: '{effect}'}}\n"
    _, report = cardwright.examine(*write(Case("", "", more=more), tmp_path))
    helps = {d.span.text: d.help for d in report.diagnostics if d.span}
    assert helps["it"] == "write `a` instead of `another`"
