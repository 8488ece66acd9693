"""`or` between two words: which readings a text has, and how often it is parsed to find them."""

from __future__ import annotations

from pathlib import Path

import pytest

import cardwright
from cardwright.language.syntax import ast
from cardwright.language.syntax.parser import Parser
from cardwright.language.vocabulary.verbs import VERBS
from cardwright.source.diagnostics import Report
from cardwright.source.open_files import open_files
from cardwright.source.text import Source, Span

from ..broken.broken_packs import Case, write


def span(text: str) -> Span:
    return Span(Source("", text), 0, len(text))


@pytest.mark.parametrize(
    ("effect", "ambiguous"),
    [
        ("remove 1 salt or silk boats", []),
        ("let x be foremost salt or silk towns by 3", []),
        ("let x be none or salt", []),
        ("if x is salt or silk: stop", ["x is salt or silk"]),
        ("if x is salt or burnt: stop\nif x is red or big: stop",
         ["x is salt or burnt", "x is red or big"]),
        ("for each (salt or silk) starting with (x or y):\n  if z is a1 or b1: stop",
         ["salt or silk", "x or y", "z is a1 or b1"]),
        ("if x is red or salt or silk and y: stop\nstop", ["x is red or salt or silk and y"]),
    ],
)  # fmt: skip
def test_each_part_with_several_readings_is_ambiguous(effect: str, ambiguous: list[str]) -> None:
    tree = Parser(VERBS).effect(span(effect), Report())
    assert isinstance(tree, ast.EffectText)
    found = [node for node in tree.walk() if isinstance(node, ast.Ambiguous)]
    assert [node.extent.text for node in found] == ambiguous
    assert all(len(node.readings) > 1 for node in found)


def test_many_lines_are_read_as_often_as_one(monkeypatch: pytest.MonkeyPatch) -> None:
    assert _reads("if x is salt or burnt: stop\n" * 40, monkeypatch) < 10


def _reads(text: str, monkeypatch: pytest.MonkeyPatch) -> int:
    read, count = Parser._read_as, 0

    def counted(parser: Parser, span: Span, start: str, joined: frozenset[int]) -> object:
        nonlocal count
        count += 1
        return read(parser, span, start, joined)

    monkeypatch.setattr(Parser, "_read_as", counted)
    assert Parser(VERBS).effect(span(text), Report())
    return count


@pytest.mark.parametrize(
    "definition",
    [
        "foremost salt or silk towns by order of town",
        "number of salt or silk salt or silk towns",
        "good of skara is salt or silk and (good of birka is salt or skara is burnt)",
    ],
)
def test_the_reading_is_that_of_the_words_which_are_values(definition: str, tmp_path: Path) -> None:
    case = Case("", "", more=f"definitions:\n  much: {definition}\n")
    _, report = cardwright.examine(*write(case, tmp_path))
    assert [d for d in report.diagnostics if d.severity == "error"] == []


def test_without_any_values_no_reading_is_left_open() -> None:
    """As when the file that declares them all is not valid YAML."""
    pack = Path("content/tiny-epic-galaxies").resolve()
    with open_files({pack / "board.yaml": "kinds: ["}):
        rules, report = cardwright.examine(pack)
    assert rules is None
    assert [one.code for one in report.diagnostics if one.code < "CW2"] == ["CW112"]
