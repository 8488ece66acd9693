"""`fmt` preserves meaning: for any values in any layout, and for the packs in the repository."""

from __future__ import annotations

import random
import re
import shutil
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import cardwright
from cardwright.api import every_module
from cardwright.board.declarations import Thing
from cardwright.board.model import Board
from cardwright.source.diagnostics import Report
from cardwright.source.document import Document, Value
from cardwright.source.text import Source, Span
from cardwright.source.yaml_reader import read
from cardwright_tools.fmt.format_file import format_document
from cardwright_tools.fmt.run import run_fmt
from cardwright_tools.mutate.equivalence import game_signature as meant
from cardwright_tools.mutate.sources import read_pack

from .random_layout import Messy, varied

pytestmark = pytest.mark.usefixtures("shared_packs")

ROOT = Path(__file__).parents[2]
PACKS = sorted(
    p.parent for top in ("content", "tests/packs") for p in ROOT.glob(f"{top}/*/pack.yaml")
)
QUICK = ("hands", "market-flood", "mini-orbit")  # they have every sort of definition
SOME = [pytest.param(p, marks=() if p.name in QUICK else pytest.mark.soak) for p in PACKS]

words = st.text("abc é#:,-'\"[]{}|>?!&*%@`\\", min_size=0, max_size=8)
texts = st.one_of(
    words, st.sampled_from(["no", "12", "a\nb\n", "a\n\n  b", " x", "yes", "a: b", "~"])
)
scalars = st.one_of(texts, st.integers(-9, 99), st.booleans(), st.none())
keys = st.one_of(st.sampled_from(["a", "b", "text", "rules", "no"]), words, st.integers(0, 9))
values: st.SearchStrategy[Value] = st.recursive(
    scalars,
    lambda inner: st.one_of(
        st.lists(inner, max_size=4), st.dictionaries(keys, inner, max_size=4)
    ),
    max_leaves=12,
)  # fmt: skip


def document(text: str) -> Document:
    report = Report()
    found = read(Source("content.yaml", text), report)
    assert found is not None, (report.diagnostics, text)
    return found


def output_format(text: str, scenario: bool) -> str:
    made = format_document(document(text), Board(), Report(), scenario)
    assert made is not None
    return made


@settings(max_examples=100, deadline=None)
@given(st.dictionaries(st.sampled_from(["x", "y", "z"]), values, max_size=3),
       st.integers(0, 10**6), st.booleans(), st.booleans())  # fmt: skip
def test_values_and_comments_are_preserved(
    value: dict[str, Value], seed: int, scenario: bool, windows: bool
) -> None:
    messy = Messy(random.Random(seed))
    text = messy.file(value)  # type: ignore[arg-type]
    made = output_format(text.replace("\n", "\r\n") if windows else text, scenario)
    assert document(made).value == document(text).value == value
    found = re.findall(r"#(c\d+)$", made, re.M)
    assert sorted(found) == sorted(f"c{n + 1}" for n in range(messy.comments))
    assert output_format(made, scenario) == made
    assert not re.search(r"[ \t]$|\n\n\n#|\r", made, re.M) or any("\n" in t for t in inside(value))


def inside(value: Value) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for item in value.values():
            yield from inside(item)
    elif isinstance(value, list):
        for item in value:
            yield from inside(item)


# -------------------------------------------------------------------------------- packs


def without_spans(part: object) -> object:
    """A declaration or a core tree without spans."""
    if isinstance(part, Span):
        return None
    if isinstance(part, Thing):  # its values come in the order of the file
        own = {f.name: getattr(part, f.name) for f in fields(part) if f.name != "values"}
        return [*map(without_spans, own.values()), sorted(part.values.items(), key=str)]
    if is_dataclass(part):
        own = (f.name for f in fields(part) if f.compare)
        return [type(part).__name__, *(without_spans(getattr(part, name)) for name in own)]
    if isinstance(part, Mapping):
        return [(without_spans(key), without_spans(value)) for key, value in part.items()]
    if isinstance(part, tuple | list):
        return [without_spans(item) for item in part]
    return part


def linked(folder: Path) -> object:
    return without_spans(cardwright.load(folder, modules=every_module(folder)).checked)


def copy(tmp_path: Path, pack: Path) -> Path:
    shutil.copytree(pack.parent, tmp_path / "all", ignore=shutil.ignore_patterns("*.md"))
    return tmp_path / "all" / pack.name


@pytest.mark.parametrize("pack", SOME, ids=lambda p: p.name)
def test_a_pack_in_an_odd_layout_means_the_same_when_formatted(pack: Path, tmp_path: Path) -> None:
    folder = copy(tmp_path, pack)
    before = linked(folder)
    messy = Messy(random.Random(1), shuffled=True)
    for path in sorted(folder.rglob("*.yaml")):
        if "scenarios" not in path.parts:
            path.write_text(messy.file(document(path.read_text("utf-8")).value), "utf-8")
    assert messy.comments
    assert run_fmt([folder], check=False, diff=False) == 0
    assert linked(folder) == before
    assert run_fmt([folder], check=True, diff=False) == 0
    text = "".join(p.read_text("utf-8") for p in folder.rglob("*.yaml"))
    assert len(re.findall(r"#c\d+$", text, re.M)) == messy.comments


@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.soak)])
@pytest.mark.parametrize("pack", SOME, ids=lambda p: p.name)
def test_effects_in_an_odd_form_mean_the_same_when_formatted(
    pack: Path, seed: int, tmp_path: Path
) -> None:
    folder, dice = copy(tmp_path, pack), random.Random(seed)
    files = read_pack(folder)
    changed = [varied(file, dice) for file in files]
    for file, text in zip(files, changed, strict=True):
        (folder / file.source.name).write_text(text, "utf-8")
    assert changed != [file.source.text for file in files] or not any(file.code for file in files)
    before = played(folder)
    assert run_fmt([folder], check=False, diff=False) == 0
    assert played(folder) == before
    assert run_fmt([folder], check=True, diff=False) == 0


def played(folder: Path) -> object:
    """The linked game without the checker's numbers and names."""
    return meant(cardwright.load(folder, modules=every_module(folder)))


@pytest.mark.parametrize("pack", PACKS, ids=lambda p: p.name)
def test_the_packs_are_in_their_canonical_form(
    pack: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_fmt([pack], check=True, diff=False) == 0, capsys.readouterr().out


@pytest.mark.parametrize("text", ["- {a, b: 1}", "- {a: , b: 1}", "- {b: {a: }}", "- [a: ]"])
def test_a_key_without_a_value_in_brackets(text: str) -> None:
    made = output_format(text, scenario=False)
    assert "a: null" in made
    assert document(made).value == document(text).value


def test_entries_below_a_missing_section_key_stay_indented() -> None:
    """From this, `check` knows that their key is missing."""
    text = "      ship:\n        is:   piece\n"
    once = format_document(document(text), Board(), Report())
    assert once == "  ship:\n    is: piece\n"
    assert format_document(document(once), Board(), Report()) == once
