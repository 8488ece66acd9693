"""Games that are played at the same time, and the browsers that look on.

Owns what each browser is sent of its game, and when bots answer. Each game works in its own time: a
slow one takes one thread, and the others go on.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from typing import TypeVar, TypeVarTuple

from anyio import CapacityLimiter
from anyio.to_thread import run_sync
from starlette.websockets import WebSocket, WebSocketDisconnect

from cardwright_tools.studio.journal import Setup
from cardwright_tools.studio.messages import Message
from cardwright_tools.studio.table import Table

MAX_GAMES = 500
SLOW = 10.0  # seconds that a browser may take before it reads on
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
    game: Playing | None = None

    async def send(self, message: Message) -> None:
        """Raises WebSocketDisconnect, also where nobody reads: others don't wait for that."""
        try:
            async with asyncio.timeout(SLOW):
                await self.socket.send_text(json.dumps(message))
        except TimeoutError:
            if self.game is not None:
                self.game.browsers.discard(self)
            raise WebSocketDisconnect(1013) from None


@dataclass(eq=False, slots=True)
class Playing:
    """A game with those who look at it."""

    id: str
    table: Table
    setup: Setup
    thinking: CapacityLimiter
    name_of: Callable[[str], str | None]
    browsers: set[Browser] = field(default_factory=set)
    turns: asyncio.Lock = field(default_factory=asyncio.Lock)
    bots: asyncio.Task[None] | None = None

    async def work(self, work: Callable[[*Given], Result], *given: *Given) -> Result:
        """Works on the game, one after another."""
        async with self.turns:
            return await run_sync(work, *given)

    def looks_as(self, browser: Browser) -> str | None:
        if not browser.author:
            return browser.player
        return browser.watched or self.table.asked(paused=True)

    async def join(self, browser: Browser) -> None:
        """Shows the game to a browser from now on."""
        if browser.game is not None:
            browser.game.browsers.discard(browser)
        browser.game, browser.watched = self, None
        self.browsers.add(browser)
        await browser.send(await self.work(self.table.board))
        await self.show(browser)

    async def show(self, browser: Browser) -> None:
        """Sends a browser the position as its seat sees it."""
        table = self.table
        whoever = browser.author and browser.watched is None
        player = browser.watched if browser.author else browser.player
        look = partial(table.shown_to, player, whoever=whoever, paused=browser.author)
        shown = await self.work(look)
        if browser.author:
            if stopped := shown.get("paused"):
                stopped["file"] = self.name_of(stopped["file"])
            shown["seats"] = {player: key for key, player in table.keys.items()}
            shown["timeline"] = table.timeline()
            shown["game"] = self.id
        await browser.send(shown)

    async def show_all(self, first: Browser | None = None) -> None:
        """`first`: who has answered waits, and others do not."""
        await to_all(sorted(self.browsers, key=lambda one: one is not first), self.show)

    async def begin_all(self) -> None:
        """Shows the game to all, which has begun, or goes on by other rules."""
        for browser in [*self.browsers]:
            await self._seat_again(browser)
        board = await self.work(self.table.board)
        await to_all(self.browsers, lambda browser: browser.send(board))
        await self.show_all()
        self.stop_bots()  # they think about a game that is no more
        self.let_bots_play()

    async def _seat_again(self, browser: Browser) -> None:
        """By other rules, a player may be no more."""
        players = self.table.game.players
        if browser.watched not in players:
            browser.watched = None
        if browser.player is not None and browser.player not in players:
            await self._let_go(browser)

    async def end(self) -> None:
        """Ends it for all that look on."""
        self.stop_bots()
        self.table.forget()
        for browser in [*self.browsers]:
            await self._let_go(browser)

    async def _let_go(self, browser: Browser) -> None:
        browser.game = None
        self.browsers.discard(browser)
        if not browser.author:
            with suppress(*GONE):
                await browser.socket.close(4403)

    def stop_bots(self) -> None:
        if self.bots is not None:
            self.bots.cancel()
            self.bots = None

    def let_bots_play(self) -> None:
        """Lets bots answer, one at a time, until a person is asked; nobody waits for them."""
        if self.table.bots and (self.bots is None or self.bots.done()):
            self.bots = asyncio.create_task(self._play_bots())

    async def _one_bot(self) -> bool:
        """In threads of their own, which nobody waits for when another game begins."""
        limiter = self.thinking
        return await run_sync(self.table.bot_answers, abandon_on_cancel=True, limiter=limiter)

    async def _play_bots(self) -> None:
        while await self._one_bot():
            await self.show_all()
        if self.table.notice:
            await self.show_all()


async def to_all(browsers: Iterable[Browser], send: Callable[[Browser], object]) -> None:
    """Sends something to each; those that have left are forgotten when their sockets end."""
    for browser in [*browsers]:
        with suppress(*GONE):
            await send(browser)  # type: ignore[misc]
