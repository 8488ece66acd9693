"""A form: the keys that a mapping in a pack's files may have, and the keys that many share."""

from __future__ import annotations

from cardwright.source.records import dataclass


@dataclass(frozen=True, slots=True)
class Key:
    """`type` is a name of TYPES, a form, `list of X`, `map of X`, or `X or Y`.

    `names` says what its words refer to, so that an editor can offer the declared ones.
    """

    name: str
    type: str
    doc: str
    required: bool = False
    names: str = ""


@dataclass(frozen=True, slots=True)
class Form:
    """A mapping with these keys and no others; exactly one of `one_of` must be written."""

    name: str
    doc: str
    keys: tuple[Key, ...]
    one_of: tuple[str, ...] = ()


TITLE = Key("title", "text", "The displayed name.")
TEXT = Key("text", "text", "The printed text.")
DO = Key("do", "effect", "What it does.", required=True)
TITLED = (TITLE, TEXT, Key("provenance", "text", "Where the facts come from."))
CONDITION = Key("if", "expression", "The condition under which it applies.")
LIMIT = Key("limit", "limit", "`once per RULE`: once each time the rule runs.")
COST = Key("cost", "expression", "What is paid first, as in `1 gold`.")
KEYWORDS = Key("keywords", "list of printed-keyword", "Keywords, some with a number.")
