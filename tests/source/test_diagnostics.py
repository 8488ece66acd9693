"""Sources, reports, rendering and spelling suggestions."""

from __future__ import annotations

import json
import pickle

import pytest

from cardwright.source.codes import CODES
from cardwright.source.diagnostics import Diagnostic, Report, as_json
from cardwright.source.render import render
from cardwright.source.spelling import did_you_mean, is_typo, nearest
from cardwright.source.text import Source, Span


def span(text: str, words: str, name: str = "f.yaml") -> Span:
    start = text.index(words)
    return Span(Source(name, text), start, start + len(words))


def test_positions() -> None:
    source = Source("f", "ab\r\né𝄞x\n\nlast")
    places = [source.position(i) for i in (0, 3, 4, 6, 7, 8, 9, 13, 99)]
    assert places == [
        (1, 1), (1, 4), (2, 1), (2, 3), (2, 4), (3, 1), (4, 1), (4, 5), (4, 5),
    ]  # fmt: skip
    assert [source.line(n) for n in range(6)] == ["", "ab", "é𝄞x", "", "last", ""]
    assert source.line_count == 4


def test_sources_are_plain_values() -> None:
    source = Source("f", "\ufeffa\nb")
    assert source.text == "a\nb"
    source.position(3)
    assert pickle.loads(pickle.dumps(source)) == source == Source("f", "a\nb")


def test_report_orders_and_drops_duplicates() -> None:
    report, other = Report(), Report()
    text = "one two\nthree"
    other.error("CW110", "m", span(text, "three"))
    report.add(Diagnostic("CW120", "m", span(text, "two"), severity="warning"))
    assert not report.failed
    report.extend(other)
    report.error("CW110", "m", span(text, "three"))
    report.error("CW111", "m", span(text, "one", "e.yaml"))
    report.error("CW101", "m", None)
    assert [d.code for d in report.diagnostics] == ["CW101", "CW111", "CW120", "CW110"]
    assert report.failed
    assert len(report) == 4


def test_unregistered_codes_raise() -> None:
    with pytest.raises(KeyError):
        Report().error("CW000", "m", None)
    with pytest.raises(KeyError):
        Report().emit("CW000", "m", None)


def test_codes_are_shown() -> None:
    for code, entry in CODES.items():
        assert code == entry.code
        assert entry.title
        assert entry.meaning.endswith(".")


def test_json() -> None:
    found = as_json(Diagnostic("CW110", "m", span("a\nbcd", "cd"), "h"))
    assert json.loads(json.dumps(found)) == {
        "code": "CW110", "severity": "error", "confidence": "certain",
        "file": "f.yaml", "line": 2, "column": 2, "end_line": 2, "end_column": 4,
        "message": "m", "help": "h",
    }  # fmt: skip
    assert as_json(Diagnostic("CW110", "m", None))["line"] is None


LINE = "  event: take up to 3 from teck bases\n"
LONG = "x" * 200 + " teck " + "y" * 200

DRAWINGS = [
    (
        Diagnostic("CW110", "`teck` is unknown", span("\n" * 211 + LINE, "teck"), "a hint"),
        """\
error[CW110]: `teck` is unknown
  --> f.yaml:212:28
    |
212 |   event: take up to 3 from teck bases
    |                            ^^^^ a hint""",
    ),
    (Diagnostic("CW110", "m", None, "h", "note"), "note[CW110]: m\n    = help: h"),
    (
        Diagnostic("CW110", "m", span("\ta\t漢字\x1b[x teck", "teck"), "", "warning"),
        """\
warning[CW110]: m
  --> f.yaml:1:10
    |
  1 |     a    漢字\ufffd[x teck
    |                  ^^^^""",
    ),
    (
        Diagnostic("CW110", "m", span("a: |\n  one\n  two\nb", "|\n  one\n  two\n"), "h"),
        """\
error[CW110]: m
  --> f.yaml:1:4
    |
  1 | a: |
    |    ^
  2 |   one
    |   ^^^
  3 |   two
    |   ^^^ h""",
    ),
    (
        Diagnostic("CW110", "m", span("1\n2\n3\n4\n5\n6", "1\n2\n3\n4\n5\n6")),
        """\
error[CW110]: m
  --> f.yaml:1:1
    |
  1 | 1
    | ^
  2 | 2
    | ^
...
  6 | 6
    | ^""",
    ),
    (
        Diagnostic("CW110", "m", span("ab", "a"), "", "error", ((span("ab", "b"), "here"),)),
        """\
error[CW110]: m
  --> f.yaml:1:1
    |
  1 | ab
    | ^
note: here
  --> f.yaml:1:2
    |
  1 | ab
    |  -""",
    ),
    (
        Diagnostic("CW110", "m", Span(Source("f.yaml", ""), 0, 0)),
        "error[CW110]: m\n  --> f.yaml:1:1\n    |\n  1 |\n    | ^",
    ),
]


@pytest.mark.parametrize(("diagnostic", "text"), DRAWINGS, ids=range(len(DRAWINGS)))
def test_drawing(diagnostic: Diagnostic, text: str) -> None:
    assert render(diagnostic) == text


@pytest.mark.parametrize("words", ["teck", "x", "y" * 200, LONG], ids=["in", "begin", "end", "all"])
def test_long_lines_are_cut_around_the_words(words: str) -> None:
    drawn = render(Diagnostic("CW110", "m", span(LONG, words))).splitlines()
    assert all(len(line) < 101 for line in drawn)
    shown = "".join(s for s, m in zip(drawn[3], drawn[4], strict=False) if m == "^")
    assert shown
    assert words.startswith(shown)


def test_place_at_the_end_of_a_long_line() -> None:
    drawn = render(Diagnostic("CW110", "m", Span(Source("f", "x" * 300), 300, 300))).splitlines()
    assert drawn[4].index("^") == len(drawn[3])


NEAR = [
    ("teck", ["tech", "food", "water"], "tech"),
    ("plcae", ["place", "plan", "peace"], "place"),
    ("Fleet", ["fleets", "fleet"], "fleet"),
    ("turn_order", ["turn-order"], "turn-order"),
    ("abcdef", ["uvwxyz"], None),
    ("x", ["y"], None),
    ("at", ["in", "on"], None),
    ("bases", [], None),
    ("bat", ("cat", "bar", "hat"), "bar"),
    ("a" * 100, ["a" * 99], None),
    ("actions", ["options", "action-cards"], "action-cards"),
    ("acton-cards", ["options", "action-cards", "cards"], "action-cards"),
    ("take-card", ["take-action-card", "take-all-cards-now", "make-cart"], "take-action-card"),
    ("outer", ["other", "outer-planets", "water"], "outer-planets"),
    ("of-you", ["top-of-you"], None),
    ("mars", ["mars", "earth"], None),
    ("ability", ["abilities"], "abilities"),
]


@pytest.mark.parametrize(("word", "known", "expected"), NEAR, ids=lambda v: str(v)[:20])
def test_nearest(word: str, known: list[str], expected: str | None) -> None:
    assert nearest(word, known) == expected
    assert did_you_mean(word, known).startswith(f"did you mean `{expected}`" if expected else "")
    assert bool(did_you_mean(word, known)) == (expected is not None)


def test_equally_near_words_are_both_suggested() -> None:
    assert did_you_mean("bat", ["cat", "bar"]) == "did you mean `bar` or `cat`?"
    assert did_you_mean("plcae", ["place", "plane"]) == "did you mean `place`?"
    assert did_you_mean("cards", ["action-cards", "action-carts"]) == "did you mean `action-cards`?"


def test_typos() -> None:
    assert is_typo("teck", "tech")
    assert not is_typo("actions", "action-cards")
