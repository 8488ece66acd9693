"""The host names that a studio answers to, and the links that it prints."""

from __future__ import annotations

import socket
from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest
import uvicorn
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from cardwright_tools.cli import invoke
from cardwright_tools.output import BROKEN, USAGE
from cardwright_tools.studio import hosts, run
from cardwright_tools.studio.edited_pack import EditedPack
from cardwright_tools.studio.public_url import public_url
from cardwright_tools.studio.server import application
from cardwright_tools.studio.state import Studio
from tests.studio.sockets import HOST, client_of, told

pytestmark = pytest.mark.usefixtures("shared_packs")

PACK = Path(__file__).parents[1] / "packs" / "push-your-luck"


@pytest.mark.parametrize(
    ("address", "others"), [("0.0.0.0", True), ("127.0.0.1", False), ("localhost", False)]
)
def test_each_printed_name_leads_here(address: str, others: bool) -> None:
    with hosts.listen(address, 0) as listening:
        names = hosts.names(listening, address)
        assert hosts.is_for_others(listening) == others
        assert others or names[0].partition(":")[0] == address
        for name in names:
            host, _, port = name.partition(":")
            assert host != "0.0.0.0"
            found = socket.getaddrinfo(host, int(port), socket.AF_INET, socket.SOCK_STREAM)
            with socket.create_connection(found[0][4][:2], timeout=10):
                listening.accept()[0].close()


@pytest.mark.parametrize(("port", "link"), [(80, "maras-computer"), (8321, "maras-computer:8321")])
def test_names_are_those_that_browsers_send(
    port: int, link: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A browser writes hosts in lower case, and leaves out the default port."""
    monkeypatch.setattr(socket, "gethostname", lambda: "Maras-Computer")
    everywhere = SimpleNamespace(family=socket.AF_INET, getsockname=lambda: ("0.0.0.0", port))
    assert link in hosts.names(cast("socket.socket", everywhere), "0.0.0.0")


async def not_serving(_: uvicorn.Server, sockets: Sequence[socket.socket]) -> None:
    for one in sockets:
        one.close()


@pytest.mark.parametrize(
    ("options", "labels"),
    [
        ([], [hosts.HERE]),
        (["--public-url", "https://games.example.org/"], [hosts.PUBLIC, hosts.HERE]),
        (["--public-url", "http://127.0.0.1:{port}"], [hosts.PUBLIC]),
        (["--host", "0.0.0.0"], list(hosts.IN_NETWORK)),
    ],
)
def test_the_command_first_says_what_it_opens_and_then_labels_each_link(
    options: Sequence[str], labels: Sequence[str], tmp_path: Path,
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    monkeypatch.setattr(hosts, "_addresses", lambda _: ["192.0.2.7"])
    monkeypatch.setattr(uvicorn.Server, "serve", not_serving)
    monkeypatch.setattr(run, "freeze_all", lambda: None)
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    words = [word.format(port=port) for word in options]
    assert invoke(["studio", str(PACK), "--port", str(port), *words]) == 0
    first, *links = capsys.readouterr().out.splitlines()
    assert first == f"Opening {PACK} ..."
    assert [line.partition(": ")[0] for line in links] == labels
    assert len({line.partition(": ")[2] for line in links}) == len(labels)
    assert all("/#" in line for line in links)


@pytest.mark.parametrize(
    ("asked", "host", "status"),
    [
        ("192.0.2.7", None, 200),  # by the address at which the request arrived
        ("192.0.2.7", "192.0.2.8:8321", 421),
        ("192.0.2.7", "192.0.2.7", 421),
        ("192.0.2.7", HOST, 200),
        ("elsewhere.example", None, 421),  # a name that somebody else gave to our address
    ],
)
def test_a_studio_that_all_may_reach_is_asked_by_its_own_names_only(
    asked: str, host: str | None, status: int
) -> None:
    studio = Studio(EditedPack(PACK), frozenset({HOST}))
    client = TestClient(application(studio), base_url=f"http://{asked}:8321")
    headers = {"host": host} if host else {}
    found = client.get("/", headers=headers)
    assert found.status_code == status
    assert (status == 421) == ("Open the link that you were sent" in found.text)


PUBLIC = {
    "https://games.example.org/table": ("https://games.example.org", "games.example.org", "/table"),
    "https://Games.Example.org:443": ("https://games.example.org", "games.example.org", ""),
    "https://games.example.org:8443/": ("https://games.example.org:8443", None, ""),
    "http://localhost:9000/a/b.c/": ("http://localhost:9000", "localhost:9000", "/a/b.c"),
    "http://[::1]:80": ("http://[::1]", "[::1]", ""),
    "https://spiele.müller.example": ("https://spiele.xn--mller-kva.example", None, ""),
}


@pytest.mark.parametrize("words", PUBLIC)
def test_a_public_url_is_read_as_browsers_write_it(words: str) -> None:
    found, (origin, host, path) = public_url(words), PUBLIC[words]
    assert (found.origin, found.path, str(found)) == (origin, path, f"{origin}{path}/")
    assert host in (None, found.host)


@pytest.mark.parametrize(
    "words",
    ["games.example.org", "localhost:9000", "ftp://a.example", "https://", "https://a.example:x",
     "https://me@a.example", "https://a.example/?x", "https://a.example/#x", "https://a.example/{x}",
     "https://a.example/../x", "https://a.example//x", "https://a..example", "https://[a"],
)  # fmt: skip
def test_anything_but_a_public_url_is_refused(
    words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert invoke(["studio", str(PACK), "--public-url", words]) == USAGE
    assert f"--public-url {words}: this is not an address" in capsys.readouterr().err


GAMES = "https://games.example.org"


@pytest.mark.parametrize(
    ("host", "origin", "is_let_in"),
    [
        ("games.example.org", GAMES, True),
        (HOST, GAMES, True),  # from a proxy that names the host it connects to
        (HOST, f"http://{HOST}", True),
        ("games.example.org", "http://games.example.org", False),  # others could read along
        ("games.example.org", f"http://{HOST}", False),
        ("games.example.org", "https://example.org", False),
        ("example.org", GAMES, False),
        ("games.example.org:8443", GAMES, False),
    ],
)
def test_pages_at_the_public_url_are_accepted_as_well_as_local_ones(
    host: str, origin: str, is_let_in: bool
) -> None:
    studio = Studio(EditedPack(PACK), frozenset({HOST}), public=public_url(f"{GAMES}/table"))
    client = client_of(studio)
    for path in ("", "/table"):
        try:
            at = f"{path}/socket?key={studio.key}"
            with client.websocket_connect(at, headers={"host": host, "origin": origin}) as socket:
                assert told(socket, "files")
                assert is_let_in
        except WebSocketDisconnect:
            assert not is_let_in


def test_a_path_of_the_public_url_is_the_page_with_or_without_it() -> None:
    studio = Studio(EditedPack(PACK), frozenset({HOST}), public=public_url(f"{GAMES}/table"))
    client = client_of(studio)
    for path in ("", "/table"):
        assert client.get(f"{path}/").status_code == 200
        assert client.get(f"{path}/static/studio.js").status_code == 200
    found = client.get("/table", follow_redirects=False)
    assert found.headers["location"] == f"{GAMES}/table/"


def test_a_folder_without_a_pack_leads_to_a_new_one_and_that_to_the_studio(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert invoke(["studio", str(tmp_path)]) == BROKEN
    assert "cardwright new pack" in capsys.readouterr().err
    assert invoke(["new", "pack", str(tmp_path / "race")]) == 0
    assert f"cardwright studio {tmp_path / 'race'}" in capsys.readouterr().out
