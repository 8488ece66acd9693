"""`show` and generated English: every definition of the real pack has its words."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

import cardwright
from cardwright.language import core, hir
from cardwright.language.core import Expr, Stmt
from cardwright.language.english import expressions, statements
from cardwright_tools.cli import invoke
from cardwright_tools.show.definitions import all_entries, find_entries
from cardwright_tools.show.run import definition_lines

ROOT = Path(__file__).parents[2]
EXPANSE = ROOT / "content/expanse"
PACKS = [EXPANSE, *sorted(p.parent for p in (ROOT / "tests/packs").glob("*/pack.yaml"))]


@pytest.fixture(scope="module")
def rules() -> cardwright.Rules:
    return cardwright.load(EXPANSE)


@pytest.mark.parametrize("pack", PACKS, ids=lambda pack: pack.name)
def test_everything_can_be_shown(pack: Path) -> None:
    for found in all_entries(cardwright.load(pack)):
        said = list(definition_lines(found))
        assert said[0].startswith(found.title or found.name)
        assert "{" not in " ".join(found.english)
        assert not any("  " in line.strip() for line in found.english)


@pytest.mark.parametrize("pack", PACKS, ids=lambda pack: pack.name)
def test_english_is_the_same_each_time(pack: Path) -> None:
    first, second = ([f.english for f in all_entries(cardwright.load(pack))] for _ in range(2))
    assert first == second


def test_everything_that_authors_say_has_words() -> None:
    made = [c for tree in (core, hir) for c in vars(tree).values() if isinstance(c, type)]
    exprs = {c for c in made if issubclass(c, Expr) and c is not Expr}
    assert set(expressions._RULES) == exprs
    lowered = {core.Act, core.Roll}  # what verbs of the HIR come down to
    done = {c for c in made if issubclass(c, Stmt)} - {Stmt, hir.VerbStatement, *lowered}
    assert set(statements._RULES) == done
    verbs = hir.VerbStatement.__subclasses__()
    assert all(verb.english is not hir.VerbStatement.english for verb in verbs)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("julie-mao", "Remove up to 3 influence from tech bases, at most 1 per base."),
        ("terraforming", "For each Mars base, place 1 influence on that base."),
        ("captain-yvgeny", "Remove 1 opposing fleet from orbitals with your fleets."),
        ("franklin-degraaf", "For each Earth base, place 1 influence on that base."),
    ],
)
def test_cards_are_said_as_they_are_printed(rules: cardwright.Rules, name: str, said: str) -> None:
    (found,) = find_entries(rules, name)
    assert said in [line.strip() for line in found.english]


def test_a_definition_is_shown_with_its_lines_and_its_place(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert invoke(["show", str(EXPANSE), "julie-mao"]) == 0
    out = capsys.readouterr().out
    for part in ("Text: ", "Provenance: ", "In English", ".yaml:", "- id: julie-mao", "event: "):
        assert part in out


def test_a_kind_says_which_of_several_is_meant(rules: cardwright.Rules) -> None:
    both = find_entries(rules, "tycho")
    assert len(both) > 1
    assert [f.kind for f in find_entries(rules, f"{both[0].kind}/tycho")] == [both[0].kind]
    assert find_entries(rules, "expanse:tycho") == both


def test_a_misspelt_name_gets_the_nearest(capsys: pytest.CaptureFixture[str]) -> None:
    assert invoke(["show", str(EXPANSE), "juliemao"]) == 1
    assert "`julie-mao`" in capsys.readouterr().err


MARKET = ROOT / "tests/broken/base"


@pytest.mark.parametrize(
    ("event", "said"),
    [
        (["choose a town", "remove 2 boats from town", "place 1 boat on town"],
         ["Choose 1 town.", "Remove 2 boats from that town.", "Place 1 boat on that town."]),
        (["choose a town", "place 1 boat on town"], ["Place 1 boat on a town."]),
        (["choose 1 boat, as gone", "move gone to a town"],
         ["Choose 1 boat (the gone).", "Move the gone to another town."]),
        (["remove up to 2 boats, as gone", "gain (number of gone) gold"],
         ["Remove up to 2 boats (the gone).", "Gain gold equal to the number of the gone."]),
        (["remove any number of boats"], ["Remove any number of boats."]),
        (["if you can pay 2 gold: gain 1 gold"], ["If you can pay 2 gold, gain 1 gold."]),
        (["if not you can pay 2 gold: gain 1 gold"], ["If you can't pay 2 gold, gain 1 gold."]),
        (["if there are 2 to 3 boats: gain 1 gold"],
         ["If there are 2 to 3 boats, gain 1 gold."]),
    ],
)  # fmt: skip
def test_an_effect_is_said_as_its_author_said_it(
    event: list[str], said: list[str], tmp_path: Path
) -> None:
    folder = tmp_path / "base"
    shutil.copytree(MARKET, folder)
    lines = "".join(f"\n      {line}" for line in event)
    deed = f"deeds:\n  - id: feast\n    worth: 1\n    provenance: fixture\n    event: |{lines}\n"
    (folder / "more.yaml").write_text(deed, "utf-8")
    (found,) = find_entries(cardwright.load(folder), "feast")
    assert [line.strip() for line in found.english][1:] == said
