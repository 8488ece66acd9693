"""What only the author of a pack may ask of the studio: each message, and what it does.

Owns the messages' names and what must be in them; files are `workshop`'s, the game is `table`'s.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from pathlib import Path

from anyio.to_thread import run_sync

from cardwright import Rules
from cardwright_tools.studio import adding
from cardwright_tools.studio.breakpoints import breakpoints_of
from cardwright_tools.studio.games import Browser
from cardwright_tools.studio.journal import setup_of
from cardwright_tools.studio.messages import Message, number_of, text_of, words_of
from cardwright_tools.studio.refused import Changed, Overtaken, Refused
from cardwright_tools.studio.seats import Handler
from cardwright_tools.studio.state import Studio
from cardwright_tools.studio.table import Table

# ------------------------------------------------------------------------------- files


async def open_file(studio: Studio, browser: Browser, message: Message) -> None:
    name = text_of(message, "file")
    await run_sync(studio.workshop.reread)
    await _send_file(studio, browser, name)


async def _send_file(studio: Studio, browser: Browser, name: str) -> None:
    text, version = await run_sync(studio.workshop.opened, name)
    browser.tell({"event": "file", "file": name, "text": text, "version": version})


async def edit(studio: Studio, browser: Browser, message: Message) -> None:
    """`version`: the one that was changed, so that no page writes over what it has not seen."""
    name, text = text_of(message, "file"), text_of(message, "text")
    try:
        version = await run_sync(studio.workshop.edit, name, text, message.get("version"))
    except Overtaken:
        if text == await run_sync(studio.workshop.open, name):
            await _send_file(studio, browser, name)
        else:
            browser.tell({"event": "overtaken", "file": name})
        return
    edited = {"event": "edited", "file": name, "text": text, "version": version}
    studio.tell_authors(edited, but=browser)
    browser.tell(await run_sync(studio.workshop.check))


async def save(studio: Studio, browser: Browser, message: Message) -> None:
    """`over`: also over what somebody else wrote meanwhile."""
    name, over = text_of(message, "file"), message.get("over") is True
    try:
        await run_sync(partial(studio.workshop.save, name, message.get("version"), over=over))
    except Changed:
        browser.tell({"event": "changed", "file": name})
    except Overtaken:
        browser.tell({"event": "overtaken", "file": name})
    else:
        await _go_on(studio, browser)


async def reload(studio: Studio, browser: Browser, message: Message) -> None:
    """Takes a file as it is on disk, and not as it was changed here."""
    name = text_of(message, "file")
    await run_sync(studio.workshop.reload, name)
    await _send_file(studio, browser, name)
    text, version = await run_sync(studio.workshop.opened, name)
    edited = {"event": "edited", "file": name, "text": text, "version": version}
    studio.tell_authors(edited, but=browser)
    await _go_on(studio, browser)


async def _go_on(studio: Studio, browser: Browser) -> None:
    """Checks again, and goes on with all games by the rules as they are now."""
    studio.tell_authors(await run_sync(studio.workshop.check))
    await studio.tell_pack(browser, browser.game.setup.modules if browser.game else ())
    known: dict[object, Rules | None] = {}  # by what a game is played with
    for game in [*studio.games.values()]:
        key = repr((game.setup.modules, game.setup.decks))
        if key not in known:
            known[key] = await run_sync(studio.rules_or_none, game.setup)
        if (rules := known[key]) is not None:
            try:
                await game.work(game.table.play_again, rules)
            except Refused as error:
                game.table.notice = f"The game goes on with the old rules: {error}"
            await game.begin_all()
    if None in known.values():
        raise Refused("saved; there are errors, so games go on with the old rules")


async def new_file(studio: Studio, browser: Browser, message: Message) -> None:
    name = text_of(message, "file")
    await run_sync(adding.create, studio.workshop, name)
    await _show_file(studio, browser, name)


async def new_card(studio: Studio, browser: Browser, message: Message) -> None:
    id, kind = text_of(message, "id"), text_of(message, "kind")
    name = await run_sync(adding.add_card, studio.workshop, id, kind)
    await _show_file(studio, browser, name, await run_sync(studio.workshop.place_of, name, id))


async def new_scenario(studio: Studio, browser: Browser, message: Message) -> None:
    name = await run_sync(adding.add_scenario, studio.workshop, text_of(message, "id"))
    await _show_file(studio, browser, name)


async def _show_file(studio: Studio, browser: Browser, name: str, at: int = 0) -> None:
    """Opens a file that something was added to, there."""
    files = await run_sync(studio.workshop.files)
    browser.tell({"event": "files", "files": files, "open": name, "at": at})
    studio.tell_authors({"event": "files", "files": files}, but=browser)
    await _go_on(studio, browser)


# ----------------------------------------------------------------------------- meaning


async def complete(studio: Studio, browser: Browser, message: Message) -> None:
    ask = partial(studio.workshop.complete, text_of(message, "file"), number_of(message, "at"))
    browser.tell({**await run_sync(ask), "at": message["at"]})


async def explain(studio: Studio, browser: Browser, message: Message) -> None:
    ask = partial(studio.workshop.explain, text_of(message, "file"), number_of(message, "at"))
    browser.tell(await run_sync(ask))


async def test(studio: Studio, browser: Browser, message: Message) -> None:
    """Runs the scenarios of a file, or, of a file of definitions, those about a name in it."""
    ask = partial(studio.workshop.test, text_of(message, "file"), number_of(message, "at"))
    browser.tell(await run_sync(ask))


async def coverage(studio: Studio, browser: Browser, message: Message) -> None:
    browser.tell(await run_sync(studio.workshop.coverage))


# -------------------------------------------------------------------------------- game


async def describe(studio: Studio, browser: Browser, message: Message) -> None:
    """What can be played with some modules."""
    await studio.tell_pack(browser, words_of(message, "modules"))


async def new_game(studio: Studio, browser: Browser, message: Message) -> None:
    """In place of the game that is shown, or `beside` it."""
    setup = setup_of(message)
    table = await run_sync(studio.table_of, setup)
    await studio.begin(browser, table, setup, beside=message.get("beside") is True)


async def show_game(studio: Studio, browser: Browser, message: Message) -> None:
    """Looks at another game."""
    game = studio.games.get(text_of(message, "game"))
    if game is None:
        raise Refused("this game was closed")
    await game.join(browser)


async def close_game(studio: Studio, browser: Browser, message: Message) -> None:
    """Ends the game that is shown, with the links of its seats."""
    studio.close(studio.playing(browser))
    if (game := studio.newest) is not None:
        for one in [one for one in studio.authors() if one.game is None]:
            await game.join(one)
    studio.tell_authors(studio.listed())


async def go_to(studio: Studio, browser: Browser, message: Message) -> None:
    game = studio.playing(browser)
    await game.change(game.table.go_to, number_of(message, "number"))


async def play_on(studio: Studio, browser: Browser, message: Message) -> None:
    """Lets bots answer from here, where somebody has gone back to."""
    game = studio.playing(browser)
    await game.change(game.table.forget_undone)
    game.let_bots_play()


async def step(studio: Studio, browser: Browser, message: Message) -> None:
    """Another statement of what was played, with `fine` an expression, with `run` a breakpoint;
    `back` or forward."""
    game = studio.playing(browser)
    back, fine, runs = (message.get(how) is True for how in ("back", "fine", "run"))
    await game.change(partial(game.table.step, back=back, finely=fine, to_breakpoint=runs))
    game.let_bots_play()


async def breakpoints(studio: Studio, browser: Browser, message: Message) -> None:
    """Where the game stops from now on."""
    game = studio.playing(browser)
    await game.work(_stop_where, game.table, message, studio.workshop.folder)
    browser.tell({"event": "breakpoints"})


def _stop_where(table: Table, message: Message, folder: Path) -> None:
    table.debugger.wanted = breakpoints_of(message, folder, table.rules.checked)


async def watch(studio: Studio, browser: Browser, message: Message) -> None:
    """Looks on as a player; as whoever is asked, for ""."""
    game, player = studio.playing(browser), text_of(message, "player") or None
    if player is not None and player not in game.table.game.players:
        raise Refused("nobody with this name plays")
    browser.watched = player
    await game.show(browser)


async def export(studio: Studio, browser: Browser, message: Message) -> None:
    """The game so far becomes a scenario, at the end of a file of these."""
    title, game = text_of(message, "title").strip(), studio.playing(browser)
    lines = await game.work(game.table.as_scenario, title, game.setup)
    name = await run_sync(adding.add_text, studio.workshop, "scenarios/played.yaml", title, lines)
    text = await run_sync(studio.workshop.open, name)
    await _show_file(studio, browser, name, text.rindex(lines.rstrip()))


HANDLERS: Mapping[str, Handler] = {
    "open": open_file, "edit": edit, "save": save, "reload": reload, "new file": new_file,
    "new card": new_card, "new scenario": new_scenario, "complete": complete,
    "explain": explain, "test": test, "new game": new_game, "go to": go_to, "play on": play_on,
    "watch": watch, "export": export, "step": step, "breakpoints": breakpoints,
    "coverage": coverage, "describe": describe, "show game": show_game, "close game": close_game,
}  # fmt: skip
