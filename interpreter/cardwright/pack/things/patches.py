"""Applies patches: changes to printed values of things, and to options, of other packs.

Decides how a patch names its target, and which patches conflict. Knows nothing about values.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Sequence

from cardwright.board.declarations import Thing
from cardwright.language.declared import Option
from cardwright.language.inflection import article
from cardwright.language.syntax.parser import shared_parser
from cardwright.language.vocabulary.verbs import VERBS
from cardwright.pack.builder import PackBuilder
from cardwright.pack.files.conflicts import Related
from cardwright.pack.forms.form_schemas import inline_schema
from cardwright.pack.rules.carried_rules import patched_option
from cardwright.pack.sections import Entry, Sections, entries
from cardwright.pack.things.thing_builder import ThingBuilder
from cardwright.pack.validation.validator import Validator
from cardwright.pack.validation.yaml_node import YamlNode
from cardwright.source.document import Value
from cardwright.source.patterns import lazy_pattern

Done = dict[tuple[str, str, str], YamlNode]
_PATCHED_OPTION = Validator(inline_schema("patched-option"))
TARGET_PATTERN = lazy_pattern(r"(?:(?P<pack>[^:/]+):)?(?:(?P<kind>[^:/]+)/)?(?P<id>[^:/]+)")


def apply_patches(
    sections: Sections, things: ThingBuilder, related: Related, builder: PackBuilder
) -> list[Entry]:
    """Applies `patch: {base:rocket: {points: 3}}`, after all things have their values.

    A pack may patch again what a pack that it requires has patched; two unrelated packs conflict.
    Returns the patches for which there is no thing; they may be for options.
    """
    done: Done = {}
    others: list[Entry] = []
    for entry in entries(sections, "patch", builder):
        if entry.node.value is None:
            continue  # has been reported as invalid
        found = _things(entry.key, entry.node, builder)
        if not found:
            others.append(entry)
        if len(found) != 1:
            continue
        (target,) = found
        usable = things.validator(target.kind, whole=False).validate(entry.node, builder.report)
        if usable is not None:
            fresh: dict[str | int, Value] = {
                key: node.value for key, node in _unpatched(target, usable, done, related, builder)
            }
            _drop_effects(target, fresh, builder)
            things.fill_values(target, usable.with_value(fresh))
            target.values["title"] = target.title
    return others


def patch_options(
    others: Sequence[Entry], sections: Sections, related: Related, builder: PackBuilder
) -> None:
    """Applies `patch: {base:trade: {cost: 2 gold}}`, after all options are declared."""
    done: Done = {}
    options = builder.declared.options
    for entry in others:
        match = TARGET_PATTERN.fullmatch(entry.key)
        found = (n for n, option in enumerate(options) if match and _names_option(match, option))
        at = next(found, None)
        if at is None:
            _report_no_target(entry.key, entry.node, sections, builder)
        elif (usable := _PATCHED_OPTION.validate(entry.node, builder.report)) is not None:
            changes = dict(_unpatched(options[at], usable, done, related, builder))
            options[at] = patched_option(options[at], changes, builder)


def _names_option(match: re.Match[str], option: Option) -> bool:
    is_one = match["kind"] in (None, "option") and match["pack"] in (None, option.pack)
    return is_one and match["id"] == option.id


def _drop_effects(target: Thing, fresh: Container[str | int], builder: PackBuilder) -> None:
    effects = builder.declared.effects
    effects[:] = [e for e in effects if e.bearer is not target or e.slot not in fresh]


def _unpatched(
    target: Thing | Option, node: YamlNode, done: Done, related: Related, builder: PackBuilder
) -> Iterator[tuple[str, YamlNode]]:
    """The fields of a patch, without those that another patch has already changed."""
    for name, item in node.items():
        key = (target.kind if isinstance(target, Thing) else "", target.id, name)
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


def _things(key: str, node: YamlNode, builder: PackBuilder) -> list[Thing]:
    """The things that a target may mean; reports it if there are several."""
    board = builder.board
    match = TARGET_PATTERN.fullmatch(key)
    found = _matching(match, builder) if match else []
    if len(found) > 1 and isinstance(node.value, dict):
        names = [str(name) for name in node.value]
        found = [t for t in found if all(board.field(t.kind, n) for n in names)] or found
    if len(found) > 1:
        ways = " or ".join(f"`{t.pack}:{t.kind}/{t.id}`" for t in found)
        builder.error("CW350", f"`{key}` is ambiguous", node.key_span, f"write {ways}")
    return found


def _report_no_target(key: str, node: YamlNode, sections: Sections, builder: PackBuilder) -> None:
    match = TARGET_PATTERN.fullmatch(key)
    if match and _is_not_a_thing(key, match, node, sections, builder):
        return
    every = [t for group in builder.board.things.values() for t in group.values()]
    if help := _key_help(key, node, every, builder):
        builder.error("CW350", f"there is no `{key}` to patch", node.key_span, help)
        return
    targets: list[Thing | Option] = [*every, *builder.declared.options]
    known = [t.id if ":" not in key else f"{t.pack}:{t.id}" for t in targets]
    message = f"there is no `{key}` to patch"
    builder.defer_unknown("things", key, "CW350", message, node.key_span, known)


def _key_help(key: str, node: YamlNode, every: list[Thing], builder: PackBuilder) -> str:
    """The help for a key with a section or another pack, and for a name that is not a thing's."""
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
    options = (option for option in builder.declared.options if option.id == word)
    return next((f"write `{option.pack}:{word}: {{...}}`" for option in options), "")


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
        named = shared_parser(VERBS).defined if section == "definitions" else str
        name = named(match["id"])
        for holder in sections.built_in.get(section, ()):
            held = holder.value if isinstance(holder.value, dict) else {}
            if name in map(named, map(str, held)) and match["pack"] in (None, holder.pack):
                message = f"`{key}` is {article(what)}, and only things and options can be patched"
                builder.error("CW350", message, node.key_span, help.format(name))
                return True
    return False


def _matching(match: re.Match[str], builder: PackBuilder) -> list[Thing]:
    found = builder.board.things_named(match["id"])
    found = [t for t in found if match["pack"] in (None, t.pack)]
    return [t for t in found if match["kind"] in (None, t.kind)]
