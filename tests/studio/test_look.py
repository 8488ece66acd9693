"""How a pack is drawn: what browsers receive, and pictures that can't be anything but pictures."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

from cardwright_tools.studio.board import board_description
from cardwright_tools.studio.edited_pack import EditedPack
from cardwright_tools.studio.state import Studio
from tests.studio.sockets import HOST, browser, client_of, told

PACK = Path(__file__).parents[1] / "packs" / "push-your-luck"
EXPANSE = Path(__file__).parents[2] / "content" / "expanse"
LOOK = """
look:
  board: {wide: 40, high: 30}
  deck: {at: [10, 15], picture: pictures/deck.svg}
  relic mask: {colour: "#d0a010"}
"""
SHOWS = """
look:
  relic: {shows: [worth, badge]}
  mask: {shows: []}
"""
DRAWN = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'


def test_pictures_of_a_pack_are_for_those_with_a_key_and_never_run(tmp_path: Path) -> None:
    pack = Path(shutil.copytree(PACK, tmp_path / "push-your-luck"))
    (pack / "pictures").mkdir()
    (pack / "pictures" / "deck.svg").write_text(DRAWN, "utf-8")
    (pack / "look.yaml").write_text(LOOK, "utf-8")
    studio = Studio(EditedPack(pack), frozenset({HOST}))
    client = client_of(studio)
    with browser(studio, studio.key, client=client) as socket:
        socket.send_json({"do": "new game", "players": 2, "seed": 1})
        assert told(socket, "board")["look"] == {
            "board": {"wide": 40, "high": 30},
            "deck": {"at": [10, 15], "picture": "look/deck"},
            "relic mask": {"colour": "#d0a010"},
        }
        seat = next(iter(told(socket, "position")["seats"].values()))
        for key in (studio.key, seat):
            found = client.get("/look/deck", params={"key": key})
            assert (found.status_code, found.text) == (200, DRAWN)
            assert found.headers["content-type"].startswith("image/svg+xml")
            assert found.headers["content-security-policy"].startswith("default-src 'none'")
            assert found.headers["content-security-policy"].endswith("sandbox")
        for name, key in (("deck", ""), ("deck", "wrong"), ("board", seat), ("mask", seat),
                          ("..%2flook.yaml", studio.key)):  # fmt: skip
            assert client.get(f"/look/{name}", params={"key": key}).status_code == 404


def test_cards_show_the_numbers_that_are_printed_on_them_or_what_the_pack_says(
    tmp_path: Path,
) -> None:
    pack = Path(shutil.copytree(PACK, tmp_path / "push-your-luck"))
    assert _printed(pack) == {"mask": {"worth": "2"}, "lens": {"worth": "2"}}
    (pack / "look.yaml").write_text(SHOWS, "utf-8")
    assert _printed(pack) == {"mask": {}, "lens": {"worth": "2", "badge": "star"}}


def test_a_zero_is_shown_unless_it_is_the_default_of_the_kind(tmp_path: Path) -> None:
    pack = Path(shutil.copytree(PACK, tmp_path / "push-your-luck"))
    path = pack / "game.yaml"
    text = path.read_text("utf-8").replace("badge: sun, worth: 2", "badge: sun, worth: 0")
    path.write_text(text, "utf-8")
    assert _printed(pack)["mask"] == {"worth": "0"}
    path.write_text(text.replace("worth: number}", "worth: {type: number, default: 0}}"), "utf-8")
    assert _printed(pack)["mask"] == {}


def test_each_of_two_things_with_one_name_is_described() -> None:
    rules = EditedPack(EXPANSE).rules()
    things = board_description(rules, rules.new_game(2, 1))["things"]
    kinds = [things[f"{kind} ceres"]["kind"] for kind in ("base", "orbital")]
    assert kinds == ["base", "orbital"]


def test_places_also_show_the_words_that_are_printed_on_them() -> None:
    rules = EditedPack(EXPANSE).rules()
    things = board_description(rules, rules.new_game(2, 1))["things"]
    assert things["eurasia"]["printed"] == {"resource": "food"}
    assert things["base ceres"]["printed"] == {"resource": "minerals"}
    assert things["orbital ceres"]["printed"] == {}


GRID = """
enums: {terrain: [plain, wood]}
kinds:
  player: {}
  cell:
    is: place
    grid: {width: 2, height: 1, neighbours: 4}
    fields: {worth: {type: number, default: 1}, terrain: {type: terrain, default: plain}}
cells:
  - {id: b1, worth: 3, terrain: wood, provenance: fixture}
players:
  - {id: ann, provenance: fixture}
rules: {game: "choose 1 cell, as spot"}
"""


def test_cells_of_grids_show_printed_values_other_than_the_default(tmp_path: Path) -> None:
    manifest = "id: grid\nversion: 1.0.0\ntitle: Grid\nplayers: [1, 1]\nmain: game\n"
    (tmp_path / "pack.yaml").write_text(manifest, "utf-8")
    (tmp_path / "game.yaml").write_text(GRID, "utf-8")
    rules = EditedPack(tmp_path).rules()
    things = board_description(rules, rules.new_game(1, 1))["things"]
    assert things["a1"]["printed"] == {}
    assert things["b1"]["printed"] == {"worth": "3", "terrain": "wood"}


def _printed(pack: Path) -> dict[str, Any]:
    rules = EditedPack(pack).rules()
    things = board_description(rules, rules.new_game(2, 1))["things"]
    return {id: things[id]["printed"] for id in ("mask", "lens")}
