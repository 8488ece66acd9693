"""What only the author of a pack may ask of the studio: each message, and what it does.

Owns the messages' names and what must be in them; files are `workshop`'s, the game is `table`'s.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, TypeAlias

from anyio.to_thread import run_sync

from cardwright_tools.studio.bots import bots_of
from cardwright_tools.studio.breakpoints import breakpoints_of
from cardwright_tools.studio.messages import Message, number_of, text_of
from cardwright_tools.studio.refused import Changed, Refused
from cardwright_tools.studio.table import Table

if TYPE_CHECKING:
    from cardwright_tools.studio.server import Browser, Studio

Handler: TypeAlias = "Callable[[Studio, Browser, Message], Awaitable[None]]"


# ------------------------------------------------------------------------------- files


async def open_file(studio: Studio, browser: Browser, message: Message) -> None:
    name = text_of(message, "file")
    await run_sync(studio.workshop.reread)
    text = await run_sync(studio.workshop.open, name)
    await studio.send(browser, {"event": "file", "file": name, "text": text})


async def edit(studio: Studio, browser: Browser, message: Message) -> None:
    name, text = text_of(message, "file"), text_of(message, "text")
    await run_sync(studio.workshop.edit, name, text)
    await studio.send(browser, await run_sync(studio.workshop.check))


async def save(studio: Studio, browser: Browser, message: Message) -> None:
    """`over`: also over what somebody else wrote meanwhile."""
    name = text_of(message, "file")
    writes = partial(studio.workshop.save, name, over=message.get("over") is True)
    try:
        await run_sync(writes)
    except Changed:
        await studio.send(browser, {"event": "changed", "file": name})
        return
    await _go_on(studio, browser)


async def reload(studio: Studio, browser: Browser, message: Message) -> None:
    """Takes a file as it is on disk, and not as it was changed here."""
    name = text_of(message, "file")
    text = await run_sync(studio.workshop.reload, name)
    await studio.send(browser, {"event": "file", "file": name, "text": text})
    await _go_on(studio, browser)


async def _go_on(studio: Studio, browser: Browser) -> None:
    """Checks again, and goes on with the game by the rules as they are now."""
    await studio.send(browser, await run_sync(studio.workshop.check))
    await studio.send_pack(browser)
    if studio.table is None:
        return
    rules = await run_sync(studio.workshop.rules)
    if rules is None:
        raise Refused("saved; there are errors, so the game goes on by the rules before")
    await studio.at_table(studio.table.play_again, rules)
    await studio.begin_all()


async def new_file(studio: Studio, browser: Browser, message: Message) -> None:
    name = text_of(message, "file")
    await run_sync(studio.workshop.create, name)
    await _show_file(studio, browser, name)


async def new_card(studio: Studio, browser: Browser, message: Message) -> None:
    id, kind = text_of(message, "id"), text_of(message, "kind")
    name = await run_sync(studio.workshop.add_card, id, kind)
    await _show_file(studio, browser, name)


async def new_scenario(studio: Studio, browser: Browser, message: Message) -> None:
    name = await run_sync(studio.workshop.add_scenario, text_of(message, "id"))
    await _show_file(studio, browser, name)


async def _show_file(studio: Studio, browser: Browser, name: str) -> None:
    """Opens a file that something was added to."""
    files = await run_sync(studio.workshop.files)
    await studio.send(browser, {"event": "files", "files": files, "open": name})
    await _go_on(studio, browser)


# ----------------------------------------------------------------------------- meaning


async def complete(studio: Studio, browser: Browser, message: Message) -> None:
    ask = partial(studio.workshop.complete, text_of(message, "file"), number_of(message, "at"))
    await studio.send(browser, {**await run_sync(ask), "at": message["at"]})


async def explain(studio: Studio, browser: Browser, message: Message) -> None:
    ask = partial(studio.workshop.explain, text_of(message, "file"), number_of(message, "at"))
    await studio.send(browser, await run_sync(ask))


async def test(studio: Studio, browser: Browser, message: Message) -> None:
    """Runs the scenarios of a file, or, of a file of definitions, those about a name in it."""
    ask = partial(studio.workshop.test, text_of(message, "file"), number_of(message, "at"))
    await studio.send(browser, await run_sync(ask))


# -------------------------------------------------------------------------------- game


async def new_game(studio: Studio, browser: Browser, message: Message) -> None:
    players, seed = number_of(message, "players"), number_of(message, "seed")
    rules = await run_sync(studio.workshop.rules)
    if rules is None:
        raise Refused("the pack has errors; a game begins when they are gone")
    if refusal := rules.refusal(players):
        raise Refused(refusal)
    bots = bots_of(message, rules.seats(players))
    await studio.begin(await studio.at_table(partial(Table, rules, players, seed, bots)))


async def go_to(studio: Studio, browser: Browser, message: Message) -> None:
    await studio.at_table(studio.playing().go_to, number_of(message, "number"))
    await studio.show_all()


async def play_on(studio: Studio, browser: Browser, message: Message) -> None:
    """Lets bots answer from here, where somebody has gone back to."""
    await studio.at_table(studio.playing().forget_undone)
    studio.let_bots_play()


async def step(studio: Studio, browser: Browser, message: Message) -> None:
    """Another statement of what was played, or with `run` a breakpoint; `back` or forward."""
    back, runs = message.get("back") is True, message.get("run") is True
    table = studio.playing()
    await studio.at_table(partial(table.step, back=back, to_breakpoint=runs))
    await studio.show_all()
    studio.let_bots_play()


async def breakpoints(studio: Studio, browser: Browser, message: Message) -> None:
    """Where the game stops from now on."""
    table, folder = studio.playing(), studio.workshop.folder
    wanted = await run_sync(breakpoints_of, message, folder, table.rules.checked)
    table.debugger.wanted = wanted


async def watch(studio: Studio, browser: Browser, message: Message) -> None:
    """Looks on as a player; as whoever is asked, for ""."""
    player = text_of(message, "player") or None
    if player is not None and player not in studio.playing().game.players:
        raise Refused("nobody with this name plays")
    browser.watched = player
    await studio.show(browser)


async def export(studio: Studio, browser: Browser, message: Message) -> None:
    """The game so far becomes a scenario, at the end of a file of these."""
    title = text_of(message, "title").strip()
    lines = await studio.at_table(studio.playing().as_scenario, title)
    name = await run_sync(studio.workshop.add_text, "scenarios/played.yaml", title, lines)
    await _show_file(studio, browser, name)


HANDLERS: Mapping[str, Handler] = {
    "open": open_file, "edit": edit, "save": save, "reload": reload, "new file": new_file,
    "new card": new_card, "new scenario": new_scenario, "complete": complete,
    "explain": explain, "test": test, "new game": new_game, "go to": go_to, "play on": play_on,
    "watch": watch, "export": export, "step": step, "breakpoints": breakpoints,
}  # fmt: skip
