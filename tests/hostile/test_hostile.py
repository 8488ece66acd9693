"""Hostile packs: whatever they contain, the work ends, and is proportional to their size.

Work is counted in function calls, never in seconds: four times as much of the same takes about four
times as many calls. `python -m dev.hostile` measures seconds and memory at full size.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from itertools import pairwise
from pathlib import Path

import pytest

import cardwright
from cardwright.source.budget import MAX_INVALID, MAX_NODES, Budget, loading
from cardwright.source.diagnostics import MAX_OF_ONE_CODE, Report
from cardwright.source.text import Source
from cardwright.source.yaml_builder import MAX_ERRORS, Builder
from cardwright.source.yaml_builder import MAX_NODES as MAX_NODES_OF_A_FILE
from cardwright.source.yaml_reader import read
from cardwright_tools.output import CLEAN
from cardwright_tools.scenario.run import run_tests
from dev.counted_calls import calls_of

from .cases import CASES, FOLDERS, write_case, write_folder_case

SMALL, FACTOR = 24, 4
SLOW = frozenset({"files of long texts", "files of nested braces", "files of duplicate keys",
                  "files of anchors", "files of unknown keys", "files of good words",
                  "files of triggers", "files of cards with effects"})  # fmt: skip
"""Whose files have a size of their own."""
IN_SUITE = frozenset({
    "tags", "duplicate keys", "unknown keys", "items with unknown keys", "unknown words",
    "unknown names in texts", "texts that do not parse", "names used twice", "a set of words",
    "a chain of definitions", "a chain of rules", "digits of other alphabets",
})  # fmt: skip
"""The others are in `make soak`."""


def params() -> list[object]:
    marks = {name: () if name in IN_SUITE else (pytest.mark.soak,) for name in CASES}
    return [pytest.param(n, id=n, marks=marks[n]) for n in CASES if n not in SLOW]


def work(pack: Path) -> tuple[int, Report]:
    """How many function calls checking a pack takes, and its report."""
    reports: list[Report] = []
    count = calls_of(lambda: reports.append(cardwright.examine(pack)[1]))
    return count, reports[0]


@pytest.mark.parametrize("name", params())
def test_work_is_proportional_to_size(name: str, tmp_path: Path) -> None:
    cardwright.examine(write_case(name, tmp_path / "warm", 2))
    small, _ = work(write_case(name, tmp_path / "small", SMALL))
    large, report = work(write_case(name, tmp_path / "large", SMALL * FACTOR))
    assert large <= small * FACTOR * 1.5
    assert len(report) <= MAX_OF_ONE_CODE


def test_text_nested_too_deeply_is_not_read_to_its_end(tmp_path: Path) -> None:
    def long(number: int) -> tuple[int, Report]:
        text = f"definitions:\n  late: if {'round > 1 or ' * number}round > 2 then 1 else 0\n"
        base = write_case("long conditions", tmp_path / str(number), 1)
        (base / "more.yaml").write_text(text)
        return work(base)

    long(100)
    (small, report), (large, _) = long(150), long(1_500)
    assert {one.code for one in report.diagnostics} == {"CW203"}
    assert large <= small * 1.1


def test_the_keys_of_a_file_are_put_in_pairs_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = []

    def counted(keys: Iterable[str]) -> Iterator[tuple[str, str]]:
        files.append([*keys])
        return pairwise(files[-1])

    monkeypatch.setattr("cardwright.pack.sections.pairwise", counted)
    (tmp_path / "pack.yaml").write_text("id: odd\n", "utf-8")
    odd = "".join(f"townz{at}: 1\n" for at in range(50))
    (tmp_path / "more.yaml").write_text(odd, "utf-8")
    assert cardwright.examine(tmp_path)[1].failed
    assert [len(keys) for keys in files] == [50]


@pytest.mark.parametrize(("steps", "codes"), [(190, []), (500, ["CW276"])])
def test_chains_of_modifiers_are_definitions_inside_each_other(
    steps: int, codes: list[str], tmp_path: Path
) -> None:
    _, report = cardwright.examine(write_case("a chain of modifiers", tmp_path, steps))
    assert [d.code for d in report.diagnostics if d.severity == "error"] == codes


@pytest.mark.parametrize("name", [n for n in FOLDERS if "sparse" not in n])
def test_folders(name: str, tmp_path: Path) -> None:
    _, report = cardwright.examine(write_folder_case(name, tmp_path, 30))
    assert len(report) <= 100


@pytest.mark.parametrize("name", [n for n in FOLDERS if "sparse" in n])
def test_a_sparse_file_is_not_read(name: str, tmp_path: Path) -> None:
    _, report = cardwright.examine(write_folder_case(name, tmp_path))
    assert {d.code for d in report.diagnostics} <= {"CW105", "CW303"}


@pytest.mark.parametrize("text", [
    "- &a\n" * 5_000, "[" + "*a, " * 5_000 + "]", "[" + "!a b, " * 5_000 + "]",
    "a: 1\n" * 5_000, "[" + "9999999999, " * 5_000 + "]", "? " * 5_000, "{" * 5_000,
], ids=range(7))  # fmt: skip
def test_a_file_of_mistakes_is_not_read_to_its_end(text: str) -> None:
    builder = Builder(Source("more.yaml", text))
    builder.build(libyaml=True)
    assert builder.nodes <= 2 * MAX_ERRORS + 3
    assert len(builder.report) <= MAX_ERRORS + 1


def test_a_file_is_read_up_to_its_limit() -> None:
    report = Report()
    assert read(Source("more.yaml", "a: [" + "b, " * (MAX_NODES_OF_A_FILE - 3) + "]"), report)
    assert not len(report)
    assert not read(Source("more.yaml", "a: [" + "b, " * (MAX_NODES_OF_A_FILE - 2) + "]"), report)
    assert [d.code for d in report.diagnostics] == ["CW107"]


def test_all_files_together_have_a_limit() -> None:
    report = Report()
    with loading() as budget:
        budget.nodes = 10
        assert read(Source("one.yaml", "[a, b, c, d, e]"), report)
        assert not read(Source("two.yaml", "[a, b, c, d, e]"), report)
        assert not read(Source("three.yaml", "[a]"), report)
    assert [d.code for d in report.diagnostics] == ["CW303"] * 2
    assert MAX_NODES_OF_A_FILE < MAX_NODES


def test_all_scenarios_of_a_pack_have_a_limit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pack = write_case("scenario files", tmp_path, 50)
    monkeypatch.setattr("cardwright_tools.scenario.run.loading", partial(small, 60))
    said: list[str] = []
    assert run_tests([pack], "", said.append) != CLEAN
    assert said[-1] == "0 passed, 15 failed"  # each file has four keys and values
    assert sum("CW303" in line for line in said) == 35


@contextmanager
def small(nodes: int) -> Iterator[Budget]:
    with loading() as budget:
        budget.nodes = nodes
        yield budget


def test_mistakes_of_form_are_described_up_to_a_limit(tmp_path: Path) -> None:
    pack = write_case("items with unknown keys", tmp_path, MAX_INVALID + 20)
    _, report = cardwright.examine(pack)
    codes = [d.code for d in report.diagnostics]
    assert codes.count("CW605") == 2
    assert codes.count("CW321") == MAX_OF_ONE_CODE
