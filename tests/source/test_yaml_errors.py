"""Each mistake in YAML gives one diagnostic, with its code and span, from both parsers."""

from __future__ import annotations

import pytest

from cardwright.source.diagnostics import Report
from cardwright.source.text import Source
from cardwright.source.yaml_events import HAVE_LIBYAML
from cardwright.source.yaml_reader import read
from dev.counted_calls import calls_of

PARSERS = [True, False]

# text, then (code, line, column, end line, end column) of each diagnostic
MISTAKES = [
    ("a: \x07\n", [("CW104", 1, 4, 1, 5)]),
    ("a: 1\nb: \u2028", [("CW104", 2, 4, 2, 5)]),
    ("a: b\rc", [("CW104", 1, 5, 1, 6)]),
    ('a: "\\e"', [("CW104", 1, 4, 1, 8)]),
    ("a: | x\n  y\n", [("CW110", 1, 6, 1, 7)]),
    ("# text\n|\n  a\n", [("CW110", 2, 1, 2, 2)]),
    ("a:\n\tb: 1\n", [("CW111", 2, 1, 2, 2)]),
    ("a:\t1\n", [("CW111", 1, 3, 1, 4)]),
    ("a: 1\t# c\n", [("CW111", 1, 5, 1, 6)]),
    ("a: |\n\tx\n", [("CW111", 2, 1, 2, 2)]),
    ("a: [1,\nb: 2\n", [("CW112", 1, 4, 1, 5)]),
    ("é: [é\n", [("CW112", 1, 4, 1, 5)]),
    ("a: {b: [1, 2}\n", [("CW119", 1, 13, 1, 14)]),
    ("a: [b\nc: d\n", [("CW112", 1, 4, 1, 5)]),
    ("a: 1\r\nb: 'x\r\n", [("CW113", 2, 4, 2, 5)]),
    ('a: "x\nb: 1\n', [("CW113", 1, 4, 1, 5)]),
    ('a: "\\q"\n', [("CW114", 1, 5, 1, 7)]),
    ('a: "\\xZZ"\n', [("CW114", 1, 5, 1, 7)]),
    ('a: "\\ud800"\n', [("CW114", 1, 5, 1, 7)]),
    ('a: "\\\'"\n', [("CW114", 1, 5, 1, 7)]),
    ("a:\n  - b\n c: d\n", [("CW115", 3, 2, 3, 3)]),
    ("- a\nb: 1\n", [("CW115", 2, 1, 2, 2)]),
    ("x: - a\n", [("CW115", 1, 4, 1, 5)]),
    ("a: b\nc\n", [("CW116", 2, 1, 2, 2)]),
    ("- a\n- b\n-c\n", [("CW116", 3, 1, 3, 3)]),
    ("a: b: c\n", [("CW117", 1, 5, 1, 6)]),
    ("a: 1\n b: 2\n", [("CW117", 2, 3, 2, 4)]),
    ("a: @x\n", [("CW118", 1, 4, 1, 6)]),
    ("a: {b: 1 c: 2}\n", [("CW119", 1, 11, 1, 12)]),
    ("a: 1\nb: 2\na: 3\n", [("CW120", 3, 1, 3, 2)]),
    ("7: x\n007: y\n", [("CW120", 2, 1, 2, 4)]),
    ("a: {b: 1, b: 2}\n", [("CW120", 1, 11, 1, 12)]),
    ("a: &x 1\nb: *x\nc: *x\n", [("CW121", 1, 4, 1, 6)]),
    ("a: *y\n", [("CW121", 1, 4, 1, 6)]),
    ("a: *bold* words\n", [("CW121", 1, 4, 1, 10)]),
    ("a: & x\n", [("CW121", 1, 4, 1, 5)]),
    ("a: !foo x\n", [("CW122", 1, 4, 1, 8)]),
    ("a: !!int 3\n", [("CW122", 1, 4, 1, 9)]),
    ("a: !e!x y\n", [("CW122", 1, 4, 1, 8)]),
    ("a: !\n", [("CW122", 1, 4, 1, 5)]),
    ("<<: *x\na: 1\n", [("CW123", 1, 1, 1, 3)]),
    ("a: 1\n---\nb: [\n", [("CW124", 2, 1, 2, 4)]),
    ("a: 1\n...\nb\n", [("CW124", 3, 1, 3, 2)]),
    ("? [a]\n: b\n", [("CW125", 1, 3, 1, 4)]),
    ("true: 1\n", [("CW125", 1, 1, 1, 5)]),
    ("~: 1\n", [("CW125", 1, 1, 1, 2)]),
    ("a:\n  : 1\n", [("CW125", 2, 3, 2, 4)]),
    ("? |\n  x\n: y\n", [("CW125", 1, 3, 2, 4)]),
    ("a: 1000000001\n", [("CW126", 1, 4, 1, 14)]),
    ("a: -" + "9" * 5000, [("CW126", 1, 4, 1, 5005)]),
    ("%YAML 1.2\n---\na: 1\n", [("CW128", 1, 1, 1, 10)]),
    ("a: [12:30]\n", [("CW129", 1, 7, 1, 8)]),
    ("a: {b: who?}\n", [("CW129", 1, 11, 1, 12)]),
    # an item of a list that lacks its dash or its first line, which is one mistake
    ("- a: 1\n  b: 2\n  c: 3\n\n  a: 4\n  b: 5\n  c: 6\n", [("CW120", 5, 3, 5, 4)]),
    ("- a: 1\n  b: 2\n  c: 3\n\n  b: 5\n  c: 6\n", [("CW120", 5, 3, 5, 4)]),
    # several at once
    (
        "a: 1\na: 2\nb: !t 3\nc: &n 4\nd: 5000000000\ne: [\n",
        [
            ("CW120", 2, 1, 2, 2),
            ("CW122", 3, 4, 3, 6),
            ("CW121", 4, 4, 4, 6),
            ("CW126", 5, 4, 5, 14),
            ("CW112", 6, 4, 6, 5),
        ],
    ),
]

CARDS = """\
deeds:
  - id: a
    text: "Gain 1 gold."
    event: gain 1 gold
  - id: b
    text: 'Gain 2 gold.'
    event: gain 2 gold
  - {id: c, text: "Gain 3 gold."}
rules:
  turn: |
    gain 4 gold
  other: gain 5 gold
"""
# replacements in `CARDS`, then the code, line and column of each diagnostic
SEVERAL: list[tuple[dict[str, str], list[tuple[str, int, int]]]] = [
    ({'1 gold."': "1 gold."}, [("CW113", 3, 11)]),  # the quote in line 8 closes it
    ({'1 gold."': "1 gold.", "2 gold.'": "2 gold."}, [("CW113", 3, 11), ("CW113", 6, 11)]),
    (
        {'    text: "': '\ttext: "', "2 gold.'": "2 gold.", "other: ": "other:"},
        [("CW111", 3, 1), ("CW113", 6, 11), ("CW116", 12, 3)],
    ),
    ({"- id: a": "-id: a", "id: b": "id: b: c"}, [("CW110", 2, 3), ("CW117", 5, 10)]),
    ({"- id: a": "-\tid: a", "id: b": "id:\tb"}, [("CW111", 2, 4), ("CW111", 5, 8)]),
    ({"- id: b": "id: b", '3 gold."}': '3 gold."'}, [("CW115", 5, 3), ("CW112", 8, 5)]),
    ({"deeds:": "deeds", "  other": "   other"}, [("CW116", 1, 1), ("CW115", 12, 4)]),
    (
        {"deeds:": "deeds\n  # all of them", "other: ": "other:"},
        [("CW116", 1, 1), ("CW116", 13, 3)],
    ),
    ({"rules:": "rules", "id: b": "id: @b"}, [("CW118", 5, 9), ("CW116", 9, 1)]),
    # the lines of an effect whose key lacks its `|`
    (
        {"turn: |": "turn:", "gain 4 gold": 'gain 4 gold\n    may "Gain": gain 1 gold'},
        [("CW117", 10, 3)],
    ),
    (
        {"event: gain 2 gold": "event:\n      gain 2 gold\n      draw\n      if: x"},
        [("CW117", 7, 5)],
    ),
    # one mistake of several lines
    ({'    text: "': '\ttext: "', "    text: '": "\ttext: '"}, [("CW111", 3, 1)]),
    ({"  - id: b": " - id: b", "  - {": " - {"}, [("CW115", 5, 2)]),
    ({"  turn: |": "  turn:\n  gain 1 gold"}, [("CW116", 11, 3)]),
    # what can't have entries below, which are all right
    ({"deeds:": "deeds: []"}, [("CW115", 2, 3)]),
    ({"deeds:": "deeds: none", "other: ": "other:"}, [("CW117", 2, 7), ("CW116", 12, 3)]),
    ({"rules:": "rules: {}"}, [("CW115", 10, 3)]),
    ({"rules:": "rules:: x"}, [("CW117", 10, 7)]),
    ({"rules:\n": "rules:\n  {a: b}\n"}, [("CW115", 11, 3)]),
]

STEPS = """\
- test: One
  given: {players: 2}
  do: gain 1 gold
- test: Two
  do: gain 2 gold
- test: Three
  do: gain 3 gold
"""
# a text, replacements in it, and the only diagnostic: its line, column and help
DASHES = [
    (STEPS, {"- test: One": "test: One"}, 1, 1, "add `- ` before it"),
    (STEPS, {"- test: One": "  test: One"}, 1, 3, "add `- ` before it, in line with"),
    (STEPS, {"- test: Two": "test: Two"}, 4, 1, "add `- ` before it"),
    (STEPS, {"- test: Two": "  test: Two"}, 4, 3, "add `- ` before it"),
    (STEPS, {"- test: Two": "-- test: Two"}, 4, 1, "write one `- `"),
    (CARDS, {"- id: a": "id: a"}, 2, 3, "add `- ` before it"),
    (CARDS, {"- id: a": "  id: a"}, 2, 5, "add `- ` before it, in line with"),
    (CARDS, {"- id: b": "id: b"}, 5, 3, "add `- ` before it"),
    (CARDS, {"- id: b": "-- id: b"}, 5, 3, "write one `- `"),
    (CARDS, {"other:": "- other:"}, 12, 3, "no dash: leave it out"),
]


def mistakes(text: str, libyaml: bool) -> list[tuple[str, int, int, int, int]]:
    report = Report()
    assert read(Source("f.yaml", text), report, libyaml=libyaml) is None
    return [(d.code, *d.span.lines) for d in report.diagnostics if d.span]


def test_libyaml_is_installed() -> None:
    """Without it, the tests below would compare the pure parser with itself."""
    assert HAVE_LIBYAML


@pytest.mark.parametrize("libyaml", PARSERS, ids=["libyaml", "pure"])
@pytest.mark.parametrize(("text", "expected"), MISTAKES, ids=lambda v: ascii(v)[:40])
def test_mistake(text: str, expected: list[tuple[str, int, int, int, int]], libyaml: bool) -> None:
    assert mistakes(text, libyaml) == expected


@pytest.mark.parametrize(("text", "_"), MISTAKES, ids=lambda v: ascii(v)[:40])
def test_both_parsers_report_the_same(text: str, _: object) -> None:
    reports = []
    for libyaml in PARSERS:
        report = Report()
        read(Source("f.yaml", text), report, libyaml=libyaml)
        reports.append(report.diagnostics)
    assert reports[0] == reports[1]


@pytest.mark.parametrize("libyaml", PARSERS, ids=["libyaml", "pure"])
@pytest.mark.parametrize(("changes", "expected"), SEVERAL)
def test_mistakes_in_several_entries(
    changes: dict[str, str], expected: list[tuple[str, int, int]], libyaml: bool
) -> None:
    text = CARDS
    for old, new in changes.items():
        assert text.count(old) == 1
        text = text.replace(old, new)
    assert [found[:3] for found in mistakes(text, libyaml)] == expected


@pytest.mark.parametrize("libyaml", PARSERS, ids=["libyaml", "pure"])
@pytest.mark.parametrize(("text", "changes", "line", "column", "help"), DASHES)
def test_the_line_with_a_wrong_dash_is_named(
    text: str, changes: dict[str, str], line: int, column: int, help: str, libyaml: bool
) -> None:
    for old, new in changes.items():
        assert text.count(old) == 1
        text = text.replace(old, new)
    report = Report()
    read(Source("f.yaml", text), report, libyaml=libyaml)
    (found,) = report.diagnostics
    assert found.span
    assert found.span.lines[:2] == (line, column)
    assert help in found.help


def test_a_mistake_in_the_first_line() -> None:
    for line, at in (("id:a", 1), ("id a", 1)):
        assert mistakes(f"# words\n{line}\nb: c\nd: e\n", True)[0][:3] == ("CW116", 2, at)
        assert len(mistakes(f"# words\n{line}\nb: c\nd: e\n", True)) == 1


DEEP = [
    "[" * 10_000,
    "- " * 10_000 + "a",
    "{a: " * 10_000,
    "[a," * 10_000,
    "\n".join(" " * i + "a:" for i in range(1_000)),
]


@pytest.mark.parametrize("libyaml", PARSERS, ids=["libyaml", "pure"])
@pytest.mark.parametrize("text", DEEP, ids=["[", "-", "{", "[a", "a:"])
def test_excessive_depth_is_refused_before_its_end(text: str, libyaml: bool) -> None:
    """Each of 10,000 levels is read a few times at most, and never with everything below it."""
    found: list[tuple[str, int, int, int, int]] = []
    assert calls_of(lambda: found.extend(mistakes(text, libyaml))) < 20 * 10_000
    assert [code for code, *_ in found] == ["CW127"]


@pytest.mark.parametrize("libyaml", PARSERS, ids=["libyaml", "pure"])
def test_a_depth_of_forty_is_allowed(libyaml: bool) -> None:
    report = Report()
    assert read(Source("f", "[" * 40 + "]" * 40), report, libyaml=libyaml)
    assert mistakes("[" * 41 + "]" * 41, libyaml) == [("CW127", 1, 41, 1, 42)]


def test_too_large() -> None:
    assert mistakes("# " + "é" * 1_000_000, True) == [("CW105", 1, 1, 1, 1)]


def test_reports_are_bounded() -> None:
    assert len(mistakes("a: 1\n" * 100_000, True)) == 100
    assert len(mistakes("[" + "*a," * 100_000 + "]", True)) == 100


def test_anchor_names_its_aliases() -> None:
    report = Report()
    read(Source("f", "a: &x 1\nb: *x\n"), report)
    (diagnostic,) = report.diagnostics
    assert [span.text for span, _ in diagnostic.notes] == ["*x"]
