"""A socket to a browser: messages are sent one after another, until it is given up.

Nothing waits for a browser; messages are queued until it reads them.
"""

from __future__ import annotations

import asyncio
import json
from dataclasses import dataclass, field

from starlette.websockets import WebSocket, WebSocketDisconnect

from cardwright_tools.studio.messages import Message

SLOW = 10.0  # seconds that a browser may take to read a message
MAX_WAITING = 500  # queued messages
NOT_VALID, CLOSED, OTHER_ADDRESS, TRY_AGAIN = 4403, 4410, 4421, 1013
"""Reasons for closing a socket: it has no valid key, its game was closed, its page is from another
address, or it reads too slowly."""
GONE = (WebSocketDisconnect, RuntimeError)  # raised if a browser has left


@dataclass(eq=False, slots=True)
class Connection:
    """A connection; `code` is the one with which the socket is closed."""

    socket: WebSocket
    code: int = field(default=NOT_VALID, init=False)
    _left: bool = field(default=False, init=False)
    _waiting: asyncio.Queue[str | None] = field(default_factory=asyncio.Queue, init=False)

    def send(self, message: Message) -> None:
        self.send_text(json.dumps(message))

    def send_text(self, text: str) -> None:
        """Queues a message that is text already."""
        if not self._left:
            self._waiting.put_nowait(text)
            if self._waiting.qsize() > MAX_WAITING:
                self.leave(TRY_AGAIN)

    def leave(self, code: int = NOT_VALID) -> None:
        """Closes the socket after the queued messages have been sent."""
        self._left, self.code = True, code
        self._waiting.put_nowait(None)

    async def write(self) -> None:
        """Sends queued messages until the browser leaves or stops reading."""
        try:
            while (text := await self._waiting.get()) is not None:
                async with asyncio.timeout(SLOW):
                    await self.socket.send_text(text)
        except (*GONE, TimeoutError):
            self._left, self.code = True, TRY_AGAIN
