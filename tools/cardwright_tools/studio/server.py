"""The studio's server: one page, one socket for each browser, and who may connect.

A request must name this server as its host and come from its own page, so that no other page can
use it, and a socket needs a key.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress

import anyio
from anyio.to_thread import run_sync
from starlette.applications import Starlette
from starlette.requests import HTTPConnection, Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Mount, Route, WebSocketRoute
from starlette.websockets import WebSocket

from cardwright_tools.studio import author_requests, file_requests, hosts, pages, seat_requests
from cardwright_tools.studio.connection import GONE, NOT_VALID, OTHER_ADDRESS
from cardwright_tools.studio.errors import RequestError
from cardwright_tools.studio.games import Browser
from cardwright_tools.studio.messages import MAX_BYTES, BadMessage, Message, read_message
from cardwright_tools.studio.public_url import PublicUrl
from cardwright_tools.studio.state import Studio

MAX_SOCKETS = 2_000
UNKNOWN_HOST = (
    "unknown host: the studio does not answer to this name and port. Open the link that you were "
    "sent as it is. If you have started the studio, and this address leads to it through a proxy "
    "or a forwarded port, start it with --public-url and this address; to be reached at another "
    'address of this machine, with --host 0.0.0.0. See "Play with a friend" in docs/studio.md.'
)


def application(studio: Studio) -> Starlette:
    server = Server(studio)

    @asynccontextmanager
    async def serving(_: Starlette) -> AsyncIterator[None]:
        async with anyio.create_task_group() as group:
            group.start_soon(file_requests.follow_disk, studio)
            yield
            group.cancel_scope.cancel()

    routes = [
        Route("/", server.page),
        Route("/static/{name}", server.page),
        Route("/look/{name}", server.picture),
        WebSocketRoute("/socket", server.connect),
    ]
    return Starlette(lifespan=serving, routes=[*_with_path(studio.public, routes), *routes])


def _with_path(public: PublicUrl | None, routes: Sequence[BaseRoute]) -> Sequence[BaseRoute]:
    """The routes below the path of the public URL, which a proxy may pass on or remove."""
    if public is None or not public.path:
        return ()
    whole = RedirectResponse(str(public))
    return Route(public.path, lambda _: whole), Mount(public.path, routes=routes)


class Server:
    """Lets browsers connect to a studio."""

    def __init__(self, studio: Studio) -> None:
        self.studio = studio

    async def page(self, request: Request) -> Response:
        if not self._is_ours(request):
            return PlainTextResponse(UNKNOWN_HOST, 421)
        name = request.path_params.get("name", "")
        return pages.file_response(name) if name else pages.page_response()

    async def picture(self, request: Request) -> Response:
        """A picture of the pack, for browsers with a key."""
        owner = self.studio.owner_of(request.query_params.get("key", ""))
        if owner is None or not self._is_ours(request):
            return pages.not_found()
        look = owner[0].table.rules.declared.look if owner[0] else {}
        found = look.get(request.path_params["name"])
        return pages.picture_response(found.picture if found else None)

    def _is_ours(self, request: HTTPConnection) -> bool:
        return hosts.is_ours(request, self.studio.hosts, self.studio.public)

    async def connect(self, socket: WebSocket) -> None:
        """Serves a browser as long as it stays; one with another's page only learns why not."""
        if self._is_ours(socket) and not hosts.is_own_page(socket, self.studio.public):
            await socket.accept()
            await socket.close(OTHER_ADDRESS)
            return
        studio, browser = self.studio, self._let_in(socket)
        if browser is None or len(studio.browsers) >= MAX_SOCKETS:
            if self._is_ours(socket):  # otherwise, a page would not learn the code
                await socket.accept()
            await socket.close(NOT_VALID)
            return
        await socket.accept()
        studio.browsers.add(browser)
        try:
            async with anyio.create_task_group() as both:
                both.start_soon(self._read, browser)
                await browser.write()
                both.cancel_scope.cancel()
        finally:
            studio.browsers.discard(browser)
            if browser.game is not None:
                browser.game.browsers.discard(browser)
        with suppress(*GONE):
            await socket.close(browser.code)

    def _let_in(self, socket: WebSocket) -> Browser | None:
        owner = self.studio.owner_of(socket.query_params.get("key", ""))
        if owner is None or not self._is_ours(socket):
            return None
        game, player = owner
        return Browser(socket, player or None, author=not player, game=game)

    async def _read(self, browser: Browser) -> None:
        """Handles a browser's requests until it leaves."""
        with suppress(*GONE):
            await self._welcome(browser)
            while True:
                text = await browser.socket.receive_text()
                message: Message = {}
                try:
                    if len(text) > MAX_BYTES:
                        raise BadMessage("this message is too long")
                    message = read_message(text)
                    await self._do(browser, message)
                except (BadMessage, RequestError) as error:
                    asked = {
                        name: message[name] for name in ("do", "file", "about") if name in message
                    }
                    why = self.studio.edited_pack.as_named(str(error))
                    browser.send({"event": "refused", "why": why, "asked": asked})
        browser.leave()

    async def _welcome(self, browser: Browser) -> None:
        studio = self.studio
        if browser.author:
            browser.send({"event": "files", "files": await run_sync(studio.edited_pack.files)})
            browser.send(await run_sync(studio.edited_pack.check))
            await studio.send_pack(browser)
            browser.send(studio.listed())
        if browser.game is not None:
            await browser.game.join(browser)
        if browser.author:
            await file_requests.look_at_disk(studio)

    async def _do(self, browser: Browser, message: Message) -> None:
        what = message["do"]
        if what in seat_requests.HANDLERS:
            await seat_requests.HANDLERS[what](self.studio, browser, message)
        elif what in author_requests.HANDLERS and browser.author:
            await author_requests.HANDLERS[what](self.studio, browser, message)
        elif what in author_requests.HANDLERS:
            raise RequestError(author_requests.only_for_hosts(what))
        else:
            raise BadMessage(f"there is no message `{what}`")
