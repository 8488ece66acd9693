"""The addresses at which a studio listens, the host names it accepts, and the links to it.

A browser says which host it requests. A page of somebody else can make it send requests here, but
not under our address: so requests for another host are refused, even if everybody may connect.
"""

from __future__ import annotations

import errno
import ipaddress
import socket
from collections.abc import Iterator, Sequence

from starlette.requests import HTTPConnection

from cardwright_tools.output import BROKEN, Stop
from cardwright_tools.studio.public_url import PublicUrl, write_public_url

HERE = "Your link on this machine"
IN_NETWORK = ("Your link on this network", "Your link on this network, by name")
PUBLIC = "Your link at the public URL"

_ELSEWHERE = {socket.AF_INET: "192.0.2.1", socket.AF_INET6: "2001:db8::1"}
"""Reserved addresses that nobody has, to find out which of our own would reach them."""


def listen(host: str, port: int) -> socket.socket:
    """Listens at an address. Raises Stop if that is impossible."""
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        return socket.create_server((host, port), family=family)
    except OSError as error:
        hint = "; choose another with --port" if error.errno == errno.EADDRINUSE else ""
        raise Stop(f"can't listen at {host}:{port}: {error.strerror}{hint}", BROKEN) from None


def names(listening: socket.socket, host: str) -> list[str]:
    """The hosts, with the port, under which others reach the socket, and then this machine."""
    address, port = listening.getsockname()[:2]
    if not ipaddress.ip_address(address).is_unspecified:
        own = [host]
    else:
        own = [*_addresses(listening.family), socket.gethostname()]
    return [write_public_url(one, port) for one in dict.fromkeys([*own, "localhost"])]


def is_for_others(listening: socket.socket) -> bool:
    """Whether other machines can reach the socket."""
    return not ipaddress.ip_address(listening.getsockname()[0]).is_loopback


def labelled_links(
    names: Sequence[str], for_others: bool, public: PublicUrl | None
) -> dict[str, str]:
    """The label of each link, beginning with the one to send to others. `names` are as returned by
    `names`."""
    found = {str(public): PUBLIC} if public else {}
    named = zip(names[:-1], IN_NETWORK, strict=False) if for_others else [(names[0], HERE)]
    for name, label in named:
        found.setdefault(f"http://{name}/", label)
    return found


def is_ours(request: HTTPConnection, hosts: frozenset[str], public: PublicUrl | None) -> bool:
    """Whether a request names this server: as one of `hosts`, by the address at which it
    arrived, or by the public URL."""
    host, (address, port) = request.headers.get("host", ""), request.scope["server"] or ("", 0)
    is_public = public is not None and host == public.host
    return (
        is_public
        or host in hosts
        or (_is_address(address) and host == write_public_url(address, port))
    )


def is_own_page(request: HTTPConnection, public: PublicUrl | None) -> bool:
    """Whether a request for which `is_ours` is true comes from the studio's page: from the host
    that it names, or from the public URL, whose proxy may name another host."""
    host, origins = request.headers.get("host", ""), {public.origin} if public else set()
    if public is None or host != public.host:
        origins.add(f"http://{host}")
    return request.headers.get("origin", "") in origins


def _addresses(family: int) -> Iterator[str]:
    """The address of this machine in its network, if it has one. Nothing is sent."""
    with socket.socket(family, socket.SOCK_DGRAM) as asking:
        try:
            asking.connect((_ELSEWHERE[socket.AddressFamily(family)], 9))
        except OSError:
            return
        yield asking.getsockname()[0]


def _is_address(words: str) -> bool:
    try:
        return bool(ipaddress.ip_address(words))
    except ValueError:
        return False
