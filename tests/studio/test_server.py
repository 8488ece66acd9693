"""The studio's server: what each key opens, and what no key opens."""

from __future__ import annotations

import random
import shutil
import socket
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient, WebSocketTestSession
from starlette.websockets import WebSocketDisconnect

import cardwright
from cardwright_tools.output import Stop
from cardwright_tools.studio.connection import NOT_VALID, OTHER_ADDRESS
from cardwright_tools.studio.edited_pack import EditedPack
from cardwright_tools.studio.journal import Journals, Setup
from cardwright_tools.studio.run import run
from cardwright_tools.studio.server import application
from cardwright_tools.studio.state import Studio
from cardwright_tools.studio.table import Table
from tests.studio.sockets import HOST, ORIGIN, browser, told

pytestmark = pytest.mark.usefixtures("shared_packs")

PACKS = Path(__file__).parents[1] / "packs"


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    return Path(shutil.copytree(PACKS / "push-your-luck", tmp_path / "push-your-luck"))


@pytest.fixture
def studio(pack: Path) -> Studio:
    return Studio(EditedPack(pack), frozenset({HOST}))


def playing(socket: WebSocketTestSession) -> dict[str, Any]:
    socket.send_json({"do": "new game", "players": 2, "seed": 1})
    return told(socket, "position")


def test_an_error_is_located_and_a_game_continues_once_it_is_fixed(
    studio: Studio, pack: Path
) -> None:
    with browser(studio, studio.key) as socket:
        assert told(socket, "diagnostics")["found"] == []
        socket.send_json({"do": "open", "file": "game.yaml"})
        text = told(socket, "file")["text"]
        wrong = text.replace("shuffle deck", "shufle deck", 1)
        socket.send_json({"do": "edit", "file": "game.yaml", "text": wrong})
        [found] = told(socket, "diagnostics")["found"]
        assert wrong[found["start"] : found["end"]] == "shufle"
        assert (pack / "game.yaml").read_text("utf-8") == text
        socket.send_json({"do": "new game", "players": 2, "seed": 1})
        assert "errors" in told(socket, "refused")["why"]


def test_answers_that_no_longer_fit_are_told_after_a_save(studio: Studio) -> None:
    with browser(studio, studio.key) as socket:
        shown = playing(socket)
        socket.send_json({"do": "answer", "option": shown["options"][0]["id"]})
        assert told(socket, "position")["answered"] == 1
        socket.send_json({"do": "open", "file": "game.yaml"})
        text = told(socket, "file")["text"]
        changed = text.replace("there are relics in trail", "number of relics in trail > 9")
        socket.send_json({"do": "edit", "file": "game.yaml", "text": changed})
        socket.send_json({"do": "save", "file": "game.yaml"})
        note = told(socket, "note")  # and only once: the position does not repeat it
        assert note["words"].startswith("Answer 1 of 1 no longer fits the rules")
        line = text.partition("there are relics in trail")[0].count("\n") + 1
        assert note["words"].endswith(f"What has changed: game.yaml, line {line}.")
        shown = told(socket, "position")
        assert (shown["answered"], shown["notice"]) == (0, "")


def test_a_game_that_new_rules_cut_short_can_go_on_with_the_old_ones(
    studio: Studio, tmp_path: Path
) -> None:
    journals = Journals(tmp_path / "kept")
    with browser(studio, studio.key) as socket:
        before = playing(socket)
        assert studio.table is not None
        studio.table.file = journals.begin(Setup(2, 1), {})
        socket.send_json({"do": "answer", "option": before["options"][0]["id"]})
        before = told(socket, "position")
        socket.send_json({"do": "open", "file": "game.yaml"})
        text = told(socket, "file")["text"]
        changed = text.replace(
            "    shuffle deck\n", "    shuffle deck\n    choose 1 badge, as best\n"
        )
        socket.send_json({"do": "edit", "file": "game.yaml", "text": changed})
        socket.send_json({"do": "save", "file": "game.yaml"})
        note = told(socket, "note")
        assert (note["offer"], "no longer fits" in note["words"]) == (True, True)
        assert told(socket, "position")["answered"] == 0
        turn = studio.table.game.turn  # where a bot, or another player, continues
        assert turn is not None
        studio.table.answer(turn, studio.table.game.options[0].id)
        socket.send_json({"do": "old rules"})
        assert "keeps the old rules" in told(socket, "note")["words"]
        again = told(socket, "position")
        assert (again["answered"], again["view"]) == (1, before["view"])
        assert [one.answers for one in journals.stored_games()] == [[*studio.table.answers]]
        socket.send_json({"do": "save", "file": "game.yaml"})
        assert told(socket, "note")["words"] == ""
        socket.send_json({"do": "watch", "player": ""})
        assert told(socket, "position")["answered"] == 1


def test_that_all_answers_fit_but_lead_elsewhere_is_told(studio: Studio) -> None:
    with browser(studio, studio.key) as socket:
        shown = playing(socket)
        socket.send_json({"do": "answer", "option": shown["options"][0]["id"]})
        socket.send_json({"do": "open", "file": "pack.yaml"})
        socket.send_json({"do": "open", "file": "game.yaml"})
        text = told(socket, "file")["text"] and told(socket, "file")["text"]
        changed = text.replace(
            "points: {type: number, start: 0}", "points: {type: number, start: 7}"
        )
        socket.send_json({"do": "edit", "file": "game.yaml", "text": changed})
        socket.send_json({"do": "save", "file": "game.yaml"})
        note = told(socket, "note")
        assert (note["offer"], "the position is different" in note["words"]) == (True, True)


def test_a_game_continues_with_its_rules_while_the_saved_ones_have_errors(
    studio: Studio,
) -> None:
    with browser(studio, studio.key) as socket:
        before = playing(socket)
        socket.send_json({"do": "edit", "file": "game.yaml", "text": "rules: {game: nonsense}"})
        socket.send_json({"do": "save", "file": "game.yaml"})
        assert "continue with the old rules" in told(socket, "refused")["why"]
        socket.send_json({"do": "watch", "player": ""})
        assert told(socket, "position")["view"] == before["view"]


def test_steps_go_back_and_forth(studio: Studio) -> None:
    with browser(studio, studio.key) as socket:
        before = playing(socket)
        socket.send_json({"do": "answer", "option": before["options"][0]["id"]})
        after = told(socket, "position")
        socket.send_json({"do": "go to", "number": 0})
        back = told(socket, "position")
        assert (back["answered"], back["view"]) == (0, before["view"])
        socket.send_json({"do": "go to", "number": 1})
        assert told(socket, "position")["view"] == after["view"]


def test_a_seat_sees_and_does_its_own_things_only(studio: Studio) -> None:
    with browser(studio, studio.key) as author:
        playing(author)
        assert studio.table is not None
        for key, player in studio.table.keys.items():
            with browser(studio, key) as seat:
                shown = told(seat, "position")
                assert shown["seat"] == player
                assert "seats" not in shown
                assert "timeline" not in shown
                assert bool(shown["options"]) == (shown["turn"] == player)
                for message in (
                    {"do": "open", "file": "game.yaml"}, {"do": "go to", "number": 0},
                    {"do": "new game", "players": 2, "seed": 2}, {"do": "watch", "player": "ida"},
                    {"do": "dismiss"}, {"do": "undo"}, {"do": "redo"}, {"do": "close game"},
                ):  # fmt: skip
                    seat.send_json(message)
                    why = told(seat, "refused")["why"]
                    assert why.startswith("Only the host can ")
                assert why == "Only the host can close a game."
                seat.send_json({"do": "dance"})
                assert told(seat, "refused")["why"] == "there is no message `dance`"


@pytest.mark.parametrize(
    ("key", "headers", "code"),
    [
        ("wrong", ORIGIN, NOT_VALID),
        ("", ORIGIN, NOT_VALID),
        ("ü", ORIGIN, NOT_VALID),  # which can't be compared as text
        (None, {"host": HOST, "origin": "http://elsewhere.example"}, OTHER_ADDRESS),
        (None, {"host": HOST, "origin": f"https://{HOST}"}, OTHER_ADDRESS),
        (None, {"host": HOST}, OTHER_ADDRESS),
        ("wrong", {"host": HOST}, OTHER_ADDRESS),  # so that nobody else's page can try keys
        (None, {**ORIGIN, "host": "elsewhere.example"}, NOT_VALID),
        (None, {**ORIGIN, "x-forwarded-host": HOST, "host": "elsewhere.example"}, NOT_VALID),
    ],
)
def test_who_has_no_key_or_comes_from_elsewhere_is_not_let_in(
    studio: Studio, key: str | None, headers: dict[str, str], code: int
) -> None:
    rules = studio.edited_pack.rules()
    assert rules is not None
    studio.add(Table(rules, 2, 1), Setup(2, 1))
    with (
        pytest.raises(WebSocketDisconnect) as closed,
        browser(studio, studio.key if key is None else key, headers) as socket,
    ):
        socket.receive_json()
    assert closed.value.code == code


@pytest.mark.parametrize("name", ["../secret.yaml", "/etc/passwd", "pack.yaml/../../x", "", "."])
def test_no_file_outside_the_pack_is_read_or_written(studio: Studio, pack: Path, name: str) -> None:
    secret = pack.parent / "secret.yaml"
    secret.write_text("secret", "utf-8")
    with browser(studio, studio.key) as socket:
        for message in ({"do": "open", "file": name}, {"do": "edit", "file": name, "text": "x"},
                        {"do": "save", "file": name}):  # fmt: skip
            socket.send_json(message)
            assert "there is no file" in told(socket, "refused")["why"]
    assert secret.read_text("utf-8") == "secret"


@pytest.mark.parametrize("text", ["{", "[]", '{"do": 1}', '{"do": "edit", "file": 1}', "[" * 5000])
def test_anything_but_a_message_is_refused_and_the_socket_stays_open(
    studio: Studio, text: str
) -> None:
    with browser(studio, studio.key) as socket:
        socket.send_text(text)
        assert told(socket, "refused")["why"]
        assert playing(socket)["options"]


def test_pages_are_only_for_this_host_and_run_no_scripts_of_others(studio: Studio) -> None:
    client = TestClient(application(studio), base_url=f"http://{HOST}")
    page = client.get("/")
    assert page.status_code == 200
    assert "default-src 'self'" in page.headers["content-security-policy"]
    assert client.get("/", headers={"host": "elsewhere.example"}).status_code == 421
    assert client.get("/static/..%2fserver.py").status_code == 404
    assert client.get("/static/studio.js").headers["content-type"].startswith("text/javascript")


def test_another_game_has_seats_of_its_own(studio: Studio) -> None:
    with browser(studio, studio.key) as author:
        author.send_json({"do": "new game", "players": 4, "seed": 1})
        seats = told(author, "position")["seats"]
        with browser(studio, [*seats.values()][-1]) as seat:
            assert told(seat, "position")["turn"]
            again = playing(author)["seats"]
            assert len(seats) == 4
            assert len(again) == 2
            assert not {*again.values()} & {*seats.values()}
            with pytest.raises(WebSocketDisconnect):
                told(seat, "nothing more")


def test_a_port_that_is_taken_is_told_and_no_link_is_given(pack: Path) -> None:
    links: list[str] = []
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(Stop, match=f"can't listen at 127.0.0.1:{port}: .*--port"):
            run(pack, "127.0.0.1", port, links.append)
    assert links == []


def test_any_decision_of_a_long_game_is_gone_back_to() -> None:
    table = Table(cardwright.load(PACKS / "hands"), 3, 1)
    seen, dice = [table.game.digest], random.Random(1)
    while table.game.turn is not None:
        table.answer(table.game.turn, dice.choice(list(table.game.options)).id)
        seen.append(table.game.digest)
    assert len(seen) > 20
    for number in (3, 17, len(seen) - 1, 0):
        table.go_to(number)
        assert table.game.digest == seen[number]
