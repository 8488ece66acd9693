"""The studio's server: one page, one socket for each browser, and who may do what.

Owns the keys: the author's opens everything, a seat's only that seat. A request must name this
server as its host and come from its own page, so that no other page can use it.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

import anyio
from anyio.to_thread import run_sync
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from cardwright_tools.studio.messages import (
    MAX_BYTES,
    BadMessage,
    Message,
    number_of,
    read_message,
    text_of,
)
from cardwright_tools.studio.table import Refused, Table
from cardwright_tools.studio.workshop import Workshop

STATIC = Path(__file__).parent / "static"
TYPES = {".html": "text/html", ".css": "text/css", ".js": "text/javascript"}
POLICY = (
    "default-src 'self'; img-src 'self' data:; style-src 'self' 'nonce-{nonce}'; "
    "frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
)
HEADERS = {
    "X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
}  # fmt: skip
MAX_SOCKETS = 200


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
        key = socket.query_params.get("key", "").encode("utf-8", "replace")
        if secrets.compare_digest(key, self.key.encode()):
            return Browser(socket, author=True)
        seats = self.table.keys if self.table else {}
        player = next((seats[k] for k in seats if secrets.compare_digest(k.encode(), key)), None)
        return Browser(socket, player) if player is not None else None

    async def _welcome(self, browser: Browser) -> None:
        if browser.author:
            files = await run_sync(self.workshop.files)
            await self._send(browser, {"event": "files", "files": files})
            await self._send(browser, await run_sync(self.workshop.check))
            rules = await run_sync(self.workshop.rules)
            players = [*rules.players] if rules else []
            title = rules.title if rules else self.workshop.folder.name
            await self._send(browser, {"event": "pack", "title": title, "players": players})
        if self.table is not None:
            await self._send(browser, await run_sync(self.table.board))
            await self._show(browser)

    async def _serve(self, browser: Browser) -> None:
        while True:
            text = await browser.socket.receive_text()
            try:
                if len(text) > MAX_BYTES:
                    raise BadMessage("this message is too long")
                await self._do(browser, read_message(text))
            except (BadMessage, Refused) as error:
                await self._send(browser, {"event": "refused", "why": str(error)})

    async def _do(self, browser: Browser, message: Message) -> None:
        what = message["do"]
        if what in _SEAT:
            await _SEAT[what](self, browser, message)
        elif what in _AUTHOR and browser.author:
            await _AUTHOR[what](self, browser, message)
        else:
            raise BadMessage(f"`{what}` is nothing that can be done here")

    async def _send(self, browser: Browser, message: Message) -> None:
        await browser.socket.send_text(json.dumps(message))

    async def _show(self, browser: Browser) -> None:
        """Sends a browser the position as its seat sees it."""
        table = self.table
        if table is None:
            return
        player = self._looks_as(browser)
        shown = await run_sync(table.shown_to, player)
        if browser.author:
            shown["seats"] = {player: key for key, player in table.keys.items()}
            shown["timeline"] = table.timeline()
        await self._send(browser, shown)

    def _looks_as(self, browser: Browser) -> str | None:
        if not browser.author:
            return browser.player
        return browser.watched or (self.table.game.turn if self.table else None)

    async def _begin_all(self) -> None:
        """Shows all browsers a game that has begun, or that goes on by other rules."""
        board = await run_sync(self._playing().board)
        for browser in [*self.browsers]:
            await self._send(browser, board)
        await self._show_all()

    async def _show_all(self) -> None:
        for browser in [*self.browsers]:
            try:
                await self._show(browser)
            except (WebSocketDisconnect, RuntimeError):
                self.browsers.discard(browser)

    def _playing(self) -> Table:
        if self.table is None:
            raise Refused("no game has begun")
        return self.table

    # -------------------------------------------------------------- what a seat may do

    async def answer(self, browser: Browser, message: Message) -> None:
        table, player = self._playing(), self._looks_as(browser)
        if player is None:
            raise Refused("the game is over")
        await run_sync(table.answer, player, text_of(message, "option"))
        await self._show_all()

    async def why(self, browser: Browser, message: Message) -> None:
        table = self._playing()
        ask = partial(table.why, self._looks_as(browser), text_of(message, "expression"))
        await self._send(browser, await run_sync(ask))

    # ---------------------------------------------------------- what only the author may

    async def open(self, browser: Browser, message: Message) -> None:
        name = text_of(message, "file")
        text = await run_sync(self.workshop.open, name)
        await self._send(browser, {"event": "file", "file": name, "text": text})

    async def edit(self, browser: Browser, message: Message) -> None:
        name, text = text_of(message, "file"), text_of(message, "text")
        await run_sync(self.workshop.edit, name, text)
        await self._send(browser, await run_sync(self.workshop.check))

    async def save(self, browser: Browser, message: Message) -> None:
        await run_sync(self.workshop.save, text_of(message, "file"))
        await self._send(browser, await run_sync(self.workshop.check))
        if self.table is None:
            return
        rules = await run_sync(self.workshop.rules)
        if rules is None:
            raise Refused("saved; there are errors, so the game goes on by the rules before")
        await run_sync(self.table.play_again, rules)
        await self._begin_all()

    async def complete(self, browser: Browser, message: Message) -> None:
        ask = partial(self.workshop.complete, text_of(message, "file"), number_of(message, "at"))
        await self._send(browser, {**await run_sync(ask), "at": message["at"]})

    async def explain(self, browser: Browser, message: Message) -> None:
        ask = partial(self.workshop.explain, text_of(message, "file"), number_of(message, "at"))
        await self._send(browser, await run_sync(ask))

    async def new_game(self, browser: Browser, message: Message) -> None:
        players, seed = number_of(message, "players"), number_of(message, "seed")
        rules = await run_sync(self.workshop.rules)
        if rules is None:
            raise Refused("the pack has errors; a game begins when they are gone")
        if refusal := rules.refusal(players):
            raise Refused(refusal)
        self.table = await run_sync(partial(Table, rules, players, seed))
        await self._begin_all()

    async def go_to(self, browser: Browser, message: Message) -> None:
        await run_sync(self._playing().go_to, number_of(message, "number"))
        await self._show_all()

    async def watch(self, browser: Browser, message: Message) -> None:
        """Looks on as a player; as whoever is asked, for ""."""
        browser.watched = text_of(message, "player") or None
        await self._show(browser)


def _index() -> Response:
    """The page, whose editor may add styles of its own, and nobody else."""
    nonce = secrets.token_urlsafe(16)
    page = (STATIC / "index.html").read_text("utf-8").replace("NONCE", nonce)
    return HTMLResponse(
        page, headers={**HEADERS, "Content-Security-Policy": POLICY.format(nonce=nonce)}
    )


_SEAT: dict[str, Callable[..., Awaitable[None]]] = {"answer": Studio.answer, "why": Studio.why}
_AUTHOR: dict[str, Callable[..., Awaitable[None]]] = {
    "open": Studio.open, "edit": Studio.edit, "save": Studio.save, "complete": Studio.complete,
    "explain": Studio.explain, "new game": Studio.new_game, "go to": Studio.go_to,
    "watch": Studio.watch,
}  # fmt: skip


def application(studio: Studio) -> Starlette:
    return Starlette(
        routes=[
            Route("/", studio.page),
            Route("/static/{name}", studio.page),
            WebSocketRoute("/socket", studio.connect),
        ]
    )


def run(folder: Path, host: str, port: int, announce: Callable[[str], None]) -> None:
    """Serves until it is interrupted."""
    import uvicorn

    names = {f"{name}:{port}" for name in {host, "localhost", "127.0.0.1"}}
    studio = Studio(Workshop(folder), frozenset(names))
    announce(f"http://{host}:{port}/#{studio.key}")
    config = uvicorn.Config(
        application(studio), host=host, port=port, log_level="warning", ws_max_size=MAX_BYTES,
        ws="websockets-sansio",
    )  # fmt: skip
    anyio.run(uvicorn.Server(config).serve)
