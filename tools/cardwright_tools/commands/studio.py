"""`cardwright studio`: its options."""

from __future__ import annotations

from pathlib import Path

import click

from cardwright_tools import options
from cardwright_tools.output import BROKEN, Stop, say

MISSING = "the studio needs more packages: pip install 'cardwright[studio]'"
_EXTRA = ("starlette", "uvicorn", "websockets", "anyio")


@click.command("studio")
@click.argument("pack", type=options.PATH)
@click.option(
    "--host",
    default="127.0.0.1",
    show_default=True,
    metavar="ADDRESS",
    help="The address to listen on; any other than the default lets others connect.",
)
@click.option("--port", type=options.WholeNumber(1, 65535), default=8321, show_default=True)
@click.option("--public-url", "public", metavar="URL",
              help="The address at which others reach the studio through a proxy or a forwarded "
                   "port, such as https://games.example.org/table/.")  # fmt: skip
@click.option("--balance", type=options.PATH, metavar="FILE",
              help="Show figures for cards from a report of `balance --json FILE`.")  # fmt: skip
def command(pack: Path, host: str, port: int, public: str | None, balance: Path | None) -> int:
    """Write, check and play a pack in the browser."""
    if not (pack / "pack.yaml").is_file():
        start = "`cardwright new pack FOLDER` writes one in a new folder"
        raise Stop(f"{pack} is no pack: there is no pack.yaml; {start}", BROKEN)
    say(f"Opening {pack} ...")
    try:
        from cardwright_tools.studio.public_url import public_url
        from cardwright_tools.studio.run import run
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in _EXTRA:
            raise
        raise Stop(MISSING, BROKEN) from None
    url = public_url(public) if public else None
    run(pack, host, port, say, balance, url)
    return 0
