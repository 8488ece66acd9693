"""Resolves paths."""

from __future__ import annotations

import os
from pathlib import Path


def real(path: Path) -> Path:
    """The absolute path without links.

    A loop of links, for which `resolve` raises an error before Python 3.13, is returned as it is;
    opening it will fail.
    """
    return Path(os.path.realpath(path))
