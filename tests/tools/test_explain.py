"""`cardwright explain`: pages of codes, and every definition of the packs in English."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

import cardwright
from cardwright.source.codes import CODES
from cardwright_tools.cli import invoke
from cardwright_tools.explain import pages
from cardwright_tools.explain.definitions import everything
from cardwright_tools.explain.inpack import asked, lines

ROOT = Path(__file__).parents[2]
EXPANSE = ROOT / "content/expanse"
PACKS = [EXPANSE, *sorted(p.parent for p in (ROOT / "tests/packs").glob("*/pack.yaml"))]


@pytest.fixture(scope="module")
def rules() -> cardwright.Rules:
    return cardwright.load(EXPANSE)


def told(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    code = invoke(["explain", *words])
    return code, *capsys.readouterr()


# ------------------------------------------------------------------------------- codes


def test_without_arguments_all_codes_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = told(capsys)
    assert code == 0
    assert [word for word in out.split() if word in CODES][: len(CODES)] == sorted(CODES)


@pytest.mark.parametrize("word", ["CW211", "cw211", "211"])
def test_a_code_gives_its_page(word: str, capsys: pytest.CaptureFixture[str]) -> None:
    page = (ROOT / "docs/codes/CW211.md").read_text("utf-8")
    assert told(capsys, word) == (0, page, "")


def test_the_beginning_of_codes_lists_them(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = told(capsys, "CW23")
    assert code == 0
    assert [line[:5] for line in out.splitlines()] == [c for c in sorted(CODES) if c[:4] == "CW23"]


def test_an_unknown_code_gets_the_nearest(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = told(capsys, "CW1233")
    assert (code, out) == (1, "")
    assert "the nearest is CW123" in err


def test_without_its_page_a_code_still_has_its_meaning(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(pages, "folder", lambda: tmp_path)
    code, _, err = told(capsys, "CW211")
    assert code == 3
    assert CODES["CW211"].meaning in err


def test_pages_of_an_installation_come_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = tmp_path / "cardwright_tools" / "explain" / "pages.py"
    monkeypatch.setattr(pages, "__file__", str(here))
    data = tmp_path / "cardwright_tools" / "data" / "codes"
    data.mkdir(parents=True)
    shutil.copy(ROOT / "docs/codes/CW101.md", data)
    assert pages.page("CW101").startswith("# CW101: ")


def test_the_list_can_be_written_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pages, "folder", lambda: tmp_path)
    (tmp_path / "README.md").write_text(f"Above.\n\n{pages.LIST}\n\nold\n")
    pages.write_index()
    assert (tmp_path / "README.md").read_text() == "Above.\n\n" + pages.index()


# --------------------------------------------------------------------------- definitions


@pytest.mark.parametrize("pack", PACKS, ids=lambda pack: pack.name)
def test_every_definition_is_told_by_its_name_and_by_its_kind(pack: Path) -> None:
    rules = cardwright.load(pack)
    every = list(everything(rules))
    by_kind = [found for kind in {f.kind for f in every} for found in asked(rules, kind)]
    assert sorted(f.name for f in by_kind) == sorted(f.name for f in every)
    for found in every:
        said = list(lines(found))
        assert len(said) > 1
        assert "{" not in " ".join(said)
    assert all(f.english for f in every if f.kind in ("option", "ability", "rule", "definition"))


def test_all_abilities_are_there(rules: cardwright.Rules) -> None:
    abilities = [f for f in everything(rules) if f.kind == "ability"]
    assert len(abilities) == len(rules.declared.abilities) > 10


@pytest.mark.parametrize(
    ("name", "part"),
    [
        ("julie-mao", "Remove up to 3 influence on tech bases, at most 1 per base."),
        ("menu/spend-points", "“Build a fleet”"),
        ("build", "Costs 1 action points."),
        ("forbid-removing-rocinante", "Forbidden: removing rocinante."),
        ("base/tycho", "resource: tech"),
        ("resource", "One of food, water, minerals, tech."),
        ("kind/base", "A kind of place."),
        ("kept", "Each player has one."),
    ],
)
def test_what_is_said_of_a_definition(rules: cardwright.Rules, name: str, part: str) -> None:
    (found,) = asked(rules, name)
    assert part in "\n".join(lines(found))


def test_what_an_option_costs_is_said_once(rules: cardwright.Rules) -> None:
    (found,) = asked(rules, "build")
    assert not any(line.startswith("Pay ") for line in found.english)


def test_several_names_are_told_in_their_order(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = told(capsys, str(EXPANSE), "build", "julie-mao")
    assert code == 0
    assert out.startswith("Build a fleet")
    assert out.index("\n\nJulie Mao")


def test_a_pack_alone_lists_its_kinds(
    rules: cardwright.Rules, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, _ = told(capsys, str(EXPANSE))
    assert code == 0
    rows = [line.split() for line in out.splitlines()]
    for kind in ("action-card", "rule", "ability"):
        assert [str(len(asked(rules, kind))), kind] in rows


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        ([str(EXPANSE), "juliemao"], 1, "did you mean `julie-mao`?"),
        ([str(EXPANSE), "optoin"], 1, "did you mean `option`?"),
        (["julie-mao"], 2, "is no code and no pack"),
        (["nowhere", "julie-mao"], 3, "CW301"),
        ([str(ROOT / "docs")], 3, "CW301"),
    ],
)
def test_what_is_not_there(
    words: list[str], code: int, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    ended, _, err = told(capsys, *words)
    assert ended == code
    assert said in err
