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


@pytest.mark.parametrize(("word", "near"), [("CW299", "CW234"), ("CW107", "CW106")])
def test_an_unknown_number_gets_the_nearest_one(
    word: str, near: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert f"the nearest is {near}, " in told(capsys, word)[2]


def test_a_number_far_from_all_gets_the_ranges(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = told(capsys, "CW999")
    assert (code, out) == (1, "")
    assert "  CW101 to CW106  Reading a file" in err
    assert all(title in err for title in pages.GROUPS.values())


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
    by_kind = {found for kind in {f.kind for f in every} for found in asked(rules, kind)}
    assert by_kind == set(every)
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
        ("julie-mao", "Remove up to 3 influence from tech bases, at most 1 per base."),
        ("menu/spend-points", "“Build a fleet”"),
        ("build", "Costs 1 action point."),
        ("forbid-removing-rocinante", "Forbidden: removing a rocinante."),
        # what may be removed at all, where the author says so
        ("tech/total-war", "Offered if there are removable opposing fleets on orbitals with"),
        # one who does something is said once
        ("dock-strike", "moves the visitor to another orbital within 1 band of the visitor."),
        ("sadavir-errinwright", "each player with 3 or more influence on that base removes 1 of"),
        ("blockade-of-mars", "If the holder of Mars is you, you may remove 1 influence from Mars"),
        ("the-canterbury", "That player may remove 1 of their influence from water bases."),
        ("eros-incident", "removes as many of their influence from here as the number of"),
        ("loca-greiga", "Choose 1 player whose cp is more than your cp (the mark)."),
        ("gain-tech", "each tech in supply whose faction is you and whose level is the rank"),
        ("tycho-construction-sphere", "Place up to as many buildable fleets as the lower of 3 and"),
        ("covert-op", "Swap the agent and the double."),
        ("holder", "The only player with fleets on the orbital with the highest orbital claim"),
        ("stealth-ships", "Choose 1 of your fleets other than a rocinante (the raider)."),
        ("drop-in", "The elsewhere is orbitals other than here."),
        ("tech/scrap-ships", "Offered if there are orbitals where you have influence on bases of"),
        # flags, and definitions that hold or do not
        ("protomolecule", "Set “all go”."),
        ("repair-battleship", "Mark the hull as not damaged."),
        ("take-action-card", "where “can take” holds for you on the action card (the picked)"),
        ("use-event", "Do the event now (if the action card is “play now”)"),
        # a short rule is said where it is called, with what it is given
        ("camina-drummer", "Do “act” with 1 (set your action points to 1; do “spend points”)."),
        ("take-score-card", "(pay cp equal to the slot cost of the picked; move the picked to"),
        ("game", "Do “take turns”."),
        # what changes a definition, and what a definition is changed by
        ("diplomats", "Adds 1 to “weight”, if the influence is a diplomat."),
        ("keep-cost", "Puppet Master: makes it 0, if the player is you."),
        ("instead-of-moving-influence", "if its owner is United Nations and"),
        ("base/tycho", "resource: tech"),
        ("resource", "One of food, water, minerals, tech."),
        ("kind/base", "A kind of place."),
        ("kept", "Each player has one. Holds action cards."),
        ("deck", "Holds cards, ordered; the first is its top; everybody sees how many there"),
        ("kind/tech", "excludes: a tech or none. Nobody holds both; each names the other."),
        ("kind/fleet", "strength: a number, 2 where none is written. In half points: a scrap"),
        ("kind/battleship", "All of them have strength 4."),
        ("kind/player", "cp: a number, at least 0, 10 at first."),
        ("cp", "A number, at least 0, 10 at first."),
        ("times-chosen", "A number from 0 to 2, 0 at first. Two bonus tokens a sector, p.11."),
        ("seen-pick", "A sector or none, none at first; only its player sees it."),
        ("scoring-now", "scoring-now: state of the game"),
        ("points", "points: field of action-card"),
        ("food", "Number 1 of the 4 words of resource."),
    ],
)
def test_what_is_said_of_a_definition(rules: cardwright.Rules, name: str, part: str) -> None:
    (found,) = asked(rules, name)
    assert part in "\n".join(lines(found))


@pytest.mark.parametrize(
    ("word", "kinds"),
    [
        ("base", {"kind", "base"}),
        ("bases", {"kind", "base"}),
        ("player", {"kind", "player"}),
        ("abilities", {"ability"}),
        ("zones", {"zone"}),
        ("state", {"state"}),
    ],
)
def test_a_section_and_a_kind_give_all_that_is_in_them(
    rules: cardwright.Rules, word: str, kinds: set[str]
) -> None:
    found = asked(rules, word)
    assert {f.kind for f in found} == kinds
    assert len(found) > 1


def test_every_declared_name_is_explained(rules: cardwright.Rules) -> None:
    board, declared = rules.declared.board, rules.declared
    cells = [f for kind in board.kinds.values() for f in kind.fields.values() if f.span]
    words = [word for enum in board.enums.values() for word in enum.values]
    names = [
        *board.zones, *board.enums, *board.state, *words, *(f.name for f in cells),
        *(kind.name for kind in board.kinds.values() if kind.span),
        *declared.rules, *declared.definitions, *declared.menus, *(o.id for o in declared.options),
    ]  # fmt: skip
    explained = {found.name for found in everything(rules)}
    assert {*names} <= explained | board.kinds.keys()
    for name in names[::25]:  # each of them looks at all
        assert asked(rules, name)


def test_modules_are_explained(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = told(capsys, str(ROOT / "content/doors-and-corners"), "delta")
    assert code == 0
    assert out.splitlines()[1:] == ["  Switched on, it adds delta. It is for 3 to 4 players."]


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
        there = [f for f in asked(rules, kind) if f.kind == kind]
        assert [str(len(there)), kind] in rows


def test_a_title_will_do_for_an_id(rules: cardwright.Rules) -> None:
    assert asked(rules, "Julie Mao") == asked(rules, "julie-mao")


def test_a_kind_of_every_pack_has_what_is_below_it(rules: cardwright.Rules) -> None:
    """`explain PACK cards`: the pack's own kinds of card, and all cards."""
    board = rules.declared.board
    cards = {name for kind in board.below("card") for name in board.things.get(kind, {})}
    found = asked(rules, "cards")
    assert {f.name for f in found if f.kind == "kind"} == set(board.below("card")) - {"card"}
    assert cards
    assert {f.name for f in found if f.kind != "kind"} == cards
    assert "fleet" in {f.name for f in asked(rules, "piece")}


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


@pytest.mark.parametrize(
    ("name", "written"),
    [
        ("can-take", "can-take of player on card"),
        ("far-apart", "far-apart of influence from other"),
        ("two-player", "two-player"),
        ("charter", "do charter with action-card"),
        ("spend-points", "do spend-points"),
    ],
)
def test_how_others_ask_for_it_is_told(rules: cardwright.Rules, name: str, written: str) -> None:
    assert any(f"  Written: {written}" in lines(found) for found in asked(rules, name))
