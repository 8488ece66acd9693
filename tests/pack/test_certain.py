"""What is told beside a mistake that keeps a part of a pack from being read: all but what may
only follow from it."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import pytest

from cardwright.language.checker import check
from cardwright.pack.load import load
from cardwright.source.diagnostics import Report

from ..broken.broken import Case, cases, write

UNREAD = "rules: {\n"


def told(case: Case, folder: Path) -> list[str]:
    """The codes of all that is told of packs, but for what is found in a sound game alone."""
    report, found = Report(), Report()
    loaded = load(write(case, folder), report)
    assert loaded is not None
    check(loaded.declared, found)
    report.extend(loaded.certain(found, report))
    return [d.code for d in report.diagnostics]


@pytest.mark.parametrize(
    ("one", "other", "codes"),
    [
        # A file that can't be read may declare what has a name of it, and nothing else.
        ("menus: {cats: {title: Cats}}\nrules: {\n", "rules: {much: open bats}\n",
         ["CW112", "CW211"]),
        ("menus: {bats: {title: Bats}}\nrules: {\n", "rules: {much: open bats}\n", ["CW112"]),
        ("enums: {dye: [red]}\nrules: {\n", "rules: {much: gain 1 glod}\n", ["CW112", "CW222"]),
        # A kind that is not as its author meant it, and what is declared with it.
        ("kinds: {hut: {is: place, feilds: {size: number}}}\n", "rules: {much: gain 1 glod}\n",
         ["CW321", "CW222"]),
        ("kinds: {hut: {is: place, feilds: {size: number}}}\n",
         "rules: {much: gain (total size of huts) gold}\n", ["CW321"]),
        ("kinds: {hut: {is: palce}}\n",
         "kinds: {shed: {is: hut}}\nrules: {much: place 1 boat on a shed}\n", ["CW340"]),
        # A definition without an id may be any.
        ("towns: [{isle: north, good: salt, provenance: house}]\n",
         "rules: {much: place 1 boat on oslo}\n", ["CW323"]),
        ("kinds: {player: {feilds: {rank: number}}}\n", "rules: {much: gain 1 rank}\n", ["CW321"]),
    ],
)  # fmt: skip
def test_what_is_certain_is_told(one: str, other: str, codes: list[str], tmp_path: Path) -> None:
    found = told(Case("two", "", add={"one.yaml": one, "two.yaml": other}), tmp_path)
    assert found == codes


ABLE = [c for c in cases() if not (c.rules or c.make or c.modules or c.load != ("base",))]


def apart(one: Case, other: Case) -> Case | None:
    """Both mistakes in one pack; None where they are in one file, or name one thing twice."""
    names = {"more.yaml"} | one.add.keys() | one.replace.keys()
    if names & (other.add.keys() | other.replace.keys()) or "much" not in one.more:
        return None
    add = one.add | other.add | {"other.yaml": other.more.replace("much", "alot")}
    return replace(one, add=add, replace=one.replace | other.replace)


def test_two_mistakes_have_no_third(tmp_path: Path) -> None:
    chance = random.Random(1)
    most: list[int] = []
    while len(most) < 60:
        one, other = chance.choice(ABLE), chance.choice(ABLE)
        both = apart(one, other) if one is not other and other.more else None
        if both is not None:
            codes = told(both, tmp_path / str(len(most)))
            assert {*codes} <= {one.code, other.code}, (one.case, other.case)
            most.append(len(codes))
    # Some that are of a game without a mistake are not looked for here; few others are hidden.
    assert sum(number == 2 for number in most) > 45
