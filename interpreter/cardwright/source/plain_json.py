"""JSON that others have written: it may be no JSON, or of any depth."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from cardwright.source.bounded_files import file_bytes


def json_value(text: str | bytes) -> Any:
    """The value of a JSON text.

    Raises ValueError where it is none, or has more lists inside each other than Python can read.
    """
    try:
        return json.loads(text)
    except RecursionError:
        raise ValueError("this JSON has too many lists or mappings inside each other") from None


def json_file(path: Path) -> Any:
    """The value of a JSON file. Raises OSError, also for one that is too large, and ValueError."""
    return json_value(file_bytes(path))
