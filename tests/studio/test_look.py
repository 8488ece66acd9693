"""How a pack is drawn: what browsers are told, and pictures that are nothing but pictures."""

from __future__ import annotations

import shutil
from pathlib import Path

from cardwright_tools.studio.state import Studio
from cardwright_tools.studio.workshop import Workshop
from tests.studio.sockets import HOST, browser, client_of, told

PACK = Path(__file__).parents[1] / "packs" / "push-your-luck"
LOOK = """
look:
  board: {wide: 40, high: 30}
  deck: {at: [10, 15], picture: pictures/deck.svg}
  relic mask: {colour: "#d0a010"}
"""
DRAWN = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'


def test_pictures_of_a_pack_are_for_those_with_a_key_and_never_run(tmp_path: Path) -> None:
    pack = Path(shutil.copytree(PACK, tmp_path / "push-your-luck"))
    (pack / "pictures").mkdir()
    (pack / "pictures" / "deck.svg").write_text(DRAWN, "utf-8")
    (pack / "look.yaml").write_text(LOOK, "utf-8")
    studio = Studio(Workshop(pack), frozenset({HOST}))
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
