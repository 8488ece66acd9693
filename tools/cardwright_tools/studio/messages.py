"""The messages between browsers and server: JSON objects, each with `do` or `event`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

from cardwright.source.plain_json import json_value

Message: TypeAlias = dict[str, Any]
MAX_BYTES = 4_000_000
"""The size limit of a message; a file has at most 2 MB."""


class BadMessage(Exception):
    """A message from a browser is malformed."""


def read_message(text: str) -> Message:
    """Raises BadMessage."""
    found = read_object(text)
    if not isinstance(found.get("do"), str):
        raise BadMessage("a message is an object with a `do`")
    return found


def read_object(text: str) -> Message:
    """Raises BadMessage."""
    try:
        found = json_value(text)
    except ValueError:
        raise BadMessage("this is not JSON") from None
    if not isinstance(found, dict):
        raise BadMessage("this is not an object")
    return found


def text_of(message: Message, name: str) -> str:
    """The text with this name in a message. Raises BadMessage."""
    found = message.get(name)
    if not isinstance(found, str):
        raise BadMessage(f"`{name}` must be text")
    return found


def named_texts_of(message: Message, name: str) -> Mapping[str, str]:
    """The texts by name; empty if the message has none. Raises BadMessage."""
    found = message.get(name, {})
    if not isinstance(found, dict) or not all(isinstance(one, str) for one in found.values()):
        raise BadMessage(f"`{name}` has a text for each name")
    return found


def words_of(message: Message, name: str) -> tuple[str, ...]:
    """The list of texts; empty if the message has none. Raises BadMessage."""
    found = message.get(name, [])
    if not isinstance(found, list) or not all(isinstance(one, str) for one in found):
        raise BadMessage(f"`{name}` is a list of texts")
    return tuple(found)


def number_of(message: Message, name: str) -> int:
    """The whole number with this name in a message. Raises BadMessage."""
    found = message.get(name)
    if not isinstance(found, int) or isinstance(found, bool):
        raise BadMessage(f"`{name}` must be a whole number")
    return found
