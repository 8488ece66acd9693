"""Which values in YAML are texts of code, and what names those have that are no effects and no
expressions: events, ends of lasting effects, limits, keywords.

Such a text names declarations of certain sorts only, which its last words tell.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from cardwright.language.registry.verb import Verb
from cardwright.language.vocabulary.abilities import ABILITIES
from cardwright.language.vocabulary.verbs import VERBS
from cardwright_tools.language_service.yaml_cursor import ITEM

CHECKED = ("effect_text", "expression_text")
"""The texts in which the checker says which names fit."""
EVENTS = ("event_text", "timed_event_text", "duration_text")
_BY_FORMAT = {
    "effect": "effect_text", "expression": "expression_text", "limit": "limit_text",
    "keyword": "keyword_text", "reset": "reset_text",
}  # fmt: skip
_BY_KEY = {"cost": "cost_text", "until": "duration_text"}
"""Keys whose texts are expressions according to the schema, but have a grammar of their own."""
_NAMED = {
    "limit_text": ("rule",), "reset_text": ("rule",), "keyword_text": ("keyword",),
    "cost_text": ("state", "kind"), "property_text": ("definition", "field"),
}  # fmt: skip


def start_of(schema: Mapping[str, Any], path: Sequence[str]) -> str:
    """The start symbol of the text with this schema at this path; "" if it is no code."""
    found = _BY_FORMAT.get(str(schema.get("format")), "")
    if found != "expression_text":
        return found
    if path[-3:-1] == ("abilities", ITEM) and (kind := ABILITIES.get(path[-1])):
        return "expression_text" if kind.silences else f"{kind.pattern}_text"
    return _BY_KEY.get(path[-1], found)


def named_by(start: str, words: Sequence[str]) -> Collection[str]:
    """The sorts of declarations that the name after these words can stand for."""
    if start not in EVENTS:
        return _NAMED.get(start, ())
    last = words[-1] if words else ""
    if last in VERBS.by_gerund:
        return ("kind", "enum") if VERBS.by_gerund[last].forbidden else ("kind",)
    return {"changing": ("state",), "option": ("option",)}.get(last, ("rule",))


def events(*, forbids: bool) -> list[Verb]:
    """The verbs that an event may name; prohibitions may also name choices."""
    return [verb for verb in VERBS.all if verb.event or (verb.forbidden and forbids)]
