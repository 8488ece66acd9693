"""Sockets to a studio, like those of its pages."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from weakref import WeakKeyDictionary

from starlette.testclient import TestClient, WebSocketTestSession

from cardwright_tools.studio.changes import apply_change
from cardwright_tools.studio.server import application
from cardwright_tools.studio.state import Studio

HOST = "localhost:8321"
ORIGIN = {"host": HOST, "origin": f"http://{HOST}"}


@contextmanager
def browser(
    studio: Studio, key: str, headers: dict[str, str] = ORIGIN, client: TestClient | None = None
) -> Iterator[Any]:
    """`client`: that of a server that several browsers share, already entered. Otherwise, each
    browser has an event loop of its own, which messages from another one do not wake."""
    client = client or client_of(studio)
    with client.websocket_connect(f"/socket?key={key}", headers=headers) as socket:
        yield socket


def client_of(studio: Studio) -> TestClient:
    return TestClient(application(studio), base_url=f"http://{HOST}")


_positions: WeakKeyDictionary[WebSocketTestSession, dict[str, Any]] = WeakKeyDictionary()


def told(socket: WebSocketTestSession, event: str) -> dict[str, Any]:
    """The next message of a type; a refusal that nobody waits for is a failure. For a change of a
    position, the position after it is returned."""
    while True:
        message: dict[str, Any] = socket.receive_json()
        if message["event"] == "moved":
            message = apply_change(_positions[socket], message["change"])
        if message["event"] == "position":
            _positions[socket] = message
        if message["event"] == event:
            return message
        assert message["event"] != "refused", message["why"]
