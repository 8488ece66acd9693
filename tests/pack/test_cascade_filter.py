"""Beside an unreadable part of a pack, every error is reported unless it may only follow from
that part."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from pathlib import Path

import pytest

from cardwright.api import every_module, examine
from cardwright.language.front_end.check import check
from cardwright.pack.files.pack_files import content_files
from cardwright.pack.load import load
from cardwright.source.diagnostics import MAX_OF_ONE_CODE, Report
from cardwright.source.open_files import open_files

from ..all_packs import ROOT
from ..broken.broken_packs import Case, cases, write
from ..yaml_mistakes import MISTAKES, with_mistake

UNREAD = "rules: {\n"


def reported(case: Case, folder: Path) -> list[str]:
    """The codes of all diagnostics of packs, without lints."""
    report, found = Report(), Report()
    loaded = load(write(case, folder), report)
    assert loaded is not None
    check(loaded.declared, found)
    report.extend(loaded.without_cascades(found, report))
    return [d.code for d in report.diagnostics]


@pytest.mark.parametrize(
    ("one", "other", "codes"),
    [
        # An unreadable file may declare the names that occur in it, and nothing else.
        ("menus: {cats: {title: Cats}}\nrules: {\n", "rules: {much: open bats}\n",
         ["CW112", "CW211"]),
        ("menus: {bats: {title: Bats}}\nrules: {\n", "rules: {much: open bats}\n", ["CW112"]),
        ("enums: {dye: [red]}\nrules: {\n", "rules: {much: gain 1 glod}\n", ["CW112", "CW222"]),
        # The other entries of a file are read, and only what a gap may declare is in doubt.
        ("rules:\n  much: {\n  more: gain 1 glod\n", "rules: {most: gain 1 gld}\n",
         ["CW112", "CW222", "CW222"]),
        ("rules:\n  much: {\n  more: gain 1 gold\n", "rules: {most: do much, alot: do muhc}\n",
         ["CW112", "CW211"]),
        ("rules:\n  much: {\n  more: gain 1 gold\n", "rules: {most: gain 1 much}\n", ["CW112"]),
        ("abilities:\n- when: after glod\n  do: {\n", "rules: {much: gain 1 glod}\n",
         ["CW112", "CW222"]),
        ("state:\n  tide: {\n  moon: number\n",
         "rules: {much: add 1 to tide, more: add 1 to moon, most: add 1 to mon}\n",
         ["CW112", "CW211"]),
        ("menus:\n  bats Bats\n  cats: Cats\nrules: {most: gain 1 glod}\n",
         "rules: {much: open bats}\n", ["CW116", "CW222"]),
        # A line that belongs to the entry before it, but looks like another one.
        ("rules:\n  much: |\n    gain 1 gold\ngain 2 gold: x: y\n", "rules: {more: do much}\n",
         ["CW117"]),
        # Types that can't be read: of what an effect takes, and of a property.
        ("kinds:\n  hut: {is: place\n",
         "lasting: {ebb: {until: end of turn, takes: {here: hut}, abilities: [\n"
         "  {modify: worth of deed, if: there are boats on here, add: 1}]}}\n", ["CW112"]),
        ("kinds:\n  hut: {is: place\n",
         "state: {home: hut}\nrules: {much: set home to home, more: gain 1 glod}\n",
         ["CW112", "CW222"]),
        ("kinds:\n  hut: {is: place\n"
         "  path: {is: place, joins: hut, length: miles, fields: {miles: number}}\n",
         "paths: [{id: ash, miles: 2, between: [a, b], provenance: house}]\n", ["CW112"]),
        ("enums:\n  side: [a, b\n", "kinds: {cube: {is: die, faces: side, each player: 1}}\n"
         "rules: {much: roll your cubes}\n", ["CW112"]),
        # Whether a definition has a provenance is in doubt if the file's can't be read.
        ("provenance: [\n", "rules: {much: gain 1 glod}\n", ["CW112", "CW222"]),
        ("provenance: {\ntowns: [{id: visby, isle: north, good: salt}]\n",
         "rules: {much: gain 1 glod}\n", ["CW112", "CW222"]),
        # A kind that is not as its author meant it, and the declarations that use it.
        ("kinds: {hut: {is: place, feilds: {size: number}}}\n", "rules: {much: gain 1 glod}\n",
         ["CW321", "CW222"]),
        ("kinds: {hut: {is: place, feilds: {size: number}}}\n",
         "rules: {much: gain (total size of huts) gold}\n", ["CW321"]),
        ("kinds: {hut: {is: palce}}\n",
         "kinds: {shed: {is: hut}}\nrules: {much: place 1 boat on a shed}\n", ["CW340"]),
        # A definition without an id may be any of them.
        ("towns: [{isle: north, good: salt, provenance: house}]\n",
         "rules: {much: place 1 boat on oslo}\n", ["CW323"]),
        ("kinds: {player: {feilds: {rank: number}}}\n", "rules: {much: gain 1 rank}\n", ["CW321"]),
        # A player's properties are named where players are declared: no other word is in doubt.
        ("extend: {player: {state: {mana: {type: nmber}}}}\n", "rules: {much: gain 1 mana}\n",
         ["CW340"]),
        ("extend: {player: {state: {mana: {type: nmber}}}}\n", "rules: {much: gain 1 glod}\n",
         ["CW340", "CW222"]),
        ("extend: {player: {state: gold and mana}}\n", "rules: {much: gain 1 mana}\n", ["CW322"]),
        # A name with two meanings was read: nothing else is in doubt.
        ("deeds:\n- {id: ebb, worth: 1, event: gain 1 gold, provenance: house,\n"
         "   lasting: {ebb: {until: end of turn, takes: {here: town}}}}\n",
         "rules: {much: place 1 boat on a twn}\n", ["CW236", "CW211"]),
        # A word and its plural, in quotes or without.
        ("kinds: {cube: {is: piece, on: town}}\nrules: {\n", "rules: {much: remove all cubes}\n",
         ["CW112"]),
        ("kinds: {vase: {is: piece, on: town}}\nrules: {\n", "rules: {much: remove all vases}\n",
         ["CW112"]),
        ("kinds: {bus: {is: piece, on: town}}\nrules: {\n", "rules: {much: remove all buses}\n",
         ["CW112"]),
        ("kinds: {lily: {is: piece, on: town}}\nrules: {\n", "rules: {much: remove all lilies}\n",
         ["CW112"]),
        ('kinds: {mouse: {is: piece, plural: "mice"}}\nrules: {\n',
         "rules: {much: remove all mice}\n", ["CW112"]),
        ("enums: {dye: [\"red\", 'black']}\nrules: {\n",
         "rules: {much: remove all black boats}\n", ["CW112", "CW214"]),
        # Names that are keys, too.
        ("definitions:\n  cost of town: 2\nrules: {\n",
         "rules: {much: gain (cost of skara) gold}\n", ["CW112"]),
        ("state:\n  limit: number\nrules: {\n", "rules: {much: add 1 to limit}\n", ["CW112"]),
        # Numbers name nothing, and neither do words of the language that are also keys.
        ("state: {tide: {start: 3}}\nrules: {\n", "rules: {much: gain 3 glod}\n",
         ["CW323", "CW112", "CW222"]),
        ("options: [{id: rest, if: round = 1, menu: acts}\nrules: {\n",
         "rules: {much: 'if round = 1: gain 1 glod'}\n", ["CW112", "CW112", "CW222"]),
        # How `or` is parsed depends on the words around it.
        ("enums: {dye: [red, blue]}\nrules: {\n",
         "rules: {much: place 1 boat on a red or blue town}\n", ["CW112", "CW214"]),
        ("rules: {\n", "rules: {much: place 1 boat on a red or blue town}\n", ["CW112", "CW201"]),
        # A missing quantity is certain in any case; in `to pile`, an undeclared zone may be meant.
        ("menus: {hut: Hut}\nrules: {\n", "rules: {much: 'remove boats, then open hut'}\n",
         ["CW112", "CW219"]),
        ("kinds: {pile: {is: card}}\nzone: {pile: {holds: deed}}\n",
         "rules: {much: move each deed in supply to pile}\n", ["CW320"]),
        # If a space is missing, each word may be a name.
        ("enums:\n  dye:[red, blue]\n",
         "extend: {town: {fields: {dye: {type: dye, default: red}}}}\n", ["CW322"]),
        # An empty section may have declared any undeclared word that is not a misspelling.
        ("menus:\n", "rules: {much: open chances}\n", ["CW322"]),
        ("state:\ntide: {type: number}\n", "rules: {much: add 1 to tide}\n", ["CW322"]),
        ("zones:\n", "rules: {much: gain 1 glod}\n", ["CW322", "CW222"]),
        ("zones:\n", "rules: {much: place 1 skara on birka}\n", ["CW322", "CW220"]),
        ("abilities:\n", "rules: {much: gain 1 wool}\n", ["CW322", "CW222"]),
        # The body of a rule declares nothing.
        ("rules: {more!: gain 1 gold}\n", "rules: {much: skara gains 1 gold}\n",
         ["CW326", "CW220"]),
        ("kinds: {hut: {is: place, fields: {salt: good}}}\nmenus:\n",
         "state: {tide: salt}\n", ["CW322"]),
        ("kinds: {hut: {is: place, fields: }}\n", "rules: {much: gain (rooms of skara) gold}\n",
         ["CW322"]),
        # The kind of a section may be declared in an unreadable part; otherwise, it is unknown.
        ("kinds: {cube: {is: card}}\nrules: {\n",
         "cubes: [{id: die, provenance: house}]\n", ["CW112"]),
        ("kinds: {mule: {is: card}}\nrules: {\n",
         "mules: [{id: die, provenance: house}]\n", ["CW112"]),
        ("rules: {\n", "cubes: [{id: die, provenance: house}]\n", ["CW112", "CW320"]),
        ("rules: {\n", "rulse: {much: gain 1 gold}\n", ["CW112", "CW320"]),
        ("rulse: {more: gain 1 gold}\n", "rules: {much: do more}\n", ["CW320"]),
        ("definitions: {wealth of twon: 2}\n", "rules: {much: gain (wealth of skara) gold}\n",
         ["CW340"]),
        ("kinds: {hut: {is: place, fields: {my room: {type: number, default: 1}}}}\n",
         "huts: [{id: shed, room: 2, provenance: house}]\n", ["CW326"]),
        ("kindz: {cube: {is: card}}\n", "cubes: [{id: die, provenance: house}]\n", ["CW320"]),
        ("kinds kinds: {cube: {is: card}}\n", "zones: {pile: {holds: cube}}\n", ["CW320"]),
    ],
)  # fmt: skip
def test_certain_errors_are_reported(
    one: str, other: str, codes: list[str], tmp_path: Path
) -> None:
    found = reported(Case("two", "", add={"one.yaml": one, "two.yaml": other}), tmp_path)
    assert found == codes


@pytest.mark.parametrize(
    ("key", "codes"),
    [
        # Values of keys that introduce no names; the other keys may name packs and files.
        ("scor: gold", ["CW222", "CW321"]),
        ("titel: Ferries", ["CW222", "CW321"]),
        ("require: {other: 1}", ["CW321"]),
        ("moduls: {far: {adds: far}}", ["CW321"]),
        ("depends on: {other: 1}", ["CW321"]),
        ("by: somebody", ["CW222", "CW321"]),
        ("score: [gold", ["CW222", "CW112"]),
        ("require: {other: 1}\nscore: [gold", ["CW112"]),
    ],
)
def test_manifest_keys_that_declare_names(key: str, codes: list[str], tmp_path: Path) -> None:
    replaced = {"pack.yaml": {"score: gold": key}}
    case = Case("two", "", more="rules: {much: gain 1 glod}\n", replace=replaced)
    assert reported(case, tmp_path) == codes


def test_player_counts_with_an_unreadable_manifest(tmp_path: Path) -> None:
    other = "{id: other, version: 1, title: Other, players: [2, 3]}\n"
    more = "deeds: [{id: feast, worth: {2: 1, 3: 2}, event: gain 1 gold, provenance: house}]\n"
    packs = {"../other/pack.yaml": other}
    case = Case(
        "two", "", more=more, add=packs, load=("base", "other"),
        replace={"pack.yaml": {"score: gold": "score: [gold"}},
    )  # fmt: skip
    assert reported(case, tmp_path) == ["CW112"]


UNCLOSED = "texts: [\n- text: "
DEEDS = "".join(f"  - {{id: d{n}, worth: 1, event: gain 1 glod}}\n" for n in range(4_000))
LARGE = {
    "a long line": UNCLOSED + "lorem ipsum, " * 15_000,
    "many commas": UNCLOSED + "a," * 50_000,
    "many braces": UNCLOSED + "{" * 100_000,
    "many blanks": UNCLOSED + "a" + " " * 100_000,
}


@pytest.mark.parametrize("text", [pytest.param(text, id=name) for name, text in LARGE.items()])
def test_a_large_unreadable_text(text: str, tmp_path: Path) -> None:
    """With a pattern that loops over the whole text, this would take hours."""
    found = reported(
        Case("two", "", add={"one.yaml": text, "two.yaml": "rules: {much: open bats}\n"}), tmp_path
    )
    assert found[-1] == "CW211"


def test_many_errors_together_with_an_unreadable_part(tmp_path: Path) -> None:
    """If each of them searched the whole file, this would take minutes."""
    found = reported(
        Case("many", "", add={"one.yaml": UNREAD, "two.yaml": f"deeds:\n{DEEDS}"}), tmp_path
    )
    assert found.count("CW222") == MAX_OF_ONE_CODE


ABLE = [c for c in cases() if not (c.rules or c.make or c.modules or c.load != ("base",))]


NAMED = re.compile(r"^  ([^\s:-][^:]*):", re.MULTILINE)


def combined(one: Case, other: Case) -> Case | None:
    """Both mistakes in one pack; None if they are in one file or use one name twice."""
    names = {"more.yaml"} | one.add.keys() | one.replace.keys()
    if names & (other.add.keys() | other.replace.keys()) or "much" not in one.more:
        return None
    if {*NAMED.findall(one.more)} & {*NAMED.findall(other.more)} - {"much"}:
        return None
    add = one.add | other.add | {"other.yaml": other.more.replace("much", "alot")}
    return replace(one, add=add, replace=one.replace | other.replace)


def test_two_errors_cause_no_third(tmp_path: Path) -> None:
    chance = random.Random(1)
    most: list[int] = []
    while len(most) < 60:
        one, other = chance.choice(ABLE), chance.choice(ABLE)
        both = combined(one, other) if one is not other and other.more else None
        if both is not None:
            codes = reported(both, tmp_path / str(len(most)))
            assert {*codes} <= {one.code, other.code}, (one.case, other.case)
            most.append(len(codes))
    # Errors that need a game without errors are not looked for here; few others are hidden.
    assert sum(number == 2 for number in most) > 50


WHOLE = ["content/tiny-epic-galaxies", "tests/packs/duel", "tests/packs/keywords"]
"""Packs that declare kinds, fields, keywords and windows in different files."""


@pytest.mark.parametrize("pack", WHOLE)
def test_nothing_is_reported_elsewhere_because_of_a_file_that_cant_be_read(pack: str) -> None:
    folder = ROOT / pack
    for name in content_files(folder, Report()):
        file = folder / name
        with open_files({file: "\tx: 1\n" + file.read_text("utf-8")}):
            _, report = examine(folder, modules=every_module(folder))
        errors = [one for one in report.diagnostics if one.severity == "error"]
        assert {one.span and Path(one.span.source.name) for one in errors} == {file}


@pytest.mark.parametrize("seeds", [range(15), pytest.param(range(15, 300), marks=pytest.mark.soak)])
@pytest.mark.parametrize("pack", WHOLE)
def test_nothing_is_reported_because_of_a_mistake_in_yaml(pack: str, seeds: range) -> None:
    for seed in seeds:
        codes = codes_with_a_mistake(ROOT / pack, random.Random(seed))
        assert not codes or max(codes) < "CW2"


def codes_with_a_mistake(folder: Path, rng: random.Random) -> set[str]:
    """The codes of the errors after a random mistake; none if the file can be read all the same."""
    file = folder / rng.choice(content_files(folder, Report()))
    text = with_mistake(file.read_text("utf-8"), rng.choice([*MISTAKES]), rng)
    with open_files({file: text}):
        _, report = examine(folder, modules=every_module(folder))
    codes = {one.code for one in report.diagnostics if one.severity == "error"}
    return codes if any(code < "CW2" for code in codes) else set()
