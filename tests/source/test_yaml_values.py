"""Values and spans of YAML: the same from both parsers."""

from __future__ import annotations

import random
from pathlib import Path as File

import pytest

from cardwright.source.diagnostics import Report
from cardwright.source.document import Document, Path
from cardwright.source.text import Source
from cardwright.source.yaml_reader import load, read

PARSERS = [True, False]

VALUES = [
    ("", {}),
    ("# nothing\n", {}),
    ("---\n", {}),
    ("a\n", "a"),
    ("a: [true, false, null, ~, 1, -2, +3, 007]", {"a": [True, False, None, None, 1, -2, 3, 7]}),
    ("a: [no, on, 1.5, 1.0.0, 0x1f, True, 1_0, '1', \"true\"]",
     {"a": ["no", "on", "1.5", "1.0.0", "0x1f", "True", "1_0", "1", "true"]}),
    ("a: 12:30\nb: ٣\nc: b:c d\n", {"a": "12:30", "b": "٣", "c": "b:c d"}),
    ("a:\nb: \n- c:\n", {"a": None, "b": [{"c": None}]}),
    ("a:\nb:\n- \n-\n- x\n", {"a": None, "b": [None, None, "x"]}),
    ("2: [a]\n'2': b\n", {2: ["a"], "2": "b"}),
    ("on: 1\n'true': 2\n'<<': 3\n", {"on": 1, "true": 2, "<<": 3}),
    ("{a, b: c}", {"a": None, "b": "c"}),
    ("[a: b]", [{"a": "b"}]),
    ("instead of: x\n? y\n: z\n", {"instead of": "x", "y": "z"}),
    ("a: |\n  x\n   y\n\nb: >-\n  x\n  y\n", {"a": "x\n y\n", "b": "x y"}),
    ("a: |\n  \n    x\n", {"a": "\nx\n"}),
    ("a: |\r\n  x\r\n  y\r\nb: 1\r\n", {"a": "x\ny\n", "b": 1}),
    ("a: b\tc # d\te\n", None),
    ("a: 'b\tc' # d\te\n", {"a": "b\tc"}),
    ("\ufeffa: 1\n", {"a": 1}),
    ("a: 1\n...\n", {"a": 1}),
    ("a: 1000000000\nb: -1000000000\n", {"a": 10**9, "b": -(10**9)}),
    ('a: "\\u00e9\\/\\n"', {"a": "é/\n"}),
]  # fmt: skip


def document(text: str, libyaml: bool = True) -> Document:
    report = Report()
    found = read(Source("f.yaml", text), report, libyaml=libyaml)
    assert found is not None, report.diagnostics
    return found


@pytest.mark.parametrize("libyaml", PARSERS, ids=["libyaml", "pure"])
@pytest.mark.parametrize(("text", "value"), VALUES, ids=lambda v: ascii(v)[:40])
def test_value(text: str, value: object, libyaml: bool) -> None:
    found = read(Source("f.yaml", text), Report(), libyaml=libyaml)
    # repr as well: 1 equals True, and the order of keys counts.
    assert repr(found and found.value) == repr(value)


PLACES = """\
é: 'ö' # ü
b: [é, "x y"]
c:
  - d: one two
    e: |  # why
      first

      third é
  -
f: >
  folded
  text
g: broken
  line
h: "tab\\t"
i: 'it''s'
j: {k: 1}
"""

# path, raw text, style, exact
TEXTS: list[tuple[Path, str, str, bool]] = [
    (("é",), "ö", "quoted", True),
    (("b", 0), "é", "plain", True),
    (("b", 1), "x y", "quoted", True),
    (("c", 0, "d"), "one two", "plain", True),
    (("c", 0, "e"), "\n      first\n\n      third é", "literal", True),
    (("c", 1), "", "plain", True),
    (("f",), "\n  folded\n  text", "folded", False),
    (("g",), "broken\n  line", "plain", False),
    (("h",), "tab\\t", "quoted", False),
    (("i",), "it''s", "quoted", False),
    (("j", "k"), "1", "plain", True),
]


@pytest.mark.parametrize("libyaml", PARSERS, ids=["libyaml", "pure"])
@pytest.mark.parametrize("end", ["\n", "\r\n"], ids=["lf", "crlf"])
@pytest.mark.parametrize(("path", "raw", "style", "exact"), TEXTS, ids=lambda v: ascii(v)[:30])
def test_text(path: Path, raw: str, style: str, exact: bool, end: str, libyaml: bool) -> None:
    found = document(PLACES.replace("\n", end), libyaml)
    text = found.text_span(path).text.removeprefix("\r")
    assert text.replace("\r\n", "\n") == raw
    assert (found.style(path), found.is_verbatim(path)) == (style, exact)


@pytest.mark.parametrize("libyaml", PARSERS, ids=["libyaml", "pure"])
@pytest.mark.parametrize("end", ["\n", "\r\n"], ids=["lf", "crlf"])
@pytest.mark.parametrize("mark", ["", "\ufeff"], ids=["", "bom"])
def test_places(mark: str, end: str, libyaml: bool) -> None:
    found = document(mark + PLACES.replace("\n", end), libyaml)
    assert found.keys["é",].lines == (1, 1, 1, 2)
    assert found.values["é",].lines == (1, 4, 1, 7)
    assert found.values["b",].lines == (2, 4, 2, 14)
    assert found.values["c",].lines == (4, 3, 9, 4)
    assert found.values["c", 0].lines == (4, 5, 8, 14)
    assert found.values["c", 0, "e"].lines == (5, 8, 8, 14)
    assert found.values["c", 1].lines == (9, 4, 9, 4)
    assert found.values[()].lines == (1, 1, 17, 10)


def test_empty_literal_has_an_empty_text() -> None:
    found = document("a: |\nb: |\n")
    assert [found.text_span((k,)).text for k in "ab"] == ["", ""]


def test_unknown_paths_raise() -> None:
    found = document("a: [1]")
    for path in [("b",), ("a", 1), ("a", 0, 0)]:
        with pytest.raises(KeyError):
            found.at(path)
    with pytest.raises(KeyError):
        found.style(("a",))


WORDS = [
    "a", "b: ", "c:", "- ", "\n", "\n  ", "\n    ", "\n- ", "\na: ", "\nb: ", "[", "]", "{", "}",
    ", ", "'x'", "'it''s'", '"y"', '"z\\n"', "'", "|\n", "|-\n  ", ">\n  ", "# c\n", " # d",
    "1", "-2", "&x ", "*x", "!t ", "<<: ", "\t", "é𝄞", " ", ": ", "\r\n", "true", "~", "\n---\n",
    "a-b c", "\nkey: |\n  l1\n  l2\n\n", "[a: b]", "no: 12:30", "-", "?",
]  # fmt: skip


def test_both_parsers_read_the_same() -> None:
    """Random texts: both parsers refuse, or both read the same values at the same positions."""
    luck = random.Random(7)
    accepted = 0
    for _ in range(4_000):
        source = Source("f", "".join(luck.choices(WORDS, k=luck.randint(1, 9))))
        reports = Report(), Report()
        fast = read(source, reports[0], libyaml=True)
        pure = read(source, reports[1], libyaml=False)
        assert fast == pure, source.text
        assert [r.failed for r in reports] == [fast is None] * 2, source.text
        accepted += fast is not None
    assert accepted > 500


LOADS = [
    (b"a: 1\n", None),
    (b"\xef\xbb\xbfa: 1\n", None),
    (b"a: 1\nb: \xc3\xa9\xff\n", ("CW103", 2, 5)),
    ("a: 1".encode("utf-16"), ("CW103", 1, 1)),
    (b"a: \xed\xa0\x80", ("CW103", 1, 4)),
    (b"a: 1\nb: \x00\n", ("CW104", 2, 4)),
    (b"#" * 2_000_001, ("CW105", 1, 1)),
]


@pytest.mark.parametrize(("data", "expected"), LOADS, ids=range(len(LOADS)))
def test_load(data: bytes, expected: tuple[str, int, int] | None, tmp_path: File) -> None:
    path, report = tmp_path / "f.yaml", Report()
    path.write_bytes(data)
    found = load(path, "pack/f.yaml", report)
    reported = [(d.code, *d.span.lines[:2]) for d in report.diagnostics if d.span]
    assert reported == ([expected] if expected else [])
    assert (found.value if found else None) == (None if expected else {"a": 1})


def test_load_something_other_than_a_file(tmp_path: File) -> None:
    report = Report()
    assert load(tmp_path / "none.yaml", "a", report) is None
    assert load(tmp_path, "b", report) is None
    assert [d.code for d in report.diagnostics] == ["CW101", "CW102"]
