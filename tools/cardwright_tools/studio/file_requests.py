"""Requests of the author about the pack's files, and changes that others make on disk.

Informs pages of texts in the order in which they change: a page that received an older text last
would show it. `files` has the texts themselves.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial

import anyio
from anyio.to_thread import run_sync

from cardwright import Rules
from cardwright.language.inflection import article
from cardwright.pack.files.pack_files import FILE
from cardwright.source.garbage_collection import freeze_all
from cardwright_tools.studio import additions, file_moves
from cardwright_tools.studio.edited_pack import EditedPack
from cardwright_tools.studio.errors import ChangedOnDisk, EditConflict, RequestError
from cardwright_tools.studio.games import Browser
from cardwright_tools.studio.messages import Message, text_of
from cardwright_tools.studio.seat_requests import Handler
from cardwright_tools.studio.state import Studio
from cardwright_tools.studio.table import Table

EVERY = 1.0  # seconds between checks of the disk


async def open_file(studio: Studio, browser: Browser, message: Message) -> None:
    """Sends the text before games continue with changes found on disk, which may take long."""
    name = text_of(message, "file")
    async with studio.writing:
        has_changed = await _take_over(studio)
        browser.send(await _text(studio, "file", name))
    if has_changed:
        await _go_on(studio)


async def edit(studio: Studio, browser: Browser, message: Message) -> None:
    """`version`: the version that was changed, so that no page overwrites what it has not seen."""
    name, text = text_of(message, "file"), text_of(message, "text")
    async with studio.writing:
        try:
            await run_sync(studio.edited_pack.edit, name, text, message.get("version"))
        except EditConflict:
            now = await _text(studio, "file", name)
            same = text == now["text"]
            browser.send(now if same else {"event": "overtaken", "file": name})
            return
        studio.send_to_authors(await _text(studio, "edited", name), but=browser)
    await _check(studio)


async def save(studio: Studio, browser: Browser, message: Message) -> None:
    """`over`: also overwrites what somebody else wrote meanwhile."""
    name, over = text_of(message, "file"), message.get("over") is True
    try:
        await run_sync(partial(studio.edited_pack.save, name, message.get("version"), over=over))
    except ChangedOnDisk:
        browser.send({"event": "changed", "file": name})
    except EditConflict:
        browser.send({"event": "overtaken", "file": name})
    else:
        await _go_on_after(studio)


async def save_all(studio: Studio, browser: Browser, message: Message) -> None:
    """Writes all files with unsaved changes, after which games continue once. Raises RequestError,
    also for those that somebody else wrote meanwhile, which stay unsaved."""
    left = [one for one in studio.edited_pack.unsaved() if not await _is_saved(studio, one)]
    await _go_on_after(studio)
    if left:
        names = ", ".join(left)
        raise RequestError(f"Changed elsewhere and not saved: {names}. Open it and press Save.")


async def _is_saved(studio: Studio, name: str) -> bool:
    """Writes a file, unless somebody else has changed it. Raises RequestError."""
    try:
        await run_sync(studio.edited_pack.save, name)
    except ChangedOnDisk:
        return False
    return True


async def change_texts(studio: Studio, change: Callable[[], Mapping[str, str]]) -> None:
    """Sets the texts of files that a change gives, unsaved. Raises RequestError."""
    async with studio.writing:
        for name, text in (await run_sync(change)).items():
            if text != await run_sync(studio.edited_pack.open, name):
                await run_sync(studio.edited_pack.edit, name, text)
                studio.send_to_authors(await _text(studio, "edited", name))
    await _check(studio)


async def _check(studio: Studio) -> None:
    """Sends the diagnostics, and then what takes longer to find."""
    found = await run_sync(studio.edited_pack.check)
    studio.send_to_authors(found)
    if hinted := await run_sync(studio.edited_pack.with_names, found):
        studio.send_to_authors(hinted)


async def reload(studio: Studio, browser: Browser, message: Message) -> None:
    """Reads a file from disk, and discards changes made here."""
    name = text_of(message, "file")
    async with studio.writing:
        await run_sync(studio.edited_pack.reload, name)
        browser.send(await _text(studio, "file", name))
        studio.send_to_authors(await _text(studio, "edited", name), but=browser)
    await _go_on_after(studio)


async def _text(studio: Studio, event: str, name: str) -> Message:
    text, version = await run_sync(studio.edited_pack.opened, name)
    return {"event": event, "file": name, "text": text, "version": version}


# ------------------------------------------------------------------------------ on disk


async def follow_disk(studio: Studio) -> None:
    """Checks the disk regularly, as long as an author is connected."""
    while True:
        await anyio.sleep(EVERY)
        if studio.authors():
            with suppress(OSError, RequestError):
                await look_at_disk(studio)


async def look_at_disk(studio: Studio) -> None:
    """Takes over what others have changed."""
    async with studio.writing:
        has_changed = await _take_over(studio)
    if has_changed:
        await _go_on(studio)


async def _take_over(studio: Studio) -> bool:
    """Informs pages of files that others have changed, if there are any; for files also changed
    here, they are asked on saving."""
    changed = await run_sync(studio.edited_pack.reread)
    try:
        await _send_changed(studio, changed)
    except OSError:
        studio.edited_pack.look_again(changed)
        raise
    return bool(changed)


async def _send_changed(studio: Studio, changed: Sequence[str]) -> None:
    if changed:
        files = await run_sync(studio.edited_pack.files)
        for name in changed:
            if name not in files:
                studio.send_to_authors(_deleted(studio, name))
                continue
            with suppress(RequestError):  # the check reports that it can't be read
                studio.send_to_authors(await _text(studio, "edited", name))
        studio.send_to_authors({"event": "files", "files": files})


def _deleted(studio: Studio, name: str) -> Message:
    """`version`: the last one, by which a page knows whether it has changes of its own."""
    return {"event": "file deleted", "file": name, "version": studio.edited_pack.version_of(name)}


# -------------------------------------------------------------------------------- after it


async def _go_on_after(studio: Studio, change: str = "saved") -> None:
    """Raises RequestError if games can't continue."""
    if not await _go_on(studio):
        raise RequestError(
            f"The file is {change}. The pack has errors, so games continue with the old rules."
        )


async def _go_on(studio: Studio) -> bool:
    """Checks again, and continues all games with the current rules; returns whether they could."""
    await _check(studio)
    for browser in studio.authors():
        await studio.send_pack(browser, browser.game.setup.modules if browser.game else ())
    known: dict[object, Rules | None] = {}  # by how a game is played
    for game in [*studio.games.values()]:
        key = repr((game.setup.modules, game.setup.decks))
        if key not in known:
            known[key] = await run_sync(studio.rules_or_none, game.setup)
        if (rules := known[key]) is None:
            game.table.waits = True
            continue
        try:
            await game.work(game.table.play_again, rules)
            game.report_replay()
            await run_sync(studio.keep_rules, game)
        except RequestError as error:
            game.table.notice = f"The game continues with the old rules: {error}"
            game.table.waits = True
        await game.begin_all()
    studio.send_to_authors(studio.listed())
    await run_sync(partial(freeze_all, again=True))  # the old rules are garbage now
    return None not in known.values()


# --------------------------------------------------------------------------------- adding


async def new_file(studio: Studio, browser: Browser, message: Message) -> None:
    """`text`: the content, if a page restores a file that was deleted elsewhere."""
    wanted = text_of(message, "file")
    text = text_of(message, "text") if "text" in message else None
    name = await run_sync(additions.create, studio.edited_pack, wanted, text)
    await show_file(studio, browser, name)


async def new_card(studio: Studio, browser: Browser, message: Message) -> None:
    """`file`: the one that is shown."""
    words, kind = text_of(message, "id"), text_of(message, "kind")
    near = text_of(message, "file") if "file" in message else ""
    await run_sync(studio.edited_pack.require_rules, f"add {article(kind)}")
    name = await run_sync(additions.add_card, studio.edited_pack, words, kind, near)
    shared = await run_sync(studio.edited_pack.shared_name, additions.named(words))
    browser.send({"event": "note", "about": "card", "words": shared})
    at = await run_sync(studio.edited_pack.place_of, name, additions.named(words))
    await show_file(studio, browser, name, at)


async def new_scenario(studio: Studio, browser: Browser, message: Message) -> None:
    id = additions.named(text_of(message, "id"))
    await run_sync(studio.edited_pack.require_rules, "add a scenario")
    name, warning = await run_sync(additions.add_scenario, studio.edited_pack, id)
    browser.send({"event": "note", "about": "scenario", "words": warning and f"{id}: {warning}"})
    await show_file(studio, browser, name)


async def show_file(studio: Studio, browser: Browser, name: str, at: int = 0) -> None:
    """Opens a file at the place where something was added."""
    files = await run_sync(studio.edited_pack.files)
    async with studio.writing:
        studio.send_to_authors(await _text(studio, "edited", name), but=browser)
        browser.send({"event": "files", "files": files, "open": name, "at": at})
        browser.send(await _text(studio, "file", name))
        studio.send_to_authors({"event": "files", "files": files}, but=browser)
    await _go_on_after(studio)


# ------------------------------------------------------------------- moving and deleting


async def move_file(studio: Studio, browser: Browser, message: Message) -> None:
    """Moves a file to another path in the pack. `version`: the one that the author has seen."""
    name, to = text_of(message, "file"), text_of(message, "to")
    await look_at_disk(studio)
    async with studio.writing:
        ask = partial(file_moves.move, studio.edited_pack, name, to, message.get("version"))
        moved = await run_sync(ask)
        text = await _text(studio, "file moved", moved.to)
        studio.send_to_authors({**text, "file": name, "to": moved.to, "words": moved.words})
        if moved.changes_manifest:
            studio.send_to_authors(await _text(studio, "edited", FILE))
        await _send_files(studio)
    for game in [*studio.games.values()]:
        await game.work(_move_breakpoints, game.table, studio.edited_pack, name, moved.to)
    await _go_on_after(studio, "moved")


def _move_breakpoints(table: Table, pack: EditedPack, name: str, to: str) -> None:
    old, new = (str(pack.folder / one) for one in (name, to))
    table.debugger.wanted = table.debugger.wanted.moved(old, new)


async def delete_file(studio: Studio, browser: Browser, message: Message) -> None:
    """Deletes a file. `version`: the one that the author has seen."""
    name = text_of(message, "file")
    await look_at_disk(studio)
    async with studio.writing:
        ask = partial(file_moves.delete, studio.edited_pack, name, message.get("version"))
        await run_sync(ask)
        studio.send_to_authors(_deleted(studio, name))
        await _send_files(studio)
    await _go_on_after(studio, "deleted")


async def _send_files(studio: Studio) -> None:
    studio.send_to_authors({"event": "files", "files": await run_sync(studio.edited_pack.files)})


HANDLERS: Mapping[str, Handler] = {
    "open": open_file, "edit": edit, "save": save, "save all": save_all,
    "reload": reload, "new file": new_file, "new card": new_card, "new scenario": new_scenario,
    "move file": move_file, "delete file": delete_file,
}  # fmt: skip
