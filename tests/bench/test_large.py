"""The rows of `make bench` about large packs: they measure the real check."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cardwright_tools.output import Stop
from dev.bench import large, recipe, rows
from dev.bench.large import Bench, by_schema
from dev.bench.many import LargePack

ROOT = Path(__file__).parents[2]
RECIPE = recipe.read_recipe(ROOT / "tests/bench/many.yaml")
SCHEMA = ROOT / "schemas/content.schema.json"


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    return Bench(LargePack(RECIPE, cards=40, files=4), tmp_path)


@pytest.mark.soak
def test_the_rows_are_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(large, "ROUNDS", 1)
    monkeypatch.setattr(large, "COLD_ROUNDS", 1)
    found = rows.large_rows(LargePack(RECIPE, cards=12, files=3))
    assert [name for name, *_ in found] == [
        "check-jsonschema, 12 cards in 3 files",
        "cardwright check, nothing kept",
        "cardwright check, again",
        "cardwright check, one card edited",
    ]
    assert all(int(took.replace(",", "")) > 0 and float(ratio) > 0 for _, took, _, ratio in found)


# An error in one card of a pack with a cached result: the old text, the new one,
# and the report. The last one is an error in a card of another file.
MISTAKES = [
    (r"(event: (?:\|\n +)?)\w+", r"\1sprinkle", "CW201"),
    (r"points: \d", "points: many", "CW322"),
    (r"text: .*", "text: Gain 77 CP.", "CW530"),
    (r"id: .*", "id: {other}", "CW328"),
]


@pytest.mark.parametrize(
    ("pattern", "wrong", "code"),
    [MISTAKES[0], *(pytest.param(*mistake, marks=pytest.mark.soak) for mistake in MISTAKES[1:])],
    ids=["word", "type", "text", "id"],
)
def test_a_mistake_is_found_despite_cached_results(
    bench: Bench, pattern: str, wrong: str, code: str
) -> None:
    bench.check()
    file, good = bench.files[1], bench.files[1].read_text("utf-8")
    other = re.findall(r"id: (.*)", bench.files[3].read_text("utf-8"))[-1]
    bad = re.sub(pattern, wrong.format(other=other), good, count=1)
    assert bad != good
    file.write_text(bad, "utf-8")
    for _ in range(2):  # found, and then cached
        with pytest.raises(Stop, match=code):
            bench.check()
    file.write_text(good, "utf-8")
    bench.check()


def test_the_schema_reads_every_file(bench: Bench) -> None:
    by_schema(SCHEMA, bench.files)
    for file in (bench.files[0], bench.files[-1]):
        good = file.read_text("utf-8")
        file.write_text(good.replace("provenance: house", "provenance: [house]", 1), "utf-8")
        with pytest.raises(Stop, match=re.escape(file.name)):
            by_schema(SCHEMA, bench.files)
        file.write_text(good, "utf-8")


def test_missing_check_jsonschema_is_reported(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(large, "find_spec", lambda name: None)
    with pytest.raises(Stop, match="not installed"):
        bench.schema()
