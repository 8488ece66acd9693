"""The public URL of a studio behind a proxy or a forwarded port, as set by its host.

Only the host's setting counts: a header such as X-Forwarded-Host could come from anybody.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from urllib.parse import urlsplit

from cardwright_tools.output import USAGE, Stop

PORTS = {"http": 80, "https": 443}
_PATH = re.compile(r"(/[A-Za-z0-9_~-][A-Za-z0-9_.~-]*)*/?")
_WRONG = (
    "--public-url {}: this is not an address such as https://games.example.org/ or "
    "https://example.org/table/"
)


@dataclass(frozen=True, slots=True)
class PublicUrl:
    """`host` includes the port, as browsers write it; `path` is the prefix of our paths."""

    scheme: str
    host: str
    path: str = ""

    @property
    def origin(self) -> str:
        return f"{self.scheme}://{self.host}"

    def __str__(self) -> str:
        return f"{self.origin}{self.path}/"


def public_url(words: str) -> PublicUrl:
    """Raises Stop."""
    try:
        parts = urlsplit(words)
        host, port = (parts.hostname or "").encode("idna").decode(), parts.port
    except ValueError:
        raise Stop(_WRONG.format(words), USAGE) from None
    more = parts.query or parts.fragment or "@" in parts.netloc
    if parts.scheme not in PORTS or not host or more or not _PATH.fullmatch(parts.path):
        raise Stop(_WRONG.format(words), USAGE)
    return PublicUrl(
        parts.scheme, write_public_url(host, port, parts.scheme), parts.path.rstrip("/")
    )


def write_public_url(host: str, port: int | None, scheme: str = "http") -> str:
    """The address as browsers write it: in lower case, and without the default port."""
    name = f"[{host}]" if ":" in host else host.lower()
    return name if port in (None, PORTS[scheme]) else f"{name}:{port}"
