"""Messages to the language server and the studio, one per line, as editors and browsers send them.

`PACK` in a line stands for the folder of the pack. No port is opened: the server reads from a
stream in place of its standard input, and the studio from fake sockets.
"""

from __future__ import annotations

import asyncio
import io
import json
import logging
import shutil
import threading
import traceback
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from itertools import groupby
from pathlib import Path
from typing import Any
from unittest.mock import patch

from pygls.io_ import StdoutWriter, run
from starlette.websockets import WebSocketDisconnect

from cardwright_tools.language_server.editor import CardwrightServer
from cardwright_tools.language_server.problems import ProblemLists
from cardwright_tools.language_server.server import server
from cardwright_tools.language_server.workspace import OpenPacks
from cardwright_tools.studio.edited_pack import EditedPack
from cardwright_tools.studio.server import Server
from cardwright_tools.studio.state import Studio
from dev.fuzz.inputs import OURS, ROOT, Read

PACK = ROOT / "tests" / "packs" / "push-your-luck"
MAX_MESSAGES = 12
LAST = {"jsonrpc": "2.0", "id": "last", "method": "workspace/symbol", "params": {"query": ""}}
FIRST = {"jsonrpc": "2.0", "id": "first", "method": "initialize", "params": {"capabilities": {}}}
ENDS = ("exit", "shutdown", "initialize", "window/workDoneProgress/cancel")
SECRET = "nobody may read this"
FOR_SEATS = {"position", "moved", "board", "refused", "why", "missing"}
HOST = "localhost:1"
NOBODY = '{"do": "watch", "player": "nobody"}'


def lines(data: bytes, pack: Path) -> list[str]:
    text = data.decode("utf-8", "replace").replace("PACK", pack.as_posix())
    return text.split("\n")[:MAX_MESSAGES]


def _object(line: str) -> dict[str, Any]:
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


# --------------------------------------------------------------------------- language server


class _AtOnce:
    """Replaces the threads of handlers: each handler runs immediately."""

    def submit(self, work: Callable[..., object], *given: object) -> Future[object]:
        done: Future[object] = Future()
        try:
            done.set_result(work(*given))
        except Exception as error:
            done.set_exception(error)
        return done


class _Packs(OpenPacks):
    """Checks on request, without waiting for a pause."""

    def _later(self) -> None:
        pass

    def _when_idle(self) -> None:
        pass


def reads_editor(folder: Path) -> Read:
    pack = Path(shutil.copytree(PACK, folder / "pack"))

    def read(data: bytes) -> Iterator[str]:
        given = [line for line in lines(data, pack) if _object(line).get("method") not in ENDS]
        answers = io.BytesIO()
        failed = _served(server, [json.dumps(FIRST), *given, json.dumps(LAST)], answers)
        yield from failed
        if b'"id": "last"' not in answers.getvalue().replace(b'"id":"', b'"id": "'):
            yield "the server does not answer any more"

    return read


def _served(
    ls: CardwrightServer, given: list[str], answers: io.BytesIO, packs: OpenPacks | None = None
) -> list[str]:
    """The faults in our code while these lines are read; `packs` are already open."""
    ls.packs, ls.problems, faults = packs or _Packs(ls.publish), ProblemLists(), list[str]()
    ls.protocol.set_writer(StdoutWriter(answers))

    def wrong(error: Exception, source: object) -> None:
        words = f"{getattr(error, 'data', '')}{''.join(traceback.format_exception(error))}"
        if any(part in words for part in OURS):
            faults.append(words[-1500:])

    sent = io.BytesIO(b"".join(_framed(line) for line in given))
    with (
        _quiet(),
        patch.object(ls, "_thread_pool", _AtOnce()),
        patch.object(ls, "_report_server_error", wrong),
    ):
        run(threading.Event(), sent, ls.protocol, None, wrong)
        ls.packs._check_all()
    return faults


@contextmanager
def _quiet() -> Iterator[None]:
    """Suppresses logging."""
    before = logging.root.manager.disable
    logging.disable(logging.CRITICAL)
    try:
        yield
    finally:
        logging.disable(before)


def _framed(line: str) -> bytes:
    body = line.encode("utf-8", "surrogateescape")
    return b"Content-Length: %d\r\n\r\n%s" % (len(body), body)


# ------------------------------------------------------------------------------------ studio


class _Socket:
    """A socket from our page with a key, which delivers these messages and stores the answers."""

    def __init__(self, key: str, given: list[str], sent: list[dict[str, Any]]) -> None:
        self.scope = {"server": None}
        self.headers = {"host": HOST, "origin": f"http://{HOST}"}
        self.query_params = {"key": key}
        self.given, self.sent = given[::-1], sent

    async def accept(self) -> None:
        pass

    async def receive_text(self) -> str:
        if not self.given:
            raise WebSocketDisconnect
        return self.given.pop()

    async def send_text(self, text: str) -> None:
        text.encode("utf-8")  # as a real socket does
        self.sent.append(json.loads(text))

    async def close(self, code: int) -> None:
        self.given = []


def reads_browser(folder: Path) -> Read:
    """The input is lines of the author; those that begin with `@` are a player's."""
    (folder / "secret.yaml").write_text(SECRET, "utf-8")
    (folder / "pack").mkdir()

    def read(data: bytes) -> Iterator[str]:
        shutil.rmtree(folder / "pack")
        pack = Path(shutil.copytree(PACK, folder / "pack"))
        author, seat = asyncio.run(_played(pack, lines(data, pack)))
        yield from _leaks(author, seat)
        outside = {path.name: path.read_text("utf-8") for path in folder.iterdir() if path != pack}
        if outside != {"secret.yaml": SECRET}:
            yield "a file outside the pack is written"
        if author[-1]["event"] != "refused":
            yield "the studio does not answer any more"

    return read


async def _played(pack: Path, given: list[str]) -> tuple[list[dict[str, Any]], ...]:
    """The messages sent to the author and to a player; each run of lines is a connection."""
    studio = Studio(EditedPack(pack), frozenset({HOST}))
    author, seat = list[dict[str, Any]](), list[dict[str, Any]]()
    for player, part in groupby([*given, NOBODY], lambda line: line.startswith("@")):
        key = next(iter(studio.table.keys), "") if studio.table and player else studio.key
        if player and studio.table is None:
            continue
        said = [line.removeprefix("@") for line in part]
        await Server(studio).connect(_Socket(key, said, seat if player else author))  # type: ignore[arg-type]
    return author, seat


def _leaks(author: list[dict[str, Any]], seat: list[dict[str, Any]]) -> Iterator[str]:
    if SECRET in json.dumps([author, seat]):
        yield "a file outside the pack is read"
    for message in seat:
        if message["event"] not in FOR_SEATS or {"seats", "timeline"} & {*message}:
            yield f"a seat received {message['event']}: {[*message]}"
