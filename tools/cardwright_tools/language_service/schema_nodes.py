"""The parts of a schema that apply at a place in a file, and what they say about it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from cardwright_tools.language_service.yaml_cursor import ITEM, YamlCursor

Schema = Mapping[str, Any]


def nodes_at(
    schema: Schema, path: tuple[str, ...], root: Schema, place: YamlCursor
) -> Iterator[Schema]:
    """The schemas of the value at a path, which the place is at or in."""
    is_around = len(path) == (0 if place.is_key else 1)
    for node in plain(schema, root, place.beside if is_around else ()):
        if not path:
            yield node
        elif (below := _below(node, path[0])) is not None:
            yield from nodes_at(below, path[1:], root, place)


def _below(node: Schema, step: str) -> Schema | None:
    if step == ITEM:
        return node.get("items")
    further = node.get("additionalProperties")
    return node.get("properties", {}).get(step) or (further if isinstance(further, dict) else None)


def plain(node: Schema, root: Schema, keys: Collection[str] = ()) -> Iterator[Schema]:
    """The schema itself, or those that it refers to or chooses from, for a mapping with these
    keys."""
    if "$ref" in node:
        yield from plain(root["$defs"][str(node["$ref"]).rpartition("/")[2]], root, keys)
        return
    if (chosen := _chosen(node, keys)) is not None:
        yield from plain(chosen, root, keys)
        return
    branches = [node[key] for key in ("then", "else") if key in node]
    branches += [one for key in ("anyOf", "oneOf", "allOf") for one in node.get(key, ())]
    branches = [one for one in branches if isinstance(one, dict)]
    for branch in branches:
        yield from plain(branch, root, keys)
    if not branches or "properties" in node or "type" in node:
        yield node


def _chosen(node: object, keys: Collection[str]) -> Schema | None:
    """The branch that a schema chooses for a mapping that has these keys; None if others decide."""
    if not isinstance(node, dict) or "then" not in node:
        return None
    needed = node["if"].get("required", ())
    if needed and all(name in keys for name in needed):
        return dict(node["then"])
    return _chosen(node["then"], keys) or _chosen(node.get("else"), keys)


def described(node: Schema, root: Schema) -> str:
    """What a schema says about its values."""
    return str(node.get("description") or next(plain(node, root), {}).get("title", ""))
