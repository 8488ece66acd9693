"""JSON Schemas of the forms: those that are published for editors, and those for validation.

Both come from the same table, so that editors and the checker can't disagree.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import TypeAlias

from cardwright.pack.forms.form import Key
from cardwright.pack.forms.forms import FORMS, SECTIONS
from cardwright.pack.forms.rule_forms import ABILITIES
from cardwright.pack.validation.value_types import MAX_KEYS, TYPES, Json, Schema

DIALECT = "https://json-schema.org/draft/2020-12/schema"


Reference: TypeAlias = Callable[[str], Schema]


def type_schema(text: str, reference: Reference) -> Schema:
    """The schema of a type's words; `reference` returns the schema of a form."""
    if text.startswith("list of ") and " or " not in text:
        items = type_schema(text.removeprefix("list of "), reference)
        return {"type": "array", "title": "a list", "items": items}
    if text.startswith("map of "):
        each = type_schema(text.removeprefix("map of "), reference)
        return {"type": "object", "title": "a mapping", "additionalProperties": each}
    if " or " in text:
        short, _, long = text.partition(" or ")
        return _either(short, long, reference)
    if text == "patched":
        return {"title": "a value"}
    return TYPES[text] if text in TYPES else reference(text)


def _either(short: str, long: str, reference: Reference) -> Schema:
    """Chooses by the value's JSON type, so that an error is about the intended alternative."""
    shape = "array" if long.startswith("list of ") else "object"
    then = type_schema(long, reference)
    return {"if": {"type": shape}, "then": then, "else": type_schema(short, reference)}


def form_schema(name: str, reference: Reference) -> Schema:
    """The schema of a form, or of `ability`, which is one of several."""
    if name == "ability":
        return _ability(reference)
    form = FORMS[name]
    properties: dict[str, Json] = {
        key.name: type_schema(key.type, reference) | _bounds(key) | {"description": key.doc}
        for key in form.keys
    }
    required: list[Json] = [key.name for key in form.keys if key.required]
    made: Schema = {"type": "object", "title": "a mapping", "description": form.doc}
    made |= {"properties": properties, "required": required, "additionalProperties": False}
    return made | (_exactly_one(form.one_of) if form.one_of else {})


def _bounds(key: Key) -> Schema:
    return {"maxProperties": MAX_KEYS} if key.type.startswith("map of ") else {}


def _exactly_one(names: tuple[str, ...]) -> Schema:
    return {"oneOf": [{"required": [name]} for name in names]}


def _ability(reference: Reference) -> Schema:
    heads = {"type": "object", "title": "a mapping", **_exactly_one(tuple(ABILITIES))}
    chain: Json = False
    for head, form in reversed(ABILITIES.items()):
        chain = {"if": {"required": [head]}, "then": reference(form), "else": chain}
    return {"if": heads, "then": chain, "else": heads}


@cache
def inline_schema(name: str) -> Schema:
    """The schema of a form with all others inlined."""
    return form_schema(name, inline_schema)


def published_schemas() -> dict[str, Schema]:
    """The published schemas: `pack` for pack.yaml, `content` for all other files."""
    return {"pack": _published("manifest", ["module"]), "content": _content()}


def _reference(name: str) -> Schema:
    return {"$ref": f"#/$defs/{name}"}


def _published(name: str, others: list[str]) -> Schema:
    definitions: dict[str, Json] = {other: form_schema(other, _reference) for other in others}
    return {"$schema": DIALECT, **form_schema(name, _reference), "$defs": definitions}


def _content() -> Schema:
    """Things may have any keys here: packs declare their fields."""
    names = [*(name for name in FORMS if name not in ("manifest", "module")), "ability"]
    definitions: dict[str, Json] = {name: form_schema(name, _reference) for name in names}
    definitions["thing"] = {**form_schema("thing", _reference), "additionalProperties": True}
    sections: dict[str, Json] = {
        key.name: {**type_schema(key.type, _reference), "description": key.doc}
        for key in SECTIONS.values()
    }
    made: Schema = {"$schema": DIALECT, "title": "a mapping", "type": "object"}
    made |= {"description": "A content file of a pack: a mapping of sections."}
    things = type_schema("list of thing", _reference)
    return made | {"properties": sections, "additionalProperties": things, "$defs": definitions}
