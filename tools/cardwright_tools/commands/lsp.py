"""`cardwright lsp`: its options."""

from __future__ import annotations

import os

import click

from cardwright_tools.output import BROKEN, Stop

MISSING = "the language server needs more packages: pip install 'cardwright[lsp]'"


@click.command("lsp")
@click.option("--stdio", is_flag=True, help="Speak over standard input and output (the default).")
@click.option("--tcp", metavar="PORT", type=int, help="Listen on this port of this machine.")
def command(stdio: bool, tcp: int | None) -> int:
    """Serve editors: errors as you type, completion, renaming."""
    try:
        from cardwright_tools.language_server.server import server
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in ("pygls", "lsprotocol"):
            raise
        raise Stop(MISSING, BROKEN) from None
    if tcp is None:
        # Copies, since the server closes what it has read and written.
        server.start_io(os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb"))
    else:
        server.start_tcp("127.0.0.1", tcp)
    return 0
