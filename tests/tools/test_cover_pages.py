"""The HTML pages of `cardwright cover`: the pack's text, coloured, and links that have targets."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

import cardwright
from cardwright.program.coverage_points import coverage_of
from cardwright_tools.cover.html_pages import page_names
from cardwright_tools.cover.result import File

from .cover_pack import BOARD, ONCE, make, run

LUCK = Path(__file__).parents[2] / "tests/packs/push-your-luck"


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    return make(tmp_path)


class Reader(HTMLParser):
    """The text of a page's `pre`, its links, and whether each tag is closed."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.text, self.links, self.ids = "", [], set()
        self.states: list[tuple[str, str]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {k: v or "" for k, v in attrs}
        self.links += [found["href"]] if "href" in found else []
        self.ids |= {found["id"]} if "id" in found else set()
        if tag not in ("meta", "input"):
            self.open.append(tag)
        self.states.append((found.get("class", ""), found.get("title", "")))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if "pre" in self.open and "b" not in self.open:
            self.text += data


def test_pages_have_the_text_and_escape_it(
    pack: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (pack / "scenarios/some.yaml").write_text(ONCE, "utf-8")
    html = tmp_path / "html"
    assert run(capsys, str(pack), "--tests", "--html", str(html))[0] == 0
    index = Reader((html / "index.html").read_text("utf-8"))
    assert index.open == []
    assert {*index.links} == {p.name for p in html.iterdir()} - {"index.html"}
    page = Reader(next(html.glob("*board*")).read_text("utf-8"))
    assert page.open == []
    assert page.text.rstrip("\n") == BOARD.rstrip("\n")
    assert {link[1:] for link in page.links if link.startswith("#")} <= page.ids
    assert {"covered", "partly", "never"} <= {state for state, _ in page.states}
    assert ("never", "never asked") in page.states


def test_two_files_never_share_a_page() -> None:
    source = coverage_of(cardwright.load(LUCK).checked).points[0].span.source
    names = page_names([File(name, source, ()) for name in ("a/b.yaml", "a-b.yaml", "index")])
    assert len({*names, "index.html"}) == 4


def test_fully_covered_rows_can_be_hidden(
    pack: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (pack / "scenarios/some.yaml").write_text(ONCE, "utf-8")
    assert run(capsys, str(pack), "--tests", "--html", str(tmp_path / "html"))[0] == 0
    text = next((tmp_path / "html").glob("*board*")).read_text("utf-8")
    page = Reader(text)
    assert "left" in page.ids  # the box; it must come before what it hides
    assert text.index('id="left"') < text.index("<table>") < text.index("<pre>")
    rows = [(state, "100.0" in row) for row, state in _rows(text)]
    assert {state for state, _ in rows} == {"definition", "definition full", "total"}
    assert all(full == (state == "definition full") for state, full in rows)


def _rows(text: str) -> list[tuple[str, str]]:
    parts = [row.partition("</tr>")[0] for row in text.split('<tr class="')[1:]]
    return [(part, part.partition('"')[0]) for part in parts]


def test_indentation_is_not_coloured(
    pack: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (pack / "scenarios/some.yaml").write_text(ONCE, "utf-8")
    assert run(capsys, str(pack), "--tests", "--html", str(tmp_path / "html"))[0] == 0
    text = next((tmp_path / "html").glob("*board*")).read_text("utf-8")
    assert re.search(r'</b> {6,}<span class="covered">', text)
    assert '</b><span class="covered"> ' not in text
