"""JSON that others have written: it may be no JSON, or of any depth."""

from __future__ import annotations

import json
from typing import Any


def json_value(text: str | bytes) -> Any:
    """The value of a JSON text.

    Raises ValueError where it is none, or has more lists inside each other than Python can read.
    """
    try:
        return json.loads(text)
    except RecursionError:
        raise ValueError("this JSON has too many lists or mappings inside each other") from None
