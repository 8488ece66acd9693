"""Requests that only the author of a pack may make: each message, and its effect.

Defines the names and the content of the messages; `file_requests` handles those about files,
`editor_requests` those about the text in the editor, and `table` the game.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial

from anyio.to_thread import run_sync

from cardwright_tools.studio import additions, editor_requests, file_requests, saves
from cardwright_tools.studio.breakpoints import breakpoints_of
from cardwright_tools.studio.edited_pack import EditedPack
from cardwright_tools.studio.errors import RequestError, errors_first
from cardwright_tools.studio.games import Browser
from cardwright_tools.studio.journal import setup_of
from cardwright_tools.studio.messages import Message, number_of, text_of, words_of
from cardwright_tools.studio.seat_requests import Handler
from cardwright_tools.studio.state import Studio
from cardwright_tools.studio.stopping_lines import moved_lines
from cardwright_tools.studio.table import Table

# ----------------------------------------------------------------------------- testing


async def test(studio: Studio, browser: Browser, message: Message) -> None:
    """Runs the scenarios of a file or, for a file of definitions, those about a name in it."""
    ask = partial(studio.edited_pack.test, text_of(message, "file"), number_of(message, "at"))
    browser.send(await run_sync(ask))


async def test_all(studio: Studio, browser: Browser, message: Message) -> None:
    browser.send(await run_sync(studio.edited_pack.test_all))


async def coverage(studio: Studio, browser: Browser, message: Message) -> None:
    browser.send(await run_sync(studio.edited_pack.coverage))


# -------------------------------------------------------------------------------- game


async def describe(studio: Studio, browser: Browser, message: Message) -> None:
    """Tells what can be played with these modules."""
    await studio.send_pack(browser, words_of(message, "modules"))


async def new_game(studio: Studio, browser: Browser, message: Message) -> None:
    """Begins a game that replaces the one shown, or is `beside` it."""
    setup = setup_of(message)
    table = await run_sync(studio.table_of, setup)
    await studio.begin(browser, table, setup, beside=message.get("beside") is True)


async def show_game(studio: Studio, browser: Browser, message: Message) -> None:
    """Switches to another game."""
    game = studio.games.get(text_of(message, "game"))
    if game is None:
        raise RequestError("this game was closed")
    await game.join(browser)


async def close_game(studio: Studio, browser: Browser, message: Message) -> None:
    """Ends the game that is shown; the links of its seats become invalid."""
    studio.close(studio.playing(browser))
    if (game := studio.newest) is not None:
        for one in [one for one in studio.authors() if one.game is None]:
            await game.join(one)
    studio.send_to_authors(studio.listed())


async def save_game(studio: Studio, browser: Browser, message: Message) -> None:
    """Sends the game as a file for the page to store."""
    game = studio.playing(browser)
    browser.send(await game.work(saves.game_to_save, game.table, game.setup))


async def load_game(studio: Studio, browser: Browser, message: Message) -> None:
    """Loads a game from such a file, beside the game that is shown."""
    table, setup = await run_sync(saves.game_from_save, studio, text_of(message, "text"))
    await studio.begin(browser, table, setup, beside=True)


async def go_to(studio: Studio, browser: Browser, message: Message) -> None:
    game = studio.playing(browser)
    await game.change(game.table.go_to, number_of(message, "number"))


async def undo(studio: Studio, browser: Browser, message: Message) -> None:
    game = studio.playing(browser)
    await game.change(game.table.undo)


async def redo(studio: Studio, browser: Browser, message: Message) -> None:
    game = studio.playing(browser)
    await game.change(game.table.redo)


async def play_on(studio: Studio, browser: Browser, message: Message) -> None:
    """Lets bots answer from here, after somebody has gone back."""
    game = studio.playing(browser)
    await studio.change(game, game.table.forget_undone)
    game.let_bots_play()


async def old_rules(studio: Studio, browser: Browser, message: Message) -> None:
    """Returns to the game as it was before new rules changed it."""
    game = studio.playing(browser)
    await game.work(game.table.take_old_rules)
    await run_sync(studio.keep_rules, game)
    words = "This game keeps the old rules. New games use the new ones."
    browser.send({"event": "note", "about": "game", "words": words, "offer": False})
    await game.begin_all()
    studio.send_to_authors(studio.listed())


async def new_rules(studio: Studio, browser: Browser, message: Message) -> None:
    """Continues a finished game with the rules of the pack, with which it goes differently."""
    game = studio.playing(browser)
    await game.work(game.table.take_newer_rules)
    await run_sync(studio.keep_rules, game)
    game.report_replay()
    await game.begin_all()
    studio.send_to_authors(studio.listed())


async def dismiss(studio: Studio, browser: Browser, message: Message) -> None:
    """Stops offering the game as it was before new rules changed it."""
    game = studio.playing(browser)
    await game.work(game.table.dismiss)
    game.report_replay()


async def step(studio: Studio, browser: Browser, message: Message) -> None:
    """Steps to a statement, or an expression if `fine`, or a breakpoint if `run`; or `back`."""
    game = studio.playing(browser)
    back, fine, runs = (message.get(how) is True for how in ("back", "fine", "run"))
    try:
        await game.change(partial(game.table.step, back=back, finely=fine, to_breakpoint=runs))
    finally:
        game.let_bots_play()


async def breakpoints(studio: Studio, browser: Browser, message: Message) -> None:
    """Sets the breakpoints of the game; tells where those belong at which it can't stop."""
    game = studio.playing(browser)
    browser.send(await game.work(_stop_where, game.table, message, studio.edited_pack))


def _stop_where(table: Table, message: Message, pack: EditedPack) -> Message:
    """Sets the valid ones. Raises RequestError about the others."""
    wanted, wrong = breakpoints_of(message, pack.folder, table.rules.checked)
    saved = wanted.lines - {one for one in wanted.lines if pack.name_of(one[0]) in pack.unsaved()}
    moved = {} if table.has_older_rules else moved_lines(table.game.position.program, saved)
    lines = frozenset(filter(None, (moved.get(one, one) for one in wanted.lines)))
    table.debugger.wanted = replace(wanted, lines=lines)
    if wrong:
        raise RequestError("\n\n".join(wrong))
    found = [{"file": pack.name_of(file), "line": line, "to": there and there[1]}
             for (file, line), there in moved.items()]  # fmt: skip
    return {"event": "breakpoints", "moved": found}


async def watch(studio: Studio, browser: Browser, message: Message) -> None:
    """Shows the view of a player, or for "" that of whoever is asked."""
    game, player = studio.playing(browser), text_of(message, "player") or None
    if player is not None and player not in game.table.game.players:
        raise RequestError("there is no player with this name")
    browser.watched = player
    await game.show(browser)


async def export(studio: Studio, browser: Browser, message: Message) -> None:
    """Adds the game so far as a scenario to the end of a scenario file."""
    title, game = text_of(message, "title").strip(), studio.playing(browser)
    rules = await run_sync(studio.rules_or_none, game.setup)
    if rules is None:
        raise errors_first("export a game")
    lines = await game.work(game.table.as_scenario, title, game.setup, rules)
    name = await run_sync(
        additions.add_text, studio.edited_pack, "scenarios/played.yaml", title, lines
    )
    text = await run_sync(studio.edited_pack.open, name)
    await file_requests.show_file(studio, browser, name, text.rindex(lines.rstrip()))


HANDLERS: Mapping[str, Handler] = {
    **file_requests.HANDLERS, **editor_requests.HANDLERS, "test": test,
    "test all": test_all, "new game": new_game, "go to": go_to, "play on": play_on, "watch": watch,
    "export": export, "step": step, "breakpoints": breakpoints, "coverage": coverage,
    "describe": describe, "old rules": old_rules, "new rules": new_rules, "dismiss": dismiss,
    "undo": undo, "redo": redo,
    "show game": show_game, "close game": close_game, "save game": save_game,
    "load game": load_game,
}  # fmt: skip

PURPOSES = {
    "new game": "start a game", "close game": "close a game", "show game": "look at other games",
    "watch": "look on as another player", "go to": "go back and forward in a game",
    "undo": "undo answers", "save game": "save a game", "load game": "load a game",
}  # fmt: skip


def only_for_hosts(what: str) -> str:
    """The answer to a seat that makes such a request."""
    return f"Only the host can {PURPOSES.get(what, 'do this')}."
