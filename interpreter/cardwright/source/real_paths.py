"""Where paths lead to."""

from __future__ import annotations

import os
from pathlib import Path


def real(path: Path) -> Path:
    """The absolute path without links. A loop of links, of which `resolve` makes an error before
    Python 3.13, leads nowhere else, and whoever opens it says so."""
    return Path(os.path.realpath(path))
