"""Games that are played at the same time, and the browsers that watch them.

Decides what each browser is sent about its game, and when bots answer. Games are independent: a
slow one uses one thread, and the others continue. The consequences of an answer, and everything
shown about them, are computed together in that thread.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import TypeVar, TypeVarTuple

from anyio import CapacityLimiter
from anyio.to_thread import run_sync

from cardwright_tools.studio.changes import json_change
from cardwright_tools.studio.connection import CLOSED, NOT_VALID, Connection
from cardwright_tools.studio.game_messages import (
    author_position_message,
    board_message,
    position_message,
)
from cardwright_tools.studio.journal import Setup
from cardwright_tools.studio.messages import Message
from cardwright_tools.studio.table import Table

MAX_GAMES = 500
MAX_THINKING = 4  # bots at a time, including those of games that have ended
NO_NOTE: Message = {"event": "note", "about": "game", "words": "", "offer": False}
"""Takes away what was said about a game that is no longer shown."""
Given = TypeVarTuple("Given")
Result = TypeVar("Result")


@dataclass(eq=False, slots=True)
class Browser(Connection):
    """A browser: the author's or, with `player`, that of a seat."""

    player: str | None = None
    author: bool = False
    watched: str | None = None  # the seat whose view the author sees; None means whoever is asked
    game: RunningGame | None = None
    shown: Message | None = None  # the position once it has read all messages


@dataclass(frozen=True, slots=True)
class _Shown:
    """What to send a browser: a position, and the text that changes `before` into it."""

    browser: Browser
    before: Message | None
    position: Message
    text: str


@dataclass(eq=False, slots=True)
class RunningGame:
    """A game with the browsers that watch it."""

    id: str
    table: Table
    setup: Setup
    thinking: CapacityLimiter
    name_of: Callable[[str], str | None]
    browsers: set[Browser] = field(default_factory=set)
    turns: asyncio.Lock = field(default_factory=asyncio.Lock)
    bots: asyncio.Task[None] | None = None

    async def work(self, work: Callable[[*Given], Result], *given: *Given) -> Result:
        """Works on the game in a thread, one task at a time."""
        async with self.turns:
            return await run_sync(work, *given)

    async def change(self, work: Callable[[*Given], object], *given: *Given) -> None:
        """Works on the game, and shows the result to all its browsers."""
        await self._show(self.browsers, partial(work, *given))

    async def show_all(self) -> None:
        await self._show(self.browsers, lambda: None)

    async def _show(self, browsers: Collection[Browser], work: Callable[[], object]) -> None:
        async with self.turns:
            known = [(one, one.shown) for one in browsers]
            for found in await run_sync(self._worked, work, known):
                if found.browser.game is self and found.browser.shown is found.before:
                    found.browser.shown = found.position
                    found.browser.send_text(found.text)

    def _worked(
        self, work: Callable[[], object], known: Sequence[tuple[Browser, Message | None]]
    ) -> list[_Shown]:
        """In a thread: does some work; returns what is new for browsers that have seen this."""
        work()
        seen: dict[tuple[bool, str | None], Message] = {}  # shared by all who have the same view
        found, players = [], self.table.game.players
        for browser, before in known:
            key = browser.author, browser.watched if browser.author else browser.player
            if key[1] not in (None, *players):
                continue  # other rules may lack this player
            if key not in seen:
                seen[key] = self._position(*key)
            found.append(_Shown(browser, before, seen[key], _new_in(seen[key], before)))
        return found

    def _position(self, author: bool, player: str | None) -> Message:
        if not author:
            return position_message(self.table, player)
        shown = author_position_message(self.table, player, whoever=player is None)
        if stopped := shown.get("paused"):
            stopped["file"] = self.name_of(stopped["file"])
        return {**shown, "game": self.id}

    def looks_as(self, browser: Browser) -> str | None:
        """The seat whose view a browser sees. It may wait for the game, so call it in a thread."""
        if not browser.author:
            return browser.player
        return browser.watched or self.table.asked(paused=True)

    # ------------------------------------------------------------------------- looking on

    async def join(self, browser: Browser) -> None:
        """Shows the game to a browser from now on."""
        if browser.game is not None:
            browser.game.browsers.discard(browser)
        if browser.game not in (None, self):
            browser.send(NO_NOTE)
        browser.game, browser.watched, browser.shown = self, None, None
        self.browsers.add(browser)
        browser.send(await self.work(board_message, self.table))
        if browser.author and self.table.news:
            self._report_replay(browser)
        await self.show(browser)

    def report_replay(self) -> None:
        """Tells authors how the game continues with other rules."""
        for browser in [one for one in self.browsers if one.author]:
            self._report_replay(browser)

    def _report_replay(self, browser: Browser) -> None:
        words, table = self.table.news, self.table
        offer, newer = (bool(words and one) for one in (table.before, table.newer))
        browser.send(
            {"event": "note", "about": "game", "words": words, "offer": offer, "newer": newer}
        )

    async def show(self, browser: Browser) -> None:
        """Sends a browser the position as its seat sees it."""
        await self._show([browser], lambda: None)

    async def begin_all(self) -> None:
        """Shows a game that has begun, or continues with other rules, to all its browsers."""
        for browser in [*self.browsers]:
            self._seat_again(browser)
        described = await self.work(board_message, self.table)
        for browser in self.browsers:
            browser.send(described)
        await self.show_all()
        self.stop_bots()  # they are thinking about a game that has ended
        self.let_bots_play()

    def _seat_again(self, browser: Browser) -> None:
        """Changes the view of a browser whose player doesn't exist in other rules."""
        players = self.table.game.players
        if browser.watched not in players:
            browser.watched = None
        if browser.player is not None and browser.player not in players:
            self._let_go(browser)

    def end(self) -> None:
        """Ends the game for all its browsers."""
        self.stop_bots()
        self.table.forget()
        for browser in [*self.browsers]:
            self._let_go(browser, CLOSED)

    def _let_go(self, browser: Browser, code: int = NOT_VALID) -> None:
        browser.game = None
        self.browsers.discard(browser)
        if browser.author:
            browser.send(NO_NOTE)
        else:
            browser.leave(code)

    # ------------------------------------------------------------------------------- bots

    def stop_bots(self) -> None:
        if self.bots is not None:
            self.bots.cancel()
            self.bots = None

    def let_bots_play(self) -> None:
        """Lets bots answer, one at a time, until a person is asked; nothing waits for them."""
        if self.table.bots and (self.bots is None or self.bots.done()):
            self.bots = asyncio.create_task(self._play_bots())

    async def _one_bot(self) -> bool:
        """Runs in a separate thread, for which nothing waits if another game begins."""
        limiter = self.thinking
        return await run_sync(self.table.bot_answers, abandon_on_cancel=True, limiter=limiter)

    async def _play_bots(self) -> None:
        while await self._one_bot():
            await self.show_all()
        if self.table.notice:
            await self.show_all()


def _new_in(position: Message, before: Message | None) -> str:
    """The message for a browser that has seen another position before."""
    if before is None:
        return json.dumps(position)
    return json.dumps({"event": "moved", "change": json_change(before, position)})
