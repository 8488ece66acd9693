"""Loading valid packs, and what their folders may contain."""

from __future__ import annotations

import json
import pathlib
from itertools import permutations
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from cardwright.board.declarations import Thing
from cardwright.board.types import FLAG, NUMBER, enum, thing
from cardwright.pack import builder, sections
from cardwright.pack.files import manifest, pack_files, requires
from cardwright.pack.files.manifest import satisfies
from cardwright.pack.forms.form_schemas import published_schemas
from cardwright.pack.load import load
from cardwright.pack.loaded import Loaded
from cardwright.source.codes import CODES
from cardwright.source.diagnostics import Report
from cardwright.source.render import render

from . import test_pack_errors
from .packs import BASE, MANIFEST, MARK, loaded, places, probe, write

CONTENT = Path(__file__).parents[2] / "content"
EXPANSION = "id: {}\nversion: 2\ntitle: More\nplayers: [2, 3]\nrequires: {{probe: '>=1, <2'}}\n"


def built(folder: Path, files: dict[str, str], *names: str, **options: object) -> Loaded:
    write(folder, files)
    found, report = loaded(folder, *names, **options)
    assert not report.diagnostics, "\n".join(render(d) for d in report.diagnostics)
    assert found is not None
    return found


def reported(folder: Path, files: dict[str, str], *names: str, **options: object) -> Report:
    write(folder, files)
    return loaded(folder, *names, **options)[1]


def thing_of(found: Loaded, kind: str, id: str) -> Thing:
    return found.declared.board.things[kind][id]


# Content


@pytest.mark.parametrize("name", sorted(p.parent.name for p in CONTENT.glob("*/pack.yaml")))
def test_content_loads_clean(name: str) -> None:
    report = Report()
    found = load([CONTENT / name], report)
    assert not report.diagnostics, "\n".join(render(d) for d in report.diagnostics)
    assert found is not None
    assert name in found.hashes


def test_a_files_provenance_applies_to_definitions_without_their_own(tmp_path: Path) -> None:
    towns = "towns:\n  - {id: oslo, colour: red}\n  - {id: bonn, colour: red, provenance: house}\n"
    found = built(tmp_path, probe(f"provenance: public\n{towns}"))
    said = [thing_of(found, "town", id).provenance for id in ("oslo", "bonn")]
    assert said == ["public", "house"]


def test_published_schemas_take_the_content() -> None:
    published = published_schemas()
    for one in published.values():
        Draft202012Validator.check_schema(one)
        assert json.loads(json.dumps(one)) == one
    found = load([CONTENT / "expanse"], Report())
    assert found is not None
    for document in found.documents:
        name = pathlib.PurePath(document.source.name).name
        validator = Draft202012Validator(published["pack" if name == "pack.yaml" else "content"])
        # JSON has no keys that are numbers.
        assert list(validator.iter_errors(json.loads(json.dumps(document.value)))) == []


def test_published_schemas_refuse_mistakes() -> None:
    content = Draft202012Validator(published_schemas()["content"])
    mistakes: list[object] = [
        {"kinds": {"town": {"iz": "place"}}},
        {"options": [{"id": "go"}]},
        {"abilities": [{"modify": "x", "add": 1, "set": 1}]},
        {"abilities": [{"forbid": "x", "modify": "y", "add": 1}]},
        {"towns": {"id": "rome"}},
        [],
    ]
    for value in mistakes:
        assert not content.is_valid(value)


# Things


def test_values(tmp_path: Path) -> None:
    more = """
cities:
  - {id: oslo, colour: blue, title: The North, text: Cold., copies: 2, players: [3], provenance: p}
events:
  - id: feast
    points: {2: 1, 3: 4}
    next: rome
    effect: stop
    provenance: house
  - {id: long-famine, points: -3, provenance: house}
"""
    found = built(tmp_path, probe(more))
    oslo, feast = thing_of(found, "city", "oslo"), thing_of(found, "event", "feast")
    assert (oslo.title, oslo.text, oslo.copies, oslo.players) == ("The North", "Cold.", 2, (3,))
    assert (oslo.provenance, oslo.pack) == ("p", "probe")
    assert oslo.values == {"colour": "blue", "size": 5, "title": "The North", "order": 0}
    assert thing_of(found, "town", "rome").values["size"] == 1
    assert feast.by_players == {"points": {2: 1, 3: 4}}
    assert (feast.values["next"], feast.values["points"]) == ("rome", None)
    famine = thing_of(found, "event", "long-famine")
    assert (famine.title, famine.values["next"], famine.values["points"]) == (
        "Long Famine",
        None,
        -3,
    )
    assert [(e.slot, e.bearer.id, e.body.text) for e in found.declared.effects] == [
        ("effect", "feast", "stop")
    ]


def test_sets_keep_order_and_repeats(tmp_path: Path) -> None:
    more = """
kinds:
  road:
    is: place
    fields: {towns: set of town, toll: set of colour, free: {type: flag, default: false}}
roads:
  - {id: via, towns: [rome, rome], toll: [], free: true, provenance: house}
  - {id: way, towns: [], toll: {2: [red], 3: [blue, red]}, provenance: house}
"""
    found = built(tmp_path, probe(more))
    via, way = thing_of(found, "road", "via"), thing_of(found, "road", "way")
    assert (via.values["towns"], via.values["toll"]) == (("rome", "rome"), ())
    assert (via.values["free"], way.values["free"]) == (True, False)
    assert way.by_players == {"toll": {2: ("red",), 3: ("blue", "red")}}
    assert way.values["toll"] == ()


def test_ordered_kinds_are_numbered(tmp_path: Path) -> None:
    more = """
kinds: {band: {is: place, ordered: true}, belt: {is: band}}
bands: [{id: inner, provenance: h}]
belts: [{id: main, provenance: h}]
"""
    found = built(tmp_path, probe(more, zoo="bands: [{id: outer, provenance: h}]"))
    board = found.declared.board
    every = [*board.things["band"].values(), *board.things["belt"].values()]
    assert {t.id: t.values["order"] for t in every} == {"inner": 1, "main": 2, "outer": 3}


def test_grids(tmp_path: Path) -> None:
    more = """
kinds:
  cell: {is: place, grid: {width: 3, height: 2, neighbours: 8}, state: {hit: flag}}
  tile:
    is: place
    grid: {width: 30, height: 1, neighbours: 4}
    fields: {wet: {type: flag, default: false}}
tiles: [{id: c2r1, wet: true}]
"""
    found = built(tmp_path, probe(more))
    cells = found.declared.board.things["cell"]
    assert list(cells) == ["a1", "b1", "c1", "a2", "b2", "c2"]
    assert cells["a1"].values["neighbours"] == ("b1", "a2", "b2")
    assert (cells["c2"].values["column"], cells["c2"].values["row"]) == (3, 2)
    tiles = found.declared.board.things["tile"]
    assert tiles["c2r1"].values["neighbours"] == ("c1r1", "c3r1")
    assert (tiles["c2r1"].values["wet"], tiles["c30r1"].values["wet"]) == (True, False)


def test_kinds_zones_and_state(tmp_path: Path) -> None:
    more = """
enums: {face: [one, two]}
kinds:
  player: {fields: {home: {type: town, optional: true}}, rules: {boast: {}}}
  die: {is: die, faces: face}
  law:
    is: card
    active in: deck
    state:
      by: player
      count: {type: number, min: 2, max: 9, seen by: owner, resets after: game}
  disc: {is: piece, on: [town, cell-block], each player: 17}
  cell-block: {is: place}
pieces: {disc: 2}
zones: {deck: {holds: card, ordered: true, seen by: count}}
state: {late: flag, turn-of: {type: player, start: ann}}
"""
    board = built(tmp_path, probe(more)).declared.board
    player = board.kinds["player"].fields
    assert (player["home"].type, player["home"].required) == (thing("town").maybe(), False)
    assert (player["gold"].start, player["gold"].low) == (3, 0)
    assert board.kinds["player"].rules == {"boast": "Boast"}
    assert board.kinds["die"].fields["face"].type == enum("face").maybe()
    law, disc = board.kinds["law"], board.kinds["disc"]
    count = law.fields["count"]
    assert (law.active_in, law.fields["by"].type) == ("deck", thing("player").maybe())
    assert (count.start, count.high, count.seen_by, count.resets) == (2, 9, "owner", "game")
    assert (disc.on, disc.each_player, board.pieces) == (("town", "cell-block"), 17, {"disc": 2})
    assert (board.zones["deck"].ordered, board.zones["deck"].seen_by) == (True, "count")
    assert (board.state["late"].type, board.state["late"].start) == (FLAG, False)
    assert board.state["turn-of"].type == thing("player")
    assert (board.state["round"].type, board.state["round"].start) == (NUMBER, 0)


@pytest.mark.parametrize(
    "more",
    [
        "kinds: {law: {is: card}}\nzones: {laws: {holds: law, each player: true}}",
        "kinds: {law: {is: card}}\nzones: {laws: {holds: law}}",
        "enums: {phase: [day, night]}\nstate: {phase: phase}",
    ],
)
def test_names_that_mean_the_same_twice(tmp_path: Path, more: str) -> None:
    assert built(tmp_path, probe(more)).declared.board


# Texts


def test_texts(tmp_path: Path) -> None:
    more = """
definitions:
  limit: 5
  worth of player in town: >-
    number of cubes
    in town
  way of town on town as goal: {is: "1 + 1"}
  share of n: {takes: {n: number}, is: n / 2}
rules:
  pay-up: {takes: {who: player, town: town}, do: stop}
menus: {shop: Buy something}
options:
  - {id: buy, menu: shop, if: yes, cost: 1 gold, limit: once per game, do: "stop"}
abilities:
  - {modify: limit, at least: 3}
  - {when: after removing cube, if: yes, do: stop}
events:
  - id: feast
    points: 1
    provenance: house
    abilities:
      - {forbid: removing cube}
      - {instead of: removing cube, do: stop}
      - {option: eat, menu: shop, title: Eat it, do: stop}
    options: [{id: sell, menu: shop, do: stop}]
"""
    declared = built(tmp_path, probe(more)).declared
    worth, way = declared.definitions["worth"], declared.definitions["way"]
    assert worth.body.text.split() == ["number", "of", "cubes", "in", "town"]
    assert [(p.name, str(p.type), p.span.text) for p in worth.takes] == [
        ("player", "player", "player"),
        ("town", "town", "town"),
    ]
    assert [(p.name, str(p.type)) for p in way.takes] == [("town", "town"), ("goal", "town")]
    assert (way.body.text, way.span.text, declared.definitions["limit"].body.text) == (
        "1 + 1",
        "way",
        "5",
    )
    assert [(p.name, str(p.type)) for p in declared.definitions["share"].takes] == [("n", "number")]
    assert [(p.name, str(p.type)) for p in declared.rules["pay-up"].takes] == [
        ("who", "player"),
        ("town", "town"),
    ]
    assert declared.rules["game"].body.text.strip() == "end the game"
    assert {m.name: m.title for m in declared.menus.values()} == {
        "turn": "Your turn",
        "shop": "Buy something",
    }
    buy, eat, sell = declared.options
    assert buy.condition is not None
    assert buy.cost is not None
    assert buy.limit is not None
    assert (buy.condition.text, buy.cost.text, buy.limit.text, buy.title) == (
        "yes",
        "1 gold",
        "once per game",
        "Buy",
    )
    feast = declared.board.things["event"]["feast"]
    assert (eat.id, eat.title, eat.bearer, sell.bearer) == ("eat", "Eat it", feast, feast)
    assert [(a.kind.key, a.pattern.text, a.bearer is feast) for a in declared.abilities] == [
        ("modify", "limit", False),
        ("when", "after removing cube", False),
        ("forbid", "removing cube", True),
        ("instead of", "removing cube", True),
    ]
    assert [a.operation and a.operation.name for a in declared.abilities] == [
        "at least", None, None, None
    ]  # fmt: skip


def test_how_a_game_ends(tmp_path: Path) -> None:
    ends = "winners: top players by gold of player\nseats: {2: [bob, ann], 3: [ann, bob, cid]}\n"
    declared = built(tmp_path, probe(pack=MANIFEST + ends)).declared
    assert (declared.main, declared.score) == ("game", "gold")
    assert declared.main_span is not None
    assert declared.winners is not None
    assert declared.main_span.text == "game"
    assert declared.winners.text == "top players by gold of player"
    assert declared.seats == {2: ("bob", "ann"), 3: ("ann", "bob", "cid")}


def test_default_seats(tmp_path: Path) -> None:
    declared = built(tmp_path, probe()).declared
    assert declared.seats == {2: ("ann", "bob"), 3: ("ann", "bob", "cid")}


# Several packs


def test_an_expansion(tmp_path: Path) -> None:
    more = """
players: [{id: dan, provenance: house}]
kinds: {player: {state: {fame: number}}}
towns: [{id: oslo, colour: blue, provenance: house}]
events: [{id: oslo, points: 1, effect: stop, provenance: house}]
"""
    patch = 'patch:\n  probe:rome: {size: 9, colour: blue, title: Roma}\n  "most:event/oslo":'
    patch += "\n    points: {2: 1, 3: 2}\n    effect: end the game\n"
    files = probe() | {
        "more/pack.yaml": EXPANSION.format("more").replace("{probe", "{most: '*', probe"),
        "most/pack.yaml": EXPANSION.format("most"),
        "most/a.yaml": more,
        "more/a.yaml": patch,
    }
    found = built(tmp_path, files, "more")
    assert [m.id for m in found.manifests] == ["probe", "most", "more"]
    assert list(found.hashes) == ["probe", "most", "more"]
    rome = thing_of(found, "town", "rome")
    assert rome.values == {"colour": "blue", "size": 9, "title": "Roma", "order": 0}
    assert thing_of(found, "town", "oslo").pack == "most"
    assert thing_of(found, "event", "oslo").by_players == {"points": {2: 1, 3: 2}}
    assert [e.body.text for e in found.declared.effects] == ["end the game"]
    assert {"gold", "fame"} <= found.declared.board.kinds["player"].fields.keys()
    assert found.manifests[1].requires == {"probe": ">=1, <2"}
    assert found.declared.main == "game"


def test_the_order_of_folders_makes_no_difference(tmp_path: Path) -> None:
    files = probe()
    for name in ("more", "most"):
        files |= {f"{name}/pack.yaml": EXPANSION.format(name)}
        files |= {f"{name}/a.yaml": f"towns: [{{id: {name}, colour: red, provenance: house}}]"}
    ways = [built(tmp_path, files, *names) for names in permutations(["probe", "more", "most"])]
    orders = [list(way.declared.board.things["town"]) for way in ways]
    assert orders == [["rome", "more", "most"]] * 6
    assert all(way.hashes == ways[0].hashes for way in ways)


def test_required_packs_are_resolved(tmp_path: Path) -> None:
    write(tmp_path / "far", probe())
    asked: list[str] = []

    def resolve(name: str) -> Path | None:
        asked.append(name)
        return tmp_path / "far" / name

    built(tmp_path, {"more/pack.yaml": EXPANSION.format("more")}, "more", resolve=resolve)
    assert asked == ["probe"]


def test_shipped_packs_are_found(tmp_path: Path) -> None:
    manifest = EXPANSION.format("more").replace("probe", "expanse").replace("3]", "4]")
    write(tmp_path, {"more/pack.yaml": manifest})
    found, _ = loaded(tmp_path, "more")
    assert found is not None
    assert [m.id for m in found.manifests] == ["expanse", "more"]


@pytest.mark.parametrize(
    ("version", "wanted", "verdict"),
    [
        ("1.2.0", "*", True),
        ("1.2", "1.2.0", True),
        ("1.2.1", "=1.2", False),
        ("1.10.0", ">=1.9, <2", True),
        ("2", ">=1, <2", False),
        ("2.0.1", ">2", True),
        ("2", "<=1.9.9", False),
    ],
)
def test_ranges_of_versions(version: str, wanted: str, verdict: bool) -> None:
    assert satisfies(version, wanted) is verdict


# Files


def test_files_that_are_read(tmp_path: Path) -> None:
    town = "towns: [{{id: {}, colour: red, provenance: house}}]"
    names = ["b/x.yaml", "a.yml", "b.yaml", "b/c/d.yaml", "z.YAML"]
    files = probe() | {f"probe/{n}": town.format(f"t{i}") for i, n in enumerate(names)}
    files |= {
        "probe/scenarios/x.yaml": "- no sections",
        "probe/b/scenarios/x.yaml": "- no sections",
        "probe/.git/x.yaml": "- no sections",
        "probe/.x.yaml": "- no sections",
        "probe/notes.txt": "{",
    }
    found = built(tmp_path, files)
    assert list(found.declared.board.things["town"]) == ["t1", "t3", "t0", "t2", "rome", "t4"]
    read = [Path(d.source.name).relative_to(tmp_path / "probe").as_posix() for d in found.documents]
    assert read == [
        "pack.yaml",
        "a.yml",
        "b/c/d.yaml",
        "b/x.yaml",
        "b.yaml",
        "base.yaml",
        "more.yaml",
        "z.YAML",
    ]


def test_hashes_follow_names_and_bytes(tmp_path: Path) -> None:
    def hash_of(files: dict[str, str], name: str) -> str:
        return built(tmp_path / name, files).hashes["probe"]

    first = hash_of(probe("menus: {a1: x}"), "one")
    assert hash_of(probe("menus: {a1: x}"), "two") == first
    assert hash_of(probe("menus: {a1: y}"), "three") != first
    assert hash_of(probe(other="menus: {a1: x}"), "four") != first
    assert hash_of(probe("menus: {a1: x}") | {"probe/scenarios/s.yaml": ""}, "five") == first


def test_modules(tmp_path: Path) -> None:
    manifest = (
        MANIFEST
        + "modules:\n  navy: {title: The Navy, adds: navy}\n  spies: {adds: [x/spies.yaml]}\n"
    )
    files = probe(pack=manifest) | {
        "probe/navy/a.yaml": "towns: [{id: port, colour: red, provenance: house}]",
        "probe/x/spies.yaml": "towns: [{id: lair, colour: red, provenance: house}]",
    }

    def towns(*modules: str) -> set[str]:
        found = built(tmp_path, files, modules=modules)
        return set(found.declared.board.things["town"]) - {"rome"}

    assert [towns(), towns("navy"), towns("probe:spies"), towns("navy", "spies")] == [
        set(),
        {"port"},
        {"lair"},
        {"port", "lair"},
    ]
    report = reported(tmp_path, files, modules=["nayv"])
    assert [(d.code, d.help) for d in report.diagnostics] == [("CW308", "did you mean `navy`?")]


def test_links_out_of_the_pack(tmp_path: Path) -> None:
    write(tmp_path, probe() | {"other/x.yaml": "menus: {a1: x}", "probe/real.yaml": ""})
    (tmp_path / "probe" / "file.yaml").symlink_to(tmp_path / "other" / "x.yaml")
    (tmp_path / "probe" / "folder").symlink_to(tmp_path / "other")
    (tmp_path / "probe" / "inside.yaml").symlink_to(tmp_path / "probe" / "real.yaml")
    (tmp_path / "probe" / "gone.yaml").symlink_to(tmp_path / "probe" / "nothing.yaml")
    found, report = loaded(tmp_path)
    assert places(report, tmp_path) == [
        ("CW101", "probe/gone.yaml", 1, 1),
        ("CW302", "probe/file.yaml", 1, 1),
        ("CW302", "probe/folder", 1, 1),
    ]
    assert found is not None
    assert "a1" not in found.declared.menus


def test_a_manifest_that_is_a_link(tmp_path: Path) -> None:
    write(tmp_path, probe())
    (tmp_path / "more").mkdir()
    (tmp_path / "more" / "pack.yaml").symlink_to(tmp_path / "probe" / "pack.yaml")
    found, report = loaded(tmp_path, "more")
    assert found is None
    assert places(report, tmp_path) == [("CW302", "more/pack.yaml", 1, 1)]


@pytest.mark.parametrize("name", ["other", "nothing"])
def test_a_folder_without_a_pack(name: str, tmp_path: Path) -> None:
    write(tmp_path, {"other/x.yaml": "rules: {}"})
    found, report = loaded(tmp_path, name)
    assert found is None
    assert places(report, tmp_path) == [("CW301", f"{name}/pack.yaml", 1, 1)]


def test_packs_have_limits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sections, "MAX_DEFINITIONS", 25)
    report = reported(tmp_path, probe("enums: {taste: [sweet]}\nmenus: {a1: x}"))
    assert places(report, tmp_path) == [("CW303", "probe/more.yaml", 2, 1)]
    monkeypatch.setattr(sections, "MAX_DEFINITIONS", 20_000)
    monkeypatch.setattr(sections, "MAX_NAMED", {"abilities": 1, "rules": 1, "definitions": 2})
    for more in ("rules: {a: stop, b: stop}", "definitions: {a: 1, b: 2, c: 3}"):
        assert places(reported(tmp_path, probe(more)), tmp_path)[0][0] == "CW303"
    ability = "abilities:\n  - {when: after doing acts, do: stop}\n"
    report = reported(tmp_path, probe(f"{ability}{ability.partition(chr(10))[2]}"))
    assert places(report, tmp_path) == [("CW303", "probe/more.yaml", 1, 1)]
    monkeypatch.setattr(manifest, "MAX_MANIFEST_VALUES", 3)
    report = loaded(tmp_path)[1]
    assert ("CW107", "probe/pack.yaml", 1, 1) in places(report, tmp_path)
    monkeypatch.undo()
    monkeypatch.setattr(builder, "MAX_TEXTS_LENGTH", 20)
    more = "definitions: {long: 1 + 2 + 3 + 4 + 5 + 6, prospects of player: 2}"
    files = probe(more)
    files["probe/pack.yaml"] += "evaluate: prospects\n"
    assert [one[0] for one in places(reported(tmp_path, files), tmp_path)] == ["CW303"]
    monkeypatch.undo()
    monkeypatch.setattr(pack_files, "MAX_FILES", 1)
    report = loaded(tmp_path)[1]
    assert places(report, tmp_path) == [("CW303", "probe/pack.yaml", 1, 1)]


@pytest.mark.parametrize("limit", ["MAX_PACKS", "MAX_FILES", "MAX_BYTES"])
@pytest.mark.parametrize(
    "names", [["more"], ["probe", "more", "most"], ["probe", "probe", "more", "most"]]
)
def test_packs_are_limited_together(
    names: list[str], limit: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whether they are named, even twice, or required: if there are too many, no more are read."""
    files = probe() | {"probe/more.yaml": "# 60 bytes".ljust(60), "most/a.yaml": "- nothing: {"}
    files |= {"most/pack.yaml": EXPANSION.format("most"), "more/pack.yaml":
              EXPANSION.format("more").replace("}", ", most: '*'}")}  # fmt: skip
    write(tmp_path, files)
    size = sum(len(text) for name, text in files.items() if not name.startswith("most/"))
    alone = {"MAX_PACKS": 2, "MAX_FILES": 4, "MAX_BYTES": size}[limit]
    monkeypatch.setattr(requires, limit, alone)
    found, report = loaded(tmp_path, *names)
    assert found is not None
    assert "most" not in found.hashes
    assert [one[:2] for one in places(report, tmp_path)] == [("CW303", "most/pack.yaml")]


# The codes


def test_each_code_has_a_case() -> None:
    cases = [*test_pack_errors.MORE.values(), *test_pack_errors.MANIFESTS.values()]
    cases += [text for files, _ in test_pack_errors.SEVERAL.values() for text in files.values()]
    seen = {match[1] for text in cases for match in MARK.finditer(text)}
    elsewhere = {"CW301", "CW302", "CW303", "CW311", "CW352"}
    assert {code for code in CODES if code.startswith("CW3")} == (seen - {"CW112"}) | elsewhere


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ("towns: [{id: oslo, colour: red, sise: 3, provenance: p}]", "did you mean `size`?"),
        ("towns: [{id: oslo, colour: rad, provenance: p}]", "`rad` is not a colour"),
        ("towns: [{id: oslo, colour: rad, provenance: p}]", "did you mean `red`?"),
        ("twons: []", "did you mean `towns`?"),
        ("town: []", "write the plural `towns`"),
        ("enums: {Taste: [sweet]}", "write `taste`"),
        ("towns: [{id: oslo, colour: red, size: big, provenance: p}]", "must be a whole number"),
        ("patch: {probe: {size: 1}}", "there is no `probe` to patch"),
        ("kinds: {moon: {is: lake}, lake: {is: moon}}", "`moon` is `lake` is `moon`"),
        ("abilities: [{fobrid: removing cube}]", "did you mean `forbid` instead of `fobrid`?"),
        ("definitions: {limit: true}", "write `yes` or `no`"),
    ],
)
def test_messages(more: str, words: str, tmp_path: Path) -> None:
    report = reported(tmp_path, probe(more))
    assert len(report) == 1
    assert words in render(report.diagnostics[0])


def test_a_broken_pack_still_gives_what_could_be_built(tmp_path: Path) -> None:
    write(tmp_path, probe("towns: [{id: oslo}]\nrules: ["))
    found, report = loaded(tmp_path)
    assert report.failed
    assert found is not None
    assert found.declared.rules.keys() == {"game"}
    assert BASE in {d.source.text for d in found.documents}
