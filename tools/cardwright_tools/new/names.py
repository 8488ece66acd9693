"""Names of new things: which are valid, and titles derived from them."""

from __future__ import annotations

import re
import unicodedata

from cardwright.language.registry import keywords
from cardwright.pack.name_form import MAX_NAME_LENGTH, NAME_PATTERN, title_of
from cardwright_tools.output import USAGE, Stop


def valid_name(word: str, what: str) -> str:
    """The name itself. Raises Stop with a suggestion if it is not valid."""
    if word in keywords.reserved():
        raise Stop(f"`{word}` is a word of the language; choose another name", USAGE)
    if NAME_PATTERN.fullmatch(word) and len(word) <= MAX_NAME_LENGTH:
        return word
    near = name_of(word)
    hint = f"; `{near}` can" if near else ""
    message = f"`{word}` can't be the name of a {what}: use lower case words separated by hyphens"
    raise Stop(message + hint, USAGE)


def name_of(title: str) -> str:
    """The name derived from a title, as in `loose-shoe` for `Loose Shoe`; "" if there is none."""
    letters = unicodedata.normalize("NFKD", title).encode("ascii", "ignore").decode().lower()
    name = re.sub(r"[^a-z0-9]+", "-", letters.replace("'", ""))
    name = name.strip("-")[:MAX_NAME_LENGTH].strip("-")
    return name if NAME_PATTERN.fullmatch(name) else ""


def valid_title(title: str, otherwise: str) -> str:
    """The stripped title, or the default. Raises Stop for a title of several lines."""
    if any(unicodedata.category(letter) in _UNSEEN for letter in title):
        raise Stop("a title must be one line without tabs or control characters", USAGE)
    return title.strip() or otherwise


_UNSEEN = ("Cc", "Cs", "Zl", "Zp")


__all__ = ["name_of", "title_of", "valid_name", "valid_title"]
