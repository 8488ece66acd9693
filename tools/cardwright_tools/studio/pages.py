"""The studio's HTTP responses: its page and the pack's pictures.

Sets the headers: nothing is fetched from elsewhere, nothing of a pack is executed, nothing is
cached.
"""

from __future__ import annotations

import secrets
from pathlib import Path

from starlette.responses import FileResponse, HTMLResponse, PlainTextResponse, Response

STATIC = Path(__file__).parent / "static"
TYPES = {".html": "text/html", ".css": "text/css", ".js": "text/javascript"}
POLICY = (
    "default-src 'self'; img-src 'self' data:; style-src 'self' 'nonce-{nonce}'; "
    "frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
)
PICTURES = "default-src 'none'; style-src 'unsafe-inline'; sandbox"
HEADERS = {
    "X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
}  # fmt: skip


def page_response() -> Response:
    """The page; only its editor may add styles."""
    nonce = secrets.token_urlsafe(16)
    text = (STATIC / "index.html").read_text("utf-8").replace("NONCE", nonce)
    policy = POLICY.format(nonce=nonce)
    return HTMLResponse(text, headers={**HEADERS, "Content-Security-Policy": policy})


def file_response(name: str) -> Response:
    """A script or the style sheet of the page."""
    if name not in {path.name for path in STATIC.iterdir()}:
        return not_found()
    kind = TYPES.get(Path(name).suffix, "application/octet-stream")
    return FileResponse(STATIC / name, media_type=kind, headers=HEADERS)


def picture_response(path: Path | None) -> Response:
    """A picture of a pack, which is only drawn, and never executed."""
    if path is None or not path.is_file():
        return not_found()
    headers = {**HEADERS, "Content-Security-Policy": PICTURES}
    return FileResponse(path, media_type="image/svg+xml", headers=headers)


def not_found() -> Response:
    return PlainTextResponse("not found", 404, HEADERS)
