"""Several games at once, several pages of one author, and games that survive the server."""

from __future__ import annotations

import asyncio
import gc
import json
import re
import shutil
import threading
from pathlib import Path
from typing import Any

import pytest
from starlette.websockets import WebSocketDisconnect

import cardwright
from cardwright.source import bounded_files
from cardwright.source.garbage_collection import without_collection
from cardwright_tools.saved_games import answers_of, save_of
from cardwright_tools.studio.changes import apply_change
from cardwright_tools.studio.edited_pack import EditedPack
from cardwright_tools.studio.errors import RequestError
from cardwright_tools.studio.games import Browser, RunningGame
from cardwright_tools.studio.history import History
from cardwright_tools.studio.journal import Journals, Setup
from cardwright_tools.studio.rules_archive import RulesArchive
from cardwright_tools.studio.state import Studio
from cardwright_tools.studio.table import Table
from tests.studio.sockets import HOST, browser, client_of, told

pytestmark = pytest.mark.usefixtures("shared_packs")

PACKS = Path(__file__).parents[1] / "packs"
PATIENCE = 120  # seconds: only a hang takes this long, or a machine that stands still


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    return Path(shutil.copytree(PACKS / "push-your-luck", tmp_path / "push-your-luck"))


@pytest.fixture
def studio(pack: Path, tmp_path: Path) -> Studio:
    return started(pack, tmp_path)


def started(pack: Path, folder: Path) -> Studio:
    """A studio, started as by the command."""
    journals = Journals(folder / "kept")
    studio = Studio(EditedPack(pack), frozenset({HOST}), journals.key(), journals)
    studio.resume_games(journals.stored_games())
    return studio


def asked(socket: Any, event: str, **message: Any) -> dict[str, Any]:
    socket.send_json(message)
    return told(socket, event)


# -------------------------------------------------------------------------- two pages, one text


def test_a_page_never_writes_over_what_another_one_wrote(studio: Studio, pack: Path) -> None:
    with (
        client_of(studio) as client,  # so that all sockets are in one event loop, as in a server
        browser(studio, studio.key, client=client) as one,
        browser(studio, studio.key, client=client) as other,
    ):
        found = [asked(page, "file", do="open", file="game.yaml") for page in (one, other)]
        text, version = found[0]["text"], found[0]["version"]
        edit = {"do": "edit", "file": "game.yaml", "version": version}
        one.send_json({**edit, "text": text + "# first\n"})
        told(one, "diagnostics")
        assert told(other, "edited")["text"] == text + "# first\n"
        other.send_json({**edit, "text": text + "# second\n"})
        assert told(other, "overtaken")["file"] == "game.yaml"
        other.send_json({"do": "save", "file": "game.yaml", "version": version + 1 + 5})
        assert told(other, "overtaken")
        assert (pack / "game.yaml").read_text("utf-8") == text
        again = asked(other, "file", do="open", file="game.yaml")
        assert again["text"] == text + "# first\n"
        other.send_json({**edit, "version": again["version"], "text": text + "# both\n"})
        other.send_json({"do": "save", "file": "game.yaml", "version": again["version"] + 1})
        told(other, "pack")
        assert (pack / "game.yaml").read_text("utf-8") == text + "# both\n"


# ------------------------------------------------------------------------------- several games


def test_games_run_side_by_side(studio: Studio) -> None:
    with client_of(studio) as client, browser(studio, studio.key, client=client) as author:
        first = asked(author, "position", do="new game", players=2, seed=1)
        second = asked(author, "position", do="new game", players=3, seed=1, beside=True)
        assert (first["game"], second["game"]) == ("1", "2")
        assert len(told(author, "games")["found"]) == 2
        option = second["options"][0]["id"]
        assert asked(author, "position", do="answer", option=option)["answered"] == 1
        with browser(studio, next(iter(first["seats"].values())), client=client) as seat:
            assert told(seat, "position")["answered"] == 0
            back = asked(author, "position", do="show game", game="1")
            assert (back["answered"], back["game"]) == (0, "1")
            shown = asked(author, "position", do="close game")  # of the game that is left
            assert (shown["game"], shown["answered"]) == ("2", 1)
            assert len(told(author, "games")["found"]) == 1
            with pytest.raises(WebSocketDisconnect):
                told(seat, "nothing more")
        assert asked(author, "position", do="show game", game="2")["answered"] == 1
        assert "was closed" in asked(author, "refused", do="show game", game="1")["why"]


def test_a_game_is_played_with_modules_and_decks(tmp_path: Path) -> None:
    studio = Studio(EditedPack(PACKS / "card-guilds"), frozenset({HOST}))
    with browser(studio, studio.key) as author:
        found = told(author, "pack")
        decks = [*found["decks"]]
        seats = found["seats"]["2"]
        shown = asked(author, "position", do="new game", players=2, seed=1,
                      decks={seats[0]: decks[-1], seats[1]: decks[-1]})  # fmt: skip
        assert shown["view"]["seats"]
        assert studio.newest is not None
        assert {studio.newest.setup.decks[seat] for seat in seats} == {decks[-1]}
        wrong = {"do": "new game", "players": 2, "seed": 1, "decks": {seats[0]: "nothing"}}
        author.send_json(wrong)
        assert "there is no deck `nothing`" in told(author, "refused")["why"]


def test_what_can_be_played_follows_from_the_modules(studio: Studio) -> None:
    studio = Studio(EditedPack(Path("content/tiny-epic-galaxies")), frozenset({HOST}))
    with browser(studio, studio.key) as author:
        assert "1" not in told(author, "pack")["seats"]
        found = asked(author, "pack", do="describe", modules=["rogue-galaxy"])
        assert found["on"] == ["rogue-galaxy"]
        assert "1" in found["seats"]


def save_changed(author: Any, name: str, old: str, new: str) -> None:
    text = asked(author, "file", do="open", file=name)["text"]
    assert re.search(old, text)
    author.send_json({"do": "edit", "file": name, "text": re.sub(old, new, text)})
    author.send_json({"do": "save", "file": name})


def test_players_who_are_renamed_get_other_links_and_the_rest_keep_theirs(tmp_path: Path) -> None:
    studio = started(Path(shutil.copytree(PACKS / "tic-tac-toe", tmp_path / "pack")), tmp_path)
    with client_of(studio) as client, browser(studio, studio.key, client=client) as author:
        first, second = asked(author, "position", do="new game", players=2, seed=1)["seats"].items()
        with (
            browser(studio, first[1], client=client) as gone,
            browser(studio, second[1], client=client) as stays,
        ):
            told(gone, "position"), told(stays, "position")
            asked(author, "position", do="watch", player=first[0])
            save_changed(author, "game.yaml", rf"\b{first[0]}(?=,| does)", "zed")
            seats = told(author, "position")["seats"]
            assert set(seats) == {"zed", second[0]}
            assert seats[second[0]] == second[1]
            assert first[1] not in seats.values()
            assert told(stays, "position")["seat"] == second[0]
            with pytest.raises(WebSocketDisconnect):
                told(gone, "nothing more")


def test_a_player_who_has_left_can_neither_answer_nor_keep_others_from_answering(
    tmp_path: Path,
) -> None:
    studio = started(Path(shutil.copytree(PACKS / "tic-tac-toe", tmp_path / "pack")), tmp_path)
    setup = Setup(2, 1)
    game = studio.add(studio.table_of(setup), setup)
    gone, stays = game.table.game.players
    reads = Browser(None, stays, game=game)  # type: ignore[arg-type]
    game.browsers.update((Browser(None, gone, game=game), reads))  # type: ignore[arg-type]
    path = tmp_path / "pack" / "game.yaml"
    path.write_text(re.sub(rf"\b{gone}(?=,| does)", "zed", path.read_text("utf-8")), "utf-8")
    game.table.play_again(studio.rules_of(setup))  # nobody has been told yet
    asyncio.run(game.show_all())
    assert reads.shown is not None
    with pytest.raises(RequestError, match=f"there is no player `{gone}`"):
        game.table.answer(gone, "a1")


def test_a_module_that_there_is_not_is_named(studio: Studio) -> None:
    with browser(studio, studio.key) as author:
        author.send_json({"do": "new game", "players": 2, "seed": 1, "modules": ["zork"]})
        assert "there is no module `zork`" in told(author, "refused")["why"]


def test_a_game_that_new_rules_do_not_allow_stops_and_the_others_continue(studio: Studio) -> None:
    with browser(studio, studio.key) as author:
        asked(author, "position", do="new game", players=4, seed=1)
        asked(author, "games", do="new game", players=2, seed=1, beside=True)
        asked(author, "position", do="show game", game="1")
        save_changed(author, "pack.yaml", r"2, 4", "2, 3")
        assert "with the old rules" in told(author, "position")["notice"]
        asked(author, "position", do="show game", game="2")
        old, new = (game.table.rules for game in studio.games.values())
        assert (max(old.players), max(new.players)) == (4, 3)


def test_nobody_waits_for_a_browser_that_does_not_read(
    studio: Studio, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Stalled:
        async def send_text(self, text: str) -> None:
            await asyncio.sleep(60)

    class Reads:
        async def send_text(self, text: str) -> None:
            read.append(json.loads(text)["event"])

    async def shown() -> None:
        setup = Setup(2, 1)
        game = studio.add(studio.table_of(setup), setup)
        first, second = game.table.game.players
        stalled = Browser(Stalled(), first, game=game)  # type: ignore[arg-type]
        reads = Browser(Reads(), second, game=game)  # type: ignore[arg-type]
        game.browsers.update((stalled, reads))
        given_up = asyncio.create_task(stalled.write())
        async with asyncio.TaskGroup() as both:
            both.create_task(reads.write())
            for _ in range(2):
                await game.show_all()
            reads.leave()
        assert not given_up.done()
        given_up.cancel()
        monkeypatch.setattr("cardwright_tools.studio.connection.SLOW", 0.05)
        game.browsers.add(late := Browser(Stalled(), first, game=game))  # type: ignore[arg-type]
        await game.show(late)
        await late.write()

    read: list[str] = []
    asyncio.run(asyncio.wait_for(shown(), PATIENCE))
    assert read == ["position", "moved"]


def test_a_page_that_looked_elsewhere_meanwhile_has_the_whole_position(studio: Studio) -> None:
    """What was computed for it before is a change to something that it no longer has."""
    has: dict[str, Any] = {}
    begun, goes_on = threading.Event(), threading.Event()

    class Page:
        async def send_text(self, text: str) -> None:
            message = json.loads(text)
            if message["event"] in ("position", "moved"):
                has["now"] = (
                    apply_change(has["now"], message["change"]) if "change" in message else message
                )

    def answered(table: Table) -> None:
        table.answer(table.game.players[0], table.game.options[0].id)
        begun.set()
        goes_on.wait(PATIENCE)

    async def looked() -> None:
        setups = [Setup(players, 1) for players in (2, 3)]
        game, other = (studio.add(studio.table_of(one), one) for one in setups)
        page = Browser(Page(), author=True)  # type: ignore[arg-type]
        await game.join(page)
        async with asyncio.TaskGroup() as both:
            both.create_task(game.change(answered, game.table))
            await asyncio.to_thread(begun.wait, PATIENCE)
            await other.join(page)
            both.create_task(game.join(page))
            await asyncio.sleep(0)
            goes_on.set()
        page.leave()
        await page.write()
        assert has["now"] == json.loads(json.dumps(page.shown))
        assert has["now"]["game"] == game.id

    asyncio.run(asyncio.wait_for(looked(), PATIENCE))


def test_a_game_that_has_ended_takes_no_memory(studio: Studio) -> None:
    """Immediately: a server for many games seldom collects garbage."""

    async def played() -> None:
        setup = Setup(2, 1)
        game = studio.add(studio.table_of(setup), setup)
        browser = Browser(None, author=True)  # type: ignore[arg-type]
        await game.join(browser)
        table = game.table
        while (turn := table.game.turn) is not None:
            await game.change(table.answer, turn, table.game.options[0].id)
        await game.change(table.go_to, 3)
        assert there() == before + 3
        studio.close(game)

    def there() -> int:
        return sum(isinstance(one, RunningGame | Table | History) for one in gc.get_objects())

    with without_collection():
        before, others = there(), threading.enumerate()
        asyncio.run(played())
        for thread in set(threading.enumerate()) - {*others}:
            thread.join(PATIENCE)  # it may still hold the last task
        assert there() == before


# ------------------------------------------------------------------- games outlive the server


def test_a_killed_server_loses_no_answer_that_was_told(
    studio: Studio, pack: Path, tmp_path: Path
) -> None:
    with browser(studio, studio.key) as author:
        shown = asked(author, "position", do="new game", players=3, seed=4)
        for number in range(7):
            option = shown["options"][number % 2]["id"]
            shown = asked(author, "position", do="answer", option=option)
        asked(author, "position", do="go to", number=5)
        option = told_options(author)[0]
        shown = asked(author, "position", do="answer", option=option)
    [file] = (tmp_path / "kept").glob("*.jsonl")
    file.write_bytes(file.read_bytes() + b'[6,"ida","ha')  # killed in the middle of the next answer
    for _ in range(2):  # other entries follow the half-written one
        again = started(pack, tmp_path)
        assert again.key == studio.key
        with browser(again, again.key) as author:
            back = told(author, "position")
            for what in ("view", "timeline", "seats", "options", "answered"):
                assert back[what] == shown[what]
            shown = asked(author, "position", do="answer", option=told_options(author)[0])
    with browser(again, again.key) as author:
        told(author, "position")
        asked(author, "games", do="close game")
    assert [*(tmp_path / "kept").glob("*.jsonl")] == []


def told_options(author: Any) -> list[str]:
    author.send_json({"do": "watch", "player": ""})
    return [one["id"] for one in told(author, "position")["options"]]


def test_stored_games_are_private_and_other_files_are_left_alone(
    studio: Studio, pack: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "kept"
    (folder / "odd.jsonl").write_text(json.dumps({"players": 2}) + "\n", "utf-8")
    (folder / "other.jsonl").write_text("nonsense", "utf-8")
    (folder / "empty.jsonl").write_text("", "utf-8")
    head: dict[str, Any] = {"players": 2, "seed": 1, "keys": {}}
    (folder / "answers.jsonl").write_text(f"{json.dumps(head)}\n[7, 1, 2, 3]\n", "utf-8")
    for name, wrong in [*head.items(), *{"bots": 0, "modules": 0, "decks": 0}.items()]:
        said = {**head, name: [wrong]}
        (folder / f"wrong-{name}.jsonl").write_text(f"{json.dumps(said)}\n", "utf-8")
    assert started(pack, tmp_path).games == {}
    assert folder.stat().st_mode & 0o077 == 0
    assert (folder / "key").stat().st_mode & 0o077 == 0
    assert (folder / "odd.jsonl").exists()
    studio.journals = Journals(folder)
    studio.journals.hold()
    with pytest.raises(BlockingIOError):  # another studio with the same pack
        Journals(folder).hold()
    (folder / "key").write_text("", "utf-8")  # killed during the first start
    assert len(started(pack, tmp_path).key) > 16


def test_games_that_are_too_many_stay_on_disk(
    studio: Studio, pack: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with browser(studio, studio.key) as author:
        for seed in (1, 2):
            asked(author, "position", do="new game", players=2, seed=seed, beside=True)
    monkeypatch.setattr("cardwright_tools.studio.state.MAX_GAMES", 1)
    assert len(started(pack, tmp_path).games) == 1
    assert len([*(tmp_path / "kept").glob("*.jsonl")]) == 2


# ------------------------------------------------------------------- and so do their rules


OLD, NEW = "    shuffle deck\n", "    shuffle deck\n    choose 1 badge, as best\n"


def played(studio: Studio) -> dict[str, Any]:
    """A game with an answer that rules containing `NEW` don't allow."""
    with browser(studio, studio.key) as author:
        shown = asked(author, "position", do="new game", players=2, seed=1)
        option = shown["options"][0]["id"]
        return asked(author, "position", do="answer", option=option)


def rewrite(pack: Path, old: str = OLD, new: str = NEW) -> None:
    path = pack / "game.yaml"
    path.write_text(path.read_text("utf-8").replace(old, new, 1), "utf-8")


def test_a_game_that_keeps_its_rules_keeps_them_when_the_studio_is_started_again(
    studio: Studio, pack: Path, tmp_path: Path
) -> None:
    shown = played(studio)
    rewrite(pack)
    with browser(studio, studio.key) as author:
        assert told(author, "note")["offer"]
        assert "keeps the old rules" in asked(author, "note", do="old rules")["words"]
    for _ in range(2):
        again = started(pack, tmp_path)
        with browser(again, again.key) as author:
            assert told(author, "position")["view"] == shown["view"]
        assert again.table is not None
        assert again.table.keeps_rules
    shutil.rmtree(tmp_path / "kept" / "rules")
    with browser(again := started(pack, tmp_path), again.key) as author:
        note = told(author, "note")
        assert "The old rules of this game are gone. Answer 1 of 1 no longer fits" in note["words"]
        assert not note["offer"]
        assert told(author, "position")["answered"] == 0


def test_a_copy_of_rules_has_their_pictures_and_the_packs_that_they_require(
    tmp_path: Path,
) -> None:
    for name in ("outposts", "outposts-rim"):
        shutil.copytree(PACKS / name, tmp_path / name)
    pack = tmp_path / "outposts-rim"
    (pack / "stall.svg").write_text("<svg/>", "utf-8")
    (pack / "look.yaml").write_text("look: {board: {picture: stall.svg}}\n", "utf-8")
    shown = played(started(pack, tmp_path))
    kept = tmp_path / "kept" / "rules"
    found = {path.relative_to(copy).as_posix() for copy in kept.iterdir()
             for path in copy.rglob("*.*")}  # fmt: skip
    assert {"outposts/pack.yaml", "outposts-rim/pack.yaml", "outposts-rim/stall.svg"} <= found
    (pack / "stall.svg").unlink()  # so that the rules have an error
    shutil.rmtree(tmp_path / "outposts")
    with browser(again := started(pack, tmp_path), again.key) as author:
        assert told(author, "position")["view"] == shown["view"]


def test_copies_are_read_only_where_the_rules_are_others_and_once_for_all_games(
    studio: Studio, pack: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with browser(studio, studio.key) as author:
        for seed in (1, 2, 3):
            asked(author, "position", do="new game", players=2, seed=seed, beside=True)
    load, read = RulesArchive.load, list[str]()
    monkeypatch.setattr(
        RulesArchive,
        "load",
        lambda self, name, *rest: (read.append(name), load(self, name, *rest))[1],
    )
    assert len(started(pack, tmp_path).games) == 3
    assert read == []
    rewrite(pack)
    assert len(started(pack, tmp_path).games) == 3
    assert len(read) == 1


def test_a_game_by_other_rules_than_those_that_are_saved_now_says_so_and_can_go_back(
    studio: Studio, pack: Path, tmp_path: Path
) -> None:
    shown = played(studio)
    rewrite(pack)
    with browser(again := started(pack, tmp_path), again.key) as author:
        note = told(author, "note")
        assert ("Answer 1 of 1 no longer fits" in note["words"], note["offer"]) == (True, True)
        assert told(author, "position")["answered"] == 0
        assert "keeps the old rules" in asked(author, "note", do="old rules")["words"]
        assert told(author, "position")["view"] == shown["view"]


def test_a_game_continues_with_the_old_rules_if_the_new_ones_have_errors(
    studio: Studio, pack: Path, tmp_path: Path
) -> None:
    shown = played(studio)
    rewrite(pack, OLD, "    shufle deck\n")
    with browser(again := started(pack, tmp_path), again.key) as author:
        assert told(author, "position")["view"] == shown["view"]


def test_copies_of_rules_are_bounded(
    studio: Studio, pack: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copies = tmp_path / "kept" / "rules"
    monkeypatch.setattr("cardwright_tools.studio.rules_archive.MAX_COPIES", 1)
    for number in range(4):
        rewrite(pack, OLD, f"    # {number}\n{OLD}")
        played(started(pack, tmp_path))
        assert 1 <= len([*copies.iterdir()]) <= 2
    monkeypatch.setattr("cardwright_tools.studio.rules_archive.MAX_BYTES", 10)
    shutil.rmtree(copies)
    played(started(pack, tmp_path))
    assert not copies.exists()


# ------------------------------------------------------------------------------ saved games


def saved_after(socket: Any, answers: int, **setup: Any) -> tuple[dict[str, Any], str]:
    """A new game after so many answers: its position, and its file."""
    position = asked(socket, "position", do="new game", players=2, seed=3, **setup)
    for _ in range(answers):
        position = asked(socket, "position", do="answer", option=position["options"][0]["id"])
    return position, asked(socket, "saved game", do="save game")["text"]


def test_a_saved_game_is_loaded_alongside_the_others_and_stored(pack: Path, tmp_path: Path) -> None:
    studio = started(pack, tmp_path)
    with browser(studio, studio.key) as socket:
        before, text = saved_after(socket, 3)
        loaded = asked(socket, "position", do="load game", text=text)
        assert loaded["game"] != before["game"]
        for same in ("timeline", "answered", "view", "options"):
            assert loaded[same] == before[same]
    answers = [[*game.table.answers] for game in started(pack, tmp_path).games.values()]
    assert answers == [answers[0]] * 2
    assert len(answers[0]) == 3


def test_a_saved_game_says_who_plays_and_is_one_of_the_command_too(studio: Studio) -> None:
    with browser(studio, studio.key) as socket:
        _, text = saved_after(socket, 0, bots={"jon": "greedy"})
        asked(socket, "position", do="load game", text=text)
        assert [game.setup.bots for game in studio.games.values()] == [{"jon": "greedy"}] * 2
    game = cardwright.load(studio.edited_pack.folder).restore(json.loads(text))
    assert [*game.players] == ["ida", "jon"]


def test_a_game_that_the_command_has_saved_is_loaded(studio: Studio) -> None:
    game = cardwright.load(studio.edited_pack.folder).new_game(2, 3)
    for _ in range(3):
        game.apply(game.options[0].id)
    with browser(studio, studio.key) as socket:
        loaded = asked(socket, "position", do="load game", text=json.dumps(game.save()))
        assert (loaded["answered"], loaded["turn"]) == (3, game.turn)
        game.apply(game.options[0].id)
        change_pack(studio)
        socket.send_json({"do": "load game", "text": json.dumps(game.save())})
        assert "made with different packs" in refusal(socket)
        text = json.dumps(save_of(game, answers_of(game)))
        loaded = asked(socket, "position", do="load game", text=text)
        assert (loaded["answered"], len(loaded["timeline"])) == (0, 4)


def test_a_saved_game_continues_with_other_rules_as_far_as_it_fits_them(
    studio: Studio, pack: Path, tmp_path: Path
) -> None:
    """Its other answers are stored, and tried again when the rules change."""
    before = studio.edited_pack.open("game.yaml")
    with browser(studio, studio.key) as socket:
        _, text = saved_after(socket, 3)
        asked(socket, "games", do="close game")
        change_pack(studio)
        loaded = asked(socket, "position", do="load game", text=text)
        assert (loaded["answered"], len(loaded["timeline"])) == (0, 3)
        table = studio.table
        assert table is not None
        assert table.news.startswith("Answer 1 of 3 no longer fits the rules")
        socket.send_json({"do": "edit", "file": "game.yaml", "text": before})
        socket.send_json({"do": "save", "file": "game.yaml"})
        assert told(socket, "position")["answered"] == 3
        assert table.news == ""
    (again,) = started(pack, tmp_path).games.values()
    assert again.table.answers == table.answers


@pytest.mark.parametrize("room", [0, 250])
def test_of_a_saved_game_that_cannot_be_kept_nothing_is_kept(
    studio: Studio, pack: Path, tmp_path: Path, room: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not even its beginning, if there is room for that."""
    with browser(studio, studio.key) as socket:
        _, text = saved_after(socket, 3)
        asked(socket, "games", do="close game")
        monkeypatch.setattr(bounded_files, "MAX_BYTES", room)
        socket.send_json({"do": "load game", "text": text})
        assert refusal(socket).startswith("the game can't be saved: ")
        monkeypatch.undo()
    assert not studio.games
    assert not started(pack, tmp_path).games


def change_pack(studio: Studio) -> None:
    """Changes the rules so that another question comes first."""
    text = studio.edited_pack.open("game.yaml")
    changed = text.replace("shuffle deck", "shuffle deck\n    choose 1 badge, as best", 1)
    assert changed != text
    studio.edited_pack.edit("game.yaml", changed)


def refusal(socket: Any) -> str:
    while (message := socket.receive_json())["event"] != "refused":
        pass
    return str(message["why"])


@pytest.mark.parametrize(
    "text",
    ["", "[]", "{}", '{"format": 1, "players": 2, "seed": 3, "answers": [true]}',
     '{"format": 1, "players": 2, "seed": 3, "answers": [], "chosen": 5}',
     '{"format": 1, "players": 2, "seed": 3, "answers": [], "chosen": [["ida"]]}',
     '{"format": 1, "players": 2, "seed": 3, "answers": [], "decks": {"ida": {"x": 1}}}',
     '{"format": 1, "players": 2, "seed": 3, "answers": [99]}',
     '{"format": 1, "players": 99, "seed": 3, "answers": [], "chosen": []}'],
)  # fmt: skip
def test_anything_but_a_saved_game_of_this_pack_is_not_loaded(studio: Studio, text: str) -> None:
    with browser(studio, studio.key) as socket:
        socket.send_json({"do": "load game", "text": text})
        assert refusal(socket)
        assert not studio.games
