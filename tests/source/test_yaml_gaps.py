"""What is read of a text with mistakes, and what is missing."""

from __future__ import annotations

import pytest

from cardwright.source.diagnostics import Report
from cardwright.source.document import Document, Value
from cardwright.source.text import Source
from cardwright.source.yaml_builder import Builder
from cardwright.source.yaml_reader import read
from cardwright.source.yaml_recovery import Line

RULES = "rules:\n  a: b\n"
LINES = 500 * "    gain 1 gold\n"
CASES: list[tuple[str, Value, list[tuple[str, str]]]] = [
    # An entry of a mapping, and of a list.
    ("rules:\n  a: b\n  c: {\n  d: e\n", {"rules": {"a": "b", "d": "e"}}, [("  c: {\n", "rules")]),
    ("cards:\n- id: a\n- id: 'b\n- id: c\n", {"cards": [{"id": "a"}, {"id": "c"}]},
     [("- id: 'b\n", "cards")]),
    # Several; and a mistake that does not stop the parser.
    ("rules:\n  a: {\n  b: c\n  d: [\n", {"rules": {"b": "c"}},
     [("  a: {\n", "rules"), ("  d: [\n", "rules")]),
    ("rules:\n  a: 9999999999\n  b: &c d\n  e: f\n", {"rules": {"e": "f"}},
     [("  a: 9999999999\n", "rules"), ("  b: &c d\n", "rules")]),
    # A section, or all that it has.
    (f"kinds: {{\n{RULES}", {"rules": {"a": "b"}}, [("kinds: {\n", "kinds")]),
    (f"{RULES}kinds:\n  c: {{\n", {"rules": {"a": "b"}},
     [("  c: {\n", "kinds"), ("kinds:", "kinds")]),
    ("kinds: {\n", {}, [("kinds: {\n", "kinds")]),
    # Lines that may belong to another entry, or to another section.
    (f"{RULES}enums\n  c: [d]\n", {}, [(f"{RULES}enums\n  c: [d]\n", "")]),
    (f"{RULES}  c: d\ngain 1: x: y\n", {"rules": {"a": "b"}}, [("  c: d\ngain 1: x: y\n", "")]),
    (f"{RULES}  c:\nd: [\n", {"rules": {"a": "b"}}, [("  c:\nd: [\n", "")]),
    (f"{RULES}  !c: {{\n", {}, [("rules:\n  a: b\n  !c: {\n", "")]),
    # The key of a section with a wrong indentation: its entries would seem to be rules.
    (f"{RULES}\tenums:\n  c: d\n", {}, [(f"{RULES}\tenums:\n  c: d\n", "")]),
    (f"{RULES}   enums:\n  c: d\n", {}, [(f"{RULES}   enums:\n  c: d\n", "")]),
    # Nothing can be told apart.
    ("--- a\nb: {\n", {}, [("--- a\nb: {\n", "")]),
    ("  a: b\n c: d\n", {}, [("  a: b\n c: d\n", "")]),
]  # fmt: skip


@pytest.mark.parametrize(("text", "value", "gaps"), CASES)
def test_what_is_left(text: str, value: Value, gaps: list[tuple[str, str]]) -> None:
    report = Report()
    found = read(Source("f.yaml", text), report, partly=True)
    assert report.failed
    assert read(Source("f.yaml", text), Report()) is None
    assert found is not None
    assert found.value == value
    assert [(text[gap.start : gap.end], gap.section) for gap in found.gaps] == gaps


def test_lines_of_a_gap_are_not_compared_with_all_others(monkeypatch: pytest.MonkeyPatch) -> None:
    class Compared(Line):
        number = 0

        def __eq__(self, other: object) -> bool:
            Compared.number += 1
            return super().__eq__(other)

        __hash__ = Line.__hash__

    monkeypatch.setattr("cardwright.source.yaml_recovery.Line", Compared)
    text = f"rules:\n  a: |\n{LINES}  b: |\n   x\n  b: 1\n"
    found = read(Source("f.yaml", text), Report(), partly=True)
    assert found is not None
    assert len(found.gaps) > 0
    assert Compared.number < 500


@pytest.mark.parametrize(("lines", "expected"), [(60, 51), (300_000, 5)])
def test_a_large_file_is_read_again_less_often(
    lines: int, expected: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    texts = []

    class Counted(Builder):
        def build(self, libyaml: bool) -> Document | None:
            texts.append(self.source.text)
            return super().build(libyaml)

    monkeypatch.setattr("cardwright.source.yaml_reading.Builder", Counted)
    text = lines * "- [a\n"
    assert read(Source("f.yaml", text), Report()) is None
    assert len(texts) == expected
