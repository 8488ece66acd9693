"""Resolves paths."""

from __future__ import annotations

import os
from pathlib import Path


def real_path(path: Path) -> Path:
    """The absolute path without links.

    A loop of links, for which `resolve` raises an error before Python 3.13, is returned as it is;
    opening it will fail.
    """
    return Path(os.path.realpath(path))


def is_inside(path: Path, folder: Path) -> bool:
    """Whether a path leads into a folder, or is the folder, once links are followed."""
    return real_path(path).is_relative_to(real_path(folder))
