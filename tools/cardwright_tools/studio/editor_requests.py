"""Requests of the author about the text in the editor: what may come next, what it means, names."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from anyio.to_thread import run_sync

from cardwright_tools.studio import names_and_layout
from cardwright_tools.studio.file_requests import change_texts
from cardwright_tools.studio.games import Browser
from cardwright_tools.studio.messages import Message, number_of, text_of
from cardwright_tools.studio.seat_requests import Handler
from cardwright_tools.studio.state import Studio


async def complete(studio: Studio, browser: Browser, message: Message) -> None:
    ask = partial(studio.edited_pack.complete, text_of(message, "file"), number_of(message, "at"))
    browser.send({**await run_sync(ask), "about": message.get("about")})


async def explain(studio: Studio, browser: Browser, message: Message) -> None:
    ask = partial(studio.edited_pack.explain, text_of(message, "file"), number_of(message, "at"))
    browser.send({**await run_sync(ask), "about": message.get("about")})


async def hover(studio: Studio, browser: Browser, message: Message) -> None:
    ask = partial(studio.edited_pack.hover, text_of(message, "file"), number_of(message, "at"))
    browser.send({**await run_sync(ask), "about": message.get("about")})


async def declaration(studio: Studio, browser: Browser, message: Message) -> None:
    file, at = text_of(message, "file"), number_of(message, "at")
    browser.send(await run_sync(names_and_layout.declaration, studio.edited_pack, file, at))


async def uses(studio: Studio, browser: Browser, message: Message) -> None:
    file, at = text_of(message, "file"), number_of(message, "at")
    browser.send(await run_sync(names_and_layout.uses, studio.edited_pack, file, at))


async def colours(studio: Studio, browser: Browser, message: Message) -> None:
    """`version`: that of the text on the page, which may be another one by the time it arrives."""
    file = text_of(message, "file")
    found = await run_sync(names_and_layout.coloured, studio.edited_pack, file)
    browser.send({"event": "colours", "file": file, "version": message.get("version"),
                  "found": found})  # fmt: skip


async def rename(studio: Studio, browser: Browser, message: Message) -> None:
    """Changes the texts of files, unsaved, on all pages."""
    file, at, to = text_of(message, "file"), number_of(message, "at"), text_of(message, "to")
    pack = studio.edited_pack
    await change_texts(studio, partial(names_and_layout.renamed, pack, file, at, to))
    browser.send({"event": "renamed"})


async def format_file(studio: Studio, browser: Browser, message: Message) -> None:
    """Changes the text of a file to its canonical form, unsaved, on all pages."""
    file = text_of(message, "file")
    await change_texts(studio, lambda: {file: names_and_layout.canonical(studio.edited_pack, file)})


HANDLERS: Mapping[str, Handler] = {
    "complete": complete, "explain": explain, "hover": hover, "declaration": declaration,
    "uses": uses, "colours": colours, "rename": rename, "format": format_file,
}  # fmt: skip
