"""Definitions that were added to a list in a file or removed from it, if nothing else has changed.

Finds these items, and updates the reading, the index and the declarations. A thing may be added or
removed like this if its item alone defines it, nothing mentions its id, and it has only values and
effects.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, replace
from itertools import compress, count
from operator import attrgetter, not_
from typing import TypeVar

from cardwright.board.declarations import Thing
from cardwright.board.model import Board
from cardwright.language.declared import Declared, Effect
from cardwright.pack.board.kinds import printed_names, slots
from cardwright.pack.load import MAX_THINGS
from cardwright.source.diagnostics import Report
from cardwright.source.document import Document, Path, Value
from cardwright_tools.check.incremental.changed_things import (
    is_free,
    is_plain,
    occurs_once,
    thing_of_item,
)
from cardwright_tools.check.incremental.edits import Place, TextIndex, holders
from cardwright_tools.check.incremental.lints import Change
from cardwright_tools.check.incremental.positions import Stale

Some = TypeVar("Some")
WRITTEN = frozenset({"id", "title", "text", "provenance"})


@dataclass(frozen=True, slots=True)
class Shift:
    """A change of a section in a file: at the item `at`, how many are `gone` and `new`."""

    file: str
    section: str | int
    at: int
    gone: int
    new: int

    def now(self, path: Path) -> Path | None:
        """The current path of something in the file; None if it is gone."""
        if path[:1] != (self.section,) or len(path) < 2 or not isinstance(path[1], int):
            return path
        if path[1] < self.at:
            return path
        moved = (path[0], path[1] + self.new - self.gone, *path[2:])
        return moved if path[1] >= self.at + self.gone else None

    def is_new(self, path: Path) -> bool:
        at = path[1] if path[:1] == (self.section,) and len(path) > 1 else -1
        return isinstance(at, int) and self.at <= at < self.at + self.new

    def items(self, number: int) -> list[Path]:
        return [(self.section, self.at + one) for one in range(number)]


def shift_between(old: Document, new: Document) -> Shift | None:
    """The shift between two readings; None if all lists have as many items as before. Raises
    Stale if there is more than one such list, or if its other items differ."""
    pairs = _lists(old.value, new.value)
    if not pairs:
        return None
    if len(pairs) > 1:
        raise Stale
    ((section, (one, other)),) = pairs.items()
    least = min(len(one), len(other))
    at = next((n for n in range(least) if one[n] != other[n]), least)
    following = next((n for n in range(least - at) if one[-1 - n] != other[-1 - n]), least - at)
    found = Shift(
        old.source.name, section, at, len(one) - at - following, len(other) - at - following
    )
    if found.new and found.gone:
        raise Stale
    return found


def _lists(old: Value, new: Value) -> dict[str | int, tuple[list[Value], list[Value]]]:
    """The sections that are lists whose length has changed."""
    if not isinstance(old, dict) or not isinstance(new, dict):
        return {}
    both = {name: (old[name], new[name]) for name in old if name in new}
    return {
        name: (one, other)
        for name, (one, other) in both.items()
        if isinstance(one, list) and isinstance(other, list) and len(one) != len(other)
    }


def with_same_items(old: Document, new: Document, shift: Shift) -> Document:
    """The old reading with items added and removed. Raises Stale if anything else changed."""
    assert isinstance(old.value, dict)
    one = old.value[shift.section]
    added = [new.at(item) for item in shift.items(shift.new)]
    assert isinstance(one, list)
    items = [*one[: shift.at], *added, *one[shift.at + shift.gone :]]
    value: Value = {**old.value, shift.section: items}

    def merged(old: Mapping[Path, Some], new: Mapping[Path, Some]) -> dict[Path, Some]:
        moved = {now: made for path, made in old.items() if (now := shift.now(path)) is not None}
        if moved.keys() | {path for path in new if shift.is_new(path)} != new.keys():
            raise Stale
        return {path: new[path] if shift.is_new(path) else moved[path] for path in new}

    keys, values = merged(old.keys, new.keys), merged(old.values, new.values)
    return Document(old.source, value, keys, values, merged(old.styles, new.styles))


@dataclass(frozen=True, slots=True)
class Items:
    """Things and their effects that are new in a file, in order, and those that are gone."""

    shift: Shift
    new: Sequence[tuple[Thing, Sequence[Effect]]]
    gone: Sequence[Thing]
    beside: Thing
    """The thing before them; if they are the first, the one after them."""
    are_first: bool

    @property
    def things(self) -> list[Thing]:
        return [*self.gone, *(thing for thing, _ in self.new)]

    def change(self, declared: Declared) -> Change:
        """The change to lint again; `declared` are the old declarations."""
        gone = [one for one in declared.effects if any(one.bearer is t for t in self.gone)]
        return Change([*gone, *(effect for _, some in self.new for effect in some)], self.things)


def items_of(
    shift: Shift,
    documents: tuple[Mapping[str, Document], Mapping[str, Document]],
    index: TextIndex,
    declared: Declared,
) -> Items:
    """The things added and removed by a shift between two readings of all files. Raises Stale."""
    before, after = documents
    are_first = shift.at == 0
    neighbour = shift.at + shift.gone if are_first else shift.at - 1
    beside = index.things.get((shift.file, (shift.section, neighbour)))
    gone = [index.things.get((shift.file, item)) for item in shift.items(shift.gone)]
    if beside is None:
        raise Stale
    kind, board = beside.kind, declared.board
    for thing, item in zip(gone, shift.items(shift.gone), strict=True):
        if thing is None or thing.kind != kind or not is_plain(thing, declared):
            raise Stale
        only_values(before[shift.file], item, kind, board)
        was, _ = thing_of_item(thing, item, before[shift.file], declared, Report())
        bearers = [one.bearer for one in declared.options]
        bearers += [one.bearer for one in declared.abilities]
        sources = (document.source for document in before.values())
        if (
            replace(was, span=thing.span) != thing
            or any(bearer is thing for bearer in bearers)
            or not occurs_once(thing.id, sources)
        ):
            raise Stale
    new = [_new_thing(item, beside, after, shift.file, declared) for item in shift.items(shift.new)]
    left = len(board.things[kind]) - len(gone)
    total = sum(board.count(one.name) for one in board.kinds.values() if not one.parent)
    if left < 2 or total + len(new) > MAX_THINGS or board.row_kind(kind):
        raise Stale
    return Items(shift, new, [thing for thing in gone if thing], beside, are_first)


def _new_thing(
    item: Path, like: Thing, after: Mapping[str, Document], file: str, declared: Declared
) -> tuple[Thing, Sequence[Effect]]:
    report, board = Report(), declared.board
    only_values(after[file], item, like.kind, board)
    thing, effects = thing_of_item(like, item, after[file], declared, report)
    sources = (document.source for document in after.values())
    if len(report) or thing.by_players or thing.copies > 1 or not is_plain(thing, declared):
        raise Stale
    if any(effect.used for effect in effects) or not is_free(thing.id, board):
        raise Stale
    if not occurs_once(thing.id, sources):
        raise Stale
    return thing, effects


def only_values(document: Document, item: Path, kind: str, board: Board) -> None:
    """Raises Stale for an item with more than values and effects."""
    value = document.at(item)
    known = {*WRITTEN, *printed_names(board, kind), *slots(board, kind)}
    if not isinstance(value, dict) or not known.issuperset(map(str, value)):
        raise Stale


def declare(
    beside: Thing,
    are_first: bool,
    new: Sequence[tuple[Thing, Sequence[Effect]]],
    gone: Sequence[Thing],
    declared: Declared,
) -> Declared:
    """The declarations with new things after or before `beside`, and without the gone ones."""
    group = declared.board.things[beside.kind]
    left, every = {*map(id, gone)}, [*group.values()]
    at = [*map(id, every)].index(id(beside)) + (not are_first)
    following = every[at:]
    if [thing.id for thing in gone] == [thing.id for thing, _ in new] == [beside.id]:
        group[beside.id] = new[0][0]  # it stays in its place
    else:
        every[at:at] = [thing for thing, _ in new]
        every = [thing for thing in every if id(thing) not in left]
        group.clear()
        group.update(zip(map(attrgetter("id"), every), every, strict=True))
    bearers = [*map(id, map(attrgetter("bearer"), declared.effects))]
    effects = [*compress(declared.effects, map(not_, map(left.__contains__, bearers)))]
    place = _first_of(left, bearers)
    if place is None:
        place = _first_of({*map(id, following)}, bearers)
    at = len(effects) if place is None else place
    effects[at:at] = [effect for _, some in new for effect in some]
    return replace(declared, effects=effects)


def _first_of(things: Set[int], bearers: Sequence[int]) -> int | None:
    """The index of the first bearer that is one of these things, by `id`."""
    return next(compress(count(), map(things.__contains__, bearers)), None)


def moved_texts(shift: Shift, index: TextIndex) -> TextIndex:
    """The index at the current paths, without things that are gone."""

    def moved(some: Mapping[Place, Some]) -> dict[Place, Some]:
        places = ((p, shift.now(p[1]) if p[0] == shift.file else p[1]) for p in some)
        return {(old[0], now): some[old] for old, now in places if now is not None}

    return TextIndex(moved(index.holders), moved(index.things), moved(index.printed),
                     moved(index.titles), index.length)  # fmt: skip


def with_items(
    items: Items, index: TextIndex, old: Declared, new: Declared, document: Document
) -> TextIndex:
    """A moved index with the new things, and with the current numbers of declarations."""
    numbers, every = {id(one): at for at, one in enumerate(holders(new))}, holders(old)
    index.holders = {
        place: [(numbers[id(every[at])], name) for at, name in found]
        for place, found in index.holders.items()
    }
    texts = [path for path in document.values if isinstance(document.at(path), str)]
    paths = {document.text_span(path): path for path in texts if items.shift.is_new(path)}
    new_items = items.shift.items(items.shift.new)
    for item, (thing, effects) in zip(new_items, items.new, strict=True):
        index.add_thing((items.shift.file, item), thing, document)
        for effect in effects:
            index.add_texts(numbers[id(effect)], effect, paths.get)
    return index
