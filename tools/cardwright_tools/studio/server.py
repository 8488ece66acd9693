"""The studio's server: one page, one socket for each browser, and who may do what.

Owns the keys: the author's opens everything, a seat's only that seat. A request must name this
server as its host and come from its own page, so that no other page can use it.
"""

from __future__ import annotations

import errno
import secrets
import socket
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

import anyio
from anyio import CapacityLimiter
from anyio.to_thread import run_sync
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from cardwright import Rules
from cardwright_tools.output import BROKEN, Stop, say
from cardwright_tools.studio.author import HANDLERS as AUTHOR
from cardwright_tools.studio.bots import OFFERED, bots_of
from cardwright_tools.studio.games import (
    GONE,
    MAX_GAMES,
    MAX_THINKING,
    Browser,
    Playing,
    to_all,
)
from cardwright_tools.studio.journal import Journals, Kept, Setup, folder_of
from cardwright_tools.studio.measures import usage_in
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
MAX_SOCKETS = 2_000


@dataclass(slots=True)
class Studio:
    """A pack, the games that are played with it, and the browsers that look on.

    `journals`: where games are kept, if they are.
    """

    workshop: Workshop
    hosts: frozenset[str]
    key: str = field(default_factory=lambda: secrets.token_urlsafe(16))
    journals: Journals | None = None
    games: dict[str, Playing] = field(default_factory=dict)
    browsers: set[Browser] = field(default_factory=set)
    thinking: CapacityLimiter = field(default_factory=lambda: CapacityLimiter(MAX_THINKING))
    _count: int = 0

    @property
    def newest(self) -> Playing | None:
        return next(reversed(self.games.values()), None)

    @property
    def table(self) -> Table | None:
        """The newest game."""
        return self.newest.table if self.newest else None

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
        game = self._seats().get(key, (self.newest,))[0]
        look = game.table.rules.declared.look.get(name) if game else None
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
            if browser.game is not None:
                browser.game.browsers.discard(browser)

    def _let_in(self, socket: WebSocket) -> Browser | None:
        key = socket.query_params.get("key", "")
        player = self._seat_of(key)
        if player is None:
            return None
        game = self._seats()[key][0] if player else self.newest
        return Browser(socket, player or None, author=not player, game=game)

    def _seats(self) -> Mapping[str, tuple[Playing, str]]:
        """By key: the game and the player."""
        return {key: (game, player) for game in self.games.values()
                for key, player in game.table.keys.items()}  # fmt: skip

    def _seat_of(self, words: str) -> str | None:
        """Whose key it is: a player, or "" for the author; None for nobody's."""
        key, seats = words.encode("utf-8", "replace"), self._seats()
        if secrets.compare_digest(key, self.key.encode()):
            return ""
        same = (seats[k][1] for k in seats if secrets.compare_digest(k.encode(), key))
        return next(same, None)

    async def _welcome(self, browser: Browser) -> None:
        if browser.author:
            files = await run_sync(self.workshop.files)
            await browser.send({"event": "files", "files": files})
            await browser.send(await run_sync(self.workshop.check))
            await self.send_pack(browser)
            await browser.send(self.listed())
        if browser.game is not None:
            await browser.game.join(browser)

    async def send_pack(self, browser: Browser, modules: Sequence[str] = ()) -> None:
        """What can be played with these modules, and added."""
        pack = await run_sync(self.workshop.described, modules)
        await browser.send({"event": "pack", "bots": OFFERED, **pack})

    def authors(self) -> list[Browser]:
        return [browser for browser in self.browsers if browser.author]

    async def _serve(self, browser: Browser) -> None:
        while True:
            text = await browser.socket.receive_text()
            try:
                if len(text) > MAX_BYTES:
                    raise BadMessage("this message is too long")
                await self._do(browser, read_message(text))
            except (BadMessage, Refused) as error:
                await browser.send({"event": "refused", "why": str(error)})

    async def _do(self, browser: Browser, message: Message) -> None:
        what = message["do"]
        if what in _SEAT:
            await _SEAT[what](self, browser, message)
        elif what in AUTHOR and browser.author:
            await AUTHOR[what](self, browser, message)
        else:
            raise BadMessage(f"`{what}` is nothing that can be done here")

    # --------------------------------------------------------------------------- games

    def playing(self, browser: Browser) -> Playing:
        """The game that a browser looks at. Raises Refused."""
        if browser.game is None:
            raise Refused("no game has begun")
        return browser.game

    def listed(self) -> Message:
        """All games, for authors."""
        found = [
            {"id": game.id, "title": f"{game.id}: {len(game.table.keys)} players, seed "
             f"{game.setup.seed}{''.join(f', {one}' for one in game.setup.modules)}"}
            for game in self.games.values()
        ]  # fmt: skip
        return {"event": "games", "found": found}

    def add(self, table: Table, setup: Setup) -> Playing:
        """One more game. Raises Refused."""
        if len(self.games) >= MAX_GAMES:
            raise Refused(f"there are {MAX_GAMES} games; close one of them first")
        if self.journals is not None and table.file is None:
            try:
                table.file = self.journals.begin(setup, table.keys)
            except OSError as error:
                raise Refused(f"the game can't be kept: {error.strerror}") from None
        self._count += 1
        name_of = self.workshop.name_of
        game = Playing(f"{self._count}", table, setup, self.thinking, name_of)
        self.games[game.id] = game
        return game

    async def begin(self, browser: Browser, table: Table, setup: Setup, *, beside: bool) -> None:
        """Begins a game. Unless it is `beside` the one that was shown, that ends."""
        before = browser.game
        game = self.add(table, setup)
        others = [one for one in self.authors() if one is browser or one.game in (None, before)]
        if before is not None and not beside:
            table.stop_where(before.table.debugger.wanted)
            await self.close(before)
        for one in others if not beside else [browser]:
            with suppress(*GONE):
                await game.join(one)
        await to_all(self.authors(), lambda one: one.send(self.listed()))
        game.let_bots_play()

    async def close(self, game: Playing) -> None:
        """Ends a game, with the links of its seats."""
        self.games.pop(game.id, None)
        await game.end()

    def go_on_with(self, kept: Iterable[Kept]) -> None:
        """Goes on with games that were kept, as far as they fit the rules."""
        for one in kept:
            with suppress(Refused):
                table = self.table_of(one.setup)
                table.resume(one)
                self.add(table, one.setup)

    def rules_of(self, setup: Setup) -> Rules:
        """The rules of a game as the pack is now. Raises Refused."""
        rules = self.workshop.rules(setup.modules)
        if rules is None:
            raise Refused("the pack has errors; a game can begin when they are gone")
        try:
            return rules.with_decks(setup.decks) if setup.decks else rules
        except ValueError as error:
            raise Refused(str(error)) from None

    def rules_or_none(self, setup: Setup) -> Rules | None:
        try:
            return self.rules_of(setup)
        except Refused:
            return None

    def table_of(self, setup: Setup) -> Table:
        """A new game. Raises Refused."""
        rules = self.rules_of(setup)
        if refusal := rules.refusal(setup.players):
            raise Refused(refusal)
        bots = bots_of(setup.bots, rules.seats(setup.players))
        return Table(rules, setup.players, setup.seed, bots)

    # -------------------------------------------------------------- what a seat may do

    async def answer(self, browser: Browser, message: Message) -> None:
        game = self.playing(browser)
        player = game.looks_as(browser)
        if player is None:
            raise Refused("the game is over")
        await game.work(game.table.answer, player, text_of(message, "option"))
        await game.show_all(browser)
        game.let_bots_play()

    async def why(self, browser: Browser, message: Message) -> None:
        game = self.playing(browser)
        player, table = game.looks_as(browser), game.table
        if "field" in message:
            ask = partial(table.why_cell, player, message, author=browser.author)
        else:
            expression = text_of(message, "expression")
            ask = partial(table.why, player, expression, paused=browser.author)
        await browser.send(await game.work(ask))

    async def why_not(self, browser: Browser, message: Message) -> None:
        game = self.playing(browser)
        player, words = game.looks_as(browser), text_of(message, "answer")
        await browser.send(await game.work(game.table.why_not, player, words))


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


def run(
    folder: Path, host: str, port: int, announce: Callable[[str], None],
    report: Path | None = None,
) -> None:  # fmt: skip
    """Serves until it is interrupted. Raises Stop if nothing can listen there."""
    import uvicorn

    listening = _listening(host, port)
    host = f"[{host}]" if ":" in host else host  # as addresses have it, and so browsers
    names = {f"{name}:{port}" for name in {host, "localhost", "127.0.0.1"}}
    journals, key = _kept(folder)
    workshop = Workshop(folder, usage_in(report) if report else {})
    studio = Studio(workshop, frozenset(names), key, journals)
    studio.go_on_with(journals.kept() if journals else ())
    announce(f"http://{host}:{port}/#{studio.key}")
    config = uvicorn.Config(
        application(studio), host=host, port=port, log_level="warning", ws_max_size=MAX_BYTES,
        ws="websockets-sansio",
    )  # fmt: skip
    anyio.run(partial(uvicorn.Server(config).serve, sockets=[listening]))


def _kept(folder: Path) -> tuple[Journals | None, str]:
    """Where games are kept, and the author's key; where nothing can be, they last as long as the
    studio."""
    journals = Journals(folder_of(folder))
    try:
        key = journals.key()
        journals.hold()
        return journals, key
    except BlockingIOError:
        say("games are not kept: another studio has this pack open", err=True)
        return None, secrets.token_urlsafe(16)
    except OSError as error:
        say(f"games are not kept: {journals.folder}: {error.strerror}", err=True)
        return None, secrets.token_urlsafe(16)


def _listening(host: str, port: int) -> socket.socket:
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        return socket.create_server((host, port), family=family)
    except OSError as error:
        hint = "; choose another with --port" if error.errno == errno.EADDRINUSE else ""
        raise Stop(f"can't listen at {host}:{port}: {error.strerror}{hint}", BROKEN) from None
