"""A server that the tests of a file share, and the loop that its client runs in."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import pytest
from pytest_lsp import LanguageClient, make_test_lsp_client

from tests.language_server.clients import started, stopped


@pytest.fixture(scope="module")
def loop() -> Iterator[asyncio.AbstractEventLoop]:
    made = asyncio.new_event_loop()
    yield made
    made.close()


@pytest.fixture(scope="module")
def client(loop: asyncio.AbstractEventLoop) -> Iterator[LanguageClient]:
    made = make_test_lsp_client()
    loop.run_until_complete(started(made))
    yield made
    loop.run_until_complete(stopped(made))
