"""What browsers and server send each other: JSON objects, each with `do` or `event`."""

from __future__ import annotations

import json
from typing import Any, TypeAlias

Message: TypeAlias = dict[str, Any]
MAX_BYTES = 4_000_000
"""Of one message: a file has at most 2 MB."""


class BadMessage(Exception):
    """What a browser sent is no message of ours."""


def read_message(text: str) -> Message:
    """Raises BadMessage."""
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        raise BadMessage("this is no JSON") from None
    if not isinstance(found, dict) or not isinstance(found.get("do"), str):
        raise BadMessage("a message is an object with a `do`")
    return found


def text_of(message: Message, name: str) -> str:
    """A text of a message. Raises BadMessage."""
    found = message.get(name)
    if not isinstance(found, str):
        raise BadMessage(f"`{name}` must be text")
    return found


def number_of(message: Message, name: str) -> int:
    """A whole number of a message. Raises BadMessage."""
    found = message.get(name)
    if not isinstance(found, int) or isinstance(found, bool):
        raise BadMessage(f"`{name}` must be a whole number")
    return found
