"""Messages to a language server and a studio game that are already open.

Nothing is checked again for a message; `dev.fuzz.protocols` covers changes of texts and files.
"""

from __future__ import annotations

import asyncio
import io
import json
import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any, TypeVar, TypeVarTuple
from unittest.mock import patch

from cardwright_tools.language_server.server import server
from cardwright_tools.studio import author_requests, games, state
from cardwright_tools.studio.edited_pack import EditedPack
from cardwright_tools.studio.errors import RequestError
from cardwright_tools.studio.games import Browser
from cardwright_tools.studio.journal import Setup
from cardwright_tools.studio.messages import BadMessage, read_message
from cardwright_tools.studio.server import Server
from cardwright_tools.studio.state import Studio
from dev.fuzz.inputs import Read, first_file
from dev.fuzz.protocols import (
    ENDS,
    FIRST,
    HOST,
    LAST,
    PACK,
    _leaks,
    _object,
    _Packs,
    _served,
    lines,
)

Given = TypeVarTuple("Given")
Result = TypeVar("Result")
CHANGE_FILES = (
    "edit", "save", "save all", "reload", "rename", "format", "new file", "new card",
    "new scenario", "move file", "delete file", "export", "test", "coverage", "open",
)  # fmt: skip


def reads_frames(folder: Path) -> Read:
    """The input is an editor's requests about an open text."""
    pack = Path(shutil.copytree(PACK, folder / "pack"))
    packs, file = _Packs(server.publish), first_file(pack)
    _served(server, [json.dumps(FIRST)], io.BytesIO())
    packs.opened(file, file.read_text("utf-8"))
    packs._check_all()

    def read(data: bytes) -> Iterator[str]:
        given = [line for line in lines(data, pack) if not _ends(_object(line).get("method"))]
        answers = io.BytesIO()
        yield from _served(server, [*given, json.dumps(LAST)], answers, packs)
        if b'"last"' not in answers.getvalue():
            yield "the server does not answer any more"

    return read


def _ends(method: object) -> bool:
    return method in ENDS or "/did" in str(method)


async def _at_once(work: Callable[[*Given], Result], *given: *Given, **_: Any) -> Result:
    """Runs the work directly instead of in a thread."""
    return work(*given)


@contextmanager
def _without_threads() -> Iterator[None]:
    with ExitStack() as all_of:
        for module in (author_requests, games, state):
            all_of.enter_context(patch.object(module, "run_sync", _at_once))
        yield


def reads_table(folder: Path) -> Read:
    """The input is messages of the author and of players at the table (`@`) in a game."""
    pack = Path(shutil.copytree(PACK, folder / "pack"))
    edited_pack, setup = EditedPack(pack), Setup(2, 1)
    edited_pack.check()
    loop = asyncio.new_event_loop()

    def read(data: bytes) -> Iterator[str]:
        studio = Studio(edited_pack, frozenset({HOST}))
        with _without_threads():
            messages = loop.run_until_complete(_spoken(studio, setup, data))
        for stranger, message in messages:
            text = json.dumps(message)
            text.encode()
            yield from _leaks([], [message] if stranger else [])

    return read


async def _spoken(studio: Studio, setup: Setup, data: bytes) -> list[tuple[bool, dict[str, Any]]]:
    game = studio.add(studio.table_of(setup), setup)
    player = next(iter(game.table.keys))
    both = Browser(None, author=True), Browser(None, player)  # type: ignore[arg-type]
    for browser in both:
        studio.browsers.add(browser)
        await game.join(browser)
    host = Server(studio)
    for line in data.decode("utf-8", "replace").split("\n")[:8]:
        browser = both[line.startswith("@")]
        with suppress(BadMessage, RequestError):
            message = read_message(line.removeprefix("@"))
            if message["do"] not in CHANGE_FILES:
                await host._do(browser, message)
    for one in studio.games.values():
        one.stop_bots()
    return [(browser is both[1], json.loads(text)) for browser in both for text in _sent(browser)]


def _sent(browser: Browser) -> Iterator[str]:
    while not browser._waiting.empty():
        if (text := browser._waiting.get_nowait()) is not None:
            yield text


SESSIONS: dict[str, Callable[[Path], Read]] = {"frames": reads_frames, "table": reads_table}
