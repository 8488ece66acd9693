"""Checks the shape of a value, and says what is wrong with it in an author's words.

jsonschema gives the verdict; here its errors become diagnostics with exact places. What was
wrong is cut out of the value, so that builders read only what they can use and no mistake is
told twice. Knows nothing of kinds, zones or rules.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from cardwright.pack.forms import Schema
from cardwright.pack.schema_predicate import fits
from cardwright.pack.value_hints import help_for, size_of
from cardwright.pack.yaml_node import Spot
from cardwright.source.diagnostics import Report
from cardwright.source.document import Path, Value
from cardwright.source.spelling import did_you_mean, nearest
from cardwright.source.text import Span

if TYPE_CHECKING:
    from jsonschema.exceptions import ValidationError

SHOWN = 40


class Shape:
    """A schema, ready to check values."""

    def __init__(self, schema: Schema) -> None:
        self._schema, self._fits = schema, fits(schema)

    def fits(self, spot: Spot) -> bool:
        """Whether nothing is wrong with the value."""
        return self._fits(spot.value)

    def check(self, spot: Spot, report: Report) -> Spot | None:
        """The spot with the value's usable part; None when nothing of it can be used.

        The spot itself is given back exactly when nothing was wrong.
        """
        if self._fits(spot.value):
            return spot
        dead: list[Path] = []
        for error in _telling(_errors(self._schema, spot.value)):
            dead += _tell(error, _below(spot, tuple(error.path)), report)
        return None if () in dead else spot.having(_without(spot.value, dead))


def _errors(schema: Schema, value: Value) -> list[ValidationError]:
    # Imported late: most packs are right, and loading it takes as long as reading a small one.
    from jsonschema import Draft202012Validator

    return list(Draft202012Validator(schema).iter_errors(value))


def _telling(errors: list[ValidationError]) -> Iterator[ValidationError]:
    """One error a place and kind; of a value of a wrong type nothing else is said.

    Nor of the items of a list that has too few or too many.
    """
    mistyped = {tuple(e.path) for e in errors if e.validator == "type"}
    missized = {tuple(e.path) for e in errors if e.validator in ("minItems", "maxItems")}
    seen: set[tuple[object, ...]] = set()
    for error in sorted(errors, key=lambda e: (list(map(str, e.path)), str(e.validator))):
        place = tuple(error.path)
        if (place in mistyped and error.validator != "type") or place[:-1] in missized - {place}:
            continue
        if (place, error.validator) not in seen:
            seen.add((place, error.validator))
            yield error


def _below(spot: Spot, path: Path) -> Spot:
    for step in path:
        assert isinstance(spot.value, dict | list)
        value: Any = spot.value
        spot = spot.at(step, value[step])
    return spot


def _tell(error: ValidationError, spot: Spot, report: Report) -> list[Path]:
    """Report one error; the paths, from the checked value, of what can't be used."""
    here = tuple(error.path)
    match error.validator:
        case "additionalProperties":
            return [(*here, key) for key in _unknown_keys(error, spot, report)]
        case "required":
            _missing_keys(error, spot, report)
            return []
        case "oneOf":
            return [here] if _one_of(error, spot, report) else []
        case "type":
            _wrong_type(error, spot, report)
        case _:
            report.error("CW324", *_bad_value(error, spot))
    return [here]


def _schema(error: ValidationError) -> dict[str, Any]:
    return error.schema if isinstance(error.schema, dict) else {}


def _unknown_keys(error: ValidationError, spot: Spot, report: Report) -> list[str | int]:
    known = _schema(error).get("properties", {})
    assert isinstance(spot.value, dict)
    unknown = [key for key in spot.value if key not in known]
    free = [key for key in known if key not in spot.value]
    only = _only_missing(_schema(error), spot)
    for key in unknown:
        span = spot.at(key, None).name
        help = did_you_mean(str(key), free) or _list(known, "the keys here are ")
        if only and nearest(str(key), free) is None:
            help = f"`{only}` is missing, and may be meant"
        report.error("CW321", f"there is no key `{key}` here", span, help)
    return unknown


def _only_missing(schema: dict[str, Any], spot: Spot) -> str:
    """The one key that is missing where one is unknown: it was meant."""
    assert isinstance(spot.value, dict)
    unknown = [key for key in spot.value if key not in schema.get("properties", {})]
    missing = [key for key in schema.get("required", []) if key not in spot.value]
    return missing[0] if len(unknown) == len(missing) == 1 and missing != ["provenance"] else ""


def _missing_keys(error: ValidationError, spot: Spot, report: Report) -> None:
    """Of a key that is only misspelt, that was said where it stands."""
    schema = _schema(error)
    assert isinstance(spot.value, dict)
    known = schema.get("properties", {})
    free = [key for key in known if key not in spot.value]
    meant = {nearest(str(key), free) for key in spot.value if key not in known}
    if known and schema.get("additionalProperties") is False:
        meant |= {_only_missing(schema, spot)} if meant <= {None} else set()
    for key in schema.get("required", []):
        if key in spot.value or key in meant:
            continue
        if key == "provenance":
            help = "say where its facts come from, as `provenance: rulebook p.4`"
            report.error("CW344", "this definition has no `provenance`", spot.head, help)
        else:
            help = str(known.get(key, {}).get("description", ""))
            report.error("CW323", f"the key `{key}` is missing", spot.head, help)


def _one_of(error: ValidationError, spot: Spot, report: Report) -> bool:
    names = [one["required"][0] for one in _schema(error)["oneOf"]]
    assert isinstance(spot.value, dict)
    found = [name for name in spot.value if name in names]
    wanted = _list(names, "", "or")
    if not found:
        # A misspelt one is an unknown key already, where there is a list of known keys.
        known = _schema(error).get("properties", {})
        if known and any(key not in known for key in spot.value):
            return True
        report.error("CW325", f"one of {wanted} is missing", spot.head, _slip(spot, names))
    else:
        message = f"`{found[0]}` and `{found[1]}` can't stand together"
        help = f"exactly one of {wanted}"
        report.error("CW325", message, spot.at(found[1], None).name, help)
    return True


def _slip(spot: Spot, names: list[str]) -> str:
    assert isinstance(spot.value, dict)
    hints = ((key, nearest(str(key), names)) for key in spot.value)
    return next((f"did you mean `{near}` by `{key}`?" for key, near in hints if near), "")


def _wrong_type(error: ValidationError, spot: Spot, report: Report) -> None:
    schema, value = _schema(error), spot.value
    expected = schema.get("title") or "something else"
    found, help = kind_of(value), help_for(expected, schema, value)
    if expected in ("a number", "a whole number"):
        expected = "a whole number"
        found = shown(value) if isinstance(value, str) and not value.isdigit() else found
    if spot.path[-1:] == ("id",) and isinstance(value, int):
        help = f"ids are words, as `card-{value}`"
    message = f"{label(spot)} takes {expected}, not {found}"
    report.error("CW322", message, _visible(spot), help)


def _visible(spot: Spot) -> Span:
    """The value, or its key when nothing is written."""
    return spot.span if spot.value is not None else spot.name


def _bad_value(error: ValidationError, spot: Spot) -> tuple[str, Span, str]:
    limit: Any = error.validator_value
    what = label(spot)
    match error.validator:
        case "enum":
            words = [str(word) for word in limit]
            help = did_you_mean(str(spot.value), words) or _list(words, "it takes ", "or")
            return f"{what} can't be {shown(spot.value)}", spot.span, help
        case "minimum":
            return f"{what} is at least {limit}", spot.span, ""
        case "maximum":
            return f"{what} is at most {limit}", spot.span, ""
        case "maxLength":
            return f"{what} has at most {limit:,} characters", spot.span, ""
        case "maxProperties":
            return f"{what} has at most {limit} keys", spot.span, ""
        case "minLength":
            return f"{what} is empty", spot.span, ""
        case "minItems" | "maxItems":
            title = _schema(error).get("title") or f"{limit} items"
            return f"{what} takes {title}", spot.span, size_of(_schema(error), spot.value)
        case _:
            title = _schema(error).get("title") or "something else"
            return f"{what} takes {title}, not {shown(spot.value)}", spot.span, ""


def label(spot: Spot) -> str:
    """The words for a value: its key, or that of its list."""
    if spot.path and isinstance(spot.path[-1], int):
        keys = [step for step in spot.path if isinstance(step, str)]
        return f"an item of `{keys[-1]}`" if keys else "an item"
    return f"`{spot.path[-1]}`" if spot.path else "this"


def kind_of(value: Value) -> str:
    """The words for what kind of value this is."""
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return "true or false"
    names = {int: "a number", str: "a text", list: "a list", dict: "a mapping"}
    return names[type(value)]


def shown(value: Value) -> str:
    """A value in a message, cut short."""
    if isinstance(value, dict | list):
        return kind_of(value)
    text = str(value).lower() if isinstance(value, bool) else str(value)
    text = " ".join(text.split())
    return f"`{text if len(text) <= SHOWN else text[: SHOWN - 1] + '…'}`"


def _list(words: Any, before: str, last: str = "and") -> str:
    quoted = [f"`{word}`" for word in words]
    if len(quoted) > 20:
        return ""
    joined = f" {last} ".join([", ".join(quoted[:-1]), quoted[-1]] if quoted[1:] else quoted)
    return before + joined if quoted else ""


def _without(value: Value, dead: list[Path]) -> Value:
    """A copy less these paths; items of lists become None, so that the others keep theirs."""
    kept = copy.deepcopy(value)
    for path in dead:
        holder: Any = kept
        for step in path[:-1]:
            holder = holder[step] if _holds(holder, step) else None
        if isinstance(holder, dict):
            holder.pop(path[-1], None)
        elif isinstance(holder, list) and isinstance(path[-1], int):
            holder[path[-1]] = None
    return kept


def _holds(holder: Any, step: str | int) -> bool:
    if isinstance(holder, dict):
        return step in holder
    return isinstance(holder, list) and isinstance(step, int) and step < len(holder)
