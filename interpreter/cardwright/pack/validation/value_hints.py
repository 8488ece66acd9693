"""Hints for a value of a wrong type, and for keys: how to write what the author may have meant.

Responsible for the help texts. Their examples have the expected type, with the author's own
numbers if these can be found. Knows nothing about what values mean.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from cardwright.pack.validation.unmarked_effects import bar_hint, is_statement
from cardwright.source.document import Path, Value
from cardwright.source.edits import Suggestion
from cardwright.source.patterns import lazy_pattern
from cardwright.source.spelling import did_you_mean, nearest, one_of

_NUMBERS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_NUMBER = rf"(?:\d{{1,3}}|{'|'.join(_NUMBERS)})"
_NUMBER_LIST = lazy_pattern(rf"{_NUMBER}(?: *(?:-|\u2013|,|to|or|and) *{_NUMBER})*", re.ASCII)
_RANGE = lazy_pattern(rf"({_NUMBER}) *(?:-|\u2013|to) *({_NUMBER})", re.ASCII)
_OFTEN = lazy_pattern(
    r"(?:once|one|1)(?: time)?,? (?:an?|each|every|per|in a|during) ([a-z][a-z0-9-]*)"
)
_YES_OR_NO = ("yes", "no", "on", "off")
_LIMIT = "as in `once per turn`, with the name of a rule"
_VERSION = lazy_pattern(r"\d+(?:\.\d+)*", re.ASCII)
_KEY_WITHOUT_SPACE = lazy_pattern(r"[a-z][a-z0-9-]*:(?=\S)")
_WITH_EQUALS = lazy_pattern(r"([a-z][\w -]*?) *= *(.{1,60})")
_KEYS = (
    ("cost", "do", "only options and effects on cards have a cost; begin `do` with "
                   "`pay 1 COUNTER`"),
    ("cost", "", "a printed number is declared under `fields` of the kind; the cost of an effect "
                 "is written with it, as in `event: {cost: 1 COUNTER, do: ...}`"),
    ("with", "window", "the menu gets what the event knows, for each name in its own `takes`"),
    *((word, "window", "write `asks`, as in `asks: players`")
      for word in ("players", "who", "by", "asked", "for")),
    ("do", "window", "players reply with the options of its `menu`; for what just happens, write "
                     "`when: ...` and `do: ...`"),
    ("do", "forbid", "for what happens in its place, write `instead of: ...` and `do: ...`"),
    *((word, "each player", "write how many each player has: `each player: 2`; how many belong "
                            "to nobody is written in the section `pieces`")
      for word in ("count", "quantity", "amount", "number", "copies")),
    ("owner", "each player", "write how many each player has, as in `each player: 2`"),
    ("subtract", "add", "write a number below zero, as in `add: -1`"),
    ("size", "shape", "write `wide` and `high`"),
    *((word, "shape", "write `picture`") for word in ("image", "file", "svg")),
    *((word, "shape", "write `at`, as in `at: [20, 35]`") for word in ("x", "y", "position")),
    *((word, "shape", "the `title` of a thing is written where the thing is declared")
      for word in ("label", "title", "name")),
    *((word, "seen by", "write who sees it: `seen by: owner`, or `seen by: count` to show how many")
      for word in ("hidden from", "hidden", "visible to", "visible", "shown to", "secret")),
    *((word, "is", "write `is`, as in `is: card`") for word in ("is a", "is an", "kind of")),
    ("prevent", "forbid", "write `forbid: ...`"),
    *((word, "when", f"write `when: {word} ...`") for word in ("after", "before")),
    *((word, "when", "write `when: after ...` with an event, as in `when: after placing PIECE`")
      for word in ("on", "trigger", "event")),
    *((word, "copies", "write its picture in `look`, as in `look: {ID: {picture: ID.png}}`")
      for word in ("image", "picture", "art")),
    *((word, "type", "declare the words as an enum, in the section `enums`, and write its name as "
                     "the type") for word in ("values", "words", "choices")),
)  # fmt: skip
"""Keys of other forms: each with a key of the form in which it is written, and the help."""
_SYNONYMS = {
    meant: words.split(", ")
    for meant, words in {
        "copies": "count, quantity, amount, number",
        "text": "description, flavour, flavor",
        "title": "name, label, caption",
        "if": "condition, requires, when, only if",
        "add": "by, plus",
        "multiply": "times",
        "each player": "per player, for each player",
        "max": "maximum, limit, most",
        "min": "minimum, least",
        "start": "default, initial, value",
        "height": "rows",
        "width": "columns",
        "faces": "sides",
        "on": "at, in, location, lives on",
    }.items()
}
"""Keys with other words for them, in which nothing else needs to be said."""
MOST_WORDS = 20
"""At most this many words of an enum are listed."""
LARGEST = 999
"""The largest number that is recognised in a text."""
LEAST_LETTERS = 6
"""Shorter keys of other forms are not recognised if they are misspelt."""


def key_hint(key: str, known: Mapping[str, dict[str, Any]]) -> str:
    """How to write an unknown key, given the known ones and their schemas."""
    synonyms = ((word, one) for one, words in _SYNONYMS.items() if one in known for word in words)
    hints = {word: f"write `{one}`" for word, one in synonyms}
    hints |= {word: help for word, beside, help in reversed(_KEYS) if not beside or beside in known}
    meant = key if key in hints else nearest(key, [w for w in hints if len(w) >= LEAST_LETTERS])
    if meant in hints:
        return hints[meant]
    return _effect_key_hint(known) if key in ("effect", "effects", "do", "then") else ""


def synonym(key: str, known: Collection[str]) -> str:
    """The known key that another word stands for, or ""."""
    return next((one for one, words in _SYNONYMS.items() if key in words and one in known), "")


def _effect_key_hint(known: Mapping[str, dict[str, Any]]) -> str:
    """Which keys have effects: those of kinds that have rules."""
    schemas = ((key, schema.get("else", schema)) for key, schema in known.items())
    found = [f"`{key}`" for key, schema in schemas if schema.get("format") == "effect"]
    return f"write the effect as {one_of(found)}" if found else ""


def missing_key_hint(key: str, schema: dict[str, Any]) -> str:
    """For a missing key: `add `do: ...`: what it does`, or the words that it can have."""
    doc, words = schema.get("description", ""), words_of(schema)
    said = f"{doc[0].lower()}{doc[1:].rstrip('.')}" if doc else words
    return f"add `{key}: ...`" + (f": {said}" if said else "")


def words_of(schema: dict[str, Any]) -> str:
    """The words of an enum: `a`, `b` or `c`; "" if a value is none, or there are too many."""
    words = schema.get("else", schema).get("examples", ())
    return one_of([f"`{word}`" for word in words]) if 0 < len(words) <= MOST_WORDS else ""


def hint_for(schema: dict[str, Any], value: Value, written: str, path: Path) -> str:
    """How to write the value, which is `written` at the path; "" if the intention is unclear."""
    expected = schema.get("format")
    if words := words_of(schema):
        return f"write {words}"
    if schema.get("type") == "array":
        return _list_hint(schema, value, written)
    if expected in ("word", "text", "name") and isinstance(value, list):
        return _list_for_word_hint(path, value)
    if schema.get("type") == "object":
        return _mapping_hint(value, schema)
    if schema.get("type") == "integer" and isinstance(value, str):
        return _number_hint(value, written)
    if schema.get("type") == "boolean" and isinstance(value, str) and value not in _YES_OR_NO:
        return did_you_mean(value, ["true", "false"])
    if expected == "expression" and isinstance(value, bool):
        return Suggestion.of("write `yes` or `no`", written, "yes" if value else "no")
    if expected == "flag" and value in _YES_OR_NO:
        meant = "true" if value in ("yes", "on") else "false"
        help = f"write `{meant}`; `yes` and `no` are written in effects and expressions only"
        return Suggestion.of(help, written, meant)
    if expected == "text" and isinstance(value, int):
        return Suggestion.of("put it in quotes", written, f'"{written}"')
    if expected == "limit" and isinstance(value, int):
        return _LIMIT
    if expected == "text" and value is None:
        return "write a text after the colon, or remove the key"
    if expected == "word" and isinstance(value, int) and not isinstance(value, bool):
        return _word_hint(path, value)
    return _effect_hint(path, value) if expected == "effect" else ""


def _list_for_word_hint(path: Path, value: Sequence[Value]) -> str:
    if len(value) == 1:
        return f"write `{value[0]}`" if isinstance(value[0], str) else ""
    match path:
        case (*_, "state" | "fields", str(name)) | (*_, "state" | "fields", str(name), "type"):
            words = ", ".join(map(str, value[:MOST_WORDS]))
            return f"declare an enum, as in `enums: {{{name}: [{words}]}}`, and write its name"
    return ""


def _word_hint(path: Path, value: int) -> str:
    match path:
        case (*_, "faces"):
            return f"write `1 to {value}`, or a list of the faces"
        case ("enums" | "extend", str(), int()):
            return "numbers need no enum: declare what has them with the type `number`"
        case ("state", str()) | (*_, "state", str()):
            return f"write its type and its initial value: `{{type: number, start: {value}}}`"
        case (*_, "type") | (*_, "fields", str()):
            return "write a word; the type of numbers is `number`"
    return ""


def _effect_hint(path: Path, value: Value) -> str:
    if isinstance(value, dict) and any(map(is_statement, value)) and isinstance(path[-1], str):
        return bar_hint(path[-1])
    if isinstance(value, list):
        return "write `|`, and each statement on its own line below it"
    return "write an effect, as in `gain 1 COUNTER`, or remove the key"


def _mapping_hint(value: Value, schema: dict[str, Any]) -> str:
    if value is None:
        return "indent what belongs to it below the key, or remove the key"
    if isinstance(value, str) and (glued := _KEY_WITHOUT_SPACE.match(value)):
        return f"add a space after `{glued[0]}`"
    if isinstance(value, str) and (equal := _WITH_EQUALS.fullmatch(value)):
        return f"write `{equal[1]}: {equal[2]}`"
    if isinstance(value, int) and not isinstance(value, bool):
        return f"write the key that it is the value of, as in `{{KEY: {value}}}`"
    if isinstance(value, list) and value and all(isinstance(item, dict) for item in value):
        return "its entries are not a list: leave out each `- `, and indent them equally"
    names, required = _possible_keys(value), schema.get("required", ())
    if isinstance(value, str) and (first := _for_first_key(value, schema)):
        return first
    if required and schema.get("properties", {}).get(required[0], {}).get("type") == "integer":
        return f"as in `{{{', '.join(f'{key}: ...' for key in required)}}}`"
    if names and required:
        return f"as in `{{{required[0]}: {names[0]}}}`"
    if names or (isinstance(value, str) and required):
        return f"as in `{{{(names or required)[0]}: ...}}`"
    return ""


def _for_first_key(value: str, schema: dict[str, Any]) -> str:
    """Help for a text where only certain keys can be, and none must: the first has a text."""
    keys, free = schema.get("properties", {}), schema.get("additionalProperties", True)
    first = next(iter(keys), "")
    if free or value in keys or schema.get("required") or not first:
        return ""
    said = value if keys[first].get("format") in ("text", "word") else "..."
    return f"as in `{{{first}: {said}}}`"


def text_hint(schema: dict[str, Any], value: Value) -> str:
    """For a text that does not have the expected form."""
    said = _OFTEN.fullmatch(value) if isinstance(value, str) else None
    if schema.get("format") == "version" and (numbers := _VERSION.search(str(value))):
        return f"write only numbers and points, as in `{numbers[0]}`"
    if schema.get("format") == "limit":
        often = "write `once per RULE`; to allow it more often, count the uses in a state"
        return f"write `once per {said[1]}`" if said else often
    return ""


def size_hint(schema: dict[str, Any], value: Value, written: str) -> str:
    """For a list of numbers with too few or too many items: a list of the right size."""
    return _list_hint(schema, value, written) if _is_number_list(schema) else ""


def _list_hint(schema: dict[str, Any], value: Value, written: str) -> str:
    if _is_number_list(schema):
        items, pair = schema["items"], schema.get("maxItems") == 2
        most = items.get("maximum", LARGEST)
        possible = range(items.get("minimum", 0), most + 1)
        return _number_list_hint(value, pair, possible, written)
    if value is None and (words := words_of(schema.get("items", {}))):
        return f"write a list in brackets, of {words}"
    if word := _as_list_item(value):
        return f"put it in brackets, as in `[{word}]`"
    return "begin each item with `- `" if isinstance(value, dict) else ""


def _number_list_hint(value: Value, pair: bool, possible: range, written: str) -> str:
    """How to write these numbers, or the first and the last of them. If they are more than one,
    without a gap, nothing else can be meant.
    """
    found = intended_numbers(value)
    if not found or any(number not in possible for number in found):
        return f"as in `{[2, 4] if pair else [2, 3]}`"
    said = f"{[min(found), max(found)] if pair else found}"
    is_range = len(found) > 1 and found == [*range(found[0], found[-1] + 1)]
    return Suggestion.only(f"write `{said}`", written, said) if is_range else f"write `{said}`"


def _number_hint(text: str, written: str) -> str:
    found = intended_numbers(text)
    if len(found) == 1:
        help = "remove the quotes" if text.isdigit() else f"write `{found[0]}`"
        return Suggestion.of(help, written, str(found[0]))
    if len(found) > 1 and _RANGE.fullmatch(text.strip().lower()):
        return f"write `{', '.join(map(str, found))}`"
    return "write one whole number, as in `2`" if found else "write digits, as in `2`"


def intended_numbers(value: Value) -> list[int]:
    """The numbers that were meant: `2-4` is 2, 3 and 4. Empty if some are unclear."""
    if isinstance(value, list | dict):
        items = list(value.values() if isinstance(value, dict) else value)
        each = [intended_numbers(item) for item in items]
        return [number for some in each for number in some] if all(each) else []
    if isinstance(value, str) and (ends := _RANGE.fullmatch(value.strip().lower())):
        return list(range(_number(ends[1]), _number(ends[2]) + 1))
    if isinstance(value, bool) or not isinstance(value, str | int):
        return []
    text = str(value).strip().lower()
    return [*map(_number, re.findall(_NUMBER, text))] if _NUMBER_LIST.fullmatch(text) else []


def _number(word: str) -> int:
    return _NUMBERS.index(word) + 1 if word in _NUMBERS else int(word)


def _is_number_list(schema: dict[str, Any]) -> bool:
    items = schema.get("items")
    return isinstance(items, dict) and items.get("type") == "integer"


def _as_list_item(value: Value) -> str:
    """The value as an item of a list in brackets; "" if it is not words."""
    return value if isinstance(value, str) and value.islower() else ""


def _possible_keys(value: Value) -> list[str]:
    """The words of a text or a list, which may have been meant as keys."""
    items = value if isinstance(value, list) else [value]
    return [item for item in items if isinstance(item, str) and " " not in item]
