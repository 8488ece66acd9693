"""A reverse proxy with TLS, as people put one in front of a studio, with one connection per
request."""

from __future__ import annotations

import asyncio
import re
import shutil
import ssl
import subprocess
import threading
from collections.abc import Coroutine, Iterator
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

OPENSSL = shutil.which("openssl")


def certificate(folder: Path) -> ssl.SSLContext:
    """A self-signed certificate for `localhost`."""
    assert OPENSSL is not None
    key, own = folder / "key.pem", folder / "certificate.pem"
    command = "req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost -addext"
    names = ["subjectAltName=DNS:localhost,IP:127.0.0.1", "-keyout", str(key), "-out", str(own)]
    subprocess.run([OPENSSL, *command.split(), *names], check=True, capture_output=True, timeout=60)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(own, key)
    return context


@dataclass
class Proxy:
    """`host`: the host that it names to the studio, instead of the one that was requested;
    `removes`: what it removes from the beginning of paths."""

    to: int
    host: str = ""
    removes: str = ""

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError, asyncio.IncompleteReadError, asyncio.CancelledError):
            head = self._changed((await reader.readuntil(b"\r\n\r\n")).decode("latin-1"))
            studio, to_studio = await asyncio.open_connection("127.0.0.1", self.to)
            to_studio.write(head.encode("latin-1"))
            await asyncio.gather(_pass_on(reader, to_studio), _pass_on(studio, writer))

    def _changed(self, head: str) -> str:
        head = re.sub(rf"^(\w+) {self.removes}/", r"\1 /", head, count=1)
        if self.host:
            head = re.sub(r"(?im)^host: [^\r]*", f"Host: {self.host}", head)
        return re.sub(r"(?im)^connection: keep-alive", "Connection: close", head)


async def _pass_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    try:
        while words := await reader.read(65536):
            writer.write(words)
            await writer.drain()
    except OSError:
        pass
    finally:
        writer.close()


@contextmanager
def proxied(proxy: Proxy, tls: ssl.SSLContext | None) -> Iterator[int]:
    """The port of a running proxy. Afterwards, its connections are closed."""
    loop, started, ends = asyncio.new_event_loop(), Future[int](), asyncio.Event()

    async def run() -> None:
        async with await asyncio.start_server(proxy.serve, "127.0.0.1", 0, ssl=tls) as server:
            started.set_result(server.sockets[0].getsockname()[1])
            await ends.wait()
        left = asyncio.all_tasks() - {asyncio.current_task()}
        for task in left:
            task.cancel()
        await asyncio.gather(*left, return_exceptions=True)
        await asyncio.sleep(0)  # closed sockets are let go

    runs = threading.Thread(target=lambda: _run(loop, run()), daemon=True)
    runs.start()
    try:
        yield started.result(60)
    finally:
        loop.call_soon_threadsafe(ends.set)
        runs.join(60)


def _run(loop: asyncio.AbstractEventLoop, work: Coroutine[None, None, None]) -> None:
    loop.run_until_complete(work)
    loop.close()
