"""What an editor does: it starts the server, opens and changes files, and waits for answers."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable, Coroutine
from pathlib import Path

from lsprotocol import types
from pytest_lsp import LanguageClient

COMMAND = [sys.executable, "-c", "from cardwright_tools.cli import main; main(['lsp'])"]


async def started(client: LanguageClient, can: types.ClientCapabilities | None = None) -> None:
    """`can`: what the client tells the server that it can do."""
    await client.start_io(*COMMAND)
    capabilities = can or types.ClientCapabilities()
    await client.initialize_session(types.InitializeParams(capabilities=capabilities))


async def stopped(client: LanguageClient) -> None:
    await client.shutdown_session()
    await client.stop()


def in_loop(test: Callable[..., Coroutine[None, None, None]]) -> Callable[..., None]:
    """Turns a test that waits for the server into one that pytest can run."""

    def run(loop: asyncio.AbstractEventLoop, client: LanguageClient, pack: Path) -> None:
        loop.run_until_complete(asyncio.wait_for(test(client, pack), 120))

    return run


def opened(client: LanguageClient, file: Path, text: str | None = None) -> str:
    """Opens a file with this text, or with its own; returns its address."""
    uri = file.as_uri()
    document = types.TextDocumentItem(uri, "yaml", 1, text or file.read_text("utf-8"))
    client.text_document_did_open(types.DidOpenTextDocumentParams(document))
    return uri


def position(text: str, needle: str, after: int = 0) -> types.Position:
    """The position of the first occurrence, in UTF-16 units."""
    at = text.index(needle) + after
    line = text[:at].rsplit("\n", 1)[-1]
    return types.Position(text.count("\n", 0, at), len(line.encode("utf-16-le")) // 2)


async def told(client: LanguageClient, uri: str, code: str | None) -> list[types.Diagnostic]:
    """The diagnostics of a file, as soon as one has this code, or there are none."""
    while True:
        found = client.diagnostics.get(uri)
        if found is not None and (code in [d.code for d in found] if code else not found):
            return list(found)
        await client.wait_for_notification(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)


def changed(client: LanguageClient, uri: str, version: int, text: str) -> None:
    """Replaces the text of an open file."""
    where = types.VersionedTextDocumentIdentifier(version, uri)
    change = types.TextDocumentContentChangeWholeDocument(text)
    client.text_document_did_change(types.DidChangeTextDocumentParams(where, [change]))
