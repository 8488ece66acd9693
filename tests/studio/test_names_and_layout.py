"""What the studio's editor does with names and with the form of a file: as other editors do."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest

from cardwright_tools.studio.edited_pack import EditedPack
from cardwright_tools.studio.names_and_layout import coloured, renamed
from cardwright_tools.studio.state import Studio
from tests.broken import broken_packs
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


def test_all_files_are_saved_but_those_that_somebody_else_wrote(tmp_path: Path) -> None:
    studio, pack = studio_of("push-your-luck", tmp_path)
    with browser(studio, studio.key) as socket:
        for file in ("game.yaml", "pack.yaml", "scenarios/luck.yaml"):
            text = asked(socket, "file", do="open", file=file)["text"]
            asked(socket, "diagnostics", do="edit", file=file, text=f"{text}# more\n")
        with (pack / "pack.yaml").open("a", encoding="utf-8") as other:
            other.write("# by somebody else\n")
        assert "not saved: pack.yaml" in refused(socket, do="save all")
    assert studio.edited_pack.unsaved() == ["pack.yaml"]
    assert (pack / "game.yaml").read_text("utf-8").endswith("# more\n")


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


def test_names_are_known_in_a_pack_that_has_had_a_mistake_since_it_was_opened(
    tmp_path: Path,
) -> None:
    pack = Path(shutil.copytree(PACKS / "push-your-luck", tmp_path / "push-your-luck"))
    path = pack / "game.yaml"
    text = path.read_text("utf-8").replace("shuffle deck", "shufle deck")
    path.write_text(text, "utf-8")
    studio = Studio(EditedPack(pack), frozenset({HOST}))
    used, made = text.index("score-badges"), text.index("score-badges: |")
    with browser(studio, studio.key) as socket:
        asked(socket, "file", do="open", file="game.yaml")
        found = asked(socket, "place", do="declaration", file="game.yaml", at=used)
        assert found["start"] == made
        places = asked(socket, "uses", do="uses", file="game.yaml", at=used)["found"]
        assert {one["file"] for one in places} == {"game.yaml", "scenarios/luck.yaml"}
        about = asked(socket, "explanation", do="explain", file="game.yaml", at=used, about=1)
        assert (about["old"], about["partly"], about["found"][0]["english"] != []) == (1, 1, True)
        why = refused(socket, do="declaration", file="game.yaml", at=text.index("followe"))
        assert why == "no name is known here until the mistakes are corrected: see Problems"
        right = text.replace("shufle", "shuffle")
        asked(socket, "diagnostics", do="edit", file="game.yaml", text=right)
        about = asked(socket, "explanation", do="explain", file="game.yaml", at=used, about=1)
        assert (about["old"], about["partly"]) == (False, False)


@pytest.mark.parametrize("case", broken_packs.cases()[::211], ids=lambda one: one.case)
def test_any_mistake_leaves_something_to_look_up(tmp_path: Path, case: broken_packs.Case) -> None:
    """Or at least nothing fails that reads what is left."""
    if case.make:
        pytest.skip("this is not YAML")
    broken_packs.write(case, tmp_path)
    pack = EditedPack(tmp_path / "base")
    pack.check()
    for file in pack.files():
        text = pack.open(file)
        coloured(pack, file)
        for at in range(0, len(text), 1 + len(text) // 5):
            assert pack.explain(file, at)["event"] == "explanation"
            pack.complete(file, at)


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
