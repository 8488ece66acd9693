"""File names for programs that process a whole repository."""

from __future__ import annotations

import os
from pathlib import Path
from urllib.parse import quote

from cardwright.source.real_paths import real_path


def from_root(name: str) -> str:
    """A file's path relative to the root of the repository, with `/`; unchanged if outside it.

    The root is the folder that a workflow checked out, or else the current folder.
    """
    root = real_path(Path(os.environ.get("GITHUB_WORKSPACE") or "."))
    path = Path(os.path.abspath(name))
    for way in (path, real_path(path)):
        if way.is_relative_to(root):
            return way.relative_to(root).as_posix()
    return path.as_posix()


def uri(name: str) -> str:
    """A file as a URI: relative to the root, or absolute."""
    path = from_root(name)
    quoted = quote(os.fsencode(path))  # as bytes, since a folder's name need not be UTF-8
    return f"file://{quoted}" if path.startswith("/") else quoted
