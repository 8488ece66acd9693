"""Applies patches: changes to printed values of things that other packs define.

Owns how a patch names its target, and which patches conflict. Knows nothing of values.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterator

from cardwright.board.model import Thing
from cardwright.language.inflection import article
from cardwright.pack.builder import PackBuilder
from cardwright.pack.conflicts import Related
from cardwright.pack.sections import Sections, entries
from cardwright.pack.thing_builder import ThingBuilder
from cardwright.pack.yaml_node import YamlNode
from cardwright.source.document import Value

TARGET_PATTERN = re.compile(r"(?:(?P<pack>[^:/]+):)?(?:(?P<kind>[^:/]+)/)?(?P<id>[^:/]+)")


def apply_patches(
    sections: Sections, things: ThingBuilder, related: Related, builder: PackBuilder
) -> None:
    """Apply `patch: {base:rocket: {points: 3}}`, after all things have their values.

    A pack may patch again what a pack that it requires has patched; two others conflict.
    """
    done: dict[tuple[str, str, str], YamlNode] = {}
    for entry in entries(sections, "patch", builder):
        if entry.node.value is None:
            continue  # reported as invalid
        target = _target(entry.key, entry.node, sections, builder)
        if target is None:
            continue
        usable = things.validator(target.kind, whole=False).validate(entry.node, builder.report)
        if usable is not None:
            fresh: dict[str | int, Value] = {
                key: node.value for key, node in _unpatched(target, usable, done, related, builder)
            }
            _drop_effects(target, fresh, builder)
            things.fill_values(target, usable.with_value(fresh))
            target.values["title"] = target.title


def _drop_effects(target: Thing, fresh: Container[str | int], builder: PackBuilder) -> None:
    effects = builder.declared.effects
    effects[:] = [e for e in effects if e.bearer is not target or e.slot not in fresh]


def _unpatched(
    target: Thing,
    node: YamlNode,
    done: dict[tuple[str, str, str], YamlNode],
    related: Related,
    builder: PackBuilder,
) -> Iterator[tuple[str, YamlNode]]:
    """The fields of a patch, without those that another one has changed already."""
    for name, item in node.items():
        key = (target.kind, target.id, name)
        first = done.get(key)
        if first is None or (first.pack != item.pack and related(first.pack, item.pack)):
            done[key] = item
            yield name, item
            continue
        what = f"`{name}` of `{target.pack}:{target.id}`"
        message, help = f"{what} is patched twice by `{item.pack}`", "remove one of them"
        if first.pack != item.pack:
            message = f"`{item.pack}` and `{first.pack}` both patch {what}"
            help = "make one require the other; its patch then applies last"
        notes = ((first.key_span, "first patched here"),)
        builder.error("CW351", message, item.key_span, help, notes)


def _target(key: str, node: YamlNode, sections: Sections, builder: PackBuilder) -> Thing | None:
    board = builder.board
    match = TARGET_PATTERN.fullmatch(key)
    found = _matching(match, builder) if match else []
    if len(found) > 1 and isinstance(node.value, dict):
        names = [str(name) for name in node.value]
        found = [t for t in found if all(board.field(t.kind, n) for n in names)] or found
    if len(found) == 1:
        return found[0]
    if found:
        ways = " or ".join(f"`{t.pack}:{t.kind}/{t.id}`" for t in found)
        builder.error("CW350", f"`{key}` is ambiguous", node.key_span, f"write {ways}")
        return None
    if match and _is_not_a_thing(key, match, node, sections, builder):
        return None
    every = [t for group in board.things.values() for t in group.values()]
    if help := _meant(key, node, every, sections, builder):
        builder.error("CW350", f"there is no `{key}` to patch", node.key_span, help)
        return None
    known = [t.id if ":" not in key else f"{t.pack}:{t.id}" for t in every]
    message = f"there is no `{key}` to patch"
    builder.defer_unknown("things", key, "CW350", message, node.key_span, known)
    return None


def _meant(
    key: str, node: YamlNode, every: list[Thing], sections: Sections, builder: PackBuilder
) -> str:
    """Help for a key with a section or another pack, and for what is no thing."""
    word = re.split(r"[\s:/]", key)[-1]
    below = node.value if isinstance(node.value, dict) else {}
    for thing in every:
        if thing.id == word or isinstance(below.get(thing.id), dict):
            return f"write `{thing.pack}:{thing.id}: {{...}}`"
    for kind in builder.board.kinds.values():
        if word in kind.fields and not kind.fields[word].printed:
            return (
                f"to change its bounds or its start, use `extend: {{{kind.name}: {{state: ...}}}}`"
            )
    options = (item for holder in sections.built_in.get("options", ()) for item in _ids(holder))
    return "to change what an option does, use `instead of: RULE`" if word in options else ""


def _ids(holder: YamlNode) -> Iterator[Value]:
    items = holder.value if isinstance(holder.value, list) else []
    return (item.get("id") for item in items if isinstance(item, dict))


_NOT_THINGS = {
    "rules": ("rule", "to replace it, use `instead of: {0}` under `abilities`"),
    "definitions": ("definition", "to change its value, use `modify: {0}` under `abilities`"),
    "menus": ("menu", "to add to it, use `options` with `menu: {0}`"),
    "zones": ("zone", "zones of other packs can't be changed"),
    "state": ("cell of state", "to change it, use an effect, as in `set {0} to ...`"),
    "kinds": ("kind", "to add to it, use `extend: {{{0}: ...}}`"),
    "enums": ("enum", "to add to it, use `extend: {{{0}: [...]}}`"),
}
"""By section, what can't be patched, and what to write instead."""


def _is_not_a_thing(
    key: str, match: re.Match[str], node: YamlNode, sections: Sections, builder: PackBuilder
) -> bool:
    """Whether a key names something without printed values; reports it if so."""
    for section, (what, help) in _NOT_THINGS.items():
        name = match["id"]
        if section == "definitions":
            name = name.split(" ")[0]  # without what it takes
        for holder in sections.built_in.get(section, ()):
            held = holder.value if isinstance(holder.value, dict) else {}
            names = [str(name).split(" ")[0] for name in held]
            if name in names and match["pack"] in (None, holder.pack):
                message = f"`{key}` is {article(what)}, and only things can be patched"
                builder.error("CW350", message, node.key_span, help.format(name))
                return True
    return False


def _matching(match: re.Match[str], builder: PackBuilder) -> list[Thing]:
    found = builder.board.bearers(match["id"])
    found = [t for t in found if match["pack"] in (None, t.pack)]
    return [t for t in found if match["kind"] in (None, t.kind)]
