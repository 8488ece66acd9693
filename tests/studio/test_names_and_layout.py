"""What the studio's editor does with names and with the form of a file: as other editors do."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

from cardwright_tools.studio.edited_pack import EditedPack
from cardwright_tools.studio.names_and_layout import renamed
from cardwright_tools.studio.state import Studio
from tests.studio.sockets import HOST, browser, client_of, told

PACKS = Path(__file__).parents[1] / "packs"


def studio_of(name: str, folder: Path, *others: str) -> tuple[Studio, Path]:
    for one in (name, *others):
        shutil.copytree(PACKS / one, folder / one)
    studio = Studio(EditedPack(folder / name), frozenset({HOST}))
    studio.edited_pack.check()
    return studio, folder / name


def asked(socket: Any, event: str, **message: Any) -> dict[str, Any]:
    socket.send_json(message)
    return told(socket, event)


def refused(socket: Any, **message: Any) -> str:
    """Why a request is refused."""
    socket.send_json(message)
    while (found := socket.receive_json())["event"] != "refused":
        pass
    return str(found["why"])


def test_a_name_is_renamed_in_all_files_and_on_all_pages(tmp_path: Path) -> None:
    studio, pack = studio_of("push-your-luck", tmp_path)
    text = (pack / "game.yaml").read_text("utf-8")
    at = text.index("score-badges")
    with client_of(studio) as client, browser(studio, studio.key, client=client) as socket:
        asked(socket, "file", do="open", file="game.yaml")
        asked(socket, "edited", do="rename", file="game.yaml", at=at, to="count-badges")
        found = told(socket, "diagnostics")
        assert [one for one in found["found"] if one["severity"] == "error"] == []
        assert "game.yaml" in found["unsaved"]
        with browser(studio, studio.key, client=client) as other:
            now = asked(other, "file", do="open", file="game.yaml")["text"]
        assert now == text.replace("score-badges", "count-badges")
        assert (pack / "game.yaml").read_text("utf-8") == text
        places = asked(socket, "uses", do="uses", file="game.yaml", at=at)["found"]
        lines, here = now.split("\n"), [one for one in places if one["file"] == "game.yaml"]
        assert [one["text"] for one in here] == [lines[one["line"] - 1].strip() for one in here]
        assert len(here) == now.count("count-badges")
        assert {one["file"] for one in places} == {*found["unsaved"]}


def test_a_rename_keeps_what_was_not_checked_yet(tmp_path: Path) -> None:
    studio, folder = studio_of("push-your-luck", tmp_path)
    pack, before = studio.edited_pack, "# Another page adds a comment: é 😀\n"
    text = before + pack.open("game.yaml")
    pack.edit("game.yaml", text)
    found = renamed(pack, "game.yaml", text.index("score-badges"), "count-badges")
    assert found["game.yaml"] == text.replace("score-badges", "count-badges")
    other = next(folder.glob("scenarios/*.yaml"))
    other.write_text(before + other.read_text("utf-8"), "utf-8")  # by another program
    pack.reread()
    found = renamed(pack, "game.yaml", text.index("score-badges"), "count-badges")
    assert found.get(f"scenarios/{other.name}", before).startswith(before)


def test_a_name_that_others_use_too_is_not_renamed_in_one_pack_alone(tmp_path: Path) -> None:
    studio, pack = studio_of("market", tmp_path, "market-tokens")
    text = (pack / "board.yaml").read_text("utf-8")
    at = text.index("id: arch") + 4
    with browser(studio, studio.key) as socket:
        why = refused(socket, do="rename", file="board.yaml", at=at, to="archway")
        assert "also used outside this pack, in market-tokens/tokens.yaml" in why
        assert studio.edited_pack.unsaved() == []
        why = refused(socket, do="rename", file="board.yaml", at=at, to="Two Words")
        assert "is not a name" in why
        assert "on a name" in refused(socket, do="rename", file="board.yaml", at=0, to="archway")
        uses = asked(socket, "uses", do="uses", file="board.yaml", at=at)
        assert uses["left"] > 0
        assert {one["file"].split("/")[0] for one in uses["found"]} >= {"board.yaml", "scenarios"}


def test_a_name_leads_to_its_declaration_if_that_is_in_the_pack(tmp_path: Path) -> None:
    studio, pack = studio_of("market-tokens", tmp_path, "market")
    text = (pack / "tokens.yaml").read_text("utf-8")
    own, other = text.index("heard", text.index("heard") + 1), text.index("market:arch") + 8
    with browser(studio, studio.key) as socket:
        asked(socket, "file", do="open", file="tokens.yaml")
        found = asked(socket, "place", do="declaration", file="tokens.yaml", at=own)
        assert (found["file"], found["start"]) == ("tokens.yaml", text.index("heard"))
        why = refused(socket, do="declaration", file="tokens.yaml", at=other)
        assert why == "`arch` is declared outside this pack, in market/board.yaml"
        about = asked(socket, "explanation", do="explain", file="tokens.yaml", at=other, about=1)
        assert [one["place"] for one in about["found"] if one["name"] == "arch"] == [None]


def test_a_file_is_put_into_its_canonical_form_unless_it_has_mistakes(tmp_path: Path) -> None:
    studio, pack = studio_of("push-your-luck", tmp_path)
    text = (pack / "game.yaml").read_text("utf-8")
    loose = text.replace("shuffle deck", "shuffle   deck")
    with browser(studio, studio.key) as socket:
        asked(socket, "file", do="open", file="game.yaml")
        asked(socket, "diagnostics", do="edit", file="game.yaml", text=loose)
        assert asked(socket, "edited", do="format", file="game.yaml")["text"] == text
        wrong = loose.replace("shuffle ", "shufle ")
        asked(socket, "diagnostics", do="edit", file="game.yaml", text=wrong)
        assert "mistakes are corrected" in refused(socket, do="format", file="game.yaml")


def test_words_in_effects_have_colours_in_the_text_as_it_is(tmp_path: Path) -> None:
    studio, pack = studio_of("push-your-luck", tmp_path)
    text = "# 🐍\n" + (pack / "game.yaml").read_text("utf-8")
    with browser(studio, studio.key) as socket:
        asked(socket, "file", do="open", file="game.yaml")
        asked(socket, "diagnostics", do="edit", file="game.yaml", text=text)
        message = asked(socket, "colours", do="colours", file="game.yaml", version=7)
        assert message["version"] == 7
        words = {(text[start:end], colour) for start, end, colour in message["found"]}
        assert words >= {("shuffle", "verb"), ("deck", "property"), ("repeat", "keyword")}
