"""The work of `diff` is bounded, whatever the versions contain."""

from __future__ import annotations

from dataclasses import dataclass
from difflib import Match
from pathlib import Path

import pytest

from cardwright.source import budget
from cardwright_tools.diff import renames, render
from cardwright_tools.diff.entries import read_version

from .cases import write_case


@dataclass
class Written:
    written: str
    group: str = "rules"


def renamed(monkeypatch: pytest.MonkeyPatch, old: list[str], new: list[str]) -> tuple[int, int]:
    """How many entries count as renamed, and how many texts or letters are compared."""
    compared = 0

    class Counted(renames.SequenceMatcher):  # type: ignore[misc, name-defined]
        def ratio(self) -> float:
            nonlocal compared
            compared += len(self.a) * len(self.b)
            return super().ratio()

    def similar(one: renames._Side, other: renames._Side) -> bool:
        nonlocal compared
        compared += 1
        return True

    monkeypatch.setattr(renames, "SequenceMatcher", Counted)
    monkeypatch.setattr(renames, "_have_similar_lengths", similar)
    texts = ([Written(text) for text in side] for side in (old, new))
    return len(list(renames.match_renamed(*texts))), compared  # type: ignore[arg-type]


def test_renamed_entries_are_looked_for_within_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    """Entries that are identical except for their names are found without a comparison, however
    many there are."""
    monkeypatch.setattr(renames, "MAX_WORK", 100_000)
    long = [f"{'ab' * 50}{n}" for n in range(60)]
    unlike = [chr(65 + n) * 20 for n in range(400)]
    assert renamed(monkeypatch, [f"{n} gold for all" for n in range(4_000)] * 2,
                   [f"{n} gold for all" for n in range(4_000)]) == (4_000, 0)  # fmt: skip
    assert renamed(monkeypatch, ["ab" * 50 + "c"], ["ab" * 50 + "d"]) == (1, 101 * 101 + 1)
    assert 0 < renamed(monkeypatch, long[:30], long[30:])[1] <= 100_000
    assert 0 < renamed(monkeypatch, unlike[:200], unlike[200:])[1] <= 100_000 / renames.PAIR
    assert renamed(monkeypatch, ["ab" * 2_500], ["ba" * 2_500]) == (0, 1)


def test_thousands_of_equal_lines_are_compared_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    pairs = 0

    class Counted(render.SequenceMatcher):  # type: ignore[misc, name-defined]
        def find_longest_match(self, alo: int, ahi: int, blo: int, bhi: int) -> Match:
            nonlocal pairs
            pairs += sum(len(self.b2j.get(line, ())) for line in self.a[alo:ahi])
            return super().find_longest_match(alo, ahi, blo, bhi)

    monkeypatch.setattr(render, "SequenceMatcher", Counted)
    old, new = ["gain 1 gold"] * 600, ["gain 1 gold", "gain 2 gold"] * 300
    found = render.diff_lines(old, new)
    assert [line[2:] for line in found if line[0] != "-"] == new
    assert pairs <= render.MAX_PAIRS


def test_thousands_of_definitions_with_one_name_are_distinguished(tmp_path: Path) -> None:
    """They are numbered: names that grew with each of them took minutes."""
    version, _ = read_version(write_case("empty mappings", tmp_path, 3_000))
    assert version is not None
    names = [name for _, name in version.entries]
    assert sum(name.endswith((" again", " again 1500")) for name in names) == 2
    assert max(map(len, names)) < 100


def test_a_version_is_read_within_the_limits_of_a_load(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The limit on suggestions applies as well: similar names used to be searched in each of
    thousands of texts."""
    monkeypatch.setattr(budget.Budget.__init__, "__defaults__", (50_000, 10, 500))
    _, report = read_version(write_case("unknown keys", tmp_path, 20))
    assert "CW303" in {one.code for one in report.diagnostics}
