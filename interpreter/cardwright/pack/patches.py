"""Patches: printed values of what another pack has defined."""

from __future__ import annotations

import re
from collections.abc import Container, Iterator

from cardwright.board.model import Thing
from cardwright.language.nounwords import article
from cardwright.pack.builder import Link
from cardwright.pack.conflicts import Related
from cardwright.pack.sections import Sections, entries
from cardwright.pack.thing_builder import Things
from cardwright.pack.yaml_node import Spot
from cardwright.source.document import Value

TARGET = re.compile(r"(?:(?P<pack>[^:/]+):)?(?:(?P<kind>[^:/]+)/)?(?P<id>[^:/]+)")


def patch(sections: Sections, things: Things, related: Related, link: Link) -> None:
    """`patch: {base:rocket: {points: 3}}`, after all things have their values.

    A pack may patch again what a pack that it requires has patched.
    """
    done: dict[tuple[str, str, str], Spot] = {}
    for entry in entries(sections, "patch", link):
        if entry.spot.value is None:
            continue  # its shape was told
        target = _target(entry.key, entry.spot, sections, link)
        if target is None:
            continue
        usable = things.shape(target.kind, whole=False).check(entry.spot, link.report)
        if usable is not None:
            fresh: dict[str | int, Value] = {
                key: spot.value for key, spot in _fresh(target, usable, done, related, link)
            }
            _drop_effects(target, fresh, link)
            things.fill(target, usable.having(fresh))
            target.values["title"] = target.title


def _drop_effects(target: Thing, fresh: Container[str | int], link: Link) -> None:
    effects = link.declared.effects
    effects[:] = [e for e in effects if e.bearer is not target or e.slot not in fresh]


def _fresh(
    target: Thing,
    spot: Spot,
    done: dict[tuple[str, str, str], Spot],
    related: Related,
    link: Link,
) -> Iterator[tuple[str, Spot]]:
    """The fields that no other patch has changed."""
    for name, item in spot.items():
        key = (target.kind, target.id, name)
        first = done.get(key)
        if first is None or (first.pack != item.pack and related(first.pack, item.pack)):
            done[key] = item
            yield name, item
            continue
        what = f"`{name}` of `{target.pack}:{target.id}`"
        message, help = f"{what} is patched twice by `{item.pack}`", "keep one of them"
        if first.pack != item.pack:
            message = f"`{item.pack}` patches {what}, and so does `{first.pack}`"
            help = "let one require the other: then its patch is the last word"
        notes = ((first.name, "the first patch"),)
        link.report.error("CW351", message, item.name, help, notes)


def _target(key: str, spot: Spot, sections: Sections, link: Link) -> Thing | None:
    board = link.declared.board
    match = TARGET.fullmatch(key)
    found = _matching(match, link) if match else []
    if len(found) > 1 and isinstance(spot.value, dict):
        names = [str(name) for name in spot.value]
        found = [t for t in found if all(board.field(t.kind, n) for n in names)] or found
    if len(found) == 1:
        return found[0]
    if found:
        ways = " or ".join(f"`{t.pack}:{t.kind}/{t.id}`" for t in found)
        link.report.error("CW350", f"`{key}` is more than one definition", spot.name, ways)
        return None
    if match and _is_text(key, match, spot, sections, link):
        return None
    every = [t for group in board.things.values() for t in group.values()]
    known = [t.id if ":" not in key else f"{t.pack}:{t.id}" for t in every]
    link.unknown("things", key, "CW350", f"there is no `{key}` to patch", spot.name, known)
    return None


_TEXTS = {
    "rules": ("rule", "`instead of: {0}`, among `abilities`, puts another effect in its place"),
    "definitions": ("definition", "`modify: {0}`, among `abilities`, changes what it gives"),
    "menus": ("menu", "`options` with `menu: {0}` add to it"),
    "zones": ("zone", "what another pack says of it stays so"),
    "state": ("cell of state", "an effect sets it, as `set {0} to ...`"),
    "kinds": ("kind", "`extend: {{{0}: ...}}` adds to it"),
    "enums": ("enum", "`extend: {{{0}: [...]}}` adds to it"),
}
"""What is no thing, by section; and what to do instead of patching it."""


def _is_text(key: str, match: re.Match[str], spot: Spot, sections: Sections, link: Link) -> bool:
    """Whether this names what is no thing, and so has no printed values; a report if so."""
    for section, (what, help) in _TEXTS.items():
        for holder in sections.own.get(section, ()):
            held = holder.value if isinstance(holder.value, dict) else {}
            names = [str(name).split(" ")[0] for name in held]
            if match["id"] in names and match["pack"] in (None, holder.pack):
                message = f"`{key}` is {article(what)}, and only things are patched"
                link.report.error("CW350", message, spot.name, help.format(match["id"]))
                return True
    return False


def _matching(match: re.Match[str], link: Link) -> list[Thing]:
    found = link.declared.board.bearers(match["id"])
    found = [t for t in found if match["pack"] in (None, t.pack)]
    return [t for t in found if match["kind"] in (None, t.kind)]
