"""The work of `diff` is bounded, whatever the versions hold."""

from __future__ import annotations

import time
from dataclasses import dataclass

import pytest

from cardwright_tools.diff import compare
from cardwright_tools.diff.render import diff_lines


@dataclass
class Written:
    written: str
    group: str = "rules"


def letters(monkeypatch: pytest.MonkeyPatch, size: int, length: int) -> int:
    """How many letters are compared with how many to find what was renamed."""
    compared = 0

    class Counted(compare.SequenceMatcher):  # type: ignore[misc, name-defined]
        def ratio(self) -> float:
            nonlocal compared
            compared += len(self.a) * len(self.b)
            return 0.0

    monkeypatch.setattr(compare, "SequenceMatcher", Counted)
    texts = [Written(("ab" * length)[:length] + str(n)) for n in range(size)]
    assert not list(compare._match_renamed(texts, texts))  # type: ignore[arg-type]
    return compared


def test_names_are_looked_for_within_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compare, "MAX_WORK", 100_000)
    assert 0 < letters(monkeypatch, 3, 100) < 100_000
    assert letters(monkeypatch, 60, 100) <= 100_000
    assert letters(monkeypatch, 3, 5_000) == 0


def test_thousands_of_equal_lines_are_compared_at_once() -> None:
    old, new = ["gain 1 gold"] * 3_000, ["gain 1 gold", "gain 2 gold"] * 1_500
    begun = time.process_time()
    found = diff_lines(old, new)
    assert [line[2:] for line in found if line[0] != "-"] == new
    assert time.process_time() - begun < 5
