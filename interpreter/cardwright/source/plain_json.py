"""JSON from strangers: it may be malformed, arbitrarily deep, or have millions of values."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from cardwright.source.bounded_files import MAX_VALUES, file_bytes, has_too_many_values


def json_value(text: str | bytes) -> Any:
    """The value of a JSON text.

    Raises ValueError if it is malformed, has more than `MAX_VALUES` values, or is nested more
    deeply than Python can read.
    """
    if has_too_many_values(text if isinstance(text, bytes) else text.encode("utf-8", "replace")):
        raise ValueError(f"this JSON has more than {MAX_VALUES:,} values")
    try:
        return json.loads(text)
    except RecursionError:
        raise ValueError("this JSON has too many lists or mappings inside each other") from None


def json_file(path: Path) -> Any:
    """The value of a JSON file. Raises OSError, also if it is too large, and ValueError."""
    return json_value(file_bytes(path))
