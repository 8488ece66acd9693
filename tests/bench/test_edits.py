"""`python -m dev.bench.edits`: edits of a pack that a server has open."""

from __future__ import annotations

from pathlib import Path

from dev.bench.edits import Bench


def test_each_edit_is_made_and_taken_back(tmp_path: Path) -> None:
    bench = Bench(tmp_path, times=2, cards=30)
    rows = [*bench.rows("a rule")]
    assert [name for name, *_ in rows] == ["first check", "a rule", "error in a rule"]
    assert all(float(figure) > 0 for row in rows[1:] for figure in row[1:])
