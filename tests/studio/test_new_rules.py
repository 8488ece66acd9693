"""A running game whose rules change: its answers are stored, and the old game is offered."""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cardwright_tools.studio.edited_pack import EditedPack
from cardwright_tools.studio.journal import Journals
from cardwright_tools.studio.state import Studio
from cardwright_tools.studio.table import Table
from tests.studio.sockets import HOST, browser, told

pytestmark = pytest.mark.usefixtures("shared_packs")

PACK = Path(__file__).parents[1] / "packs" / "push-your-luck"
FITS, MISFIT = "    shuffle deck\n", "    shuffle deck\n    choose 1 badge, as best\n"


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    return Path(shutil.copytree(PACK, tmp_path / "push-your-luck"))


@pytest.fixture
def studio(pack: Path, tmp_path: Path) -> Studio:
    return started(pack, tmp_path)


def started(pack: Path, folder: Path) -> Studio:
    journals = Journals(folder / "kept")
    studio = Studio(EditedPack(pack), frozenset({HOST}), journals.key(), journals)
    studio.resume_games(journals.stored_games())
    return studio


def asked(socket: Any, event: str, **message: Any) -> dict[str, Any]:
    socket.send_json(message)
    return told(socket, event)


def played(socket: Any, count: int = 3, **setup: Any) -> dict[str, Any]:
    shown = asked(socket, "position", do="new game", **{"players": 2, "seed": 1, **setup})
    for _ in range(count):
        shown = asked(socket, "position", do="answer", option=shown["options"][0]["id"])
    return shown


def play_with_bot(socket: Any, studio: Studio, bot: str, count: int, option: int) -> Table:
    """A game in which a bot answers for a seat, after so many answers and when a person is asked.
    By then, the server's own task, which plays for the bot at first, is over."""
    played(socket, bots={bot: "random"}, count=0)
    asked(socket, "file", do="open", file="game.yaml")  # this is answered after the new game
    playing = studio.newest
    assert playing is not None
    wait_until(lambda: playing.bots is None or playing.bots.done())
    asked(socket, "file", do="open", file="game.yaml")  # and this after the bot's answers
    table = playing.table
    while len(table.answers) < count or table.game.turn in table.bots:
        chosen = table.game.options[option].id
        table.bot_answers() or table.answer(str(table.game.turn), chosen)
    return table


def wait_until(over: Callable[[], bool]) -> None:
    end = time.monotonic() + 60
    while not over():
        assert time.monotonic() < end
        time.sleep(0.01)


def write(socket: Any, old: str, new: str) -> dict[str, Any]:
    """Saves a change of the rules; returns what the page is told about the game."""
    text = asked(socket, "file", do="open", file="game.yaml")["text"]
    assert old in text
    changed = text.replace(old, new, 1)
    socket.send_json({"do": "edit", "file": "game.yaml", "text": changed})
    note = asked(socket, "note", do="save", file="game.yaml")
    told(socket, "position")
    return note


def now(socket: Any) -> dict[str, Any]:
    return asked(socket, "position", do="watch", player="")


def test_answers_are_there_again_when_a_change_of_the_rules_is_taken_back(studio: Studio) -> None:
    with browser(studio, studio.key) as author:
        before = played(author)
        note = write(author, FITS, MISFIT)
        assert (note["words"][:16], note["offer"]) == ("Answer 1 of 3 no", True)
        cut = now(author)
        assert (cut["answered"], cut["notice"]) == (0, "")
        assert cut["timeline"] == before["timeline"]
        for forward in ({"do": "redo"}, {"do": "go to", "number": 1}, {"do": "go to", "number": 3}):
            assert "Answer 1 of 3 no longer fits" in asked(author, "refused", **forward)["why"]
        assert "was answered" in asked(author, "refused", do="step", run=False, back=False)["why"]
        assert write(author, "shuffle deck\n", "shuffle deck  # still\n")["offer"]
        assert now(author)["answered"] == 0
        note = write(author, "    choose 1 badge, as best\n", "")
        assert (note["words"], note["offer"]) == ("", False)
        again = now(author)
        for what in ("view", "answered", "timeline", "options"):
            assert again[what] == before[what]


def test_another_answer_discards_the_old_ones_and_the_offer_stays_until_dismissed(
    studio: Studio,
) -> None:
    with browser(studio, studio.key) as author:
        played(author)
        write(author, FITS, MISFIT)
        option = now(author)["options"][0]["id"]
        assert len(asked(author, "position", do="answer", option=option)["timeline"]) == 1
        note = write(author, "shuffle deck\n", "shuffle deck  # still\n")
        assert ("Answer 1 of 3 no" in note["words"], note["offer"]) == (True, True)
        assert now(author)["answered"] == 1
        assert not asked(author, "note", do="dismiss")["offer"]
        note = write(author, "# still", "# and still")
        assert (note["words"], note["offer"]) == ("", False)
        assert "no game with older rules" in asked(author, "refused", do="old rules")["why"]


def test_a_change_that_leads_elsewhere_and_is_taken_back_offers_nothing(studio: Studio) -> None:
    with browser(studio, studio.key) as author:
        before, start = played(author), "points: {type: number, start: "
        assert "the position is different" in write(author, f"{start}0", f"{start}7")["words"]
        assert write(author, f"{start}7", f"{start}0")["words"] == ""
        assert now(author)["view"] == before["view"]


def test_a_question_in_other_words_makes_no_different_position(studio: Studio) -> None:
    with browser(studio, studio.key) as author:
        assert "Stop and keep the relics" in played(author)["view"]["question"]["prompt"]
        note = write(author, "Stop and keep the relics", "Take the relics home")
        assert (note["words"], note["offer"]) == ("", False)
        assert "Take the relics home" in now(author)["view"]["question"]["prompt"]


def test_a_card_with_another_id_makes_no_different_position(studio: Studio) -> None:
    with browser(studio, studio.key) as author:
        assert "mask" in str(played(author)["view"])
        note = write(author, "id: mask", "id: veil")
        assert (note["words"], note["offer"]) == ("", False)
        assert "veil" in str(now(author)["view"])
        points = "points: {type: number, start: "
        words = write(author, f"{points}0", f"{points}7")["words"]
        assert "the position is different" in words
        assert "is new" not in words


def test_a_renamed_card_is_neither_new_nor_gone(studio: Studio) -> None:
    with browser(studio, studio.key) as author:
        played(author)
        edited = asked(author, "file", do="open", file="game.yaml")["text"]
        edited = edited.replace("start: 0", "start: 7").replace("id: mask", "id: veil")
        author.send_json({"do": "edit", "file": "game.yaml", "text": edited})
        words = asked(author, "note", do="save", file="game.yaml")["words"]
        assert words.endswith("game.yaml, line 6. `mask` is now called `veil`.")


def test_answers_that_were_taken_back_can_be_given_by_new_rules(studio: Studio) -> None:
    with browser(studio, studio.key) as author:
        before = played(author)
        asked(author, "position", do="go to", number=1)
        write(author, FITS, f"{FITS}    # changed\n")
        assert now(author)["answered"] == 1
        assert asked(author, "position", do="go to", number=3)["view"] == before["view"]


def test_answers_that_no_longer_fit_outlive_the_studio(
    studio: Studio, pack: Path, tmp_path: Path
) -> None:
    with browser(studio, studio.key) as author:
        before = played(author)
        write(author, FITS, MISFIT)
    again = started(pack, tmp_path)
    with browser(again, again.key) as author:
        note = told(author, "note")
        assert ("Answer 1 of 3 no" in note["words"], note["offer"]) == (True, False)
        told(author, "position")
        write(author, MISFIT, FITS)
        assert now(author)["view"] == before["view"]


def test_bots_wait_where_new_rules_have_cut_a_game_short(studio: Studio) -> None:
    with browser(studio, studio.key) as author:
        seats = told(author, "pack")["seats"]["2"]
        table = play_with_bot(author, studio, seats[0], count=3, option=0)
        answers = [*table.answers]
        write(author, FITS, MISFIT)
        assert not table.bot_answers()
        write(author, MISFIT, FITS)
        assert [*table.answers] == answers


def test_undo_goes_back_to_the_last_decision_of_a_person(studio: Studio) -> None:
    with browser(studio, studio.key) as author:
        seats = told(author, "pack")["seats"]["2"]
        table = play_with_bot(author, studio, seats[1], count=12, option=-1)
        own = [n for n, one in enumerate(table.answers) if one.player == seats[0]]
        end = len(table.answers)
        assert own != [*range(own[0], own[-1] + 1)]  # a bot has decided in between
        for number in reversed(own):
            shown = asked(author, "position", do="undo")
            assert (shown["answered"], shown["turn"]) == (number, seats[0])
        for number in [*own[1:], end]:
            assert asked(author, "position", do="redo")["answered"] == number
        assert "there are" in asked(author, "refused", do="redo")["why"]


# ------------------------------------------------------------------------- finished games

CARD, MORE = "  - {id: lens,", "  - {id: comb, badge: sun, worth: 1, provenance: fixture}\n"


def play_to_the_end(socket: Any) -> dict[str, Any]:
    shown = asked(socket, "position", do="new game", players=2, seed=1)
    while shown["options"]:
        shown = asked(socket, "position", do="answer", option=shown["options"][0]["id"])
    return shown


def titles(socket: Any) -> list[str]:
    """The games, as they are listed next."""
    return [one["title"] for one in told(socket, "games")["found"]]


def test_a_finished_game_keeps_its_result_when_a_card_is_added(
    studio: Studio, pack: Path, tmp_path: Path
) -> None:
    with browser(studio, studio.key) as author:
        before = play_to_the_end(author)
        note = write(author, CARD, MORE + CARD)
        words = note["words"]
        assert words.startswith("This game is over and keeps its result: with the new rules, it ")
        assert "What has changed: game.yaml, line " in words
        assert "`comb` is new. With other cards, the same seed shuffles differently." in words
        assert (note["offer"], note["newer"]) == (False, True)
        assert titles(author) == ["1: 2 players, seed 1, uses older rules"]
        for what in ("outcome", "view", "timeline"):
            assert now(author)[what] == before[what]
    again = started(pack, tmp_path)
    with browser(again, again.key) as author:
        assert told(author, "note")["newer"]
        assert told(author, "position")["outcome"] == before["outcome"]
        why = asked(author, "refused", do="export", title="Old")["why"]
        assert why.startswith("This game uses older rules, but a scenario uses those of the")
        assert asked(author, "note", do="new rules")["offer"]
        assert told(author, "position")["outcome"] != before["outcome"]
        asked(author, "note", do="old rules")
        assert told(author, "position")["outcome"] == before["outcome"]
        assert titles(author) == ["1: 2 players, seed 1, keeps older rules"]


def test_a_finished_game_takes_new_rules_that_do_not_change_it(studio: Studio) -> None:
    with browser(studio, studio.key) as author:
        before = play_to_the_end(author)
        write(author, CARD, MORE + CARD)
        note = write(author, MORE, "")
        assert (note["words"], note["newer"]) == ("", False)
        assert write(author, CARD, f"  # a comment\n{CARD}")["words"] == ""
        assert now(author)["outcome"] == before["outcome"]
        assert asked(author, "files", do="export", title="The same")["open"]


def test_the_list_of_games_says_which_have_older_rules(studio: Studio) -> None:
    with browser(studio, studio.key) as author:
        played(author)
        write(author, FITS, MISFIT)
        assert titles(author)[0].endswith(", answer 1 no longer fits the rules")
        asked(author, "position", do="answer", option=now(author)["options"][0]["id"])
        assert titles(author) == ["1: 2 players, seed 1"]
        text = asked(author, "file", do="open", file="game.yaml")["text"]
        broken = text.replace("shuffle deck", "shufle deck")
        author.send_json({"do": "edit", "file": "game.yaml", "text": broken})
        assert "with the old rules" in asked(author, "refused", do="save", file="game.yaml")["why"]
        assert "Correct them to export" in asked(author, "refused", do="export", title="x")["why"]


def test_the_page_says_from_which_answer_on_a_game_differs(studio: Studio) -> None:
    with browser(studio, studio.key) as author:
        played(author, count=0)
        for option in ("no", "no", "yes"):
            asked(author, "position", do="answer", option=option)
        words = write(author, "gain (worth of relic) points", "gain 9 points")["words"]
        start = (
            "With the new rules, all answers still fit, but the position is different from answer"
        )
        assert words.startswith(f"{start} 3 on (")


def test_a_scenario_with_a_seed_that_fails_says_that_cards_change_what_it_shuffles(
    studio: Studio,
) -> None:
    with browser(studio, studio.key) as author:
        play_to_the_end(author)
        asked(author, "file", do="export", title="To the end")
        write(author, CARD, MORE + CARD)
        failed = [one for one in asked(author, "trials", do="test all")["found"] if one["why"]]
        said = "if cards were added or removed since this game was played."
        assert {one["title"]: one["why"].endswith(said) for one in failed}["To the end"]
