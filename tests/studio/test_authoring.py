"""Everything that an author does on the page except typing: adds, tests, keeps or drops, plays with
bots."""

from __future__ import annotations

import json
import re
import shutil
import threading
import time
from pathlib import Path
from typing import Any

import pytest

from cardwright_tools.new.pack import new_pack
from cardwright_tools.output import Stop
from cardwright_tools.scenario.loaded_rules import clear_cache
from cardwright_tools.scenario.run import run_tests
from cardwright_tools.studio import additions, file_requests
from cardwright_tools.studio.edited_pack import EditedPack
from cardwright_tools.studio.errors import RequestError
from cardwright_tools.studio.measurements import usage_in
from cardwright_tools.studio.state import Studio
from tests.studio.sockets import HOST, browser, client_of, told

pytestmark = pytest.mark.usefixtures("shared_packs")

PACKS = Path(__file__).parents[1] / "packs"
LOOP = """
rules:
  game: |
    for each player: player does endless

  endless: |
    may "Begin": say "It begins"
    repeat 1000000 times:
      repeat 1000000 times: gain 2 points
"""

COUNTED = """
- scenario: The cheap relics
  provenance: house
  given: {players: 2}
  expect:
    relics in supply where worth of relic < 3: [mask, mask, mask, disc, mirror, lens]
"""


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    return Path(shutil.copytree(PACKS / "push-your-luck", tmp_path / "push-your-luck"))


@pytest.fixture
def studio(pack: Path) -> Studio:
    return Studio(EditedPack(pack), frozenset({HOST}))


def asked(socket: Any, event: str, **message: Any) -> dict[str, Any]:
    """The answer to a message."""
    socket.send_json(message)
    return told(socket, event)


def opened(socket: Any, file: str = "game.yaml") -> str:
    return str(asked(socket, "file", do="open", file=file)["text"])


# ------------------------------------------------------------------- changed by somebody else


@pytest.mark.parametrize("deleted", [False, True])
def test_what_others_wrote_meanwhile_is_loaded_or_written_over_as_the_author_says(
    studio: Studio, pack: Path, deleted: bool
) -> None:
    path = pack / "game.yaml"
    with browser(studio, studio.key) as socket:
        text = opened(socket)
        theirs, mine = text + "# theirs\n", text + "# mine\n"
        path.unlink() if deleted else path.write_text(theirs, "utf-8")
        socket.send_json({"do": "edit", "file": "game.yaml", "text": mine})
        assert asked(socket, "changed", do="save", file="game.yaml")["file"] == "game.yaml"
        assert path.exists() != deleted
        if not deleted:
            assert asked(socket, "file", do="reload", file="game.yaml")["text"] == theirs
            assert told(socket, "diagnostics")["unsaved"] == []
            path.write_text(text, "utf-8")
            socket.send_json({"do": "edit", "file": "game.yaml", "text": mine})
            asked(socket, "changed", do="save", file="game.yaml")
        socket.send_json({"do": "save", "file": "game.yaml", "over": True})
        while told(socket, "diagnostics")["unsaved"]:
            pass
        assert path.read_text("utf-8") == mine


def test_a_file_without_changes_is_read_again_when_it_is_opened(studio: Studio, pack: Path) -> None:
    with browser(studio, studio.key) as socket:
        text = opened(socket)
        (pack / "game.yaml").write_text(text + "# theirs\n", "utf-8")
        assert opened(socket) == text + "# theirs\n"


def test_no_page_receives_an_older_text_last(
    studio: Studio, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One page opens a file while another one changes it."""
    read, changed = studio.edited_pack.opened, threading.Event()
    waits = iter([0.2])

    def slow(name: str) -> tuple[str, int]:
        found = read(name)
        changed.wait(next(waits, 0))
        return found

    with client_of(studio) as client, browser(studio, studio.key, client=client) as one:
        text = opened(one)
        with browser(studio, studio.key, client=client) as other:
            told(other, "games")
            monkeypatch.setattr(studio.edited_pack, "opened", slow)
            other.send_json({"do": "open", "file": "game.yaml"})
            time.sleep(0.05)
            edited = {"do": "edit", "file": "game.yaml", "text": text + "# new\n"}
            one.send_json(edited)
            told(one, "diagnostics")
            changed.set()
            other.send_json({"do": "watch", "player": ""})
            shown = [one for one in until_refused(other) if one["event"] in ("file", "edited")]
    assert shown[-1]["text"] == text + "# new\n"


def test_a_refusal_says_what_was_asked(studio: Studio) -> None:
    """So that a page stops waiting for a file that can't be opened."""
    with browser(studio, studio.key) as socket:
        found = asked(socket, "refused", do="open", file="gone.yaml")
    assert found["asked"] == {"do": "open", "file": "gone.yaml"}


def until_refused(socket: Any) -> list[dict[str, Any]]:
    found = [socket.receive_json()]
    while found[-1]["event"] != "refused":
        found.append(socket.receive_json())
    return found


def test_a_change_on_disk_is_sent_to_all_pages(
    studio: Studio, pack: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(file_requests, "EVERY", 0.05)
    with client_of(studio) as client, browser(studio, studio.key, client=client) as socket:
        text = opened(socket)
        (pack / "game.yaml").write_text(text + "# theirs\n", "utf-8")
        assert told(socket, "edited")["text"] == text + "# theirs\n"
        (pack / "more.yaml").write_text("relics: 3\n", "utf-8")
        while "more.yaml" not in told(socket, "files")["files"]:
            pass
        while "more.yaml" not in [one["file"] for one in told(socket, "diagnostics")["found"]]:
            pass


def test_a_change_that_could_not_be_sent_is_sent_after_the_next_look_at_the_disk(
    studio: Studio, pack: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(file_requests, "EVERY", 0.05)
    read, files, failing = studio.edited_pack.reread, studio.edited_pack.files, iter([True])
    looks: list[bool] = []  # those that found something: whether listing the files fails then

    def listed() -> list[str]:
        if looks and looks[-1]:
            looks[-1] = False
            raise PermissionError("not now")
        return files()

    def looked() -> list[str]:
        if found := read():
            looks.append(next(failing, False))
        return found

    monkeypatch.setattr(studio.edited_pack, "reread", looked)
    monkeypatch.setattr(studio.edited_pack, "files", listed)
    with client_of(studio) as client, browser(studio, studio.key, client=client) as socket:
        text = opened(socket)
        (pack / "game.yaml").write_text(text + "# theirs\n", "utf-8")
        assert told(socket, "edited")["text"] == text + "# theirs\n"
    assert len(looks) == 2


def test_a_file_on_disk_that_can_not_be_read_is_listed_as_a_problem(
    studio: Studio, pack: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(file_requests, "EVERY", 0.05)
    with client_of(studio) as client, browser(studio, studio.key, client=client) as socket:
        opened(socket)
        (pack / "bad.yaml").write_bytes(b"relics: \xff\n")
        while "bad.yaml" not in [one["file"] for one in told(socket, "diagnostics")["found"]]:
            pass


def test_a_byte_order_mark_stays(studio: Studio, pack: Path) -> None:
    path = pack / "game.yaml"
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes())
    with browser(studio, studio.key) as socket:
        text = opened(socket)
        socket.send_json({"do": "edit", "file": "game.yaml", "text": text + "# mine\n"})
        told(socket, "diagnostics")
        assert asked(socket, "diagnostics", do="save", file="game.yaml")["unsaved"] == []
        assert path.read_bytes() == b"\xef\xbb\xbf" + text.encode() + b"# mine\n"


# ------------------------------------------------------------------------------------- adding


def test_a_card_is_added_gets_a_scenario_and_is_tested(studio: Studio, pack: Path) -> None:
    with browser(studio, studio.key) as socket:
        opened(socket)
        added = asked(socket, "files", do="new card", id="idol", kind="relic")
        assert added["open"] == "game.yaml"
        text = opened(socket)
        assert "id: idol" in text
        made = asked(socket, "files", do="new scenario", id="idol")["open"]
        assert made in asked(socket, "files", do="new file", file="more.yaml")["files"]
        at = text.index("idol")
        found = asked(socket, "trials", do="test", file="game.yaml", at=at)
        assert [(one["file"], one["passed"]) for one in found["found"]] == [(made, True)]
        changed = opened(socket, made).replace("worth of", "1 + worth of")
        socket.send_json({"do": "edit", "file": made, "text": changed})
        [failed] = asked(socket, "trials", do="test", file=made, at=0)["found"]
        assert "expected  2" in failed["why"]
        assert "idol" in asked(socket, "refused", do="new card", id="idol", kind="relic")[
            "why"
        ] or (made in asked(socket, "refused", do="new card", id="idol", kind="relic")["why"])


def test_all_scenarios_are_run_and_those_that_fail_are_told(studio: Studio, pack: Path) -> None:
    with browser(studio, studio.key) as socket:
        luck = opened(socket, "scenarios/luck.yaml")
        good = asked(socket, "trials", do="test all")
        assert (good["failed"], good["found"]) == (0, [])
        broken = luck.replace("points: {ida: 4}", "points: {ida: 5}", 1)
        socket.send_json({"do": "edit", "file": "scenarios/luck.yaml", "text": broken})
        (pack / "scenarios" / "odd.yaml").write_text("nothing: here\n", "utf-8")
        bad = asked(socket, "trials", do="test all")
        assert (bad["passed"], bad["failed"]) == (good["passed"] - 1, 2)
        unread, failed = bad["found"]
        assert (unread["file"], failed["file"]) == ("scenarios/odd.yaml", "scenarios/luck.yaml")
        assert broken[failed["start"] :].startswith("scenario: Draw until you stop")
        assert asked(socket, "coverage", do="coverage")["failed"] == 2


IDLE = """
  - id: rain
    title: Rain
    # a card that does nothing at first
    stride: 1
    event: |
      if steps of you is 99: gain 1 steps
    provenance: house
"""


@pytest.fixture
def race(tmp_path: Path) -> Path:
    new_pack(tmp_path / "race", "", "")
    cards = tmp_path / "race" / "cards.yaml"
    cards.write_text(cards.read_text("utf-8") + IDLE, "utf-8")
    return tmp_path / "race"


def test_errors_in_the_pack_are_reported_once_and_even_if_there_is_nothing_to_test(
    studio: Studio, pack: Path
) -> None:
    with browser(studio, studio.key) as socket:
        text = opened(socket)
        wrong = text.replace("shuffle deck", "shufle deck")
        socket.send_json({"do": "edit", "file": "game.yaml", "text": wrong})
        told(socket, "diagnostics")
        trials = asked(socket, "trials", do="test all")
        [error] = trials["found"]
        assert (trials["passed"], trials["failed"], trials["blocked"] > 1) == (0, 0, True)
        assert (error["file"], error["start"]) == ("game.yaml", wrong.index("shufle"))
        assert pack.as_posix() not in error["why"]
        (pack / "scenarios" / "luck.yaml").unlink()
        at = wrong.index("river")
        why = asked(socket, "refused", do="test", file="game.yaml", at=at)["why"]
        assert why.startswith("The pack has errors.")
        why = asked(socket, "refused", do="new game", players=2, seed=1)["why"]
        assert why == "The pack has errors. No game can begin until they are corrected."
        for message, purpose in NEED_RULES:
            why = asked(socket, "refused", **message)["why"]
            assert why == f"The pack has errors. Correct them to {purpose}: see Problems."


NEED_RULES = [
    ({"do": "new card", "id": "idol", "kind": "relic"}, "add a relic"),
    ({"do": "new scenario", "id": "mask"}, "add a scenario"),
    ({"do": "coverage"}, "measure coverage"),
]


def test_a_scenario_file_that_cant_be_read_says_why(studio: Studio, pack: Path) -> None:
    name = "scenarios/luck.yaml"
    (pack / name).write_text("- scenario: [x\n", "utf-8")
    with browser(studio, studio.key) as socket:
        opened(socket, name)
        trials = asked(socket, "trials", do="test", file=name, at=0)
        assert [(one["file"], one["title"]) for one in trials["found"]] == [
            (name, "this `[` is not closed")
        ]
        assert (trials["passed"], trials["failed"]) == (0, 1)


def test_a_cards_test_says_which_scenarios_it_could_not_look_into(
    studio: Studio, pack: Path
) -> None:
    (pack / "scenarios" / "broken.yaml").write_text("- scenario: A mask [x\n  do: [x\n", "utf-8")
    with browser(studio, studio.key) as socket:
        at = opened(socket).index("mask")
        trials = asked(socket, "trials", do="test", file="game.yaml", at=at)
        assert (trials["about"], trials["unread"], trials["failed"]) == ("mask", 1, 0)
        assert trials["passed"] > 0
        [error] = [one for one in trials["found"] if one.get("error")]
        assert error["file"] == "scenarios/broken.yaml"
        trials = asked(socket, "trials", do="test", file="scenarios/luck.yaml", at=0)
        assert (trials["unread"], trials["failed"]) == (0, 0)
        assert not any(one.get("error") for one in trials["found"])


def test_a_card_is_added_by_its_title(studio: Studio, pack: Path) -> None:
    with browser(studio, studio.key) as socket:
        told(socket, "files")
        added = asked(socket, "files", do="new card", id="Idol of São Tomé", kind="relic")
        text = (pack / added["open"]).read_text("utf-8")
        assert text[added["at"] :].startswith("idol-of-sao-tome")
        assert "title: Idol of São Tomé" in text
        assert asked(socket, "files", do="new scenario", id="Idol of São Tomé")["open"] == (
            "scenarios/idol-of-sao-tome.yaml"
        )
        assert (
            "`日本` can't be the name"
            in asked(socket, "refused", do="new card", id="日本", kind="relic")["why"]
        )


def test_a_new_card_goes_to_the_file_that_is_shown_if_it_has_others_of_its_kind(
    race: Path,
) -> None:
    others = "actions:\n\n  - {id: hail, title: Hail, stride: 2, provenance: house}\n"
    (race / "more.yaml").write_text(others, "utf-8")
    edited_pack = EditedPack(race)
    for id, shown in enumerate(("more.yaml", "pack.yaml", "../x.yaml", "")):
        file = additions.add_card(edited_pack, f"new-{id}", "action", shown)
        assert file == ("cards.yaml" if id else "more.yaml")
    assert edited_pack.open("more.yaml").endswith(
        "  - id: new-0\n    title: New 0\n    stride: 1\n    text: What is printed on it.\n"
        '    event: say "New 0"\n    provenance: house\n'
    )


def test_of_a_long_list_a_failure_says_only_what_differs(studio: Studio, pack: Path) -> None:
    (pack / "scenarios" / "counted.yaml").write_text(COUNTED, "utf-8")
    assert studio.edited_pack.test("scenarios/counted.yaml", 0)["passed"] == 1
    old = "{id: lens, badge: star, worth: 2"
    text = (pack / "game.yaml").read_text("utf-8").replace(old, f"{old}, copies: 2")
    (pack / "game.yaml").write_text(text, "utf-8")
    [failed] = studio.edited_pack.test("scenarios/counted.yaml", 0)["found"]
    assert failed["why"].splitlines() == [
        "  relics in supply where worth of relic < 3",
        "    extra     lens    (scenarios/counted.yaml:6:48)",
        "    the rest  is as expected (6)",
    ]


def test_a_scenario_in_which_nothing_happens_is_not_a_success(race: Path) -> None:
    studio = Studio(EditedPack(race), frozenset({HOST}))
    with browser(studio, studio.key) as socket:
        warned = asked(socket, "note", do="new scenario", id="rain")["words"]
        assert "tests nothing yet" in warned
        [found] = asked(socket, "trials", do="test", file="scenarios/rain.yaml", at=0)["found"]
        assert found["passed"]
        assert "nothing happens" in found["warning"]
        assert [one["title"] for one in asked(socket, "trials", do="test all")["found"]] == [
            found["title"]
        ]
        assert asked(socket, "note", do="new scenario", id="muddy-path")["words"] == ""


def test_names_in_scenarios_are_checked_as_they_are_written(race: Path) -> None:
    studio = Studio(EditedPack(race), frozenset({HOST}))
    with browser(studio, studio.key) as socket:
        text = opened(socket, "scenarios/cards.yaml")
        at = text.index("do: ") if "do: " in text else text.index("perform: ")
        wrong = {
            "{red: 4": "{rad: 4",
            text[at : text.index("\n", at)]: "perform: event of muddy-pth",
        }
        for old, new in wrong.items():
            text = text.replace(old, new, 1)
        edit = {"do": "edit", "file": "scenarios/cards.yaml", "text": text}
        while len(found := asked(socket, "diagnostics", **edit)["found"]) < 2:
            pass
        marked = {text[one["start"] : one["end"]] for one in found if one["severity"] == "error"}
        assert marked == {"rad", "muddy-pth"}


def test_a_scenario_file_that_can_not_be_read_is_named_and_marked(
    pack: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(pack.parent)  # the folder that its name is relative to
    edited_pack, name = EditedPack(Path(pack.name)), "scenarios/luck.yaml"
    text = edited_pack.open(name) + "  \t{\n"
    edited_pack.edit(name, text)
    [found] = edited_pack.check()["found"]
    assert (found["file"], text[found["start"] : found["end"]]) == (name, "\t")
    [trial] = [one for one in edited_pack.test_all()["found"] if not one["passed"]]
    assert (trial["file"], text[trial["start"]]) == (name, "\t")
    assert f"--> {name}" in trial["why"]


def test_an_unfinished_text_says_with_which_names_it_can_go_on(race: Path) -> None:
    edited_pack = EditedPack(race)
    text = edited_pack.open("cards.yaml")
    unfinished = text.replace("each other player loses 1 step\n", "each other player loses 1\n", 1)
    edited_pack.edit("cards.yaml", unfinished)
    found = edited_pack.check()
    [(message, help)] = errors_in(found)
    assert (message, help) == ("unexpected end of text; expected a name", "as in `lose 1 GOLD`")
    hinted = edited_pack.with_names(found)
    assert hinted is not None
    assert errors_in(hinted) == [(message, "it can continue with `step` or `steps`")]
    edited_pack.edit("cards.yaml", text)
    assert edited_pack.with_names(edited_pack.check()) is None


def test_a_word_that_is_begun_is_offered_among_many(
    race: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cardwright_tools.studio.edited_pack.MAX_OFFERED", 5)
    edited_pack = EditedPack(race)
    before, _, after = edited_pack.open("cards.yaml").partition("loses 1 step\n")
    for typed in ("", "wh", "white"):
        begun = f"{before}loses 1 {typed}"
        edited_pack.edit("cards.yaml", f"{begun}\n{after}")
        edited_pack.check()
        found = edited_pack.complete("cards.yaml", len(begun))["found"]
        assert ("white" in [one["text"] for one in found], len(found)) == (bool(typed), 5)


def test_a_problem_says_where_else_it_comes_from(race: Path) -> None:
    studio = Studio(EditedPack(race), frozenset({HOST}))
    twice = race / "twice.yaml"
    twice.write_text("rules:\n  turn: do nothing\n", "utf-8")
    rules = (race / "rules.yaml").read_text("utf-8")
    with browser(studio, studio.key) as socket:
        found = told(socket, "diagnostics")["found"]
        [problem] = [one for one in found if one["code"] == "CW328"]
        [note] = problem["notes"]
        assert {problem["file"], note["file"]} == {"rules.yaml", "twice.yaml"}
        line = rules[: rules.index("  turn:")].count("\n") + 1
        first = {"rules.yaml": line, "twice.yaml": 2}[note["file"]]
        assert (note["words"], note["at"]) == ("first declared here", f"{note['file']}:{first}")


def errors_in(found: dict[str, Any]) -> list[tuple[str, str]]:
    return [(one["message"], one["help"]) for one in found["found"] if one["severity"] == "error"]


def test_the_card_that_the_cursor_is_in_is_tested(race: Path) -> None:
    studio = Studio(EditedPack(race), frozenset({HOST}))
    with browser(studio, studio.key) as socket:
        text = opened(socket, "cards.yaml")
        for words in (
            "- id: rain",
            "Rain\n",
            "# a card that",
            "steps of you",
            "provenance: house\n",
        ):
            at = text.rindex(words)
            tested = asked(socket, "trials", do="test", file="cards.yaml", at=at)
            assert tested["about"] == "rain"
        assert "in a card" in asked(socket, "refused", do="test", file="cards.yaml", at=0)["why"]


@pytest.mark.parametrize(
    ("wanted", "name"),
    [
        ("more", "more.yaml"),
        ("cards/more.yml", "cards/more.yaml"),
        ("scenarios/a", "scenarios/a.yaml"),
    ],
)
def test_the_ending_of_a_new_file_need_not_be_written(
    studio: Studio, pack: Path, wanted: str, name: str
) -> None:
    with browser(studio, studio.key) as socket:
        told(socket, "files")
        assert asked(socket, "files", do="new file", file=wanted)["open"] == name
        assert (pack / name).is_file()


@pytest.mark.parametrize(
    "name",
    ["../out.yaml", "/tmp/out.yaml", "a/../../out.yaml", "linked/out.yaml", ".hidden.yaml", "",
     "a\\..\\out.yaml", "C:out.yaml", "x.txt", "a//b.yaml", "a\nb.yaml", "./out.yaml",
     "game.yaml", "pack.yaml", ".git/x.yaml", "a" * 300 + ".yaml", "pack", "game.yml", "..", "a/"],
)  # fmt: skip
def test_no_file_is_made_outside_the_pack_or_over_another(
    studio: Studio, pack: Path, name: str
) -> None:
    outside = pack.parent / "outside"
    outside.mkdir()
    (pack / "linked").symlink_to(outside)
    before = {path: path.read_bytes() for path in pack.parent.rglob("*") if path.is_file()}
    with browser(studio, studio.key) as socket:
        why = asked(socket, "refused", do="new file", file=name)["why"]
    assert why
    assert str(pack) not in why
    after = {path: path.read_bytes() for path in pack.parent.rglob("*") if path.is_file()}
    assert after == before


def test_nothing_is_written_behind_a_link(pack: Path) -> None:
    edited_pack = EditedPack(pack)
    outside = pack.parent / "outside"
    outside.mkdir()
    shutil.rmtree(pack / "scenarios", ignore_errors=True)
    (pack / "scenarios").symlink_to(outside)
    for add in (
        lambda: additions.add_scenario(edited_pack, "idol"),
        lambda: additions.add_text(
            edited_pack, "scenarios/played.yaml", "A game", "- scenario: A game"
        ),
    ):
        with pytest.raises(RequestError, match="outside the pack"):
            add()
    assert [*outside.iterdir()] == []


# --------------------------------------------------------------------------------------- bots


def test_bots_answer_for_their_seats_until_a_person_is_asked(studio: Studio) -> None:
    with browser(studio, studio.key) as socket:
        begins = {"do": "new game", "players": 3, "seed": 1}
        shown = asked(socket, "position", **begins, bots={"ida": "random", "kay": "greedy"})
        while shown["turn"] != "jon":
            shown = told(socket, "position")
        assert {one["player"] for one in shown["timeline"]} <= {"ida", "kay"}
        back = asked(socket, "position", do="go to", number=0)
        assert back["answered"] == 0  # and the bot waits, so that the author can look around
        assert asked(socket, "position", do="watch", player="")["answered"] == 0
        again = asked(socket, "position", do="play on")
        while again["turn"] != "jon":
            again = told(socket, "position")
        assert again["timeline"] == shown["timeline"]


def test_bots_alone_play_to_the_end(studio: Studio) -> None:
    with browser(studio, studio.key) as socket:
        bots = {"ida": "random", "jon": "random"}
        socket.send_json({"do": "new game", "players": 2, "seed": 1, "bots": bots})
        while told(socket, "position")["outcome"] is None:
            pass


@pytest.mark.parametrize("word", ["script:/etc/passwd", "mcts:100000", "mcts:60s", "genius", ""])
def test_bots_are_players_of_the_program_that_think_for_a_while_at_most(
    studio: Studio, word: str
) -> None:
    with browser(studio, studio.key) as socket:
        message = {"do": "new game", "players": 2, "seed": 1, "bots": {"ida": word}}
        assert "is not a bot" in asked(socket, "refused", **message)["why"]
        assert studio.table is None


# ---------------------------------------------------------------------- a game as a scenario


def test_a_game_becomes_a_scenario_that_passes(studio: Studio, pack: Path) -> None:
    with browser(studio, studio.key) as socket:
        shown = asked(socket, "position", do="new game", players=3, seed=5)
        for number in range(6):
            option = shown["options"][number % 2]["id"]
            shown = asked(socket, "position", do="answer", option=option)
        made = asked(socket, "files", do="export", title="Six answers: as played")["open"]
        assert (
            "title" in asked(socket, "refused", do="export", title="Six answers: as played")["why"]
        )
        assert asked(socket, "files", do="export", title="Once more")["open"] == made
    assert run_tests([pack / made]) == 0
    assert "Once more" in (pack / made).read_text("utf-8")


def test_the_scenario_of_a_game_fails_if_it_leads_to_other_numbers(
    studio: Studio, pack: Path
) -> None:
    """Although all lines of the log that are expected stay the same."""
    with browser(studio, studio.key) as socket:
        shown = asked(socket, "position", do="new game", players=2, seed=1)
        while shown["options"]:
            option = shown["options"][len(shown["options"]) // 2]["id"]
            shown = asked(socket, "position", do="answer", option=option)
        made = pack / asked(socket, "files", do="export", title="To the end")["open"]
    text = made.read_text("utf-8")
    assert re.search(
        r"asked: nobody\n    winners: \[\w+\]\n    points: \{ida: \d+, jon: \d+\}\n", text
    )
    assert run_tests([made]) == 0
    rules = (pack / "game.yaml").read_text("utf-8")
    (pack / "game.yaml").write_text(rules.replace("start: 0", "start: 1"), "utf-8")
    clear_cache()
    assert run_tests([made]) == 1
    made.write_text(re.sub(r" +(points|winners): .*\n", "", text), "utf-8")
    assert run_tests([made]) == 0


@pytest.mark.parametrize(
    ("name", "given"), [("card-guilds", {"decks": True}), ("granary", {"modules": ["good-years"]})]
)
def test_so_does_one_with_secrets_decks_or_modules(
    tmp_path: Path, name: str, given: dict[str, Any]
) -> None:
    pack = Path(shutil.copytree(PACKS / name, tmp_path / name))
    studio = Studio(EditedPack(pack), frozenset({HOST}))
    with browser(studio, studio.key) as socket:
        found = told(socket, "pack")
        if "decks" in given:
            given = {"decks": dict.fromkeys(found["seats"]["2"], [*found["decks"]][-1])}
        shown = asked(socket, "position", do="new game", players=2, seed=5, **given)
        for _ in range(6):
            shown = asked(socket, "position", do="answer", option=shown["options"][0]["id"])
        made = asked(socket, "files", do="export", title="As played")["open"]
    assert run_tests([pack / made]) == 0


# ---------------------------------------------------------------------- packs that never end


def test_endless_rules_are_stopped_while_the_page_keeps_working(studio: Studio, pack: Path) -> None:
    text = (pack / "game.yaml").read_text("utf-8")
    (pack / "game.yaml").write_text(text[: text.index("\nrules:")] + LOOP, "utf-8")
    with browser(studio, studio.key) as socket:
        shown = asked(socket, "position", do="new game", players=2, seed=1)
        assert studio.table is not None
        with browser(studio, next(iter(studio.table.keys))) as seat:
            told(seat, "position")
            began = time.monotonic()
            seat.send_json({"do": "answer", "option": shown["options"][0]["id"]})
            opened(socket)
            opened_after = time.monotonic() - began
            assert "can't carry out this answer" in told(seat, "refused")["why"]
            assert opened_after < time.monotonic() - began
        assert asked(socket, "position", do="watch", player="")["answered"] == 0


# ----------------------------------------------------------------------- what was measured


def test_lines_are_marked_by_what_has_run_of_them(studio: Studio) -> None:
    with browser(studio, studio.key) as socket:
        text = opened(socket).replace(
            "    do bank\n\n", '    do bank\n    if 1 = 2: say "Never"\n\n'
        )
        socket.send_json({"do": "edit", "file": "game.yaml", "text": text})
        marked = asked(socket, "coverage", do="coverage")
        lines = {line: (style, words) for line, style, words in marked["files"]["game.yaml"]}
        at = {words: text[: text.index(words)].count("\n") + 1 for words in ("shuffle", "if 1 =")}
        assert lines[at["shuffle"]][0] == "ran"
        assert lines[at["if 1 ="]][0] in ("part", "never")
        assert "never" in lines[at["if 1 ="]][1]
        assert 50 < marked["percent"] < 100


def test_a_line_is_marked_with_its_statement_from_the_first_word(studio: Studio) -> None:
    with browser(studio, studio.key) as socket:
        text = opened(socket).replace(
            "    do bank\n\n", "    do bank\n    if 1 = 2: each player gains 1 points\n\n"
        )
        socket.send_json({"do": "edit", "file": "game.yaml", "text": text})
        lines = asked(socket, "coverage", do="coverage")["files"]["game.yaml"]
        [words] = [words for _, style, words in lines if style == "part" and "1 = 2" in words]
        statement = "if 1 = 2: each player gains 1 points: never true"
        assert words == f"{statement}; each player gains 1 points: never runs"


def test_coverage_is_that_of_the_rules_as_they_are_now(studio: Studio) -> None:
    """Whatever was measured or tested before, and although scenarios fail now."""
    with browser(studio, studio.key) as socket:
        text = opened(socket)
        changed = text.replace("        may ", "        if 1 = 2: may ")
        before = asked(socket, "coverage", do="coverage")
        for tests in (False, True):
            socket.send_json({"do": "edit", "file": "game.yaml", "text": changed})
            if tests:
                assert asked(socket, "trials", do="test all")["failed"] > 0
            found = asked(socket, "coverage", do="coverage")
            assert found["failed"] > before["failed"] == 0
            at = changed[: changed.index("if 1 = 2")].count("\n") + 1
            styles = {line: style for line, style, _ in found["files"]["game.yaml"]}
            assert (styles[at], styles[2 + at]) == ("part", "never")
            assert 50 < found["percent"] < before["percent"]
            socket.send_json({"do": "edit", "file": "game.yaml", "text": text})
            assert asked(socket, "coverage", do="coverage") == before


def test_a_card_says_how_it_does_in_games(pack: Path) -> None:
    rate = {"with": 0.6, "without": 0.5, "difference": {"low": -0.1, "high": 0.3}}
    report = {"usage": {"card mask": {"taken": 0.25, "used": 1.5, "held": 2.0, "kept": 0.5,
                                      "win_rates": {"used": rate}}}}  # fmt: skip
    (pack.parent / "report.json").write_text(json.dumps(report), "utf-8")
    studio = Studio(EditedPack(pack, usage_in(pack.parent / "report.json")), frozenset({HOST}))
    with browser(studio, studio.key) as socket:
        at = opened(socket).index("mask")
        found = asked(socket, "explanation", do="explain", file="game.yaml", at=at)["found"][0]
    facts = found["facts"]
    assert [(one["words"], one["share"], one["value"]) for one in found["bars"]] == [
        ("used per game", 0.75, "1.50"),
        ("held per game", 1, "2.00"),
        ("kept per game", 0.25, "0.50"),
        ("taken when offered", 0.25, "25%"),
        ("wins of those who used it", 0.6, "60%"),
        ("wins of others", 0.5, "50%"),
    ]
    assert (
        "Times per game: used 1.50, held 2.00, kept 0.50; taken 25% of the times it is offered"
        in facts
    )
    assert "Players who used it won 60% of games, others 50% (difference -10% to +30%)" in facts
    (pack.parent / "report.json").write_text("{}", "utf-8")
    with pytest.raises(Stop, match="not a report"):
        usage_in(pack.parent / "report.json")
    for odd in ("1e999", "NaN"):
        text = json.dumps(report).replace("1.5", odd)
        (pack.parent / "report.json").write_text(text, "utf-8")
        with pytest.raises(Stop, match="not a report"):
            usage_in(pack.parent / "report.json")


CARD = "Long Shadow (long-shadow): action of race"


MISTAKES = [
    ("player loses 1 step\n", "player loses 1 stepp\n"),
    ("actions:\n", "# A line\n\n# and more\nactions:\n"),
    ("actions:\n", "x: [\nactions:\n"),  # so that the file can't be read
]


@pytest.mark.parametrize("steps", [1, 2, 3])
def test_english_follows_the_text_while_it_has_errors(race: Path, steps: int) -> None:
    edited_pack = EditedPack(race)
    edited_pack.check()
    now = edited_pack.open("cards.yaml")
    for old, new in MISTAKES[:steps]:
        now = now.replace(old, new, 1)
        edited_pack.edit("cards.yaml", now)
        edited_pack.check()
    for id, title in (("tail-wind", "Tail Wind"), ("rain", "Rain")):
        found = edited_pack.explain("cards.yaml", now.index(id))
        assert [one["head"] for one in found["found"]] == [f"{title} ({id}): action of race"]
        assert found["old"]
    new = f"{now}\n  - id: unheard-of\n    text: x"
    edited_pack.edit("cards.yaml", new)
    edited_pack.check()
    found = edited_pack.explain("cards.yaml", len(new))
    assert found["found"] == []  # and not the card before it


@pytest.mark.parametrize(
    ("before", "heads"),
    [("text: You", [CARD]), ("event: |", [CARD]), ("# The c", []), ("id: long-sh", [CARD]),
     ("rival loses 2 st", ["steps: state of player", CARD])],
)  # fmt: skip
def test_english_is_of_the_name_at_the_cursor_and_of_the_card_around_it(
    race: Path, before: str, heads: list[str]
) -> None:
    edited_pack = EditedPack(race)
    edited_pack.check()
    text = edited_pack.open("cards.yaml")
    at = text.index(before) + len(before)
    for now, old in ((text, False), (text.replace("loses 1 step", "loses 1 stepp"), True)):
        edited_pack.edit("cards.yaml", now)
        edited_pack.check()
        explained = edited_pack.explain("cards.yaml", at + len(now) - len(text))
        assert [one["head"] for one in explained["found"]] == heads
        assert explained["old"] == old


@pytest.mark.parametrize(("id", "words"), [
    ("idol", ""),
    ("trail", "`trail` is also the name of a zone."),
    ("peril", "`peril` is also the name of the kind `peril`."),
    ("worth", "`worth` is also the name of a property."),
])  # fmt: skip
def test_adding_a_card_says_what_else_has_its_name(
    studio: Studio, pack: Path, id: str, words: str
) -> None:
    with browser(studio, studio.key) as socket:
        said = asked(socket, "note", do="new card", id=id, kind="relic")["words"]
        assert said.startswith(words)
        assert bool(said) == bool(words)
        assert told(socket, "files")["open"] == "game.yaml"
