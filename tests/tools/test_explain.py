"""`cardwright explain`: the list of codes and their pages."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from cardwright.source.codes import CODES
from cardwright_tools.cli import invoke
from cardwright_tools.show import code_pages
from dev import code_list

ROOT = Path(__file__).parents[2]
EXPANSE = ROOT / "content/expanse"


def explain(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    code = invoke(["explain", *words])
    return code, *capsys.readouterr()


# ------------------------------------------------------------------------------- codes


def test_without_arguments_all_codes_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = explain(capsys)
    assert code == 0
    assert [word for word in out.split() if word in CODES][: len(CODES)] == sorted(CODES)


@pytest.mark.parametrize("word", ["CW211", "cw211", "211"])
def test_a_code_gives_its_page(word: str, capsys: pytest.CaptureFixture[str]) -> None:
    page = (ROOT / "docs/codes/CW211.md").read_text("utf-8")
    assert explain(capsys, word) == (0, page, "")


def test_a_prefix_lists_its_codes(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = explain(capsys, "CW23")
    assert code == 0
    assert [line[:5] for line in out.splitlines()] == [c for c in sorted(CODES) if c[:4] == "CW23"]


def test_an_unknown_code_suggests_the_nearest(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = explain(capsys, "CW1233")
    assert (code, out) == (1, "")
    assert "the nearest is CW123" in err


@pytest.mark.parametrize(("word", "near"), [("CW299", "CW276"), ("CW109", "CW110")])
def test_an_unknown_number_suggests_the_nearest(
    word: str, near: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert f"the nearest is {near}, " in explain(capsys, word)[2]


def test_a_far_off_number_lists_the_ranges(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = explain(capsys, "CW999")
    assert (code, out) == (1, "")
    assert "  CW101 to CW107  Files" in err
    assert all(title in err for title in code_pages.GROUPS.values())


def test_without_its_page_a_code_still_has_its_meaning(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(code_pages, "pages_folder", lambda: tmp_path)
    code, _, err = explain(capsys, "CW211")
    assert code == 3
    assert CODES["CW211"].meaning in err


def test_installed_pages_come_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    here = tmp_path / "cardwright_tools" / "show" / "code_pages.py"
    monkeypatch.setattr(code_pages, "__file__", str(here))
    data = tmp_path / "cardwright_tools" / "data" / "codes"
    data.mkdir(parents=True)
    shutil.copy(ROOT / "docs/codes/CW101.md", data)
    assert code_pages.read_page("CW101").startswith("# CW101: ")


def test_the_list_can_be_regenerated(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(code_pages, "pages_folder", lambda: tmp_path)
    (tmp_path / "README.md").write_text(f"Above.\n\n{code_list.LIST}\n\nold\n")
    code_list.main.callback()
    assert (tmp_path / "README.md").read_text() == "Above.\n\n" + code_list.index()


# --------------------------------------------------------------------------- definitions


@pytest.mark.parametrize(
    ("words", "there"),
    [
        ([str(EXPANSE)], f"{EXPANSE}"),
        ([str(EXPANSE), "julie-mao"], f"{EXPANSE} julie-mao"),
        (["expanse", "cards", "--modules", "all"], "expanse cards --modules all"),
        (["julie-mao"], "PACK julie-mao"),
        (["CW211", "build"], "CW211 build"),
    ],
)
def test_definitions_are_shown_elsewhere(
    words: list[str], there: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, err = explain(capsys, *words)
    assert (code, out) == (2, "")
    assert err.endswith(f"for definitions: cardwright show {there}\n")


def test_several_codes_give_their_pages(capsys: pytest.CaptureFixture[str]) -> None:
    pages = [(ROOT / f"docs/codes/{code}.md").read_text("utf-8") for code in ("CW211", "CW501")]
    assert explain(capsys, "CW211", "cw501") == (0, "\n".join(pages), "")
