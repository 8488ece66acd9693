"""Validates YAML nodes against schemas, with errors in an author's terms.

jsonschema finds the errors; this turns them into diagnostics with exact spans, and removes the
invalid parts from the value, so that builders read only what is usable and no error is reported
twice. Responsible for these messages. Knows nothing about kinds, zones or rules.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import takewhile
from typing import TYPE_CHECKING, Any

from cardwright.pack.validation.schema_predicate import compile_predicate
from cardwright.pack.validation.swallowed_keys import report_swallowed_keys
from cardwright.pack.validation.unlisted_items import report_unlisted_item
from cardwright.pack.validation.unmarked_effects import (
    bar_hint,
    emptied_keys,
    first_statement,
    indent_hint,
    is_statement,
)
from cardwright.pack.validation.value_hints import (
    hint_for,
    key_hint,
    missing_key_hint,
    size_hint,
    synonym,
    text_hint,
)
from cardwright.pack.validation.value_types import WORDS, Schema
from cardwright.pack.validation.yaml_node import YamlNode
from cardwright.source.budget import may_describe
from cardwright.source.diagnostics import Report
from cardwright.source.document import Path, Value
from cardwright.source.patterns import lazy_pattern
from cardwright.source.spelling import did_you_mean, is_typo, nearest, one_of
from cardwright.source.text import Span
from cardwright.source.yaml_blocks import line_of_block

if TYPE_CHECKING:
    from jsonschema.exceptions import ValidationError

MAX_SHOWN = 40
_TWO_WORDS = lazy_pattern(r"([a-z][\w-]*) ([\w-]+)")
"""A key and its value, if the colon between them is missing."""


class Validator:
    """A compiled schema."""

    def __init__(self, schema: Schema) -> None:
        self.schema, self._fits = schema, compile_predicate(schema)

    def is_valid(self, node: YamlNode) -> bool:
        """Whether a node is valid; if it is, its document remembers that."""
        memo, key = node.document.memo, (self, node.path)
        if memo.get(key, memo) is node.value:
            return True
        if not self._fits(node.value):
            return False
        memo[key] = node.value
        return True

    def validate(self, node: YamlNode, report: Report) -> YamlNode | None:
        """The node with the usable part of its value; None if no part is usable.

        Returns the node itself if, and only if, it is valid.
        """
        if self.is_valid(node):
            return node
        if not may_describe(report, node.id_span):
            return None
        unusable: list[Path] = []
        for error in _relevant(_schema_errors(self.schema, node.value), node):
            unusable += _report(error, _node_at(node, tuple(error.path)), report)
        return None if () in unusable else node.with_value(_without_paths(node.value, unusable))


def _schema_errors(schema: Schema, value: Value) -> list[ValidationError]:
    # Imported late: most packs are valid, and this import takes as long as reading a small one.
    from jsonschema import Draft202012Validator

    return list(Draft202012Validator(schema).iter_errors(value))


def _relevant(errors: list[ValidationError], node: YamlNode) -> Iterator[ValidationError]:
    """One error for each path and keyword, without those that follow from another error.

    A value of a wrong type has no other errors, and neither do the items of a list of a wrong size
    and the statements of an effect whose key lacks its `|`.
    """
    unmarked, emptied = _unmarked_effects(errors, node)
    mistyped = {tuple(e.path) for e in errors if e.validator == "type"}
    missized = {tuple(e.path) for e in errors if e.validator in ("minItems", "maxItems")}
    seen: set[tuple[object, ...]] = set()
    for error in sorted(errors, key=lambda e: (list(map(str, e.path)), str(e.validator))):
        place = tuple(error.path)
        if (place in mistyped and error.validator != "type") or place[:-1] in missized - {place}:
            continue
        if place in emptied or (place in unmarked and error.validator != "additionalProperties"):
            continue
        if (place, error.validator) not in seen:
            seen.add((place, error.validator))
            yield error


def _unmarked_effects(errors: list[ValidationError], node: YamlNode) -> tuple[set[Path], set[Path]]:
    """The paths of effects whose keys lack their `|`, and of keys with a `|` that have nothing
    below it because the statements are indented too little.
    """
    about_keys = [e for e in errors if e.validator == "additionalProperties"]
    found = [(tuple(e.path), _node_at(node, tuple(e.path)), _known(e)) for e in about_keys]
    unmarked = {path for path, held, known in found if first_statement(held, known)}
    emptied = {(*path, key) for path, held, known in found for key in emptied_keys(held, known)}
    return unmarked, emptied


def _node_at(node: YamlNode, path: Path) -> YamlNode:
    for step in path:
        assert isinstance(node.value, dict | list)
        value: Any = node.value
        node = node.child(step, value[step])
    return node


def _report(error: ValidationError, node: YamlNode, report: Report) -> list[Path]:
    """Reports one error; returns the paths, relative to the validated value, of the unusable
    parts.
    """
    here = tuple(error.path)
    match error.validator:
        case "additionalProperties":
            return [(*here, key) for key in _unknown_keys(error, node, report)]
        case "required":
            return [(*here, *path) for path in _missing_keys(error, node, report)]
        case "oneOf":
            return [here] if _one_of(error, node, report) else []
        case "type":
            _wrong_type(error, node, report)
        case _:
            report.error("CW324", *_value_error(error, node))
    return [here]


def _schema(error: ValidationError) -> dict[str, Any]:
    return error.schema if isinstance(error.schema, dict) else {}


def _known(error: ValidationError) -> dict[str, dict[str, Any]]:
    """The keys that a mapping may have, with their schemas."""
    known: dict[str, dict[str, Any]] = _schema(error).get("properties", {})
    return known


def _unknown_keys(error: ValidationError, node: YamlNode, report: Report) -> list[str | int]:
    known = _known(error)
    assert isinstance(node.value, dict)
    unknown = [key for key in node.value if key not in known]
    if statement := first_statement(node, known):
        span = node.child(statement, None).key_span
        report.error("CW321", f"unknown key `{statement}`", span, bar_hint(str(node.path[-1])))
        return unknown
    unlisted = report_unlisted_item(node, unknown, known, report)
    free = [key for key in known if key not in node.value]
    only = _only_missing(_schema(error), node)
    emptied = emptied_keys(node, known)
    said = [key for key in unknown if is_statement(key)][1:] if emptied else []
    said += unlisted
    for key in (key for key in unknown if key not in said):
        span = node.child(key, None).key_span
        hint = key_hint(str(key), known)
        if only:
            otherwise = f"if you did not mean that, {hint}" if hint else "did you mean that?"
            hint = f"`{only}` is missing; {otherwise}"
        block = line_of_block(span.source.text, span.start) if " " in str(key) else ""
        help = did_you_mean(str(key), free) or hint or block or _join_words(known, "expected ")
        help = block if block and is_statement(key) else help
        if meant := _without_colon(str(key), node.value[key], free):
            help = f"write `{meant}: {str(key).removeprefix(meant).strip()}`"
        elif node.value[key] is None and re.match(r"\s*[,}]", span.source.text[span.end :]):
            help = "in braces a comma ends a value: put the text before it in quotes"
        if is_statement(key) and emptied:
            help = indent_hint(emptied[-1])
        report.error("CW321", f"unknown key `{key}`", span, help)
    return [*unknown, *emptied]


def _without_colon(key: str, value: Value, free: Sequence[str]) -> str:
    """The key that `provenance house` begins with, if only its colon is missing."""
    return next((one for one in free if value is None and key.startswith(f"{one} ")), "")


def _only_missing(schema: dict[str, Any], node: YamlNode) -> str:
    """The missing required key, if exactly one is missing and one is unknown: it was meant."""
    assert isinstance(node.value, dict)
    unknown = [key for key in node.value if key not in schema.get("properties", {})]
    missing = [key for key in schema.get("required", []) if key not in node.value]
    return missing[0] if len(unknown) == len(missing) == 1 and missing != ["provenance"] else ""


def _missing_keys(error: ValidationError, node: YamlNode, report: Report) -> list[Path]:
    """Reports missing keys, except those that an unknown key seems to be meant for. Returns the
    paths, relative to the node, of texts that they are a part of by mistake.
    """
    schema = _schema(error)
    assert isinstance(node.value, dict)
    known = schema.get("properties", {})
    free = [key for key in known if key not in node.value]
    odd = [key for key in node.value if key not in known]
    required = schema.get("required", [])
    meant = {nearest(str(key), free) or _without_colon(str(key), node.value[key], free)
             or synonym(str(key), required) for key in odd}  # fmt: skip
    if known and schema.get("additionalProperties") is False:
        meant |= {_only_missing(schema, node)} if meant <= {None, ""} else set()
    missing = [key for key in required if key not in {*node.value} | meant]
    texts, swallowed = report_swallowed_keys(node, known, missing, report)
    for key in missing:
        if key in swallowed:
            continue
        if key == "provenance":
            _no_provenance(node, report)
        else:
            help = missing_key_hint(key, known.get(key, {}))
            report.error("CW323", f"the key `{key}` is missing", node.id_span, help)
    return texts


def _no_provenance(node: YamlNode, report: Report) -> None:
    """Reports a definition without provenance; if the whole file has none, the file, once. Not if
    a key at the top of the file is a misspelt `provenance`.
    """
    top = node.document.value
    if isinstance(top, dict) and any(is_typo(str(key), "provenance") for key in top):
        return
    span, message = node.id_span, "this definition has no `provenance`"
    help = "say where its facts come from, as in `provenance: house` for a card of your own, "
    help += "or `provenance: rulebook p.4`"
    if _has_none(node.document.source.text):
        span, message = _first_key(node), "no definition of this file has a `provenance`"
        help = "say at the top of the file where its facts come from, as in `provenance: house` "
        help += "for your own game, or in each definition, as in `provenance: rulebook p.4`"
    report.error("CW344", message, span, help)


def _first_key(node: YamlNode) -> Span:
    """The first key of the file that a node is in; of a file without keys, the node's id."""
    top = node.document.value
    first = next(iter(top), None) if isinstance(top, dict) else None
    return node.id_span if first is None else node.document.keys[(first,)]


@lru_cache(maxsize=1)
def _has_none(text: str) -> bool:
    """Whether a file says nothing about provenance; asked for each of its definitions."""
    return "provenance" not in text


def _one_of(error: ValidationError, node: YamlNode, report: Report) -> bool:
    names = [one["required"][0] for one in _schema(error)["oneOf"]]
    assert isinstance(node.value, dict)
    found = [name for name in node.value if name in names]
    expected = _join_words(names, "")
    if not found:
        # A misspelt one is reported as an unknown key, if the schema lists the known ones.
        known = _schema(error).get("properties", {})
        if known and any(key not in known for key in node.value):
            return True
        report.error(
            "CW325", f"one of {expected} is missing", node.id_span, _typo_hint(node, names)
        )
    else:
        message = f"`{found[0]}` and `{found[1]}` can't be used together"
        help = f"use exactly one of {expected}"
        report.error("CW325", message, node.child(found[1], None).key_span, help)
    return True


def _typo_hint(node: YamlNode, names: list[str]) -> str:
    assert isinstance(node.value, dict)
    hints = ((key, nearest(str(key), names)) for key in node.value)
    said = next((f"did you mean `{near}` instead of `{key}`?" for key, near in hints if near), "")
    known: dict[str, dict[str, Any]] = {name: {} for name in names}
    return said or next(filter(None, (key_hint(str(key), known) for key in node.value)), "")


def _wrong_type(error: ValidationError, node: YamlNode, report: Report) -> None:
    schema, value = _schema(error), node.value
    expected = schema.get("title") or "something else"
    found = type_name(value)
    help = hint_for(schema, value, node.span.text, node.path)
    if schema.get("type") == "array" and len(items := _without_brackets(node)) > 1:
        if value is None:
            return  # a further item of a list, which is reported at its first one
        help = f"put it in brackets, as in `[{', '.join(items)}]`"
    if schema.get("format") == "number":
        found = abbreviate(value) if isinstance(value, str) and not value.isdigit() else found
    if node.path[-1:] == ("id",) and isinstance(value, int):
        help = f"ids are words, as in `card-{value}`"
    key = _TWO_WORDS.fullmatch(str(node.path[-1])) if node.path and value is None else None
    help = help or (f"write `{key[1]}: {key[2]}`" if key else "")
    message = f"{label(node)} must be {expected}, not {found}"
    report.error("CW322", message, node.span if node.value is not None else node.key_span, help)


def _without_brackets(node: YamlNode) -> list[str]:
    """The items of `red, blue` in `{colour: red, blue}`, if a node is one of these. To YAML, all
    but the first are keys without a value."""
    above = node.document.at(node.path[:-1]) if node.path else None
    if not isinstance(above, dict) or node.path[-1] not in above:
        return []
    keys = [*above]
    first = keys.index(node.path[-1])
    while first > 0 and above[keys[first]] is None:
        first -= 1
    others = takewhile(lambda key: above[key] is None, keys[first + 1 :])
    value = above[keys[first]]
    return [value, *map(str, others)] if isinstance(value, str) else []


def _value_error(error: ValidationError, node: YamlNode) -> tuple[str, Span, str]:
    limit: Any = error.validator_value
    what = label(node)
    match error.validator:
        case "enum":
            words = [str(word) for word in limit]
            help = did_you_mean(str(node.value), words) or _join_words(words, "expected ")
            return f"{what} can't be {abbreviate(node.value)}", node.span, help
        case "minimum":
            help = "to leave it out, remove it" if node.path[-1:] == ("copies",) else ""
            return f"{what} must be at least {limit}", node.span, help
        case "maximum":
            return f"{what} must be at most {limit}", node.span, ""
        case "maxLength":
            return f"{what} can have at most {limit:,} characters", node.span, ""
        case "maxProperties":
            return f"{what} can have at most {limit} keys", node.span, ""
        case "pattern" if limit == WORDS:
            return f"{what} can't be empty", node.span, ""
        case "minItems" | "maxItems":
            title = _schema(error).get("title") or f"{limit} items"
            help = size_hint(_schema(error), node.value, node.span.text)
            return f"{what} must be {title}", node.span, help
        case _:
            title = _schema(error).get("title") or "something else"
            said = f"{what} must be {title}, not {abbreviate(node.value)}"
            return said, node.span, text_hint(_schema(error), node.value)


def label(node: YamlNode) -> str:
    """A node as messages name it: by its key, or that of its list."""
    if node.path and isinstance(node.path[-1], int):
        keys = [step for step in node.path if isinstance(step, str)]
        return f"an item of `{keys[-1]}`" if keys else "an item"
    return f"`{node.path[-1]}`" if node.path else "this"


def type_name(value: Value) -> str:
    """A value's type, as messages name it."""
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return "true or false"
    names = {int: "a number", str: "text", list: "a list", dict: "a mapping"}
    return names[type(value)]


def abbreviate(value: Value) -> str:
    """A value as it is quoted in a message, cut short if it is long."""
    if isinstance(value, dict | list):
        return type_name(value)
    text = str(value).lower() if isinstance(value, bool) else str(value)
    text = " ".join(text.split())
    return f"`{text if len(text) <= MAX_SHOWN else text[: MAX_SHOWN - 1] + '…'}`"


def _join_words(words: Any, before: str) -> str:
    quoted = [f"`{word}`" for word in words]
    if len(quoted) > 20:
        return ""
    return before + one_of(quoted) if quoted else ""


def _without_paths(value: Value, unusable: list[Path]) -> Value:
    """A copy without these paths; items of lists become None, so that indexes stay."""
    kept = copy.deepcopy(value)
    for path in unusable:
        holder: Any = kept
        for step in path[:-1]:
            holder = holder[step] if _has_step(holder, step) else None
        if isinstance(holder, dict):
            holder.pop(path[-1], None)
        elif isinstance(holder, list) and isinstance(path[-1], int):
            holder[path[-1]] = None
    return kept


def _has_step(holder: Any, step: str | int) -> bool:
    if isinstance(holder, dict):
        return step in holder
    return isinstance(holder, list) and isinstance(step, int) and step < len(holder)
