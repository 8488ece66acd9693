"""Each mistake gives one diagnostic, with its code and its span."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardwright.board.model import Board
from cardwright.board.types import thing
from cardwright.pack.validation.value_hints import hint_for
from cardwright.pack.values import value_schema
from cardwright.source.diagnostics import Report
from cardwright.source.document import Value
from cardwright.source.render import render

from .packs import MANIFEST, loaded, places, probe, write

# One file that is added to the small pack: its text, with marks.
MORE: dict[str, str] = {
    # The shape of files and sections
    "a list for a file": "«CW322»- rules",
    "a section that is misspelt": "«CW320»rulez: {}",
    "a singular": "«CW320»town: []",
    "a plural that is misspelt": "«CW320»twons: []",
    "a list for a section": "menus: «CW322»[a]",
    "a mapping for definitions": "«CW322»towns: {id: oslo}",
    "nothing for a section": "«CW322»zones:",
    "a kind's key that is misspelt": "kinds: {moon: {is: place, «CW321»feilds: {depth: number}}}\n"
    "moons: [{id: luna, depth: 3, provenance: house}]",
    "a field's key that is misspelt": "kinds: {moon: {is: place, fields: "
    "{depth: {type: number, «CW321»deafult: 1}}}}\nmoons: [{id: luna, provenance: house}]",
    "a number for a text": "menus: {spend: {title: «CW322»3}}",
    "a text for a number": "towns: [{id: oslo, colour: red, size: «CW322»big, provenance: house}]",
    "a word for a flag": "zones: {deck: {holds: card, ordered: «CW322»yes}}",
    "a flag for an expression": "definitions: {limit: «CW322»true}",
    "a list item of a wrong type": "enums: {taste: [sweet, «CW322»3]}",
    "an empty effect": 'rules: {noop: «CW324»""}',
    "a word that is none of few": "zones: {deck: {holds: card, seen by: «CW324»al}}",
    "too many copies": "events: [{id: x1, points: 1, copies: «CW324»201, provenance: house}]",
    "no copies": "events: [{id: x1, points: 1, copies: «CW324»0, provenance: house}]",
    "too many pieces": "kinds: {disc: {is: piece, each player: «CW324»501}}",
    "too many fields": "kinds: {moon: {is: place, fields: «CW324»{"
    + ", ".join(f"f{i}: number" for i in range(301))
    + "}}}",
    "kinds that are too deep": "kinds:\n  k0: {is: place}\n"
    + "".join(f"  {'«CW303»' * (i == 15)}k{i}: {{is: k{i - 1}}}\n" for i in range(1, 16)),
    "too many cells": "kinds:\n"
    + "".join(
        f"  k{i}: {{is: place, {'«CW303»' * (i == 4)}"
        "grid: {width: 64, height: 64, neighbours: 4}}\n"
        for i in range(5)
    ),
    "a grid that is too wide": "kinds: {cell: {is: place, grid: {width: «CW324»65, height: 1, "
    "neighbours: 4}}}",
    "five neighbours": "kinds: {cell: {is: place, grid: {width: 1, height: 1, "
    "neighbours: «CW324»5}}}",
    "a limit that can't be read": "options: [{id: go, menu: turn, do: stop, "
    "limit: «CW324»once a turn}]",
    "a menu's option without what it does": "options: [{id: «CW323»go, menu: turn}]",
    "a misspelt key is not missing too": "options: [{id: go, menu: turn, «CW321»dp: stop}]",
    "a zone that holds nothing": "zones: {deck: {«CW323»ordered: true}}",
    "a kind that is nothing": "kinds: {«CW323»moon: {fields: {depth: number}}}\n"
    "moons: [{id: luna, depth: 3, provenance: house}]",
    "an ability of no form": "abilities: [{«CW325»if: yes}]",
    "an ability of two forms": "abilities: [{modify: limit, «CW325»forbid: removing cube, add: 1}]",
    "a modifier without an operation": "abilities: [{«CW325»modify: limit, if: yes}]",
    "a modifier of two operations": "abilities: [{modify: limit, add: 1, «CW325»set: 2}]",
    "a modifier's misspelt operation": "abilities: [{modify: limit, «CW321»ad: 1}]",
    "a text for an ability": "abilities: [«CW322»nothing]",
    # Names
    "a capital": "enums: {taste: [«CW326»Sweet]}",
    "an underscore": "definitions: {«CW326»max_size: 3}",
    "a kind called nothing": 'kinds: {«CW326»"": {is: place}}',
    "a name that is too long": f"menus: {{«CW326»{'a' * 65}: hello}}",
    "a reserved word": "rules: {«CW327»the: stop}",
    "a reserved word for a definition": "towns: [{id: «CW327»all, colour: red, provenance: house}]",
    "a kind called number": "kinds: {«CW327»number: {is: place}}",
    "an enum called card": "enums: {«CW327»card: [ace]}",
    "a field called title": "kinds: {moon: {is: place, fields: {«CW327»title: text}}}",
    "state called owner": "kinds: {moon: {is: place, state: {«CW327»owner: player}}}",
    "a parameter called text": "rules: {r: {takes: {«CW327»number: number}, do: stop}}",
    "a misspelt name is not unknown too": "kinds: {«CW326»Moon: {is: place}, lake: {is: Moon}}",
    # Twice
    "an enum twice": "enums: {«CW328»colour: [green]}",
    "an enum's word twice": "enums: {taste: [sweet, «CW328»sweet]}",
    "a kind twice": "kinds: {«CW328»town: {is: place}}",
    "a kind with the name of an enum": "kinds: {«CW328»colour: {is: place}}",
    "a zone twice": "zones: {«CW328»hand: {holds: card}}",
    "state twice": "state: {«CW328»round: number}",
    "a definition twice": "definitions: {limit: 3, «CW328»limit of player: 4}",
    "a rule twice": "rules: {«CW328»game: stop}",
    "a menu twice": "menus: {«CW328»turn: hello}",
    "an option twice": "options: [{id: go, menu: turn, do: stop}, "
    "{id: «CW328»go, menu: turn, do: stop}]",
    "a carried option twice": "options: [{id: go, menu: turn, do: stop}]\n"
    "events:\n- id: x1\n  points: 1\n  provenance: house\n"
    "  abilities: [{option: «CW328»go, menu: turn, do: stop}]",
    "an id twice": "towns: [{id: «CW328»rome, colour: red, provenance: house}]",
    "an id twice, with errors of its own": "towns: [{id: «CW328»rome, colour: «CW343»rde, "
    "provenance: house}, {id: «CW328»rome, colour: «CW343»bleu, provenance: house}]",
    "an id twice in kinds of one kind": "cities: "
    "[{id: «CW328»rome, colour: red, provenance: house}]",
    "a field twice": "kinds: {moon: {is: town, fields: {«CW328»size: number}}}",
    "a field of every kind": "kinds: {moon: {is: place, state: {«CW328»order: number}}}",
    "a player's field in two files": "kinds: {player: {fields: {«CW328»gold: number}}}",
    "an effect with the name of a field": "kinds: {deed: {is: event, rules: {«CW328»points: {}}}}",
    "two parameters of one name": "definitions:\n  way of town on «CW328»town: 1",
    # Texts
    "a folded effect": "rules:\n  other: «CW329»>\n    stop\n    stop",
    "an effect in two lines": "rules:\n  «CW329»other: stop\n    stop",
    "an effect with escapes": 'rules: {other: «CW329»"say \\"hi\\""}',
    "an expression with escapes": 'definitions: {limit: «CW329»"1\\u0020+ 1"}',
    "a printed effect that is folded": "events:\n- id: x1\n  points: 1\n  provenance: house\n"
    "  effect: «CW329»>-\n    stop",
    "a text that is too long": f"rules:\n  other: |«CW324»\n    {'stop' * 5001}",
    # Kinds and types
    "a kind of nothing": "kinds: {moon: {is: «CW340»plaec, fields: {depth: number}}}\n"
    "moons: [{id: luna, depth: 3, width: 3, provenance: house}]",
    "a kind of itself": "kinds: {moon: {is: «CW341»moon}}",
    "kinds in a circle": "kinds: {moon: {is: «CW341»lake}, lake: {is: moon}}",
    "a second kind of player": "kinds: {bot: {is: «CW345»player}}",
    "a root that is something": "kinds: {card: {is: «CW345»piece}}",
    "a field of no type": "kinds: {moon: {is: place, fields: {depth: «CW340»nubmer}}}\n"
    "moons: [{id: luna, depth: 3, provenance: house}]",
    "a set of no type": "kinds: {moon: {is: place, fields: {depth: set of «CW340»towm}}}",
    "state that is a text": "state: {motto: «CW340»text}",
    "state that is a set of numbers": "state: {seen: {type: «CW340»set of number}}",
    "bounds of a flag": "state: {late: {type: flag, «CW345»min: 0}}",
    "bounds that cross": "state: {late: {type: number, min: 3, max: «CW324»2}}",
    "a start below": "state: {late: {type: number, min: 3, start: «CW324»2}}",
    "a start above": "state: {late: {type: number, max: 3, start: «CW324»4}}",
    "a start of a wrong type": "state: {late: {type: flag, start: «CW322»3}}",
    "a start that is nobody": "state: {active: {type: player, start: «CW343»dan}}",
    "a default that is not a word": "kinds: {moon: {is: place, fields: "
    "{depth: {type: colour, default: «CW343»redd}}}}",
    "a place of no kind": "kinds: {disc: {is: piece, on: [town, «CW340»tonw]}}",
    "a zone that holds no kind": "zones: {deck: {holds: «CW340»evnt}}",
    "active in no zone": "kinds: {law: {is: card, active in: «CW342»hadn}}",
    "reset after no rule": "state: {late: {type: flag, resets after: «CW342»gmae}}",
    "a counter that pays for none": "kinds: {player: {state: "
    "{token: {type: number, pays for: «CW349»gould}}}}",
    "a counter of a town that pays": "extend: {town: {state: "
    "{token: {type: number, «CW349»pays for: gold}}}}",
    "a number out of nothing": "extend: {town: {state: "
    "{step: {type: number, shown out of: «CW348»lenght}}}}",
    "a flag out of a number": "extend: {town: {state: "
    "{step: {type: flag, «CW345»shown out of: order}}}}",
    "a number out of what players have": "extend: {town: {state: "
    "{step: {type: number, shown out of: «CW348»purse}}}}\n"
    "definitions: {purse of player: gold of player}",
    "gone by no flag": "extend: {town: {gone when: «CW321»lost}}",
    "cards that are gone": "extend: {event: {state: {lost: flag}, «CW345»gone when: lost}}",
    "adding to no kind": "extend: {«CW340»twon: {state: {lost: flag}}}",
    "adding words to a kind": "extend: {«CW322»town: [lost]}",
    "adding fields to an enum": "extend: {«CW322»colour: {state: {lost: flag}}}",
    "adding what nothing has": "extend: {town: {fields: {«CW323»wealth: number}}}",
    "adding what is there": "extend: {town: {fields: {«CW328»size: {type: number, default: 1}}}}",
    "adding a word that is there": "extend: {colour: [green, «CW328»red]}",
    "faces of no enum": "kinds: {dice-six: {is: die, faces: «CW340»town}}",
    "faces of a place": "kinds: {moon: {is: place, «CW345»faces: colour}}",
    "a grid of pieces": "kinds: {moon: {is: piece, "
    "«CW345»grid: {width: 1, height: 1, neighbours: 4}}}",
    "places for each player": "kinds: {moon: {is: place, «CW345»each player: 3}}",
    "a plural that is a section": "kinds: {«CW345»rule: {is: place}}",
    "a plural that is taken": "kinds: {moon: {is: place, plural: «CW345»towns}}",
    "a shared value of no field": "kinds: {moon: {is: town, values: {«CW321»sise: 3}}}",
    "a shared value of a wrong type": "kinds: {moon: {is: town, values: {size: «CW322»red}}}",
    "pieces of no kind": "pieces: {«CW340»cub: 3}",
    "pieces that are places": "pieces: {«CW345»town: 3}",
    "a player's pieces of no kind": "players: [{id: dan, pieces: {«CW340»cub: 3}, provenance: h}]",
    "a parameter of no type": "rules: {other: {takes: {x: «CW340»tonw}, do: stop}}",
    "a parameter that is a text": "rules: {other: {takes: {x: «CW340»text}, do: stop}}",
    # Definitions of things
    "no provenance": "«CW344»towns: [{id: oslo, colour: red}]",
    "a file's provenance that is not a text": "provenance: «CW322»[public]\n"
    "towns: [{id: oslo, colour: red, provenance: house}]",
    "provenance that is misspelt": "towns: [{id: oslo, colour: red, «CW321»provenence: house}]",
    "no id": "towns: [{«CW323»colour: red, provenance: house}]",
    "no id, and what would have named it": "towns: [{«CW323»colour: red, provenance: house}]\n"
    "events: [{id: x1, points: 1, next: oslo, provenance: house}]",
    "a text for a definition": "towns: [«CW322»oslo]",
    "a missing field": "towns: [{id: «CW323»oslo, provenance: house}]",
    "an unknown field": "towns: [{id: oslo, colour: red, «CW321»sise: 3, provenance: house}]",
    "pieces of a town": "towns: [{id: oslo, colour: red, «CW321»pieces: {}, provenance: house}]",
    "a word of no enum": "towns: [{id: oslo, colour: «CW343»rad, provenance: house}]",
    "no such town": "events: [{id: x1, points: 1, next: «CW343»rom, provenance: house}]",
    "a value for Q players": "events: [{id: x1, points: {2: 1, «CW324»q: 2}, players: [2], "
    "provenance: house}]",
    "no value for 3 players": "events: [{id: x1, «CW347»points: {2: 1}, provenance: house}]",
    "a wrong value for 3 players": "events: [{id: x1, points: {2: 1, 3: «CW322»one}, "
    "provenance: house}]",
    "two mistakes in one": "events: [{id: x1, points: «CW322»one, next: «CW343»rom, "
    "«CW321»effct: stop, provenance: house}]",
    "a wrong kind of enum hides nothing else": "enums: {taste: «CW322»sweet}\n"
    "kinds: {dish: {is: card, plural: meals, fields: {taste: taste}}}\n"
    "meals: [{id: soup, taste: sour, provenance: house}, {id: «CW344»cake, taste: sweet}]",
    "a cell that is not in the grid": "kinds: {cell: {is: place, "
    "grid: {width: 2, height: 2, neighbours: 4}}}\ncells: [{id: «CW343»c1}]",
    "cells that lack a field": "kinds: {cell: {is: place, fields: {«CW323»colour: colour}, "
    "grid: {width: 2, height: 1, neighbours: 4}}}\ncells: [{id: a1, colour: red}]",
    # Keys of definitions
    "a key with a word too many": "definitions: {limit «CW346»max: 3}",
    "a key that ends too early": "definitions: {limit «CW346»of: 3}",
    "a key with a parameter of no kind": "definitions: {limit of «CW340»twon: 3}",
    "a key with a parameter of its own": "definitions: {limit of n: "
    "{takes: {n: number, «CW346»m: number}, is: 3}}",
    # Patches
    "a patch of nothing": "patch:\n  «CW350»probe:rom: {size: 3}",
    "a patch of nothing, by id": "patch: {«CW350»rom: {size: 3}}",
    "a patch of two things": "events: [{id: rome, points: 1, provenance: house}]\n"
    "patch: {«CW350»rome: {title: Roma}}",
    "a patch of no field": "patch: {rome: {«CW321»sise: 3}}",
    "a patch of a wrong type": "patch: {rome: {size: «CW322»big}}",
    "a patch of an unknown value": "patch: {rome: {colour: «CW343»rad}}",
    "patched twice": "patch:\n  rome: {size: 3}\n  probe:rome: {«CW351»size: 4}",
    "a patch that is a list": "patch: {rome: «CW322»[]}",
}
# The manifest in place of the small pack's.
MANIFESTS: dict[str, str] = {
    "a key that is misspelt": MANIFEST + "«CW321»requiers: {}",
    "no version": MANIFEST.replace("version: 1.2.0\n", "").replace("id: ", "id: «CW323»"),
    "a version that is none": MANIFEST.replace("1.2.0", "«CW324»one"),
    "no players": MANIFEST.replace("players: [2, 3]\n", "").replace("id: ", "id: «CW323»"),
    "one number of players": MANIFEST.replace("[2, 3]", "«CW324»[2]"),
    "fewer than few players": MANIFEST.replace("[2, 3]", "«CW324»[3, 2]"),
    "an id that is not a name": MANIFEST.replace("probe", "«CW326»Probe"),
    "no main": MANIFEST.replace("main: game\n", "").replace("id: ", "id: «CW310»"),
    "a score that is nothing": MANIFEST.replace("gold", "«CW348»gould"),
    "an evaluation that is nothing": MANIFEST + "evaluate: «CW348»gould\n",
    "winners with escapes": MANIFEST + 'winners: «CW329»"\\u0070layers"',
    "a required pack that is not there": MANIFEST + "requires: {«CW304»other: '*'}",
    "a range that is none": MANIFEST + "requires: {other: «CW324»new}",
    "a required pack that is not a name": MANIFEST + "requires: {«CW326»../other: '*'}",
    "a pack that requires itself": MANIFEST + "requires: {«CW306»probe: '*'}",
    "a module of nothing": MANIFEST + "modules: {extra: {adds: «CW308»nowhere}}",
    "a module outside": MANIFEST + "modules: {extra: {adds: «CW302»../other}}",
    "seats for too few": MANIFEST + "seats: {2: [ann, bob], 3: «CW347»[ann, bob]}",
    "a seat for nobody": MANIFEST + "seats: {2: [ann, «CW343»bop], 3: [ann, bob, cid]}",
    "two seats for one": MANIFEST + "seats: {2: [ann, «CW328»ann], 3: [ann, bob, cid]}",
    "no seats for three": MANIFEST + "seats: «CW347»{2: [ann, bob]}",
    "too few players defined": MANIFEST.replace("[2, 3]", "«CW347»[2, 4]"),
    "not YAML": MANIFEST + "modules: «CW112»{",
}
# All files of several packs, and which of them are named.
SEVERAL: dict[str, tuple[dict[str, str], tuple[str, ...]]] = {
    "pieces twice": (
        probe("pieces: {cube: 1}", zoo="pieces: {«CW328»cube: 1}"),
        ("probe",),
    ),
    "a required pack of a wrong version": (
        probe()
        | {"more/pack.yaml": "id: more\nversion: 1\ntitle: More\nplayers: [2, 3]\n"
           "requires: {probe: «CW305»'>=1, <1.2'}\n"},
        ("more",),
    ),
    "a required pack of another id": (
        probe()
        | {"more/pack.yaml": "id: more\nversion: 1\ntitle: More\nplayers: [2, 3]\n"
           "requires: {«CW304»proof: '*'}\n", "proof/pack.yaml": MANIFEST},
        ("more",),
    ),
    "two packs of one id": (
        probe() | {"twin/pack.yaml": MANIFEST.replace("probe", "«CW307»probe")},
        ("probe", "twin"),
    ),
    "packs in a circle": (
        probe(pack=MANIFEST + "requires: {more: '*'}\n")
        | {"more/pack.yaml": "id: more\nversion: 1\ntitle: More\nplayers: [2, 3]\n"
           "requires: {«CW306»probe: '*'}\n"},
        ("more",),
    ),
    "packs that disagree": (
        probe()
        | {"twin/pack.yaml": "id: twin\nversion: 1\ntitle: Twin\nplayers: [2, 3]\n"
           "main: «CW309»other\n"},
        ("twin", "probe"),
    ),
    "two packs that patch one field": (
        probe()
        | {f"{name}/pack.yaml": f"id: {name}\nversion: 1\ntitle: M\nplayers: [2, 3]\n"
           "requires: {probe: '*'}\n" for name in ("more", "most")}
        | {"more/x.yaml": "patch:\n  probe:rome: {size: 7}",
           "most/x.yaml": "patch:\n  probe:rome: {«CW351»size: 8}"},
        ("most", "more"),
    ),
    "one mistake in a file leaves the others": (
        probe("kinds: {moon: {is: place}}\nx: «CW112»{", other="moons: []\n"
              "towns: [{id: oslo, colour: «CW343»green, «CW321»sise: 3, provenance: house}]"),
        ("probe",),
    ),
}  # fmt: skip


def check(folder: Path, files: dict[str, str], names: tuple[str, ...] = ("probe",)) -> Report:
    expected = write(folder, files)
    _, report = loaded(folder, *names)
    found = places(report, folder)
    assert found == expected, "\n".join(render(d) for d in report.diagnostics)
    return report


@pytest.mark.parametrize("more", [pytest.param(text, id=name) for name, text in MORE.items()])
def test_a_mistake_in_a_file(more: str, tmp_path: Path) -> None:
    check(tmp_path, probe(more))


@pytest.mark.parametrize("text", [pytest.param(text, id=name) for name, text in MANIFESTS.items()])
def test_a_mistake_in_a_manifest(text: str, tmp_path: Path) -> None:
    check(tmp_path, probe(pack=text))


@pytest.mark.parametrize(
    ("files", "names"), [pytest.param(*case, id=name) for name, case in SEVERAL.items()]
)
def test_a_mistake_of_several_packs(
    files: dict[str, str], names: tuple[str, ...], tmp_path: Path
) -> None:
    check(tmp_path, files, names)


def test_the_small_pack_is_valid(tmp_path: Path) -> None:
    assert not check(tmp_path, probe("")).failed


@pytest.mark.parametrize(
    ("value", "help"), [("oslo", "put it in brackets, as in `[oslo]`"), (4, "")]
)
def test_only_what_can_be_an_item_of_a_list_is_put_in_brackets(value: Value, help: str) -> None:
    schema = value_schema(thing("town").set(), Board())
    assert hint_for(schema, value, str(value), ()) == help
