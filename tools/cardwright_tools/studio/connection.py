"""A socket to a browser: what it is told, one message after another, and when it is given up.

Nobody waits for a browser: what it is told waits for it to read.
"""

from __future__ import annotations

import asyncio
import json
from dataclasses import dataclass, field

from starlette.websockets import WebSocket, WebSocketDisconnect

from cardwright_tools.studio.messages import Message

SLOW = 10.0  # seconds that a browser may take before it reads on
MAX_WAITING = 500  # messages
NOT_VALID, OTHER_ADDRESS, TRY_AGAIN = 4403, 4421, 1013
"""Why a socket is closed: it has no key, its page comes from elsewhere, or it reads too slowly."""
GONE = (WebSocketDisconnect, RuntimeError)  # what a browser that has left raises


@dataclass(eq=False, slots=True)
class Connection:
    """`code`: the one with which the socket is closed."""

    socket: WebSocket
    code: int = field(default=NOT_VALID, init=False)
    _left: bool = field(default=False, init=False)
    _waiting: asyncio.Queue[str | None] = field(default_factory=asyncio.Queue, init=False)

    def tell(self, message: Message) -> None:
        self.tell_text(json.dumps(message))

    def tell_text(self, text: str) -> None:
        """The same for a message that is text already."""
        if not self._left:
            self._waiting.put_nowait(text)
            if self._waiting.qsize() > MAX_WAITING:
                self.leave(TRY_AGAIN)

    def leave(self, code: int = NOT_VALID) -> None:
        """Nothing more is sent after what waits, and the socket is closed."""
        self._left, self.code = True, code
        self._waiting.put_nowait(None)

    async def write(self) -> None:
        """Sends what it is told, until it leaves or reads no more."""
        try:
            while (text := await self._waiting.get()) is not None:
                async with asyncio.timeout(SLOW):
                    await self.socket.send_text(text)
        except (*GONE, TimeoutError):
            self._left, self.code = True, TRY_AGAIN
