"""The studio's server: one page, one socket for each browser, and who may do what.

Owns the keys: the author's opens everything, a seat's only that seat. A request must name this
server as its host and come from its own page, so that no other page can use it.
"""

from __future__ import annotations

import asyncio
import errno
import json
import secrets
import socket
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TypeVar, TypeVarTuple

import anyio
from anyio import CapacityLimiter
from anyio.to_thread import run_sync
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from cardwright_tools.output import BROKEN, Stop
from cardwright_tools.studio.author import HANDLERS as AUTHOR
from cardwright_tools.studio.bots import OFFERED
from cardwright_tools.studio.messages import (
    MAX_BYTES,
    BadMessage,
    Message,
    read_message,
    text_of,
)
from cardwright_tools.studio.refused import Refused
from cardwright_tools.studio.table import Table
from cardwright_tools.studio.workshop import Workshop

STATIC = Path(__file__).parent / "static"
TYPES = {".html": "text/html", ".css": "text/css", ".js": "text/javascript"}
POLICY = (
    "default-src 'self'; img-src 'self' data:; style-src 'self' 'nonce-{nonce}'; "
    "frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
)
PICTURES = "default-src 'none'; style-src 'unsafe-inline'; sandbox"
HEADERS = {
    "X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
}  # fmt: skip
MAX_SOCKETS = 200
MAX_THINKING = 4  # bots at a time, with those of games that are no more
GONE = (WebSocketDisconnect, RuntimeError)  # what a browser that has left raises
Given = TypeVarTuple("Given")
Result = TypeVar("Result")


@dataclass(eq=False, slots=True)
class Browser:
    """A socket: the author's, or with `player` the one of a seat."""

    socket: WebSocket
    player: str | None = None
    author: bool = False
    watched: str | None = None  # whose seat the author looks at; None: of whoever is asked


@dataclass(slots=True)
class Studio:
    """A pack, the game that is played with it, and the browsers that look on."""

    workshop: Workshop
    hosts: frozenset[str]
    key: str = field(default_factory=lambda: secrets.token_urlsafe(16))
    table: Table | None = None
    browsers: set[Browser] = field(default_factory=set)
    turns: CapacityLimiter = field(default_factory=lambda: CapacityLimiter(1))
    thinking: CapacityLimiter = field(default_factory=lambda: CapacityLimiter(MAX_THINKING))
    bots: asyncio.Task[None] | None = None

    # --------------------------------------------------------------------------- pages

    async def page(self, request: Request) -> Response:
        if not self._is_ours(request.headers.get("host", ""), None):
            return PlainTextResponse("unknown host", 421)
        name = request.path_params.get("name", "")
        if not name:
            return _index()
        if name not in {path.name for path in STATIC.iterdir()}:
            return PlainTextResponse("not found", 404, HEADERS)
        kind = TYPES.get(Path(name).suffix, "application/octet-stream")
        return FileResponse(STATIC / name, media_type=kind, headers=HEADERS)

    async def picture(self, request: Request) -> Response:
        """A picture of the pack, for those with a key. It is drawn, and never run."""
        key, name = request.query_params.get("key", ""), request.path_params["name"]
        if not self._is_ours(request.headers.get("host", ""), None) or self._seat_of(key) is None:
            return PlainTextResponse("not found", 404, HEADERS)
        look = self.table.rules.declared.look.get(name) if self.table else None
        if look is None or look.picture is None or not look.picture.is_file():
            return PlainTextResponse("not found", 404, HEADERS)
        headers = {**HEADERS, "Content-Security-Policy": PICTURES}
        return FileResponse(look.picture, media_type="image/svg+xml", headers=headers)

    def _is_ours(self, host: str, origin: str | None) -> bool:
        """Whether a request names this server, and comes from its page where it says whence."""
        return host in self.hosts and (origin is None or origin == f"http://{host}")

    # ------------------------------------------------------------------------- sockets

    async def connect(self, socket: WebSocket) -> None:
        headers = socket.headers
        browser = self._let_in(socket)
        ours = self._is_ours(headers.get("host", ""), headers.get("origin", ""))
        if browser is None or not ours or len(self.browsers) >= MAX_SOCKETS:
            await socket.close(4403)
            return
        await socket.accept()
        self.browsers.add(browser)
        try:
            await self._welcome(browser)
            await self._serve(browser)
        except WebSocketDisconnect:
            pass
        finally:
            self.browsers.discard(browser)

    def _let_in(self, socket: WebSocket) -> Browser | None:
        player = self._seat_of(socket.query_params.get("key", ""))
        if player is None:
            return None
        return Browser(socket, player or None, author=not player)

    def _seat_of(self, words: str) -> str | None:
        """Whose key it is: a player, or "" for the author; None for nobody's."""
        key = words.encode("utf-8", "replace")
        if secrets.compare_digest(key, self.key.encode()):
            return ""
        seats = self.table.keys if self.table else {}
        return next((seats[k] for k in seats if secrets.compare_digest(k.encode(), key)), None)

    async def _welcome(self, browser: Browser) -> None:
        if browser.author:
            files = await run_sync(self.workshop.files)
            await self.send(browser, {"event": "files", "files": files})
            await self.send(browser, await run_sync(self.workshop.check))
            await self.send_pack(browser)
        if self.table is not None:
            await self.send(browser, await self.at_table(self.table.board))
            await self.show(browser)

    async def send_pack(self, browser: Browser) -> None:
        """What can be played and added."""
        pack = await run_sync(self.workshop.described)
        await self.send(browser, {"event": "pack", "bots": OFFERED, **pack})

    async def _serve(self, browser: Browser) -> None:
        while True:
            text = await browser.socket.receive_text()
            try:
                if len(text) > MAX_BYTES:
                    raise BadMessage("this message is too long")
                await self._do(browser, read_message(text))
            except (BadMessage, Refused) as error:
                await self.send(browser, {"event": "refused", "why": str(error)})

    async def _do(self, browser: Browser, message: Message) -> None:
        what = message["do"]
        if what in _SEAT:
            await _SEAT[what](self, browser, message)
        elif what in AUTHOR and browser.author:
            await AUTHOR[what](self, browser, message)
        else:
            raise BadMessage(f"`{what}` is nothing that can be done here")

    async def send(self, browser: Browser, message: Message) -> None:
        await browser.socket.send_text(json.dumps(message))

    async def show(self, browser: Browser) -> None:
        """Sends a browser the position as its seat sees it."""
        table = self.table
        if table is None:
            return
        whoever = browser.author and browser.watched is None
        player = browser.watched if browser.author else browser.player
        look = partial(table.shown_to, player, whoever=whoever, paused=browser.author)
        shown = await self.at_table(look)
        if browser.author:
            if stopped := shown.get("paused"):
                stopped["file"] = self.workshop.name_of(stopped["file"])
            shown["seats"] = {player: key for key, player in table.keys.items()}
            shown["timeline"] = table.timeline()
        await self.send(browser, shown)

    def _looks_as(self, browser: Browser) -> str | None:
        if not browser.author:
            return browser.player
        return browser.watched or (self.table.asked(paused=True) if self.table else None)

    async def begin(self, table: Table) -> None:
        """Begins another game. Its seats have links of their own: those of the game before end."""
        for browser in [*self.browsers]:
            browser.watched = None
            if not browser.author:
                self.browsers.discard(browser)
                with suppress(*GONE):
                    await browser.socket.close(4403)
        self.table = table
        await self.begin_all()

    async def begin_all(self) -> None:
        """Shows all browsers a game that has begun, or that goes on by other rules."""
        board = await self.at_table(self.playing().board)
        for browser in [*self.browsers]:
            with suppress(*GONE):
                await self.send(browser, board)
        await self.show_all()
        if self.bots is not None:
            self.bots.cancel()  # it thinks about a game that is no more
            self.bots = None
        self.let_bots_play()

    async def show_all(self) -> None:
        for browser in [*self.browsers]:
            try:
                await self.show(browser)
            except GONE:
                self.browsers.discard(browser)

    def playing(self) -> Table:
        if self.table is None:
            raise Refused("no game has begun")
        return self.table

    async def at_table(self, work: Callable[[*Given], Result], *given: *Given) -> Result:
        """Works on the game, one after another: a slow game takes one thread, and the files and
        the page go on with the others."""
        return await run_sync(work, *given, limiter=self.turns)

    def let_bots_play(self) -> None:
        """Lets bots answer, one at a time, until a person is asked; nobody waits for them."""
        if self.bots is None or self.bots.done():
            self.bots = asyncio.create_task(self._play_bots())

    async def _one_bot(self, table: Table) -> bool:
        """In threads of their own, which nobody waits for when another game begins."""
        limiter = self.thinking
        return await run_sync(table.bot_answers, abandon_on_cancel=True, limiter=limiter)

    async def _play_bots(self) -> None:
        while (table := self.table) is not None:
            if not await self._one_bot(table):
                break
            await self.show_all()
        if table is not None and table.notice:
            await self.show_all()

    # -------------------------------------------------------------- what a seat may do

    async def answer(self, browser: Browser, message: Message) -> None:
        table, player = self.playing(), self._looks_as(browser)
        if player is None:
            raise Refused("the game is over")
        await self.at_table(table.answer, player, text_of(message, "option"))
        await self.show_all()
        self.let_bots_play()

    async def why(self, browser: Browser, message: Message) -> None:
        table, player = self.playing(), self._looks_as(browser)
        if "field" in message:
            ask = partial(table.why_cell, player, message, author=browser.author)
        else:
            expression = text_of(message, "expression")
            ask = partial(table.why, player, expression, paused=browser.author)
        await self.send(browser, await self.at_table(ask))

    async def why_not(self, browser: Browser, message: Message) -> None:
        ask = partial(self.playing().why_not, self._looks_as(browser), text_of(message, "answer"))
        await self.send(browser, await self.at_table(ask))


def _index() -> Response:
    """The page, whose editor may add styles of its own, and nobody else."""
    nonce = secrets.token_urlsafe(16)
    page = (STATIC / "index.html").read_text("utf-8").replace("NONCE", nonce)
    return HTMLResponse(
        page, headers={**HEADERS, "Content-Security-Policy": POLICY.format(nonce=nonce)}
    )


_SEAT: dict[str, Callable[..., Awaitable[None]]] = {
    "answer": Studio.answer, "why": Studio.why, "why not": Studio.why_not,
}  # fmt: skip


def application(studio: Studio) -> Starlette:
    return Starlette(
        routes=[
            Route("/", studio.page),
            Route("/static/{name}", studio.page),
            Route("/look/{name}", studio.picture),
            WebSocketRoute("/socket", studio.connect),
        ]
    )


def run(folder: Path, host: str, port: int, announce: Callable[[str], None]) -> None:
    """Serves until it is interrupted. Raises Stop if nothing can listen there."""
    import uvicorn

    listening = _listening(host, port)
    names = {f"{name}:{port}" for name in {host, "localhost", "127.0.0.1"}}
    studio = Studio(Workshop(folder), frozenset(names))
    announce(f"http://{host}:{port}/#{studio.key}")
    config = uvicorn.Config(
        application(studio), host=host, port=port, log_level="warning", ws_max_size=MAX_BYTES,
        ws="websockets-sansio",
    )  # fmt: skip
    anyio.run(partial(uvicorn.Server(config).serve, sockets=[listening]))


def _listening(host: str, port: int) -> socket.socket:
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        return socket.create_server((host, port), family=family)
    except OSError as error:
        hint = "; choose another with --port" if error.errno == errno.EADDRINUSE else ""
        raise Stop(f"can't listen at {host}:{port}: {error.strerror}{hint}", BROKEN) from None
