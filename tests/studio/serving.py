"""Serves a studio as the command does."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import uvicorn

from cardwright_tools.studio.server import application
from cardwright_tools.studio.state import Studio


@contextmanager
def serving(studio: Studio, port: int = 0) -> Iterator[int]:
    """Serves the studio at a port; afterwards, its sockets are closed."""
    config = uvicorn.Config(application(studio), host="127.0.0.1", port=port, log_level="error",
                            ws="websockets-sansio", timeout_graceful_shutdown=1)  # fmt: skip
    server = uvicorn.Server(config)
    runs = threading.Thread(target=lambda: asyncio.run(server.serve()), daemon=True)
    runs.start()
    while not server.started:
        assert runs.is_alive()
        runs.join(0.02)
    port = server.servers[0].sockets[0].getsockname()[1]
    studio.hosts = frozenset({f"127.0.0.1:{port}"})
    try:
        yield port
    finally:
        server.should_exit = True
        runs.join(60)
