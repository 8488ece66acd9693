"""Reads the manifests of all packs that a game needs, and puts each after those it requires.

Decides their order. Knows nothing about their content.
"""

from __future__ import annotations

import pathlib
from collections.abc import Sequence
from dataclasses import dataclass

from cardwright.language.graph_walks import reachable
from cardwright.pack.builder import PackBuilder
from cardwright.pack.files import manifest
from cardwright.pack.files.manifest import Manifest
from cardwright.pack.files.pack_files import FILE, MAX_BYTES, MAX_FILES, content_files, content_size
from cardwright.pack.files.pack_search import (
    MAX_PACKS,
    Resolve,
    nearby_packs,
    shipped_packs,
    similar_packs,
)
from cardwright.source.diagnostics import Report
from cardwright.source.real_paths import real_path
from cardwright.source.spelling import did_you_mean


def gather(
    folders: Sequence[pathlib.Path], resolve: Resolve, builder: PackBuilder
) -> dict[str, Manifest]:
    """The packs in these folders and all that they require, directly or indirectly, by id.

    Leaves out packs that are too large to be read together.
    """
    found, limit = dict[str, Manifest](), _SizeLimit(builder)
    for folder in folders:
        made = manifest.read(folder, builder, similar_packs(folder))
        if made is not None and made.id in found:
            _check_same_folder(made, found[made.id], builder)
        elif made is not None and limit.allows(made):
            found[made.id] = made
        else:
            builder.mark_incomplete()
    waiting = list(found.values())
    while waiting:
        pack = waiting.pop(0)
        for name, range in pack.requires.items():
            is_left_out = name in found or limit.is_exceeded
            new = None if is_left_out else _required(name, pack, resolve, builder)
            if new is not None and limit.allows(new):
                found[name] = new
                waiting.append(new)
            if name in found:
                _check_version(found[name], range, pack, builder)
    return found


def _check_same_folder(pack: Manifest, first: Manifest, builder: PackBuilder) -> None:
    """Reports two packs with one id; a pack that is named twice counts once."""
    if real_path(first.folder) != real_path(pack.folder):
        notes = ((first.span, "first declared here"),)
        builder.error("CW307", f"two packs have the same id `{pack.id}`", pack.span, "", notes)


@dataclass(slots=True)
class _SizeLimit:
    """The total size of the packs of a game."""

    builder: PackBuilder
    packs: int = 0
    files: int = 0
    size: int = 0
    is_exceeded: bool = False

    def allows(self, pack: Manifest) -> bool:
        """Whether another pack can be read, too; reports once if it can't."""
        first = pack.folder / FILE
        self.packs += 1
        self.files += 1 + len(content_files(pack.folder, Report()))
        self.size += content_size(pack.folder) + (first.stat().st_size if first.is_file() else 0)
        full = self.files > MAX_FILES or self.size > MAX_BYTES or self.packs > MAX_PACKS
        # if one pack alone is too large, a more detailed error follows
        over = full and self.packs > 1
        if over and not self.is_exceeded:
            message = f"a game can have at most {MAX_PACKS} packs, with {MAX_FILES:,} files"
            self.builder.error("CW303", f"{message} and {MAX_BYTES:,} bytes", pack.span)
            self.builder.mark_incomplete()
        self.is_exceeded = over
        return not over


def _required(name: str, by: Manifest, resolve: Resolve, builder: PackBuilder) -> Manifest | None:
    assert by.node is not None
    node = dict(by.node.items_of("requires"))[name]
    if not builder.check_name(name, node.key_span):
        builder.mark_incomplete()
        return None
    folder = resolve(name)
    made = manifest.read(folder, builder) if folder else None
    if made is not None and made.id == name:
        return made
    builder.mark_incomplete()
    if folder is None or made is not None:
        known = {*nearby_packs(by.folder), *shipped_packs()}
        help = did_you_mean(name, known) or "put it next to this pack"
        builder.error("CW304", f"the required pack `{name}` was not found", node.key_span, help)
    return None


def _check_version(required: Manifest, range: str, by: Manifest, builder: PackBuilder) -> None:
    if required.node is None or by.node is None or manifest.satisfies(required.version, range):
        return
    node = dict(by.node.items_of("requires"))[required.id]
    message = f"found `{required.id}` in version {required.version}"
    builder.error("CW305", message, node.span, f"{by.id} requires {range}")


def sort_packs(packs: dict[str, Manifest], builder: PackBuilder) -> list[Manifest]:
    """Each pack after those it requires, else by id: a topological order.

    The order in which packs are given makes no difference.
    """
    left, done = dict(sorted(packs.items())), list[Manifest]()
    while left:
        ready = [p for p in left.values() if not any(r in left for r in p.requires)]
        if not ready:
            ready = [_break_cycle(left, builder)]
        done.append(ready[0])
        del left[ready[0].id]
    return done


def _break_cycle(left: dict[str, Manifest], builder: PackBuilder) -> Manifest:
    """Reports a cycle of packs; returns the one to take first."""
    trail = [next(iter(left))]
    while (following := next(r for r in left[trail[-1]].requires if r in left)) not in trail:
        trail.append(following)
    trail = trail[trail.index(following) :]
    first = left[min(trail)]
    assert first.node is not None
    circle = [*trail, trail[0]]
    start = circle.index(first.id)
    names = [*circle[start:-1], *circle[:start], first.id]
    node = dict(first.node.items_of("requires"))[names[1]]
    text = " requires ".join(f"`{name}`" for name in names)
    builder.error("CW306", f"packs require each other in a circle: {text}", node.key_span)
    return first


def all_required(pack: Manifest, packs: dict[str, Manifest]) -> set[str]:
    """The ids of all packs that a pack requires, directly or indirectly."""
    found = reachable(pack.requires, lambda name: packs[name].requires if name in packs else ())
    return packs.keys() & found
