"""The studio's page in Chromium, used by what people read on it; the console must stay empty."""

from __future__ import annotations

import os
import re
import shutil
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from cardwright_tools.studio import additions, file_requests
from cardwright_tools.studio.edited_pack import EditedPack
from cardwright_tools.studio.errors import RequestError
from cardwright_tools.studio.public_url import public_url
from cardwright_tools.studio.state import Studio
from tests.studio.proxies import OPENSSL, Proxy, certificate, proxied
from tests.studio.serving import serving

playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")

PACKS = Path(__file__).parents[1] / "packs"
CHROMIUM = (
    os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
)
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking",
         "--disable-component-update", "--disable-sync", "--no-first-run"]  # fmt: skip
STOP = "Stop and keep the relics"
PATIENCE = 60_000  # milliseconds: only a hang takes this long, or a machine that stands still
playwright.expect.set_options(timeout=PATIENCE)

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium on this machine")


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    with playwright.sync_playwright() as started:
        browser = started.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


@dataclass
class Served:
    """A studio, and the pages that are open on it, with the problems that they reported."""

    studio: Studio
    pack: Path
    address: str
    context: Any
    complaints: list[str]

    def page(self, key: str = "") -> Any:
        page = self.context.new_page()
        page.set_default_timeout(PATIENCE)
        page.on("console", lambda said: self._heard(said.text))
        page.on("pageerror", lambda error: self._heard(str(error)))
        page.goto(f"{self.address}/#{key or self.studio.key}")
        return page

    def _heard(self, words: str) -> None:
        if "WebSocket connection" not in words:  # what a browser says when the server was away
            self.complaints.append(words)


@pytest.fixture
def served(chromium: Any, tmp_path: Path) -> Iterator[Served]:
    pack = Path(shutil.copytree(PACKS / "push-your-luck", tmp_path / "push-your-luck"))
    studio = Studio(EditedPack(pack), frozenset())
    context = chromium.new_context(viewport={"width": 1300, "height": 950})
    with serving(studio) as port:
        found = Served(studio, pack, f"http://127.0.0.1:{port}", context, [])
        yield found
        context.close()
    assert found.complaints == []


def button(page: Any, name: str) -> Any:
    return page.get_by_role("button", name=name, exact=True)


def shows(page: Any, id: str, words: str) -> None:
    playwright.expect(page.locator(f"#{id}")).to_contain_text(words)


def opened(page: Any, file: str) -> None:
    playwright.expect(page.locator("#file")).to_have_value(file)
    playwright.expect(page.get_by_role("textbox", name=file, exact=True)).to_be_visible()


def write(page: Any, old: str, new: str) -> None:
    """Changes text in the editor like somebody who searches for it from the start and types."""
    page.evaluate("document.querySelector('.cm-content').focus()")
    page.keyboard.press("Control+Home")
    page.keyboard.press("Control+f")
    page.get_by_placeholder("Find").press_sequentially(old)
    page.keyboard.press("Enter")
    page.keyboard.press("Escape")
    page.keyboard.insert_text(new)


def test_a_card_is_written_once_mistakes_are_gone_and_tested(served: Served) -> None:
    path = served.pack / "game.yaml"
    text = path.read_text("utf-8")
    path.write_text(text.replace("shuffle deck", "shufle deck", 1), "utf-8")
    page = served.page()
    shows(page, "no-rules", "The pack has errors. No game can begin until they are corrected.")
    button(page, "Test").click()
    shows(page, "tested", "The pack has errors. Correct them to run its scenarios")
    playwright.expect(page.locator("#notice")).to_be_empty()
    page.locator("#no-rules button").click()
    playwright.expect(page.locator(".cm-activeLine")).to_contain_text("shufle deck")
    path.write_text(text, "utf-8")  # by somebody else, and the page follows
    playwright.expect(page.locator("#no-rules")).to_be_hidden()
    playwright.expect(page.get_by_role("combobox", name="Add")).not_to_have_value("scenario")
    playwright.expect(page.locator(".cm-content")).not_to_contain_text("shufle")
    page.get_by_role("combobox", name="Add").select_option("relic")
    page.get_by_label("named").fill("idol")
    button(page, "Add").click()
    opened(page, "game.yaml")
    playwright.expect(page.locator(".cm-activeLine")).to_contain_text("idol")
    playwright.expect(page.locator(".cm-content")).to_be_focused()
    shows(page, "english", "idol")
    button(page, "Test").click()
    button(page, "Add a scenario of idol").click()
    opened(page, "scenarios/idol.yaml")
    shows(page, "tested", "Press Test to run the new scenario.")
    playwright.expect(page.locator("#tested")).not_to_have_class("result old")
    playwright.expect(page.get_by_role("textbox", name="scenarios/idol.yaml")).to_be_focused()
    page.keyboard.press("Control+Enter")
    shows(page, "tested", "1 passed, 0 failed")
    playwright.expect(page.locator("#tested")).to_be_focused()
    playwright.expect(page.get_by_text("None", exact=True)).to_be_visible()
    write(page, "scenario:", "scenario: ")
    shows(page, "unsaved", "unsaved: scenarios/idol.yaml")
    page.set_viewport_size({"width": 360, "height": 800})
    assert page.evaluate("document.documentElement.scrollWidth") == 360


def test_a_problem_is_fixed_with_the_keyboard_in_any_file(served: Served) -> None:
    for name, old, new in (("game.yaml", "shuffle deck", "shufle deck"), ("more.yaml", "", "")):
        path = served.pack / name
        text = path.read_text("utf-8") if path.exists() else "rules:\n  more: shufle deck\n"
        path.write_text(text.replace(old, new, 1), "utf-8")
    page = served.page()
    opened(page, "game.yaml")
    for name in ("game.yaml", "more.yaml"):
        problem = page.locator("#problems li", has_text=name)
        problem.get_by_role("button").first.focus()
        page.keyboard.press("Tab")
        fix = problem.get_by_role("button", name="Write shuffle instead of shufle", exact=True)
        playwright.expect(fix).to_be_focused()
        page.keyboard.press("Enter")
        opened(page, name)
        playwright.expect(page.locator(".cm-activeLine")).to_contain_text("shuffle deck")
        playwright.expect(page.locator(".cm-content")).to_be_focused()
    playwright.expect(page.locator("#problems .error")).to_have_count(0)
    shows(page, "unsaved", "unsaved: game.yaml, more.yaml")


def test_the_list_of_problems_keeps_the_focus_while_others_come_and_go(served: Served) -> None:
    path = served.pack / "game.yaml"
    text = path.read_text("utf-8").replace("shuffle deck", "shufle deck")
    path.write_text(text, "utf-8")
    page = served.page()
    problem = page.locator("#problems button.error", has_text="shufle")
    problem.focus()
    for more in ("shuffel deck", "shuffl deck"):
        (served.pack / "a.yaml").write_text(f"rules:\n  more: {more}\n", "utf-8")
        shows(page, "problems", more.split(" ")[0])
        shows(page, "problems", "a.yaml")
        playwright.expect(problem).to_be_focused()
    path.write_text(f"# a line\n{text}", "utf-8")
    line = 1 + text[: text.index("shufle")].count("\n")
    playwright.expect(problem).to_contain_text(f"game.yaml:{line + 1} ")
    playwright.expect(problem).to_be_focused()
    path.write_text(text.replace("shufle", "shuffle"), "utf-8")
    playwright.expect(problem).to_have_count(0)
    playwright.expect(page.locator("#problems button.error").first).to_be_focused()


def test_a_name_is_followed_and_renamed_with_the_keyboard(served: Served) -> None:
    page = served.page()
    opened(page, "game.yaml")
    write(page, "do score-badges", "do  score-badges")
    playwright.expect(page.locator(".cm-content .code-verb").first).to_be_visible()
    page.keyboard.press("F12")
    playwright.expect(page.locator(".cm-activeLine")).to_contain_text("score-badges:")
    page.keyboard.press("F2")
    name = page.get_by_label("Rename score-badges to")
    playwright.expect(name).to_be_focused()
    page.keyboard.insert_text("Two Words")
    page.keyboard.press("Enter")
    shows(page, "not-renamed", "Two Words")
    playwright.expect(name).to_be_focused()
    playwright.expect(name).to_have_value("Two Words")
    page.keyboard.press("Control+a")
    page.keyboard.insert_text("count-badges")
    page.keyboard.press("Enter")
    playwright.expect(page.locator(".cm-activeLine")).to_contain_text("count-badges:")
    playwright.expect(page.locator(".cm-content")).to_be_focused()
    button(page, "Uses").first.click()
    page.locator("#uses button", has_text="scenarios/").first.click()
    playwright.expect(page.locator(".cm-activeLine")).to_contain_text("do: count-badges")
    page.keyboard.press("F2")  # at once, before the studio has explained the name
    playwright.expect(page.get_by_label("Rename count-badges to")).to_be_focused()
    page.keyboard.press("Escape")
    page.locator("#file").select_option("game.yaml")
    opened(page, "game.yaml")
    write(page, "do  count", "do   count")
    page.keyboard.press("Shift+Alt+f")
    playwright.expect(page.locator(".cm-activeLine")).to_have_text("    do count-badges")
    page.keyboard.press("Control+z")
    playwright.expect(page.locator(".cm-activeLine")).to_have_text("    do   count-badges")
    shows(page, "unsaved", "unsaved: game.yaml, scenarios/")
    button(page, "Save all").click()
    playwright.expect(page.locator("#unsaved")).to_have_text("saved")
    playwright.expect(button(page, "Save all")).to_be_hidden()
    for file in ("game.yaml", "scenarios/luck.yaml"):
        assert "count-badges" in (served.pack / file).read_text("utf-8")


HOLD = """() => {
    const real = setTimeout;
    window.setTimeout = (work, time) => {
        if (time !== 150) return real(work, time);
        window.setTimeout = real;
        return 1;
    };
}"""
"""Makes a page never send by itself what is typed next, as if the pause had not passed yet."""


def refuse(*_: object) -> str:
    raise RequestError("the disk is full")


def test_a_file_is_moved_and_deleted_with_the_keyboard_and_other_pages_follow(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    page, other, luck = served.page(), served.page(), "scenarios/luck.yaml"
    for one in (page, other):
        opened(one, "game.yaml")
        one.locator("#file").select_option(luck)
        opened(one, luck)
    write(other, "scenario:", "scenario: ")
    shows(page, "unsaved", f"unsaved: {luck}")
    button(page, "Move file").press("Enter")
    path = page.get_by_label(f"Move {luck} to")
    playwright.expect(path).to_be_focused()
    page.keyboard.insert_text("game.yaml")
    page.keyboard.press("Enter")
    shows(page, "move", "there is already a file `game.yaml`")
    playwright.expect(path).to_be_focused()
    page.keyboard.press("Control+a")
    page.keyboard.insert_text("scenarios/more/")
    other.locator(".cm-content").focus()
    other.evaluate(HOLD)
    other.keyboard.insert_text("# typed meanwhile")
    page.keyboard.press("Enter")
    for one in (page, other):
        opened(one, "scenarios/more/luck.yaml")
        shows(one, "notes", f"`{luck}` is now `scenarios/more/luck.yaml`.")
        shows(one, "unsaved", "unsaved: scenarios/more/luck.yaml")
        playwright.expect(one.locator(".cm-content")).to_contain_text("# typed meanwhile")
        playwright.expect(one.locator("#notice")).to_be_empty()
    playwright.expect(page.locator("#file")).to_be_focused()
    playwright.expect(other.locator(".cm-content")).to_be_focused()
    button(page, "Delete file").press("Enter")
    asks = page.get_by_role("alertdialog")
    playwright.expect(asks).to_have_accessible_name(
        "Delete scenarios/more/luck.yaml, with its unsaved changes? This can't be undone."
    )
    playwright.expect(button(page, "Keep it")).to_be_focused()
    page.keyboard.press("Escape")
    playwright.expect(asks).to_be_hidden()
    playwright.expect(button(page, "Delete file")).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.press("Shift+Tab")
    playwright.expect(button(page, "Delete")).to_be_focused()
    other.evaluate(HOLD)
    other.keyboard.insert_text("!")
    page.keyboard.press("Enter")
    shows(other, "conflict", "scenarios/more/luck.yaml has been deleted elsewhere")
    opened(page, "game.yaml")
    playwright.expect(page.locator("#file")).to_be_focused()
    shows(page, "notes", "scenarios/more/luck.yaml has been deleted.")
    assert not (served.pack / "scenarios").exists()
    with monkeypatch.context() as full:
        full.setattr(additions, "create", refuse)
        button(other, "Keep mine").click()
        shows(other, "notice", "the disk is full")
    button(other, "Keep mine").click()
    playwright.expect(page.locator("#file option")).to_have_count(3)
    assert "# typed meanwhile!" in (served.pack / "scenarios/more/luck.yaml").read_text("utf-8")


def test_what_is_typed_while_a_question_about_a_file_is_open_is_no_change_by_others(
    served: Served,
) -> None:
    page = served.page()
    opened(page, "game.yaml")
    button(page, "Move file").click()
    page.get_by_label("Move game.yaml to").fill("rules.yaml")
    write(page, "{is: card", "{is:  card")
    button(page, "Move").click()
    opened(page, "rules.yaml")
    shows(page, "unsaved", "unsaved: rules.yaml")
    button(page, "Delete file").click()
    write(page, "{is:  card", "{is: card")
    button(page, "Delete").click()
    shows(page, "notes", "rules.yaml has been deleted.")


def test_a_conflict_names_the_file_as_it_is_called_now(served: Served) -> None:
    page, other = served.page(), served.page()
    for one in (page, other):
        opened(one, "game.yaml")
    write(page, "{is: card", "{is:  card")
    shows(other, "unsaved", "unsaved: game.yaml")
    page.evaluate(HOLD)
    page.keyboard.insert_text(" # mine!")
    other.locator(".cm-content").focus()
    other.keyboard.insert_text("# theirs")
    shows(page, "conflict", "game.yaml has been changed elsewhere")
    button(other, "Move file").click()
    other.get_by_label("Move game.yaml to").fill("rules.yaml")
    button(other, "Move").click()
    shows(page, "conflict", "rules.yaml has been changed elsewhere")


NOT_TESTED = "Put the cursor in a card and press Test."


def test_results_of_tests_go_with_the_file_or_the_mistakes_that_they_are_about(
    served: Served,
) -> None:
    page, luck = served.page(), "scenarios/luck.yaml"
    opened(page, "game.yaml")
    page.locator("#file").select_option(luck)
    opened(page, luck)
    button(page, "Test").click()
    shows(page, "tested", f"{luck}: 8 passed, 0 failed")
    button(page, "Move file").click()
    page.get_by_label(f"Move {luck} to").fill("scenarios/fortune.yaml")
    button(page, "Move").click()
    shows(page, "tested", NOT_TESTED)
    page.locator("#file").select_option("game.yaml")
    opened(page, "game.yaml")
    write(page, "shuffle deck", "shufle deck")
    shows(page, "problems", "shufle")
    button(page, "Test all").click()
    shows(page, "trials", "shufle")
    write(page, "shufle deck", "shuffle deck")
    shows(page, "tested", NOT_TESTED)
    playwright.expect(page.locator("#trials")).to_be_empty()


def test_why_there_is_no_step_and_where_a_game_was_exported_is_said_beside_the_buttons(
    served: Served,
) -> None:
    page = served.page()
    opened(page, "game.yaml")
    button(page, "New game").click()
    for name in ("Step", "Run"):
        shows(page, "step", "0 of 0")
        button(page, name).click()
        shows(page, "not-stepped", "nothing was answered after this")
    button(page, "Run back").click()
    shows(page, "not-stepped", "there is no breakpoint before this")
    button(page, "Step back").click()
    playwright.expect(page.locator("#not-stepped")).to_be_empty()
    page.get_by_label("Title").fill("At the start")
    button(page, "Export as scenario").click()
    shows(page, "exported", "It is in scenarios/played.yaml now.")
    button(page, "Export as scenario").click()
    shows(page, "exported", "give the scenario a title that no other one has")
    playwright.expect(page.locator("#notice")).to_be_empty()


def test_a_file_that_can_not_be_opened_is_not_the_one_that_would_be_deleted(
    served: Served,
) -> None:
    (served.pack / "unread.yaml").write_bytes(b"\xff")
    page = served.page()
    opened(page, "game.yaml")
    page.locator("#file").select_option("unread.yaml")
    shows(page, "notice", "can't be read")
    playwright.expect(page.locator("#file")).to_have_value("game.yaml")
    page.locator("#file").select_option("pack.yaml")
    opened(page, "pack.yaml")
    playwright.expect(button(page, "Move file")).to_be_disabled()
    playwright.expect(button(page, "Delete file")).to_be_disabled()


def test_tab_leaves_the_editor_after_escape_even_if_a_tooltip_was_open(served: Served) -> None:
    page = served.page()
    opened(page, "game.yaml")
    write(page, "shuffle deck", "shufle deck")
    shows(page, "problems", "shufle")
    page.keyboard.press("F8")
    playwright.expect(page.locator(".cm-tooltip")).to_be_visible()
    page.keyboard.press("Escape")
    page.keyboard.press("Tab")
    playwright.expect(page.locator(".cm-content")).not_to_be_focused()
    playwright.expect(page.locator("#unsaved")).to_have_text("unsaved: game.yaml")
    playwright.expect(page.locator("#problems button")).to_have_count(2)


def test_the_button_shows_whether_there_is_something_to_save(served: Served) -> None:
    page = served.page()
    opened(page, "game.yaml")
    playwright.expect(button(page, "Save")).to_be_disabled()
    write(page, "id: mask", "id: masque")
    playwright.expect(button(page, "Save")).to_be_enabled()
    shows(page, "unsaved", "unsaved: game.yaml")
    playwright.expect(button(page, "Save")).to_be_enabled()
    page.locator("#file").select_option("pack.yaml")
    opened(page, "pack.yaml")
    playwright.expect(button(page, "Save")).to_be_disabled()
    page.locator("#file").select_option("game.yaml")
    opened(page, "game.yaml")
    button(page, "Save").click()
    playwright.expect(button(page, "Save")).to_be_disabled()
    shows(page, "unsaved", "saved")
    assert "id: masque" in (served.pack / "game.yaml").read_text("utf-8")


def test_english_is_about_the_name_at_the_cursor_in_the_text_as_it_is(served: Served) -> None:
    page = served.page()
    opened(page, "game.yaml")
    write(page, "id: mask", "id: masque")
    shows(page, "english", "masque")
    playwright.expect(page.locator("#english")).not_to_have_class("old")
    page.keyboard.press("Control+End")
    shows(page, "english", "Put the cursor in a card, or on a name")


def test_english_says_that_it_is_from_before_a_mistake(served: Served) -> None:
    page = served.page()
    opened(page, "game.yaml")
    write(page, "id: mask, badge: sun", "id: mask, badge: sunn")
    shows(page, "problems", "sunn")
    shows(page, "english", "mask")
    playwright.expect(page.locator("#english")).to_have_class("old")
    write(page, "badge: sunn", "badge: moon")
    shows(page, "english", "badge: moon")
    playwright.expect(page.locator("#english")).not_to_have_class("old")


def test_all_scenarios_are_run_and_what_was_found_grows_old(served: Served) -> None:
    page, path = served.page(), served.pack / "scenarios" / "luck.yaml"
    path.write_text(path.read_text("utf-8").replace("ida: 4}", "ida: 5}", 1), "utf-8")
    opened(page, "game.yaml")
    button(page, "Test all").click()
    shows(page, "tested", "1 failed")
    page.locator("#trials button").first.click()
    opened(page, "scenarios/luck.yaml")
    write(page, "ida: 5}", "ida: 4}")
    playwright.expect(page.locator("#tested")).to_have_class("result old")
    page.locator("#file").focus()
    page.keyboard.press("Control+s")
    shows(page, "unsaved", "saved")
    page.reload()
    opened(page, "scenarios/luck.yaml")
    assert "ida: 4}" in path.read_text("utf-8")


@pytest.mark.soak
def test_what_somebody_else_wrote_is_loaded_again_or_written_over(served: Served) -> None:
    page, path = served.page(), served.pack / "game.yaml"
    opened(page, "game.yaml")
    text = path.read_text("utf-8")
    for wanted in ("Load it again", "Keep mine"):
        write(page, "{is: card", "{is:  card")
        shows(page, "unsaved", "game.yaml")
        theirs = f"{text}# before {wanted}\n"
        path.write_text(theirs, "utf-8")
        button(page, "Save").click()
        button(page, wanted).click()
        playwright.expect(page.locator("#conflict")).to_be_hidden()
        playwright.expect(page.locator(".cm-content")).to_be_focused()
        playwright.expect(page.locator("#unsaved")).not_to_contain_text("unsaved")
        assert (path.read_text("utf-8") == theirs) == (wanted == "Load it again")
    mine = f"{text}# before Load it again\n".replace("{is: card", "{is:  card", 1)
    assert path.read_text("utf-8") == mine


def test_text_typed_while_the_disk_is_checked_is_not_lost(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    page, edited_pack = served.page(), served.studio.edited_pack
    opened(page, "game.yaml")
    reread, looks, typed = edited_pack.reread, threading.Event(), threading.Event()

    def slow() -> list[str]:
        looks.set()
        typed.wait(60)
        return reread()

    monkeypatch.setattr(edited_pack, "reread", slow)
    (served.pack / "game.yaml").write_text("# theirs\n", "utf-8")
    assert looks.wait(60)
    page.locator(".cm-content").click()
    page.keyboard.insert_text(" # mine!")
    page.wait_for_timeout(500)
    typed.set()
    playwright.expect(page.locator("#conflict")).to_be_visible()
    playwright.expect(page.locator(".cm-content")).to_contain_text("# mine")


def test_a_file_that_is_chosen_while_the_editor_is_loaded_stays(served: Served) -> None:
    page, held = served.context.new_page(), list[Any]()
    page.route("**/static/editor.js", lambda route: held.append(route))
    page.goto(f"{served.address}/#{served.studio.key}")
    page.locator("#file").select_option("pack.yaml")
    page.wait_for_timeout(300)
    held[0].continue_()
    playwright.expect(page.locator(".cm-content")).to_contain_text("id: push-your-luck")
    page.wait_for_timeout(500)
    opened(page, "pack.yaml")


def test_another_file_is_shown_from_its_first_line(served: Served) -> None:
    first = (served.pack / "game.yaml").read_text("utf-8")
    (served.pack / "more.yaml").write_text(f"# the first line\n{first.replace('relics:', '#')}")
    page = served.page()
    opened(page, "game.yaml")
    page.locator(".cm-content").click()
    page.keyboard.press("Control+End")
    page.locator("#file").select_option("more.yaml")
    opened(page, "more.yaml")
    line = page.locator(".cm-line", has_text="# the first line")
    playwright.expect(line).to_be_in_viewport()


@pytest.mark.soak
def test_a_jump_to_a_mistake_in_a_file_that_is_gone_is_forgotten(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(file_requests, "EVERY", 1000)
    path = served.pack / "more.yaml"
    path.write_text("# the first line\n\n\nrelics: 3\n", "utf-8")
    page = served.page()
    opened(page, "game.yaml")
    path.rename(served.pack / "away")
    page.locator("#problems button").first.click()
    shows(page, "notice", "there is no file")
    (served.pack / "away").rename(path)
    for file in ("pack.yaml", "more.yaml"):
        page.locator("#file").select_option(file)
        opened(page, file)
    playwright.expect(page.locator(".cm-activeLine")).to_have_text("# the first line")


def begin(page: Any, players: int) -> None:
    page.locator("#players").select_option(str(players))
    page.locator("#seed").fill("1")
    button(page, "New game").click()
    shows(page, "step", "0 of 0")


def test_a_running_game_continues_with_new_rules_and_steps_back(served: Served) -> None:
    page = served.page()
    begin(page, 2)
    button(page, "No").click()
    shows(page, "step", "1 of 1")
    write(page, "Stop and keep the relics", "Keep all")
    button(page, "Save").click()
    shows(page, "prompt", "Keep all")
    shows(page, "step", "1 of 1")
    before = page.locator("#board").inner_text()
    page.get_by_text("Bots, modules").click()
    with page.expect_download() as kept:
        button(page, "Save game").click()
    page.get_by_label("Load game").set_input_files(kept.value.path())
    shows(page, "this-game", "Game 2")
    assert page.locator("#board").inner_text() == before
    button(page, "Undo").click()
    shows(page, "step", "0 of 1")
    assert page.locator("#board").inner_text() != before
    button(page, "Forward").click()
    shows(page, "step", "1 of 1")
    assert page.locator("#board").inner_text() == before


def test_an_answer_shows_what_is_printed_on_its_card(served: Served) -> None:
    path = served.pack / "game.yaml"
    text = path.read_text("utf-8").replace("{id: mask,", "{id: mask, text: It smiles.,")
    choose = "for each player as who: who chooses 1 relic in supply"
    text = text.replace("move each card in supply", f"{choose}\n    move each card in supply")
    path.write_text(text, "utf-8")
    page = served.page()
    begin(page, 2)
    for _ in range(2):
        playwright.expect(page.locator("#options small").first).to_have_text("It smiles.")
        for copy in ("Mask (2)", "Mask (3)"):
            playwright.expect(button(page, copy)).to_be_visible()
        button(page, "Mask").click()
    shows(page, "step", "2 of 2")


def test_a_decision_keeps_the_focus_when_its_question_is_open_again(served: Served) -> None:
    page = served.page()
    begin(page, 2)
    for number in (1, 2):
        button(page, "No").click()
        shows(page, "step", f"{number} of {number}")
    button(page, "Jon: No").last.focus()
    page.keyboard.press("Enter")
    shows(page, "step", "1 of 2")
    playwright.expect(button(page, "Jon: No").last).to_be_focused()
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Enter")
    shows(page, "step", "0 of 2")


def test_a_click_on_a_decision_opens_its_question_again(served: Served) -> None:
    page = served.page()
    begin(page, 2)
    for number in (1, 2):
        button(page, "No").click()
        shows(page, "step", f"{number} of {number}")
    button(page, "Jon: No").last.click()
    shows(page, "step", "1 of 2")
    playwright.expect(page.locator("#timeline li").nth(1)).to_have_attribute("aria-current", "step")
    button(page, STOP).click()
    shows(page, "step", "2 of 2")
    shows(page, "timeline", STOP)


@pytest.mark.soak
def test_a_game_goes_back_to_the_old_rules(served: Served) -> None:
    page = served.page()
    begin(page, 2)
    button(page, "No").click()
    shows(page, "step", "1 of 1")
    before = page.locator("#board").inner_text()
    write(page, "shuffle deck", "choose 1 badge, as best")
    button(page, "Save").click()
    shows(page, "notes", "Answer 1 of 1 no longer fits the rules")
    shows(page, "step", "0 of 1")
    button(page, "Continue with the old rules").click()
    shows(page, "notes", "This game keeps the old rules")
    shows(page, "step", "1 of 1")
    assert page.locator("#board").inner_text() == before
    button(page, "Dismiss").click()
    playwright.expect(page.locator("#notes")).to_be_empty()


@pytest.mark.soak
def test_four_people_play_at_four_pages(
    served: Served,
) -> None:
    page = served.page()
    begin(page, 4)
    assert served.studio.table is not None
    seats = {seat: served.page(key) for key, seat in served.studio.table.keys.items()}
    for seat, own in seats.items():
        playwright.expect(own).to_have_title(f"Push Your Luck: {seat.capitalize()}")
    for number in range(12):
        turn = served.studio.table.game.turn
        assert turn is not None
        for seat, own in seats.items():
            shows(own, "prompt", turn.capitalize())
            assert own.locator("#options button").count() == (2 if seat == turn else 0)
            for host in ("#write", "#begin", "#who", "#steps", "#no-rules"):
                assert not own.locator(host).is_visible()
        button(seats[turn], STOP if number % 3 == 2 else "No").click()
        shows(page, "step", f"{number + 1} of {number + 1}")


def test_another_link_can_be_opened_on_the_same_page(served: Served) -> None:
    page = served.page()
    begin(page, 2)
    assert served.studio.table is not None
    for key, seat in served.studio.table.keys.items():
        page.goto(f"{served.address}/#{key}")
        playwright.expect(page).to_have_title(f"Push Your Luck: {seat.capitalize()}")


def test_a_seat_is_told_that_its_game_was_closed_and_keeps_being_told(served: Served) -> None:
    page = served.page()
    begin(page, 2)
    assert served.studio.table is not None
    turn = served.studio.table.game.turn
    seat = next(served.page(key) for key, one in served.studio.table.keys.items() if one == turn)
    shows(seat, "prompt", str(turn).capitalize())
    button(page, "New game").click()
    shows(seat, "notice", "This game was closed, or another one has replaced it.")
    button(seat, "No").click()
    seat.wait_for_timeout(1500)  # longer than until a lost connection is tried again
    shows(seat, "notice", "ask the host for a new link")
    playwright.expect(seat.locator("#status")).to_be_empty()
    seat.reload()
    shows(seat, "status", "This link is not valid")


@pytest.mark.soak
def test_pages_come_back_when_the_server_does(chromium: Any, tmp_path: Path) -> None:
    pack = Path(shutil.copytree(PACKS / "push-your-luck", tmp_path / "push-your-luck"))
    studio, context = Studio(EditedPack(pack), frozenset()), chromium.new_context()
    with serving(studio) as port:
        served = Served(studio, pack, f"http://127.0.0.1:{port}", context, [])
        page = served.page()
        begin(page, 2)
        button(page, "No").click()
        shows(page, "step", "1 of 1")
    shows(page, "status", "Connection lost")
    studio.browsers.clear()
    with serving(studio, port):
        shows(page, "status", "Connected")
        button(page, "No").click()
        shows(page, "step", "2 of 2")
        context.close()
    assert served.complaints == []


@pytest.mark.soak
def test_a_game_against_bots_becomes_a_scenario(served: Served) -> None:
    page = served.page()
    page.get_by_text("Bots, modules").click()
    page.locator("#players").select_option("2")
    page.get_by_label("jon").select_option("greedy")
    page.locator("#seed").fill("1")
    button(page, "New game").click()
    for number in range(4):
        shows(page, "prompt", "Ida")
        button(page, STOP if number % 2 else "No").click()
        page.wait_for_timeout(300)
    page.get_by_label("Title").fill("Against a bot")
    button(page, "Export as scenario").click()
    opened(page, "scenarios/played.yaml")
    button(page, "Test").click()
    shows(page, "tested", "1 passed, 0 failed")


def test_a_game_is_stepped_through_along_its_text(served: Served) -> None:
    page = served.page()
    begin(page, 2)
    button(page, "No").click()
    shows(page, "step", "1 of 1")
    button(page, "Step back").click()
    shows(page, "paused-at", "Stopped at game.yaml:")
    playwright.expect(page.locator(".cm-content .here").first).to_be_visible()
    page.locator(".facts button").first.click()
    shows(page, "why", "points")
    page.get_by_label("Expression").fill("number of crads in deck")
    button(page, "Explain").click()
    shows(page, "why", "crads")
    playwright.expect(page.locator("#why")).not_to_contain_text("^")
    playwright.expect(page.locator("#why .tree")).to_have_count(0)
    playwright.expect(page.locator("#notice")).to_be_empty()
    page.get_by_label("Expression").fill("number of cards in deck")
    button(page, "Explain").click()
    shows(page, "why", "number of cards in the deck:")
    playwright.expect(page.locator("#why .error")).to_have_count(0)
    playwright.expect(page.locator("#why")).not_to_have_class("old")
    page.locator(".cm-line", has_text="reveal top of deck").click()
    page.keyboard.press("F9")
    playwright.expect(page.locator(".mark.stop")).to_have_count(2)  # the first keeps its width
    button(page, "Run back").click()
    shows(page, "paused-text", "reveal top of deck")
    playwright.expect(page.locator("#paused-at")).to_have_text(re.compile(r"Stopped at \S+:\d+"))
    playwright.expect(page.locator("#why")).to_have_class("old")
    late = served.page()  # it is told where the game has stopped before it has an editor
    playwright.expect(late.locator(".cm-content .here").first).to_have_text("reveal top of deck")
    late.close()
    button(page, "Run").click()
    shows(page, "step", "1 of 1")
    playwright.expect(page.locator("#paused")).to_be_hidden()
    page.get_by_text("Breakpoints").click()
    both = "before moving card; after moving relic"
    for event, wrong in (("before moving card; before drawing card", 1), (both, 0)):
        page.get_by_label("At this event").fill(event)
        button(page, "Set").click()
        words = page.get_by_role("alert").get_by_text("is not an event")
        playwright.expect(words).to_have_count(wrong)
    page.get_by_label("When this changes").fill("number of")
    button(page, "Set").click()
    playwright.expect(page.locator("#stops-wrong")).not_to_be_empty()
    page.get_by_label("At this event").fill("after moving relic")
    playwright.expect(page.locator("#stops-wrong")).to_be_empty()
    playwright.expect(page.locator("#notice")).to_be_empty()


@pytest.mark.soak
def test_two_pages_of_one_author_go_along_and_ask_before_one_overwrites_the_other(
    served: Served,
) -> None:
    one, other = served.page(), served.page()
    for page in (one, other):
        opened(page, "game.yaml")
    write(one, "{is: card", "{is:  card")
    playwright.expect(other.locator(".cm-content")).to_contain_text("{is:  card")
    for page, words in ((one, "# one\n"), (other, "# other\n")):  # almost at the same time
        page.evaluate("document.querySelector('.cm-content').focus()")
        page.keyboard.insert_text(words)
    for page in (one, other):
        page.wait_for_timeout(500)
        if page.locator("#conflict").is_visible():
            button(page, "Load it again").click()
            playwright.expect(page.locator("#conflict")).to_be_hidden()
    wanted = one.locator(".cm-content").inner_text()
    playwright.expect(other.locator(".cm-content")).to_have_text(wanted, use_inner_text=True)
    assert "# one" in wanted or "# other" in wanted


LANDS = """
enums: {land: [meadow, wood]}
cells:
  - {id: b3, worth: 3, land: wood, provenance: fixture}
look:
  b3: {picture: pictures/wood.svg}
"""


def test_a_cell_shows_what_is_printed_on_it_whether_it_is_offered_or_taken(
    chromium: Any, tmp_path: Path
) -> None:
    pack = Path(shutil.copytree(PACKS / "tic-tac-toe", tmp_path / "tic-tac-toe"))
    path, fields = (
        pack / "game.yaml",
        "{worth: {type: number, default: 1}, land: {type: land, default: meadow}}",
    )
    text = path.read_text("utf-8").replace(
        "neighbours: 8}}", f"neighbours: 8}}, fields: {fields}}}"
    )
    path.write_text(text, "utf-8")
    (pack / "lands.yaml").write_text(LANDS, "utf-8")
    (pack / "pictures").mkdir()
    (pack / "pictures" / "wood.svg").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg"/>', "utf-8"
    )
    studio, context = Studio(EditedPack(pack), frozenset()), chromium.new_context()
    with serving(studio) as port:
        served = Served(studio, pack, f"http://127.0.0.1:{port}", context, [])
        page = served.page()
        begin(page, 2)
        cell = page.get_by_role("cell").filter(has=page.locator(".printed"))
        for words in ("b3", "Crosses"):
            playwright.expect(cell).to_have_count(1)
            playwright.expect(cell).to_contain_text("worth 3 · wood")
            playwright.expect(cell).to_contain_text(words)
            playwright.expect(cell.locator("img")).to_have_count(1)
            if words == "b3":
                cell.get_by_role("button", name="b3").click()
        context.close()
    assert served.complaints == []


def test_a_network_and_hexagons_are_drawn_without_any_hints(chromium: Any, tmp_path: Path) -> None:
    context = chromium.new_context(viewport={"width": 1300, "height": 950})
    for name in ("causeways", "meadow"):
        pack = Path(shutil.copytree(PACKS / name, tmp_path / name))
        studio = Studio(EditedPack(pack), frozenset())
        with serving(studio) as port:
            served = Served(studio, pack, f"http://127.0.0.1:{port}", context, [])
            page = served.page()
            begin(page, 2)
            if name == "causeways":
                playwright.expect(page.locator(".map .lines polyline")).to_have_count(5)
                page.locator(".map").get_by_role("button", name="Ash", exact=True).click()
                shows(page, "step", "1 of 1")
                road = page.locator(".map > .placed", has_text="The Moor")
                playwright.expect(road).to_contain_text("from Ash to Birch")
            else:
                rows = page.locator("table.hexagons tr")
                odd, even = (rows.nth(at).locator("td:not(.gap)").first for at in (2, 1))
                left, half = (one.bounding_box() for one in (odd, even))
                assert 0.4 < (half["x"] - left["x"]) / left["width"] < 0.6
            page.close()
        assert served.complaints == []
    context.close()


CONTENT = Path(__file__).parents[2] / "content"
EXPANSE = CONTENT / "expanse"


@pytest.mark.soak
@pytest.mark.parametrize("name", ["beyond-the-black", "realm-of-magic", "tiny-epic-galaxies"])
def test_all_that_lies_on_places_is_on_the_board(chromium: Any, tmp_path: Path, name: str) -> None:
    pack = Path(shutil.copytree(CONTENT / name, tmp_path / name))
    studio, context = Studio(EditedPack(pack), frozenset()), chromium.new_context()
    with serving(studio) as port:
        served = Served(studio, pack, f"http://127.0.0.1:{port}", context, [])
        page = served.page()
        begin(page, 2)
        for number in range(1, 6):
            page.locator("#options button").first.click()
            shows(page, "step", f"{number} of {number}")
        assert studio.table is not None
        game, board = studio.table.game, page.locator("#board").inner_text()
        places = game.seat(game.turn).observation(0)["places"].values()
        lying = [game.rules.titles.get(one["name"], one["name"])
                 for place in places for one in place.get("things", ())]  # fmt: skip
        assert lying
        assert [title for title in lying if title not in board] == []
        context.close()
    assert served.complaints == []


@pytest.mark.soak
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [(360, 740), (1440, 900), (3840, 2160)])
def test_everybody_can_use_the_page(
    chromium: Any, tmp_path: Path, scheme: str, size: tuple[int, int]
) -> None:
    """axe finds nothing serious, nothing is wider than the page, and no key is a trap."""
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    pack = Path(shutil.copytree(EXPANSE, tmp_path / "expanse"))
    studio = Studio(EditedPack(pack), frozenset())
    width, height = size
    context = chromium.new_context(viewport={"width": width, "height": height}, color_scheme=scheme)
    with serving(studio) as port:
        served = Served(studio, pack, f"http://127.0.0.1:{port}", context, [])
        page = served.page()
        opened(page, "board.yaml")
        begin(page, 4)
        page.locator("#options button").first.click()
        shows(page, "step", "1 of 1")
        button(page, "Step back").click()
        shows(page, "paused-at", "Stopped at")
        for summary in page.locator("summary").all():
            if summary.is_visible():
                summary.click()
        assert studio.table is not None
        for one, form in ((page, ""), (page, "Move file"), (page, "Delete file"),
                          (served.page(next(iter(studio.table.keys))), "")):  # fmt: skip
            playwright.expect(one.locator(".map .printed").first).to_have_text("food")
            if form:
                button(one, form).click()
            found = axe.run(one).response["violations"]
            bad = [(v["id"], [n["target"] for n in v["nodes"]][:3]) for v in found
                   if v["impact"] in ("serious", "critical")]  # fmt: skip
            assert bad == []
            assert one.evaluate("document.documentElement.scrollWidth") <= width
        context.close()
    assert served.complaints == []


@pytest.mark.skipif(OPENSSL is None, reason="there is no openssl on this machine")
def test_a_game_is_played_through_a_proxy_with_https_below_a_path(
    chromium: Any, tmp_path: Path
) -> None:
    pack = Path(shutil.copytree(CONTENT / "expanse", tmp_path / "expanse"))
    studio, context = (
        Studio(EditedPack(pack), frozenset()),
        chromium.new_context(ignore_https_errors=True),
    )
    with (
        serving(studio) as port,
        proxied(Proxy(port, removes="/table"), certificate(tmp_path)) as outside,
    ):
        address = f"https://localhost:{outside}/table"
        served = Served(studio, pack, address, context, [])
        page = context.new_page()
        page.goto(f"{address}/")
        playwright.expect(page.locator("body")).to_contain_text("--public-url")
        studio.public = public_url(address)
        studio.others = str(studio.public)
        page = served.page()
        begin(page, 2)
        playwright.expect(page.locator(".map img").first).to_be_visible()
        page.get_by_text("Links for the seats").click()
        assert studio.table is not None
        with context.expect_page() as opened:
            page.locator("#links a").nth(
                [*studio.table.keys.values()].index(studio.table.game.turn)
            ).click()
        seat = opened.value
        assert seat.url.startswith(f"{address}/#")
        seat.locator("#options button").first.click()
        shows(page, "step", "1 of")
        context.close()
    assert served.complaints == []


def test_a_page_that_a_proxy_brings_says_what_the_studio_must_be_told(served: Served) -> None:
    """With a proxy that names its own host to the studio, as many do, the page arrives."""
    port = int(served.address.rpartition(":")[2])
    with proxied(Proxy(port, f"127.0.0.1:{port}"), None) as outside:
        address = f"http://127.0.0.1:{outside}"
        page = served.context.new_page()
        page.goto(f"{address}/#{served.studio.key}")
        shows(page, "status", f"started with --public-url {address}/")
        served.studio.public = public_url(address)
        shows(page, "status", "Connected")


def test_nothing_is_asked_about_a_file_before_one_is_open(served: Served) -> None:
    page = served.context.new_page()
    sent: list[str] = []
    page.on("websocket", lambda socket: socket.on("framesent", lambda text: sent.append(text)))
    page.add_init_script("WebSocket.prototype.send = new Proxy(WebSocket.prototype.send, {apply("
                         "to, socket, [text]) { if (JSON.parse(text).do !== 'open') "
                         "Reflect.apply(to, socket, [text]); }})")  # fmt: skip
    page.goto(f"{served.address}/#{served.studio.key}")
    page.locator(".cm-content").click()
    page.keyboard.type("a: b")
    page.keyboard.press("Control+Enter")
    page.keyboard.press("F12")
    button(page, "Format").click()
    page.wait_for_timeout(300)
    assert [one for one in sent if '"file":""' in one] == []
    playwright.expect(page.locator("#notice")).to_be_empty()


def test_a_problem_leads_to_where_else_it_comes_from(served: Served) -> None:
    (served.pack / "twice.yaml").write_text("rules:\n  bank: do nothing\n", "utf-8")
    page = served.page()
    opened(page, "game.yaml")
    problem = page.locator("#problems li", has_text="CW328")
    problem.get_by_role("button").first.click()
    other = problem.get_by_role("button", name="first declared here: ")
    file = other.inner_text().split(": ")[1].split(":")[0]
    other.click()
    opened(page, file)
    playwright.expect(page.locator(".cm-activeLine")).to_contain_text("bank:")


def test_a_finished_game_offers_the_new_rules(served: Served) -> None:
    page = served.page()
    begin(page, 2)
    assert served.studio.table is not None
    while served.studio.table.game.turn:
        served.studio.table.answer(served.studio.table.game.turn, "yes")
    page.locator("#watch").select_option("ida")
    pattern = re.compile(r"Over: won by \w+\. Scores: \w+ \d+, \w+ \d+$")
    playwright.expect(page.locator("#prompt")).to_have_text(pattern)
    before = page.locator("#prompt").inner_text()
    path = served.pack / "game.yaml"
    more = "  - {id: comb, badge: sun, worth: 1, provenance: fixture}\n"
    text = path.read_text("utf-8").replace("  - {id: lens,", f"{more}  - {{id: lens,")
    path.write_text(text, "utf-8")
    shows(page, "notes", "`comb` is new. With other cards, the same seed shuffles differently.")
    shows(page, "this-game", ", uses older rules")
    assert page.locator("#prompt").inner_text() == before
    button(page, "Continue with the new rules").click()
    playwright.expect(page.locator("#question-head")).to_be_focused()
    shows(page, "notes", "no longer fits the rules")
    playwright.expect(page.locator("#this-game")).not_to_contain_text("older rules")
    button(page, "Continue with the old rules").click()
    shows(page, "this-game", ", keeps older rules")
    shows(page, "prompt", before)


def test_a_new_game_takes_away_what_was_said_about_the_one_before(served: Served) -> None:
    page = served.page()
    opened(page, "game.yaml")
    button(page, "New game").click()
    page.locator("#options button").first.click()
    path = served.pack / "game.yaml"
    path.write_text(path.read_text("utf-8").replace("    shuffle deck\n", "", 1), "utf-8")
    playwright.expect(page.locator("#notes")).not_to_be_empty()
    button(page, "New game").click()
    playwright.expect(page.locator("#step")).to_contain_text("0 of 0")
    playwright.expect(page.locator("#notes")).to_be_empty()


def test_a_breakpoint_set_without_a_game_stops_the_next_one_and_one_more(served: Served) -> None:
    page = served.page()
    opened(page, "game.yaml")
    button(page, "New game").click()
    shows(page, "step", "0 of 0")
    page.get_by_text("Bots, modules, decks, games").click()
    button(page, "Close game").click()
    shows(page, "prompt", "No game yet")
    write(page, "reveal top of deck", "reveal top of deck")
    page.keyboard.press("F9")
    for begin_one in ("New game", "One more game"):
        button(page, begin_one).click()
        shows(page, "step", "0 of 0")
        page.locator("#options button").first.click()
        shows(page, "paused-text", "reveal top of deck")
    playwright.expect(page.locator("#stops-wrong")).to_be_empty()
    playwright.expect(page.locator("#notice")).to_be_empty()


def test_a_breakpoint_moves_to_a_line_at_which_a_game_can_stop(served: Served) -> None:
    path = served.pack / "game.yaml"
    text = path.read_text("utf-8")
    path.write_text(text.replace("reveal top", "# first\n      reveal top", 1), "utf-8")
    page = served.page()
    opened(page, "game.yaml")
    button(page, "New game").click()
    shows(page, "step", "0 of 0")
    page.evaluate("document.querySelector('.cm-content').focus()")
    page.keyboard.press("Control+Home")
    page.keyboard.press("F9")
    shows(page, "notice", "No statement follows in line 1 of game.yaml, so no game can stop there.")
    playwright.expect(page.locator(".mark.stop")).to_have_count(1)  # which only keeps the width
    write(page, "# first", "# first")
    page.keyboard.press("F9")
    playwright.expect(page.locator(".mark.stop")).to_have_count(2)
    line = page.locator(".cm-line", has_text="reveal top of deck").bounding_box()
    page.wait_for_function(
        "(y) => [...document.querySelectorAll('.mark.stop')].some("
        "(one) => Math.abs(one.getBoundingClientRect().top - y) < 12)",
        arg=line["y"],
    )
    page.locator("#options button").first.click()
    shows(page, "paused-text", "reveal top of deck")


LINE = "document.querySelector('.cm-activeLine').getBoundingClientRect().top"


def is_at(page: Any, top: float) -> None:
    """Waits, at least until the next frame, for the line of the cursor to be there."""
    page.wait_for_function(f"(top) => Math.abs({LINE} - top) < 2", arg=top)


@pytest.mark.parametrize("width", [1300, 360])
def test_the_line_that_is_written_stays_where_it_is_when_a_message_comes_or_goes(
    served: Served, width: int
) -> None:
    page = served.page()
    page.set_viewport_size({"width": width, "height": 800})
    opened(page, "game.yaml")
    write(page, "shuffle deck", "shuffle deck")
    shows(page, "english", "deck: zone")
    before = page.evaluate(LINE)
    page.keyboard.press("Backspace")
    page.keyboard.press("Control+s")
    shows(page, "no-rules", "The pack has errors")
    is_at(page, before)
    page.keyboard.press("F2")
    shows(page, "notice", "Names can be changed once the mistakes are corrected: see Problems.")
    page.keyboard.type("k")
    page.keyboard.press("Control+s")
    playwright.expect(page.locator("#no-rules")).to_be_hidden()
    playwright.expect(page.locator("#notice")).to_be_empty()
    is_at(page, before)
    page.keyboard.press("Control+Home")
    write(page, "do score", "do score")
    shows(page, "english", "score-badges")
    before = page.evaluate(LINE)
    page.keyboard.press("F2")
    playwright.expect(page.get_by_label("Rename score-badges to")).to_be_in_viewport()
    is_at(page, before)


def test_a_button_below_in_english_keeps_the_focus_when_its_text_is_new(served: Served) -> None:
    page = served.page()
    opened(page, "game.yaml")
    write(page, "do score-badges", "do score-badges")
    shows(page, "english", "score-badges: rule")
    page.locator("#english").get_by_role("button", name="Uses").focus()
    mark = "document.querySelector('#english strong').dataset.old"
    again = "document.querySelector('#editor').dispatchEvent(new KeyboardEvent('keyup'))"
    page.evaluate(f"{mark} = 'yes'; {again}")
    page.wait_for_function(f"() => !{mark}")
    playwright.expect(page.locator("#english").get_by_role("button", name="Uses")).to_be_focused()


def test_what_was_just_typed_is_renamed(served: Served) -> None:
    page = served.page()
    opened(page, "game.yaml")
    write(page, "do score-badges", "do score-badges")
    shows(page, "english", "score-badges: rule")
    page.keyboard.press("Control+Shift+ArrowLeft")
    page.keyboard.press("Control+Shift+ArrowLeft")
    page.keyboard.press("Control+Shift+ArrowLeft")
    page.keyboard.insert_text("bank")
    page.keyboard.press("F2")  # at once, before the studio has the text
    playwright.expect(page.get_by_label("Rename bank to")).to_be_focused()


def test_completions_come_after_some_were_refused(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    complete, is_asked = EditedPack.complete, threading.Event()

    def refused_once(pack: EditedPack, name: str, offset: int) -> dict[str, object]:
        if is_asked.is_set():
            return complete(pack, name, offset)
        is_asked.set()
        raise RequestError("not now")

    monkeypatch.setattr(EditedPack, "complete", refused_once)
    page = served.page()
    opened(page, "game.yaml")
    write(page, "do score-badges", "shuffle ")
    page.keyboard.press("Control+Space")
    assert is_asked.wait(PATIENCE / 1000)
    offered = page.locator(".cm-tooltip-autocomplete li").first
    for _ in range(50):  # the refusal may still be on its way
        page.keyboard.press("Control+Space")
        page.wait_for_timeout(200)
        if offered.is_visible():
            break
    playwright.expect(offered).to_contain_text("deck")
    playwright.expect(page.locator("#notice")).to_be_empty()


def test_buttons_work_before_the_editor_is_there(served: Served) -> None:
    page = served.context.new_page()
    page.on("pageerror", lambda error: served.complaints.append(str(error)))
    waiting: list[Any] = []
    page.route("**/editor.js", lambda one: waiting.append(one))
    page.goto(f"{served.address}/#{served.studio.key}")
    button(page, "Test all").click()
    shows(page, "tested", "passed, 0 failed")
    waiting[0].continue_()
    opened(page, "game.yaml")


def test_uses_are_listed_where_they_are_seen(served: Served) -> None:
    page = served.page()
    opened(page, "game.yaml")
    write(page, "do score-badges", "do score-badges")
    page.keyboard.press("Shift+F12")
    playwright.expect(page.locator("#uses-head")).to_be_focused()
    playwright.expect(page.locator("#uses button").first).to_be_in_viewport(ratio=0.9)
    inside = page.locator("#results").bounding_box()
    first = page.locator("#uses button").first.bounding_box()
    assert first["y"] + first["height"] <= inside["y"] + inside["height"] + 1


def test_the_decision_whose_question_is_open_is_in_view(served: Served) -> None:
    page = served.page()
    begin(page, 4)
    assert served.studio.table is not None
    table = served.studio.table
    while (turn := table.game.turn) is not None:
        table.answer(turn, "yes")
    count = len(table.answers)
    assert count > 10
    for number in (count, 0, count // 2):
        table.go_to(number)
        page.locator("#watch").select_option("ida" if number else "")
        shows(page, "step", f"{number} of {count}")
        row = page.locator("#timeline li").nth(min(number, count - 1))
        at, inside = row.bounding_box(), page.locator("#timeline").bounding_box()
        assert inside["y"] <= at["y"] + 1
        assert at["y"] + at["height"] <= inside["y"] + inside["height"] + 1


@pytest.mark.parametrize("width", [1300, 360])
def test_a_name_is_explained_where_the_mouse_points_at_it_within_the_window(
    served: Served, width: int
) -> None:
    path = served.pack / "game.yaml"
    long = f"{'A very long text. ' * 60}{'x' * 300}"
    text = path.read_text("utf-8").replace("{id: mask,", f"{{id: mask, text: {long},")
    path.write_text(text + "\n  last: do score-badges\n", "utf-8")
    page = served.page()
    page.set_viewport_size({"width": width, "height": 800})
    opened(page, "game.yaml")
    for name, words in (("mask", "A very long text."), ("last", "Do “score badges”.")):
        write(page, name, name)
        at = page.locator(".cm-cursor-primary").bounding_box()
        page.mouse.move(at["x"] - 9, at["y"] + 8)
        page.mouse.move(at["x"] - 8, at["y"] + 8)
        tooltip = page.locator(".cm-tooltip-hover")
        playwright.expect(tooltip).to_contain_text(words)
        box = tooltip.bounding_box()
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= width
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= 800
        page.mouse.move(1, 1)
        playwright.expect(tooltip).to_have_count(0)


def test_the_page_says_that_no_game_can_begin_until_the_mistake_is_gone(served: Served) -> None:
    page = served.page()
    opened(page, "game.yaml")
    button(page, "New game").click()
    write(page, "shuffle deck", "shufle deck")
    shows(page, "problems", "shufle")
    button(page, "New game").click()
    shows(page, "notice", "The pack has errors. No game can begin until they are corrected.")
    write(page, "shufle deck", "shuffle deck")
    playwright.expect(page.locator("#notice")).to_be_empty()
    page.keyboard.press("Control+s")
    shows(page, "unsaved", "saved")
    playwright.expect(page.locator("#notice")).to_be_empty()
    playwright.expect(page.locator("#no-rules")).to_be_hidden()


def test_the_line_after_a_colon_is_indented(served: Served) -> None:
    page = served.page()
    opened(page, "game.yaml")
    write(page, "shuffle deck", "may:")
    playwright.expect(page.locator(".cm-activeLine")).to_have_text("    may:")
    page.keyboard.press("Enter")
    page.keyboard.type("shuffle deck")
    playwright.expect(page.locator(".cm-activeLine")).to_have_text("      shuffle deck")
    page.keyboard.press("Enter")
    page.keyboard.type("say it")
    playwright.expect(page.locator(".cm-activeLine")).to_have_text("      say it")


@pytest.mark.parametrize(
    ("line", "below"),
    [("abilities:", "      x"), ("- abilities:", "        x"), ("- {forbid: turn}", "    x")],
)
def test_the_line_after_a_key_without_a_value_is_indented(
    served: Served, line: str, below: str
) -> None:
    page = served.page()
    opened(page, "game.yaml")
    write(page, "shuffle deck", line)
    page.keyboard.press("Enter")
    page.keyboard.type("x")
    playwright.expect(page.locator(".cm-activeLine")).to_have_text(below)


TREES = """
provenance: fixture
kinds:
  tree: {is: place, fields: {crop: number}}
trees:
  - {id: oak, title: Old Oak, crop: 0}
  - {id: elm, title: Tall Elm, crop: 3}
"""


def test_empty_places_are_drawn_with_what_is_printed_on_them(served: Served) -> None:
    (served.pack / "trees.yaml").write_text(TREES, "utf-8")
    page = served.page()
    begin(page, 2)
    for tree, words in (("Old Oak", "crop 0"), ("Tall Elm", "crop 3")):
        place = page.locator("#board .holder", has_text=tree)
        playwright.expect(place).to_contain_text(words)


def test_the_whole_name_of_a_file_can_be_read(served: Served) -> None:
    name = "scenarios/full-basket.yaml"
    (served.pack / "scenarios").mkdir(exist_ok=True)
    (served.pack / name).write_text("[]\n", "utf-8")
    page = served.page()
    page.get_by_role("combobox", name="File").select_option(name)
    opened(page, name)
    playwright.expect(page.locator("#file")).to_have_attribute("title", name)
    wide = page.locator("#file").evaluate("""(select) => {
      const copy = select.cloneNode(true);
      copy.value = select.value;
      copy.style = "position: absolute; flex: none; width: max-content; max-width: none";
      copy.replaceChildren(...[...copy.children].filter((one) => one.value === select.value));
      document.body.append(copy);
      const widths = [select.offsetWidth, copy.offsetWidth];
      copy.remove();
      return widths;
    }""")
    assert wide[0] >= wide[1]
