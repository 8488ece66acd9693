"""Starts a studio: where it listens, where its games are stored, and which of them continue."""

from __future__ import annotations

import secrets
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

import anyio
import uvicorn

from cardwright.source.garbage_collection import freeze_all
from cardwright_tools.output import say
from cardwright_tools.studio import hosts
from cardwright_tools.studio.edited_pack import EditedPack
from cardwright_tools.studio.journal import Journals, folder_of
from cardwright_tools.studio.measurements import usage_in
from cardwright_tools.studio.messages import MAX_BYTES
from cardwright_tools.studio.public_url import PublicUrl
from cardwright_tools.studio.server import application
from cardwright_tools.studio.state import Studio

TURN = 0.001  # seconds that a thread may run while others wait: answers are short, files are long


def run(
    folder: Path, host: str, port: int, announce: Callable[[str], None],
    report: Path | None = None, public: PublicUrl | None = None,
) -> None:  # fmt: skip
    """Serves until it is interrupted, and announces the author's links. Raises Stop if it can't
    listen there."""
    sys.setswitchinterval(TURN)
    listening = hosts.listen(host, port)
    names = hosts.names(listening, host)
    journals, key = _open_journals(folder)
    edited_pack = EditedPack(folder, usage_in(report) if report else {})
    for_others = hosts.is_for_others(listening)
    links = hosts.labelled_links(names, for_others, public)
    others = next(iter(links)) if for_others or public else ""
    studio = Studio(edited_pack, frozenset(names), key, journals, others, public)
    studio.resume_games(journals.stored_games() if journals else ())
    freeze_all()
    for link, label in links.items():
        announce(f"{label}: {link}#{studio.key}")
    config = uvicorn.Config(
        application(studio), log_level="warning", ws_max_size=MAX_BYTES, ws="websockets-sansio",
        ws_per_message_deflate=False, proxy_headers=False,
    )  # fmt: skip
    anyio.run(partial(uvicorn.Server(config).serve, sockets=[listening]))


def _open_journals(folder: Path) -> tuple[Journals | None, str]:
    """The journals and the author's key; without journals, games end with the studio."""
    journals = Journals(folder_of(folder))
    try:
        key = journals.key()
        journals.hold()
        return journals, key
    except BlockingIOError:
        say("games are not saved: another studio has this pack open", err=True)
        return None, secrets.token_urlsafe(16)
    except OSError as error:
        say(f"games are not saved: {journals.folder}: {error.strerror}", err=True)
        return None, secrets.token_urlsafe(16)
